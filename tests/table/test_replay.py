"""Finished games are replayed move by move, and continued from any step."""

import random
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from spookhouse.games import games
from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.match import Match
from spookhouse.remote.table_view import patched
from spookhouse.table import commands as ask
from spookhouse.table.apply import apply
from spookhouse.table.decide import next_entries
from spookhouse.table.decide_rematch import rematch_drafts
from spookhouse.table.errors import Refused
from spookhouse.table.log import Opened, Origin
from spookhouse.table.replay import CHECKPOINT_INTERVAL, MAX_STEPS, Replay
from spookhouse.table.table import Table
from spookhouse.table.verify import Step, verify_log
from spookhouse.table.views import seat_names, table_view
from support.tables import ENVIRONMENT, Played, read_items, rechain

pytestmark = pytest.mark.compiled
TITLES = [game.name for game in games()]
OPTIONS: dict[str, dict[str, Any]] = {
    "ghooost": {"players": 3},
    "ghostbumpers": {"players": 3, "rounds": 1},
    "rest-in-peace": {"level": 4},
    "graveyards": {"players": 2},
}
NAMES = ["A"] * 6

# By seat, with the spectator first: what each saw.
Views = list[Any]


def play_game(title: str, seed: int = 1, **options: Any) -> tuple[Played, list[Views]]:
    """Return a whole random game, and what every seat saw after each move."""
    played = Played("ann", title, **(options or OPTIONS[title]))
    played.sit("ann", *range(played.table.players)).start()
    dice, seen = random.Random(seed), []
    while True:
        match = played.match
        seen.append([match.view(seat) for seat in [None, *range(match.players)]])
        if not match.waiting:
            return played, seen
        seat = match.waiting[0]
        played.move(seat, dice.choice(match.legal(seat)))


def views_of_page(
    replay: Replay, seat: int | None, open_cards: bool, first: int, last: int
) -> Iterator[Views]:
    """Yield the views of a page of a replay, put together from the differences."""
    views: Any = None
    for step in replay.show_steps(seat, open_cards, first, last, NAMES):
        shown = [step["view"], *step["open"]]
        views = [
            new["all"] if "all" in new else patched(old, new)
            for old, new in zip(views or shown, shown, strict=True)
        ]
        yield views


def pages_of(length: int) -> list[tuple[int, int]]:
    """Return the first and the last step of every page of a replay."""
    return [
        (first, min(first + MAX_STEPS - 1, length - 1)) for first in range(0, length, MAX_STEPS)
    ]


def all_views(table: Table, seat: int | None, open_cards: bool) -> list[Views]:
    """Return every view of a replay, page by page."""
    replay = Replay(table)
    return [
        views
        for first, last in pages_of(len(replay.moves) + 1)
        for views in views_of_page(replay, seat, open_cards, first, last)
    ]


@pytest.mark.parametrize("title", TITLES)
def test_a_replay_shows_what_was_seen(title: str) -> None:
    played, seen = play_game(title)
    assert [views[0] for views in all_views(played.table, 1, False)] == [each[2] for each in seen]
    assert all_views(played.table, None, True) == seen


@pytest.mark.parametrize("title", TITLES)
def test_every_move_is_told(title: str) -> None:
    played, seen = play_game(title)
    names = seat_names(played.table, {"ann": "Ann"})
    replay = Replay(played.table)
    told = replay.list_moves(None, True, names)
    assert [entry["step"] for entry in told] == list(range(1, len(seen)))
    write_move = played.match.game.notation.write_move
    assert [(entry["seat"], entry["move"]) for entry in told] == [
        (seat, write_move(action)) for seat, action in played.match.moves
    ]
    assert all(entry["move"] is None for entry in replay.list_moves(0, False, names))


@pytest.mark.parametrize("title", TITLES)
def test_a_game_continues_from_the_middle(title: str) -> None:
    played, seen = play_game(title)
    step = len(seen) // 2
    onward = Played.continued("bea", played.table, step)
    onward.sit("bea", 0).bot(*range(1, onward.table.players)).start()
    match = onward.match
    assert [match.view(seat) for seat in range(match.players)] == seen[step][1:]
    dice = random.Random(2)
    while (match := onward.match).waiting:
        seat = match.waiting[0]
        move = dice.choice(match.legal(seat))
        onward.bot_moves(seat, move) if seat else onward.move(seat, move)
    steps = verify_log("t1", onward.log)
    assert [found.defects for found in steps] == [()] * 7
    assert_warned(steps, f"that of table t1 after {step} moves", "was not checked")


def assert_warned(steps: list[Step], *words: str) -> None:
    """Check that verification says what it does not show, and claims nothing to the contrary."""
    assert all(step.holds for step in steps)
    assert [step.name for step in steps if step.warnings] == ["seed"]
    seed = next(step for step in steps if step.name == "seed")
    for word in ("not dealt from this seed", *words):
        assert word in "; ".join(seed.warnings)
    assert not [step.found for step in steps if "dealt" in step.found or "that deal" in step.found]


def continued(step: int = 4) -> Played:
    """Return a table of two seats that continues a finished game."""
    played, _ = play_game("ghooost", players=2)
    return Played.continued("bea", played.table, step)


def resign(played: Played) -> Played:
    """Play until somebody has resigned."""
    played.sit("bea", 0).bot(1).start().do("bea", ask.Resign(seat=0))
    return played


@pytest.mark.parametrize("step", [0, 4])
def test_a_continued_game_names_its_origin(step: int) -> None:
    onward = continued(step)
    data = onward.log[0].data
    assert isinstance(data, Opened)
    assert data.origin == Origin("t1", step)
    for table in (onward.table, onward.rebuilt()):
        assert table_view(table, {})["continued"] == {"table": "t1", "step": step}
    assert_warned(verify_log("t1", resign(onward).log), f"table t1 after {step} moves")


def test_a_game_that_was_dealt_has_no_origin() -> None:
    played, _ = play_game("ghooost")
    assert "origin" not in played.items()[0]["data"]
    assert table_view(played.table, {})["continued"] is None
    steps = verify_log("t1", played.log)
    assert not any(step.warnings for step in steps)
    assert "the game is dealt from it" in steps[4].found


def test_a_position_of_unknown_origin_is_shown_as_such() -> None:
    """Earlier servers did not write where a position came from. Their logs verify."""
    items = resign(continued()).items()
    del items[0]["data"]["origin"]
    log = read_items(rechain(items))
    assert_warned(verify_log("t1", log), "does not say where the position comes from")
    onward = continued()
    onward.table.origin = None
    assert table_view(onward.table, {})["continued"] == {"table": None, "step": None}


def test_an_origin_without_a_position_does_not_verify() -> None:
    played, _ = play_game("ghooost", players=2)
    items = played.items()
    items[0]["data"]["origin"] = {"table": "t1", "step": 0}
    steps = verify_log("t1", read_items(rechain(items)))
    assert (
        "continues no other game" in next(step for step in steps if step.name == "rules").defects[0]
    )


@pytest.mark.parametrize(
    "origin",
    [
        {"table": "../x", "step": 0},
        {"table": "t1\n", "step": 0},
        {"table": "t1", "step": -1},
        {},
        7,
    ],
)
def test_an_impossible_origin_does_not_verify(origin: object) -> None:
    items = resign(continued()).items()
    items[0]["data"]["origin"] = origin
    assert not all(step.holds for step in verify_log("t1", read_items(rechain(items))))


def test_the_rematch_of_a_continued_game_is_dealt() -> None:
    onward = resign(continued())
    onward.do("bea", ask.Rematch())
    new = Table(onward.table.rematch, bytes(32))
    for entry in next_entries(new, 1.0, rematch_drafts(onward.table, new, ENVIRONMENT)):
        apply(new, entry)
    assert (new.start, new.origin) == (None, None)
    assert table_view(new, {})["continued"] is None


def test_an_undo_goes_back_to_the_position_that_was_continued() -> None:
    played, seen = play_game("rest-in-peace")
    onward = Played.continued("bea", played.table, 5).sit("bea", 0, 1).start()
    seat = onward.match.waiting[0]
    onward.move(seat)
    onward.do("bea", ask.Undo(seat=seat))
    assert [onward.match.view(each) for each in range(2)] == seen[5][1:]


def test_a_continued_game_keeps_the_options_of_the_finished_one() -> None:
    played, _ = play_game("ghooost")
    onward = Played.continued("bea", played.table, 5)
    assert onward.table.options == played.table.options
    with pytest.raises(BadOption, match="continues another"):
        onward.do("bea", ask.SetOptions(options={"players": 3, "dawn": 10}))


def test_invalid_requests_are_refused() -> None:
    played, seen = play_game("ghooost")
    replay = Replay(played.table)
    for first, last in ((0, len(seen)), (-1, 0), (3, 2), (0, MAX_STEPS)):
        with pytest.raises(Refused, match="step"):
            replay.show_steps(None, True, first, last, NAMES)
    for step in (-1, len(seen)):
        with pytest.raises(Refused, match="step"):
            replay.continue_from(step)
    with pytest.raises(Refused, match="over here"):
        replay.continue_from(len(seen) - 1)
    young = Played("ann", players=2).sit("ann", 0, 1).start()
    with pytest.raises(Refused, match="when it is over"):
        Replay(young.table)


def test_a_log_that_starts_from_a_broken_position_does_not_verify() -> None:
    played, _ = play_game("ghooost")
    onward = Played.continued("bea", played.table, 3)
    (opened,) = onward.log
    assert isinstance(opened.data, Opened)
    assert isinstance(opened.data.start, dict)
    start = opened.data.start
    for wrong in (
        {"game": "ghooost"},
        start | {"turn": 77},
        start | {"options": {"players": 2}},
        7,
        None,
    ):
        item = opened.to_json()
        item["data"]["start"] = wrong
        steps = verify_log("t1", read_items(rechain([item])))
        assert steps[0].holds
        assert not all(step.holds for step in steps)


# === CHECKPOINTS ===


@pytest.fixture(scope="module")
def long_game() -> tuple[Table, list[Views]]:
    """Return a finished game of several pages, and what every seat saw after each move."""
    played, seen = play_game("ghooost", players=4)
    assert len(seen) > 4 * MAX_STEPS
    return played.table, seen


class Moves:
    """Counts the moves that replays apply."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.applied = 0
        apply = Match.apply

        def count(match: Match, seat: int, action: int) -> None:
            self.applied += 1
            apply(match, seat, action)

        monkeypatch.setattr(Match, "apply", count)

    def during(self, function: Any) -> int:
        """Return the number of moves that a function applies."""
        before = self.applied
        function()
        return self.applied - before


@pytest.fixture
def moves(monkeypatch: pytest.MonkeyPatch) -> Moves:
    return Moves(monkeypatch)


def test_paging_through_a_replay_does_not_start_over(
    long_game: tuple[Table, list[Views]], moves: Moves
) -> None:
    """Each page costs its own moves, and at most the moves since the last checkpoint."""
    table, seen = long_game
    replay = Replay(table)
    for first, last in pages_of(len(seen)):
        cost = moves.during(partial(replay.show_steps, None, True, first, last, NAMES))
        assert cost <= last - first + CHECKPOINT_INTERVAL
    assert moves.applied <= len(replay.moves) + len(pages_of(len(seen))) * CHECKPOINT_INTERVAL


def test_a_known_replay_reaches_every_step_from_a_checkpoint(
    long_game: tuple[Table, list[Views]], moves: Moves
) -> None:
    """The list of all moves is shown first; then clients jump to any step."""
    table, seen = long_game
    replay = Replay(table)
    assert moves.during(partial(replay.list_moves, None, True, NAMES)) == len(replay.moves)
    for step in random.Random(1).sample(range(len(seen)), 60):
        assert moves.during(partial(replay.at, step)) == step % CHECKPOINT_INTERVAL


def test_pages_in_any_order_show_the_same(long_game: tuple[Table, list[Views]]) -> None:
    """Nobody who uses a replay changes its checkpoints."""
    table, seen = long_game
    replay, dice = Replay(table), random.Random(5)
    for _ in range(80):
        first = dice.randrange(len(seen))
        last = min(len(seen) - 1, first + dice.randrange(MAX_STEPS))
        assert [*views_of_page(replay, None, True, first, last)] == seen[first : last + 1]
        # A caller plays on with the match it got.
        match = replay.at(first)
        if match.waiting:
            match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    places = sorted(replay.checkpoints)
    assert all(later - earlier >= CHECKPOINT_INTERVAL for earlier, later in pairwise(places))
    assert all(place % CHECKPOINT_INTERVAL == 0 for place in places)
    assert len(places) <= len(seen) // CHECKPOINT_INTERVAL + 1


def test_events_of_a_step_are_the_same_from_a_checkpoint(
    long_game: tuple[Table, list[Views]],
) -> None:
    table, seen = long_game
    whole = Replay(table)
    told: list[Any] = [
        step for first, last in pages_of(len(seen)) for step in steps_of(whole, first, last)
    ]
    for step in range(0, len(seen), 7):
        for replay in (whole, Replay(table)):
            (alone,) = steps_of(replay, step, step)
            assert alone["events"] == told[step]["events"]
            assert alone["waiting"] == told[step]["waiting"]
    assert told[0]["events"] == []
    assert all(step["events"] for step in told[1:])


def steps_of(replay: Replay, first: int, last: int) -> list[Any]:
    """Return a page of a replay with open cards."""
    return replay.show_steps(None, True, first, last, NAMES)


def test_the_counting_tests_can_fail(
    long_game: tuple[Table, list[Views]], moves: Moves, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without checkpoints every page starts over."""
    monkeypatch.setattr(Replay, "_keep", lambda self, step, match: None)
    with pytest.raises(AssertionError):
        test_paging_through_a_replay_does_not_start_over(long_game, moves)
