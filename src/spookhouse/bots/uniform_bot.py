"""A bot that plays random legal moves."""

import numpy as np

from spookhouse.bots.bot import Bot
from spookhouse.kernel.chance import key_from_seed, new_chance
from spookhouse.kernel.contract import State
from spookhouse.kernel.game import Game


class UniformBot(Bot):
    """Choose among the legal moves, each equally likely."""

    name = "uniform"

    def __init__(self, seed: int | bytes | None = None) -> None:
        self.chance = new_chance(key_from_seed(seed))[0]

    def choose(self, game: Game, state: State, seat: int) -> int:
        """Return a random legal action."""
        actions = np.zeros(game.rules.MAX_ACTIONS, np.int32)
        return int(game.loops.draw_move(state, seat, actions, self.chance))
