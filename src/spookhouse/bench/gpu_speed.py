"""Random games on a GPU: the same rules, a thread a game. Needs the extra `gpu` and a CUDA device."""

import time
from pathlib import Path
from typing import Any

import numpy as np

from spookhouse.kernel.contract import Array
from spookhouse.kernel.events import SILENT
from spookhouse.kernel.game import Game
from spookhouse.kernel.specialize import specialize

GPU_KERNEL = Path(__file__).with_name("gpu_kernel.py")
THREADS = 128  # a block


def gpu_is_there() -> bool:
    try:
        from numba import cuda
    except ImportError:
        return False
    return bool(cuda.is_available())


class Grid:
    """Many states on the device."""

    def __init__(self, game: Game, size: int, seed: int, **options: Any) -> None:
        from numba import cuda

        self.kernel = specialize(GPU_KERNEL, game.rules, loops=game.loops).play_random_games
        self.size = size
        self.states = cuda.to_device(game.blank(size, **options))
        self.chances = cuda.to_device(game.chances(size, seed))
        self.returns = cuda.to_device(np.zeros((size, game.max_players)))
        self.moves = cuda.to_device(np.zeros(size, np.int64))
        self.tape = cuda.to_device(np.zeros((1, SILENT.shape[1]), np.int16))[:0]

    def play(self) -> int:
        """Deal and play out all of them; gives the number of moves."""
        from numba import cuda

        blocks = (self.size + THREADS - 1) // THREADS
        self.kernel[blocks, THREADS](self.states, self.chances, self.returns, self.moves, self.tape)
        cuda.synchronize()
        return int(self.moves.copy_to_host().sum())

    def finished(self) -> tuple[Array, Array]:
        """The states and returns, back on this side."""
        return self.states.copy_to_host(), self.returns.copy_to_host()


def same_as_cpu(game: Game, size: int, seed: int, **options: Any) -> bool:
    """Whether GPU and CPU end in the same states, byte for byte."""
    grid = Grid(game, size, seed, **options)
    moves = grid.play()
    states, chances = game.blank(size, **options), game.chances(size, seed, fast=True)
    game.setup_many(states, chances)
    ours, returns = game.random_playouts(states, chances)
    found, elsewhere = grid.finished()
    return bool(
        ours == moves and states.tobytes() == found.tobytes() and np.array_equal(returns, elsewhere)
    )


def moves_a_second(game: Game, size: int, seed: int, **options: Any) -> float:
    """The best of three full rounds, after one to warm up."""
    grid = Grid(game, size, seed, **options)
    grid.play()
    best = 0.0
    for _ in range(3):
        start = time.perf_counter()
        moves = grid.play()
        best = max(best, moves / (time.perf_counter() - start))
    return best
