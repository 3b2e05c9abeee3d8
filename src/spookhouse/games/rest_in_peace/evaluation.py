"""Where a search of Rest in Peace stops, and the returns that it expects there.

They follow from the mansions that each seat has won and the cards that it has left.
"""

from math import exp

from spookhouse.games.rest_in_peace.pieces import CASTLES_TO_WIN, MANORS_TO_WIN
from spookhouse.kernel.contract import Tuning
from spookhouse.kernel.rule_decorator import rule

TUNING = Tuning(exploration=1.0, randomness=10)


@rule
def believe(state, seat, chance):
    """Leave the imagined world as it is: all worlds are equally likely."""


@rule
def is_far(known, state, moves):
    """Never stop early: the game is short."""
    return False


@rule
def expect(state, returns):
    """Write the returns that mansions and cards of both seats promise."""
    lead = weigh(state, 0) - weigh(state, 1)
    returns[0] = 1.0 / (1.0 + exp(-lead)) - 0.5
    returns[1] = -returns[0]


@rule
def weigh(state, seat):
    """Add progress towards four Manors or three Castles to the cards in hand."""
    manors = state.manors_won[seat] / MANORS_TO_WIN
    castles = state.castles_won[seat] / CASTLES_TO_WIN
    return 3.0 * max(manors, castles) ** 2 + manors + castles + 0.15 * state.hand_sizes[seat]
