"""How fast the rules run, measured side by side with OpenSpiel's `crazy_eights` in one run: on a noisy machine only ratios mean something."""

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from os import environ
from statistics import median
from typing import Any

from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match

BATCH = 500
PEER = "crazy_eights(players=4)"
ROUNDS = 5  # everything is measured so often, in turn; the median counts

Measured = Callable[[float], float]  # seconds to spend: moves a second


@dataclass(frozen=True)
class Speed:
    """Moves a second, and how many times that of the peer in the same run (None without the peer)."""

    what: str
    moves_a_second: float
    ratio: float | None


# === THE HOUSE ===


def playouts(game: Game, **options: Any) -> Measured:
    """Compiled random games, one core."""
    states, chances = game.blank(BATCH, **options), game.chances(BATCH, 1, fast=True)

    def measure(seconds: float) -> float:
        moves, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            game.setup_many(states, chances)
            moves += game.random_playouts(states, chances)[0]
        return moves / (time.perf_counter() - start)

    return measure


def integer_door(game: Game, **options: Any) -> Measured:
    """One match after the other from Python, by codes."""
    return door(
        game, lambda match, seat, rng: match.apply(seat, rng.choice(match.actions(seat))), **options
    )


def text_door(game: Game, **options: Any) -> Measured:
    """One match after the other from Python, by text."""
    return door(
        game, lambda match, seat, rng: match.play(seat, rng.choice(match.legal(seat))), **options
    )


def door(game: Game, move: Callable[[Match, int, random.Random], None], **options: Any) -> Measured:
    rng = random.Random(1)

    def measure(seconds: float) -> float:
        moves, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            match = game.new(seed=rng.randrange(1 << 30), **options)
            while match.waiting:
                move(match, match.waiting[0], rng)
            moves += len(match.moves)
        return moves / (time.perf_counter() - start)

    return measure


# === THE PEER ===


def peer_loop() -> Measured:
    """OpenSpiel through its Python API: random choices, chance nodes included in the time but not in the moves."""
    import pyspiel

    game = pyspiel.load_game(PEER)
    rng = random.Random(1)

    def measure(seconds: float) -> float:
        moves, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            moves += peer_game(game.new_initial_state(), rng)
        return moves / (time.perf_counter() - start)

    return measure


def peer_game(state: Any, rng: random.Random) -> int:
    moves = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    return moves


def peer_inside() -> Measured:
    """OpenSpiel's own loop inside C++, with its uniform random bots; moves are counted at the average length of its games."""
    import pyspiel

    game = pyspiel.load_game(PEER)
    rng = random.Random(1)
    length = sum(peer_game(game.new_initial_state(), rng) for _ in range(300)) / 300
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]

    def measure(seconds: float) -> float:
        games, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            pyspiel.evaluate_bots(game.new_initial_state(), bots, games)
            games += 1
        return games * length / (time.perf_counter() - start)

    return measure


def peer_is_there() -> bool:
    try:
        import pyspiel
    except ImportError:
        return False
    return pyspiel is not None


# === SIDE BY SIDE ===

FILL_CACHE = """
import spookhouse; from spookhouse.bots.search import prepare_search; from spookhouse.bench.engine_speed import measures
for measure in measures(spookhouse.game({name!r})).values(): measure(0.01)
prepare_search(spookhouse.game({name!r}))
"""


def fill_cache(game: Game) -> None:
    """Compile in a process of its own: code just compiled runs noticeably slower than the same code loaded from the cache."""
    subprocess.run([sys.executable, "-c", FILL_CACHE.format(name=game.name)], check=True)  # noqa: S603  our own text


def measures(game: Game) -> dict[str, Measured]:
    return {
        f"{game.name}: compiled playouts": playouts(game),
        f"{game.name}: integer door": integer_door(game),
        f"{game.name}: text door": text_door(game),
    }


def compare(named: dict[str, Measured], seconds: float, tick: Callable[[str], None]) -> list[Speed]:
    """Measure everything in turn, several times; the ratios are to the first entry, taken round by round."""
    for measure in named.values():
        measure(0.01)  # compiled and warm
    rounds: dict[str, list[float]] = {what: [] for what in named}
    for _ in range(ROUNDS):
        for what, measure in named.items():
            tick(what)
            rounds[what].append(measure(seconds / ROUNDS))
    base = next(iter(rounds.values()))
    return [
        Speed(what, median(found), median(a / b for a, b in zip(found, base, strict=True)))
        for what, found in rounds.items()
    ]


# === STARTING ===

FIRST_MOVE = """
import time; start = time.perf_counter()
import spookhouse; imported = time.perf_counter()
match = spookhouse.game({name!r}).new(seed=7); seat = match.waiting[0]; match.play(seat, match.legal(seat)[0])
print(imported - start, time.perf_counter() - start)
"""


def start_times(game: Game) -> dict[str, float]:
    """Seconds, each in a fresh process: to import, to the first move from an empty compile cache, and from a filled one."""
    with tempfile.TemporaryDirectory() as folder:
        times = [start_time(game, folder) for _ in range(3)]
    return {
        "import": min(found[0] for found in times),
        "first move, cold": times[0][1],
        "first move, warm": min(times[1][1], times[2][1]),
    }


def start_time(game: Game, cache: str) -> tuple[float, float]:
    command = [sys.executable, "-c", FIRST_MOVE.format(name=game.name)]
    done = subprocess.run(  # noqa: S603  our own text
        command,
        env=environ | {"SPOOKHOUSE_CACHE": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    imported, moved = map(float, done.stdout.split())
    return imported, moved
