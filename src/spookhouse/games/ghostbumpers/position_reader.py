"""Read positions of Ghostbumpers from JSON data and report every defect."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from spookhouse.games.ghostbumpers import rules
from spookhouse.games.ghostbumpers.pieces import (
    CARDS,
    CHARACTER,
    CODES,
    EACH_VALUE,
    SORTED,
    TEXTS,
    ZERO_TEN,
    counts,
)
from spookhouse.games.ghostbumpers.position_checks import find_contradictions
from spookhouse.games.ghostbumpers.positions import KEYS, PHASES, card_of
from spookhouse.kernel.cards import add_to_hand
from spookhouse.kernel.contract import Json, State
from spookhouse.kernel.validation import Reader, count_defects

MAX_COUNT = 30_000  # the greatest round and score: an event holds numbers of 16 bits
CARD_TEXTS = [TEXTS[card] for card in SORTED]


def read_position(position: Json, state: State) -> list[str]:
    """Fill a record that already holds the options; return every defect found."""
    players = int(state.players)
    reader = Reader(position, KEYS)
    rules.clear_table(state)
    state.phase = PHASES.index(reader.word("phase", PHASES))
    read_seats(reader, state)
    hands = reader.piles("hands", players, CODES, CARDS)
    deck = reader.pile("deck", CODES, CARDS)
    discard = reader.pile("discard", CODES, CARDS)
    trick = read_trick(reader, state)
    read_characters(reader, state)
    dropped = read_dropped(reader, state)
    state.owed = reader.whole("owed", 0, EACH_VALUE - 1)
    read_scores(reader, state)
    if not reader.defects:
        cards = chain(*hands, deck, discard, trick, dropped)
        reader.defects += count_defects("card", counts(players), cards, TEXTS)
    if not reader.defects:
        fill_piles(state, hands, deck, discard)
        state.owing = find_owing(state)
        reader.defects += find_contradictions(state)
    return reader.defects


def read_seats(reader: Reader, state: State) -> None:
    """Read starter, leader and turn."""
    last = int(state.players) - 1
    state.starter = reader.whole("starter", 0, last)
    state.leader = reader.whole("leader", 0, last)
    turn = reader.whole_or_null("turn", 0, last)
    state.turn = rules.NOBODY if turn is None else turn


def read_scores(reader: Reader, state: State) -> None:
    """Read round and scores."""
    state.round_number = reader.whole("round", 1, MAX_COUNT)
    scores = reader.wholes("scores", int(state.players), 0, MAX_COUNT)
    state.scores[: len(scores)] = scores


# === THE TRICK ===


@dataclass(frozen=True)
class Entry:
    """The cards that a seat has played in a trick."""

    seat: int
    card: int
    number: int
    value: int


def read_trick(reader: Reader, state: State) -> list[int]:
    """Read the trick into the record; return its cards."""
    players = int(state.players)
    cards: list[int] = []
    last = -1
    for i, item in enumerate(reader.items("trick", most=players)):
        entry = read_entry(reader, f"trick[{i}]", item, players)
        if entry is None:
            continue
        place = (entry.seat - int(state.leader)) % players
        if place <= last:
            reader.defect(
                f"trick[{i}] is of seat {entry.seat}: expected entries from the leader "
                f"({state.leader}) to the left, each seat once (GB 3.1)"
            )
        last = max(place, last)
        state.trick_counts[entry.seat] = entry.number
        state.trick_values[entry.seat] = entry.value
        cards += [entry.card] * entry.number
    return cards


def read_entry(reader: Reader, where: str, item: object, players: int) -> Entry | None:
    """Read one entry of the trick; return None if it is invalid."""
    if not isinstance(item, Mapping):
        example = '{"seat": 2, "card": "0/10", "count": 1, "as": 10}'
        reader.wrong(where, item, f"an object like {example}")
        return None
    before = len(reader.defects)
    inner = Reader(item, ("seat", "card", "count", "as"), reader.defects, f"{where}.")
    seat, value = inner.whole("seat", 0, players - 1), inner.whole("as", 0, rules.TEN)
    card = CODES[inner.word("card", CARD_TEXTS)]
    number = inner.whole("count", 1, counts(players)[card])
    if len(reader.defects) == before and card_of(value) != card:
        expected = "0 or 10 (GB 3.2)" if card == ZERO_TEN else f"{card}, the card's own value"
        reader.wrong(f"{where}.as", value, expected)
    return Entry(seat, card, number, value) if len(reader.defects) == before else None


# === CHARACTER DECKS AND DROPPED CARDS ===


def read_characters(reader: Reader, state: State) -> None:
    """Read the sizes of the character decks and the places of the Scared cards."""
    for seat, item in enumerate(reader.items("characters", int(state.players))):
        where = f"characters[{seat}]"
        if not isinstance(item, Mapping):
            reader.wrong(where, item, 'an object like {"cards": 7, "above": 3}')
            continue
        inner = Reader(item, ("cards", "above"), reader.defects, f"{where}.")
        state.characters[seat] = inner.whole("cards", 1, CHARACTER)
        above = inner.whole_or_null("above", 0, int(state.characters[seat]) - 1)
        state.above[seat] = rules.NOT_YET if above is None else above


def read_dropped(reader: Reader, state: State) -> list[int]:
    """Read the dropped cards into the record; return them."""
    cards = []
    for seat, item in enumerate(reader.items("dropped", int(state.players))):
        if item is None:
            continue
        if isinstance(item, str) and item in CODES:
            state.dropped[seat] = CODES[item]
            cards.append(CODES[item])
        else:
            reader.wrong(f"dropped[{seat}]", item, "null or one of " + ", ".join(CARD_TEXTS))
    return cards


# === FILLING THE RECORD ===


def fill_piles(state: State, hands: list[list[int]], deck: list[int], discard: list[int]) -> None:
    """Write hands, deck and discard into the record."""
    for seat, hand in enumerate(hands):
        for card in hand:
            add_to_hand(state, seat, card)
    state.deck[: len(deck)] = deck[::-1]
    state.deck_size = len(deck)
    for card in discard:
        state.discard[card] += 1
    state.discard_size = len(discard)


def find_owing(state: State) -> int:
    """Return the seats that owe a decision, as bits; none if no seat can make it."""
    seats = range(int(state.players))
    if state.phase == rules.SCARE_LEVELS:
        return sum(1 << seat for seat in seats if state.above[seat] == rules.NOT_YET)
    if state.phase == rules.DROPPING:
        return sum(1 << seat for seat in seats if must_drop(state, seat))
    if state.phase == rules.TRICKS and state.turn != rules.NOBODY:
        return 1 << int(state.turn)
    return 0


def must_drop(state: State, seat: int) -> bool:
    """Return whether a seat holds a card and has not dropped one."""
    return bool(state.dropped[seat] == rules.NOT_YET and state.hand_sizes[seat] > 0)
