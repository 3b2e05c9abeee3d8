"""The base classes of all bots."""

from abc import ABC, abstractmethod

from spookhouse.bots.timed_search import TimeLimit
from spookhouse.kernel.chance import key_from_seed, new_chance
from spookhouse.kernel.contract import State
from spookhouse.kernel.game import Game


class Bot(ABC):
    """Choose actions for one seat from what that seat may know.

    One instance serves any number of moves. Its calls must not overlap.
    """

    name: str
    # Whether `choose` runs the game's compiled search. A server has it compiled by another process
    # before it calls `prepare`.
    uses_search = False

    @property
    def search_seconds(self) -> float:
        """Seconds that a decision takes, if its search is limited by time; otherwise 0."""
        return 0.0

    def prepare(self, game: Game) -> None:  # noqa: B027  most bots need no preparation
        """Compile or load what `choose` needs for a game. Further calls return at once."""

    @abstractmethod
    def choose(self, game: Game, state: State, seat: int) -> int:
        """Return the code of one legal action of the seat.

        `state` is the record concealed for that seat. The seat must owe a decision.
        """

    def choose_within(self, game: Game, state: State, seat: int, limit: TimeLimit) -> int:
        """Choose as `choose` does, but stop when the limit is reached.

        The limit can move meanwhile. Only a bot that searches needs to look at it.
        """
        return self.choose(game, state, seat)


class ChanceBot(Bot):
    """A bot without look-ahead, which has a chance of its own."""

    def __init__(self, seed: int | bytes | None = None) -> None:
        self.chance = new_chance(key_from_seed(seed))[0]
