"""How far a search looks in Rest in Peace, and what it expects where it stops: mansions won, and cards left to win more with."""

from math import exp

from spookhouse.games.rest_in_peace.pieces import CASTLES_TO_WIN, MANORS_TO_WIN
from spookhouse.kernel.contract import Tuning
from spookhouse.kernel.rule import rule

TUNING = Tuning(exploration=1.0, randomness=10)


@rule
def believe(state, seat, chance):
    """Any world is as likely as any other."""


@rule
def is_far(known, state, moves):
    """The game is short enough."""
    return False


@rule
def expect(state, returns):
    lead = weigh(state, 0) - weigh(state, 1)
    returns[0] = 1.0 / (1.0 + exp(-lead)) - 0.5
    returns[1] = -returns[0]


@rule
def weigh(state, seat):
    """Nearness to four Manors or three Castles, and the cards in the hand."""
    manors, castles = (
        state.manors_won[seat] / MANORS_TO_WIN,
        state.castles_won[seat] / CASTLES_TO_WIN,
    )
    return 3.0 * max(manors, castles) ** 2 + manors + castles + 0.15 * state.hand_sizes[seat]
