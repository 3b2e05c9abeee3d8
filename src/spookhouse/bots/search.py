"""Thinking about one decision: budgets, threads, and what comes out of it. The search itself is compiled (`ismcts.py`, `tree.py`)."""

import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from spookhouse.bots.tree import EDGE, NODE
from spookhouse.kernel.chance import new_chance, use_fast_rng
from spookhouse.kernel.contract import Array, State, Tuning
from spookhouse.kernel.events import SILENT
from spookhouse.kernel.game import Game
from spookhouse.kernel.specialize import bind

ISMCTS = Path(__file__).with_name("ismcts.py")
NODES = 1 << 17
EDGES = 1 << 19
FIRST_SLICE = 16  # iterations before the clock is looked at for the first time
SLICE = 0.01  # seconds between two looks
UNLIMITED = 1 << 30


PREPARED: set[str] = set()  # games whose search is compiled in this process
PREPARING = threading.Lock()


@dataclass(frozen=True)
class Budget:
    """When to stop: after so many iterations in each thread, or so many seconds, whichever comes first."""

    iterations: int = UNLIMITED
    seconds: float = float("inf")
    threads: int = 1


@dataclass(frozen=True)
class Candidate:
    """A move that was looked at: how often, and what its seat may expect to get for it, from -1 to 1."""

    action: int
    visits: int
    expected: float


@dataclass(frozen=True)
class SearchResult:
    """What came out of a search; the candidates are in order, the best first."""

    candidates: tuple[Candidate, ...]
    iterations: int
    moves: int  # simulated
    seconds: float

    @property
    def action(self) -> int:
        return self.candidates[0].action


@dataclass(frozen=True)
class SearchConfig:
    """How somebody thinks. The defaults are those of the strong."""

    budget: Budget
    horizon: int = UNLIMITED  # moves that are looked at beyond the tree
    patience: int = 1  # iterations for which one guess about what is hidden is believed in
    overlooks: int = 0  # moves that are not noticed, per cent
    is_naive: bool = False  # nobody is expected to play by thumb
    tuning: Mapping[str, Any] = field(
        default_factory=dict, hash=False
    )  # what is wanted other than the game advises


# === ONE DECISION ===


def think(game: Game, state: State, seat: int, key: bytes, config: SearchConfig) -> SearchResult:
    """Search what the seat should do, from a record that shows only what it knows; the same key gives the same, if no clock cuts it off."""
    prepare(game)  # before the clock is looked at: compiling is nobody's time to think
    start = time.perf_counter()
    searches = [
        Search(game, state, seat, new_chance(key, stream)[0], config)
        for stream in range(config.budget.threads)
    ]
    if len(searches) == 1:
        searches[0].run(config.budget)
    else:
        with ThreadPoolExecutor(len(searches)) as pool:
            list(pool.map(lambda search: search.run(config.budget), searches))
    iterations, moves = (
        sum(int(search.desk[0][what]) for search in searches) for what in ("iterations", "moves")
    )
    return SearchResult(gathered(searches), iterations, moves, time.perf_counter() - start)


def prepare(game: Game) -> None:
    """Compile the search of a game, or load it from the cache; once in a process."""
    with PREPARING:
        if game.name not in PREPARED:
            match = game.new(seed=0)
            seat = match.waiting[0]
            Search(
                game,
                match.concealed(seat),
                seat,
                new_chance(bytes(32), 0)[0],
                SearchConfig(Budget(1)),
            ).run(Budget(1))
            PREPARED.add(game.name)


class Search:
    """One tree over one decision; belongs to one thread."""

    def __init__(
        self, game: Game, state: State, seat: int, chance: Any, config: SearchConfig
    ) -> None:
        self.seat = seat
        self.loops = bound(game)
        self.worlds = np.zeros(3, game.rules.STATE)
        self.worlds[0] = state
        self.nodes, self.edges = np.zeros(NODES, NODE), np.zeros(EDGES, EDGE)
        self.desk = laid_desk(self.loops, seat, chance, config, tuning_of(game, config))

    @property
    def iterations(self) -> int:
        return int(self.desk[0].iterations)

    def run(self, budget: Budget) -> None:
        """In slices, so that the clock is looked at between them."""
        start = time.perf_counter()
        portion = FIRST_SLICE
        while self.iterations < budget.iterations:
            portion = min(portion, budget.iterations - self.iterations)
            self.go_on(portion)
            spent = time.perf_counter() - start
            left = budget.seconds - spent
            if left <= 0:
                return
            portion = max(1, int(self.iterations / spent * min(left, SLICE)))

    def go_on(self, iterations: int) -> None:
        self.loops.search(self.desk, self.worlds, self.nodes, self.edges, SILENT, iterations)

    def candidates(self) -> list[Candidate]:
        """The moves of the observer at the root, behind what others choose at the same time."""
        node = self.nodes[0]
        while not (found := self.edges_of(node)) and node["shared"]:
            node = self.nodes[node["shared"]]
        return found

    def edges_of(self, node: Any) -> list[Candidate]:
        found, place = [], int(node["first"])
        while place:
            edge = self.edges[place]
            if edge["seat"] == self.seat:
                found.append(
                    Candidate(
                        int(edge["action"]),
                        int(edge["visits"]),
                        float(edge["worth"]) / int(edge["visits"]),
                    )
                )
            place = int(edge["following"])
        return found


def bound(game: Game) -> ModuleType:
    """The compiled search of a game."""
    return bind(
        ISMCTS,
        game.rules,
        heuristic=game.heuristic.choose,
        evaluation=game.evaluation,
        draw_move=game.loops.draw_move,
    )


def tuning_of(game: Game, config: SearchConfig) -> Tuning:
    """What the game advises, unless something else is wanted; who is naive looks at all moves alike and lets dice play on."""
    tuning = replace(game.evaluation.TUNING, **config.tuning)
    return replace(tuning, randomness=100, width=1000.0, growth=0.0) if config.is_naive else tuning


def laid_desk(
    loops: ModuleType, seat: int, chance: Any, config: SearchConfig, tuning: Tuning
) -> Array:
    desk = np.zeros(1, loops.DESK)
    desk[0].chance = chance
    use_fast_rng(desk[0].chance)
    desk["observer"], desk["horizon"], desk["patience"] = seat, config.horizon, config.patience
    desk["scale"] = 1.0
    for name, value in vars(tuning).items():
        desk[name] = value
    return desk


def gathered(searches: list[Search]) -> tuple[Candidate, ...]:
    """The candidates of all trees, visits summed; the most visited first."""
    visits: dict[int, int] = {}
    worth: dict[int, float] = {}
    for search in searches:
        for found in search.candidates():
            visits[found.action] = visits.get(found.action, 0) + found.visits
            worth[found.action] = worth.get(found.action, 0.0) + found.visits * found.expected
    merged = [
        Candidate(action, number, worth[action] / number) for action, number in visits.items()
    ]
    return tuple(
        sorted(
            merged, key=lambda candidate: (-candidate.visits, -candidate.expected, candidate.action)
        )
    )
