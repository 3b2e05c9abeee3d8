"""The registry: all games by name.

A game is imported when it is first asked for.
"""

import difflib
from importlib import import_module

from spookhouse.kernel.errors import UnknownGame
from spookhouse.kernel.game import Game
from spookhouse.kernel.validation import shown

FOLDERS = {  # name in code and addresses: folder
    "ghooost": "ghooost",
    "ghostbumpers": "ghostbumpers",
    "rest-in-peace": "rest_in_peace",
    "graveyards": "graveyards",
}


def game(name: str) -> Game:
    """Return the game of that name."""
    folder = FOLDERS.get(name) if isinstance(name, str) else None
    if folder is None:
        near = difflib.get_close_matches(shown(name), FOLDERS, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise UnknownGame(
            f"invalid game: got {shown(name)}, expected one of {', '.join(FOLDERS)}{hint}"
        )
    found = import_module(f"spookhouse.games.{folder}").GAME
    assert isinstance(found, Game)
    return found


def games() -> list[Game]:
    """Return all games."""
    return [game(name) for name in FOLDERS]
