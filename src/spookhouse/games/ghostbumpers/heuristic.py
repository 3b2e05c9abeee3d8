"""Heuristic for Ghostbumpers: weigh every legal move and play the best.

Put the Scared card on top, where it counts double, if the hand can avoid winning tricks. Then lose
the tricks: play high cards where they cannot win, or in sets, which are low. Play fives where
another player wins. Worth is counted in thousandths of a point.
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
    number_in,
    trick_winner,
    value_in,
)
from spookhouse.kernel.best_move import LEAST, prefer
from spookhouse.kernel.rule_decorator import rule

LOW_RESULT = 25  # ten times a result that most other players must exceed
DANGER_WEIGHT = 10  # the worth of one unit of danger that leaves the hand


@rule
def choose(state, seat, actions, found, chance):
    """Return a move of the highest worth."""
    best, most, ties = int(actions[0]), LEAST, 0
    lead, later, fives, with_zero_ten = summarize_trick(state, seat)
    for i in range(found):
        action = int(actions[i])
        worth = weigh(state, seat, action, lead, later, fives, with_zero_ten)
        best, most, ties = prefer(action, worth, best, most, ties, chance)
    return best


@rule
def weigh(state, seat, action, lead, later, fives, with_zero_ten):
    """Return the worth of a move."""
    if action < PLAY:
        return weigh_level(state, seat, action - SCARE)
    if action < DROP:
        value, number = value_in(action), number_in(action)
        return weigh_cards(state, seat, value, number, lead, later, fives, with_zero_ten)
    return danger(action - DROP)


# === SCARE LEVEL ===


@rule
def weigh_level(state, seat, level):
    """Prefer the top if the hand can play low, else one Unfazed card above the Scared card."""
    return -abs(level - (0 if lowest_result(state, seat) <= LOW_RESULT else 1))


@rule
def lowest_result(state, seat):
    """Return ten times the lowest result that the hand can make: a 0/10, a low card, or a set."""
    if state.hands[seat, ZERO_TEN] > 0:
        return 0
    lowest = 100
    for value in range(HIGHEST, 0, -1):
        for number in range(1, min(int(state.hands[seat, value]), 2) + 1):
            lowest = min(lowest, count_result(value, number))
    return lowest


# === PLAYS ===


@rule
def weigh_cards(state, seat, value, number, lead, later, fives, with_zero_ten):
    """Add the points that the character deck promises to the danger that leaves the hand."""
    likely = chance_to_win(count_result(value, number), lead, later)
    above, cards = int(state.above[seat]), int(state.characters[seat])
    staying = expected_points(above, cards)
    fives += number if value == FIVE else 0
    with_zero_ten = with_zero_ten or card_of(value) == ZERO_TEN
    winning = expected_points_after_winning(above, cards, fives, with_zero_ten)
    promised = (likely * winning + (1000 - likely) * staying) // 1000
    return promised + DANGER_WEIGHT * danger_removed(value, number)


@rule
def summarize_trick(state, seat):
    """Return the result to beat, how many seats follow, the fives, and whether it has a 0/10."""
    if state.phase != TRICKS:
        return -1, 0, 0, False
    return result_to_beat(state), count_later(state, seat), count_fives(state), has_zero_ten(state)


@rule
def result_to_beat(state):
    """Return ten times the highest result in the trick, or -1."""
    leading = trick_winner(state)
    if leading == NOBODY:
        return -1
    return count_result(int(state.trick_values[leading]), int(state.trick_counts[leading]))


@rule
def count_later(state, seat):
    """Return how many seats play after this one."""
    number, later = 0, next_to_play(state, seat)
    while later != NOBODY:
        number += 1
        later = next_to_play(state, later)
    return number


@rule
def chance_to_win(result, lead, later):
    """Return the chance of winning the trick in thousandths.

    A result below the lead never wins. Each later seat may exceed a low result more easily than a
    high one.
    """
    if result < lead:
        return 0
    likely = 1000
    for _ in range(later):
        likely = likely * min(10 * result, 960) // 1000
    return likely


@rule
def expected_points(above, cards):
    """Return the points that a character deck promises.

    The cards below count double with the Scared card on top. A Scared card at the bottom may still
    become Paranoia.
    """
    below = cards - 1 - above
    if above == 0:
        return 2000 * below
    if below == 0:
        return 1000 * (PARANOIA - above) // 3
    return 1000 * below + 300 * below // above


@rule
def expected_points_after_winning(above, cards, fives, with_zero_ten):
    """Return the points that the deck promises after winning the trick.

    With a 0/10 in the trick the bottom card moves to the top. Otherwise cards are turned up, and
    the Scared card may be among them.
    """
    if with_zero_ten:
        return expected_points((above + 1) % cards, cards)
    shown = 1 + fives
    if shown <= above:
        return expected_points(above - shown, cards - shown)
    return 1000 * PARANOIA if above == cards - 1 else 0


@rule
def danger_removed(value, number):
    """Return the danger that leaves the hand with these cards."""
    return number * danger(card_of(value)) - (number - 1) * 5


@rule
def danger(card):
    """Return how hard it is to lose a trick with the card; with a 0/10 (code 0) it is easy."""
    return card
