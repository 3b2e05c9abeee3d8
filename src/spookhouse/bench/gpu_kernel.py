"""Template: random games on a GPU, one thread per game, with the very same rules.

`kernel.specialize` supplies the globals `rules` and `loops`.
"""

from numba import cuda, from_dtype, int32

from spookhouse.kernel.chance import CHANCE, use_fast_rng
from spookhouse.kernel.contract import Rules
from spookhouse.kernel.loop_protocol import Loops

rules: Rules = globals()["rules"]
loops: Loops = globals()["loops"]

MAX_ACTIONS = rules.MAX_ACTIONS
STATE = from_dtype(rules.STATE)
CHANCE_RECORD = from_dtype(CHANCE)


@cuda.jit
def play_random_games(states, chances, returns, moves, tape):
    """Deal and play out every state.

    Each thread works on copies in local memory, which the hardware interleaves for fast access.
    """
    i = cuda.grid(1)
    if i >= states.shape[0]:
        return
    state = cuda.local.array(1, STATE)
    chance = cuda.local.array(1, CHANCE_RECORD)
    actions = cuda.local.array(MAX_ACTIONS, int32)
    state[0] = states[i]
    chance[0] = chances[i]
    use_fast_rng(chance[0])
    rules.setup(state[0], chance[0])
    moves[i] = loops.random_playout(state[0], chance[0], actions, tape)
    rules.outcome(state[0], returns[i])
    states[i] = state[0]
    chances[i] = chance[0]
