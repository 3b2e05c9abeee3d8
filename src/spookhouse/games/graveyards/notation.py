"""Positions and views of Graveyards, Ghosts & Haunted Houses as JSON-ready data; moves as text are in moves.py."""

from functools import lru_cache
from itertools import chain
from typing import Any

import numpy as np

from spookhouse.games.graveyards import rules
from spookhouse.games.graveyards.moves import (
    FARTHEST,
    VOCABULARY,
    Point,
    place_name,
    place_point,
    read_move,
    reading_order,
    space_name,
    space_point,
    write_move,
)
from spookhouse.games.graveyards.pieces import (
    COLOUR_NAMES,
    COLOURS,
    HOUSE_OVER,
    KIND_NAMES,
    KINDS,
    PICTURES,
    SPACES,
    TILE_SET,
    TILES,
    supply,
)
from spookhouse.kernel.contract import Json, Options, State
from spookhouse.kernel.rule import reader_of
from spookhouse.kernel.validation import Reader, count_defects, is_whole, shown

__all__ = [
    "REASONS",
    "VOCABULARY",
    "count_pieces",
    "enter_options",
    "read_move",
    "read_position",
    "write_move",
    "write_position",
    "write_view",
]

Row = tuple[int, ...]

REASONS = ("dawn",)
PHASES = ("main", "rotate", "drop", "swap", "spin", "replace", "token", "over")

# === POSITIONS ===

KEYS = (
    *(
        "game",
        "options",
        "phase",
        "turn",
        "hands",
        "houses",
        "tokens",
        "stack",
        "board",
        "placed",
        "known",
    ),
    *("lifted", "spinning", "moved", "final"),
)


def enter_options(options: Options, state: State, edition: int) -> None:
    state.players = options["players"]
    for colour, name in enumerate(COLOUR_NAMES):
        state.owners[colour] = next(
            (seat for seat, own in enumerate(options["colours"]) if name in own), rules.NOBODY
        )


def colours_in_play(state: Any) -> list[int]:
    return [colour for colour in range(COLOURS) if state.owners[colour] != rules.NOBODY]


read_facts = reader_of(rules.STATE, signed=("owners", "spinning", "hands", "rotations"))


def hand_of(state: Any, seat: int) -> list[int]:
    """The tiles in a hand, sorted; those that nobody may know are UNKNOWN."""
    return [*state.hands[seat * TILES : seat * TILES + state.hand_sizes[seat]]]


def space_xy(state: Any, space: int) -> list[int]:
    """Where a space of the record lies."""
    return list(space_point(state.places[space >> 2] << 2 | space & 3))


def tile_xy(state: Any, tile: int) -> list[int]:
    return list(place_point(state.places[tile]))


def write_token(state: Any, kind: int, space: int) -> Json:
    x, y = space_xy(state, space)
    return {"kind": KIND_NAMES[kind - 1], "x": x, "y": y}


def write_board(state: Any) -> list[Json]:
    tiles = sorted(
        (*reading_order(place_point(state.places[tile])), tile, r)
        for tile, r in enumerate(state.rotations)
        if r != rules.NOT_IN_PLAY
    )
    return [{"tile": tile, "x": x, "y": y, "r": r} for y, x, tile, r in tiles]


def write_placed(state: Any) -> list[Json]:
    tokens = [
        write_token(state, kind, space)
        for space, kind in enumerate(state.lying)
        if 0 < kind < HOUSE_OVER
    ]
    return sorted(tokens, key=lambda token: (token["y"], token["x"]))


def write_known(state: Any, seat: int) -> list[int]:
    return [tile for tile in hand_of(state, seat) if tile != rules.UNKNOWN and state.seen[tile]]


def write_house(state: Any, colour: int) -> list[int] | None:
    return None if state.houses[colour] == rules.IN_HAND else space_xy(state, state.houses[colour])


def write_public(state: Any) -> Json:
    """What positions and views have in common."""
    seats = range(state.players)
    return {
        "houses": {
            COLOUR_NAMES[colour]: write_house(state, colour) for colour in colours_in_play(state)
        },
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


def write_position(record: State, options: Options) -> Json:
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
    return options | {"colours": [list(own) for own in options["colours"]]}


# === VIEWS ===


def write_view(record: State, seat: int | None, options: Options) -> Json:
    """A concealed record, as the seat or a spectator sees it; with the pictures of all tiles in sight and the scores as they stand."""
    state = read_facts(record)
    public = write_public(state)
    hand = None if seat is None else hand_of(state, seat)
    in_sight = {
        *(hand or ()),
        *chain(*public["known"]),
        *(laid["tile"] for laid in public["board"]),
    }
    return {
        "game": "graveyards",
        "options": write_options(options),
        "seat": seat,
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "hand": hand,
        "hand_sizes": [*state.hand_sizes[: state.players]],
        "stack_size": state.stack_size,
        **public,
        "must_play_from_hand": bool(
            state.phase == rules.MAIN and rules.must_play_from_hand(record)
        ),
        "tiles": {str(tile): write_tile(tile) for tile in sorted(in_sight)},
        "locked": sorted(
            (tile_xy(state, tile) for tile, locks in enumerate(state.locks) if locks),
            key=reading_order,
        ),
        **write_scores(state),
    }


def write_tile(tile: int) -> Json:
    """What a tile shows at rotation 0: NW, NE, SE, SW; and how many rotations show different pictures."""
    ghosts, icon, pictures = TILE_FACTS[tile]
    return {"ghosts": [*ghosts], "icon": icon, "pictures": pictures}


TILE_FACTS = [
    ([COLOUR_NAMES[colour] for colour in tile.ghosts], tile.icon, tile.pictures)
    for tile in TILE_SET
]


def write_scores(state: Any) -> Json:
    """GG 5.4: what each colour scores now, the spaces of its best section, and the sum for each seat."""
    found = score_board(state.places, state.spots, state.rotations, state.lying, state.graveyard)
    totals = [0] * state.players
    for colour in colours_in_play(state):
        totals[state.owners[colour]] += found[colour][0]
    return {
        "scores": {COLOUR_NAMES[colour]: found[colour][0] for colour in colours_in_play(state)},
        "sections": {
            COLOUR_NAMES[colour]: [list(point) for point in found[colour][1]]
            for colour in colours_in_play(state)
        },
        "totals": totals,
    }


@lru_cache(maxsize=16)
def score_board(
    places: Row, spots: Row, rotations: Row, lying: bytes, graveyard: bytes
) -> list[tuple[int, list[Point]]]:
    """Score and best section of each colour; remembered, because all seats look at the same board."""
    state = np.zeros(1, rules.STATE)[0]
    state.places, state.spots, state.rotations = places, spots, rotations
    state.lying, state.graveyard = np.frombuffer(lying, np.int8), np.frombuffer(graveyard, np.int8)
    return [score_now(state, colour) for colour in range(COLOURS)]


def score_now(state: State, colour: int) -> tuple[int, list[Point]]:
    """The score of a colour and the spaces of its best section."""
    sections = rules.label_sections(state, colour)
    best = int(rules.best_section(state, colour, sections))
    labels, places = state.labels[colour].tolist(), state.places.tolist()
    section = [
        space_point(places[space >> 2] << 2 | space & 3)
        for space in range(SPACES)
        if best and labels[space] == best
    ]
    return int(state.worths[colour, best]), sorted(section, key=reading_order)


def count_pieces(state: State) -> tuple[list[int], list[int], list[int]]:
    """Every tile wherever it is, tokens of each kind, Houses of each colour."""
    players = int(state.players)
    tiles = [laid["tile"] for laid in write_board(read_facts(state))] + state.stack[
        : state.stack_size
    ].tolist()
    for seat in range(players):
        tiles += state.hands[seat, : state.hand_sizes[seat]].tolist()
    lying = state.lying.tolist()
    tokens = [
        lying.count(kind) + int(state.held[:players, kind].sum()) + int(state.lifted == kind)
        for kind in range(1, KINDS + 1)
    ]
    houses = [
        4 if state.houses[colour] == rules.IN_HAND else lying.count(HOUSE_OVER + colour)
        for colour in range(COLOURS)
    ]
    return sorted(tiles), tokens, houses


# === READING A POSITION ===

TILE_CODES = {tile: tile for tile in range(TILES)}
TILE_TEXTS = {tile: str(tile) for tile in range(TILES)}
FARTHEST_SPACE = 2 * FARTHEST + 1

Laid = tuple[int, int, int, int]  # tile, x, y, rotation
Token = tuple[int, int, int]  # kind, x, y


def read_position(position: Json, state: State) -> list[str]:
    """Fill the record, whose options are entered already; gives every defect that was found."""
    reader = Reader(position, KEYS)
    rules.clear_graveyard(state)
    rules.take_houses(state)
    read_turn_fields(reader, state)
    read_tiles(reader, state)
    read_tokens(reader, state)
    read_houses(reader, state)
    read_spinning(reader, state)
    reader.defects += find_contradictions(reader, state)
    if state.phase == rules.OVER and not reader.defects:
        rules.score_colours(state)
    return reader.defects


def read_turn_fields(reader: Reader, state: State) -> None:
    players = int(state.players)
    state.phase = PHASES.index(reader.word("phase", PHASES))
    state.turn = reader.whole("turn", 0, players - 1)
    state.moved = reader.whole("moved", 0, players)
    final = reader.whole_or_null("final", 0, players)
    state.final = rules.NOT_YET if final is None else final


def nested(
    reader: Reader, where: str, item: Any, keys: tuple[str, ...], example: str
) -> Reader | None:
    """A reader for an object inside the position."""
    if not isinstance(item, dict):
        reader.wrong(where, item, f"an object like {example}")
        return None
    return Reader(item, keys, reader.defects, f"{where}.")


# === TILES ===


def read_tiles(reader: Reader, state: State) -> None:
    """Hands, stack and board: 58 tiles, each once."""
    hands = reader.piles("hands", int(state.players), TILE_CODES, TILES)
    known = reader.piles("known", int(state.players), TILE_CODES, TILES)
    stack = reader.pile("stack", TILE_CODES, TILES)
    board = read_board(reader)
    if reader.sound("hands", "stack", "board"):
        with reader.reading("hands"):
            reader.defects += count_defects(
                "tile",
                dict.fromkeys(TILE_CODES, 1),
                [*stack, *chain(*hands), *(laid[0] for laid in board)],
                TILE_TEXTS,
            )
    if reader.sound("board"):
        with reader.reading("board"):
            reader.defects += fill_board(state, board)
    if reader.sound("hands", "known"):
        reader.defects += fill_hands(state, hands, known)
    state.stack[: len(stack)] = stack[::-1]
    state.stack_size = len(stack)


def read_board(reader: Reader) -> list[Laid]:
    board = []
    for i, item in enumerate(reader.items("board", most=TILES)):
        with reader.reading("board"):
            inner = nested(
                reader,
                f"board[{i}]",
                item,
                ("tile", "x", "y", "r"),
                '{"tile": 16, "x": 0, "y": 0, "r": 1}',
            )
            if inner is not None:
                tile = inner.whole("tile", 0, TILES - 1)
                x, y = (inner.whole(key, -FARTHEST, FARTHEST) for key in ("x", "y"))
                board.append((tile, x, y, inner.whole("r", 0, int(PICTURES[tile]) - 1)))
    return board


def fill_board(state: State, board: list[Laid]) -> list[str]:
    """GG 3.2: one tile a place, all connected."""
    defects = []
    places: dict[Point, int] = {}
    for tile, x, y, _ in board:
        if (x, y) in places:
            defects.append(f"tiles {places[x, y]} and {tile} both lie at {x},{y}")
        if abs(x) + abs(y) + TILES - len(board) > FARTHEST:
            defects.append(
                f"tile {tile} lies at {x},{y}, farther from 0,0 than a graveyard of {len(board)} tiles reaches (GG 3.2)"
            )
        places[x, y] = tile
    apart = find_apart(places)
    if apart:
        defects.append(
            f"the board falls apart: nothing connects {', '.join(f'{x},{y}' for x, y in apart)} with its first tile (GG 3.2)"
        )
    if not defects:
        for tile, x, y, turns in board:
            rules.lay_tile(state, tile, turns, rules.place_at(x, y))
    return defects


def find_apart(places: dict[Point, int]) -> list[Point]:
    """The places that cannot be reached from the first one, edge by edge."""
    ahead = list(places)[:1]
    apart = set(places) - set(ahead)
    while ahead:
        x, y = ahead.pop()
        beside = apart & {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
        apart -= beside
        ahead += beside
    return sorted(apart, key=reading_order)


def fill_hands(state: State, hands: list[list[int]], known: list[list[int]]) -> list[str]:
    defects = []
    for seat, (hand, seen) in enumerate(zip(hands, known, strict=True)):
        state.hands[seat, : len(hand)] = sorted(hand)
        state.hand_sizes[seat] = len(hand)
        state.seen[seen] = 1
        if not set(seen) <= set(hand) or len(set(seen)) != len(seen):
            defects.append(
                f"known[{seat}] is {shown(seen)}, expected tiles of hands[{seat}], each once"
            )
    return defects


# === TOKENS ===


def read_tokens(reader: Reader, state: State) -> None:
    """Tokens held, placed and lifted: as many of each kind as were dealt, each on a space of its own."""
    read_held(reader, state)
    placed = [
        read_token(reader, "placed", f"placed[{i}]", item)
        for i, item in enumerate(reader.items("placed", most=SPACES))
    ]
    lifted = (
        None
        if reader.data.get("lifted") is None
        else read_token(reader, "lifted", "lifted", reader.data["lifted"])
    )
    if reader.sound("tokens", "placed", "lifted"):
        lying = [token for token in (*placed, lifted) if token is not None]
        reader.defects += find_token_defects(state, lying)
    if reader.sound("board", "placed", "lifted"):
        with reader.reading("placed"):
            reader.defects += fill_tokens(
                state, [token for token in placed if token is not None], lifted
            )


def read_held(reader: Reader, state: State) -> None:
    for seat, item in enumerate(reader.items("tokens", length=int(state.players))):
        with reader.reading("tokens"):
            inner = nested(
                reader,
                f"tokens[{seat}]",
                item,
                KIND_NAMES,
                '{"kids": 2, "investigator": 2, "gravestone": 2}',
            )
            if inner is not None:
                state.held[seat, 1:] = [
                    inner.whole(name, 0, supply(int(state.players))) for name in KIND_NAMES
                ]


def read_token(reader: Reader, key: str, where: str, item: Any) -> Token | None:
    with reader.reading(key):
        inner = nested(reader, where, item, ("kind", "x", "y"), '{"kind": "kids", "x": 5, "y": 0}')
        if inner is None:
            return None
        x, y = (inner.whole(axis, -FARTHEST_SPACE, FARTHEST_SPACE) for axis in ("x", "y"))
        return 1 + KIND_NAMES.index(inner.word("kind", KIND_NAMES)), x, y


def find_token_defects(state: State, lying: list[Token]) -> list[str]:
    """GG 2.2: as many tokens of each kind as were dealt."""
    found = [kind for kind, _, _ in lying]
    for kind in range(1, KINDS + 1):
        found += [kind] * int(state.held[:, kind].sum())
    expected = dict.fromkeys(range(1, KINDS + 1), supply(int(state.players)))
    return count_defects("token", expected, found, dict(enumerate(KIND_NAMES, 1)))


def fill_tokens(state: State, placed: list[Token], lifted: Token | None) -> list[str]:
    defects = []
    for kind, x, y in placed:
        space = space_at(state, x, y)
        if space == rules.NO_SPACE or state.lying[space]:
            trouble = (
                "where no tile lies" if space == rules.NO_SPACE else "where another token lies"
            )
            defects.append(f"placed has {KIND_NAMES[kind - 1]} at {x},{y}, {trouble} (GG 4.6)")
        else:
            rules.place_token(state, space, kind)
    if lifted is not None:
        state.lifted = lifted[0]
        state.lifted_from = space_at(state, *lifted[1:])
        if state.lifted_from == rules.NO_SPACE or state.lying[state.lifted_from]:
            defects.append(
                f"lifted came from {lifted[1]},{lifted[2]}, expected a space of a tile in play without a token (GG 4.3)"
            )
    return defects


def space_at(state: State, x: int, y: int) -> int:
    """The space of the record at x,y, or NO_SPACE."""
    name = space_name(x, y)
    return rules.NO_SPACE if name is None else int(rules.space_named(state, name))


# === HOUSES AND SPINNING TILES ===


def read_point(reader: Reader, key: str, where: str, item: Any, most: int) -> Point | None:
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
    """Where the Houses in play stand."""
    names = tuple(COLOUR_NAMES[colour] for colour in colours_in_play(state))
    with reader.reading("houses"):
        inner = nested(
            reader,
            "houses",
            reader.data.get("houses", {}),
            names,
            '{"white": null, "orange": [4, -1]}',
        )
    for colour, name in zip(colours_in_play(state), names, strict=True):
        if inner is not None and inner.data.get(name) is not None:
            point = read_point(reader, "houses", f"houses.{name}", inner.data[name], FARTHEST_SPACE)
            if point is not None and reader.sound("board", "placed", "lifted"):
                reader.defects += fill_house(state, colour, *point)


def fill_house(state: State, colour: int, x: int, y: int) -> list[str]:
    space = space_at(state, x, y)
    if (
        space == rules.NO_SPACE
        or not rules.can_stand(state, colour, space)
        or hides_origin(state, space)
    ):
        return [
            f"the {COLOUR_NAMES[colour]} House at {x},{y} must show four ghosts: tiles, no token, no other House (GG 3.3)"
        ]
    state.houses[colour] = space
    rules.cover(state, colour, space, 1)
    return []


def hides_origin(state: State, space: int) -> bool:
    """Whether a House there would stand where a lifted token lay."""
    return bool(state.lifted) and int(state.lifted_from) in [
        rules.window_space(state, space, window) for window in range(4)
    ]


def read_spinning(reader: Reader, state: State) -> None:
    state.spinning[:] = rules.NO_TILE
    for i, item in enumerate(reader.items("spinning", most=2)):
        point = read_point(reader, "spinning", f"spinning[{i}]", item, FARTHEST)
        if point is not None and reader.sound("board", "spinning"):
            name = place_name(*point)
            tile = rules.NO_TILE if name is None else int(rules.tile_at(state, name))
            if tile == rules.NO_TILE or tile == state.spinning[0]:
                reader.defect(
                    f"spinning[{i}] is {list(point)}, expected the place of a tile in play, each once"
                )
            state.spinning[i] = tile


# === WHAT CANNOT BE ===


def find_contradictions(reader: Reader, state: State) -> list[str]:
    """What does not go together, among all that could be read."""
    defects = []
    if reader.sound("phase", "lifted", "placed", "tokens", "board", "houses"):
        defects += find_lifted_defects(state)
    if reader.sound("phase", "spinning", "board"):
        defects += find_spinning_defects(state)
    if reader.sound("phase", "board", "moved"):
        defects += find_laid_defects(state)
    if reader.sound("phase", "final", "stack"):
        defects += find_final_defects(state)
    if reader.sound("phase", "final", "turn", "hands", "known"):
        defects += find_empty_hands(state)
    return defects


def find_lifted_defects(state: State) -> list[str]:
    if bool(state.lifted) != (state.phase == rules.DROP):
        return [
            f"a token is lifted in phase 'drop' and in no other (GG 4.3); phase is {PHASES[state.phase]!r}"
        ]
    if state.lifted and rules.count_vacant(state) <= 0:
        return ["phase is 'drop', but there is no other vacant space for the lifted token (GG 4.3)"]
    return []


def find_spinning_defects(state: State) -> list[str]:
    if (state.spinning[0] != rules.NO_TILE) != (state.phase == rules.SPIN):
        return [
            f"one or two tiles are spinning in phase 'spin', and none in another (GG 4.4); phase is {PHASES[state.phase]!r}"
        ]
    if any(tile != rules.NO_TILE and state.locks[tile] for tile in state.spinning.tolist()):
        return ["a locked tile cannot be spinning (GG 4.1)"]
    return []


def find_laid_defects(state: State) -> list[str]:
    if state.phase not in (rules.MAIN, rules.OVER) and (state.laid == 0 or state.moved):
        return [
            f"phase is {PHASES[state.phase]!r}, so a tile was laid this turn: expected a tile on the board and moved 0 (GG 3.4, 3.6)"
        ]
    return []


def find_final_defects(state: State) -> list[str]:
    if (state.final == rules.NOT_YET) != (state.stack_size > 0):
        return ["final is null exactly as long as the stack holds a tile (GG 5.1)"]
    if (state.final == 0) != (state.phase == rules.OVER):
        return ["final is 0 exactly when the phase is 'over' (GG 5.1)"]
    return []


def find_empty_hands(state: State) -> list[str]:
    """Whoever still has a turn must have something to play: there is no passing (GG 3.1)."""
    players = int(state.players)
    turns = players if state.final == rules.NOT_YET else int(state.final)
    first = 0 if state.phase == rules.MAIN else 1
    seats = [(int(state.turn) + i) % players for i in range(first, turns)]
    return [
        f"hands[{seat}] is empty, but seat {seat} still has a turn (GG 3.1)"
        for seat in seats
        if state.hand_sizes[seat] == 0
    ]
