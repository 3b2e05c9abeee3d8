"""Thinks before it moves."""

from dataclasses import dataclass

from spookhouse.bots.search import UNLIMITED, Budget, Thought, think
from spookhouse.kernel.chance import key_from_seed
from spookhouse.kernel.contract import State, Tuning
from spookhouse.kernel.game import Game


class Thinker:
    """Searches every decision within a budget."""

    def __init__(self, budget: Budget, seed: int | bytes | None = None, name: str = "thinker", tuning: Tuning | None = None, horizon: int = UNLIMITED):
        self.name = name
        self.budget = budget
        self.tuning = tuning
        self.horizon = horizon
        self.key = key_from_seed(seed)

    def choose(self, game: Game, state: State, seat: int) -> int:
        return self.think(game, state, seat).action

    def think(self, game: Game, state: State, seat: int) -> Thought:
        thought = think(game, state, seat, self.key, self.budget, self.tuning, self.horizon)
        self.key = key_from_seed(int.from_bytes(self.key[:8], "little") + 1)
        return thought
