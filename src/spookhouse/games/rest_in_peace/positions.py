"""Positions of Rest in Peace as JSON data, and the parts that they share with views."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Protocol

from spookhouse.games.rest_in_peace import codes, rules, zones
from spookhouse.games.rest_in_peace.pieces import (
    PSYCHIC,
    PSYCHICS,
    ROUNDS,
    SEATS,
    TABLE,
    VALUES,
    card_text,
)
from spookhouse.kernel.contract import Json, Options, State
from spookhouse.kernel.rule_decorator import uncompiled
from spookhouse.kernel.state_layout import reader_of

ROUND_NUMBERS = range(1, ROUNDS + 1)
REASONS = ("manors", "castles", "tenth-round", "tokens", "draw")  # codes.BY_MANORS is 1
PHASES = ("turn", "carry", "place", "tenth", "over")
WINNERS = {codes.WON: 0, codes.WON + 1: 1, codes.A_TIE: None}  # by result of a round
MARKS = {
    codes.CARRIED: "carried",
    codes.FACE_DOWN: "open",
    codes.DEBT: "debt",
    codes.RESOLVED: "resolved",
}
KEYS = (
    *("game", "options", "phase", "round", "starter", "turn", "line", "decks", "hands", "known"),
    *("reserves", "rows", "discards", "removed", "tokens", "played", "tripped", "shown"),
)
# How finished rounds ended. Positions of earlier versions have no sheet.
SHEET = "sheet"


class Facts(Protocol):
    """The fields of a record as Python values; fields of small numbers are `bytes`."""

    phase: int
    round_number: int
    starter: int
    turn: int
    played: int
    removed_count: int
    line: tuple[int, ...]
    line_open: bytes
    manors: bytes
    castles: bytes
    manors_won: bytes
    castles_won: bytes
    tripped: bytes
    shown: bytes
    hands: tuple[bytes, ...]
    hand_sizes: bytes
    known: tuple[bytes, ...]
    decks: tuple[bytes, ...]
    deck_sizes: bytes
    deck_counts: tuple[bytes, ...]
    reserves: tuple[int, ...]
    discards: tuple[bytes, ...]
    discard_sizes: bytes
    removed: bytes
    rows: tuple[int, ...]
    row_ends: tuple[bytes, ...]
    results: bytes
    final_totals: tuple[int, ...]


read_facts: Callable[[State], Facts] = reader_of(rules.STATE, signed=("line",))
card_of: Callable[[int], int] = uncompiled(codes.card_of)


def enter_options(options: Options, state: State, edition: int) -> None:
    """Write the options of a match into an empty record."""
    state.level = options["level"]
    state.learning = options["learning"]
    state.edition = edition


def write_position(record: State, options: Options) -> Json:
    """Return everything that a record holds; the sheet only if a round has ended."""
    state = read_facts(record)
    written = {
        "game": "rest-in-peace",
        "options": dict(options),
        "decks": [write_deck(state, seat) for seat in range(SEATS)],
        "hands": [write_counts(hand) for hand in state.hands],
        "known": [write_counts(known) for known in state.known],
        "rows": [[write_row(state, seat, n) for seat in range(SEATS)] for n in ROUND_NUMBERS],
        **write_public(state),
    }
    sheet = write_sheet(state)
    return {key: written[key] for key in KEYS} | ({SHEET: sheet} if any(sheet) else {})


def write_public(state: Facts) -> Json:
    """Return the fields that positions and views share."""
    return {
        "phase": PHASES[state.phase],
        "round": state.round_number,
        "starter": state.starter,
        "turn": state.turn,
        "line": [write_place(state, n) for n in ROUND_NUMBERS],
        "reserves": [write_bits(bits) for bits in state.reserves],
        "discards": [
            [card_text(code) for code in cards[:size]]
            for cards, size in zip(state.discards, state.discard_sizes, strict=True)
        ],
        "removed": [*state.removed[: state.removed_count]],
        "tokens": [
            {"manor": manors, "castle": castles}
            for manors, castles in zip(state.manors_won, state.castles_won, strict=True)
        ],
        "played": state.played,
        "tripped": [*state.tripped],
        "shown": [bool(flag) for flag in state.shown],
    }


# === CARDS ===


def write_counts(counts: bytes) -> list[str]:
    """Return counts by value as a sorted list of values."""
    return [str(value) for value, number in enumerate(counts) for _ in range(number)]


def write_deck(state: Facts, seat: int) -> list[str]:
    """Return a deck, the next card first."""
    return [str(value) for value in state.decks[seat][: state.deck_sizes[seat]][::-1]]


def write_bits(bits: int) -> list[int]:
    """Return the numbers of a set of Psychic cards."""
    return [n for n in range(1, PSYCHICS + 1) if bits >> n & 1]


def write_row(state: Facts, seat: int, round_number: int) -> list[Json]:
    """Return the cards of a row with their marks."""
    return [
        write_entry(entry) for entry in cards_of(state, seat)[row_at(state, seat, round_number)]
    ]


def write_entry(entry: int) -> Json:
    """Return a card of a row with the marks that apply; an unknown card has none."""
    code = card_of(entry)
    card: Json = {"card": card_text(code) if code else None}
    if named := named_values(entry):
        card["named"] = named
    if become := entry >> codes.AS & 7:
        card["as"] = become
    for mark, key in MARKS.items():
        if entry & mark:
            card[key] = key != "open"
    return card


def named_values(entry: int) -> list[int]:
    """Return the values named on a card."""
    return [value for value in range(1, VALUES) if entry >> (codes.NAMED + value - 1) & 1]


def cards_of(state: Facts, seat: int) -> tuple[int, ...]:
    """Return all rows of a seat, end to end."""
    return state.rows[seat * TABLE : (seat + 1) * TABLE]


def row_at(state: Facts, seat: int, round_number: int) -> slice:
    """Return where a row lies among all rows of its seat."""
    ends = state.row_ends[seat]
    return slice(ends[round_number - 1], ends[round_number])


def row_entries(record: State, seat: int, round_number: int) -> list[int]:
    """Return the cards of a row as they stand in the record."""
    start = zones.row_start(record, seat, round_number)
    end = zones.row_end(record, seat, round_number)
    found: list[int] = record.rows[seat, start:end].tolist()
    return found


# === THE LINE AND THE SHEET ===


def write_place(state: Facts, round_number: int) -> Json:
    """Return a place of the line: its Psychic card, whether that is open, and its tokens."""
    manors, castles = state.manors[round_number], state.castles[round_number]
    return {
        "psychic": max(state.line[round_number], 0) or None,
        "open": bool(state.line_open[round_number]),
        "tokens": ["manor"] * manors + ["castle"] * castles,
    }


def write_sheet(state: Facts) -> list[Json | None]:
    """Return totals and winner of each round; the winner of a tie is null.

    A round is null if it is not over, or if nothing is known of its end.
    """
    totals = [list(state.final_totals[n * SEATS : (n + 1) * SEATS]) for n in range(ROUNDS + 1)]
    return [
        {"totals": totals[n], "winner": WINNERS[state.results[n]]} if state.results[n] else None
        for n in ROUND_NUMBERS
    ]


# === PIECES ===

Counts = list[tuple[int, int]]


def count_pieces(state: State) -> tuple[list[Counts], list[int], list[int]]:
    """Count Ghosts by player and value, each Psychic card, and tokens of both kinds.

    Only the numbers of Psychic cards are returned: which cards are in the game is secret.
    """
    laid = [cards_outside_hands(state, seat) for seat in range(SEATS)]
    psychics = Counter(
        [n for n in state.line[1:ROUNDS].tolist() if n]
        + state.removed[: state.removed_count].tolist()
    )
    for seat in range(SEATS):
        psychics.update(card - PSYCHIC for card in laid[seat] if card > PSYCHIC)
        psychics.update(write_bits(int(state.reserves[seat])))
    tokens = [
        int(state.manors.sum() + state.manors_won.sum()),
        int(state.castles.sum() + state.castles_won.sum()),
    ]
    ghosts = [count_ghosts(state, seat, laid[seat]) for seat in range(SEATS)]
    return ghosts, sorted(psychics.values()), tokens


def cards_outside_hands(state: State, seat: int) -> list[int]:
    """Return the codes of a player's cards in rows, discards and deck."""
    rows = state.rows[seat, : zones.row_end(state, seat, ROUNDS)].tolist()
    discards = state.discards[seat, : state.discard_sizes[seat]].tolist()
    deck = state.decks[seat, : state.deck_sizes[seat]].tolist()
    return [*map(card_of, rows), *discards, *deck]


def count_ghosts(state: State, seat: int, laid: Iterable[int]) -> Counts:
    """Count a player's Ghosts by value, those of the hand included."""
    ghosts = Counter(card for card in laid if card < PSYCHIC)
    ghosts.update({value: int(state.hands[seat, value]) for value in range(1, VALUES)})
    return sorted(ghosts.items())
