"""Piles and hands of cards, as the records of games hold them.

A pile is an array, bottom card first; a field beside it holds the number of its cards. Places
above the top card hold 0. A hand counts its cards by kind: the record has the fields
`hands[seat, card]` and `hand_sizes[seat]`.
"""

from spookhouse.kernel.rule_decorator import rule


@rule
def add_cards(pile, size, card, number):
    """Put equal cards on top of a pile of `size` cards and return its new size."""
    for _ in range(number):
        pile[size] = card
        size += 1
    return size


@rule
def take_top(pile, size):
    """Remove the top card of a pile of `size` cards and return it."""
    card = int(pile[size - 1])
    pile[size - 1] = 0
    return card


@rule
def add_to_hand(state, seat, card):
    """Add a card to the seat's hand."""
    state.hands[seat, card] += 1
    state.hand_sizes[seat] += 1


@rule
def remove_from_hand(state, seat, card, number):
    """Remove equal cards from the seat's hand, which must hold them."""
    state.hands[seat, card] -= number
    state.hand_sizes[seat] -= number
