"""Positions of Graveyards, Ghosts & Haunted Houses for tests: say what matters, the rest of the tiles lies on the stack.

A board is drawn space by space: W, O, B, G are ghosts, K, I, X are Kids, Investigators and Gravestones, a point is a gap. Two by two characters are
a tile, and blanks between them only help the eye:

    WW OB
    WO BK
"""

from itertools import product
from typing import Any

import spookhouse
from spookhouse.games.graveyards.pieces import COLOUR_NAMES, KIND_NAMES, TILE_SET, TILES
from spookhouse.kernel.match import Match

TOKENS = dict(zip("KIX", KIND_NAMES, strict=True))

Board = list[dict[str, int]]


def laid(text: str) -> Board:
    """ "16 0,0 r1; 5 1,0" """
    found = []
    for part in filter(None, map(str.strip, text.split(";"))):
        tile, point, *turns = part.split()
        x, y = map(int, point.split(","))
        found.append({"tile": int(tile), "x": x, "y": y, "r": int(turns[0][1:]) if turns else 0})
    return sorted(found, key=lambda entry: (entry["y"], entry["x"]))


def drawn(picture: str, west: int = 0, north: int = 0) -> tuple[Board, list[dict[str, Any]]]:
    """The board and the tokens of a picture whose north-western tile is at west,north; tiles are found that show it, each used once."""
    rows = [line.replace(" ", "") for line in picture.split("\n") if line.strip()]
    assert len(rows) % 2 == 0, rows
    assert len({len(row) for row in rows}) == 1, rows
    blocks = {}
    for y, x in product(range(len(rows) // 2), range(len(rows[0]) // 2)):
        block = rows[2 * y][2 * x : 2 * x + 2] + rows[2 * y + 1][2 * x : 2 * x + 2][::-1]
        if block != "....":
            blocks[west + x, north + y] = block
    tokens = [
        {"kind": TOKENS[sign], "x": 2 * west + x, "y": 2 * north + y}
        for y, row in enumerate(rows)
        for x, sign in enumerate(row)
        if sign in TOKENS
    ]
    found = fitted(
        sorted(blocks.items(), key=lambda item: sum(sign in TOKENS for sign in item[1])), set()
    )
    assert found is not None, f"there are no different tiles that show {blocks}"
    return sorted(found, key=lambda entry: (entry["y"], entry["x"])), tokens


def fitted(blocks: list[tuple[tuple[int, int], str]], used: set[int]) -> Board | None:
    """Different tiles for all blocks, most definite first; None if there are none."""
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
            rest = fitted(blocks[1:], used | {tile})
            if rest is not None:
                return [{"tile": tile, "x": x, "y": y, "r": turns}, *rest]
    return None


def fits(ghosts: str, block: str) -> bool:
    return all(sign in TOKENS or sign == ghost for ghost, sign in zip(ghosts, block, strict=True))


def tokens_left(placed: list[dict[str, Any]], players: int) -> list[dict[str, int]]:
    """What the seats hold if seat 0 placed as many as it could, then seat 1, and so on."""
    held = [dict.fromkeys(KIND_NAMES, 4 if players == 2 else 2) for _ in range(players)]
    for token in placed:
        next(own for own in held if own[token["kind"]])[token["kind"]] -= 1
    return held


def position(
    board: str | Board = "",
    hands: list[str] | None = None,
    players: int = 2,
    placed: list[dict[str, Any]] | None = None,
    **others: Any,
) -> dict[str, Any]:
    """A position; `stack` is how many tiles are left on it (the last seat holds the others), `houses` are those in play."""
    board = laid(board) if isinstance(board, str) else board
    given = [[int(tile) for tile in hand.split()] for hand in hands or []]
    used = {*(entry["tile"] for entry in board), *(tile for hand in given for tile in hand)}
    free = [tile for tile in range(TILES) if tile not in used]
    while len(given) < players:
        given.append([free.pop() for _ in range(3)])
    size = others.pop("stack", len(free))
    given[-1] += free[size:]
    colours = others.pop("colours", None) or (
        [["white", "orange"], ["blue", "green"]]
        if players == 2
        else [[name] for name in COLOUR_NAMES[:players]]
    )
    houses = {
        name: None for name in COLOUR_NAMES if any(name in own for own in colours)
    } | others.pop("houses", {})
    lifted = others.get("lifted")
    return {
        "game": "graveyards",
        "options": {"players": players, "colours": colours},
        "phase": "main",
        "turn": 0,
        "hands": [sorted(hand) for hand in given],
        "houses": houses,
        "tokens": tokens_left([*(placed or []), *([lifted] if lifted else [])], players),
        "stack": free[:size],
        "board": board,
        "placed": sorted(placed or [], key=lambda token: (token["y"], token["x"])),
        "known": [[] for _ in range(players)],
        "lifted": None,
        "spinning": [],
        "moved": 0,
        "final": None if size else players,
    } | others


def table(
    board: str | Board = "", hands: list[str] | None = None, players: int = 2, **others: Any
) -> Match:
    """A match that stands in such a position."""
    return spookhouse.game("graveyards").load(position(board, hands, players, **others), seed=1)


def scene(
    picture: str,
    hands: list[str] | None = None,
    players: int = 2,
    west: int = 0,
    north: int = 0,
    **others: Any,
) -> Match:
    """A match on a drawn board."""
    board, tokens = drawn(picture, west, north)
    return table(board, hands, players, placed=tokens, **others)


def kids(x: int, y: int) -> dict[str, Any]:
    return {"kind": "kids", "x": x, "y": y}


def investigator(x: int, y: int) -> dict[str, Any]:
    return {"kind": "investigator", "x": x, "y": y}


def gravestone(x: int, y: int) -> dict[str, Any]:
    return {"kind": "gravestone", "x": x, "y": y}


def moves(match: Match, word: str, seat: int | None = None) -> list[str]:
    """The legal moves that begin with a word."""
    return [
        move
        for move in match.legal(match.waiting[0] if seat is None else seat)
        if move.split()[0] == word
    ]
