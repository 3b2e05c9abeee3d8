"""Cards in their zones: hands, decks, discards and rows. Shared by rules.py and psychics.py."""

from spookhouse.games.rest_in_peace.codes import (
    CARRIED,
    FACE_DOWN,
    NOBODY,
    card_of,
    is_psychic,
    psychic_of,
)
from spookhouse.games.rest_in_peace.pieces import ROUNDS, VALUES
from spookhouse.kernel.cards import add_to_hand, remove_from_hand, take_top
from spookhouse.kernel.chance import pick, shuffle
from spookhouse.kernel.rule_decorator import rule

# === HANDS ===


@rule
def leave_hand(state, seat, value):
    """Take a card openly out of a hand.

    Information: if the opponent knows a card of that value, it is taken to be this one.
    """
    remove_from_hand(state, seat, value, 1)
    if state.known[seat, value] > 0:
        state.known[seat, value] -= 1


@rule
def leave_hand_unseen(state, seat, value):
    """Take a card face down out of a hand: the opponent no longer knows any card of it."""
    remove_from_hand(state, seat, value, 1)
    for other in range(VALUES):
        state.known[seat, other] = 0


@rule
def draw_value(state, seat, banned, chance):
    """Return the value of a random card of the hand, without banned values."""
    number = 0
    for value in range(1, VALUES):
        if not (banned >> value) & 1:
            number += int(state.hands[seat, value])
    left = pick(chance, number)
    value = 0
    while left >= 0:
        value += 1
        if not (banned >> value) & 1:
            left -= int(state.hands[seat, value])
    return value


# === DECKS ===


@rule
def draw_from_deck(state, seat):
    """Take the top card off the deck; a shown top card is known no longer."""
    value = take_top(state.decks[seat], int(state.deck_sizes[seat]))
    state.deck_sizes[seat] -= 1
    state.deck_counts[seat, value] -= 1
    state.shown[seat] = 0
    return value


@rule
def draw_card(state, seat):
    """Move the top card of the deck to the hand; return its value."""
    value = draw_from_deck(state, seat)
    add_to_hand(state, seat, value)
    return value


@rule
def shuffle_deck(state, seat, chance):
    """Shuffle a deck; a shown top card is known no longer."""
    state.shown[seat] = 0
    shuffle(state.decks[seat], int(state.deck_sizes[seat]), chance)


# === DISCARDS ===


@rule
def discard(state, seat, card):
    """Put a card out of the game, on the pile of the player who had it."""
    state.discards[seat, state.discard_sizes[seat]] = card
    state.discard_sizes[seat] += 1


# === 4.6 THE ORDER OF A ROW ===


@rule
def row_start(state, seat, round_number):
    """4.6 Return the place of the first card of a row."""
    return int(state.row_ends[seat, round_number - 1])


@rule
def row_end(state, seat, round_number):
    """4.6 Return the place after the last card of a row."""
    return int(state.row_ends[seat, round_number])


@rule
def add_card(state, seat, round_number, entry):
    """4.6 Add a card at the end of a row; return its place."""
    place = row_end(state, seat, round_number)
    for later in range(row_end(state, seat, ROUNDS), place, -1):
        state.rows[seat, later] = state.rows[seat, later - 1]
    state.rows[seat, place] = entry
    for later in range(round_number, ROUNDS + 1):
        state.row_ends[seat, later] += 1
    if is_psychic(entry) and not entry & FACE_DOWN:
        state.psychics[seat, round_number] |= 1 << psychic_of(entry)
    return place


@rule
def take_card(state, seat, round_number, place):
    """Take a card out of a row; return it with its marks."""
    entry = int(state.rows[seat, place])
    last = row_end(state, seat, ROUNDS) - 1
    for later in range(place, last):
        state.rows[seat, later] = state.rows[seat, later + 1]
    state.rows[seat, last] = 0
    for later in range(round_number, ROUNDS + 1):
        state.row_ends[seat, later] -= 1
    if is_psychic(entry):
        state.psychics[seat, round_number] &= ~(1 << psychic_of(entry))
    return entry


@rule
def find_card(state, seat, round_number, card, without):
    """4.6 Return the place of the first such card without the given marks, or NOBODY."""
    for place in range(row_start(state, seat, round_number), row_end(state, seat, round_number)):
        entry = int(state.rows[seat, place])
        if card_of(entry) == card and not entry & without:
            return place
    return NOBODY


@rule
def played_cards(state, seat):
    """Return the cards of the row in play that were played this round, as bits.

    A Ghost fetched by Card 2 counts as played.
    """
    round_number = int(state.round_number)
    cards = 0
    for place in range(row_start(state, seat, round_number), row_end(state, seat, round_number)):
        entry = int(state.rows[seat, place])
        if not entry & CARRIED:
            cards |= 1 << card_of(entry)
    return cards
