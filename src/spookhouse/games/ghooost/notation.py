"""Moves, positions and views of Ghooost! as text and JSON-ready data."""

import re
from itertools import chain
from typing import Any

from spookhouse.games.ghooost import rules
from spookhouse.games.ghooost.pieces import CARDS, CODES, COUNTS, KITTIES, KITTY, SORTED, TEXTS, mansion_size
from spookhouse.kernel.contract import Json, Options, State, seat_or_none
from spookhouse.kernel.reading import Reader, count_defects

REASONS = ("last-haunted", "dawn", "second-boo")
PHASES = ("turn", "over")
MODES = ("single", "match")
MOST = 1_000_000  # of any count that only grows

# === MOVES ===

WORDS = {rules.PASS: "pass", rules.COLLECT: "collect", rules.LUCK: "luck", rules.MANSION: "mansion", rules.LAY_KITTY: "K"}


def lay(value: int, number: int, copy: bool = False) -> int:
    """The action that plays so many ghosts of a value, with or without Miss Copy."""
    return rules.LAY + (value - 1) * 8 + (number - 1) * 2 + copy


def laid(action: int) -> tuple[int, int, bool]:
    """The value, the number and whether Miss Copy joins, of such an action."""
    code = action - rules.LAY
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
    *("game", "options", "phase", "turn", "direction", "hands", "mansions", "crypt", "cemetery", "kitties", "discard"),
    *("left", "known", "quiet", "round", "scores", "boos", "last_boo"),
)


def enter_options(options: Options, state: State) -> None:
    state.players = options["players"]
    state.mode = MODES.index(options["mode"])
    state.dawn = options["dawn"]


def write_counts(counts: Any) -> list[str]:
    """A row of counts as a sorted list of cards."""
    numbers = counts.tolist()
    return [TEXTS[card] for card in SORTED for _ in range(numbers[card])]


def write_pile(pile: Any, size: int) -> list[str]:
    """A face-down pile, the next card first."""
    return [TEXTS[card] for card in pile[:size][::-1].tolist()]


def write_cemetery(state: State) -> list[list[str]]:
    return [[TEXTS[rules.card_of(entry)], str(entry & rules.VALUE)] for entry in state.cemetery[: state.cemetery_size].tolist()]


def write_public(state: State) -> Json:
    """What positions and views have in common."""
    players = int(state.players)
    return {
        "cemetery": write_cemetery(state),
        "kitties": int(state.kitties),
        "discard": write_counts(state.discard),
        "left": state.left[: state.left_count].tolist(),
        "known": [write_counts(state.known[seat]) for seat in range(players)],
        "quiet": int(state.quiet),
        "round": int(state.round_number),
        "scores": state.scores[:players].tolist(),
        "boos": state.boos[:players].tolist(),
        "last_boo": seat_or_none(int(state.last_boo)),
    }


def write_position(state: State, options: Options) -> Json:
    seats = range(int(state.players))
    return {
        "game": "ghooost",
        "options": dict(options),
        "phase": PHASES[state.phase],
        "turn": int(state.turn),
        "direction": int(state.direction),
        "hands": [write_counts(state.hands[seat]) for seat in seats],
        "mansions": [write_pile(state.mansions[seat], state.mansion_sizes[seat]) for seat in seats],
        "crypt": write_pile(state.crypt, state.crypt_size),
        **write_public(state),
    }


def write_view(state: State, seat: int | None, options: Options) -> Json:
    """A concealed record, as the seat or a spectator sees it."""
    players = int(state.players)
    return {
        "game": "ghooost",
        "options": dict(options),
        "seat": seat,
        "phase": PHASES[state.phase],
        "turn": int(state.turn),
        "direction": int(state.direction),
        "hand": None if seat is None else write_counts(state.hands[seat]),
        "hand_sizes": state.hand_sizes[:players].tolist(),
        "mansion_sizes": state.mansion_sizes[:players].tolist(),
        "crypt_size": int(state.crypt_size),
        "midnight": int(state.crypt_size) == 0,
        **write_public(state),
    }


def count_pieces(state: State) -> list[int]:
    """How many of each card there are, wherever they lie."""
    counts = state.discard.astype(int) + state.hands.astype(int).sum(axis=0)
    counts[KITTY] += state.kitties
    for entry in state.cemetery[: state.cemetery_size].tolist():
        counts[rules.card_of(entry)] += 1
    for pile, size in [(state.crypt, state.crypt_size), *zip(state.mansions, state.mansion_sizes, strict=True)]:
        for card in pile[:size].tolist():
            counts[card] += 1
    return [int(count) for count in counts]


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
    mansions = reader.piles("mansions", players, CODES, mansion_size(players))
    crypt = reader.pile("crypt", CODES, CARDS)
    cemetery = read_cemetery(reader)
    kitties = reader.whole("kitties", 0, KITTIES)
    discard = reader.pile("discard", CODES, CARDS)
    read_left(reader, state, players)
    read_counts(reader, state, players)
    if not reader.defects:
        cards = [*crypt, *map(rules.card_of, cemetery), *[KITTY] * kitties, *discard, *chain(*hands, *mansions)]
        reader.defects += count_defects("card", COUNTS, cards, TEXTS)
    if not reader.defects:
        fill_piles(state, hands, known, mansions, crypt, cemetery, kitties, discard)
        reader.defects += find_contradictions(state)
    return reader.defects


def read_direction(reader: Reader, state: State) -> None:
    direction = reader.whole("direction", -1, 1)
    if direction == 0:
        reader.wrong("direction", 0, "1 or -1")
    state.direction = direction


def read_cemetery(reader: Reader) -> list[int]:
    """Entries of the cemetery: [card, value it was played as]."""
    entries = []
    for i, item in enumerate(reader.items("cemetery", most=CARDS)):
        if not isinstance(item, list) or len(item) != 2 or not all(isinstance(text, str) for text in item) or not ENTRY.fullmatch(item[1]):
            reader.wrong(f"cemetery[{i}]", item, 'a card and the value that it was played as, like ["X", "9"]')
        elif item[0] not in ("X", item[1]):
            reader.defect(f"cemetery[{i}] says that a {item[0]} was played as {item[1]}: only Miss Copy (X) takes another value")
        else:
            entries.append(int(item[1]) | (rules.AS_COPY if item[0] == "X" else 0))
    return entries


def read_left(reader: Reader, state: State, players: int) -> None:
    left = reader.wholes("left", len(reader.items("left", most=players - 1)), 0, players - 1)
    if len(set(left)) != len(left):
        reader.defect(f"left is {left}: a seat leaves once")
    state.left[: len(left)] = left
    state.left_count = len(left)
    state.inside = sum(1 << seat for seat in range(players) if seat not in left)


def read_counts(reader: Reader, state: State, players: int) -> None:
    state.quiet = reader.whole("quiet", 0, MOST)
    state.round_number = reader.whole("round", 1, MOST)
    scores, boos = reader.wholes("scores", players, 0, MOST), reader.wholes("boos", players, 0, 100)
    state.scores[: len(scores)] = scores
    state.boos[: len(boos)] = boos
    last_boo = reader.whole_or_null("last_boo", 0, players - 1)
    state.last_boo = rules.NOBODY if last_boo is None else last_boo
    if state.mode == rules.SINGLE and (state.round_number != 1 or any(scores) or any(boos) or last_boo is not None):
        reader.defect("round, scores, boos and last_boo never change in single mode (GH 7.4): expected 1, zeros, zeros and null")


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


def find_contradictions(state: State) -> list[str]:
    """What is wrong with a position whose pieces are all there."""
    defects = []
    for seat in range(int(state.players)):
        holds = int(state.hand_sizes[seat]) + int(state.mansion_sizes[seat])
        inside = bool(state.inside >> seat & 1)
        if (state.known[seat] > state.hands[seat]).any():
            defects.append(f"known[{seat}] lists cards that are not in hands[{seat}]")
        if inside and not holds:
            defects.append(f"seat {seat} holds no ghost in hand or mansion and must have left (GH 6.1): expected {seat} in left")
        if not inside and holds and (state.phase == rules.TURN or state.quiet == 0):
            defects.append(f"seat {seat} has left but holds {holds} ghosts (GH 6.1)")
    return defects + (find_phase_defects(state) if state.phase == rules.TURN else find_ending_defects(state))


def find_phase_defects(state: State) -> list[str]:
    defects = []
    inside = int(state.players) - int(state.left_count)
    if inside < 2:
        defects.append("one seat is left in the game: expected phase 'over' (GH 6.2)")
    if not state.inside >> state.turn & 1:
        defects.append(f"turn is {state.turn}, but that seat has left the game")
    if state.dawn and state.quiet >= state.dawn * inside:
        defects.append(f"quiet is {state.quiet}, but dawn breaks at {state.dawn * inside} (GH 6.3)")
    return defects


def find_ending_defects(state: State) -> list[str]:
    if state.left_count != state.players - 1:
        return [f"phase is 'over' but {state.players - state.left_count} seats have not left: expected one, the loser (GH 6.2)"]
    if state.mode == rules.SINGLE:
        return []
    if state.inside != 1 << state.last_boo:
        return ["last_boo is not the seat that did not leave (GH 7.1)"]
    if rules.match_winner(state) == rules.NOBODY:
        return ["phase is 'over' but nobody has won the match yet (GH 7.2, 7.3)"]
    return []
