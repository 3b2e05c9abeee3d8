"""The game's own rules of thumb."""

import numpy as np

from spookhouse.kernel.chance import key_from_seed, new_chance
from spookhouse.kernel.contract import State
from spookhouse.kernel.game import Game


class HeuristicBot:
    """Plays by the rules of thumb that the game supplies: sensible, quick, and without looking ahead."""

    name = "thumb"

    def __init__(self, seed: int | bytes | None = None) -> None:
        self.chance = new_chance(key_from_seed(seed))[0]

    def choose(self, game: Game, state: State, seat: int) -> int:
        actions = np.zeros(game.rules.MAX_ACTIONS, np.int32)
        found = game.rules.legal(state, seat, actions)
        return int(game.heuristic.choose(state, seat, actions, found, self.chance))
