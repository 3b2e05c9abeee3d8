"""The table of any game in the terminal: each game brings its own drawing."""

from importlib import import_module

from rich.console import RenderableType

from spookhouse.kernel.match import Match
from spookhouse.table import HOUSE_GUESTS


def seat_names(players: int, you: int | None = None, name: str = "You") -> list[str]:
    """Names for the seats: the person's own, and house guests for the others."""
    guests = iter(HOUSE_GUESTS)
    return [name if seat == you else next(guests) for seat in range(players)]


def draw(match: Match, seat: int | None, names: list[str]) -> RenderableType:
    """What the seat sees of the table."""
    drawn: RenderableType = import_module(f"{match.game.folder}.terminal").draw(
        match.view(seat), names
    )
    return drawn
