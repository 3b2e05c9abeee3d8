"""Positions of Graveyards for tests: name what matters; all other tiles lie on the stack.

A board is drawn space by space. W, O, B and G are ghosts, K, I and X are Kids, Investigators and
Gravestones, a point is a gap. Two by two characters are a tile; blanks only help the eye:

    WW OB
    WO BK
"""

from collections.abc import Mapping
from itertools import product
from typing import TypedDict, Unpack

import spookhouse
from spookhouse.games.graveyards import usual_colours
from spookhouse.games.graveyards.pieces import COLOUR_NAMES, KIND_NAMES, TILE_SET, TILES
from spookhouse.kernel.contract import Json
from spookhouse.kernel.match import Match

TOKENS = dict(zip("KIX", KIND_NAMES, strict=True))

TILES_PER_ROW = 8

Board = list[dict[str, int]]
Block = tuple[tuple[int, int], str]  # place, signs NW, NE, SE, SW
Token = Json  # kind, x, y


class Fields(TypedDict, total=False):
    """Fields of a position, and options, that have a default."""

    stack: int
    colours: list[list[str]]
    houses: Mapping[str, list[int] | None]
    lifted: Token | None
    phase: str
    turn: int
    tokens: list[dict[str, int]]
    known: list[list[int]]
    spinning: list[list[int]]
    moved: int
    final: int | None


def laid(text: str) -> Board:
    """Return a board like "16 0,0 r1; 5 1,0"."""
    found = []
    for part in filter(None, map(str.strip, text.split(";"))):
        tile, point, *turns = part.split()
        x, y = map(int, point.split(","))
        found.append({"tile": int(tile), "x": x, "y": y, "r": int(turns[0][1:]) if turns else 0})
    return sorted(found, key=lambda entry: (entry["y"], entry["x"]))


def read_plan(plan: str, west: int = 0, north: int = 0) -> tuple[Board, list[Token]]:
    """Return board and tokens of a plan whose north-western tile lies at west,north.

    Different tiles are found that show what is drawn.
    """
    rows = [line.replace(" ", "") for line in plan.split("\n") if line.strip()]
    assert len(rows) % 2 == 0, rows
    assert len({len(row) for row in rows}) == 1, rows
    tokens: list[Token] = [
        {"kind": TOKENS[sign], "x": 2 * west + x, "y": 2 * north + y}
        for y, row in enumerate(rows)
        for x, sign in enumerate(row)
        if sign in TOKENS
    ]
    blocks = read_blocks(rows, west, north)
    found = find_tiles(sorted(blocks, key=lambda block: count_tokens(block[1])), set())
    assert found is not None, f"there are no different tiles that show {blocks}"
    return sorted(found, key=lambda entry: (entry["y"], entry["x"])), tokens


def read_blocks(rows: list[str], west: int, north: int) -> list[Block]:
    """Return the drawn tiles of a plan."""
    blocks = []
    for y, x in product(range(len(rows) // 2), range(len(rows[0]) // 2)):
        block = rows[2 * y][2 * x : 2 * x + 2] + rows[2 * y + 1][2 * x : 2 * x + 2][::-1]
        if block != "....":
            blocks.append(((west + x, north + y), block))
    return blocks


def count_tokens(block: str) -> int:
    """Count the tokens drawn on a tile."""
    return sum(sign in TOKENS for sign in block)


def find_tiles(blocks: list[Block], used: set[int]) -> Board | None:
    """Return different tiles for all blocks, None if there are none."""
    if not blocks:
        return []
    (x, y), block = blocks[0]
    for tile, turns in product(range(TILES), range(4)):
        shown = TILE_SET[tile]
        if (
            tile not in used
            and turns < shown.orientations
            and fits("".join("WOBG"[ghost] for ghost in shown.turned(turns)), block)
        ):
            rest = find_tiles(blocks[1:], used | {tile})
            if rest is not None:
                return [{"tile": tile, "x": x, "y": y, "r": turns}, *rest]
    return None


def fits(ghosts: str, block: str) -> bool:
    """Return whether a tile with these ghosts can lie under a block."""
    return all(sign in TOKENS or sign == ghost for ghost, sign in zip(ghosts, block, strict=True))


def tokens_left(placed: list[Token], players: int) -> list[dict[str, int]]:
    """Return what the seats hold if each in turn placed as many tokens as it could."""
    held = [dict.fromkeys(KIND_NAMES, 4 if players == 2 else 2) for _ in range(players)]
    for token in placed:
        next(own for own in held if own[token["kind"]])[token["kind"]] -= 1
    return held


def position(
    board: str | Board = "",
    hands: list[str] | None = None,
    players: int = 2,
    placed: list[Token] | None = None,
    **others: Unpack[Fields],
) -> Json:
    """Return a position.

    `stack` is the number of tiles left on the stack; the last seat holds the others. `houses` are
    those in play.
    """
    board = laid(board) if isinstance(board, str) else board
    given = [[int(tile) for tile in hand.split()] for hand in hands or []]
    used = {*(entry["tile"] for entry in board), *(tile for hand in given for tile in hand)}
    free = [tile for tile in range(TILES) if tile not in used]
    while len(given) < players:
        given.append([free.pop() for _ in range(3)])
    size = others.pop("stack", len(free))
    given[-1] += free[size:]
    colours = others.pop("colours", None) or usual_colours(players)
    houses = dict.fromkeys(name for name in COLOUR_NAMES if any(name in own for own in colours))
    placed, lifted = placed or [], others.get("lifted")
    return {
        "game": "graveyards",
        "options": {"players": players, "colours": colours},
        "phase": "main",
        "turn": 0,
        "hands": [sorted(hand) for hand in given],
        "houses": {**houses, **others.pop("houses", {})},
        "tokens": tokens_left([*placed, *([lifted] if lifted else [])], players),
        "stack": free[:size],
        "board": board,
        "placed": sorted(placed, key=lambda token: (token["y"], token["x"])),
        "known": [[] for _ in range(players)],
        "lifted": None,
        "spinning": [],
        "moved": 0,
        "final": None if size else players,
        **others,
    }


def all_tiles() -> Board:
    """Return a board of all 58 tiles, laid row by row."""
    return [
        {"tile": tile, "x": tile % TILES_PER_ROW, "y": tile // TILES_PER_ROW, "r": 0}
        for tile in range(TILES)
    ]


def table(
    board: str | Board = "",
    hands: list[str] | None = None,
    players: int = 2,
    placed: list[Token] | None = None,
    **others: Unpack[Fields],
) -> Match:
    """Return a match in such a position."""
    found = position(board, hands, players, placed, **others)
    return spookhouse.game("graveyards").load(found, seed=1)


def scene(
    plan: str,
    hands: list[str] | None = None,
    players: int = 2,
    west: int = 0,
    north: int = 0,
    **others: Unpack[Fields],
) -> Match:
    """Return a match on a drawn board."""
    board, tokens = read_plan(plan, west, north)
    return table(board, hands, players, tokens, **others)


def kids(x: int, y: int) -> Token:
    """Return Kids on a space."""
    return {"kind": "kids", "x": x, "y": y}


def investigator(x: int, y: int) -> Token:
    """Return an Investigator on a space."""
    return {"kind": "investigator", "x": x, "y": y}


def gravestone(x: int, y: int) -> Token:
    """Return a Gravestone on a space."""
    return {"kind": "gravestone", "x": x, "y": y}


def moves(match: Match, word: str, seat: int | None = None) -> list[str]:
    """Return the legal moves that begin with a word."""
    return [
        move
        for move in match.legal(match.waiting[0] if seat is None else seat)
        if move.split()[0] == word
    ]
