"""Coordinates of places and spaces in the graveyard.

A place x,y holds one tile, and the first tile lies at 0,0. A tile has four spaces, and the
north-western space of the first tile is 0,0.
"""

from collections.abc import Sequence
from functools import cache

from spookhouse.games.graveyards import rules
from spookhouse.kernel.contract import State
from spookhouse.kernel.rule_decorator import uncompiled

Point = tuple[int, int]

# |x| + |y| of a place that an action can name; a layout of 58 tiles around 0,0 reaches 57.
FARTHEST = 63
FARTHEST_SPACE = 2 * FARTHEST + 1  # |x| or |y| of a space
EAST_OF = (0, 1, 1, 0)  # x of each quarter beside the north-western one
SOUTH_OF = (0, 0, 1, 1)  # y of each quarter beside the north-western one
QUARTER_AT = {(0, 0): 0, (1, 0): 1, (1, 1): 2, (0, 1): 3}

place_at = uncompiled(rules.place_at)


@cache
def place_point(place: int) -> Point:
    """Return the x,y of a place that an action names."""
    return rules.x_of(place), rules.y_of(place)


@cache
def space_point(name: int) -> Point:
    """Return the x,y of a space that an action names."""
    x, y = place_point(name >> 2)
    return 2 * x + EAST_OF[name & 3], 2 * y + SOUTH_OF[name & 3]


def place_name(x: int, y: int) -> int | None:
    """Return the bits that name a place, None if it is too far away."""
    return place_at(x, y) if abs(x) + abs(y) <= FARTHEST else None


def space_name(x: int, y: int) -> int | None:
    """Return the bits that name a space, None if it is too far away."""
    place = place_name(x >> 1, y >> 1)
    return None if place is None else place << 2 | QUARTER_AT[x & 1, y & 1]


def space_at(state: State, x: int, y: int) -> int:
    """Return the space of a record at x,y, or NO_SPACE."""
    name = space_name(x, y)
    return rules.NO_SPACE if name is None else int(rules.space_named(state, name))


@cache
def place_text(place: int) -> str:
    """Return a place as text: `3,-2`."""
    return "{},{}".format(*place_point(place))


@cache
def space_text(name: int) -> str:
    """Return a space as text: `7,-3`."""
    return "{},{}".format(*space_point(name))


def reading_order(point: Sequence[int]) -> tuple[int, int]:
    """Return a sort key: smaller y first, then smaller x."""
    return point[1], point[0]
