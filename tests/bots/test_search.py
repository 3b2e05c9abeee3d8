"""The search: what it gives, when it stops, and that nothing reaches it that its seat does not know."""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import spookhouse
from spookhouse.bots import Budget, SearchConfig, SearchResult, bot, think
from spookhouse.bots.contests import seated_among
from spookhouse.bots.search import EDGES, Search
from spookhouse.games import FOLDERS
from spookhouse.kernel.chance import key_from_seed, new_chance
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match

pytestmark = pytest.mark.compiled

KEY = key_from_seed(1)
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "ghooost": [{"players": 2}, {"players": 6}, {"players": 3, "mode": "match"}],
    "ghostbumpers": [{"players": 3}, {"players": 6, "target": 20}],
    "rest-in-peace": [{"level": 0, "learning": True}, {"level": 4}],
    "graveyards": [{"players": 2}, {"players": 4}],
}


def thought_of(match: Match, seat: int, config: SearchConfig, key: bytes = KEY) -> SearchResult:
    return think(match.game, match.concealed(seat), seat, key, config)


@pytest.mark.parametrize("name", FOLDERS)
def test_the_same_knowledge_gives_the_same_thoughts(name: str) -> None:
    """Two true states that the seat cannot tell apart, the same randomness: the same visits and the same expectations."""
    game = spookhouse.game(name)
    for seed in range(2):
        match, chance = game.new(seed=seed), new_chance(key_from_seed(seed))[0]
        differed, mover = 0, bot("uniform", seed)
        while match.waiting and len(match.moves) < 60:
            seat = match.waiting[-1]
            world = match.copy()
            game.rules.conceal(world.state, seat)
            game.rules.imagine(world.state, seat, chance)
            differed += world.state.tobytes() != match.state.tobytes()
            one, other = (
                thought_of(match, seat, SearchConfig(Budget(80))),
                thought_of(world, seat, SearchConfig(Budget(80))),
            )
            assert one.candidates == other.candidates
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
                check_thought(
                    thought_of(match, seat, SearchConfig(Budget(60))), match.actions(seat)
                )
            match.apply(seat, mover.choose(game, match.concealed(seat), seat))


def check_thought(thought: SearchResult, legal: Any) -> None:
    assert thought.iterations == 60
    assert thought.moves >= 60
    assert {found.action for found in thought.candidates} <= set(legal)
    assert sorted(thought.candidates, key=lambda found: -found.visits) == list(thought.candidates)
    assert sum(found.visits for found in thought.candidates) <= 60
    assert all(-1 <= found.expected <= 1 for found in thought.candidates)


def before_scaring(game: Game) -> Match:
    """All seats of a Ghostbumpers table owe a choice that nobody else sees."""
    match = game.new(seed=3, players=4)
    assert len(match.waiting) == 4
    return match


def test_nobody_reacts_to_a_choice_that_nobody_has_seen() -> None:
    """At the root the others choose first, each once, and lead to one and the same node, whatever they chose."""
    match = before_scaring(spookhouse.game("ghostbumpers"))
    search = Search(match.game, match.concealed(2), 2, new_chance(KEY)[0], SearchConfig(Budget()))
    search.go_on(500)
    deciders, node = [], search.nodes[0]
    while node["shared"]:
        seats = {int(search.edges[edge]["seat"]) for edge in edges_of(search, node)}
        deciders += seats
        assert len(seats) == 1
        assert all(search.edges[edge]["child"] == 0 for edge in edges_of(search, node))
        node = search.nodes[node["shared"]]
    assert deciders == [0, 1, 3]
    assert sum(found.visits for found in search.candidates()) == 500


def edges_of(search: Search, node: Any) -> list[int]:
    found, edge = [], int(node["first"])
    while edge:
        found.append(edge)
        edge = int(search.edges[edge]["following"])
    return found


@pytest.mark.parametrize("is_relative", [0, 1])
def test_exploration_can_be_measured_in_what_is_at_stake(is_relative: int) -> None:
    """In an early round of Ghostbumpers little of the return is decided; a scale of 1 would be the whole of it."""
    match = before_scaring(spookhouse.game("ghostbumpers"))
    search = Search(
        match.game,
        match.concealed(2),
        2,
        new_chance(KEY)[0],
        SearchConfig(Budget(), tuning={"is_relative": is_relative}),
    )
    gains = []
    for _ in range(400):
        search.go_on(1)
        gains.append(float(search.desk[0].returns[2]))
    assert float(search.desk[0].scale) == pytest.approx(np.std(gains) if is_relative else 1.0)
    assert 0 < np.std(gains) < 0.2


def test_a_budget_of_time_is_kept() -> None:
    for name in FOLDERS:
        match = spookhouse.game(name).new(seed=2)
        thought_of(match, match.waiting[0], SearchConfig(Budget(10)))
        start = time.perf_counter()
        thought = thought_of(match, match.waiting[0], SearchConfig(Budget(seconds=0.1)))
        assert thought.iterations > 20
        assert time.perf_counter() - start < 0.5  # the machine may be busy


def test_threads_think_together_about_one_decision_and_apart_about_several() -> None:
    game = spookhouse.game("ghooost")
    match = game.new(seed=2)
    seat = match.waiting[0]
    together = thought_of(match, seat, SearchConfig(Budget(300, threads=3)))
    assert together.iterations == 900
    assert sum(found.visits for found in together.candidates) == 900
    keys = [key_from_seed(seed) for seed in range(8)]
    alone = [thought_of(match, seat, SearchConfig(Budget(300)), key) for key in keys]
    with ThreadPoolExecutor(4) as pool:
        apart = list(
            pool.map(lambda key: thought_of(match, seat, SearchConfig(Budget(300)), key), keys)
        )
    assert [found.candidates for found in apart] == [found.candidates for found in alone]


def test_a_tree_without_room_goes_on_without_growing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spookhouse.bots.search.EDGES", 40)
    monkeypatch.setattr("spookhouse.bots.search.NODES", 20)
    match = spookhouse.game("rest-in-peace").new(seed=2)
    thought = thought_of(match, match.waiting[0], SearchConfig(Budget(3000)))
    assert thought.iterations == 3000
    assert sum(found.visits for found in thought.candidates) == 3000
    assert EDGES > 40


@pytest.mark.parametrize(
    ("name", "games", "options"), [("rest-in-peace", 20, {"level": 4}), ("graveyards", 6, {})]
)
def test_a_little_thought_beats_rules_of_thumb(
    name: str, games: int, options: dict[str, Any]
) -> None:
    returns = seated_among(
        spookhouse.game(name), bot("search-80it", 1), bot("thumb", 2), range(games), 2, **options
    )
    assert np.mean(returns > 0) > 0.55


def test_a_little_thought_seldom_loses_ghooost() -> None:
    """One among three thumbs: 25% would be even."""
    returns = seated_among(
        spookhouse.game("ghooost"), bot("search-60it", 1), bot("thumb", 2), range(24), 4
    )
    assert np.mean(returns < 0) <= 0.2


def test_a_little_thought_wins_ghostbumpers_often() -> None:
    """One among three thumbs: 25% would be even."""
    returns = seated_among(
        spookhouse.game("ghostbumpers"),
        bot("search-300it", 1),
        bot("thumb", 2),
        range(20),
        4,
        rounds=3,
    )
    assert np.mean(returns > 0) >= 0.35
