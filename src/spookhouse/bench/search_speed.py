"""Measure how fast the search runs on one core, compared with OpenSpiel's C++ `ISMCTSBot`.

Seconds are CPU seconds, so that other work on the machine does not matter.
"""

import random
import time
from collections.abc import Callable

import numpy as np

from spookhouse.bench.engine_speed import Speed, play_open_spiel
from spookhouse.bench.rounds import Progress, measure_in_turn, median, median_ratio
from spookhouse.bots import Budget, SearchConfig, analyse
from spookhouse.kernel.game import Game

OPEN_SPIEL_GAME = "hearts"
# Iterations between two looks at the clock.
PORTION = 2_000
EXPLORATION = 2.0
# Games whose mean length converts rollouts into moves.
SAMPLE = 100
KEY = bytes(32)

Rates = tuple[float, float]
# Takes the seconds to spend; returns iterations and simulated moves per second.
Measure = Callable[[float], Rates]


class SearchSpeed(Speed, frozen=True):
    """Simulated moves per second and their ratio to OpenSpiel's, and iterations per second."""

    iterations_a_second: float


def measure_searches(
    measurements: dict[str, Measure], seconds: float, progress: Progress
) -> list[SearchSpeed]:
    """Measure everything in turn. The first measurement is the base of the ratios."""
    results = measure_in_turn(measurements, seconds, progress)
    _, base = zip(*next(iter(results.values())), strict=True)
    return [speed_of(what, rates, base) for what, rates in results.items()]


def speed_of(what: str, rates: list[Rates], base: tuple[float, ...]) -> SearchSpeed:
    """Return the medians of one measurement."""
    iterations, moves = zip(*rates, strict=True)
    return SearchSpeed(what, median(moves), median_ratio(moves, base), median(iterations))


def measure_search(game: Game) -> Measure:
    """Measure the search for the first move of a game."""
    match = game.new(seed=1)
    seat = match.waiting[0]
    known = match.concealed(seat)

    def measure(seconds: float) -> Rates:
        iterations, moves, start = 0, 0, time.process_time()
        while (spent := time.process_time() - start) < seconds:
            result = analyse(game, known, seat, KEY, SearchConfig(Budget(PORTION)))
            iterations, moves = iterations + result.iterations, moves + result.moves
        return iterations / spent, moves / spent

    return measure


def measure_open_spiel_search() -> Measure:
    """Measure OpenSpiel's search with one random rollout per simulation.

    Rollouts are converted into moves by the mean length of a random game from the same position.
    """
    import pyspiel

    rng = random.Random(1)
    state = pyspiel.load_game(OPEN_SPIEL_GAME).new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    length = float(np.mean([play_open_spiel(state.clone(), rng) for _ in range(SAMPLE)]))
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, evaluator, EXPLORATION, PORTION, -1, policy, False, False)

    def measure(seconds: float) -> Rates:
        simulations, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds:
            bot.step(state)
            simulations += PORTION
        return simulations / spent, simulations * length / spent

    return measure
