"""Positions of Ghooost! as JSON data, and the parts that they share with views."""

from collections.abc import Callable
from functools import lru_cache
from itertools import chain
from operator import itemgetter, mul
from typing import Protocol

from spookhouse.games.ghooost import rules
from spookhouse.games.ghooost.pieces import COPY, KITTY, SORTED, TEXTS
from spookhouse.kernel.contract import Json, Options, State
from spookhouse.kernel.rule_decorator import uncompiled
from spookhouse.kernel.state_layout import reader_of

REASONS = ("last-haunted", "dawn", "second-boo")  # rules.LAST_HAUNTED is 1
PHASES = ("turn", "over")
MODES = ("single", "match")
KEYS = (
    *("game", "options", "phase", "turn", "direction", "hands", "mansions", "crypt", "cemetery"),
    *("kitties", "discard", "left", "known", "quiet", "round", "scores", "boos", "last_boo"),
)


class Facts(Protocol):
    """The fields of a record as Python values; fields of small numbers are `bytes`."""

    players: int
    phase: int
    turn: int
    direction: int
    quiet: int
    round_number: int
    left: bytes
    left_count: int
    hands: tuple[bytes, ...]
    hand_sizes: bytes
    known: tuple[bytes, ...]
    mansions: tuple[bytes, ...]
    mansion_sizes: bytes
    crypt: bytes
    crypt_size: int
    cemetery: bytes
    cemetery_size: int
    kitties: int
    discard: bytes
    scores: tuple[int, ...]
    boos: bytes
    last_boo: int


read_facts: Callable[[State], Facts] = reader_of(rules.STATE)
card_of: Callable[[int], int] = uncompiled(rules.card_of)


def enter_options(options: Options, state: State, edition: int) -> None:
    """Write the options of a match into an empty record."""
    state.players = options["players"]
    state.first = rules.NOBODY if options["first"] is None else options["first"]
    state.mode = MODES.index(options["mode"])
    state.dawn = options["dawn"]


def write_position(record: State, options: Options) -> Json:
    """Return everything that a record holds."""
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


def write_public(state: Facts) -> Json:
    """Return the fields that positions and views share."""
    players = state.players
    return {
        "cemetery": write_cemetery(state.cemetery[: state.cemetery_size]),
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


# === CARDS: the same lists are returned again and again ===

# Lists that are remembered; a server needs about six for each table that is played.
CACHED = 8_192

SORTED_TEXTS = [(TEXTS[card],) for card in SORTED]
sorted_counts = itemgetter(*SORTED)

# By entry of the cemetery: the card, and the value that it was played as.
CEMETERY = [
    [TEXTS[card if card < rules.AS_COPY else COPY], str(card & rules.VALUE_BITS)]
    for card in range(2 * rules.AS_COPY)
]


def write_pile(pile: bytes, size: int) -> list[str]:
    """Return a face-down pile, the next card first."""
    return [TEXTS[card] for card in pile[:size][::-1]]


@lru_cache(maxsize=CACHED)
def write_cemetery(entries: bytes) -> list[list[str]]:
    """Return the cards of the cemetery, the oldest first."""
    return [CEMETERY[entry] for entry in entries]


@lru_cache(maxsize=CACHED)
def write_cards(counts: bytes) -> list[str]:
    """Return counts by card as a sorted list of cards."""
    return [*chain.from_iterable(map(mul, SORTED_TEXTS, sorted_counts(counts)))]


# === PIECES ===


def count_pieces(record: State) -> list[int]:
    """Return the number of each card, wherever it lies."""
    state = read_facts(record)
    counts = [*map(sum, zip(state.discard, *state.hands, strict=True))]
    counts[KITTY] += state.kitties
    for entry in state.cemetery[: state.cemetery_size]:
        counts[card_of(entry)] += 1
    for pile, size in [
        (state.crypt, state.crypt_size),
        *zip(state.mansions, state.mansion_sizes, strict=True),
    ]:
        for card in pile[:size]:
            counts[card] += 1
    return counts
