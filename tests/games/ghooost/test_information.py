"""Open and hidden information in Ghooost!: known cards, and what views show and hide."""

from typing import Any

import pytest

from support.ghooost import at, leads_to, play_on, table

KNOWN = [
    # case, position, moves, known cards of each hand afterwards
    ("collected", at(["2", "7"], cemetery="9 X9", kitties=1), "collect", ["9 K X", ""]),
    (
        "collected to the known cards",
        at(["2 9", "7"], cemetery="9 5", known=[["9"], []]),
        "collect",
        ["5 9 9", ""],
    ),
    ("drawn", at(["2 2 2", "7"], crypt="9 9", cemetery="5"), "collect", ["5", ""]),
    ("drawn after collecting", at(["2 2", "7"], crypt="9 9", cemetery="5"), "collect", ["5", ""]),
    (
        "bad luck",
        at(["2 2 2 2", "7"], crypt="8 10", cemetery="9", kitties=1),
        "luck",
        ["8 9 K", ""],
    ),
    ("bad luck with Miss Copy", at(["2 2 2 2", "7"], crypt="X 10"), "luck", ["X", ""]),
    ("good luck", at(["9 9 2 2", "7"], crypt="9 10", known=[["9"], []]), "luck", ["9", ""]),
    ("Kitty turned up", at(["K 9 2 2", "7"], crypt="K 10", known=[["K"], []]), "luck", ["K", ""]),
    ("a bad mansion", at(["", "7"], ["8 10", "14"], cemetery="9"), "mansion", ["8 9", ""]),
    ("a good mansion", at(["", "7"], ["10 10", "14"], cemetery="9"), "mansion", ["", ""]),
    (
        "the known one of two is taken to leave",
        at(["5 5 9", "7"], known=[["5", "9"], []]),
        "5x1",
        ["9", ""],
    ),
    ("one of two known leaves", at(["5 5 9", "7"], known=[["5", "5"], []]), "5x1", ["5", ""]),
    ("more leave than were known", at(["5 5 5 9", "7"], known=[["5"], []]), "5x3", ["", ""]),
    ("another value leaves", at(["5 6 9", "7"], known=[["6"], []]), "5x1", ["6", ""]),
    ("Miss Copy leaves", at(["5 X X", "7"], known=[["5", "X", "X"], []]), "5x1+X", ["X", ""]),
    ("Miss Copy stays", at(["5 X X", "7"], known=[["5", "X", "X"], []]), "5x1", ["X X", ""]),
    ("Kitty leaves", at(["K K 5", "7"], known=[["5", "K"], []]), "K", ["5", ""]),
    ("of another seat", at(["5 6", "7"], known=[[], ["7"]]), "5x1", ["", "7"]),
    ("pass", at(["X", "7"], known=[["X"], ["7"]]), "pass", ["X", "7"]),
    ("the end of the game", at(["5", "7 9"], ["", "14"], known=[["5"], ["7"]]), "5x1", ["", "7"]),
    ("dawn", at(["5 9", "7"], known=[["5", "9"], ["7"]], dawn=1, quiet=1), "5x1", ["9", "7"]),
]


@pytest.mark.parametrize(("case", "start", "moves", "known"), KNOWN)
def test_known_cards_of_a_hand(
    case: str, start: dict[str, Any], moves: str, known: list[str]
) -> None:
    leads_to(start, moves, {"known": known})


SECRET = at(
    ["5 6", "9 X", "K 12"],
    ["14", "13 2", "1 1"],
    crypt="4 7 10",
    cemetery="3 X3",
    kitties=1,
    known=[[], ["9"], []],
    turn=1,
)


def test_the_view_of_a_seat() -> None:
    """It sees all but other hands, the order of the crypt and all mansions, its own included."""
    assert table(**SECRET).view(0) == {
        "game": "ghooost",
        "options": {"players": 3, "mode": "single", "dawn": 30, "first": None},
        "seat": 0,
        "phase": "turn",
        "turn": 1,
        "direction": 1,
        "hand": ["5", "6"],
        "hand_sizes": [2, 2, 2],
        "mansion_sizes": [1, 2, 2],
        "crypt_size": 3,
        "midnight": False,
        "cemetery": [["3", "3"], ["X", "3"]],
        "kitties": 1,
        "discard": table(**SECRET).position()["discard"],
        "left": [],
        "known": [[], ["9"], []],
        "quiet": 0,
        "round": 1,
        "scores": [0, 0, 0],
        "boos": [0, 0, 0],
        "last_boo": None,
    }


@pytest.mark.parametrize(
    ("seat", "hand"), [(0, ["5", "6"]), (1, ["9", "X"]), (2, ["12", "K"]), (None, None)]
)
def test_a_view_differs_in_the_hand_only(seat: int | None, hand: list[str] | None) -> None:
    match = table(**SECRET)
    assert match.view(seat) == match.view(0) | {"seat": seat, "hand": hand}


@pytest.mark.parametrize(
    ("case", "swapped", "blind"),
    [
        ("the crypt's order", {"crypt": "10 7 4"}, (0, 1, 2, None)),
        ("mansions", {"mansions": ["2", "13 1", "14 1"]}, (0, 1, 2, None)),
        (
            "a hand and the crypt",
            {"hands": ["5 6", "9 4", "K 12"], "crypt": "X 7 10"},
            (0, 2, None),
        ),
        ("two hands", {"hands": ["5 6", "9 12", "K X"]}, (0, None)),
        (
            "a hand and its own mansion",
            {"hands": ["14 6", "9 X", "K 12"], "mansions": ["5", "13 2", "1 1"]},
            (1, 2, None),
        ),
    ],
)
def test_hidden_cards(case: str, swapped: dict[str, Any], blind: tuple[int | None, ...]) -> None:
    """Two positions that differ in hidden cards look the same to those seats, and to no others."""
    one, other = table(**SECRET), table(**(SECRET | swapped))
    assert one.position() != other.position()
    assert tuple(seat for seat in (0, 1, 2, None) if one.view(seat) == other.view(seat)) == blind
    assert (
        tuple(seat for seat in (0, 1, 2, None) if one.concealed(seat) == other.concealed(seat))
        == blind
    )  # as a bot receives it


def test_hands_stay_hidden_when_the_game_is_over() -> None:
    match = play_on(table(["5", "7 9"], ["", "14"], known=[[], ["7"]]), "5x1")
    assert (
        match.view(0)["phase"],
        match.view(0)["hand"],
        match.view(0)["known"],
        match.view(0)["hand_sizes"],
    ) == ("over", [], [[], ["7"]], [0, 2])
    assert match.view(None)["hand"] is None
