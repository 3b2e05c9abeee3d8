"""Thinking about one decision: budgets, threads, and what comes out of it. The search itself is compiled (`ismcts.py`, `tree.py`)."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from spookhouse.bots.tree import EDGE, NODE
from spookhouse.kernel.bind import bind
from spookhouse.kernel.chance import hasten, new_chance
from spookhouse.kernel.contract import Array, State, Tuning
from spookhouse.kernel.game import Game
from spookhouse.kernel.tape import SILENT

ISMCTS = Path(__file__).with_name("ismcts.py")
NODES = 1 << 15
EDGES = 1 << 18
FIRST_SLICE = 16  # iterations before the clock is looked at for the first time
SLICE = 0.01  # seconds between two looks
UNLIMITED = 1 << 30


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
class Thought:
    """What came out of a search; the candidates are in order, the best first."""

    candidates: tuple[Candidate, ...]
    iterations: int
    moves: int  # simulated
    seconds: float

    @property
    def action(self) -> int:
        return self.candidates[0].action


# === ONE DECISION ===


def think(game: Game, state: State, seat: int, key: bytes, budget: Budget, tuning: Tuning | None = None, horizon: int = UNLIMITED) -> Thought:
    """Search what the seat should do, from a record that shows only what it knows."""
    start = time.perf_counter()
    searches = [Search(game, state, seat, key, stream, tuning or game.foresight.TUNING, horizon) for stream in range(budget.threads)]
    if len(searches) == 1:
        searches[0].run(budget)
    else:
        with ThreadPoolExecutor(len(searches)) as pool:
            list(pool.map(lambda search: search.run(budget), searches))
    iterations, moves = sum(search.iterations for search in searches), sum(int(search.desk[0].moves) for search in searches)
    return Thought(gathered(searches), iterations, moves, time.perf_counter() - start)


class Search:
    """One tree over one decision; belongs to one thread."""

    def __init__(self, game: Game, state: State, seat: int, key: bytes, stream: int, tuning: Tuning, horizon: int) -> None:
        self.seat = seat
        self.iterations = 0
        self.loops = bound(game)
        self.worlds = np.zeros(2, game.rules.STATE)
        self.worlds[0] = state
        self.nodes, self.edges = np.zeros(NODES, NODE), np.zeros(EDGES, EDGE)
        self.desk = laid_desk(self.loops, seat, key, stream, tuning, horizon)

    def run(self, budget: Budget) -> None:
        """In slices, so that the clock is looked at between them."""
        start = time.perf_counter()
        portion = FIRST_SLICE
        while self.iterations < budget.iterations:
            portion = min(portion, budget.iterations - self.iterations)
            self.loops.search(self.desk, self.worlds, self.nodes, self.edges, SILENT, portion)
            self.iterations += portion
            spent = time.perf_counter() - start
            left = budget.seconds - spent
            if left <= 0:
                return
            portion = max(1, int(self.iterations / spent * min(left, SLICE)))

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
                found.append(Candidate(int(edge["action"]), int(edge["visits"]), float(edge["worth"]) / int(edge["visits"])))
            place = int(edge["following"])
        return found


def bound(game: Game) -> ModuleType:
    """The compiled search of a game."""
    return bind(ISMCTS, game.rules, thumb=game.thumb.thumb, foresight=game.foresight, draw_move=game.loops.draw_move)


def laid_desk(loops: ModuleType, seat: int, key: bytes, stream: int, tuning: Tuning, horizon: int) -> Array:
    desk = np.zeros(1, loops.DESK)
    desk["chance"] = new_chance(key, stream)
    hasten(desk[0].chance)
    desk["observer"], desk["horizon"] = seat, horizon
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
    merged = [Candidate(action, number, worth[action] / number) for action, number in visits.items()]
    return tuple(sorted(merged, key=lambda candidate: (-candidate.visits, -candidate.expected, candidate.action)))
