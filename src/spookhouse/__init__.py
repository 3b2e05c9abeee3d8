"""Spookhouse: a house for ghost games. `spookhouse.game("ghooost").new(players=4, seed=7)` deals a match."""

from typing import TYPE_CHECKING

from spookhouse.kernel.errors import (
    BadOption,
    BrokenPosition,
    BrokenRecord,
    GameOver,
    IllegalMove,
    NotYourTurn,
    SpookhouseError,
    UnknownGame,
    UnknownMove,
)

if TYPE_CHECKING:
    from spookhouse.kernel.game import Game

__version__ = "0.1.0"

__all__ = [
    "BadOption",
    "BrokenPosition",
    "BrokenRecord",
    "GameOver",
    "IllegalMove",
    "NotYourTurn",
    "SpookhouseError",
    "UnknownGame",
    "UnknownMove",
    "all_games",
    "game",
]


def game(name: str) -> "Game":
    """The game of that name; the compiler is loaded with the first one."""
    from spookhouse.games import game as find

    return find(name)


def all_games() -> "list[Game]":
    """All games of the house (`spookhouse.games` is the room that they are in)."""
    from spookhouse.games import games as find_all

    return find_all()
