"""The events of Graveyards in words, and their audience."""

from typing import Any

import pytest

import spookhouse
from support.graveyards import gravestone, kids, table

GAME = spookhouse.game("graveyards")
NAMES = ["Ann", "Bob", "Cid", "Dot"]

SENTENCES: list[tuple[str, dict[str, Any], list[str], str]] = [
    ("a tile", {}, ["tile 4 1,0 r0"], "Ann lays tile 4 (two white, two orange) at 1,0."),
    ("a tile of one colour", {"hands": ["52"]}, ["tile 52 1,0 r0"],
     "Ann lays tile 52 (four blue ghosts) at 1,0."),
    ("an icon", {"hands": ["7"]}, ["tile 7 1,0 r0"],
     "Ann lays tile 7 (two white, one blue, one orange) at 1,0 and wakes its icon: Rotate!"),
    ("a House", {}, ["house white 0,0"],
     "Ann puts up the white House, Pale Manor, with its north-west window at 0,0."),
    ("a House moved", {"board": "0 0,0; 3 1,0", "houses": {"white": [0, 0]}}, ["house white 2,0"],
     "Ann walks the white House, Pale Manor, from 0,0 to 2,0."),
    ("turned", {"board": "4 0,0", "hands": ["8"], "phase": "rotate"}, ["turn 0,0 r3"],
     "Ann turns tile 4 at 0,0 a quarter turn anticlockwise."),
    ("lifted", {"phase": "rotate", "placed": [kids(0, 0)]}, ["lift 0,0"],
     "Ann lifts the Meddling Kids off 0,0."),
    ("dropped", {"phase": "rotate", "placed": [gravestone(0, 0)]}, ["lift 0,0", "drop 1,1"],
     "Ann drops the Gravestone at 1,1."),
    ("swapped", {"board": "0 0,0; 3 1,0", "phase": "swap"}, ["swap 0,0 1,0"],
     "Ann swaps two graves: tile 3 is now at 0,0, tile 0 at 1,0."),
    ("spun", {"board": "0 0,0; 3 1,0", "phase": "swap"}, ["swap 0,0 1,0", "spin r2"],
     "Ann leaves tile 3 at 0,0 in rotation r2."),
    ("traded", {"phase": "swap", "placed": [kids(0, 0), gravestone(1, 0)]}, ["trade 0,0 1,0"],
     "Ann trades tokens: a Gravestone at 0,0, Meddling Kids at 1,0."),
    ("taken", {"phase": "replace"}, ["take 0,0 4 r1"],
     "Ann digs up tile 0 at 0,0, keeps it, and lays tile 4 (two white, two orange) in its place."),
    ("claimed", {"phase": "replace", "placed": [kids(0, 0)]}, ["claim 0,0 gravestone"],
     "Ann sends a Gravestone to 0,0 and pockets the Meddling Kids from there."),
    ("put", {"phase": "token"}, ["put investigator 0,1"],
     "Ann puts a Paranormal Investigator on 0,1."),
    ("skipped", {"phase": "token"}, ["skip"], "Ann lets the icon sleep."),
    ("the last tile", {"stack": 1}, ["tile 4 1,0 r0"],
     "The stack is empty: everybody has one final turn before dawn."),
    ("scores", {"stack": 0, "final": 1}, ["tile 4 1,0 r0"], "Ann's white ghosts score 6 points."),
    ("victory", {"stack": 0, "final": 1}, ["tile 4 1,0 r0"],
     "Ann wins with 8 points, the scariest of them all!"),
    ("victory by a House", {"board": "21 0,0", "stack": 0, "final": 1}, ["house white 0,0"],
     "Ann wins with 2 points, the scariest of them all!"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "start", "played", "line"), SENTENCES, ids=[case for case, *_ in SENTENCES]
)
def test_sentences(case: str, start: dict[str, Any], played: list[str], line: str) -> None:
    match = table(**({"board": "0 0,0", "hands": ["4"]} | start))
    for move in played:
        match.play(0, move)
    assert line in match.tell(0, NAMES)


def test_victory_is_shared() -> None:
    match = table("18 0,0", ["19"], stack=0, final=1)
    match.play(0, "tile 19 1,0 r1")
    match.play(0, "skip")
    assert match.tell(0, NAMES)[-2:] == [
        "Ann shares the victory with 2 points.",
        "Bob shares the victory with 2 points.",
    ]


def test_only_the_drawing_player_sees_the_tile() -> None:
    match = table("0 0,0", ["4"])
    drawn = match.position()["stack"][0]
    match.play(0, "tile 4 1,0 r0")
    assert any(f"draws tile {drawn}" in line for line in match.tell(0))
    assert not any(f"draws tile {drawn}" in line for line in match.tell(1))
    assert not any(f"draws tile {drawn}" in line for line in match.tell(None))
    assert {
        "event": "refilled",
        "seat": 0,
        "stack": len(match.position()["stack"]),
    } in match.events_for(None)


def test_events_are_data_for_a_client() -> None:
    match = table("0 0,0; 3 1,0", ["4"], houses={"white": [0, 0]})
    match.play(0, "house white 2,0")
    assert match.events == [
        {"event": "house-moved", "seat": 0, "colour": "white", "space": [2, 0], "origin": [0, 0]}
    ]
    match = table("0 0,0", ["4"])
    match.play(0, "tile 4 -1,0 r3")
    assert match.events[0] == {"event": "laid", "seat": 0, "tile": 4, "place": [-1, 0], "r": 3}
