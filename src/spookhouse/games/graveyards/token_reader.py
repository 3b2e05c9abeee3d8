"""Read tokens, Houses and spinning tiles of a position of Graveyards."""

from spookhouse.games.graveyards import rules
from spookhouse.games.graveyards.board_reader import read_object
from spookhouse.games.graveyards.coordinates import (
    FARTHEST,
    FARTHEST_SPACE,
    Point,
    place_name,
    space_at,
)
from spookhouse.games.graveyards.pieces import COLOUR_NAMES, KIND_NAMES, KINDS, SPACES
from spookhouse.games.graveyards.positions import colours_in_play
from spookhouse.kernel.contract import State
from spookhouse.kernel.validation import Reader, count_defects, is_whole

Token = tuple[int, int, int]  # kind, x, y

# === TOKENS ===


def read_tokens(reader: Reader, state: State) -> None:
    """Read tokens held, placed and lifted: as many of each kind as were dealt."""
    read_held(reader, state)
    placed = read_placed(reader)
    lifted = read_lifted(reader)
    if reader.sound("tokens", "placed", "lifted"):
        tokens = placed if lifted is None else [*placed, lifted]
        reader.defects += find_token_defects(state, tokens)
    if reader.sound("board", "placed", "lifted"):
        with reader.reading("placed"):
            reader.defects += fill_placed(state, placed)
            reader.defects += fill_lifted(state, lifted)


def read_held(reader: Reader, state: State) -> None:
    """Read the tokens that the seats hold."""
    most, example = (
        int(rules.count_supply(state)),
        '{"kids": 2, "investigator": 2, "gravestone": 2}',
    )
    for seat, item in enumerate(reader.items("tokens", length=int(state.players))):
        with reader.reading("tokens"):
            inner = read_object(reader, f"tokens[{seat}]", item, KIND_NAMES, example)
            if inner is not None:
                state.held[seat, 1:] = [inner.whole(name, 0, most) for name in KIND_NAMES]


def read_placed(reader: Reader) -> list[Token]:
    """Read the tokens in play."""
    items = enumerate(reader.items("placed", most=SPACES))
    tokens = [read_token(reader, "placed", f"placed[{i}]", item) for i, item in items]
    return [token for token in tokens if token is not None]


def read_lifted(reader: Reader) -> Token | None:
    """Read the lifted token, if there is one."""
    lifted = reader.data.get("lifted")
    return None if lifted is None else read_token(reader, "lifted", "lifted", lifted)


def read_token(reader: Reader, key: str, where: str, item: object) -> Token | None:
    """Read a token and its space."""
    with reader.reading(key):
        example = '{"kind": "kids", "x": 5, "y": 0}'
        inner = read_object(reader, where, item, ("kind", "x", "y"), example)
        if inner is None:
            return None
        x, y = (inner.whole(axis, -FARTHEST_SPACE, FARTHEST_SPACE) for axis in ("x", "y"))
        return 1 + KIND_NAMES.index(inner.word("kind", KIND_NAMES)), x, y


def find_token_defects(state: State, tokens: list[Token]) -> list[str]:
    """Return kinds of which there are more or fewer tokens than were dealt (GG 2.2)."""
    found = [kind for kind, _, _ in tokens]
    for kind in range(1, KINDS + 1):
        found += [kind] * int(state.held[:, kind].sum())
    expected = dict.fromkeys(range(1, KINDS + 1), int(rules.count_supply(state)))
    return count_defects("token", expected, found, dict(enumerate(KIND_NAMES, 1)))


def fill_placed(state: State, placed: list[Token]) -> list[str]:
    """Place the tokens; return those that have no space of their own."""
    defects = []
    for kind, x, y in placed:
        space = space_at(state, x, y)
        if space == rules.NO_SPACE or state.lying[space]:
            where = "where no tile lies" if space == rules.NO_SPACE else "where another token lies"
            defects.append(f"placed has {KIND_NAMES[kind - 1]} at {x},{y}, {where} (GG 4.6)")
        else:
            rules.place_token(state, space, kind)
    return defects


def fill_lifted(state: State, lifted: Token | None) -> list[str]:
    """Lift the token; return a defect if it does not come from a space without a token."""
    if lifted is None:
        return []
    state.lifted, x, y = lifted
    state.lifted_from = space_at(state, x, y)
    if state.lifted_from == rules.NO_SPACE or state.lying[state.lifted_from]:
        expected = "a space of a tile in play without a token (GG 4.3)"
        return [f"lifted came from {x},{y}, expected {expected}"]
    return []


# === HOUSES ===


def read_point(reader: Reader, key: str, where: str, item: object, most: int) -> Point | None:
    """Read coordinates."""
    with reader.reading(key):
        if (
            not isinstance(item, list)
            or len(item) != 2
            or not all(is_whole(number) and abs(number) <= most for number in item)
        ):
            reader.wrong(where, item, f"two whole numbers [x, y] from {-most} to {most}")
            return None
        return item[0], item[1]


def read_houses(reader: Reader, state: State) -> None:
    """Read where the Houses in play stand."""
    names = {COLOUR_NAMES[colour]: colour for colour in colours_in_play(state)}
    houses, example = reader.data.get("houses", {}), '{"white": null, "orange": [4, -1]}'
    with reader.reading("houses"):
        inner = read_object(reader, "houses", houses, tuple(names), example)
    if inner is None:
        return
    for name, colour in names.items():
        if inner.data.get(name) is not None:
            where = f"houses.{name}"
            point = read_point(reader, "houses", where, inner.data[name], FARTHEST_SPACE)
            if point is not None and reader.sound("board", "placed", "lifted"):
                reader.defects += fill_house(state, colour, *point)


def fill_house(state: State, colour: int, x: int, y: int) -> list[str]:
    """Put a House up if it shows four ghosts."""
    space = space_at(state, x, y)
    if (
        space == rules.NO_SPACE
        or not rules.can_stand(state, colour, space)
        or hides_origin(state, space)
    ):
        return [
            f"the {COLOUR_NAMES[colour]} House at {x},{y} must show four ghosts: "
            "tiles, no token, no other House (GG 3.3)"
        ]
    state.houses[colour] = space
    rules.cover(state, colour, space, 1)
    return []


def hides_origin(state: State, space: int) -> bool:
    """Return whether a House there would cover the space that a token was lifted from."""
    windows = [rules.window_space(state, space, window) for window in range(4)]
    return bool(state.lifted) and int(state.lifted_from) in windows


# === SPINNING TILES ===


def read_spinning(reader: Reader, state: State) -> None:
    """Read the places of tiles that are still to be turned."""
    state.spinning[:] = rules.NO_TILE
    for i, item in enumerate(reader.items("spinning", most=2)):
        point = read_point(reader, "spinning", f"spinning[{i}]", item, FARTHEST)
        if point is not None and reader.sound("board", "spinning"):
            name = place_name(*point)
            tile = rules.NO_TILE if name is None else int(rules.tile_at(state, name))
            if tile == rules.NO_TILE or tile == state.spinning[0]:
                expected = "the place of a tile in play, each once"
                reader.defect(f"spinning[{i}] is {list(point)}, expected {expected}")
            state.spinning[i] = tile
