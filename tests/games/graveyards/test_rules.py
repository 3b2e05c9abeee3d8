"""Graveyards, Ghosts & Haunted Houses rule by rule: positions that show a rule or its edge.

Seat 0 is to move. Tiles by their ghosts (NW, NE, SE, SW at r0): 0 is WWWW, 37 OOOO, 52 BBBB,
57 GGGG; 13 is WOWO, chequered; 3 is WWWG, 4 WWOO, 8 WWBB, none with an icon. 7, 14 and 17 bear
Rotate, 2 and 5 Swap, 1 and 16 Replace, 6 and 10 Token.
"""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import spookhouse
from spookhouse.games.graveyards.pieces import COLOUR_NAMES, ICON_NAMES, TILE_SET
from support.graveyards import gravestone, investigator, kids, moves, read_plan, scene, table

GAME = spookhouse.game("graveyards")


def refused(match: Any, move: str) -> str:
    """Return the rule and the reason that forbid a move of the seat to play."""
    with pytest.raises(spookhouse.IllegalMove) as caught:
        match.play(match.waiting[0], move)
    return str(caught.value)


# === 1 Pieces ===


@pytest.mark.rule("GG 1.1")
def test_the_tiles() -> None:
    """There are all tiles of four colours except the twelve with a diagonal pair and two others.

    Icons are evenly spread over the colours.
    """
    turned = [min(tile.turned(turns) for turns in range(4)) for tile in TILE_SET]
    diagonal = {
        (a, b, a, c) for a in range(4) for b in range(4) for c in range(4) if len({a, b, c}) == 3
    }
    every = {
        min((q[i:] + q[:i]) for i in range(4))
        for q in (
            (a, b, c, d) for a in range(4) for b in range(4) for c in range(4) for d in range(4)
        )
    }
    assert set(turned) == every - {min(q[i:] + q[:i] for i in range(4)) for q in diagonal}
    assert len(turned) == len(set(turned)) == 58
    assert Counter(ghost for tile in TILE_SET for ghost in tile.ghosts) == dict.fromkeys(
        range(4), 58
    )
    for icon in ICON_NAMES:
        bearers = [tile for tile in TILE_SET if tile.icon == icon]
        assert len(bearers) == 8
        assert Counter(ghost for tile in bearers for ghost in tile.ghosts) == dict.fromkeys(
            range(4), 8
        )
    assert [TILE_SET[i].orientations for i in (0, 13, 4, 18)] == [1, 2, 4, 4]


@pytest.mark.rule("GG 1.2")
def test_colours_and_houses() -> None:
    assert GAME.new(players=4, seed=1).position()["houses"] == dict.fromkeys(COLOUR_NAMES)


@pytest.mark.rule("GG 1.1", "GG 1.3", "GG 2.2")
@pytest.mark.parametrize(("players", "each"), [(2, 4), (3, 2), (4, 2)])
def test_tokens_and_tiles_dealt(players: int, each: int) -> None:
    found = GAME.new(players=players, seed=1).position()
    assert found["tokens"] == [{"kids": each, "investigator": each, "gravestone": each}] * players
    assert [len(hand) for hand in found["hands"]] == [3] * players
    assert len(found["stack"]) == 58 - 3 * players
    assert sorted([*found["stack"], *(tile for hand in found["hands"] for tile in hand)]) == list(
        range(58)
    )
    assert (found["phase"], found["board"], found["placed"], found["moved"], found["final"]) == (
        "main",
        [],
        [],
        0,
        None,
    )


# === 2 Setup ===


@pytest.mark.rule("GG 2.1")
@pytest.mark.parametrize(
    ("players", "colours"),
    [
        (2, [["white", "orange"], ["blue", "green"]]),
        (3, [["white"], ["orange"], ["blue"]]),
        (4, [["white"], ["orange"], ["blue"], ["green"]]),
    ],
)
def test_the_usual_colours(players: int, colours: list[list[str]]) -> None:
    assert GAME.new(players=players, seed=1).position()["options"]["colours"] == colours


@pytest.mark.rule("GG 2.1")
def test_chosen_colours() -> None:
    """With three players the fourth House is not used and its colour is not scored."""
    match = GAME.new(players=3, seed=1, colours=[["green"], ["blue"], ["orange"]])
    assert match.position()["houses"] == {"orange": None, "blue": None, "green": None}
    assert list(match.view(None)["scores"]) == ["orange", "blue", "green"]
    match = table("0 0,0", colours=[["green", "white"], ["blue", "orange"]])
    assert moves(match, "house") == ["house white 0,0", "house green 0,0"]
    assert refused(match, "house blue 0,0") == "GG 3.1: the blue House is not yours"


@pytest.mark.rule("GG 2.1")
@pytest.mark.parametrize(
    ("players", "colours"),
    [
        (2, [["white"], ["blue", "green"]]),
        (2, [["white", "orange"], ["orange", "green"]]),
        (3, [["white"], ["orange"]]),
        (4, [["white"], ["white"], ["blue"], ["green"]]),
        (3, [["white"], ["pink"], ["blue"]]),
        (3, "white"),
        (3, [["white"], "blue", ["green"]]),
        (3, [["white"], [["blue"]], ["green"]]),
    ],
)
def test_invalid_colours(players: int, colours: Any) -> None:
    with pytest.raises(spookhouse.BadOption, match="colours"):
        GAME.new(players=players, colours=colours)


@pytest.mark.rule("GG 2.3")
def test_a_random_player_starts() -> None:
    """Any player may start; then play goes clockwise."""
    assert {GAME.new(players=4, seed=seed).waiting[0] for seed in range(40)} == {0, 1, 2, 3}
    match = table("0 0,0", ["3 4", "8 9", "11 12"], 3, turn=1)
    match.play(1, "tile 8 1,0 r0")
    assert match.waiting == (2,)
    match.play(2, "tile 11 2,0 r0")
    assert match.waiting == (0,)


# === 3 The turn ===


@pytest.mark.rule("GG 3.1")
def test_a_tile_or_a_house_or_a_house_moved() -> None:
    """Only own Houses can be used, one of them, on the own turn."""
    match = table("0 0,0; 3 1,0", ["4"], houses={"orange": [0, 0]})
    assert Counter(move.split()[0] for move in match.legal(0)) == {"tile": 24, "house": 3}
    assert moves(match, "house") == ["house white 2,0", "house orange 1,0", "house orange 2,0"]
    assert match.legal(1) == []
    assert (
        refused(match, "skip")
        == "GG 3.1: there is no passing: play a tile, play a House, or move one of your Houses"
    )
    with pytest.raises(
        spookhouse.IllegalMove, match="GG 3: it is the turn of seat 0, not of seat 1"
    ):
        match.play(1, "skip")


PLACES = [
    # rule, board, hand, legal tiles
    ("GG 3.2", "", "13", ["tile 13 0,0 r0", "tile 13 0,0 r1"]),
    ("GG 3.2", "", "0", ["tile 0 0,0 r0"]),
    ("GG 3.2", "3 0,0", "0",
     ["tile 0 -1,0 r0", "tile 0 0,-1 r0", "tile 0 0,1 r0", "tile 0 1,0 r0"]),
    ("GG 3.2", "3 0,0", "4",
     [f"tile 4 {place} r{r}" for place in ("-1,0", "0,-1", "0,1", "1,0") for r in range(4)]),
    # A corner place has two neighbours and is listed once; diagonal neighbours are not listed.
    ("GG 3.2", "3 0,0; 4 1,0; 8 1,1", "0",
     [f"tile 0 {p} r0" for p in ("-1,0", "0,-1", "0,1", "1,-1", "1,2", "2,0", "2,1")]),
    # A hole has four neighbours.
    ("GG 3.2", "3 0,0; 4 1,0; 8 2,0; 9 2,1; 11 2,2; 22 1,2; 23 0,2; 24 0,1", "0",
     [f"tile 0 {p} r0" for p in ("-1,0", "-1,1", "-1,2", "0,-1", "0,3", "1,-1", "1,1", "1,3",
                                 "2,-1", "2,3", "3,0", "3,1", "3,2")]),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "board", "hand", "expected"), PLACES)
def test_where_tiles_may_lie(rule: str, board: str, hand: str, expected: list[str]) -> None:
    assert sorted(moves(table(board, [hand]), "tile")) == sorted(expected)


@pytest.mark.rule("GG 3.2")
def test_places_that_are_refused() -> None:
    match = table("3 0,0", ["0"])
    assert refused(match, "tile 0 1,1 r0") == "GG 3.2: 1,1 shares no full edge with a tile in play"
    assert refused(match, "tile 0 0,0 r0") == "GG 3.2: tile 3 lies at 0,0 already"
    assert refused(match, "tile 4 1,0 r0") == "GG 3.2: tile 4 is not in your hand"
    match = table("", ["0"])
    assert (
        refused(match, "tile 0 1,0 r0")
        == "GG 3.2: the first tile of the game is laid at 0,0, not at 1,0"
    )
    assert (
        refused(match, "house white 0,0")
        == "GG 3.2: a House cannot open the game: lay a tile first"
    )


@pytest.mark.rule("GG 3.2")
def test_the_board_has_no_edge() -> None:
    """Lay a straight row of all 58 tiles; no two places share a spot."""
    row = "; ".join(f"{tile} {tile},0" for tile in range(57))
    match = table(row, ["57", ""], stack=0, final=1)
    assert len(moves(match, "tile")) == 2 * 57 + 2
    match.play(0, "tile 57 57,0 r0")
    assert match.position()["board"][-1] == {"tile": 57, "x": 57, "y": 0, "r": 0}
    column = "; ".join(f"{tile} 0,{-tile}" for tile in range(57))
    match = table(column, ["57", ""], stack=0, final=1)
    match.play(0, "tile 57 0,-57 r0")
    assert match.position()["board"][0] == {"tile": 57, "x": 0, "y": -57, "r": 0}


HOUSES = [
    # rule, case, board, others, where white may stand
    ("GG 3.3", "one tile", "0 0,0", {}, ["0,0"]),
    ("GG 3.3", "one or two", "0 0,0; 3 1,0", {}, ["0,0", "1,0", "2,0"]),
    ("GG 3.3", "two, one above the other", "0 0,0; 3 0,-1", {}, ["0,-2", "0,-1", "0,0"]),
    ("GG 3.3", "four", "0 0,0; 3 1,0; 4 0,1; 8 1,1", {},
     [f"{x},{y}" for y in range(3) for x in range(3)]),
    ("GG 3.3", "never three", "0 0,0; 3 1,0; 4 0,1", {}, ["0,0", "1,0", "2,0", "0,1", "0,2"]),
    ("GG 3.3", "no token", "0 0,0; 3 1,0", {"placed": [kids(3, 1)]}, ["0,0", "1,0"]),
    ("GG 3.3", "no other House", "0 0,0; 3 1,0", {"houses": {"blue": [0, 0]}}, ["2,0"]),
    ("GG 3.3", "moved, its old place overlapped but changed", "0 0,0; 3 1,0",
     {"houses": {"white": [1, 0]}}, ["0,0", "2,0"]),
    ("GG 3.3", "moved, nowhere else to go", "0 0,0", {"houses": {"white": [0, 0]}}, []),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "case", "board", "others", "expected"), HOUSES)
def test_where_houses_may_stand(
    rule: str, case: str, board: str, others: dict[str, Any], expected: list[str]
) -> None:
    match = table(board, ["57"], **others)
    assert sorted(move for move in moves(match, "house") if "white" in move) == sorted(
        f"house white {place}" for place in expected
    )


@pytest.mark.rule("GG 3.3")
def test_houses_that_are_refused() -> None:
    match = table(
        "0 0,0; 3 1,0; 4 2,0",
        ["57"],
        placed=[gravestone(3, 0)],
        houses={"white": [0, 0], "blue": [4, 0]},
    )
    assert (
        refused(match, "house white 0,0")
        == "GG 3.3: the white House stands at 0,0 already: a move must change its place"
    )
    assert (
        refused(match, "house white 2,0")
        == "GG 3.3: all four windows must show a ghost, and 3,0 does not (a Gravestone)"
    )
    assert (
        refused(match, "house orange 1,0")
        == "GG 3.3: all four windows must show a ghost, and 1,0 does not (the white House)"
    )
    assert (
        refused(match, "house orange 2,1")
        == "GG 3.3: all four windows must show a ghost, and 2,2 does not (no tile)"
    )
    assert (
        refused(match, "house orange 9,9")
        == "GG 3.3: all four windows must show a ghost, and 9,9 does not (no tile)"
    )


@pytest.mark.rule("GG 3.3")
def test_a_house_moved_over_its_old_place() -> None:
    """The spaces that it leaves are free again; those that it keeps stay covered."""
    match = table("0 0,0; 3 1,0", ["57", "10"], houses={"white": [0, 0]})
    match.play(0, "house white 1,0")
    assert match.position()["houses"]["white"] == [1, 0]
    match.play(1, "tile 10 2,0 r0")
    puts = moves(match, "put")
    assert [f"put kids {x},{y}" in puts for y in range(2) for x in range(4)] == [
        True,
        False,
        False,
        True,
    ] * 2


@pytest.mark.rule("GG 3.4")
@pytest.mark.parametrize(
    ("tile", "phase"), [(7, "rotate"), (5, "swap"), (1, "replace"), (6, "token"), (4, "main")]
)
def test_an_icon_gives_an_action(tile: int, phase: str) -> None:
    match = table("0 0,0", [str(tile)])
    match.play(0, f"tile {tile} 1,0 r0")
    assert match.position()["phase"] == phase
    assert match.waiting == ((1,) if phase == "main" else (0,))
    if phase != "main":
        assert "skip" in match.legal(0)
        assert refused(match, f"tile {tile} 2,0 r0") == (
            f"GG 3.4: the tile just laid gives the action {phase.capitalize()}: "
            "carry it out, or skip it"
        )
        match.play(0, "skip")
        assert match.waiting == (1,)
        assert [event["event"] for event in match.events] == ["skipped", "drew", "refilled"]


@pytest.mark.rule("GG 3.4")
def test_one_action_a_turn() -> None:
    """A tile laid by Replace gives no action."""
    match = table("0 0,0", ["1 7"])
    match.play(0, "tile 1 1,0 r0")
    match.play(0, "take 0,0 7 r2")
    assert match.waiting == (1,)
    assert match.position()["phase"] == "main"


@pytest.mark.rule("GG 3.5")
@pytest.mark.parametrize(
    ("move", "drawn_tiles"),
    [("tile 4 -1,0 r0", 1), ("house white 2,0", 1), ("house orange 2,0", 0)],
)
def test_drawing_after_a_turn(move: str, drawn_tiles: int) -> None:
    """A play from the hand is followed by a draw, a moved House is not.

    A House from the hand leaves one tile more there.
    """
    match = table("0 0,0; 3 1,0", ["4 8 9"], houses={"orange": [0, 0]})
    before = match.position()
    match.play(0, move)
    after = match.position()
    assert after["stack"] == before["stack"][drawn_tiles:]
    drawn_now = before["stack"][:drawn_tiles]
    assert after["hands"][0] == sorted(
        {4, 8, 9, *drawn_now} - ({4} if move.startswith("tile") else set())
    )
    assert after["turn"] == 1


@pytest.mark.rule("GG 3.5")
def test_nothing_to_draw() -> None:
    """Nothing is drawn from an empty stack."""
    match = table("0 0,0", ["3 4"], stack=0)
    match.play(0, "tile 3 1,0 r0")
    assert match.position()["hands"][0] == [4]


@pytest.mark.rule("GG 3.6")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_houses_cannot_move_for_ever(players: int) -> None:
    board = "; ".join(f"{tile} {x},0" for x, tile in enumerate((0, 3, 4, 8, 9, 11, 15, 22)))
    colours = ["white", "orange", "blue", "green"][:players] if players > 2 else ["white", "blue"]
    houses = {name: [4 * i, 0] for i, name in enumerate(colours)}
    match = table(board, None, players, houses=houses)
    for i, name in enumerate(colours):
        assert match.position()["moved"] == i
        match.play(i, f"house {name} {4 * i + 1},0")
    assert match.position()["moved"] == players
    in_hand = ["orange"] if players == 2 else []
    assert {move.split()[1] for move in moves(match, "house")} == set(in_hand)
    assert refused(match, "house white 0,0") == (
        f"GG 3.6: the last {players} turns were all House moves: "
        "play a tile or a House from your hand"
    )
    assert match.view(1)["must_play_from_hand"] is True
    match.play(0, "house orange 14,0" if in_hand else moves(match, "tile")[0])
    assert match.position()["moved"] == 0


@pytest.mark.rule("GG 3.6")
def test_fewer_house_moves_force_nothing() -> None:
    """A tile begins the count anew."""
    match = table("0 0,0; 3 1,0", ["4", "8"], houses={"white": [0, 0]}, moved=1)
    assert "house white 1,0" in match.legal(0)
    match.play(0, "tile 4 2,0 r0")
    assert match.position()["moved"] == 0


# === 4 Actions ===


def after_laying(tile: int, board: str, hand: str = "", **others: Any) -> Any:
    """Return a match after seat 0 laid a tile with an icon west of the board, at -1,0."""
    match = table(board, [f"{tile} {hand}"], **others)
    match.play(0, f"tile {tile} -1,0 r0")
    return match


@pytest.mark.rule("GG 4.1")
@pytest.mark.parametrize(
    ("others", "unlocked"),
    [
        ({}, ["-1,0", "0,0", "1,0", "2,0"]),
        ({"placed": [kids(1, 1)]}, ["-1,0", "1,0", "2,0"]),
        ({"houses": {"white": [0, 0]}}, ["-1,0", "1,0", "2,0"]),
        ({"houses": {"blue": [3, 0]}}, ["-1,0", "0,0"]),
    ],
)
def test_locked_tiles(others: dict[str, Any], unlocked: list[str]) -> None:
    """A token or any part of a House locks a tile against all three actions."""
    board = "4 0,0; 8 1,0; 9 2,0"
    turn = after_laying(7, board, **others)
    assert sorted({move.split()[1] for move in moves(turn, "turn")}) == unlocked
    swap = after_laying(2, board, **others)
    assert sorted({place for move in moves(swap, "swap") for place in move.split()[1:]}) == unlocked
    take = after_laying(1, board, "0", **others)
    assert sorted({move.split()[1] for move in moves(take, "take")}) == unlocked


@pytest.mark.rule("GG 4.1")
def test_locked_tiles_are_refused() -> None:
    match = after_laying(7, "4 0,0; 8 1,0", placed=[investigator(0, 0)], houses={"orange": [2, 0]})
    assert (
        refused(match, "turn 0,0 r1")
        == "GG 4.1: tile 4 at 0,0 is locked (a Paranormal Investigator)"
    )
    assert refused(match, "turn 1,0 r1") == "GG 4.1: tile 8 at 1,0 is locked (the orange House)"
    assert refused(match, "turn 5,5 r1") == "GG 4.1: no tile lies at 5,5"


@pytest.mark.rule("GG 4.1")
def test_a_tile_is_unlocked_again() -> None:
    """A tile is unlocked when its last token goes."""
    match = table("4 0,0; 8 1,0", ["7 3", "14"], placed=[kids(0, 0)])
    match.play(0, "tile 7 -1,0 r0")
    match.play(0, "lift 0,0")
    match.play(0, "drop 2,0")
    match.play(1, "tile 14 2,0 r0")
    assert sorted({move.split()[1] for move in moves(match, "turn")}) == ["-1,0", "0,0", "2,0"]


@pytest.mark.rule("GG 4.1")
def test_a_house_that_moves_unlocks_the_tiles_that_it_leaves() -> None:
    match = table("4 0,0; 8 1,0", ["3", "14"], houses={"white": [0, 0]})
    match.play(0, "house white 2,0")
    match.play(1, "tile 14 -1,0 r0")
    assert sorted({move.split()[1] for move in moves(match, "turn")}) == ["-1,0", "0,0"]


@pytest.mark.rule("GG 4.1")
def test_tokens_on_locked_tiles_are_free() -> None:
    """They can be moved, swapped, replaced and added."""
    lying = [kids(0, 0), gravestone(1, 0)]
    assert moves(after_laying(7, "4 0,0", placed=lying), "lift") == ["lift 0,0", "lift 1,0"]
    assert moves(after_laying(2, "4 0,0", placed=lying), "trade") == ["trade 0,0 1,0"]
    assert "claim 0,0 gravestone" in moves(after_laying(1, "4 0,0", placed=lying), "claim")
    assert "put kids 0,1" in moves(after_laying(6, "4 0,0", placed=lying), "put")


@pytest.mark.rule("GG 4.2")
def test_vacant_spaces() -> None:
    """A vacant space has a tile, no token and no House."""
    match = after_laying(6, "4 0,0; 8 1,0", placed=[kids(0, 0)], houses={"blue": [1, 0]})
    vacant = {move.split()[2] for move in moves(match, "put")}
    assert vacant == {"-2,0", "-1,0", "-2,1", "-1,1", "0,1", "3,0", "3,1"}
    assert refused(match, "put kids 0,0") == "GG 4.2: 0,0 is not vacant (Meddling Kids)"
    assert refused(match, "put kids 2,1") == "GG 4.2: 2,1 is not vacant (the blue House)"
    assert refused(match, "put kids 9,9") == "GG 4.2: 9,9 is not vacant (no tile)"


TURNS = [
    # rule, tile, its rotation, turns that change what it shows
    ("GG 4.3", 0, 0, []),
    ("GG 4.3", 13, 0, ["r1"]),
    ("GG 4.3", 13, 1, ["r1"]),
    ("GG 4.3", 4, 0, ["r1", "r2", "r3"]),
    ("GG 4.3", 4, 3, ["r1", "r2", "r3"]),
]


@pytest.mark.parametrize(("rule", "tile", "r", "turns"), TURNS)
def test_rotate_a_tile(rule: str, tile: int, r: int, turns: list[str]) -> None:
    board = f"{tile} 0,0 r{r}"
    match = after_laying(7, board)
    assert [move.split()[2] for move in moves(match, "turn") if move.split()[1] == "0,0"] == turns
    for turn in turns:
        match = after_laying(7, board)
        match.play(0, f"turn 0,0 {turn}")
        rotations = {entry["tile"]: entry["r"] for entry in match.position()["board"]}
        assert rotations[tile] == (r + int(turn[1])) % TILE_SET[tile].orientations
        assert match.waiting == (1,)


@pytest.mark.rule("GG 4.3")
def test_rotate_the_tile_just_played() -> None:
    """A quarter turn clockwise moves NW to NE."""
    match = table("", ["7"])
    match.play(0, "tile 7 0,0 r0")
    match.play(0, "turn 0,0 r1")
    assert match.position()["board"] == [{"tile": 7, "x": 0, "y": 0, "r": 1}]
    assert TILE_SET[7].turned(1) == (TILE_SET[7].ghosts[3], *TILE_SET[7].ghosts[:3])
    assert refused(table("0 0,0; 4 1,0", ["8"], phase="rotate"), "turn 0,0 r1").startswith(
        "GG 4.3: tile 0 would show the same picture"
    )


@pytest.mark.rule("GG 4.3")
def test_move_a_token() -> None:
    """Anybody's token can be moved to another vacant space."""
    match = after_laying(7, "4 0,0", placed=[kids(0, 0), gravestone(1, 1)])
    match.play(0, "lift 0,0")
    found = match.position()
    assert found["phase"] == "drop"
    assert found["lifted"] == kids(0, 0)
    assert found["placed"] == [gravestone(1, 1)]
    assert sorted(match.legal(0)) == sorted(
        f"drop {p}" for p in ("-2,0", "-1,0", "-2,1", "-1,1", "1,0", "0,1")
    )
    assert (
        refused(match, "drop 0,0")
        == "GG 4.3: the token was lifted from 0,0: it must go to another space"
    )
    match.play(0, "drop -1,1")
    assert match.position()["placed"] == [kids(-1, 1), gravestone(1, 1)]
    assert match.position()["lifted"] is None
    assert match.waiting == (1,)


@pytest.mark.rule("GG 4.3", "GG 4.7")
def test_no_vacant_space_no_lift() -> None:
    """An action without a target can only be skipped."""
    full = [kids(0, 0), kids(1, 0), gravestone(0, 1), gravestone(1, 1)]
    match = table("4 0,0", ["8"], placed=full, phase="rotate")
    assert match.legal(0) == ["skip"]
    assert refused(match, "lift 0,0") == "GG 4.3: there is no vacant space to move the token to"
    assert refused(match, "lift 5,5") == "GG 1.3: no token lies at 5,5"


@pytest.mark.rule("GG 4.4")
def test_swap_two_tiles() -> None:
    """They change places and keep their rotation; then each is turned.

    The tile now at the first place is turned first.
    """
    match = after_laying(2, "4 0,0 r3; 13 1,0 r1; 0 0,-1")
    assert moves(match, "swap") == [
        "swap 0,-1 -1,0", "swap 0,-1 0,0", "swap 0,-1 1,0", "swap -1,0 0,0", "swap -1,0 1,0",
        "swap 0,0 1,0",
    ]  # fmt: skip
    match.play(0, "swap 0,0 1,0")
    found = match.position()
    assert (found["phase"], found["spinning"]) == ("spin", [[0, 0], [1, 0]])
    assert {"tile": 13, "x": 0, "y": 0, "r": 1} in found["board"]
    assert {"tile": 4, "x": 1, "y": 0, "r": 3} in found["board"]
    assert match.legal(0) == ["spin r0", "spin r1"]
    match.play(0, "spin r0")
    assert match.position()["spinning"] == [[1, 0]]
    assert match.legal(0) == ["spin r0", "spin r1", "spin r2", "spin r3"]
    match.play(0, "spin r3")
    assert match.position()["board"][1:] == [
        {"tile": 2, "x": -1, "y": 0, "r": 0},
        {"tile": 13, "x": 0, "y": 0, "r": 0},
        {"tile": 4, "x": 1, "y": 0, "r": 3},
    ]
    assert match.waiting == (1,)


@pytest.mark.rule("GG 4.4")
def test_swaps_that_are_refused() -> None:
    match = after_laying(2, "0 0,0", placed=[kids(0, 0)])
    assert match.legal(0) == ["skip"]
    assert refused(match, "swap -1,0 0,0").startswith("GG 4.1")
    assert refused(match, "swap -1,0 1,0") == "GG 4.1: no tile lies at 1,0"
    with pytest.raises(spookhouse.UnknownMove):
        match.play(0, "swap 0,0 -1,0")
    match = after_laying(2, "0 0,0")
    match.play(0, "swap -1,0 0,0")
    assert match.legal(0) == ["spin r0"]
    assert refused(match, "spin r1") == "GG 4.4: tile 0 shows nothing new after r0"


@pytest.mark.rule("GG 4.4")
def test_trade_tokens() -> None:
    """Two tokens of different kinds are traded, named by smaller y, then smaller x."""
    match = after_laying(2, "4 0,0", placed=[kids(1, 0), kids(0, 0), gravestone(0, 1)])
    assert sorted(moves(match, "trade")) == ["trade 0,0 0,1", "trade 1,0 0,1"]
    assert (
        refused(match, "trade 0,0 1,0")
        == "GG 4.4: the tokens at 0,0 and 1,0 are of the same kind: a trade would change nothing"
    )
    match.play(0, "trade 1,0 0,1")
    assert match.position()["placed"] == [kids(0, 0), gravestone(1, 0), kids(0, 1)]
    assert match.waiting == (1,)


@pytest.mark.rule("GG 4.5")
def test_replace_a_tile() -> None:
    """The old tile goes to your hand; everybody has seen it until it is laid."""
    match = after_laying(1, "4 0,0", "0 13")
    assert sorted(moves(match, "take")) == [
        "take -1,0 0 r0", "take -1,0 13 r0", "take -1,0 13 r1", "take 0,0 0 r0", "take 0,0 13 r0",
        "take 0,0 13 r1",
    ]  # fmt: skip
    match.play(0, "take 0,0 13 r1")
    found = match.position()
    assert {"tile": 13, "x": 0, "y": 0, "r": 1} in found["board"]
    assert {0, 4} < set(found["hands"][0])
    assert len(found["hands"][0]) == 3
    assert found["known"] == [[4], []]
    assert match.view(1)["known"] == [[4], []]
    match = GAME.load(found | {"turn": 0}, seed=1)
    match.play(0, "tile 4 1,0 r0")
    assert match.position()["known"] == [[], []]


@pytest.mark.rule("GG 4.5")
def test_replace_the_tile_just_played() -> None:
    match = table("", ["1 0"])
    match.play(0, "tile 1 0,0 r2")
    match.play(0, "take 0,0 0 r0")
    assert match.position()["board"] == [{"tile": 0, "x": 0, "y": 0, "r": 0}]
    assert match.position()["known"][0] == [1]
    match = table("", ["1"])
    match.play(0, "tile 1 0,0 r2")
    assert match.legal(0) == ["skip"]
    assert refused(match, "take 0,0 0 r0") == "GG 4.5: tile 0 is not in your hand"


@pytest.mark.rule("GG 4.5")
def test_claim_a_token() -> None:
    """It is exchanged for one of yours of another kind, and you keep the old one."""
    hold = [
        {"kids": 0, "investigator": 3, "gravestone": 4},
        {"kids": 7, "investigator": 5, "gravestone": 4},
    ]
    match = after_laying(1, "4 0,0", placed=[kids(0, 0)], tokens=hold)
    assert moves(match, "claim") == ["claim 0,0 investigator", "claim 0,0 gravestone"]
    assert refused(match, "claim 0,0 kids") == "GG 4.5: you hold no Meddling Kids"
    match.play(0, "claim 0,0 investigator")
    assert match.position()["placed"] == [investigator(0, 0)]
    assert match.position()["tokens"][0] == {"kids": 1, "investigator": 2, "gravestone": 4}
    match = after_laying(1, "4 0,0", placed=[kids(0, 0)])
    assert (
        refused(match, "claim 0,0 kids")
        == "GG 4.5: the Meddling Kids at 0,0 can only be exchanged for another kind"
    )
    assert refused(match, "claim 1,0 kids") == "GG 1.3: no token lies at 1,0"


@pytest.mark.rule("GG 4.6")
def test_put_a_token() -> None:
    """It replaces the ghost there until it is removed."""
    match = after_laying(
        6,
        "0 0,0",
        tokens=[
            {"kids": 4, "investigator": 0, "gravestone": 4},
            {"kids": 4, "investigator": 8, "gravestone": 4},
        ],
    )
    assert {move.split()[1] for move in moves(match, "put")} == {"kids", "gravestone"}
    assert refused(match, "put investigator 0,0") == "GG 4.6: you hold no Paranormal Investigator"
    before = match.view(0)["scores"]["white"]
    match.play(0, "put gravestone 1,1")
    assert match.position()["placed"] == [gravestone(1, 1)]
    assert match.position()["tokens"][0] == {"kids": 4, "investigator": 0, "gravestone": 3}
    assert match.view(0)["scores"]["white"] == before - 1
    nothing = {"kids": 0, "investigator": 0, "gravestone": 0}
    match = after_laying(
        6, "0 0,0", tokens=[nothing, {"kids": 8, "investigator": 8, "gravestone": 8}]
    )
    assert match.legal(0) == ["skip"]


@pytest.mark.rule("GG 4.7")
def test_no_way_back() -> None:
    """An action that has begun must be finished."""
    match = after_laying(7, "4 0,0", placed=[kids(0, 0)])
    match.play(0, "lift 0,0")
    assert (
        refused(match, "skip")
        == "GG 4.7: a token is in the air (Meddling Kids): drop it on a vacant space"
    )
    match = after_laying(2, "4 0,0")
    match.play(0, "swap -1,0 0,0")
    assert (
        refused(match, "skip")
        == "GG 4.7: the swap is half done: say how tile 4 shall lie (spin r0 to r3)"
    )


OUT_OF_PLACE = [
    (
        "GG 3.4",
        "turn 0,0 r1",
        "that is the action Rotate, and it comes right after laying a tile with its icon",
    ),
    (
        "GG 3.4",
        "put kids 0,0",
        "that is the action Token, and it comes right after laying a tile with its icon",
    ),
    ("GG 4.3", "drop 0,0", "no token was lifted"),
    ("GG 4.4", "spin r0", "no tiles were swapped"),
]


@pytest.mark.parametrize(("rule", "move", "reason"), OUT_OF_PLACE)
def test_actions_out_of_place(rule: str, move: str, reason: str) -> None:
    assert refused(table("4 0,0", ["8"]), move) == f"{rule}: {reason}"


# === 5 The end ===


@pytest.mark.rule("GG 5.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_final_turns(players: int) -> None:
    """The player who draws the last tile has the last turn of all."""
    match = table("0 0,0", ["3 4", "8 9", "11 15", "22 23"][:players], players, stack=1)
    tiles = iter((*("3", "8", "11", "22")[:players], "4"))
    match.play(0, f"tile {next(tiles)} 1,0 r0")
    assert "last-tile" in [event["event"] for event in match.events]
    assert match.position()["final"] == players
    for i in range(1, players + 1):
        assert match.waiting == (i % players,)
        assert match.outcome is None
        match.play(i % players, f"tile {next(tiles)} {i + 1},0 r0")
        assert match.position()["final"] == players - i
    assert match.position()["phase"] == "over"
    assert match.position()["turn"] == 0
    assert match.waiting == ()
    assert match.outcome is not None
    assert match.outcome.reason == "dawn"
    with pytest.raises(spookhouse.GameOver, match=r"GG 5\.1: the game is over \(dawn\)"):
        match.play(0, "skip")


@pytest.mark.rule("GG 5.1")
def test_a_house_moved_and_an_action_in_the_final_turns() -> None:
    """Every kind of turn counts as a final turn."""
    match = table("0 0,0; 3 1,0", ["4", "7"], stack=0, final=2, houses={"white": [0, 0]})
    match.play(0, "house white 1,0")
    assert match.position()["final"] == 1
    match.play(1, "tile 7 2,0 r0")
    assert (match.position()["final"], match.position()["phase"]) == (1, "rotate")
    match.play(1, "skip")
    assert (match.position()["final"], match.position()["phase"]) == (0, "over")
    assert match.position()["turn"] == 1


@pytest.mark.rule("GG 5.1")
def test_equals_share() -> None:
    """Ranks of equals are 1, 1, 3; the winners share what the others pay."""
    board, _ = read_plan("""
        WW OO BB
        WW OO GW
    """)
    match = table(board, None, 4, stack=0, final=0, phase="over")
    assert match.view(None)["totals"] == [4, 4, 2, 1]
    outcome = match.outcome
    assert outcome is not None
    assert outcome.ranks == (1, 1, 3, 4)
    assert outcome.returns == (0.25, 0.25, -0.25, -0.25)


@pytest.mark.rule("GG 5.1")
def test_one_winner() -> None:
    board, _ = read_plan("""
        WW OO BB
        WW OW GW
    """)
    assert GAME.rules.outcome(table(board, None, 3).state, np.zeros(3)) == 0
    match = table(board, None, 3, stack=0, final=0, phase="over")
    outcome = match.outcome
    assert outcome is not None
    assert outcome.ranks == (1, 2, 3)
    assert outcome.returns == pytest.approx((2 / 3, -1 / 3, -1 / 3))


# The examples of the book: a board, Houses, placed tokens, the colour and its score.
EXAMPLES = [
    ("White: 8 ghosts, 3 for the Kids", """
        WW WK WW
        WO WB WG
     """, {}, [], "white", 11),
    ("Orange: 10 ghosts, 4 in the House; the Gravestone cuts off the others", """
        OO OO OO
        OO OG WO
        OO .. ..
        OB .. ..
     """, {"orange": [0, 0]}, [gravestone(4, 0)], "orange", 14),
    ("Orange: without the Gravestone", """
        OO OO OO
        OO OG WO
        OO .. ..
        OB .. ..
     """, {"orange": [0, 0]}, [], "orange", 17),
    ("Blue: 11 ghosts, -3 for the Investigator", """
        BB BI BB
        BB BO BG
        BB .. ..
        WO .. ..
     """, {}, [], "blue", 8),
    ("Green: 7 ghosts, 3 for the Kids, -3 for the Investigator", """
        GG KI GG
        GO WB GW
        GW .. ..
        BO .. ..
     """, {}, [], "green", 7),
]  # fmt: skip


@pytest.mark.rule("GG 5.2", "GG 5.3", "GG 5.4")
@pytest.mark.parametrize(
    ("example", "plan", "houses", "placed", "colour", "score"),
    EXAMPLES,
    ids=lambda value: str(value)[:30],
)
def test_the_examples_of_the_book(
    example: str,
    plan: str,
    houses: dict[str, Any],
    placed: list[dict[str, Any]],
    colour: str,
    score: int,
) -> None:
    board, tokens = read_plan(plan)
    match = table(board, None, 4, placed=[*tokens, *placed], houses=houses)
    assert match.view(None)["scores"][colour] == score


SECTIONS = [
    # rule, case, plan, houses, scores of white and orange
    ("GG 5.2", "edge to edge, not across corners", """
        WO
        OW
     """, {}, 1, 1),
    ("GG 5.2", "a token belongs to every section that it touches", """
        WK OO
        WG BO
     """, {}, 5, 6),
    ("GG 5.2", "tokens join through other tokens", """
        WK KW
        BB GG
     """, {}, 8, 0),
    ("GG 5.2", "no part may be left out", """
        WW IW
        WW BB
     """, {}, 2, 0),
    ("GG 5.2", "a gap separates", """
        WO .. OO
        WW .. WW
        BG BB BG
        BO GO OW
     """, {}, 3, 2),
    ("GG 5.2", "a House separates nothing and hides nothing", """
        WW WW
        WW WB
     """, {"orange": [1, 0]}, 7, 0),
    ("GG 5.2", "Kids alone are no section", """
        KK BB
        GG BB
     """, {}, 0, 0),
    ("GG 5.3", "only a House of the same colour adds, and only for ghosts of the colour", """
        WW WB
        WO WG
     """, {"white": [1, 0]}, 8, 1),
    ("GG 5.3", "a House of another colour adds nothing", """
        WW WB
        WO WG
     """, {"blue": [0, 0]}, 5, 1),
    ("GG 5.3", "windows count in this section only", """
        WW BG WB
        WW OG BW
     """, {"white": [4, 0]}, 4, 1),
    ("GG 5.4", "the best section, not the largest", """
        WW IB WK
        WW WB GG
     """, {}, 4, 0),
    ("GG 5.4", "also below 0", """
        WI BB
        IB GG
     """, {}, -5, 0),
    ("GG 5.4", "0 if there is no section", """
        BB GG
        BB GG
     """, {}, 0, 0),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "case", "plan", "houses", "white", "orange"),
    SECTIONS,
    ids=lambda value: str(value)[:30],
)
def test_sections(
    rule: str, case: str, plan: str, houses: dict[str, Any], white: int, orange: int
) -> None:
    found = scene(plan, None, 4, houses=houses).view(None)["scores"]
    assert (found["white"], found["orange"]) == (white, orange)


@pytest.mark.rule("GG 1.3", "GG 5.2")
def test_the_ghost_under_a_token_does_not_count() -> None:
    """A lone white ghost under Kids is no section."""
    match = table(
        "0 0,0", None, 4, placed=[kids(0, 0), kids(1, 0), gravestone(0, 1), gravestone(1, 1)]
    )
    assert match.view(None)["scores"]["white"] == 0
    assert match.view(None)["sections"]["white"] == []


@pytest.mark.rule("GG 5.4")
def test_best_section_is_shown() -> None:
    """Kids and Investigators are included; one of several equal sections is shown."""
    match = scene(
        """
        WK OO
        WG BO
        """,
        None,
        4,
    )
    assert match.view(0)["sections"]["white"] == [[0, 0], [1, 0], [0, 1]]
    assert match.view(0)["sections"]["orange"] == [[1, 0], [2, 0], [3, 0], [3, 1]]
    match = scene("WO WB\nBG GG", None, 4)
    assert match.view(0)["sections"]["white"] in ([[0, 0]], [[2, 0]])


@pytest.mark.rule("GG 5.4", "GG 5.1")
def test_a_score_below_0_at_the_end() -> None:
    """It loses against a colour without a section."""
    board, tokens = read_plan("WI BB\nIB GG")
    match = table(board, ["57 0 3 4"], 4, placed=tokens, stack=0, final=1)
    match.play(0, "tile 57 2,0 r0")
    assert match.view(None)["totals"] == [-5, 0, -3, 6]
    assert match.outcome is not None
    assert match.outcome.ranks == (4, 2, 3, 1)


@pytest.mark.rule("GG 5.4")
def test_two_colours_are_added() -> None:
    """With two players each colour is scored apart."""
    match = scene(
        """
        WW OO
        WB OG
        """,
    )
    view = match.view(None)
    assert view["scores"] == {"white": 3, "orange": 3, "blue": 1, "green": 1}
    assert view["totals"] == [6, 2]
