"""Moves of Graveyards, Ghosts & Haunted Houses as text, and the coordinates in them."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from itertools import combinations, product
from typing import Any

from spookhouse.games.graveyards import rules
from spookhouse.games.graveyards.pieces import (
    COLOUR_NAMES,
    COLOURS,
    KIND_NAMES,
    KINDS,
    PICTURES,
    TILES,
)

# === PLACES AND SPACES ===

FARTHEST = (
    63  # |x| + |y| of a place that an action can name; a layout of 58 tiles around 0,0 reaches 57
)
EAST_OF = (0, 1, 1, 0)  # of the four quarters, beside the north-western
SOUTH_OF = (0, 0, 1, 1)
QUARTER_AT = {(0, 0): 0, (1, 0): 1, (1, 1): 2, (0, 1): 3}

Point = tuple[int, int]


def plain(rule: Any) -> Callable[..., int]:
    """A rule as ordinary Python, which is quicker for a few shifts than the way into compiled code."""
    found: Callable[..., int] = getattr(rule, "py_func", rule)
    return found


tile_in, turns_in, place_in, small_in, name_in = map(
    plain, (rules.tile_in, rules.turns_in, rules.place_in, rules.small_in, rules.name_in)
)
what_of, act_lay, act_on_space, place_at = map(
    plain, (rules.what_of, rules.act_lay, rules.act_on_space, rules.place_at)
)


def is_within_reach(x: int, y: int) -> bool:
    return abs(x) + abs(y) <= FARTHEST


@cache
def place_point(place: int) -> Point:
    """The x,y that 13 bits of an action name."""
    return rules.x_of(place), rules.y_of(place)


@cache
def space_point(name: int) -> Point:
    """The x,y of a space that 15 bits of an action name."""
    x, y = place_point(name >> 2)
    return 2 * x + EAST_OF[name & 3], 2 * y + SOUTH_OF[name & 3]


def place_name(x: int, y: int) -> int | None:
    return place_at(x, y) if is_within_reach(x, y) else None


def space_name(x: int, y: int) -> int | None:
    place = place_name(x >> 1, y >> 1)
    return None if place is None else place << 2 | QUARTER_AT[x & 1, y & 1]


@cache
def place_text(place: int) -> str:
    return "{},{}".format(*place_point(place))


@cache
def space_text(name: int) -> str:
    return "{},{}".format(*space_point(name))


def reading_order(point: Sequence[int]) -> tuple[int, int]:
    """Smaller y first, then smaller x."""
    return point[1], point[0]


# === MOVES ===


def kind_in(action: int) -> str:
    return KIND_NAMES[small_in(action) - 1]


def space_in(action: int) -> str:
    return space_text(name_in(action))


TEXT_OF: dict[int, Callable[[int], str]] = {
    rules.SKIP: lambda action: "skip",
    rules.LAY: lambda action: (
        f"tile {tile_in(action)} {place_text(place_in(action))} r{turns_in(action)}"
    ),
    rules.HOUSE: lambda action: f"house {COLOUR_NAMES[small_in(action)]} {space_in(action)}",
    rules.TURN: lambda action: f"turn {place_text(place_in(action))} r{turns_in(action)}",
    rules.LIFT: lambda action: f"lift {space_in(action)}",
    rules.PUT_DOWN: lambda action: f"drop {space_in(action)}",
    rules.EXCHANGE: lambda action: (
        f"swap {place_text(action >> 13 & 0x1FFF)} {place_text(action & 0x1FFF)}"
    ),
    rules.SPIN_ROUND: lambda action: f"spin r{action & 3}",
    rules.TAKE: lambda action: (
        f"take {place_text(place_in(action))} {tile_in(action)} r{turns_in(action)}"
    ),
    rules.CLAIM: lambda action: f"claim {space_in(action)} {kind_in(action)}",
    rules.PUT: lambda action: f"put {kind_in(action)} {space_in(action)}",
    rules.TRADE: lambda action: (
        f"trade {space_text(action >> 15 & 0x7FFF)} {space_text(action & 0x7FFF)}"
    ),
}


def write_move(action: int) -> str:
    writer = TEXT_OF.get(what_of(action)) if 0 <= action < 1 << 31 else None
    if writer is None:
        raise ValueError(f"{action} is no action of Graveyards, Ghosts & Haunted Houses")
    return writer(action)


def is_action(action: int) -> bool:
    """Whether a code is that of some move: of its text, to be exact."""
    return (
        0 <= action < 1 << 31
        and what_of(action) in TEXT_OF
        and read_move(write_move(action)) == action
    )


NUMBER = r"(0|-?[1-9]\d{0,2})"
POINT = f"{NUMBER},{NUMBER}"
TILE = r"(0|[1-9]\d?)"
ROTATION = "r([0-3])"
COLOUR = f"({'|'.join(COLOUR_NAMES)})"
KIND = f"({'|'.join(KIND_NAMES)})"

SHAPES = {
    word: re.compile(shape)
    for word, shape in {
        "skip": "skip",
        "tile": f"tile {TILE} {POINT} {ROTATION}",
        "house": f"house {COLOUR} {POINT}",
        "turn": f"turn {POINT} r([1-3])",
        "lift": f"lift {POINT}",
        "drop": f"drop {POINT}",
        "swap": f"swap {POINT} {POINT}",
        "spin": f"spin {ROTATION}",
        "trade": f"trade {POINT} {POINT}",
        "take": f"take {POINT} {TILE} {ROTATION}",
        "claim": f"claim {POINT} {KIND}",
        "put": f"put {KIND} {POINT}",
    }.items()
}


def read_lay(what: int, tile: int, x: int, y: int, turns: int) -> int | None:
    """LAY or TAKE; of rotations that show the same picture only the smallest has a text."""
    place = place_name(x, y)
    return (
        None
        if place is None or tile >= TILES or turns >= PICTURES[tile]
        else act_lay(what, tile, turns, place)
    )


def read_turn(x: str, y: str, turns: str) -> int | None:
    place = place_name(int(x), int(y))
    return None if place is None else act_lay(rules.TURN, 0, int(turns), place)


def read_on_space(what: int, small: int, x: str, y: str) -> int | None:
    name = space_name(int(x), int(y))
    return None if name is None else act_on_space(what, small, name)


def read_pair(
    action: Callable[[int, int], int],
    name: Callable[[int, int], int | None],
    x: str,
    y: str,
    other_x: str,
    other_y: str,
) -> int | None:
    """Two places or two spaces; only the smaller y first, then the smaller x, has a text."""
    point, other = (int(x), int(y)), (int(other_x), int(other_y))
    first, second = name(*point), name(*other)
    return (
        None
        if first is None or second is None or reading_order(point) >= reading_order(other)
        else action(first, second)
    )


READERS: dict[str, Callable[..., int | None]] = {
    "skip": lambda: rules.SKIP,
    "tile": lambda tile, x, y, turns: read_lay(rules.LAY, int(tile), int(x), int(y), int(turns)),
    "house": lambda colour, x, y: read_on_space(rules.HOUSE, COLOUR_NAMES.index(colour), x, y),
    "turn": read_turn,
    "lift": lambda x, y: read_on_space(rules.LIFT, 0, x, y),
    "drop": lambda x, y: read_on_space(rules.PUT_DOWN, 0, x, y),
    "swap": lambda *points: read_pair(plain(rules.act_exchange), place_name, *points),
    "spin": lambda turns: plain(rules.act)(rules.SPIN_ROUND, int(turns)),
    "trade": lambda *points: read_pair(plain(rules.act_trade), space_name, *points),
    "take": lambda x, y, tile, turns: read_lay(rules.TAKE, int(tile), int(x), int(y), int(turns)),
    "claim": lambda x, y, kind: read_on_space(rules.CLAIM, 1 + KIND_NAMES.index(kind), x, y),
    "put": lambda kind, x, y: read_on_space(rules.PUT, 1 + KIND_NAMES.index(kind), x, y),
}


def read_move(text: str) -> int | None:
    word = text.partition(" ")[0]
    found = SHAPES[word].fullmatch(text) if word in SHAPES else None
    return READERS[word](*found.groups()) if found else None


def vocabulary() -> Iterator[int]:
    """Every kind of move near 0,0; the board has no edge, so there is no end of texts."""
    places = [place_at(x, y) for y, x in product(range(-3, 4), repeat=2)]
    spaces = [
        name for y, x in product(range(-6, 8), repeat=2) if (name := space_name(x, y)) is not None
    ]
    near = [
        name for y, x in product(range(-2, 4), repeat=2) if (name := space_name(x, y)) is not None
    ]
    pictures = [(tile, turns) for tile in range(TILES) for turns in range(PICTURES[tile])]
    yield rules.SKIP
    yield from (
        act_lay(what, *picture, place)
        for what in (rules.LAY, rules.TAKE)
        for picture in pictures
        for place in places
    )
    yield from (act_lay(rules.TURN, 0, turns, place) for turns in (1, 2, 3) for place in places)
    yield from (plain(rules.act)(rules.SPIN_ROUND, turns) for turns in range(4))
    yield from (
        act_on_space(rules.HOUSE, colour, name) for colour in range(COLOURS) for name in spaces
    )
    yield from (
        act_on_space(what, 0, name) for what in (rules.LIFT, rules.PUT_DOWN) for name in spaces
    )
    yield from (
        act_on_space(what, kind, name)
        for what in (rules.CLAIM, rules.PUT)
        for kind in range(1, KINDS + 1)
        for name in spaces
    )
    yield from (plain(rules.act_exchange)(*pair) for pair in combinations(places, 2))
    yield from (plain(rules.act_trade)(*pair) for pair in combinations(near, 2))


class Vocabulary(Sequence[int]):
    """The moves near 0,0, listed when first asked for."""

    @cached_property
    def codes(self) -> tuple[int, ...]:
        return tuple(vocabulary())

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, number: Any) -> Any:
        return self.codes[number]


VOCABULARY = Vocabulary()
