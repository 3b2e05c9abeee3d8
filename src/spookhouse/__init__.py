"""Spookhouse: ghost games with rules at machine speed.

`spookhouse.game("ghooost").new(players=4, seed=7)` deals a match.
"""

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
    """Return the game of this name; raise `UnknownGame` if there is none.

    The first call loads the compiler.
    """
    from spookhouse.games import game as find

    return find(name)


def all_games() -> "list[Game]":
    """Return all games; the package `spookhouse.games` holds them."""
    from spookhouse.games import games as find_all

    return find_all()
