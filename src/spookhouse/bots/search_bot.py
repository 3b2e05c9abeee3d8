"""Thinks before it moves."""

import hashlib

import numpy as np

from spookhouse.bots.search import SearchConfig, SearchResult, think
from spookhouse.kernel.chance import key_from_seed
from spookhouse.kernel.contract import State
from spookhouse.kernel.game import Game

PER_CENT = 256 / 100  # of a byte


class SearchBot:
    """Searches every decision, as its config allow."""

    def __init__(self, name: str, config: SearchConfig, seed: int | bytes | None = None) -> None:
        self.name = name
        self.config = config
        self.key = key_from_seed(seed)

    def choose(self, game: Game, state: State, seat: int) -> int:
        actions = np.zeros(game.rules.MAX_ACTIONS, np.int32)
        if game.rules.legal(state, seat, actions) == 1:
            return int(actions[0])
        thought = self.think(game, state, seat)
        return next(
            (found.action for found in thought.candidates if self.notices(found.action)),
            thought.action,
        )

    def think(self, game: Game, state: State, seat: int) -> SearchResult:
        """All that was found about the decision, the best move first."""
        self.key = hashlib.sha256(self.key).digest()
        return think(game, state, seat, self.key, self.config)

    def notices(self, action: int) -> bool:
        """Who overlooks a move overlooks it for this decision, however long the thinking."""
        dice = hashlib.sha256(self.key + action.to_bytes(4, "little")).digest()[0]
        return dice >= self.config.overlooks * PER_CENT
