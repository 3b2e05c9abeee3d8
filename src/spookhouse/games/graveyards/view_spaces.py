"""The spaces of a view by coordinates, as terminal_view.py and svg.py draw them."""

from dataclasses import dataclass

from spookhouse.games.graveyards.coordinates import EAST_OF, SOUTH_OF, Point
from spookhouse.kernel.contract import Json


@dataclass(frozen=True)
class Space:
    """One quarter of a tile in play: its ghost, and what lies on it."""

    ghost: str
    token: str | None  # kind
    house: str | None  # colour
    sections: tuple[str, ...]  # colours whose best section includes it


@dataclass(frozen=True)
class Board:
    """The tiles and spaces of a view by coordinates."""

    tiles: dict[Point, int]
    spaces: dict[Point, Space]

    @property
    def columns(self) -> range:
        """The x of all tiles."""
        return span([x for x, _ in self.tiles])

    @property
    def rows(self) -> range:
        """The y of all tiles."""
        return span([y for _, y in self.tiles])


def span(numbers: list[int]) -> range:
    """Return the range from the smallest to the largest number."""
    return range(min(numbers), max(numbers) + 1) if numbers else range(0)


def board_of(view: Json) -> Board:
    """Return everything that lies in the graveyard of a view."""
    tiles = {(entry["x"], entry["y"]): entry["tile"] for entry in view["board"]}
    tokens = {(token["x"], token["y"]): token["kind"] for token in view["placed"]}
    houses = covered(view)
    best = {name: set(map(tuple, section)) for name, section in view["sections"].items()}
    spaces = {}
    for entry in view["board"]:
        for quarter, ghost in enumerate(turned(view, entry["tile"], entry["r"])):
            point = 2 * entry["x"] + EAST_OF[quarter], 2 * entry["y"] + SOUTH_OF[quarter]
            spaces[point] = Space(
                ghost,
                tokens.get(point),
                houses.get(point),
                tuple(name for name, section in best.items() if point in section),
            )
    return Board(tiles, spaces)


def covered(view: Json) -> dict[Point, str]:
    """Return the spaces under Houses, with the colour of the House."""
    return {
        (x + dx, y + dy): name
        for name, (x, y) in standing(view).items()
        for dx in (0, 1)
        for dy in (0, 1)
    }


def standing(view: Json) -> dict[str, Point]:
    """Return the Houses in play, by their north-west windows."""
    return {
        name: (point[0], point[1]) for name, point in view["houses"].items() if point is not None
    }


def turned(view: Json, tile: int, turns: int) -> list[str]:
    """Return the ghosts of a tile as it lies: NW, NE, SE, SW."""
    ghosts = view["tiles"][str(tile)]["ghosts"]
    return [ghosts[(quarter - turns) % 4] for quarter in range(4)]
