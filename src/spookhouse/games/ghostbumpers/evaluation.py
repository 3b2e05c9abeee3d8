"""How far a search looks in Ghostbumpers, and what it expects where it stops: the round to its end, then by the points."""

from math import exp, sqrt

from spookhouse.games.ghostbumpers.heuristic import hope
from spookhouse.games.ghostbumpers.rules import NOT_YET
from spookhouse.kernel.chance import pick
from spookhouse.kernel.contract import Tuning
from spookhouse.kernel.rule import rule

TUNING = Tuning(exploration=1.0, randomness=10, is_relative=True)

ROUND = 12.0  # by how many points the scores of one round differ
BRAVE = 6  # per cent of all who wait for Paranoia
DEEPER = 25  # per cent of the others who put one Unfazed card more above it
USUAL = 10.0  # points of a seat in a round


@rule
def believe(state, seat, chance):
    """Most people put the Scared card on top or near it, where it counts most; a few at the very end."""
    for other in range(state.players):
        if other != seat and state.above[other] != NOT_YET:
            state.above[other] = draw_level(int(state.characters[other]), chance)


@rule
def draw_level(cards, chance):
    if pick(chance, 100) < BRAVE:
        return cards - 1
    level = 0
    while level < cards - 1 and pick(chance, 100) < DEEPER:
        level += 1
    return level


@rule
def is_far(known, state, moves):
    """The next round is too far away."""
    return state.round_number != known.round_number


@rule
def expect(state, returns):
    """The more rounds there are still to come the less a lead is worth."""
    players = int(state.players)
    spread = ROUND * sqrt(rounds_to_come(state))
    total = 0.0
    for seat in range(players):
        returns[seat] = exp((points(state, seat) - points(state, 0)) / spread)
        total += returns[seat]
    for seat in range(players):
        returns[seat] = returns[seat] / total - 1.0 / players


@rule
def rounds_to_come(state):
    if state.target == 0:
        return max(1.0 + state.rounds - state.round_number, 1.0)
    most = 0.0
    for seat in range(state.players):
        most = max(most, points(state, seat))
    return max((state.target - most) / USUAL, 1.0)


@rule
def points(state, seat):
    """What the seat has, and half of what it may hope for in this round."""
    if state.above[seat] == NOT_YET:
        return float(state.scores[seat])
    return state.scores[seat] + hope(int(state.above[seat]), int(state.characters[seat])) / 2000.0
