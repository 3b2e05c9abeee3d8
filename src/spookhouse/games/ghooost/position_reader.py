"""Read positions of Ghooost! from JSON data and report every defect."""

import re
from collections.abc import Iterator
from itertools import chain

from spookhouse.games.ghooost import rules
from spookhouse.games.ghooost.pieces import CARDS, CODES, COUNTS, KITTIES, KITTY, TEXTS
from spookhouse.games.ghooost.position_checks import Piles, find_contradictions
from spookhouse.games.ghooost.positions import KEYS, PHASES, card_of
from spookhouse.kernel.contract import Json, State
from spookhouse.kernel.validation import Reader, count_defects

MAX_COUNT = 30_000  # the greatest round and score: an event holds numbers of 16 bits
MAX_BOOS = 100
MAX_QUIET = 1_000_000_000
VALUE = re.compile(r"[1-9]|1[0-4]")


def read_position(position: Json, state: State) -> list[str]:
    """Fill a record that already holds the options; return every defect found."""
    reader = Reader(position, KEYS)
    read_turn(reader, state)
    piles = read_piles(reader, state)
    read_left(reader, state)
    read_counts(reader, state)
    if reader.sound("hands", "mansions", "crypt", "cemetery", "kitties", "discard"):
        reader.defects += count_defects("card", COUNTS, list_cards(piles), TEXTS)
        fill_piles(state, piles)
        reader.defects += find_contradictions(reader, state)
    return reader.defects


# === TURN AND COUNTS ===


def read_turn(reader: Reader, state: State) -> None:
    """Read phase, turn and direction."""
    state.phase = PHASES.index(reader.word("phase", PHASES))
    state.turn = reader.whole("turn", 0, int(state.players) - 1)
    direction = reader.whole("direction", -1, 1)
    if direction == 0:
        reader.wrong("direction", 0, "1 or -1")
    state.direction = direction


def read_left(reader: Reader, state: State) -> None:
    """Read the seats that left the game, in order."""
    players = int(state.players)
    left = reader.wholes("left", None, 0, players - 1, longest=players - 1)
    if reader.sound("left") and len(set(left)) != len(left):
        with reader.reading("left"):
            reader.defect(f"left is {left}: a seat leaves once")
    state.left[: len(left)] = left
    state.left_count = len(left)
    state.inside = sum(1 << seat for seat in range(players) if seat not in left)


def read_counts(reader: Reader, state: State) -> None:
    """Read quiet moves, round, scores and Boo! tokens."""
    players = int(state.players)
    state.quiet = reader.whole("quiet", 0, MAX_QUIET)
    state.round_number = reader.whole("round", 1, MAX_COUNT)
    scores = reader.wholes("scores", players, 0, MAX_COUNT)
    boos = reader.wholes("boos", players, 0, MAX_BOOS)
    state.scores[: len(scores)] = scores
    state.boos[: len(boos)] = boos
    last_boo = reader.whole_or_null("last_boo", 0, players - 1)
    state.last_boo = rules.NOBODY if last_boo is None else last_boo
    has_match = state.round_number != 1 or any(scores) or any(boos) or last_boo is not None
    if state.mode == rules.SINGLE and has_match:
        reader.defect(
            "round, scores, boos and last_boo never change in single mode (GH 7.4): "
            "expected 1, zeros, zeros and null"
        )


# === PILES ===


def read_piles(reader: Reader, state: State) -> Piles:
    """Read all cards."""
    players = int(state.players)
    return Piles(
        hands=reader.piles("hands", players, CODES, CARDS),
        known=reader.piles("known", players, CODES, CARDS),
        mansions=reader.piles("mansions", players, CODES, int(rules.mansion_size(players))),
        crypt=reader.pile("crypt", CODES, CARDS),
        cemetery=read_cemetery(reader),
        kitties=reader.whole("kitties", 0, KITTIES),
        discard=reader.pile("discard", CODES, CARDS),
    )


def read_cemetery(reader: Reader) -> list[int]:
    """Read the entries of the cemetery: a card, and the value that it was played as."""
    with reader.reading("cemetery"):
        return [
            entry
            for i, item in enumerate(reader.items("cemetery", most=CARDS))
            if (entry := read_entry(reader, f"cemetery[{i}]", item))
        ]


def read_entry(reader: Reader, where: str, item: object) -> int:
    """Read one entry of the cemetery; return 0 if it is invalid."""
    if (
        not isinstance(item, list)
        or len(item) != 2
        or not all(isinstance(text, str) for text in item)
        or not VALUE.fullmatch(item[1])
    ):
        expected = 'a card and the value that it was played as, like ["X", "9"]'
        reader.wrong(where, item, expected)
        return 0
    if item[0] not in ("X", item[1]):
        reader.defect(
            f"{where} says that a {item[0][:9]} was played as {item[1]}: "
            "only Miss Copy (X) takes another value"
        )
        return 0
    return int(item[1]) | (rules.AS_COPY if item[0] == "X" else 0)


def list_cards(piles: Piles) -> Iterator[int]:
    """Yield every card of a position once; known cards lie in the hands."""
    yield from piles.crypt
    yield from map(card_of, piles.cemetery)
    yield from [KITTY] * piles.kitties
    yield from piles.discard
    yield from chain(*piles.hands, *piles.mansions)


def fill_piles(state: State, piles: Piles) -> None:
    """Write all cards into the record."""
    for seat, hand in enumerate(piles.hands):
        for card in hand:
            state.hands[seat, card] += 1
        for card in piles.known[seat]:
            state.known[seat, card] += 1
        mansion = piles.mansions[seat]
        state.hand_sizes[seat] = len(hand)
        state.mansions[seat, : len(mansion)] = mansion[::-1]
        state.mansion_sizes[seat] = len(mansion)
    state.crypt[: len(piles.crypt)] = piles.crypt[::-1]
    state.crypt_size = len(piles.crypt)
    state.cemetery[: len(piles.cemetery)] = piles.cemetery
    state.cemetery_size = len(piles.cemetery)
    state.kitties = piles.kitties
    for card in piles.discard:
        state.discard[card] += 1
