"""The table in a terminal, drawn from a view, which holds nothing hidden."""

from io import StringIO

import pytest
from rich.console import Console

import spookhouse
from spookhouse.games.rest_in_peace.terminal_view import draw
from spookhouse.kernel.match import Match
from support.rest_in_peace import table

NAMES = ("Ann", "Bob")


def drawn(match: Match, seat: int | None) -> str:
    page = StringIO()
    Console(file=page, width=80, force_terminal=False).print(draw(match.view(seat), NAMES))
    return page.getvalue()


def test_a_table() -> None:
    match = table(
        ("g3 p8 g2 p10=3 p23", "p17=2 p26=3 g1* p25=1,5"),
        ("1 2 5", "1 4"),
        tenth=("g6? p13!", "g2?"),
        tripped=[0, 4],
        watch=4,
        known=[[], ["4"]],
    )
    page = drawn(match, 0)
    assert "Round 3: Manor, watched by p4 Lady in White" in page
    assert "3 +2 p10 +3 p26" in page
    assert "1 twice" in page
    assert "hand     1 2 5  (3 cards)" in page
    assert "hand     4 ?  (2 cards)" in page
    assert "last     [6]  p13" in page
    assert "Nobody plays 1s or 5s." in page
    assert "tripped!" in page


@pytest.mark.parametrize("seat", [1, None])
def test_nothing_hidden_shows(seat: int | None) -> None:
    page = drawn(table(("g3", ""), ("1 2 5", "1 4"), tenth=("g6?", "")), seat)
    assert "hand     ? ? ?  (3 cards)" in page
    assert "last     [?]" in page


@pytest.mark.parametrize("seat", [0, 1, None])
def test_whole_games_fit_eighty_columns(seat: int | None) -> None:
    match = spookhouse.game("rest-in-peace").new(seed=1, level=4, learning=True)
    while match.waiting:
        player = match.waiting[0]
        moves = match.legal(player)
        match.play(player, moves[len(match.moves) * 5 % len(moves)])
        assert max(map(len, drawn(match, seat).splitlines())) <= 80
    assert "The game is over." in drawn(match, seat)


def test_the_last_mansion() -> None:
    page = drawn(table(("g3 p8 p16:3+ g5*", "p13! g4 p19"), ("1 2", "1 4"), round=10, turn=1), 1)
    assert "p16✓" in page
    assert "5»" in page
    assert "owed from earlier" in page
    assert "Bob resolves a card." in page
