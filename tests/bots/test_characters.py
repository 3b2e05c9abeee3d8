"""The characters and the bare search: budgets, settings, and the errors of weak characters."""

import pytest

import spookhouse
from spookhouse.bots import (
    BOTS,
    CHARACTERS,
    DEFAULT_CHARACTER,
    Budget,
    SearchBot,
    SearchConfig,
    analyse,
    bot,
)
from spookhouse.bots.timed_search import UNLIMITED, Search, tuning_for
from spookhouse.kernel.chance import new_chance
from spookhouse.kernel.contract import Options
from spookhouse.kernel.match import Match


def search_bot(name: str, **settings: object) -> SearchBot:
    """Return a bot that is known to search."""
    made = bot(name, 1, **settings)
    assert isinstance(made, SearchBot)
    return made


def first_decision() -> tuple[Match, int]:
    """Return a new match of Ghooost! and the seat to move."""
    match = spookhouse.game("ghooost").new(seed=1)
    return match, match.waiting[0]


def test_five_characters_in_order_of_strength() -> None:
    assert [each.strength for each in CHARACTERS] == [1, 2, 3, 4, 5]
    assert [each.seconds for each in CHARACTERS] == sorted(each.seconds for each in CHARACTERS)
    assert CHARACTERS[-1].config.budget.seconds <= 1.2
    assert [each.name for each in CHARACTERS] == list(BOTS)[:5]
    assert next(each.strength for each in CHARACTERS if each.name == DEFAULT_CHARACTER) == 3


def test_every_character_has_its_own_texts() -> None:
    assert len({each.title for each in CHARACTERS}) == 5
    for each in CHARACTERS:
        assert each.about.endswith(".")
        assert len(each.about) > 40


def test_a_bare_search_is_named_after_its_budget() -> None:
    assert search_bot("search-100ms").config.budget == Budget(seconds=0.1)
    assert search_bot("search-5000it").config.budget == Budget(5000)
    with pytest.raises(spookhouse.BadOption, match="search-100ms or search-5000it"):
        bot("search-0ms")


def test_a_bare_search_takes_settings() -> None:
    tuned = search_bot("search-60it", exploration=0.5, randomness=30, horizon=60)
    changes = {"exploration": 0.5, "randomness": 30}
    assert tuned.config == SearchConfig(Budget(60), horizon=60, tuning=changes)
    game = spookhouse.game("ghooost")
    default, changed = game.evaluation.TUNING, tuning_for(game, tuned.config)
    assert (changed.exploration, changed.randomness) == (0.5, 30)
    assert (changed.width, changed.growth) == (default.width, default.growth)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"depth": 3},
            "invalid setting of search-60it: got 'depth', expected one of exploration, randomness, "
            "width, growth, is_relative, horizon, world_lifetime",
        ),
        (
            {"exploration": -1},
            "invalid exploration of search-60it: got -1, expected a number from 0 to 100",
        ),
        ({"exploration": float("nan")}, "invalid exploration of search-60it: got nan"),
        ({"growth": "much"}, "got 'much', expected a number from 0 to 1"),
        ({"width": 0.5}, "got 0.5, expected a number from 1 to 10,000"),
        ({"randomness": 2.5}, "got 2.5, expected a whole number from 0 to 100"),
        ({"world_lifetime": 0}, "invalid world_lifetime of search-60it: got 0"),
        ({"overlook_percent": True}, "invalid overlook_percent of search-60it: got True"),
    ],
)
def test_invalid_settings_are_refused(settings: Options, message: str) -> None:
    with pytest.raises(spookhouse.BadOption) as error:
        bot("search-60it", **settings)
    assert message in error.value.message


def test_characters_take_no_settings() -> None:
    with pytest.raises(
        spookhouse.BadOption,
        match="invalid settings of pip: got overlook_percent, expected none",
    ):
        bot("pip", overlook_percent=0)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("exploration", 5.0),
        ("randomness", 90),
        ("width", 1),
        ("is_relative", 1),
        ("horizon", 1),
        ("world_lifetime", 1000),
    ],
)
def test_every_setting_changes_the_search(setting: str, value: float) -> None:
    match, seat = first_decision()
    plain, changed = search_bot("search-200it"), search_bot("search-200it", **{setting: value})
    results = [
        each.analyse(match.game, match.concealed(seat), seat).candidates
        for each in (plain, changed)
    ]
    assert results[0] != results[1]


def test_a_bot_overlooks_the_given_percentage_of_moves() -> None:
    plain, hazy = search_bot("search-200it"), search_bot("search-200it", overlook_percent=90)
    assert sum(hazy.notices(action) for action in range(100)) < 30
    assert sum(plain.notices(action) for action in range(100)) == 100


@pytest.mark.compiled
def test_the_best_move_that_is_noticed_is_played() -> None:
    match, seat = first_decision()
    game, known = match.game, match.concealed(seat)
    missed = 0
    for seed in range(20):
        hazy = SearchBot("hazy", SearchConfig(Budget(200), overlook_percent=50), seed)
        chosen = hazy.choose(game, known, seat)
        result = analyse(game, known, seat, hazy.key, hazy.config)
        noticed = [each.action for each in result.candidates if hazy.notices(each.action)]
        assert chosen == (noticed or [result.action])[0]
        missed += chosen != result.action
    assert 4 <= missed <= 16


@pytest.mark.compiled
def test_a_bot_that_overlooks_everything_still_moves() -> None:
    match, seat = first_decision()
    blind = SearchBot("blind", SearchConfig(Budget(30), overlook_percent=100), 1)
    assert blind.choose(match.game, match.concealed(seat), seat) in match.actions(seat)


@pytest.mark.compiled
def test_a_search_that_keeps_its_world_uses_only_that_world() -> None:
    """With all hidden cards fixed, the search meets fewer different moves of the other seats."""
    match = spookhouse.game("ghostbumpers").new(seed=1)
    while len(match.waiting) > 1:
        match.apply(match.waiting[0], 0)
    seat = match.waiting[0]
    assert moves_of_others(match, seat, UNLIMITED) < moves_of_others(match, seat, 1)


def moves_of_others(match: Match, seat: int, world_lifetime: int) -> int:
    """Return how many different moves of other seats 2,000 iterations meet."""
    config = SearchConfig(Budget(), world_lifetime=world_lifetime)
    search = Search(match.game, match.concealed(seat), seat, new_chance(bytes(32))[0], config)
    search.iterate(2000)
    edges = search.edges[1 : int(search.workspace[0].tree.edges) + 1]
    others = edges[edges["seat"] != seat]
    return len(set(zip(others["seat"].tolist(), others["action"].tolist(), strict=True)))
