"""How fast the search runs at the start of a game, on one core, side by side with OpenSpiel's C++ `ISMCTSBot` on `hearts` in one run.

Seconds are those of the processor, so that a busy machine does not matter.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from spookhouse.bench.engine_speed import ROUNDS, peer_game
from spookhouse.bots import Budget, SearchConfig, analyse
from spookhouse.kernel.game import Game

PEER = "hearts"
PORTION = 2_000  # iterations between two looks at the clock
EXPLORATION = 2.0
KEY = bytes(32)

Measured = Callable[
    [float], tuple[float, float]
]  # seconds to spend: iterations and simulated moves a second


@dataclass(frozen=True)
class Pace:
    """Iterations and simulated moves a second, and how many times the moves of the peer in the same run (None without the peer)."""

    what: str
    iterations_a_second: float
    moves_a_second: float
    ratio: float | None


def house_search(game: Game) -> Measured:
    """A first decision of the game's usual number of players."""
    match = game.new(seed=1)
    seat = match.waiting[0]
    known = match.concealed(seat)

    def measure(seconds: float) -> tuple[float, float]:
        iterations, moves, start = 0, 0, time.process_time()
        while (spent := time.process_time() - start) < seconds:
            thought = analyse(game, known, seat, KEY, SearchConfig(Budget(PORTION)))
            iterations, moves = iterations + thought.iterations, moves + thought.moves
        return iterations / spent, moves / spent

    return measure


def peer_search() -> Measured:
    """OpenSpiel's search with one random rollout a simulation; moves are counted at the average length of a random game from there."""
    import pyspiel

    rng = random.Random(1)
    state = pyspiel.load_game(PEER).new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    length = sum(peer_game(state.clone(), rng) for _ in range(100)) / 100
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, evaluator, EXPLORATION, PORTION, -1, policy, False, False)

    def measure(seconds: float) -> tuple[float, float]:
        simulations, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds:
            bot.step(state)
            simulations += PORTION
        return simulations / spent, simulations * length / spent

    return measure


def compare_search(
    named: dict[str, Measured], seconds: float, tick: Callable[[str], None]
) -> list[Pace]:
    """Measure everything in turn, several times; the ratios are to the first entry, taken round by round."""
    for measure in named.values():
        measure(0.01)  # compiled and warm
    rounds: dict[str, list[tuple[float, float]]] = {what: [] for what in named}
    for _ in range(ROUNDS):
        for what, measure in named.items():
            tick(what)
            rounds[what].append(measure(seconds / ROUNDS))
    base = next(iter(rounds.values()))
    return [pace(what, found, base) for what, found in rounds.items()]


def pace(what: str, found: list[tuple[float, float]], base: list[tuple[float, float]]) -> Pace:
    ratio = median(mine[1] / theirs[1] for mine, theirs in zip(found, base, strict=True))
    return Pace(what, median(each[0] for each in found), median(each[1] for each in found), ratio)
