"""What a bot is."""

from typing import Protocol

from spookhouse.kernel.contract import State
from spookhouse.kernel.game import Game


class Bot(Protocol):
    """Chooses one of the legal actions of a seat, from a record that shows only what the seat knows."""

    name: str

    def choose(self, game: Game, state: State, seat: int) -> int: ...
