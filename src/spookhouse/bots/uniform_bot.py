"""A bot that plays random legal moves."""

import numpy as np

from spookhouse.bots.bot import ChanceBot
from spookhouse.kernel.contract import State
from spookhouse.kernel.game import Game


class UniformBot(ChanceBot):
    """Choose among the legal moves, each equally likely."""

    name = "uniform"

    def choose(self, game: Game, state: State, seat: int) -> int:
        """Return a random legal action."""
        actions = np.zeros(game.rules.MAX_ACTIONS, np.int32)
        return int(game.loops.draw_move(state, seat, actions, self.chance))
