"""`Match` with moves as text and as integer codes, and what it refuses."""

import json
import random
import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import Any

import pytest

import spookhouse
from spookhouse.kernel.contract import Options
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match


@pytest.fixture
def match() -> Match:
    return spookhouse.game("ghooost").new(players=4, seed=7)


def test_a_match_with_moves_as_text(match: Match) -> None:
    game = match.game
    assert (game.name, game.title, game.min_players, game.max_players) == (
        "ghooost",
        "Ghooost!",
        2,
        6,
    )
    assert [option.name for option in game.options] == ["players", "mode", "dawn", "first"]
    (seat,) = match.waiting
    move = match.legal(seat)[0]
    match.play(seat, move)
    assert match.events
    assert all(event["event"] and "seat" in event for event in match.events)
    assert match.outcome is None
    assert (
        game.load(json.loads(json.dumps(match.position())), seed=7).position() == match.position()
    )


def test_the_same_seed_gives_the_same_match() -> None:
    game = spookhouse.game("ghooost")
    assert game.new(players=3, seed=7).position() == game.new(players=3, seed=7).position()
    assert game.new(players=3, seed=7).position() != game.new(players=3, seed=8).position()
    assert game.new(players=3, seed=bytes(32)).key == bytes(32)


def test_a_seed_always_deals_the_same_hands(match: Match) -> None:
    """Records must replay on every machine and in every version."""
    assert match.position()["hands"] == [
        ["8", "9", "9", "11"],
        ["1", "6", "14", "K"],
        ["4", "5", "8", "13"],
        ["4", "5", "12", "13"],
    ]
    assert match.position()["crypt"][:3] == ["X", "12", "1"]


def test_codes_and_texts_are_the_same_moves(match: Match) -> None:
    twin = match.copy()
    for _ in range(50):
        (seat,) = match.waiting
        action = match.actions(seat)[-1]
        assert [
            match.game.notation.write_move(code) for code in match.actions(seat)
        ] == match.legal(seat)
        match.apply(seat, action)
        twin.play(seat, match.game.notation.write_move(action))
        assert twin.position() == match.position()


def test_a_copy_is_independent(match: Match) -> None:
    twin, before = match.copy(), match.position()
    (seat,) = twin.waiting
    twin.apply(seat, twin.actions(seat)[0])
    assert match.position() == before
    assert match.moves == []
    assert match.legal(seat) != []


def play_some(match: Match, dice: random.Random, number: int) -> list[tuple[int, int]]:
    """Make random moves and return them."""
    made = []
    for _ in range(number):
        seat = match.waiting[0]
        made.append((seat, dice.choice(match.actions(seat))))
        match.apply(*made[-1])
    return made


def test_copies_of_copies_keep_their_own_moves(match: Match) -> None:
    """Copies share their common moves, however they branch."""
    dice = random.Random(1)
    branches = [(match, play_some(match, dice, 3))]
    for _ in range(40):
        known, made = dice.choice(branches)
        if dice.random() < 0.5:
            twin = known.copy()
            branches.append((twin, made + play_some(twin, dice, 2)))
        else:
            made += play_some(known, dice, 1)
    for known, made in branches:
        assert known.moves == made
        assert known.last_move == made[-1]
        again = known.again()
        for seat, action in made:
            again.apply(seat, action)
        assert again.position() == known.position()
        for seat in range(known.players):
            places = [place for place, (mover, _) in enumerate(made) if mover == seat]
            assert known.last_move_of(seat) == (places[-1] if places else None)


def test_a_match_takes_little_memory() -> None:
    """The size of a list of actions depends on the number of actions, not on its maximum."""
    spookhouse.game("graveyards").new(seed=0)
    tracemalloc.start()
    try:
        matches = [spookhouse.game("graveyards").new(seed=seed) for seed in range(20)]
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert used / len(matches) < 12_000


def test_copies_in_many_threads_keep_their_own_moves(match: Match) -> None:
    play_some(match, random.Random(2), 3)
    start = threading.Barrier(8)

    def explore(seed: int) -> bool:
        dice = random.Random(seed)
        start.wait()
        for _ in range(50):
            twin = match.copy()
            made = match.moves + play_some(twin, dice, 3)
            if twin.moves != made or twin.rows != twin.copy().rows:
                return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(explore, range(8)))
    assert len(match.moves) == 3


REFUSED = [
    # seat, move, code, part of the message
    (0, "6x1", "move/not-your-turn", "GH 3: it is the turn of seat 1"),
    (1, "collect", "move/illegal", "GH 3.3.1: there is nothing to collect"),
    (1, "6x2", "move/illegal", "GH 3.1.1: you hold only"),
    (1, "6x", "move/unknown", "'6x' is no move of Ghooost!; the nearest legal moves: 6x1"),
    (1, "", "move/unknown", "is no move"),
    (1, None, "move/unknown", "is no move"),
    (9, "6x1", "move/not-your-turn", "there is no seat 9; the seats are 0 to 3"),
    (-1, "6x1", "move/not-your-turn", "there is no seat -1"),
    ("1", "6x1", "move/not-your-turn", "there is no seat '1'"),
]


@pytest.mark.parametrize(("seat", "move", "code", "message"), REFUSED)
def test_refusals(match: Match, seat: object, move: object, code: str, message: str) -> None:
    before = match.position()
    with pytest.raises(spookhouse.IllegalMove) as refused:
        match.play(seat, move)  # type: ignore[arg-type]
    assert refused.value.code == code
    assert message in str(refused.value)
    assert match.position() == before


def test_why_returns_what_play_would_raise(match: Match) -> None:
    assert match.why(1, "6x1") is None
    refusal = match.why(1, "13x1")
    assert str(refusal) == "GH 3.1.1: you hold no Madame Mildew (13)"
    with pytest.raises(spookhouse.IllegalMove, match="there is no seat 5"):
        match.why(5, "13x1")


def test_an_illegal_code_is_refused(match: Match) -> None:
    for action in (1, -5, 10**6):
        with pytest.raises(spookhouse.IllegalMove):
            match.apply(1, action)
    assert match.actions(1) == [2, 4, 5, 45, 109]


def test_actions_of_one_seat_do_not_disturb_another(match: Match) -> None:
    legal = match.legal(1)
    assert match.legal(0) == []
    assert match.legal(1) == legal
    with pytest.raises(spookhouse.IllegalMove):
        match.apply(0, 2)
    assert match.legal(1) == legal


def test_draws_are_secret(match: Match) -> None:
    match.play(1, "6x1")
    assert [event["event"] for event in match.events] == ["played", "drew", "refilled"]
    assert match.events[1]["seen_by"] == [1]
    assert [event["event"] for event in match.events_for(1)] == ["played", "drew", "refilled"]
    assert [event["event"] for event in match.events_for(2)] == ["played", "refilled"]
    assert [event["event"] for event in match.events_for(None)] == ["played", "refilled"]


OPTIONS = [
    # options, which, part of the message
    (
        {"players": 7},
        "players",
        "invalid option players: got 7, expected a whole number from 2 to 6",
    ),
    ({"players": "3"}, "players", "got '3', expected"),
    ({"players": True}, "players", "got True, expected"),
    ({"players": 3, "mode": "team"}, "mode", "expected 'single' or 'match'"),
    ({"players": 2, "mode": "match"}, "mode", "GH 7.4"),
    ({"players": 3, "dusk": 1}, "dusk", "has no option 'dusk'; it has: players, mode, dawn, first"),
    ({"players": 3, "seed": "x"}, "seed", "expected a whole number or 32 bytes"),
]


@pytest.mark.parametrize(("options", "which", "message"), OPTIONS)
def test_bad_options(options: Options, which: str, message: str) -> None:
    with pytest.raises(spookhouse.BadOption) as refused:
        spookhouse.game("ghooost").new(**options)
    assert refused.value.option == which
    assert message in str(refused.value)


def test_games_can_be_found_repeatedly() -> None:
    names = [game.name for game in spookhouse.all_games()]
    assert names == [spookhouse.game(name).name for name in names]
    assert [game.name for game in spookhouse.all_games()] == names
    assert all(callable(getattr(spookhouse, name)) for name in spookhouse.__all__)


def test_unknown_games() -> None:
    with pytest.raises(
        spookhouse.UnknownGame,
        match=r"invalid game: got 'ghoost', expected one of ghooost.*did you mean 'ghooost'",
    ):
        spookhouse.game("ghoost")


@pytest.mark.parametrize(
    "position",
    [
        None,
        [],
        "x",
        {},
        {"game": "chess"},
        {"game": "ghooost"},
        {"game": "ghooost", "options": {"players": 99}},
    ],
)
def test_invalid_positions_are_refused(position: object) -> None:
    with pytest.raises(spookhouse.BrokenPosition):
        spookhouse.game("ghooost").load(position)  # type: ignore[arg-type]


@pytest.mark.parametrize("title", spookhouse.all_games(), ids=lambda title: title.name)
def test_changing_a_view_changes_no_later_one(title: Game) -> None:
    match = title.new(seed=1)
    for _ in range(30):
        match.play(match.waiting[0], match.legal(match.waiting[0])[0])
        if not match.waiting:
            break
    seen = [lambda: match.view(0), lambda: match.view(None), match.position]
    before = [deepcopy(show()) for show in seen]
    for show in seen:
        spoil(show())
    assert [show() for show in seen] == before


def spoil(data: Any) -> None:
    """Empty every list and object within JSON-ready data."""
    for each in [*(data.values() if isinstance(data, dict) else data)]:
        if isinstance(each, dict | list):
            spoil(each)
    data.clear()
