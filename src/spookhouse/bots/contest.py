"""Template: many games between rules of thumb and dice, compiled once a game (see `kernel.specialize`; `heuristic` is the game's policy)."""

from typing import Any

from spookhouse.kernel.chance import pick
from spookhouse.kernel.rule import rule
from spookhouse.kernel.seats import first_seat

rules: Any = globals()["rules"]
heuristic: Any = globals()["heuristic"]


@rule
def choose(state, glimpse, seat, by_thumb, actions, chance):
    """One legal action; the policy is handed a concealed copy."""
    if by_thumb:
        glimpse[0] = state
        rules.conceal(glimpse[0], seat)
        found = rules.legal(glimpse[0], seat, actions)
        return heuristic(glimpse[0], seat, actions, found, chance)
    found = rules.legal(state, seat, actions)
    return int(actions[pick(chance, found)])


@rule
def play_contest(state, glimpse, thumbs, actions, chance, tape):
    bits = rules.waiting(state)
    while bits:
        seat = first_seat(bits)
        action = choose(state, glimpse, seat, (thumbs >> seat) & 1, actions, chance)
        rules.play(state, seat, action, chance, tape)
        bits = rules.waiting(state)


@rule
def play_contests(states, glimpse, thumbs, chances, returns, actions, tape):
    """Each game to its end; the bits of `thumbs` say which seats play by thumb, the others play any legal move."""
    for i in range(len(states)):
        play_contest(states[i], glimpse, int(thumbs[i]), actions, chances[i], tape)
        rules.outcome(states[i], returns[i])
