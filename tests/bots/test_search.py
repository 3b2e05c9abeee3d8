"""The search: its results, its budgets, and that it uses only what its seat knows."""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import spookhouse
from spookhouse.bots import Budget, SearchConfig, SearchResult, TimeLimit, analyse, bot
from spookhouse.bots.timed_search import EDGES, Search
from spookhouse.games import FOLDERS
from spookhouse.kernel.chance import key_from_seed, new_chance
from spookhouse.kernel.contract import Options, State
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match
from support.playouts import bot_among_rivals

pytestmark = pytest.mark.compiled

KEY = key_from_seed(1)
OPTIONS: dict[str, list[Options]] = {
    "ghooost": [{"players": 2}, {"players": 6}, {"players": 3, "mode": "match"}],
    "ghostbumpers": [{"players": 3}, {"players": 6, "target": 20}],
    "rest-in-peace": [{"level": 0, "learning": True}, {"level": 4}],
    "graveyards": [{"players": 2}, {"players": 4}],
}


def analyse_match(match: Match, seat: int, config: SearchConfig, key: bytes = KEY) -> SearchResult:
    """Search the decision of a seat in this match."""
    return analyse(match.game, match.concealed(seat), seat, key, config)


@pytest.mark.parametrize("name", FOLDERS)
def test_the_same_knowledge_leads_to_the_same_result(name: str) -> None:
    """A key and what a seat knows determine visits and returns, whatever is hidden."""
    game, config = spookhouse.game(name), SearchConfig(Budget(80))
    for seed in range(2):
        match, chance = game.new(seed=seed), new_chance(key_from_seed(seed))[0]
        differed, mover = 0, bot("uniform", seed)
        while match.waiting and len(match.moves) < 60:
            seat = match.waiting[-1]
            world = match.copy()
            game.rules.conceal(world.state, seat)
            game.rules.imagine(world.state, seat, chance)
            differed += world.state.tobytes() != match.state.tobytes()
            real, imagined = (analyse_match(each, seat, config) for each in (match, world))
            assert real.candidates == imagined.candidates
            match.apply(seat, mover.choose(game, match.concealed(seat), seat))
        assert differed > 20


@pytest.mark.parametrize("name", FOLDERS)
def test_candidates_are_legal_and_in_order(name: str) -> None:
    game = spookhouse.game(name)
    for options in OPTIONS[name]:
        match = game.new(seed=5, **options)
        mover = bot("uniform", 5)
        while match.waiting and len(match.moves) < 200:
            seat = match.waiting[0]
            if len(match.moves) % 10 == 0:
                result = analyse_match(match, seat, SearchConfig(Budget(60)))
                check_result(result, match.actions(seat))
            match.apply(seat, mover.choose(game, match.concealed(seat), seat))


def check_result(result: SearchResult, legal: list[int]) -> None:
    """Check the result of 60 iterations."""
    candidates = result.candidates
    assert result.iterations == 60
    assert result.moves >= 60
    assert {each.action for each in candidates} <= set(legal)
    assert sorted(candidates, key=lambda each: -each.visits) == list(candidates)
    assert sum(each.visits for each in candidates) <= 60
    assert all(-1 <= each.expected <= 1 for each in candidates)


def simultaneous_choice(game: Game) -> Match:
    """Return a match of Ghostbumpers in which all four seats owe a hidden choice."""
    match = game.new(seed=3, players=4)
    assert len(match.waiting) == 4
    return match


def test_nobody_reacts_to_a_hidden_choice() -> None:
    """At the root the others choose first, and all their choices lead to one node."""
    match = simultaneous_choice(spookhouse.game("ghostbumpers"))
    search = Search(match.game, match.concealed(2), 2, new_chance(KEY)[0], SearchConfig(Budget()))
    search.iterate(500)
    deciders: list[int] = []
    node = search.nodes[0]
    while node["shared"]:
        seats = {int(search.edges[edge]["seat"]) for edge in edges_of(search, node)}
        deciders += seats
        assert len(seats) == 1
        assert all(search.edges[edge]["child"] == 0 for edge in edges_of(search, node))
        node = search.nodes[node["shared"]]
    assert deciders == [0, 1, 3]
    assert sum(each.visits for each in search.candidates()) == 500


def edges_of(search: Search, node: State) -> list[int]:
    """Return the numbers of all edges of a node."""
    found, edge = [], int(node["first"])
    while edge:
        found.append(edge)
        edge = int(search.edges[edge]["next_edge"])
    return found


@pytest.mark.parametrize("is_relative", [0, 1])
def test_exploration_can_be_relative_to_the_deviation_of_the_returns(is_relative: int) -> None:
    """An early round of Ghostbumpers decides little of the return."""
    match = simultaneous_choice(spookhouse.game("ghostbumpers"))
    config = SearchConfig(Budget(), tuning={"is_relative": is_relative})
    search = Search(match.game, match.concealed(2), 2, new_chance(KEY)[0], config)
    returns = []
    for _ in range(400):
        search.iterate(1)
        returns.append(float(search.workspace[0].returns[2]))
    scale = float(search.workspace[0].scale)
    assert scale == pytest.approx(np.std(returns) if is_relative else 1.0)
    assert 0 < np.std(returns) < 0.2


def test_a_limit_ends_a_search_early() -> None:
    """It may move while the search runs."""
    match, limit = spookhouse.game("ghooost").new(seed=1), TimeLimit()
    seat, found = match.waiting[0], bot("search-30000ms", 1)
    found.prepare(match.game)
    with ThreadPoolExecutor(1) as pool:
        begun = time.monotonic()
        known = match.concealed(seat)
        choosing = pool.submit(found.choose_within, match.game, known, seat, limit)
        time.sleep(0.1)
        limit.at = begun + 0.2
        assert choosing.result(10) in match.actions(seat)
    assert 0.2 <= time.monotonic() - begun < 2


def test_only_a_search_that_is_limited_by_time_has_seconds() -> None:
    names = ("thumb", "pip", "creak", "umbra", "midnight", "search-50it", "search-70ms")
    assert [bot(name).search_seconds for name in names] == [0, 0, 0, 0.15, 1.0, 0, 0.07]


def test_a_budget_of_seconds_is_kept() -> None:
    for name in FOLDERS:
        match = spookhouse.game(name).new(seed=2)
        analyse_match(match, match.waiting[0], SearchConfig(Budget(10)))
        start = time.perf_counter()
        result = analyse_match(match, match.waiting[0], SearchConfig(Budget(seconds=0.1)))
        assert result.iterations > 20
        assert time.perf_counter() - start < 0.5  # the machine may be busy


def test_threads_share_one_decision_or_search_several() -> None:
    match = spookhouse.game("ghooost").new(seed=2)
    seat = match.waiting[0]
    together = analyse_match(match, seat, SearchConfig(Budget(300, threads=3)))
    assert together.iterations == 900
    assert sum(each.visits for each in together.candidates) == 900
    keys = [key_from_seed(seed) for seed in range(8)]
    config = SearchConfig(Budget(300))
    in_turn = [analyse_match(match, seat, config, key) for key in keys]
    with ThreadPoolExecutor(4) as pool:
        at_once = list(pool.map(lambda key: analyse_match(match, seat, config, key), keys))
    assert [each.candidates for each in at_once] == [each.candidates for each in in_turn]


def test_a_full_tree_keeps_its_statistics(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spookhouse.bots.timed_search.EDGES", 40)
    monkeypatch.setattr("spookhouse.bots.timed_search.NODES", 20)
    match = spookhouse.game("rest-in-peace").new(seed=2)
    result = analyse_match(match, match.waiting[0], SearchConfig(Budget(3000)))
    assert result.iterations == 3000
    assert sum(each.visits for each in result.candidates) == 3000
    assert EDGES > 40


@pytest.mark.parametrize(
    ("name", "games", "options"), [("rest-in-peace", 20, {"level": 4}), ("graveyards", 6, {})]
)
def test_a_short_search_beats_the_heuristic(name: str, games: int, options: dict[str, int]) -> None:
    hero, rival = bot("search-80it", 1), bot("thumb", 2)
    returns = bot_among_rivals(spookhouse.game(name), hero, rival, range(games), 2, **options)
    assert np.mean(returns > 0) > 0.55


def test_a_short_search_seldom_loses_ghooost() -> None:
    """One among three heuristic players loses at most 20% of the games, not 25%."""
    hero, rival = bot("search-60it", 1), bot("thumb", 2)
    returns = bot_among_rivals(spookhouse.game("ghooost"), hero, rival, range(24), 4)
    assert np.mean(returns < 0) <= 0.2


def test_a_short_search_often_wins_ghostbumpers() -> None:
    """One among three heuristic players wins at least 35% of the games, not 25%."""
    game, hero, rival = spookhouse.game("ghostbumpers"), bot("search-300it", 1), bot("thumb", 2)
    returns = bot_among_rivals(game, hero, rival, range(20), 4, rounds=3)
    assert np.mean(returns > 0) >= 0.35
