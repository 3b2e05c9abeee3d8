"""Measure how fast the rules run, compared with OpenSpiel's `crazy_eights` in the same run.

On a noisy machine only ratios mean something.
"""

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from itertools import count
from typing import Protocol

import msgspec
import numpy as np

from spookhouse.bench.rounds import (
    Measure,
    Progress,
    measure_in_turn,
    median,
    median_ratio,
    rate_of,
)
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match

BATCH = 500
OPEN_SPIEL_GAME = "crazy_eights(players=4)"
# Games whose mean length converts games into moves.
SAMPLE = 300


class Speed(msgspec.Struct, frozen=True):
    """Moves per second, and their ratio to OpenSpiel's in the same run (None without it)."""

    what: str
    moves_a_second: float
    ratio: float | None


def measure_engines(
    measurements: dict[str, Measure], seconds: float, progress: Progress
) -> list[Speed]:
    """Measure everything in turn. The first measurement is the base of the ratios."""
    results = measure_in_turn(measurements, seconds, progress)
    base = next(iter(results.values()))
    return [
        Speed(what, median(rates), median_ratio(rates, base)) for what, rates in results.items()
    ]


# === OUR RULES ===


def measurements_of(game: Game) -> dict[str, Measure]:
    """Return the measurements of one game by name."""
    return {
        f"{game.name}: compiled playouts": measure_playouts(game),
        f"{game.name}: Python API, integers": measure_actions(game),
        f"{game.name}: Python API, texts": measure_texts(game),
    }


def measure_playouts(game: Game) -> Measure:
    """Measure compiled random games on one core."""
    states, chances = game.blank(BATCH), game.chances(BATCH, 1, fast=True)

    def play_batch() -> int:
        game.setup_many(states, chances)
        return game.random_playouts(states, chances)[0]

    return rate_of(play_batch)


def measure_actions(game: Game) -> Measure:
    """Measure matches whose moves are made by integer codes."""
    return measure_matches(
        game, lambda match, seat, rng: match.apply(seat, rng.choice(match.actions(seat)))
    )


def measure_texts(game: Game) -> Measure:
    """Measure matches whose moves are made by texts."""
    return measure_matches(
        game, lambda match, seat, rng: match.play(seat, rng.choice(match.legal(seat)))
    )


def measure_matches(game: Game, move: Callable[[Match, int, random.Random], None]) -> Measure:
    """Measure matches played one after the other from Python."""
    rng = random.Random(1)

    def play_match() -> int:
        match = game.new(seed=rng.randrange(1 << 30))
        while match.waiting:
            move(match, match.waiting[0], rng)
        return match.length

    return rate_of(play_match)


# === OPENSPIEL ===


def has_open_spiel() -> bool:
    """Return whether OpenSpiel is installed."""
    return find_spec("pyspiel") is not None


def open_spiel_measurements() -> dict[str, Measure]:
    """Return the measurements of OpenSpiel by name. The Python loop is the base of all ratios."""
    return {
        "OpenSpiel crazy_eights: Python loop": measure_open_spiel_in_python(),
        "OpenSpiel crazy_eights: inside C++": measure_open_spiel_in_cpp(),
    }


def measure_open_spiel_in_python() -> Measure:
    """Measure OpenSpiel's Python API with random moves.

    Chance nodes take time but do not count as moves.
    """
    import pyspiel

    game = pyspiel.load_game(OPEN_SPIEL_GAME)
    rng = random.Random(1)
    return rate_of(lambda: play_open_spiel(game.new_initial_state(), rng))


class OpenSpielState(Protocol):
    """The part of a state of OpenSpiel that random play needs."""

    def is_terminal(self) -> bool:
        """Return whether the game is over."""

    def is_chance_node(self) -> bool:
        """Return whether chance moves next."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the actions of chance with their probabilities."""

    def legal_actions(self) -> list[int]:
        """Return the actions of the player who moves next."""

    def apply_action(self, action: int) -> None:
        """Apply an action."""


def play_open_spiel(state: OpenSpielState, rng: random.Random) -> int:
    """Play a game of OpenSpiel to its end; return the number of moves."""
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    return moves


def measure_open_spiel_in_cpp() -> Measure:
    """Measure OpenSpiel's own loop with its uniform random bots.

    The loop does not count moves, so games are converted by their mean length.
    """
    import pyspiel

    game = pyspiel.load_game(OPEN_SPIEL_GAME)
    rng, seeds = random.Random(1), count()
    moves = np.mean([play_open_spiel(game.new_initial_state(), rng) for _ in range(SAMPLE)])
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]

    def play_game() -> float:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return float(moves)

    return rate_of(play_game)


# === COMPILE CACHE AND START TIMES ===

FILL_CACHE = """
import spookhouse
from spookhouse.bench.engine_speed import measurements_of
from spookhouse.bots.timed_search import prepare_search
game = spookhouse.game({name!r})
for measure in measurements_of(game).values():
    measure(0.01)
prepare_search(game)
"""

FIRST_MOVE = """
import time
start = time.perf_counter()
import spookhouse
imported = time.perf_counter()
match = spookhouse.game({name!r}).new(seed=7)
seat = match.waiting[0]
match.play(seat, match.legal(seat)[0])
print(imported - start, time.perf_counter() - start)
"""


class StartTimes(
    msgspec.Struct,
    frozen=True,
    rename={"imported": "import", "cold": "first move, cold", "warm": "first move, warm"},
):
    """Seconds to import, and to the first move from an empty and from a filled cache."""

    imported: float
    cold: float
    warm: float


def fill_cache(game: Game) -> None:
    """Compile in a separate process. Freshly compiled code is slower than code from the cache."""
    run_python(FILL_CACHE.format(name=game.name), dict(os.environ))


def start_times(game: Game) -> StartTimes:
    """Measure the start in fresh processes, the first one with an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        cold, *warm = [start_time(game, folder) for _ in range(3)]
    imported = min(each[0] for each in (cold, *warm))
    return StartTimes(imported, cold[1], min(each[1] for each in warm))


def start_time(game: Game, cache: str) -> tuple[float, float]:
    """Return the seconds to import, and to the first move."""
    environment = os.environ | {"SPOOKHOUSE_CACHE": cache}
    imported, moved = map(float, run_python(FIRST_MOVE.format(name=game.name), environment).split())
    return imported, moved


def run_python(program: str, environment: dict[str, str]) -> str:
    """Run a program in a fresh process; return what it prints."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", program],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout
