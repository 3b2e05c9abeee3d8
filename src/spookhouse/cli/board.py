"""Draw the position of any game in the terminal."""

from importlib import import_module

from rich.console import RenderableType

from spookhouse.kernel.match import Match
from spookhouse.table.views import BOT_NAMES


def seat_names(players: int, you: int | None = None, name: str = "You") -> list[str]:
    """Return a name for each seat: your own, and names of characters for the others."""
    characters = iter(BOT_NAMES)
    return [name if seat == you else next(characters) for seat in range(players)]


def draw(match: Match, seat: int | None, names: list[str]) -> RenderableType:
    """Draw what a seat may see. Each game has a module `terminal_view`."""
    module = import_module(f"{match.game.folder}.terminal_view")
    drawing: RenderableType = module.draw(match.view(seat), names)
    return drawing
