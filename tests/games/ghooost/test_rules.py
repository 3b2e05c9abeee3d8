"""Ghooost! rule by rule: positions that show a rule, and positions that show its edge. Hands are listed by seat; seat 0 is to move."""

import pytest

import spookhouse
from support.ghooost import table

# === 3.1 Play ghosts from your hand ===

VALIDITY = [
    # rule, cemetery, hand, legal plays
    ("GH 3.1.1", "", "5 5 X 9", ["5x1", "5x1+X", "5x2", "5x2+X", "9x1", "9x1+X"]),
    ("GH 3.1.2", "7", "5 7 9", ["7x1", "9x1"]),
    ("GH 3.1.2", "", "2 14", ["2x1", "14x1"]),
    ("GH 3.1.3", "3", "1 3 5 12 13 K", ["K", "1x1", "3x1", "12x1"]),
    ("GH 3.1.3", "12", "3 12 14", ["12x1"]),
    ("GH 3.1.3", "12", "5 5 5 5", ["5x4"]),
    ("GH 3.1.4", "14", "1 2 K", ["K", "1x1"]),
    ("GH 3.1.4", "14", "2 2 2 X", ["2x3+X"]),
]


@pytest.mark.parametrize(("rule", "cemetery", "hand", "plays"), VALIDITY)
def test_what_may_be_played(rule: str, cemetery: str, hand: str, plays: list[str]) -> None:
    match = table([hand, "6"], cemetery=cemetery)
    assert [move for move in match.legal(0) if move != "collect"] == plays


def test_a_miss_copy_played_as_a_scary_ghost_is_scary() -> None:
    """GH 3.1.3"""
    match = table(["13 12", "6"], cemetery="12 X12")
    assert match.legal(0) == ["collect", "12x1"]
    with pytest.raises(
        spookhouse.IllegalMove, match=r"GH 3\.1\.3: a 13 cannot be played on Igor \(12\), a Scary ghost; playable here: 12, 1, Kitty, a Quartet"
    ):
        match.play(0, "13x1")
