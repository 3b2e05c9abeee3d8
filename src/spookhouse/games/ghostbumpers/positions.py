"""Positions of Ghostbumpers as JSON data, and the parts that they share with views."""

from collections.abc import Callable, Sequence
from typing import Protocol

from spookhouse.games.ghostbumpers import rules
from spookhouse.games.ghostbumpers.pieces import SORTED, TEXTS
from spookhouse.kernel.contract import Json, Options, State, seat_or_none
from spookhouse.kernel.rule_decorator import uncompiled
from spookhouse.kernel.state_layout import reader_of

REASONS = ("rounds", "target")  # rules.ROUNDS_PLAYED is 1
PHASES = ("scare", "play", "drop", "over")
KEYS = (
    *("game", "options", "phase", "round", "starter", "leader", "turn", "hands", "deck", "discard"),
    *("trick", "characters", "owed", "dropped", "scores"),
)
SORTED_TEXTS = tuple((card, TEXTS[card]) for card in SORTED)


class Facts(Protocol):
    """The fields of a record as Python values; fields of small numbers are `bytes`."""

    players: int
    phase: int
    round_number: int
    owing: int
    starter: int
    leader: int
    turn: int
    hands: tuple[bytes, ...]
    hand_sizes: bytes
    deck: bytes
    deck_size: int
    discard: bytes
    trick_counts: bytes
    trick_values: bytes
    characters: bytes
    above: tuple[int, ...]
    owed: int
    dropped: tuple[int, ...]
    scores: tuple[int, ...]


read_facts: Callable[[State], Facts] = reader_of(rules.STATE, signed=("above", "dropped"))
card_of: Callable[[int], int] = uncompiled(rules.card_of)


def enter_options(options: Options, state: State, edition: int) -> None:
    """Write the options of a match into an empty record."""
    state.players = options["players"]
    state.rounds = options["rounds"]
    state.target = options["target"] or 0


def write_position(record: State, options: Options) -> Json:
    """Return everything that a record holds."""
    state = read_facts(record)
    players = state.players
    return {
        "game": "ghostbumpers",
        "options": dict(options),
        **write_public(state),
        "hands": [write_counts(hand) for hand in state.hands[:players]],
        "deck": write_deck(state),
        "discard": write_counts(state.discard),
        "trick": [write_entry(state, seat) for seat in seats_in_trick(state)],
        "characters": write_characters(state),
        "owed": state.owed,
        "dropped": [write_dropped(card) for card in state.dropped[:players]],
        "scores": [*state.scores[:players]],
    }


def write_public(state: Facts) -> Json:
    """Return the fields that positions and views share."""
    return {
        "phase": PHASES[state.phase],
        "round": state.round_number,
        "starter": state.starter,
        "leader": state.leader,
        "turn": seat_or_none(state.turn),
    }


# === CARDS ===


def write_counts(counts: Sequence[int]) -> list[str]:
    """Return counts by card as a sorted list of cards."""
    return [text for card, text in SORTED_TEXTS for _ in range(counts[card])]


def write_deck(state: Facts) -> list[str]:
    """Return the deck, the next card first."""
    return [TEXTS[card] for card in state.deck[: state.deck_size][::-1]]


def seats_in_trick(state: Facts | State) -> list[int]:
    """Return the seats that have played in this trick, from the leader to the left."""
    players, leader = int(state.players), int(state.leader)
    seats = ((leader + i) % players for i in range(players))
    return [seat for seat in seats if state.trick_counts[seat] > 0]


def write_entry(state: Facts, seat: int) -> Json:
    """Return the cards that a seat has played in this trick."""
    value = state.trick_values[seat]
    return {
        "seat": seat,
        "card": TEXTS[card_of(value)],
        "count": state.trick_counts[seat],
        "as": value,
    }


# === CHOICES ===


def choice_or_none(number: int) -> int | None:
    """Return a choice, None if it was not made or is not known."""
    return None if number in (rules.NOT_YET, rules.UNKNOWN) else number


def write_characters(state: Facts) -> list[Json]:
    """Return the character decks: their sizes, and how deep the Scared card lies."""
    return [
        {"cards": state.characters[seat], "above": choice_or_none(state.above[seat])}
        for seat in range(state.players)
    ]


def write_dropped(number: int) -> str | None:
    """Return a dropped card, None if there is none or it is not known."""
    card = choice_or_none(number)
    return None if card is None else TEXTS[card]


# === PIECES ===


def count_pieces(record: State) -> list[int]:
    """Return the number of each Monster card, wherever it lies."""
    state = read_facts(record)
    counts = [*map(sum, zip(state.discard, *state.hands, strict=True))]
    for card in state.deck[: state.deck_size]:
        counts[card] += 1
    for card in state.dropped:
        if card != rules.NOT_YET:
            counts[card] += 1
    for value, number in zip(state.trick_values, state.trick_counts, strict=True):
        counts[card_of(value)] += number
    return counts
