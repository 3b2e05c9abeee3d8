"""Rules of thumb for Ghostbumpers: every legal move gets a worth, the best is played.

Put the Scared card on top, where it counts double, if the hand can stay out of tricks. Then lose them: get rid of high cards where they cannot win,
or in sets, which are low; leave fives to a winner who is somebody else. Worth is counted in thousandths of a point.
"""

from spookhouse.games.ghostbumpers.pieces import FIVE, HIGHEST, PARANOIA, ZERO_TEN
from spookhouse.games.ghostbumpers.rules import (
    DROP,
    NOBODY,
    PLAY,
    SCARE,
    TRICKS,
    card_of,
    count_fives,
    count_result,
    has_zero_ten,
    next_to_play,
    trick_winner,
)
from spookhouse.kernel.chance import pick
from spookhouse.kernel.rule import rule

LOW = 25  # ten times the result that most others will have to go above
RELIEF = 10  # what a hand is worth that is less dangerous by one


@rule
def choose(state, seat, actions, found, chance):
    """The move of the highest worth; among equals, any."""
    best, most, ties = int(actions[0]), -(1 << 40), 0
    lead, later, fives, mirror = look_at_trick(state, seat)
    for i in range(found):
        action = int(actions[i])
        worth = weigh(state, seat, action, lead, later, fives, mirror)
        if worth > most:
            best, most, ties = action, worth, 1
        elif worth == most:
            ties += 1
            if pick(chance, ties) == 0:
                best = action
    return best


@rule
def weigh(state, seat, action, lead, later, fives, mirror):
    if action < PLAY:
        return weigh_level(state, seat, action - SCARE)
    if action < DROP:
        return weigh_cards(
            state, seat, (action - PLAY) >> 3, ((action - PLAY) & 7) + 1, lead, later, fives, mirror
        )
    return danger(action - DROP)


# === SCARE LEVEL ===


@rule
def weigh_level(state, seat, level):
    """On top, if the hand can go below others; one Unfazed card above it for a hand that cannot."""
    return -abs(level - (0 if lowest_result(state, seat) <= LOW else 1))


@rule
def lowest_result(state, seat):
    """Ten times the lowest result that the hand can make: a 0/10, a low card, or a set."""
    if state.hands[seat, ZERO_TEN] > 0:
        return 0
    lowest = 100
    for value in range(HIGHEST, 0, -1):
        for number in range(1, min(int(state.hands[seat, value]), 2) + 1):
            lowest = min(lowest, count_result(value, number))
    return lowest


# === PLAYS ===


@rule
def weigh_cards(state, seat, value, number, lead, later, fives, mirror):
    """What the hope of points becomes, and what the hand becomes."""
    likely = chance_to_win(count_result(value, number), lead, later)
    above, cards = int(state.above[seat]), int(state.characters[seat])
    staying = hope(above, cards)
    winning = hope_after_winning(
        above, cards, fives + (number if value == FIVE else 0), mirror or card_of(value) == ZERO_TEN
    )
    return (likely * winning + (1000 - likely) * staying) // 1000 + RELIEF * relief(value, number)


@rule
def look_at_trick(state, seat):
    """What all plays have in common: the result to beat, how many play later, the fives, and whether a 0/10 lies there."""
    if state.phase != TRICKS:
        return -1, 0, 0, False
    return result_to_beat(state), count_later(state, seat), count_fives(state), has_zero_ten(state)


@rule
def result_to_beat(state):
    """Ten times the highest result that lies there, or -1."""
    leading = trick_winner(state)
    return (
        -1
        if leading == NOBODY
        else count_result(int(state.trick_values[leading]), int(state.trick_counts[leading]))
    )


@rule
def count_later(state, seat):
    """How many play after the seat."""
    number, later = 0, next_to_play(state, seat)
    while later != NOBODY:
        number += 1
        later = next_to_play(state, later)
    return number


@rule
def chance_to_win(result, lead, later):
    """In thousandths: nothing below what lies there already; else all who play later may go higher, the more easily the lower it is."""
    if result < lead:
        return 0
    likely = 1000
    for _ in range(later):
        likely = likely * min(10 * result, 960) // 1000
    return likely


@rule
def hope(above, cards):
    """Points that a character deck promises: double with the Scared card on top, ten at its end if many tricks are still won."""
    below = cards - 1 - above
    if above == 0:
        return 2000 * below
    if below == 0:
        return 1000 * (PARANOIA - above) // 3
    return 1000 * below + 300 * below // above


@rule
def hope_after_winning(above, cards, fives, mirror):
    """With a 0/10 (the mirror) in the trick the deck turns by one; else cards are turned up, and the Scared card may be among them."""
    if mirror:
        return hope((above + 1) % cards, cards)
    shown = 1 + fives
    if shown <= above:
        return hope(above - shown, cards - shown)
    return 1000 * PARANOIA if above == cards - 1 else 0


@rule
def relief(value, number):
    """How much less dangerous the hand is without the cards, and with as many new ones but one."""
    return number * danger(card_of(value)) - (number - 1) * 5


@rule
def danger(card):
    """A high card is hard to lose with; a 0/10 is never in the way."""
    return card
