"""Finished games, move by move, and onward from any of them."""

import random
from typing import Any

import pytest

from spookhouse.games import games
from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.match import Match
from spookhouse.table import Refused, Table, continue_table, names_at, show_moves, show_steps
from spookhouse.table import commands as ask
from spookhouse.table.replay import LONGEST
from spookhouse.table.verify import verify_log
from support.servers import changed
from support.tables import Played

pytestmark = pytest.mark.compiled
TITLES = [game.name for game in games()]
FEW: dict[str, Any] = {
    "ghooost": {"players": 3},
    "ghostbumpers": {"players": 3, "rounds": 1},
    "rest-in-peace": {"level": 4},
    "graveyards": {"players": 2},
}


def match_at(table: Played) -> Match:
    assert table.table.match is not None
    return table.table.match


def played(title: str, seed: int = 1) -> tuple[Played, list[list[Any]]]:
    """A whole game by chance, and what every seat saw after each move."""
    table = Played("ann", title, **FEW[title])
    table.sit("ann", *range(table.table.players)).start()
    dice, seen = random.Random(seed), []
    while True:
        match = match_at(table)
        seen.append([match.view(seat) for seat in [None, *range(match.players)]])
        if not match.waiting:
            return table, seen
        seat = match.waiting[0]
        table.move(seat, dice.choice(match.legal(seat)))


def all_steps(table: Table, seat: int | None, open_cards: bool) -> list[Any]:
    """Every view of a replay, put together from the changes, piece by piece."""
    assert table.match is not None
    found = []
    for first in range(0, len(table.match.moves) + 1, LONGEST):
        last = min(first + LONGEST - 1, len(table.match.moves))
        views: Any = None
        for step in show_steps(table, seat, open_cards, first, last, ["A"] * 6):
            shown = [step["view"], *step["open"]]
            views = [
                new["all"] if "all" in new else changed(old, new)
                for old, new in zip(views or shown, shown, strict=True)
            ]
            found.append(views)
    return found


@pytest.mark.parametrize("title", TITLES)
def test_a_replay_shows_what_was_seen(title: str) -> None:
    table, seen = played(title)
    assert [step[0] for step in all_steps(table.table, 1, False)] == [views[2] for views in seen]
    assert all_steps(table.table, None, True) == seen


@pytest.mark.parametrize("title", TITLES)
def test_every_move_is_told(title: str) -> None:
    table, seen = played(title)
    names = names_at(table.table, {"ann": "Ann"})
    told = show_moves(table.table, None, True, names)
    assert [entry["step"] for entry in told] == list(range(1, len(seen)))
    assert table.table.match is not None
    assert [(entry["seat"], entry["move"]) for entry in told] == [
        (s, table.table.match.game.notation.write_move(a)) for s, a in table.table.match.moves
    ]
    assert all(entry["move"] is None for entry in show_moves(table.table, 0, False, names))


@pytest.mark.parametrize("title", TITLES)
def test_onward_from_the_middle(title: str) -> None:
    table, seen = played(title)
    step = len(seen) // 2
    onward = Played("bea", title, **FEW[title])
    onward.table, onward.log = Table("t2", onward.table.secret), []
    onward.store([continue_table("bea", table.table, step, onward.table.secret)])
    onward.sit("bea", 0).bot(*range(1, onward.table.players)).start()
    match = match_at(onward)
    assert [match.view(seat) for seat in range(match.players)] == seen[step][1:]
    dice = random.Random(2)
    while (match := match_at(onward)).waiting:
        seat = match.waiting[0]
        move = dice.choice(match.legal(seat))
        onward.bot_moves(seat, move) if seat else onward.move(seat, move)
    assert [found.defects for found in verify_log("t2", onward.log)] == [()] * 7


def test_an_undo_goes_back_to_the_position_that_was_continued() -> None:
    table, seen = played("rest-in-peace")
    onward = Played("bea", "rest-in-peace", level=4)
    onward.table = Table("t2", onward.table.secret)
    onward.store([continue_table("bea", table.table, 5, onward.table.secret)])
    onward.sit("bea", 0, 1).start()
    seat = match_at(onward).waiting[0]
    onward.move(seat)
    onward.do("bea", ask.Undo(seat=seat))
    assert [match_at(onward).view(each) for each in range(2)] == seen[5][1:]


def test_options_of_a_continued_game_are_those_of_the_other() -> None:
    table, _ = played("ghooost")
    onward = Played("bea", players=3)
    onward.table = Table("t2", onward.table.secret)
    onward.store([continue_table("bea", table.table, 5, onward.table.secret)])
    with pytest.raises(BadOption, match="goes on from where"):
        onward.do("bea", ask.SetOptions(options={"players": 3, "dawn": 10}))


def test_what_cannot_be_replayed() -> None:
    table, seen = played("ghooost")
    for first, last in ((0, len(seen)), (-1, 0), (3, 2), (0, LONGEST)):
        with pytest.raises(Refused, match="step"):
            show_steps(table.table, None, True, first, last, ["A"] * 6)
    with pytest.raises(Refused, match="over here"):
        continue_table("bea", table.table, len(seen) - 1, bytes(32))
    young = Played("ann", players=2).sit("ann", 0, 1).start()
    with pytest.raises(Refused, match="when it is over"):
        show_moves(young.table, None, True, ["A", "B"])


def test_a_log_that_begins_from_a_broken_position_does_not_verify() -> None:
    table, _ = played("ghooost")
    draft = continue_table("bea", table.table, 3, table.table.secret)
    for wrong in (
        {"game": "ghooost"},
        draft.data["start"] | {"turn": 77},
        draft.data["start"] | {"options": {"players": 2}},
    ):
        draft.data["start"] = wrong
        entries = Table("t2", table.table.secret).write(1.0, [draft])
        assert verify_log("t2", entries)[0].holds
        assert not all(step.holds for step in verify_log("t2", entries))
