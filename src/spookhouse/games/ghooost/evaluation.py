"""How far a search looks in Ghooost!, and what it expects where it stops: whoever has more ghosts is likelier to be the last one haunted."""

from math import exp

from spookhouse.games.ghooost.rules import MATCH
from spookhouse.kernel.contract import Tuning
from spookhouse.kernel.rule import rule

TUNING = Tuning(exploration=1.0, randomness=25)

FAR = 60  # moves after which a playout stops: ghosts go round in circles for long
GHOST = 0.15  # how much one ghost more adds to the danger, as a logarithm
POINT = 0.5  # how much a point of a match adds to the hope


@rule
def believe(state, seat, chance):
    """Any world is as likely as any other."""


@rule
def is_far(known, state, moves):
    """In a match the next round is too far away."""
    return moves >= FAR or state.round_number != known.round_number


@rule
def expect(state, returns):
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
    """In a match how likely the seat is to win, else how likely to lose, as a logarithm."""
    ghosts = GHOST * (state.hand_sizes[seat] + state.mansion_sizes[seat])
    if state.mode == MATCH:
        return POINT * state.scores[seat] - state.boos[seat] - ghosts
    return ghosts if (state.inside >> seat) & 1 else -50.0
