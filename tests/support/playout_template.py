"""Template for games between the heuristic and random players, compiled once per game.

`kernel.specialize` supplies the globals `rules` and `heuristic`.
"""

from spookhouse.kernel.chance import pick
from spookhouse.kernel.contract import Choose, Rules
from spookhouse.kernel.rule_decorator import rule
from spookhouse.kernel.seats import first_seat

rules: Rules = globals()["rules"]
heuristic: Choose = globals()["heuristic"]


@rule
def choose(state, concealed, seat, by_heuristic, actions, chance):
    """Return a legal action; the heuristic sees a concealed copy of the state."""
    if by_heuristic:
        concealed[0] = state
        rules.conceal(concealed[0], seat)
        count = rules.legal(concealed[0], seat, actions)
        return heuristic(concealed[0], seat, actions, count, chance)
    count = rules.legal(state, seat, actions)
    return int(actions[pick(chance, count)])


@rule
def play_game(state, concealed, heuristic_seats, actions, chance, tape):
    """Play one game to its end."""
    bits = rules.waiting(state)
    while bits:
        seat = first_seat(bits)
        by_heuristic = (heuristic_seats >> seat) & 1
        action = choose(state, concealed, seat, by_heuristic, actions, chance)
        rules.play(state, seat, action, chance, tape)
        bits = rules.waiting(state)


@rule
def play_games(states, concealed, heuristic_seats, chances, returns, actions, tape):
    """Play every game to its end and fill in the returns of all seats."""
    for i in range(len(states)):
        play_game(states[i], concealed, int(heuristic_seats[i]), actions, chances[i], tape)
        rules.outcome(states[i], returns[i])
