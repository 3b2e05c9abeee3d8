"""Positions of Graveyards as JSON data, and the parts that they share with views."""

from collections.abc import Callable
from typing import Protocol

from spookhouse.games.graveyards import rules
from spookhouse.games.graveyards.coordinates import place_point, reading_order, space_point
from spookhouse.games.graveyards.pieces import (
    COLOUR_NAMES,
    COLOURS,
    HOUSE_OVER,
    KIND_NAMES,
    KINDS,
    TILES,
)
from spookhouse.kernel.contract import Json, Options, State
from spookhouse.kernel.state_layout import reader_of

REASONS = ("dawn",)
PHASES = ("main", "rotate", "drop", "swap", "spin", "replace", "token", "over")
KEYS = (
    *("game", "options", "phase", "turn", "hands", "houses", "tokens", "stack", "board", "placed"),
    *("known", "lifted", "spinning", "moved", "final"),
)


class Facts(Protocol):
    """The fields of a record as Python values; fields of small numbers are `bytes`."""

    players: int
    phase: int
    turn: int
    moved: int
    final: int
    lifted: int
    lifted_from: int
    stack_size: int
    owners: tuple[int, ...]
    houses: tuple[int, ...]
    places: tuple[int, ...]
    spots: tuple[int, ...]
    rotations: tuple[int, ...]
    spinning: tuple[int, ...]
    hands: tuple[int, ...]
    hand_sizes: bytes
    seen: bytes
    stack: bytes
    held: tuple[bytes, ...]
    locks: bytes
    lying: bytes
    graveyard: bytes


read_facts: Callable[[State], Facts] = reader_of(
    rules.STATE, signed=("owners", "spinning", "hands", "rotations")
)


def enter_options(options: Options, state: State, edition: int) -> None:
    """Write the options of a match into an empty record."""
    state.players = options["players"]
    for colour, name in enumerate(COLOUR_NAMES):
        seats = (seat for seat, own in enumerate(options["colours"]) if name in own)
        state.owners[colour] = next(seats, rules.NOBODY)


def write_position(record: State, options: Options) -> Json:
    """Return everything that a record holds."""
    state = read_facts(record)
    return {
        "game": "graveyards",
        "options": write_options(options),
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "hands": [hand_of(state, seat) for seat in range(state.players)],
        "stack": [*state.stack[: state.stack_size][::-1]],
        **write_public(state),
    }


def write_options(options: Options) -> Options:
    """Return a copy of the options."""
    return options | {"colours": [list(own) for own in options["colours"]]}


def write_public(state: Facts) -> Json:
    """Return the fields that positions and views share."""
    seats, colours = range(state.players), colours_in_play(state)
    return {
        "houses": {COLOUR_NAMES[colour]: write_house(state, colour) for colour in colours},
        "tokens": [
            dict(zip(KIND_NAMES, held[1:], strict=True)) for held in state.held[: state.players]
        ],
        "board": write_board(state),
        "placed": write_placed(state),
        "known": [write_known(state, seat) for seat in seats],
        "lifted": write_token(state, state.lifted, state.lifted_from) if state.lifted else None,
        "spinning": [tile_xy(state, tile) for tile in state.spinning if tile != rules.NO_TILE],
        "moved": state.moved,
        "final": None if state.final == rules.NOT_YET else state.final,
    }


# === PARTS ===


def colours_in_play(state: Facts) -> list[int]:
    """Return the colours that somebody plays."""
    return [colour for colour in range(COLOURS) if state.owners[colour] != rules.NOBODY]


def hand_of(state: Facts, seat: int) -> list[int]:
    """Return the tiles in a hand, sorted; hidden ones are UNKNOWN."""
    return [*state.hands[seat * TILES : seat * TILES + state.hand_sizes[seat]]]


def write_known(state: Facts, seat: int) -> list[int]:
    """Return the tiles of a hand that all players have seen."""
    return [tile for tile in hand_of(state, seat) if tile != rules.UNKNOWN and state.seen[tile]]


def write_board(state: Facts) -> list[Json]:
    """Return the tiles in play in reading order."""
    tiles = sorted(
        (*reading_order(place_point(state.places[tile])), tile, r)
        for tile, r in enumerate(state.rotations)
        if r != rules.NOT_IN_PLAY
    )
    return [{"tile": tile, "x": x, "y": y, "r": r} for y, x, tile, r in tiles]


def write_placed(state: Facts) -> list[Json]:
    """Return the tokens in play in reading order."""
    tokens = [
        write_token(state, kind, space)
        for space, kind in enumerate(state.lying)
        if 0 < kind < HOUSE_OVER
    ]
    return sorted(tokens, key=lambda token: (token["y"], token["x"]))


def write_token(state: Facts, kind: int, space: int) -> Json:
    """Return a token and its space."""
    x, y = space_xy(state, space)
    return {"kind": KIND_NAMES[kind - 1], "x": x, "y": y}


def write_house(state: Facts, colour: int) -> list[int] | None:
    """Return the north-west window of a House, None if it is in the hand."""
    return None if state.houses[colour] == rules.IN_HAND else space_xy(state, state.houses[colour])


def space_xy(state: Facts, space: int) -> list[int]:
    """Return the x,y of a space."""
    return list(space_point(state.places[space >> 2] << 2 | space & 3))


def tile_xy(state: Facts, tile: int) -> list[int]:
    """Return the x,y of a tile."""
    return list(place_point(state.places[tile]))


# === PIECES ===


def count_pieces(state: State) -> tuple[list[int], list[int], list[int]]:
    """Return all tiles wherever they are, tokens by kind, and the windows of Houses by colour."""
    tiles = [laid["tile"] for laid in write_board(read_facts(state))]
    tiles += state.stack[: state.stack_size].tolist()
    for seat in range(int(state.players)):
        tiles += state.hands[seat, : state.hand_sizes[seat]].tolist()
    lying = state.lying.tolist()
    tokens = [count_tokens(state, lying, kind) for kind in range(1, KINDS + 1)]
    houses = [
        4 if state.houses[colour] == rules.IN_HAND else lying.count(HOUSE_OVER + colour)
        for colour in range(COLOURS)
    ]
    return sorted(tiles), tokens, houses


def count_tokens(state: State, lying: list[int], kind: int) -> int:
    """Count the tokens of a kind: in play, held and lifted."""
    held = int(state.held[: int(state.players), kind].sum())
    return lying.count(kind) + held + int(state.lifted == kind)
