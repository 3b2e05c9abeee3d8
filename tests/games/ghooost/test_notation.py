"""Moves and positions of Ghooost! as text and data, and every defect of a position."""

import json
from itertools import product
from typing import Any

import pytest

import spookhouse
from support.ghooost import play_on, position, table

GAME = spookhouse.game("ghooost")
KEYS = (
    *(
        "game",
        "options",
        "phase",
        "turn",
        "direction",
        "hands",
        "mansions",
        "crypt",
        "cemetery",
        "kitties",
        "discard",
    ),
    *("left", "known", "quiet", "round", "scores", "boos", "last_boo"),
)
EMPTY = [""] * 3  # mansions

# === Moves ===


def test_the_texts_of_all_moves() -> None:
    """Each decision has one text: ghosts of a value, with or without Miss Copy, or a word."""
    plays = {
        f"{value}x{number}{copy}"
        for value, number, copy in product(range(1, 15), range(1, 5), ("", "+X"))
    }
    texts = [GAME.notation.write_move(action) for action in GAME.notation.VOCABULARY]
    assert set(texts) == plays | {"K", "luck", "collect", "mansion", "pass"}
    assert len(texts) == len(set(texts)) == 117


def test_every_text_reads_back() -> None:
    for action in GAME.notation.VOCABULARY:
        assert GAME.notation.read_move(GAME.notation.write_move(action)) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5",
        "5x",
        "x5",
        "5x5",
        "0x1",
        "15x1",
        "05x1",
        "5x1+K",
        "5x1+X+X",
        "Kx2",
        "k",
        "LUCK",
        " luck",
        "٥x1",
    ],
)
def test_texts_that_name_no_move(text: str) -> None:
    assert GAME.notation.read_move(text) is None


@pytest.mark.parametrize("action", [-1, 117, 10_000])
def test_numbers_that_are_no_action(action: int) -> None:
    with pytest.raises(ValueError, match=f"got {action}, expected 0 to 116 in Ghooost!"):
        GAME.notation.write_move(action)


# === Positions that load ===


def example(**changes: Any) -> dict[str, Any]:
    """Return the position of the rulebook's example, completed by the ghosts that it leaves out."""
    known: list[list[str]] = [[], ["K"], []]
    start = position(
        ["1 5 5 X", "K X", "12"],
        ["7", "3 14", ""],
        cemetery="9 X9",
        kitties=1,
        known=known,
        quiet=4,
    )
    return start | changes


def test_the_example_of_the_rules_loads() -> None:
    match = GAME.load(example())
    assert match.position() == example()
    assert tuple(match.position()) == KEYS
    assert match.waiting == (0,)


@pytest.mark.parametrize(
    ("players", "mode"), [*product(range(2, 7), ["single"]), *product(range(3, 7), ["match"])]
)
def test_every_position_on_the_way_loads(players: int, mode: str) -> None:
    match = GAME.new(players=players, mode=mode, seed=players)
    for _ in range(80):
        if match.waiting:
            seat = match.waiting[0]
            match.play(seat, match.legal(seat)[len(match.moves) % len(match.legal(seat))])
        written = json.loads(json.dumps(match.position()))
        assert GAME.load(written).position() == match.position()


def test_unsorted_hands_load_sorted() -> None:
    start = example(hands=[["X", "5", "1", "5"], ["X", "K"], ["12"]])
    assert GAME.load(start).position() == example()


def test_unsorted_discard_and_known_load_sorted() -> None:
    one = position(["5 9", "7"], known=[["5", "9"], []])
    other = one | {"discard": one["discard"][::-1], "known": [["9", "5"], []]}
    assert GAME.load(other).position() == one


def test_piles_keep_their_order() -> None:
    match = table(["5 6 6 6", "7"], ["13 2 9", "1 14 3"], crypt="4 12 4 10")
    assert match.position()["mansions"] == [["13", "2", "9"], ["1", "14", "3"]]
    assert play_on(match, "5x1").position()["crypt"] == ["12", "4", "10"]


def test_the_seed_of_a_loaded_match_decides_later_draws() -> None:
    start = position(["2", "4", "5"], EMPTY, mode="match")
    one, same, other = (
        play_on(GAME.load(start, seed=seed), "2x1 4x1").position() for seed in (1, 1, 2)
    )
    assert one == same != other


def test_loading_leaves_the_position_unchanged() -> None:
    start = example(hands=[["X", "5", "1", "5"], ["X", "K"], ["12"]])
    before = json.dumps(start)
    play_on(GAME.load(start), "collect")
    assert json.dumps(start) == before


# === Games that are over ===

LEFT_OVER = [
    # position, reason, ranks
    (position(["", "7"], ["", "14"], phase="over", left=[0], cemetery="5"), "last-haunted", (1, 2)),
    (
        position(["", "", "7"], EMPTY, phase="over", left=[1, 0], cemetery="5"),
        "last-haunted",
        (2, 1, 3),
    ),
    (position(["6", "7"], phase="over", left=[1], dawn=1, quiet=2, cemetery="5"), "dawn", (2, 1)),
    (
        position(
            ["6 6", "", "7"],
            ["14", "", "14"],
            phase="over",
            left=[1, 2],
            dawn=5,
            quiet=10,
            cemetery="5",
        ),
        "dawn",
        (3, 1, 2),
    ),
    (
        position(
            ["", "", "7"],
            EMPTY,
            mode="match",
            phase="over",
            turn=1,
            left=[0, 1],
            scores=[4, 6, 0],
            boos=[0, 0, 2],
            last_boo=2,
            round=2,
        ),
        "second-boo",
        (2, 1, 3),
    ),
]


@pytest.mark.parametrize(("start", "reason", "ranks"), LEFT_OVER)
def test_a_game_that_is_over_loads_with_its_outcome(
    start: dict[str, Any], reason: str, ranks: tuple[int, ...]
) -> None:
    match = GAME.load(start)
    assert match.position() == start
    assert match.waiting == ()
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.ranks) == (reason, ranks)


# === Defects ===


def defects(start: Any) -> tuple[str, ...]:
    with pytest.raises(spookhouse.BrokenPosition) as error:
        GAME.load(start)
    assert error.value.code == "position/broken"
    assert all(defect in str(error.value) for defect in error.value.defects)
    return error.value.defects


SINGLE = (
    "round, scores, boos and last_boo never change in single mode (GH 7.4): "
    "expected 1, zeros, zeros and null"
)
CARDS = "expected one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, K, X"
ENTRY = 'expected a card and the value that it was played as, like ["X", "9"]'

FIELDS = [
    # a field of the example, its new value, the defect
    ("phase", "night", "phase is 'night', expected one of turn, over"),
    ("turn", 3, "turn is 3, expected a whole number from 0 to 2"),
    ("turn", -1, "turn is -1, expected a whole number from 0 to 2"),
    ("turn", True, "turn is True, expected a whole number from 0 to 2"),
    ("turn", 1.0, "turn is 1.0, expected a whole number from 0 to 2"),
    ("turn", None, "turn is None, expected a whole number from 0 to 2"),
    ("direction", 0, "direction is 0, expected 1 or -1"),
    ("direction", 2, "direction is 2, expected a whole number from -1 to 1"),
    ("hands", [[], []], "hands has 2 entries, expected 3"),
    ("hands", "5 5", "hands is '5 5', expected a list"),
    ("hands", ["5 5", [], []], "hands[0] is '5 5', expected a list"),
    ("hands", [["15"], [], []], f"hands[0][0] is '15', {CARDS}"),
    ("hands", [[], [], [5]], f"hands[2][0] is 5, {CARDS}"),
    ("hands", [[["5"]], [], []], f"hands[0][0] is ['5'], {CARDS}"),
    ("mansions", [[], []], "mansions has 2 entries, expected 3"),
    ("mansions", [["1"] * 11, [], []], "mansions[0] has 11 entries, expected at most 10"),
    ("crypt", "5", "crypt is '5', expected a list"),
    ("crypt", ["k"], f"crypt[0] is 'k', {CARDS}"),
    ("crypt", ["5"] * 63, "crypt has 63 entries, expected at most 62"),
    ("cemetery", {"9": "9"}, "cemetery is {'9': '9'}, expected a list"),
    ("cemetery", ["9"], f"cemetery[0] is '9', {ENTRY}"),
    ("cemetery", [["9"]], f"cemetery[0] is ['9'], {ENTRY}"),
    ("cemetery", [["9", 9]], f"cemetery[0] is ['9', 9], {ENTRY}"),
    ("cemetery", [["9", "9"], ["X", "15"]], f"cemetery[1] is ['X', '15'], {ENTRY}"),
    ("cemetery", [["X", "X"]], f"cemetery[0] is ['X', 'X'], {ENTRY}"),
    (
        "cemetery",
        [["9", "8"]],
        "cemetery[0] says that a 9 was played as 8: only Miss Copy (X) takes another value",
    ),
    (
        "cemetery",
        [["K", "9"]],
        "cemetery[0] says that a K was played as 9: only Miss Copy (X) takes another value",
    ),
    ("kitties", 3, "kitties is 3, expected a whole number from 0 to 2"),
    ("discard", None, "discard is None, expected a list"),
    ("left", [3], "left[0] is 3, expected a whole number from 0 to 2"),
    ("left", [1, 1], "left is [1, 1]: a seat leaves once"),
    ("known", [[], []], "known has 2 entries, expected 3"),
    ("quiet", -1, "quiet is -1, expected a whole number from 0 to 1000000000"),
    ("round", 0, "round is 0, expected a whole number from 1 to 30000"),
    ("round", 2, SINGLE),
    ("scores", [0, 0], "scores has 2 entries, expected 3"),
    ("scores", [0, 1, 0], SINGLE),
    ("scores", [0, "1", 0], "scores[1] is '1', expected a whole number from 0 to 30000"),
    ("boos", [1, 0, 0], SINGLE),
    ("boos", [-1, 0, 0], "boos[0] is -1, expected a whole number from 0 to 100"),
    ("last_boo", 1, SINGLE),
]


@pytest.mark.parametrize(("key", "value", "defect"), FIELDS)
def test_a_field_that_cannot_be(key: str, value: Any, defect: str) -> None:
    assert defects(example(**{key: value})) == (defect,)


@pytest.mark.parametrize("key", KEYS[2:])
def test_a_missing_key(key: str) -> None:
    start = example()
    del start[key]
    assert defects(start) == (f"{key} is missing",)


@pytest.mark.parametrize("key", KEYS[2:])
@pytest.mark.parametrize(
    "value", ["nonsense", {}, 1.5, float("nan"), True, {"a": [1]}, "9" * 10_000, -(10**30), 10**30]
)
def test_nonsense_in_place_of_a_field(key: str, value: Any) -> None:
    found = defects(example(**{key: value}))
    assert any(defect.startswith(f"{key} is ") for defect in found)
    assert all(len(defect) < 200 for defect in found)


@pytest.mark.parametrize(
    "key", ["hands", "mansions", "crypt", "cemetery", "discard", "left", "known", "scores", "boos"]
)
@pytest.mark.parametrize("item", [None, {}, 1.5, True, [[[]]], "nonsense", 10**30])
def test_nonsense_in_a_list(key: str, item: Any) -> None:
    found = defects(example(**{key: [item, item, item]}))
    assert any(defect.startswith((f"{key}[0]", f"{key} ", "card ")) for defect in found)


def nested(depth: int) -> list[Any]:
    deep: list[Any] = []
    for _ in range(depth):
        deep = [deep]
    return deep


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("value", [nested(100_000), 10**5000], ids=["deep", "huge"])
def test_a_value_without_repr_is_a_defect(key: str, value: Any) -> None:
    try:
        GAME.load(example(**{key: value}))
    except spookhouse.BrokenPosition:
        return


@pytest.mark.parametrize("key", KEYS[2:])
def test_a_nested_value_is_a_defect(key: str) -> None:
    assert all(len(defect) < 200 for defect in defects(example(**{key: [nested(100)] * 3})))


def test_an_unknown_key() -> None:
    assert defects(example() | {"weather": "fog"}) == ("'weather' is not a key of this format",)


@pytest.mark.parametrize("start", [None, 5, "ghooost", [], ["game"], b"{}"])
def test_data_that_are_no_position(start: Any) -> None:
    assert defects(start)[0].startswith("expected an object with a key 'game', got ")


OPTIONS: list[tuple[Any, str]] = [
    (None, "'options' is None, expected an object"),
    ([], "'options' is [], expected an object"),
    ({"players": 7}, "invalid option players: got 7, expected a whole number from 2 to 6"),
    ({"players": "3"}, "invalid option players: got '3', expected a whole number from 2 to 6"),
    (
        {"players": 3, "mode": "double"},
        "invalid option mode: got 'double', expected 'single' or 'match'",
    ),
    (
        {"players": 3, "dawn": -1},
        "invalid option dawn: got -1, expected a whole number from 0 to 1000",
    ),
    (
        {"players": 3, "dawn": True},
        "invalid option dawn: got True, expected a whole number from 0 to 1000",
    ),
    ({"players": 3, "fog": 1}, "Ghooost! has no option 'fog'; it has: players, mode, dawn, first"),
    (
        {"players": 2, "mode": "match"},
        "invalid option mode: got 'match' with 2 players, "
        "expected 3 to 6 players or mode='single' (GH 7.4)",
    ),
]


@pytest.mark.parametrize(("options", "defect"), OPTIONS)
def test_options_that_cannot_be(options: Any, defect: str) -> None:
    assert defects(example(options=options)) == (defect,)


def test_another_game() -> None:
    assert defects(example(game="graveyards")) == ("'game' is 'graveyards', expected 'ghooost'",)


CONTRADICTIONS = [
    # a position whose fields are all readable, its defects
    (position(["5", "7"], discard=[]), 14 + 2),
    (position(["5", "7"]) | {"crypt": ["5"]}, ["card 5: 5 in all, expected 4 (duplicate)"]),
    (position(["5", "7"]) | {"kitties": 1}, ["card K: 3 in all, expected 2 (duplicate)"]),
    (
        position(["5", "7"]) | {"cemetery": [["X", "9"]]},
        ["card X: 5 in all, expected 4 (duplicate)"],
    ),
    (
        position(["5", "7"]) | {"hands": [["5"], ["6"]]},
        ["card 6: 5 in all, expected 4 (duplicate)", "card 7: 3 in all, expected 4 (missing)"],
    ),
    (position(["5", "7"], known=[["6"], []]), ["known[0] lists cards that are not in hands[0]"]),
    (
        position(["5", "7"], known=[["5", "5"], []]),
        ["known[0] lists cards that are not in hands[0]"],
    ),
    (
        position(["5", "7", ""], EMPTY),
        [
            "seat 2 holds no ghost in hand or mansion and must have left (GH 6.1): "
            "expected 2 in left"
        ],
    ),
    (position(["5", "7", "6"], left=[2]), ["seat 2 has left but holds 2 ghosts (GH 6.1)"]),
    (
        position(["5", "7", ""], EMPTY, left=[2], turn=2),
        ["turn is 2, but that seat has left the game"],
    ),
    (
        position(["5", ""], ["", ""], left=[1]),
        ["one seat is left in the game: expected phase 'over' (GH 6.2)"],
    ),
    (position(["5", "7", "9"], quiet=90), ["quiet is 90, but dawn breaks at 90 (GH 6.3)"]),
    (
        position(["5", "7", ""], EMPTY, left=[2], dawn=2, quiet=4),
        ["quiet is 4, but dawn breaks at 4 (GH 6.3)"],
    ),
    (
        position(["5", "7"], phase="over"),
        ["phase is 'over' but 2 seats have not left: expected one, the loser (GH 6.2)"],
    ),
    (position(["5", "7"], phase="over", left=[1]), ["seat 1 has left but holds 2 ghosts (GH 6.1)"]),
    (
        position(["5", "", ""], EMPTY, phase="over", left=[1, 2], mode="match"),
        ["last_boo is not the seat that did not leave (GH 7.1)"],
    ),
    (
        position(
            ["5", "", ""],
            EMPTY,
            phase="over",
            left=[1, 2],
            mode="match",
            boos=[1, 0, 0],
            last_boo=0,
            scores=[0, 2, 3],
        ),
        ["phase is 'over' but nobody has won the match yet (GH 7.2, 7.3)"],
    ),
    (
        position(
            ["5", "", ""],
            EMPTY,
            phase="over",
            left=[1, 2],
            mode="match",
            boos=[2, 0, 0],
            last_boo=0,
            scores=[0, 5, 5],
            round=2,
        ),
        ["phase is 'over' but nobody has won the match yet (GH 7.2, 7.3)"],
    ),
]


@pytest.mark.parametrize(("start", "found"), CONTRADICTIONS)
def test_a_position_that_contradicts_the_rules(
    start: dict[str, Any], found: list[str] | int
) -> None:
    listed = defects(start)
    assert len(listed) == found if isinstance(found, int) else listed == tuple(found)


SEVERAL = [
    (
        example(turn=7, direction=0, kitties=3, phase="night") | {"weather": "fog"},
        ["'weather' is not", "phase is 'night'", "turn is 7", "direction is 0", "kitties is 3"],
    ),
    (
        example(hands=[["5", "Q", 4], "5", []], quiet="long"),
        ["hands[0][1] is 'Q'", "hands[0][2] is 4", "hands[1] is '5'", "quiet is 'long'"],
    ),
    ({"game": "ghooost", "options": {"players": 3}}, [f"{key} is missing" for key in KEYS[2:]]),
    (
        position(["5", "7", ""], ["", "", ""], known=[["6"], [], []], turn=2, left=[1], quiet=99),
        ["known[0] lists", "seat 1 has left but holds 1", "seat 2 holds no ghost", "quiet is 99"],
    ),
    (
        position(["5", "7"], discard=["5"] * 5),
        [
            "card 1: 0 in all",
            "card 5: 6 in all",
            "card 7: 1 in all",
            "card 14: 2 in all",
            "card K: 0 in all",
        ],
    ),
]


@pytest.mark.parametrize(("start", "beginnings"), SEVERAL)
def test_several_defects_are_all_listed(start: dict[str, Any], beginnings: list[str]) -> None:
    listed = defects(start)
    assert [
        start for start in beginnings if not any(defect.startswith(start) for defect in listed)
    ] == []


def test_no_defect_is_listed_twice() -> None:
    assert len(defects(example(crypt="x", scores="x", boos="x", known="x"))) == 4


# === Everything that is wrong is listed ===


def test_missing_cards_are_listed_beside_other_defects() -> None:
    start = position(["5", "7"]) | {"turn": 7, "crypt": ["5"]}
    assert set(defects(start)) == {
        "turn is 7, expected a whole number from 0 to 1",
        "card 5: 5 in all, expected 4 (duplicate)",
    }


def test_contradictions_are_listed_beside_missing_cards() -> None:
    start = position(["5", "7"], quiet=99) | {"crypt": ["5"]}
    assert set(defects(start)) == {
        "quiet is 99, but dawn breaks at 60 (GH 6.3)",
        "card 5: 5 in all, expected 4 (duplicate)",
    }


@pytest.mark.parametrize("left", ["x", [0, 1, 2]])
def test_a_defect_of_left_is_listed_once(left: Any) -> None:
    assert len(defects(example(left=left))) == 1


@pytest.mark.parametrize(
    "start",
    [
        pytest.param(
            position(["6", "7"], phase="over", left=[1], dawn=0, quiet=2),
            id="dawn, where dawn is never",
        ),
        pytest.param(
            position(["6", "7"], phase="over", left=[1], dawn=30, quiet=2),
            id="dawn before its time",
        ),
        pytest.param(
            position(["6", "7 7 7"], phase="over", left=[1], dawn=1, quiet=2),
            id="dawn's loser holds the fewest",
        ),
        pytest.param(
            position(["6", "7", ""], ["14", "14", ""], phase="over", left=[1, 2], dawn=1, quiet=3),
            id="left without ghosts after dawn",
        ),
        pytest.param(
            position(
                ["5", "6", "7"], mode="match", boos=[0, 0, 2], last_boo=2, round=3, scores=[4, 6, 0]
            ),
            id="a match that was won already",
        ),
    ],
)
def test_an_ending_that_the_rules_do_not_give_is_refused(start: dict[str, Any]) -> None:
    assert defects(start)
