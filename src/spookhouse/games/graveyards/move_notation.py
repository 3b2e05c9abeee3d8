"""Moves of Graveyards, Ghosts & Haunted Houses as text: `tile 17 3,-2 r1`, `put kids 5,0`."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, product
from typing import overload

from spookhouse.games.graveyards import rules
from spookhouse.games.graveyards.coordinates import (
    place_name,
    place_text,
    reading_order,
    space_name,
    space_text,
)
from spookhouse.games.graveyards.pieces import (
    COLOUR_NAMES,
    COLOURS,
    KIND_NAMES,
    KINDS,
    ORIENTATIONS,
    TILES,
)
from spookhouse.kernel.rule_decorator import uncompiled

# Decoding is a few shifts: calling compiled code would take longer.
tile_in, turns_in, place_in = map(uncompiled, (rules.tile_in, rules.turns_in, rules.place_in))
colour_or_kind_in, space_name_in, verb_of = map(
    uncompiled, (rules.colour_or_kind_in, rules.space_name_in, rules.verb_of)
)
first_place_in, first_space_name_in = map(
    uncompiled, (rules.first_place_in, rules.first_space_name_in)
)
action_code, lay_code = map(uncompiled, (rules.action_code, rules.lay_code))
space_code, exchange_code = map(uncompiled, (rules.space_code, rules.exchange_code))
trade_code, place_at = map(uncompiled, (rules.trade_code, rules.place_at))

# === WRITING ===


def kind_in(action: int) -> str:
    """Return the kind of token that an action names."""
    return KIND_NAMES[colour_or_kind_in(action) - 1]


def space_in(action: int) -> str:
    """Return the text of the space that an action names."""
    return space_text(space_name_in(action))


TEXT_OF: dict[int, Callable[[int], str]] = {
    rules.SKIP: lambda action: "skip",
    rules.LAY: lambda action: (
        f"tile {tile_in(action)} {place_text(place_in(action))} r{turns_in(action)}"
    ),
    rules.HOUSE: lambda action: (
        f"house {COLOUR_NAMES[colour_or_kind_in(action)]} {space_in(action)}"
    ),
    rules.TURN: lambda action: f"turn {place_text(place_in(action))} r{turns_in(action)}",
    rules.LIFT: lambda action: f"lift {space_in(action)}",
    rules.PUT_DOWN: lambda action: f"drop {space_in(action)}",
    rules.EXCHANGE: lambda action: (
        f"swap {place_text(first_place_in(action))} {place_text(place_in(action))}"
    ),
    rules.SPIN_ROUND: lambda action: f"spin r{action & 3}",
    rules.TAKE: lambda action: (
        f"take {place_text(place_in(action))} {tile_in(action)} r{turns_in(action)}"
    ),
    rules.CLAIM: lambda action: f"claim {space_in(action)} {kind_in(action)}",
    rules.PUT: lambda action: f"put {kind_in(action)} {space_in(action)}",
    rules.TRADE: lambda action: (
        f"trade {space_text(first_space_name_in(action))} {space_text(space_name_in(action))}"
    ),
}


def write_move(action: int) -> str:
    """Return the text of an action."""
    writer = TEXT_OF.get(verb_of(action)) if 0 <= action < 1 << 31 else None
    if writer is None:
        raise ValueError(f"invalid action: got {action}, expected one of Graveyards")
    return writer(action)


def is_action(action: int) -> bool:
    """Return whether a code is the one that its text is read as."""
    return (
        0 <= action < 1 << 31
        and verb_of(action) in TEXT_OF
        and read_move(write_move(action)) == action
    )


# === READING ===

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


def read_lay(verb: int, tile: int, x: int, y: int, turns: int) -> int | None:
    """Read LAY or TAKE; of rotations that look the same only the smallest has a text."""
    place = place_name(x, y)
    return (
        None
        if place is None or tile >= TILES or turns >= ORIENTATIONS[tile]
        else lay_code(verb, tile, turns, place)
    )


def read_turn(x: str, y: str, turns: str) -> int | None:
    """Read TURN."""
    place = place_name(int(x), int(y))
    return None if place is None else lay_code(rules.TURN, 0, int(turns), place)


def read_on_space(verb: int, colour_or_kind: int, x: str, y: str) -> int | None:
    """Read an action on a space, with a colour, a kind or 0."""
    name = space_name(int(x), int(y))
    return None if name is None else space_code(verb, colour_or_kind, name)


def read_pair(
    action: Callable[[int, int], int],
    name: Callable[[int, int], int | None],
    x: str,
    y: str,
    other_x: str,
    other_y: str,
) -> int | None:
    """Read two places or two spaces; they must be in reading order."""
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
    "swap": lambda *points: read_pair(exchange_code, place_name, *points),
    "spin": lambda turns: action_code(rules.SPIN_ROUND, int(turns)),
    "trade": lambda *points: read_pair(trade_code, space_name, *points),
    "take": lambda x, y, tile, turns: read_lay(rules.TAKE, int(tile), int(x), int(y), int(turns)),
    "claim": lambda x, y, kind: read_on_space(rules.CLAIM, 1 + KIND_NAMES.index(kind), x, y),
    "put": lambda kind, x, y: read_on_space(rules.PUT, 1 + KIND_NAMES.index(kind), x, y),
}


def read_move(text: str) -> int | None:
    """Return the action of a text, None if there is none."""
    word = text.partition(" ")[0]
    found = SHAPES[word].fullmatch(text) if word in SHAPES else None
    return READERS[word](*found.groups()) if found else None


# === VOCABULARY ===


def vocabulary() -> Iterator[int]:
    """Yield every kind of move near 0,0; the board has no edge, so they are endless."""
    places = [place_at(x, y) for y, x in product(range(-3, 4), repeat=2)]
    spaces = [
        name for y, x in product(range(-6, 8), repeat=2) if (name := space_name(x, y)) is not None
    ]
    near = [
        name for y, x in product(range(-2, 4), repeat=2) if (name := space_name(x, y)) is not None
    ]
    orientations = [(tile, turns) for tile in range(TILES) for turns in range(ORIENTATIONS[tile])]
    yield rules.SKIP
    yield from (
        lay_code(verb, *orientation, place)
        for verb in (rules.LAY, rules.TAKE)
        for orientation in orientations
        for place in places
    )
    yield from (lay_code(rules.TURN, 0, turns, place) for turns in (1, 2, 3) for place in places)
    yield from (action_code(rules.SPIN_ROUND, turns) for turns in range(4))
    yield from (
        space_code(rules.HOUSE, colour, name) for colour in range(COLOURS) for name in spaces
    )
    yield from (
        space_code(verb, 0, name) for verb in (rules.LIFT, rules.PUT_DOWN) for name in spaces
    )
    yield from (
        space_code(verb, kind, name)
        for verb in (rules.CLAIM, rules.PUT)
        for kind in range(1, KINDS + 1)
        for name in spaces
    )
    yield from (exchange_code(*pair) for pair in combinations(places, 2))
    yield from (trade_code(*pair) for pair in combinations(near, 2))


class Vocabulary(Sequence[int]):
    """The moves near 0,0, listed on first access."""

    @cached_property
    def codes(self) -> tuple[int, ...]:
        """All actions of the sequence."""
        return tuple(vocabulary())

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, number: int) -> int: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[int, ...]: ...
    def __getitem__(self, number: int | slice) -> int | tuple[int, ...]:
        return self.codes[number]


VOCABULARY = Vocabulary()
