"""What a view shows space by space: for drawings of every kind."""

from dataclasses import dataclass

from spookhouse.games.graveyards.moves import EAST_OF, SOUTH_OF
from spookhouse.kernel.contract import Json

Point = tuple[int, int]


@dataclass(frozen=True)
class Space:
    """One quarter of a tile in play: its ghost, and what lies on it."""

    ghost: str
    token: str | None  # kind
    house: str | None  # colour
    sections: tuple[str, ...]  # colours whose best section it belongs to


@dataclass(frozen=True)
class Faces:
    """A view, laid out by coordinates."""

    tiles: dict[Point, int]
    spaces: dict[Point, Space]

    @property
    def columns(self) -> range:
        return span([x for x, _ in self.tiles])

    @property
    def rows(self) -> range:
        return span([y for _, y in self.tiles])


def span(numbers: list[int]) -> range:
    return range(min(numbers), max(numbers) + 1) if numbers else range(0)


def faces(view: Json) -> Faces:
    """Everything that lies in the graveyard of a view."""
    tiles = {(entry["x"], entry["y"]): entry["tile"] for entry in view["board"]}
    tokens = {(token["x"], token["y"]): token["kind"] for token in view["placed"]}
    houses = {
        (x + dx, y + dy): name
        for name, (x, y) in standing(view).items()
        for dx in (0, 1)
        for dy in (0, 1)
    }
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
    return Faces(tiles, spaces)


def standing(view: Json) -> dict[str, Point]:
    """The Houses in play, by their north-west windows."""
    return {
        name: (point[0], point[1]) for name, point in view["houses"].items() if point is not None
    }


def turned(view: Json, tile: int, turns: int) -> list[str]:
    """The ghosts of a tile as it lies: NW, NE, SE, SW."""
    ghosts = view["tiles"][str(tile)]["ghosts"]
    return [ghosts[(quarter - turns) % 4] for quarter in range(4)]
