"""Where a search of Graveyards stops, and the returns that it expects there.

They follow from the current scores.
"""

from math import exp

from spookhouse.games.graveyards.pieces import COLOURS
from spookhouse.games.graveyards.rules import NOBODY, score_colour
from spookhouse.kernel.contract import Tuning
from spookhouse.kernel.rule_decorator import rule

TUNING = Tuning(exploration=1.0, randomness=0, width=2.0, growth=0.4)

MAX_MOVES = 2  # moves after which a playout stops
DECISIVE_LEAD = 6.0  # a lead that almost certainly wins


@rule
def believe(state, seat, chance):
    """Leave the imagined world as it is: all worlds are equally likely."""


@rule
def is_far(known, state, moves):
    """Stop after a few moves."""
    return moves >= MAX_MOVES


@rule
def expect(state, returns):
    """Write the returns that the current scores promise."""
    players = int(state.players)
    for seat in range(players):
        returns[seat] = 0.0
    for colour in range(COLOURS):
        if state.owners[colour] != NOBODY:
            returns[state.owners[colour]] += score_colour(state, colour)
    total, first = 0.0, returns[0]
    for seat in range(players):
        returns[seat] = exp((returns[seat] - first) / DECISIVE_LEAD)
        total += returns[seat]
    for seat in range(players):
        returns[seat] = returns[seat] / total - 1.0 / players
