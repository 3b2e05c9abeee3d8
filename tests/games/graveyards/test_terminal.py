"""The graveyard drawn in a terminal of 80 columns, and as SVG."""

from io import StringIO
from typing import Any
from xml.etree import ElementTree

from rich.console import Console

import spookhouse
from spookhouse.bots import bot
from spookhouse.games.graveyards import svg, terminal_view
from support.graveyards import gravestone, investigator, kids, table

GAME = spookhouse.game("graveyards")
NAMES = ["Ann", "Bob", "Cid", "Dot"]
TEXT = "{http://www.w3.org/2000/svg}text"


def printed(view: dict[str, Any]) -> list[str]:
    paper = StringIO()
    Console(width=80, file=paper, color_system=None).print(terminal_view.draw(view, NAMES))
    return [line.rstrip() for line in paper.getvalue().splitlines()]


def test_the_board_in_a_terminal() -> None:
    match = table(
        "4 0,0; 52 1,0; 57 -1,-1; 37 -1,0",
        ["3 13"],
        placed=[kids(3, 0), gravestone(1, 1)],
        houses={"orange": [-1, 0]},
    )
    lines = printed(match.view(0))
    assert lines[:10] == [
        "Ann is on turn (a tile or a House), 49 tiles on the stack.",
        "           -1      0      1",
        "          -2  -1  0   1  2   3",
        "         ┌──────┐",
        "  -1  -2 │ G· G·│",
        "      -1 │ G· G·│",
        "         ├──────┼──────┬──────┐",
        "   0   0 │ O·oO·│oW· W·│ B· K·│",
        "       1 │ O·oO·│oO· † │ B· B·│",
        "         └──────┴──────┴──────┘",
    ]


def test_every_view_fits_eighty_columns() -> None:
    """Play at random and draw views; also draw rows too long for three characters a space."""
    match = GAME.new(players=4, seed=8)
    uniform = bot("uniform", 1)
    while match.waiting:
        seat = match.waiting[0]
        for viewer in (seat, None) if len(match.moves) % 9 == 0 else ():
            assert max(map(len, printed(match.view(viewer)))) <= 80
        match.apply(seat, uniform.choose(GAME, match.concealed(seat), seat))
    assert printed(match.view(None))[0] == "Dawn: the game is over."
    for length in (9, 12, 20):
        row = "; ".join(f"{tile} {tile},0" for tile in range(length))
        lines = printed(table(row, ["57"]).view(None))
        assert max(map(len, lines)) <= 80
        assert any(f"{length - 1}" in line for line in lines[:3])
    assert "Your hand, at r0:" not in lines


def test_unfinished_actions_are_named() -> None:
    said = [
        (table("4 0,0", ["8"], phase="drop", lifted=kids(0, 0)), "K from 0,0 is in the air."),
        (table("4 0,0; 8 1,0", ["9"], phase="spin", spinning=[[1, 0]]), "Next to turn: 1,0."),
        (table("4 0,0", ["8"], moved=2), "A House in play must stay this turn."),
        (table("4 0,0", ["8"], stack=0), "final turns, 2 to go"),
        (table("4 0,0", ["8"], stack=1), "1 tile on the stack"),
        (table("", ["8"]), "The graveyard is empty"),
        (table("4 0,0", ["8 9"], known=[[9], []]), "(known: 9)"),
    ]
    for match, text in said:
        assert any(text in line for line in printed(match.view(0))), text


def test_the_svg() -> None:
    match = table(
        "4 0,0; 52 1,0; 57 -1,-1; 1 -1,0",
        ["3"],
        placed=[kids(3, 0), gravestone(0, 1), investigator(3, 1)],
        houses={"green": [-2, -2]},
    )
    text = svg.svg(match.view(None))
    root = ElementTree.fromstring(text)
    words = [node.text for node in root.iter(TEXT)]
    shown = "".join(word for word in words if word in ("W", "O", "B", "G"))
    assert {letter: shown.count(letter) for letter in "WOBG"} == {
        "W": 5,
        "O": 2,
        "B": 2,
        "G": 5,
    }  # 13 ghosts and a House
    assert {"+3", "-3", "Re"} <= set(words)
    assert "G  green, seat 1: 8 points" in words
    assert root[0].text == "A graveyard of 4 tiles; scores: white 5, orange 1, blue 2, green 8"
    assert text == svg.svg(match.view(1))


def test_the_svg_of_an_empty_graveyard() -> None:
    root = ElementTree.fromstring(svg.svg(GAME.new(players=3, seed=1).view(None)))
    assert next(node.text for node in root.iter(TEXT)) == "W  white, seat 0: 0 points"
