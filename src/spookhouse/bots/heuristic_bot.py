"""A bot that plays by the heuristic of the game."""

import numpy as np

from spookhouse.bots.bot import ChanceBot
from spookhouse.kernel.contract import State
from spookhouse.kernel.game import Game


class HeuristicBot(ChanceBot):
    """Play by the game's own heuristic: sensible, fast and without look-ahead."""

    name = "thumb"

    def choose(self, game: Game, state: State, seat: int) -> int:
        """Return the action that the heuristic chooses."""
        actions = np.zeros(game.rules.MAX_ACTIONS, np.int32)
        count = game.rules.legal(state, seat, actions)
        return int(game.heuristic.choose(state, seat, actions, count, self.chance))
