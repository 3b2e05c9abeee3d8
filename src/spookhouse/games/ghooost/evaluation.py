"""Where a search of Ghooost! stops, and the returns that it expects there.

The player with the most ghosts is the likeliest to be the last one haunted.
"""

from math import exp

from spookhouse.games.ghooost.rules import MATCH
from spookhouse.kernel.contract import Tuning
from spookhouse.kernel.rule_decorator import rule

TUNING = Tuning(exploration=1.0, randomness=25)

MAX_MOVES = (
    60  # moves after which a playout stops: the same ghosts may be collected again and again
)
GHOST_WEIGHT = 0.15  # what one more ghost adds to the logarithm of the odds of losing
POINT_WEIGHT = 0.5  # what a point in a match adds to the logarithm of the odds of winning


@rule
def believe(state, seat, chance):
    """Leave the imagined world as it is: all worlds are equally likely."""


@rule
def is_far(known, state, moves):
    """Stop after many moves, and at the end of a round of a match."""
    return moves >= MAX_MOVES or state.round_number != known.round_number


@rule
def expect(state, returns):
    """Write the returns that the ghosts and points of all seats promise."""
    players = int(state.players)
    total = 0.0
    for seat in range(players):
        returns[seat] = exp(weigh(state, seat))
        total += returns[seat]
    for seat in range(players):
        share = returns[seat] / total
        returns[seat] = share - 1.0 / players if state.mode == MATCH else 1.0 / players - share


@rule
def weigh(state, seat):
    """Return the logarithm of the odds: of winning in a match, of losing in a single round."""
    ghosts = GHOST_WEIGHT * (state.hand_sizes[seat] + state.mansion_sizes[seat])
    if state.mode == MATCH:
        return POINT_WEIGHT * state.scores[seat] - state.boos[seat] - ghosts
    return ghosts if (state.inside >> seat) & 1 else -50.0
