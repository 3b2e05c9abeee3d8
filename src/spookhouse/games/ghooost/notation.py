"""Moves, positions and views of Ghooost! as text and JSON-ready data."""

import re
from functools import lru_cache
from itertools import chain
from typing import Any

from spookhouse.games.ghooost import rules
from spookhouse.games.ghooost.pieces import (
    CARDS,
    CODES,
    COPY,
    COUNTS,
    KITTIES,
    KITTY,
    SORTED,
    TEXTS,
)
from spookhouse.kernel.contract import Json, Options, State
from spookhouse.kernel.rule import reader_of
from spookhouse.kernel.validation import Reader, count_defects

REASONS = ("last-haunted", "dawn", "second-boo")
PHASES = ("turn", "over")
MODES = ("single", "match")
MOST = 30_000  # rounds and points that a tape can tell
QUIETEST = 1_000_000_000

# === MOVES ===

WORDS = {
    rules.PASS: "pass",
    rules.COLLECT: "collect",
    rules.LUCK: "luck",
    rules.MANSION: "mansion",
    rules.PLAY_KITTY: "K",
}


def laid(action: int) -> tuple[int, int, bool]:
    """The value, the number and whether Miss Copy joins, of an action that plays ghosts."""
    code = action - rules.PLAY
    return (code >> 3) + 1, ((code & 7) >> 1) + 1, bool(code & 1)


def _text(action: int) -> str:
    value, number, copy = laid(action)
    return f"{value}x{number}" + ("+X" if copy else "")


VOCABULARY = range(rules.ACTIONS)
TEXT_OF = tuple(WORDS.get(action) or _text(action) for action in VOCABULARY)
ACTION_OF = {text: action for action, text in enumerate(TEXT_OF)}


def write_move(action: int) -> str:
    if not 0 <= action < len(TEXT_OF):
        raise ValueError(f"{action} is no action of Ghooost!; they go from 0 to {len(TEXT_OF) - 1}")
    return TEXT_OF[action]


def read_move(text: str) -> int | None:
    return ACTION_OF.get(text)


# === POSITIONS ===

KEYS = (
    *(
        "game",
        "options",
        "phase",
        "turn",
        "direction",
        "hands",
        "mansions",
        "crypt",
        "cemetery",
        "kitties",
        "discard",
    ),
    *("left", "known", "quiet", "round", "scores", "boos", "last_boo"),
)


def enter_options(options: Options, state: State, edition: int) -> None:
    state.players = options["players"]
    state.first = rules.NOBODY if options["first"] is None else options["first"]
    state.mode = MODES.index(options["mode"])
    state.dawn = options["dawn"]


def write_pile(pile: bytes, size: int) -> list[str]:
    """A face-down pile, the next card first."""
    return [TEXTS[card] for card in pile[:size][::-1]]


read_facts = reader_of(rules.STATE)

# What each cemetery entry shows: the card, and the value that it was played as.
CEMETERY = [
    [TEXTS[card if card < rules.AS_COPY else COPY], str(card & rules.VALUE_BITS)]
    for card in range(2 * rules.AS_COPY)
]


@lru_cache(maxsize=4_096)
def _cards(counts: bytes) -> tuple[str, ...]:
    return tuple(TEXTS[card] for card in SORTED for _ in range(counts[card]))


def write_cards(counts: bytes) -> list[str]:
    """Return the cards behind a row of counts, in sorted order."""
    return [*_cards(counts)]


def write_public(state: Any) -> Json:
    """Return the part of the state that positions and views show alike."""
    players = state.players
    return {
        "cemetery": [[*CEMETERY[entry]] for entry in state.cemetery[: state.cemetery_size]],
        "kitties": state.kitties,
        "discard": write_cards(state.discard),
        "left": [*state.left[: state.left_count]],
        "known": [write_cards(row) for row in state.known[:players]],
        "quiet": state.quiet,
        "round": state.round_number,
        "scores": [*state.scores[:players]],
        "boos": [*state.boos[:players]],
        "last_boo": None if state.last_boo == rules.NOBODY else state.last_boo,
    }


def write_position(record: State, options: Options) -> Json:
    """Return the whole state as JSON-ready data."""
    state = read_facts(record)
    seats = range(state.players)
    return {
        "game": "ghooost",
        "options": dict(options),
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "direction": state.direction,
        "hands": [write_cards(state.hands[seat]) for seat in seats],
        "mansions": [write_pile(state.mansions[seat], state.mansion_sizes[seat]) for seat in seats],
        "crypt": write_pile(state.crypt, state.crypt_size),
        **write_public(state),
    }


def write_view(record: State, seat: int | None, options: Options) -> Json:
    """Return a concealed record as the seat (None: a spectator) sees it."""
    state = read_facts(record)
    players = state.players
    return {
        "game": "ghooost",
        "options": dict(options),
        "seat": seat,
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "direction": state.direction,
        "hand": None if seat is None else write_cards(state.hands[seat]),
        "hand_sizes": [*state.hand_sizes[:players]],
        "mansion_sizes": [*state.mansion_sizes[:players]],
        "crypt_size": state.crypt_size,
        "midnight": not state.crypt_size,
        **write_public(state),
    }


def count_pieces(record: State) -> list[int]:
    """How many of each card there are, wherever they lie."""
    state = read_facts(record)
    counts = [*map(sum, zip(state.discard, *state.hands, strict=True))]
    counts[KITTY] += state.kitties
    for entry in state.cemetery[: state.cemetery_size]:
        counts[rules.card_of(entry)] += 1
    for pile, size in [
        (state.crypt, state.crypt_size),
        *zip(state.mansions, state.mansion_sizes, strict=True),
    ]:
        for card in pile[:size]:
            counts[card] += 1
    return counts


# === READING A POSITION ===

ENTRY = re.compile(r"[1-9]|1[0-4]")


def read_position(position: Json, state: State) -> list[str]:
    """Fill the record, whose options are entered already; gives every defect that was found."""
    players = int(state.players)
    reader = Reader(position, KEYS)
    state.phase = PHASES.index(reader.word("phase", PHASES))
    state.turn = reader.whole("turn", 0, players - 1)
    read_direction(reader, state)
    hands = reader.piles("hands", players, CODES, CARDS)
    known = reader.piles("known", players, CODES, CARDS)
    mansions = reader.piles("mansions", players, CODES, int(rules.mansion_size(players)))
    crypt = reader.pile("crypt", CODES, CARDS)
    cemetery = read_cemetery(reader)
    kitties = reader.whole("kitties", 0, KITTIES)
    discard = reader.pile("discard", CODES, CARDS)
    read_left(reader, state, players)
    read_counts(reader, state, players)
    if reader.sound("hands", "mansions", "crypt", "cemetery", "kitties", "discard"):
        cards = [
            *crypt,
            *map(rules.card_of, cemetery),
            *[KITTY] * kitties,
            *discard,
            *chain(*hands, *mansions),
        ]
        reader.defects += count_defects("card", COUNTS, cards, TEXTS)
        fill_piles(state, hands, known, mansions, crypt, cemetery, kitties, discard)
        find_contradictions(reader, state)
    return reader.defects


def read_direction(reader: Reader, state: State) -> None:
    direction = reader.whole("direction", -1, 1)
    if direction == 0:
        reader.wrong("direction", 0, "1 or -1")
    state.direction = direction


def read_cemetery(reader: Reader) -> list[int]:
    """Entries of the cemetery: [card, value it was played as]."""
    with reader.reading("cemetery"):
        return [
            entry
            for i, item in enumerate(reader.items("cemetery", most=CARDS))
            if (entry := read_entry(reader, i, item))
        ]


def read_entry(reader: Reader, i: int, item: Any) -> int:
    if (
        not isinstance(item, list)
        or len(item) != 2
        or not all(isinstance(text, str) for text in item)
        or not ENTRY.fullmatch(item[1])
    ):
        reader.wrong(
            f"cemetery[{i}]", item, 'a card and the value that it was played as, like ["X", "9"]'
        )
        return 0
    if item[0] not in ("X", item[1]):
        reader.defect(
            f"cemetery[{i}] says that a {item[0][:9]} was played as {item[1]}: only Miss Copy (X) takes another value"
        )
        return 0
    return int(item[1]) | (rules.AS_COPY if item[0] == "X" else 0)


def read_left(reader: Reader, state: State, players: int) -> None:
    left = reader.wholes("left", None, 0, players - 1, longest=players - 1)
    if reader.sound("left") and len(set(left)) != len(left):
        with reader.reading("left"):
            reader.defect(f"left is {left}: a seat leaves once")
    state.left[: len(left)] = left
    state.left_count = len(left)
    state.inside = sum(1 << seat for seat in range(players) if seat not in left)


def read_counts(reader: Reader, state: State, players: int) -> None:
    state.quiet = reader.whole("quiet", 0, QUIETEST)
    state.round_number = reader.whole("round", 1, MOST)
    scores, boos = reader.wholes("scores", players, 0, MOST), reader.wholes("boos", players, 0, 100)
    state.scores[: len(scores)] = scores
    state.boos[: len(boos)] = boos
    last_boo = reader.whole_or_null("last_boo", 0, players - 1)
    state.last_boo = rules.NOBODY if last_boo is None else last_boo
    if state.mode == rules.SINGLE and (
        state.round_number != 1 or any(scores) or any(boos) or last_boo is not None
    ):
        reader.defect(
            "round, scores, boos and last_boo never change in single mode (GH 7.4): expected 1, zeros, zeros and null"
        )


def fill_piles(
    state: State,
    hands: list[list[int]],
    known: list[list[int]],
    mansions: list[list[int]],
    crypt: list[int],
    cemetery: list[int],
    kitties: int,
    discard: list[int],
) -> None:
    for seat, (hand, seen, mansion) in enumerate(zip(hands, known, mansions, strict=True)):
        for card in hand:
            state.hands[seat, card] += 1
        for card in seen:
            state.known[seat, card] += 1
        state.hand_sizes[seat] = len(hand)
        state.mansions[seat, : len(mansion)] = mansion[::-1]
        state.mansion_sizes[seat] = len(mansion)
    state.crypt[: len(crypt)] = crypt[::-1]
    state.crypt_size = len(crypt)
    state.cemetery[: len(cemetery)] = cemetery
    state.cemetery_size = len(cemetery)
    state.kitties = kitties
    for card in discard:
        state.discard[card] += 1


def find_contradictions(reader: Reader, state: State) -> None:
    """What is wrong with a position although each part of it could be; a part that was not sound is not looked at."""
    if reader.sound("known") and (
        found := [
            seat
            for seat in range(int(state.players))
            if (state.known[seat] > state.hands[seat]).any()
        ]
    ):
        reader.defects += [
            f"known[{seat}] lists cards that are not in hands[{seat}]" for seat in found
        ]
    if not reader.sound("left", "phase", "quiet"):
        return
    reader.defects += find_holders(state)
    if state.phase == rules.TURN:
        reader.defects += find_turn_defects(state, reader.sound("turn"))
    else:
        reader.defects += find_ending_defects(state)
    if state.mode == rules.MATCH and reader.sound("scores", "boos", "last_boo"):
        reader.defects += find_match_defects(state)


def ghosts_of(state: State, seat: int) -> int:
    return int(state.hand_sizes[seat]) + int(state.mansion_sizes[seat])


def find_holders(state: State) -> list[str]:
    """GH 6.1: who is in the game holds ghosts, who left holds none, unless dawn broke."""
    defects = []
    for seat in range(int(state.players)):
        ghosts, inside = ghosts_of(state, seat), bool(state.inside >> seat & 1)
        if inside and not ghosts:
            defects.append(
                f"seat {seat} holds no ghost in hand or mansion and must have left (GH 6.1): expected {seat} in left"
            )
        if not inside and ghosts and (state.phase == rules.TURN or state.quiet == 0):
            defects.append(f"seat {seat} has left but holds {ghosts} ghosts (GH 6.1)")
    return defects


def find_turn_defects(state: State, turn_is_sound: bool) -> list[str]:
    defects = []
    inside = int(state.players) - int(state.left_count)
    if inside < 2:
        defects.append("one seat is left in the game: expected phase 'over' (GH 6.2)")
    if turn_is_sound and not state.inside >> state.turn & 1:
        defects.append(f"turn is {state.turn}, but that seat has left the game")
    if state.dawn and state.quiet >= state.dawn * inside:
        defects.append(f"quiet is {state.quiet}, but dawn breaks at {state.dawn * inside} (GH 6.3)")
    return defects


def find_ending_defects(state: State) -> list[str]:
    if state.left_count != state.players - 1:
        return [
            f"phase is 'over' but {state.players - state.left_count} seats have not left: expected one, the loser (GH 6.2)"
        ]
    return find_dawn_defects(state) if state.quiet > 0 else []


def find_dawn_defects(state: State) -> list[str]:
    """GH 6.3: an ending by dawn, which a quiet count tells."""
    ghosts = [
        ghosts_of(state, seat)
        for seat in [*state.left[: state.left_count].tolist(), rules.last_inside(state)]
    ]
    counted = [number for number in ghosts if number]
    if ghosts != [0] * (len(ghosts) - len(counted)) + sorted(counted):
        return [
            "quiet is not 0, so dawn ended the round, but the seats did not leave fewest ghosts first (GH 6.3)"
        ]
    if not state.dawn or state.quiet != state.dawn * len(counted):
        when = f"at {state.dawn * len(counted)}" if state.dawn else "never"
        return [f"quiet is {state.quiet} at the end, but dawn breaks {when} (GH 6.3)"]
    return []


def find_match_defects(state: State) -> list[str]:
    winner = rules.match_winner(state)
    if state.phase == rules.TURN:
        return (
            []
            if winner == rules.NOBODY
            else [f"seat {winner} has won the match already: expected phase 'over' (GH 7.2)"]
        )
    if state.inside != 1 << state.last_boo:
        return ["last_boo is not the seat that did not leave (GH 7.1)"]
    return (
        ["phase is 'over' but nobody has won the match yet (GH 7.2, 7.3)"]
        if winner == rules.NOBODY
        else []
    )
