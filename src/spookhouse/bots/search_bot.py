"""A bot that searches before it moves."""

import hashlib

import numpy as np

from spookhouse.bots.bot import Bot
from spookhouse.bots.oversights import overlooks
from spookhouse.bots.timed_search import (
    UNLIMITED,
    SearchConfig,
    SearchResult,
    TimeLimit,
    analyse,
    prepare_search,
)
from spookhouse.kernel.chance import key_from_seed
from spookhouse.kernel.contract import State
from spookhouse.kernel.game import Game


class SearchBot(Bot):
    """Search every decision within the limits of a `SearchConfig`."""

    uses_search = True

    def __init__(self, name: str, config: SearchConfig, seed: int | bytes | None = None) -> None:
        self.name = name
        self.config = config
        self.key = key_from_seed(seed)

    @property
    def search_seconds(self) -> float:
        """The budget of seconds, unless another one usually ends the search before."""
        budget = self.config.budget
        return budget.seconds if budget.iterations == UNLIMITED else 0.0

    def prepare(self, game: Game) -> None:
        """Compile the search of the game, or load it from the cache."""
        prepare_search(game)

    def choose(self, game: Game, state: State, seat: int) -> int:
        """Return the best action that this bot does not overlook."""
        return self.choose_within(game, state, seat, TimeLimit())

    def choose_within(self, game: Game, state: State, seat: int, limit: TimeLimit) -> int:
        """Choose from what was found when the budget is spent, or when the limit is reached."""
        actions = np.zeros(game.rules.MAX_ACTIONS, np.int32)
        if game.rules.legal(state, seat, actions) == 1:
            return int(actions[0])
        result = self.analyse(game, state, seat, limit)
        noticed = (each.action for each in result.candidates if self.notices(each.action))
        return next(noticed, result.action)

    def analyse(
        self, game: Game, state: State, seat: int, limit: TimeLimit | None = None
    ) -> SearchResult:
        """Search the decision and return all candidates, the best one first."""
        self.key = hashlib.sha256(self.key).digest()
        return analyse(game, state, seat, self.key, self.config, limit)

    def notices(self, action: int) -> bool:
        """Return whether the bot considers this action in the current decision."""
        return not overlooks(self.key, action, self.config.overlook_percent)
