"""The house guests: five characters, each with strength and time of its own, and weak in the way that people are."""

from typing import Any

import pytest

import spookhouse
from spookhouse.bots import BOTS, CHARACTERS, USUAL, Budget, SearchBot, SearchConfig, bot, think
from spookhouse.bots.search import Search, tuning_of
from spookhouse.kernel.chance import new_chance


def test_five_guests_in_order_of_strength() -> None:
    assert [level.strength for level in CHARACTERS] == [1, 2, 3, 4, 5]
    assert [level.seconds for level in CHARACTERS] == sorted(level.seconds for level in CHARACTERS)
    assert CHARACTERS[-1].config.budget.seconds <= 1.2
    assert [level.name for level in CHARACTERS] == list(BOTS)[:5]
    assert next(level.strength for level in CHARACTERS if level.name == USUAL) == 3


def test_every_guest_has_a_name_and_a_character_of_its_own() -> None:
    assert len({level.title for level in CHARACTERS}) == 5
    for level in CHARACTERS:
        assert level.about.endswith(".")
        assert len(level.about) > 40


def test_a_bare_search_is_named_by_its_budget() -> None:
    fast, counted = bot("search-100ms"), bot("search-5000it")
    assert isinstance(fast, SearchBot)
    assert isinstance(counted, SearchBot)
    assert fast.config.budget == Budget(seconds=0.1)
    assert counted.config.budget == Budget(5000)
    with pytest.raises(spookhouse.BadOption, match="search-100ms or search-5000it"):
        bot("search-0ms")


def test_a_bare_search_takes_settings() -> None:
    tuned = bot("search-60it", 1, exploration=0.5, randomness=30, horizon=60)
    assert isinstance(tuned, SearchBot)
    assert tuned.config == SearchConfig(
        Budget(60), horizon=60, tuning={"exploration": 0.5, "randomness": 30}
    )
    advised, wanted = (
        spookhouse.game("ghooost").evaluation.TUNING,
        tuning_of(spookhouse.game("ghooost"), tuned.config),
    )
    assert (wanted.exploration, wanted.randomness) == (0.5, 30)
    assert (wanted.width, wanted.growth) == (advised.width, advised.growth)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            {"depth": 3},
            "search-60it has no setting 'depth'; there are: exploration, randomness, width, growth, is_relative, horizon, patience",
        ),
        (
            {"exploration": -1},
            "search-60it cannot have exploration=-1: exploration is a number from 0 to 100",
        ),
        ({"exploration": float("nan")}, "cannot have exploration=nan"),
        ({"growth": "much"}, "cannot have growth=much: growth is a number from 0 to 1"),
        ({"width": 0.5}, "cannot have width=0.5: width is a number from 1 to 10,000"),
        (
            {"randomness": 2.5},
            "cannot have randomness=2.5: randomness is a whole number from 0 to 100",
        ),
        ({"patience": 0}, "cannot have patience=0"),
        ({"overlooks": True}, "cannot have overlooks=True"),
    ],
)
def test_settings_that_cannot_be(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(spookhouse.BadOption) as refused:
        bot("search-60it", **settings)
    assert said in refused.value.message


def test_guests_take_no_settings() -> None:
    with pytest.raises(spookhouse.BadOption, match="pip takes no settings"):
        bot("pip", overlooks=0)


@pytest.mark.compiled
@pytest.mark.parametrize(
    "setting",
    ["exploration", "randomness", "width", "is_relative", "horizon", "patience", "overlooks"],
)
def test_every_setting_changes_what_is_thought(setting: str) -> None:
    game = spookhouse.game("ghooost")
    match = game.new(seed=1)
    seat = match.waiting[0]
    value = {
        "exploration": 5.0,
        "randomness": 90,
        "width": 1,
        "is_relative": 1,
        "horizon": 1,
        "patience": 1000,
        "overlooks": 90,
    }[setting]
    plain, changed = bot("search-200it", 1), bot("search-200it", 1, **{setting: value})
    assert isinstance(plain, SearchBot)
    assert isinstance(changed, SearchBot)
    if setting == "overlooks":
        assert (
            sum(changed.notices(action) for action in range(100))
            < 30
            < sum(plain.notices(action) for action in range(100))
        )
    else:
        assert (
            plain.think(game, match.concealed(seat), seat).candidates
            != changed.think(game, match.concealed(seat), seat).candidates
        )


@pytest.mark.compiled
def test_of_the_moves_that_are_noticed_the_best_is_played() -> None:
    game = spookhouse.game("ghooost")
    match = game.new(seed=1)
    seat = match.waiting[0]
    known = match.concealed(seat)
    missed = 0
    for seed in range(20):
        hazy = SearchBot("hazy", SearchConfig(Budget(200), overlooks=50), seed)
        chosen = hazy.choose(game, known, seat)
        thought = think(game, known, seat, hazy.key, hazy.config)
        noticed = [found.action for found in thought.candidates if hazy.notices(found.action)]
        assert chosen == (noticed or [thought.action])[0]
        missed += chosen != thought.action
    assert 4 <= missed <= 16


@pytest.mark.compiled
def test_who_overlooks_everything_still_moves() -> None:
    game = spookhouse.game("ghooost")
    match = game.new(seed=1)
    seat = match.waiting[0]
    assert SearchBot("blind", SearchConfig(Budget(30), overlooks=100), 1).choose(
        game, match.concealed(seat), seat
    ) in match.actions(seat)


@pytest.mark.compiled
def test_who_is_sure_of_one_guess_searches_one_world() -> None:
    """With all cards imagined once there is nothing left to average over: fewer different moves of others are met."""
    game = spookhouse.game("ghostbumpers")
    match = game.new(seed=1)
    while len(match.waiting) > 1:
        match.apply(match.waiting[0], 0)
    seat = match.waiting[0]
    sizes = []
    for patience in (1, 1 << 30):
        search = Search(
            game,
            match.concealed(seat),
            seat,
            new_chance(bytes(32))[0],
            SearchConfig(Budget(), patience=patience),
        )
        search.go_on(2000)
        others = search.edges[1 : int(search.desk[0].tree.edges) + 1]
        sizes.append(
            len(
                {
                    (int(edge["seat"]), int(edge["action"]))
                    for edge in others
                    if edge["seat"] != seat
                }
            )
        )
    assert sizes[1] < sizes[0]
