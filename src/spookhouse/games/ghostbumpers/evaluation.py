"""Where a search of Ghostbumpers stops, and the returns that it expects there.

A playout ends with the round; the returns follow from the points.
"""

from math import exp, sqrt

from spookhouse.games.ghostbumpers.beliefs import believe as believe
from spookhouse.games.ghostbumpers.heuristic import expected_points
from spookhouse.games.ghostbumpers.rules import NOT_YET
from spookhouse.kernel.contract import Tuning
from spookhouse.kernel.rule_decorator import rule

TUNING = Tuning(exploration=1.0, randomness=10, is_relative=True)

ROUND_SPREAD = 12.0  # points by which the scores of one round differ
USUAL_POINTS = 10.0  # points of a seat in a round


@rule
def is_far(known, state, moves):
    """Stop at the end of the round."""
    return state.round_number != known.round_number


@rule
def expect(state, returns):
    """Write the returns that the scores promise; a lead is worth less the more rounds are left."""
    players = int(state.players)
    spread = ROUND_SPREAD * sqrt(count_rounds_left(state))
    total = 0.0
    for seat in range(players):
        returns[seat] = exp((points(state, seat) - points(state, 0)) / spread)
        total += returns[seat]
    for seat in range(players):
        returns[seat] = returns[seat] / total - 1.0 / players


@rule
def count_rounds_left(state):
    """Return the rounds still to be played, estimated if the game has a target."""
    if state.target == 0:
        return max(1.0 + state.rounds - state.round_number, 1.0)
    most = 0.0
    for seat in range(state.players):
        most = max(most, points(state, seat))
    return max((state.target - most) / USUAL_POINTS, 1.0)


@rule
def points(state, seat):
    """Return the score of the seat, and half of the points that its character deck promises."""
    if state.above[seat] == NOT_YET:
        return float(state.scores[seat])
    promised = expected_points(int(state.above[seat]), int(state.characters[seat]))
    return state.scores[seat] + promised / 2000.0
