"""The score sheet: the totals with which each round ended, and its winner (RIP 3.3)."""

from typing import Any

import pytest

import spookhouse
from support.rest_in_peace import Pair, position, table, totals

GAME = spookhouse.game("rest-in-peace")


def ended(totals: list[int], winner: int | None) -> dict[str, Any]:
    return {"totals": totals, "winner": winner}


ENDINGS = [
    # rows of round 3, reserve of seat 0, moves of seat 0, how the round ended
    (("g2", "g3 p8"), "", ["end"], ended([2, 3], 1)),
    (("", "g2 p8"), "", ["end"], ended([0, 3], 1)),
    (("g5 g2", "g3"), "22", ["p22=g2"], ended([5, 3], 1)),  # lost although ahead
    (("g5", "g3"), "27", ["p27"], ended([5, 3], None)),
    (("g1", "p13 g2"), "", ["end"], ended([1, 6], 1)),  # Card 13 moves away afterwards
    (("g1", "p15 g5"), "", ["end"], ended([1, 5], 1)),  # before a card is carried
]


@pytest.mark.parametrize(("rows", "reserve", "moves", "end"), ENDINGS)
def test_how_a_round_ended_is_kept(
    rows: Pair, reserve: str, moves: list[str], end: dict[str, Any]
) -> None:
    match = table(rows, ("1", "1"), (reserve, ""))
    assert match.view(None)["sheet"] == [None] * 10
    for move in moves:
        match.play(0, move)
    assert match.view(None)["sheet"] == [None, None, end, *[None] * 7]
    assert match.position()["sheet"] == match.view(1)["sheet"]


@pytest.mark.rule("RIP Card 18")
def test_ill_be_back_does_not_change_the_sheet() -> None:
    """The card leaves the row of the round, but not the sheet."""
    match = table(("g5", "g3"), ("6", "1"), ("", "18"))
    match.play(0, "end")
    match.play(1, "end")
    match.play(1, "skip")
    match.play(0, "g6")
    match.play(0, "end")
    match.play(1, "p18=3")
    assert totals(match, 3) == (5, 0)
    assert match.view(None)["sheet"][2] == ended([5, 3], 0)


@pytest.mark.rule("RIP Card 15")
def test_a_carried_card_leaves_the_row_but_not_the_sheet() -> None:
    match = table(("", "p15 g5"), ("1", "1"))
    match.play(0, "end")
    match.play(1, "carry g5")
    assert totals(match, 3) == (0, 0)
    assert match.view(None)["sheet"][2] == ended([0, 5], 1)


@pytest.mark.rule("RIP 6.4", "RIP 6.5")
@pytest.mark.parametrize(
    ("rows", "end"),
    [(("p10 g5", "g1"), ended([7, 1], 0)), (("p10 g5", "g6 g1"), ended([7, 7], None))],
)
def test_the_tenth_round_is_on_the_sheet(rows: Pair, end: dict[str, Any]) -> None:
    match = table(rows, ("", ""), round=10)
    match.play(0, "p10=5")
    assert match.outcome is not None
    assert match.view(None)["sheet"][9] == end


def test_every_round_of_a_whole_game_is_on_the_sheet() -> None:
    """All rounds that are over are on it, and it is read back from the position."""
    for seed in range(20):
        match = GAME.new(seed=seed, level=4)
        while match.waiting:
            seat = match.waiting[0]
            moves = match.legal(seat)
            match.play(seat, moves[(len(match.moves) * 7 + seed) % len(moves)])
        found = match.position()
        assert [bool(end) for end in found["sheet"]] == [n < found["round"] for n in range(10)]
        assert GAME.load(found).position() == found


def test_positions_without_a_sheet() -> None:
    """Positions of earlier versions have none: nothing is known of their finished rounds."""
    match = table(("g2", "g3"), ("1", "1"), earlier={1: ("g5", "g4")})
    assert "sheet" not in match.position()
    match.play(0, "end")
    assert match.position()["sheet"][:3] == [None, None, ended([2, 3], 1)]


@pytest.mark.parametrize(
    ("sheet", "defect"),
    [
        ([], "sheet has 0 entries, expected 10"),
        (
            [None, None, ended([1, 2], 1), *[None] * 7],
            "sheet[2] is {'totals': [1, 2], 'winner': 1}, expected null",
        ),
        (
            [ended([1, 2], 2), *[None] * 9],
            "sheet[0].winner is 2, expected a whole number from 0 to 1",
        ),
        ([ended([1], 1), *[None] * 9], "sheet[0].totals has 1 entries, expected 2"),
        (
            [ended([1, 5000], 1), *[None] * 9],
            "sheet[0].totals[1] is 5000, expected a whole number from -10 to 1000",
        ),
        ([5, *[None] * 9], "sheet[0] is 5, expected null"),
    ],
)
def test_invalid_sheets(sheet: list[Any], defect: str) -> None:
    with pytest.raises(spookhouse.BrokenPosition) as error:
        GAME.load(position(("g2", "g3"), ("1", "1")) | {"sheet": sheet})
    assert any(found.startswith(defect) for found in error.value.defects), error.value.defects
