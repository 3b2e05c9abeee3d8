"""Search one decision: budgets, threads and results.

The search itself is compiled once per game (`ismcts.py`, `tree.py`).
"""

import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol, TypedDict, cast

import numpy as np

from spookhouse.bots.tree import EDGE, NODE
from spookhouse.kernel.chance import new_chance, use_fast_rng
from spookhouse.kernel.contract import Chance, Records, State, Tape, Tuning
from spookhouse.kernel.events import SILENT
from spookhouse.kernel.game import Game
from spookhouse.kernel.specialize import specialize

ISMCTS = Path(__file__).with_name("ismcts.py")
NODES = 1 << 17
EDGES = 1 << 19
FIRST_SLICE = 16  # iterations before the first look at the clock
SLICE_SECONDS = 0.01  # time between two looks at the clock
UNLIMITED = 1 << 30

_prepared: set[str] = set()  # games whose search is compiled in this process
_prepare_lock = threading.Lock()


@dataclass(frozen=True)
class Budget:
    """When to stop: after this many iterations per thread or seconds, whichever comes first."""

    iterations: int = UNLIMITED
    seconds: float = float("inf")
    threads: int = 1


@dataclass(slots=True)
class TimeLimit:
    """When a search must stop, whatever is left of its budget. Other threads may move it."""

    # A value of `time.monotonic`.
    at: float = float("inf")


@dataclass(frozen=True)
class SearchConfig:
    """How to search. The defaults are those of the strong characters."""

    budget: Budget
    horizon: int = UNLIMITED  # moves of a playout
    world_lifetime: int = 1  # iterations before a new world is imagined
    overlook_percent: int = 0  # legal moves that the bot does not notice
    uses_heuristic: bool = True  # otherwise all moves are alike and playouts are random
    # Values that replace those of the game's own tuning.
    tuning: Mapping[str, float] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Candidate:
    """A move that was searched: its visits and the expected return of its seat, from -1 to 1."""

    action: int
    visits: int
    expected: float


@dataclass(frozen=True)
class SearchResult:
    """The result of a search; the best candidate comes first."""

    candidates: tuple[Candidate, ...]
    iterations: int
    moves: int  # simulated in all iterations together
    seconds: float

    @property
    def action(self) -> int:
        """The best action."""
        return self.candidates[0].action


# === ONE DECISION ===


def analyse(
    game: Game,
    state: State,
    seat: int,
    key: bytes,
    config: SearchConfig,
    limit: TimeLimit | None = None,
) -> SearchResult:
    """Search the decision of a seat from its concealed record.

    The same key gives the same result, unless the budget of seconds or a limit ends the search.
    """
    prepare_search(game)  # compiling must not count against the budget
    start = time.perf_counter()
    searches = [
        Search(game, state, seat, new_chance(key, stream)[0], config)
        for stream in range(config.budget.threads)
    ]
    run_all(searches, config.budget, limit or TimeLimit())
    return SearchResult(
        merge_candidates(searches),
        sum(search.iterations for search in searches),
        sum(search.moves for search in searches),
        time.perf_counter() - start,
    )


def prepare_search(game: Game) -> None:
    """Compile the search of a game, or load it from the cache, once per process."""
    with _prepare_lock:
        if game.name not in _prepared:
            match = game.new(seed=0)
            seat, chance, budget = match.waiting[0], new_chance(bytes(32))[0], Budget(1)
            Search(game, match.concealed(seat), seat, chance, SearchConfig(budget)).run(
                budget, TimeLimit()
            )
            _prepared.add(game.name)


def run_all(searches: "list[Search]", budget: Budget, limit: TimeLimit) -> None:
    """Run each search in a thread of its own; a single one runs in the calling thread."""
    if len(searches) == 1:
        searches[0].run(budget, limit)
        return
    with ThreadPoolExecutor(len(searches)) as pool:
        list(pool.map(lambda search: search.run(budget, limit), searches))


class Search:
    """One tree for one decision. It must be used by one thread only."""

    def __init__(
        self, game: Game, state: State, seat: int, chance: Chance, config: SearchConfig
    ) -> None:
        self.seat = seat
        self.loops = search_loops(game)
        self.worlds = np.zeros(3, game.rules.STATE)
        self.worlds[0] = state
        self.nodes, self.edges = np.zeros(NODES, NODE), np.zeros(EDGES, EDGE)
        self.workspace = new_workspace(self.loops, seat, chance, config, tuning_for(game, config))

    @property
    def iterations(self) -> int:
        """The number of iterations so far."""
        return int(self.workspace[0].iterations)

    @property
    def moves(self) -> int:
        """The number of simulated moves so far."""
        return int(self.workspace[0].moves)

    def run(self, budget: Budget, limit: TimeLimit) -> None:
        """Search until the budget is spent, in slices, with a look at the clock after each."""
        start = time.perf_counter()
        portion = FIRST_SLICE
        while self.iterations < budget.iterations:
            self.iterate(min(portion, budget.iterations - self.iterations))
            spent = time.perf_counter() - start
            left = min(budget.seconds - spent, limit.at - time.monotonic())
            if left <= 0:
                return
            portion = max(1, int(self.iterations / spent * min(left, SLICE_SECONDS)))

    def iterate(self, iterations: int) -> None:
        """Run this many iterations."""
        self.loops.search(self.workspace, self.worlds, self.nodes, self.edges, SILENT, iterations)

    def candidates(self) -> list[Candidate]:
        """Return the moves of the observer at the root.

        In a simultaneous choice they lie behind the choices of the other seats.
        """
        node = self.nodes[0]
        while not (found := self.own_edges(node)) and node["shared"]:
            node = self.nodes[node["shared"]]
        return found

    def own_edges(self, node: np.void) -> list[Candidate]:
        """Return the edges of a node that belong to the observer."""
        found, place = [], int(node["first"])
        while place:
            edge = self.edges[place]
            if edge["seat"] == self.seat:
                found.append(candidate_from(edge))
            place = int(edge["next_edge"])
        return found


def candidate_from(edge: np.void) -> Candidate:
    """Return an edge of the tree as a candidate."""
    visits = int(edge["visits"])
    return Candidate(int(edge["action"]), visits, float(edge["total_return"]) / visits)


# === SETTING UP AND SUMMING UP ===


class SearchLoops(Protocol):
    """The compiled search of one game, as `ismcts.py` defines it."""

    WORKSPACE: np.dtype[np.record]

    def search(
        self,
        workspace: Records,
        worlds: Records,
        nodes: Records,
        edges: Records,
        tape: Tape,
        iterations: int,
        /,
    ) -> None:
        """Run this many iterations."""


def search_loops(game: Game) -> SearchLoops:
    """Return the compiled search of a game."""
    module = specialize(
        ISMCTS,
        game.rules,
        heuristic=game.heuristic.choose,
        evaluation=game.evaluation,
        draw_move=game.loops.draw_move,
    )
    return cast(SearchLoops, module)


class TuningChanges(TypedDict, total=False):
    """Some fields of a `Tuning`."""

    exploration: float
    randomness: int
    width: float
    growth: float
    is_relative: bool


def tuning_for(game: Game, config: SearchConfig) -> Tuning:
    """Return the game's tuning with the changes that the configuration asks for."""
    tuning = replace(game.evaluation.TUNING, **cast(TuningChanges, config.tuning))
    if config.uses_heuristic:
        return tuning
    return replace(tuning, randomness=100, width=1000.0, growth=0.0)


def new_workspace(
    loops: SearchLoops, seat: int, chance: Chance, config: SearchConfig, tuning: Tuning
) -> Records:
    """Return the workspace of a search that has not started yet."""
    workspace = np.zeros(1, loops.WORKSPACE)
    workspace[0].chance = chance
    use_fast_rng(workspace[0].chance)
    workspace["observer"], workspace["horizon"] = seat, config.horizon
    workspace["world_lifetime"] = config.world_lifetime
    workspace["scale"] = 1.0
    for name, value in vars(tuning).items():
        workspace[name] = value
    return workspace


def merge_candidates(searches: list[Search]) -> tuple[Candidate, ...]:
    """Return the candidates of all trees with their visits summed, the most visited first."""
    visits: dict[int, int] = {}
    returns: dict[int, float] = {}
    for search in searches:
        for each in search.candidates():
            visits[each.action] = visits.get(each.action, 0) + each.visits
            returns[each.action] = returns.get(each.action, 0.0) + each.visits * each.expected
    merged = [
        Candidate(action, number, returns[action] / number) for action, number in visits.items()
    ]
    return tuple(sorted(merged, key=lambda each: (-each.visits, -each.expected, each.action)))
