"""Names of tiles, Houses and tokens in sentences for players."""

from collections.abc import Sequence

from spookhouse.games.graveyards.pieces import (
    COLOUR_NAMES,
    HOUSE_NAMES,
    KIND_NAMES,
    KIND_TITLES,
    TILE_SET,
)


def ghosts(tile: int) -> str:
    """Return the ghosts of a tile, like "two white, one orange, one blue"."""
    shown = [COLOUR_NAMES[code] for code in TILE_SET[tile].ghosts]
    counts = {name: shown.count(name) for name in dict.fromkeys(shown)}
    if len(counts) == 1:
        return f"four {shown[0]} ghosts"
    return ", ".join(
        f"{('', 'one', 'two', 'three')[number]} {name}" for name, number in counts.items()
    )


def tile_with_ghosts(tile: int) -> str:
    """Return a tile, like "tile 52 (four blue ghosts)"."""
    return f"tile {tile} ({ghosts(tile)})"


def at(point: Sequence[int]) -> str:
    """Return coordinates, like "3,-2"."""
    return f"{point[0]},{point[1]}"


def house(name: str) -> str:
    """Return a House, like "the white House, Pale Manor,"."""
    return f"the {name} House, {HOUSE_NAMES[COLOUR_NAMES.index(name)]},"


def kind_name(kind: int) -> str:
    """Return the name of a kind of token, like "gravestone"."""
    return KIND_NAMES[kind - 1]


def a_token(name: str) -> str:
    """Return a token, like "a Gravestone"."""
    return KIND_TITLES[KIND_NAMES.index(name)]


def bare_token(name: str) -> str:
    """Return a token, like "Gravestone"."""
    return a_token(name).removeprefix("a ")


def the_token(name: str) -> str:
    """Return a token, like "the Gravestone"."""
    return f"the {bare_token(name)}"


def points(number: int) -> str:
    """Return a score, like "1 point"."""
    return "1 point" if number == 1 else f"{number} points"
