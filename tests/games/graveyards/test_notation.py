"""Positions, views and move texts of Graveyards, Ghosts & Haunted Houses."""

import json
from typing import Any

import numpy as np
import pytest

import spookhouse
from spookhouse.games.graveyards import coordinates, rules
from spookhouse.games.graveyards import move_notation as texts
from spookhouse.kernel.chance import key_from_seed, new_chance
from spookhouse.kernel.rule_decorator import INTERPRETED
from support.graveyards import gravestone, kids, position, table

GAME = spookhouse.game("graveyards")

# === Moves ===

MOVES = [
    "tile 17 3,-2 r1", "house orange 4,-1", "turn 3,-2 r1", "lift 5,0", "drop 7,1", "skip",
    "swap 0,0 3,2", "swap 3,-2 0,0", "spin r0", "spin r3", "trade 5,0 7,1", "trade 7,0 5,1",
    "trade -5,0 -4,0", "take 3,-2 17 r0", "claim 5,0 kids", "put gravestone 5,0",
    "put investigator -1,-1", "tile 13 0,0 r1", "tile 57 57,0 r0", "tile 57 0,-57 r0",
    "tile 56 -28,29 r3", "trade -114,0 115,0", "trade 0,-114 1,115", "swap -57,0 57,0",
]  # fmt: skip


@pytest.mark.parametrize("text", MOVES)
def test_texts_read_back(text: str) -> None:
    action = texts.read_move(text)
    assert action is not None
    assert 0 <= action < 2**31
    assert texts.write_move(action) == text


NO_MOVES = [
    "", "pass", "skip ", "Skip", " skip", "tile", "tile 58 0,0 r0", "tile 17 0,0", "tile 17 0,0 r4",
    "tile 017 0,0 r0", "tile 17 0, 0 r0", "tile 17 00,0 r0", "tile 17 -0,0 r0", "tile 17 +1,0 r0",
    "tile 0 0,0 r1", "tile 13 0,0 r2", "take 0,0 0 r1", "turn 0,0 r0", "turn 0,0 r4",
    "swap 3,-2 3,-2", "swap 3,2 0,0", "swap 3,0 0,0", "trade 7,1 5,0", "trade 5,0 5,0",
    "trade 6,0 5,0", "spin", "spin r4", "spin r-1", "house red 0,0", "put ghost 0,0",
    "claim kids 5,0", "lift 5", "lift 5,0,0", "drop 5.0,0", "tile 17 999,0 r0", "lift 900,0",
    "swap 0,0 0,900", "trade 0,0 0,900", "tile 17 3,-2 r1\n", "tile \u0661 0,0 r0", "turn 99,0 r1",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_MOVES)
def test_other_texts_are_no_moves(text: str) -> None:
    assert texts.read_move(text) is None


def test_every_place_has_its_number() -> None:
    """All places that a layout of 58 tiles can reach from 0,0 have different numbers."""
    points = [(x, y) for x in range(-57, 58) for y in range(-57, 58) if abs(x) + abs(y) <= 57]
    names = [coordinates.place_name(*point) for point in points]
    assert [coordinates.place_point(name) for name in names if name is not None] == points
    assert all(name is not None and 0 <= name < 2**13 for name in names)
    spots = {(x, y): (64 * y + x) % 4096 for x in range(58) for y in range(58)}
    assert len(set(spots.values())) == len(spots)


def test_codes_that_are_no_actions() -> None:
    for action in (
        -1,
        2**31,
        15 << rules.VERB,
        63 << 15 | rules.LAY << rules.VERB,
        rules.TURN << rules.VERB,
        rules.CLAIM << rules.VERB,
    ):
        assert not texts.is_action(action)
    for action in (-1, 2**31, 15 << rules.VERB):
        with pytest.raises(ValueError, match="invalid action: got"):
            texts.write_move(action)
    assert (
        GAME.wording.why(
            GAME.new(players=2, seed=1).state, GAME.new(players=2, seed=1).waiting[0], 1 << 25
        )[0]
        == "GG 3.1"
    )


# === Any move, each equally likely ===

WITH_HOUSE: dict[str, Any] = {"houses": {"orange": [0, 0]}}
FULL = [kids(0, 0), kids(1, 0), kids(0, 1), kids(1, 1)]
NO_INVESTIGATOR = {"kids": 1, "investigator": 0, "gravestone": 4}
OTHERS = {"kids": 6, "investigator": 8, "gravestone": 4}

STARTS = {
    "main, first tile": position("", ["0 13 4"]),
    "main": position("0 0,0; 3 1,0; 8 1,1", ["13 4"], placed=[kids(3, 1)], **WITH_HOUSE),
    "main, from the hand": position("0 0,0; 3 1,0; 8 1,1", ["13"], moved=2, **WITH_HOUSE),
    "rotate": position(
        "13 0,0; 0 1,0; 4 0,1; 8 1,1",
        ["9"],
        phase="rotate",
        placed=[kids(0, 0), gravestone(3, 1)],
    ),
    "rotate, full": position("4 0,0", ["9"], phase="rotate", placed=FULL),
    "drop": position(
        "4 0,0; 8 1,0",
        ["9"],
        phase="drop",
        placed=[kids(0, 0)],
        lifted=gravestone(1, 0),
        houses={"blue": [2, 0]},
    ),
    "swap": position(
        "13 0,0; 0 -1,0; 4 0,1; 8 1,1",
        ["9"],
        phase="swap",
        placed=[kids(0, 0), gravestone(1, 1), gravestone(1, 0)],
    ),
    "swap, nothing": position("13 0,0", ["9"], phase="swap"),
    "spin": position("13 0,0; 4 1,0", ["9"], phase="spin", spinning=[[0, 0], [1, 0]]),
    "spin, second": position("13 0,0; 4 1,0", ["9"], phase="spin", spinning=[[1, 0]]),
    "replace": position(
        "13 0,0; 0 1,0; 4 0,1",
        ["9 52"],
        phase="replace",
        placed=[kids(0, 0), gravestone(1, 1)],
    ),
    "replace, no hand": position("13 0,0", [""], phase="replace"),
    "token": position(
        "13 0,0; 0 1,0",
        ["9"],
        phase="token",
        placed=[kids(0, 0)],
        houses={"blue": [2, 0]},
        tokens=[NO_INVESTIGATOR, OTHERS],
    ),
}


@pytest.mark.rule("GG 3.1", "GG 3.2", "GG 3.3", "GG 4.3", "GG 4.4", "GG 4.5", "GG 4.6")
@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_every_move_is_drawn_equally_often(start: dict[str, Any]) -> None:
    """Chi-squared at one in ten thousand, with a fixed seed; all and only legal moves are drawn."""
    match = GAME.load(start, seed=1)
    legal = match.actions(0)
    assert len(set(legal)) == len(legal)
    chance = new_chance(key_from_seed(3))[0]
    each = 8 if INTERPRETED else 60
    rolls = each * len(legal)
    actions = np.zeros(0, np.int32)
    drawn = [rules.draw_move(match.state, 0, actions, chance) for _ in range(rolls)]
    counts = np.array([drawn.count(action) for action in legal])
    assert counts.sum() == rolls
    freedom = max(len(legal) - 1, 1)
    assert ((counts - each) ** 2 / each).sum() < freedom + 4 * (2 * freedom) ** 0.5 + 8


# === Positions ===


def test_the_keys_of_a_position() -> None:
    match = table("16 0,0 r1; 4 1,0", ["9 3 17"], placed=[kids(3, 0)], houses={"orange": [0, 0]})
    found = match.position()
    assert json.loads(json.dumps(found)) == found
    assert list(found) == [
        "game", "options", "phase", "turn", "hands", "stack", "houses", "tokens", "board", "placed",
        "known", "lifted", "spinning", "moved", "final",
    ]  # fmt: skip
    assert found["hands"][0] == [3, 9, 17]
    assert found["houses"] == {"white": None, "orange": [0, 0], "blue": None, "green": None}
    assert found["tokens"][0] == {"kids": 3, "investigator": 4, "gravestone": 4}
    assert found["board"] == [
        {"tile": 16, "x": 0, "y": 0, "r": 1},
        {"tile": 4, "x": 1, "y": 0, "r": 0},
    ]
    assert (found["lifted"], found["spinning"], found["moved"], found["final"]) == (
        None,
        [],
        0,
        None,
    )


def test_unsorted_lists_are_accepted() -> None:
    given = position("16 0,0 r1; 4 1,0; 5 0,1", ["3 9 17"], placed=[kids(3, 0), gravestone(0, 3)])
    given["hands"][0] = [17, 3, 9]
    given["known"][0] = [17, 3]
    given["board"].reverse()
    given["placed"].reverse()
    loaded = GAME.load(given, seed=1).position()
    assert loaded["hands"][0] == [3, 9, 17]
    assert loaded["known"][0] == [3, 17]
    assert [entry["tile"] for entry in loaded["board"]] == [16, 4, 5]
    assert loaded["placed"] == [kids(3, 0), gravestone(0, 3)]


def test_the_stack_is_drawn_from_its_first_tile() -> None:
    match = table("0 0,0", ["3"])
    first = match.position()["stack"][0]
    match.play(0, "tile 3 1,0 r0")
    assert match.position()["hands"][0] == [first]


EACH = {"kids": 4, "investigator": 4, "gravestone": 4}  # tokens of each of two players

BROKEN: list[tuple[str, dict[str, Any], str]] = [
    ("a tile twice", {"hands": [[3, 3], [1, 2]]}, "tile 3: 2 in all"),
    ("a tile missing", {"stack": []}, "missing"),
    ("a token too many", {"placed": [kids(0, 0)]}, "token kids: 9 in all, expected 8"),
    ("two tiles at one place", {"board": [{"tile": 0, "x": 0, "y": 0, "r": 0}] * 2},
     "both lie at 0,0"),
    ("a tile apart",
     {"board": [{"tile": 0, "x": 0, "y": 0, "r": 0}, {"tile": 4, "x": 2, "y": 0, "r": 0}]},
     "falls apart"),
    ("far away", {"board": [{"tile": 0, "x": 30, "y": 0, "r": 0}]}, "farther from 0,0"),
    ("a rotation too many", {"board": [{"tile": 0, "x": 0, "y": 0, "r": 1}]}, r"board\[0\].r is 1"),
    ("no object", {"board": [5]}, r"board\[0\] is 5, expected an object"),
    ("a key missing", {"board": [{"tile": 0, "x": 0, "y": 0}]}, r"board\[0\].r is missing"),
    ("no list", {"board": {}}, "board is {}, expected a list"),
    ("no tile", {"hands": [["3"], [1]]}, r"hands\[0\]\[0\]"),
    ("too few hands", {"hands": [[3]]}, "hands has 1 entries, expected 2"),
    ("an unknown phase", {"phase": "turn"}, "phase is 'turn', expected one of main, rotate"),
    ("a seat too many", {"turn": 2}, "turn is 2"),
    ("no number", {"moved": True}, "moved is True"),
    ("too many moved", {"moved": 3}, "moved is 3"),
    ("a strange key", {"score": 3}, "'score' is not a key"),
    ("the wrong Houses", {"houses": {"white": None}}, "houses.orange is missing"),
    ("no Houses", {"houses": None}, "houses is None"),
    ("a House nowhere", {"houses": {"white": 5, "orange": None, "blue": None, "green": None}},
     "houses.white is 5"),
    ("a House off the board",
     {"houses": {"white": [5, 0], "orange": None, "blue": None, "green": None}}, r"GG 3\.3"),
    ("Houses that overlap",
     {"houses": {"white": [0, 0], "orange": [1, 0], "blue": None, "green": None}},
     "the orange House at 1,0"),
    ("tokens of nobody", {"tokens": [EACH]},
     "tokens has 1 entries"),
    ("tokens below nothing", {"tokens": [{**EACH, "kids": -1}] * 2},
     r"tokens\[0\].kids is -1"),
    ("known but not there", {"known": [[7], []]}, r"known\[0\] is \[7\]"),
    ("lifted in another phase",
     {"lifted": kids(0, 0), "tokens": [{**EACH, "kids": 3}, EACH]},
     "phase 'drop'"),
    ("nothing lifted", {"phase": "drop"}, "phase 'drop'"),
    ("lifted is no token", {"lifted": "kids"}, "lifted is 'kids'"),
    ("nothing spinning", {"phase": "spin"}, "phase 'spin'"),
    ("spinning in another phase", {"spinning": [[0, 0]]}, "phase 'spin'"),
    ("spinning nowhere", {"phase": "spin", "spinning": [[9, 9]]}, r"spinning\[0\] is \[9, 9\]"),
    ("spinning twice", {"phase": "spin", "spinning": [[0, 0], [0, 0]]},
     r"spinning\[1\] is \[0, 0\]"),
    ("spinning no point", {"phase": "spin", "spinning": ["0,0"]}, r"spinning\[0\] is '0,0'"),
    ("a House moved and a tile laid", {"phase": "rotate", "moved": 1}, "moved 0"),
    ("final too early", {"final": 2}, r"GG 5\.1"),
    ("over too early", {"phase": "over"}, r"GG 5\.1"),
]  # fmt: skip


@pytest.mark.parametrize(("case", "change", "defect"), BROKEN, ids=[case for case, _, _ in BROKEN])
def test_broken_positions(case: str, change: dict[str, Any], defect: str) -> None:
    with pytest.raises(spookhouse.BrokenPosition, match=defect):
        GAME.load(position("0 0,0; 4 1,0", ["3", "1 2"]) | change)


def test_more_broken_positions() -> None:
    """These need more than one change."""
    cases = [
        (position("0 0,0", ["3"], placed=[kids(5, 0)]), "where no tile lies"),
        (
            position("0 0,0", ["3"], placed=[kids(0, 0), gravestone(0, 0)]),
            "where another token lies",
        ),
        (
            position("0 0,0", ["3"], placed=[kids(0, 0)], houses={"white": [0, 0]}),
            "must show four ghosts",
        ),
        (
            position("0 0,0", ["3"], phase="drop", lifted=kids(0, 0), houses={"white": [0, 0]}),
            "must show four ghosts",
        ),
        (position("0 0,0", ["3"], phase="drop", lifted=kids(9, 0)), "lifted came from 9,0"),
        (
            position(
                "0 0,0",
                ["3"],
                phase="drop",
                lifted=kids(0, 0),
                placed=[kids(1, 0), kids(0, 1), kids(1, 1)],
            ),
            "no other vacant space",
        ),
        (
            position("0 0,0", ["3"], phase="spin", spinning=[[0, 0]], placed=[kids(0, 0)]),
            "locked tile",
        ),
        (position("0 0,0", [""]), "hands\\[0\\] is empty"),
        (position("0 0,0", ["3", ""]), "hands\\[1\\] is empty"),
        (position("", ["3"], phase="rotate"), "a tile on the board"),
        (position("0 0,0", ["3"], stack=0, final=None), "GG 5.1"),
        (position("0 0,0", ["3"], stack=0, final=0), "GG 5.1"),
        (position("0 0,0", ["3"], stack=0, final=1, phase="over"), "GG 5.1"),
        (position("0 0,0", ["3"], colours=[["white"], ["blue"]]), "colours"),
    ]
    for given, defect in cases:
        with pytest.raises(spookhouse.BrokenPosition, match=defect):
            GAME.load(given)


def test_every_defect_is_listed() -> None:
    given = position("0 0,0", ["3"]) | {"turn": 7, "phase": "x", "moved": -1, "stack": 5}
    with pytest.raises(spookhouse.BrokenPosition) as caught:
        GAME.load(given)
    assert len(caught.value.defects) == 4


def test_an_empty_hand_without_a_turn_is_valid() -> None:
    """A hand may be empty mid-turn before drawing, or once the seat has no turn left."""
    assert table("13 0,0", [""], phase="rotate").waiting == (0,)
    assert table("13 0,0", ["3", ""], stack=0, final=1, placed=[]).waiting == (0,)


# === Views ===


def test_a_view_hides_secrets() -> None:
    match = table("0 0,0", ["3 4", "8 9 11"], known=[[], [9]])
    own, other, spectator = match.view(0), match.view(1), match.view(None)
    assert own["hand"] == [3, 4]
    assert other["hand"] == [8, 9, 11]
    assert spectator["hand"] is None
    assert own["hand_sizes"] == [2, 3]
    assert own["known"] == [[], [9]]
    assert set(own["tiles"]) == {"0", "3", "4", "9"}
    assert set(spectator["tiles"]) == {"0", "9"}
    assert not {"hands", "stack"} & set(own)
    assert own["stack_size"] == 52
    assert own["tiles"]["9"] == {
        "ghosts": ["white", "white", "blue", "green"],
        "icon": None,
        "pictures": 4,
    }


def test_a_view_names_locked_tiles_and_scores() -> None:
    match = table("0 0,0; 52 1,0; 57 0,1", ["3"], placed=[kids(2, 0)], houses={"green": [0, 2]})
    view = match.view(None)
    assert sorted(view["locked"]) == [[0, 1], [1, 0]]
    assert view["scores"] == {"white": 7, "orange": 0, "blue": 6, "green": 8}
    assert view["sections"]["blue"] == [[2, 0], [3, 0], [2, 1], [3, 1]]
    assert view["totals"] == [7, 14]


def test_the_record_is_small() -> None:
    assert GAME.rules.STATE.itemsize <= 8192
