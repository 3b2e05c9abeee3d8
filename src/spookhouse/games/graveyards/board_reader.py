"""Read the tiles of a position of Graveyards: board, hands and stack."""

from itertools import chain

from spookhouse.games.graveyards import rules
from spookhouse.games.graveyards.coordinates import FARTHEST, Point, reading_order
from spookhouse.games.graveyards.pieces import ORIENTATIONS, TILES
from spookhouse.kernel.contract import State
from spookhouse.kernel.validation import Reader, count_defects, shown

TILE_CODES = {tile: tile for tile in range(TILES)}
TILE_TEXTS = {tile: str(tile) for tile in range(TILES)}

Laid = tuple[int, int, int, int]  # tile, x, y, rotation


def read_tiles(reader: Reader, state: State) -> None:
    """Read hands, stack and board: 58 tiles, each once."""
    hands = reader.piles("hands", int(state.players), TILE_CODES, TILES)
    known = reader.piles("known", int(state.players), TILE_CODES, TILES)
    stack = reader.pile("stack", TILE_CODES, TILES)
    board = read_board(reader)
    if reader.sound("hands", "stack", "board"):
        tiles = [*stack, *chain(*hands), *(laid[0] for laid in board)]
        with reader.reading("hands"):
            expected = dict.fromkeys(TILE_CODES, 1)
            reader.defects += count_defects("tile", expected, tiles, TILE_TEXTS)
    if reader.sound("board"):
        with reader.reading("board"):
            reader.defects += fill_board(state, board)
    if reader.sound("hands", "known"):
        reader.defects += fill_hands(state, hands, known)
    state.stack[: len(stack)] = stack[::-1]
    state.stack_size = len(stack)


def read_object(
    reader: Reader, where: str, item: object, keys: tuple[str, ...], example: str
) -> Reader | None:
    """Return a reader for an object inside the position."""
    if not isinstance(item, dict):
        reader.wrong(where, item, f"an object like {example}")
        return None
    return Reader(item, keys, reader.defects, f"{where}.")


def read_board(reader: Reader) -> list[Laid]:
    """Read the tiles in play."""
    board = []
    keys, example = ("tile", "x", "y", "r"), '{"tile": 16, "x": 0, "y": 0, "r": 1}'
    for i, item in enumerate(reader.items("board", most=TILES)):
        with reader.reading("board"):
            inner = read_object(reader, f"board[{i}]", item, keys, example)
            if inner is not None:
                tile = inner.whole("tile", 0, TILES - 1)
                x, y = (inner.whole(key, -FARTHEST, FARTHEST) for key in ("x", "y"))
                board.append((tile, x, y, inner.whole("r", 0, int(ORIENTATIONS[tile]) - 1)))
    return board


def fill_board(state: State, board: list[Laid]) -> list[str]:
    """Lay the tiles, if each lies at a place of its own and all are connected (GG 3.2)."""
    defects = find_board_defects(board)
    if not defects:
        for tile, x, y, turns in board:
            rules.lay_tile(state, tile, turns, rules.place_at(x, y))
    return defects


def find_board_defects(board: list[Laid]) -> list[str]:
    """Return tiles that share a place, lie too far away, or are not connected."""
    defects = []
    places: dict[Point, int] = {}
    for tile, x, y, _ in board:
        if (x, y) in places:
            defects.append(f"tiles {places[x, y]} and {tile} both lie at {x},{y}")
        if abs(x) + abs(y) + TILES - len(board) > FARTHEST:
            defects.append(
                f"tile {tile} lies at {x},{y}, farther from 0,0 than a graveyard "
                f"of {len(board)} tiles reaches (GG 3.2)"
            )
        places[x, y] = tile
    apart = ", ".join(f"{x},{y}" for x, y in find_apart(places))
    if apart:
        defects.append(
            f"the board falls apart: nothing connects {apart} with its first tile (GG 3.2)"
        )
    return defects


def find_apart(places: dict[Point, int]) -> list[Point]:
    """Return the places that cannot be reached from the first one, edge by edge."""
    ahead = list(places)[:1]
    apart = set(places) - set(ahead)
    while ahead:
        x, y = ahead.pop()
        beside = apart & {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
        apart -= beside
        ahead += beside
    return sorted(apart, key=reading_order)


def fill_hands(state: State, hands: list[list[int]], known: list[list[int]]) -> list[str]:
    """Fill the hands; return known tiles that are not in them."""
    defects = []
    for seat, (hand, seen) in enumerate(zip(hands, known, strict=True)):
        state.hands[seat, : len(hand)] = sorted(hand)
        state.hand_sizes[seat] = len(hand)
        state.seen[seen] = 1
        if not set(seen) <= set(hand) or len(set(seen)) != len(seen):
            expected = f"tiles of hands[{seat}], each once"
            defects.append(f"known[{seat}] is {shown(seen)}, expected {expected}")
    return defects
