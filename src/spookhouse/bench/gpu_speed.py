"""Play random games on a GPU, one thread per game.

Needs the extra `gpu` and a CUDA device.
"""

import time
from pathlib import Path

import msgspec
import numpy as np

from spookhouse.kernel.contract import Records, Returns
from spookhouse.kernel.events import SILENT
from spookhouse.kernel.game import Game
from spookhouse.kernel.specialize import specialize

GPU_KERNEL = Path(__file__).with_name("gpu_kernel.py")
THREADS_PER_BLOCK = 128
ROUNDS = 3


class GpuSpeed(
    msgspec.Struct,
    frozen=True,
    rename={"same_as_cpu": "same as CPU", "moves_a_second": "moves a second"},
):
    """The speed of many games at once, and whether a sample of them equals the CPU's."""

    game: str
    games: int
    same_as_cpu: bool
    moves_a_second: float


def has_gpu() -> bool:
    """Return whether Numba finds a CUDA device."""
    try:
        from numba import cuda
    except ImportError:
        return False
    return bool(cuda.is_available())


class Grid:
    """Many states in the memory of the device."""

    def __init__(self, game: Game, size: int, seed: int) -> None:
        from numba import cuda

        self.kernel = specialize(GPU_KERNEL, game.rules, loops=game.loops).play_random_games
        self.size = size
        self.states = cuda.to_device(game.blank(size))
        self.chances = cuda.to_device(game.chances(size, seed))
        self.returns = cuda.to_device(np.zeros((size, game.max_players)))
        self.moves = cuda.to_device(np.zeros(size, np.int64))
        self.tape = cuda.to_device(np.zeros((1, SILENT.shape[1]), np.int16))[:0]

    def play(self) -> int:
        """Deal and play out all states; return the number of moves."""
        from numba import cuda

        blocks = (self.size + THREADS_PER_BLOCK - 1) // THREADS_PER_BLOCK
        launch = self.kernel[blocks, THREADS_PER_BLOCK]
        launch(self.states, self.chances, self.returns, self.moves, self.tape)
        cuda.synchronize()
        return int(self.moves.copy_to_host().sum())

    def copy_to_host(self) -> tuple[Records, Returns]:
        """Return the states and returns."""
        return self.states.copy_to_host(), self.returns.copy_to_host()


def same_as_cpu(game: Game, size: int, seed: int) -> bool:
    """Return whether GPU and CPU end in the same states, byte for byte."""
    grid = Grid(game, size, seed)
    moves = grid.play()
    gpu_states, gpu_returns = grid.copy_to_host()
    states, chances = game.blank(size), game.chances(size, seed, fast=True)
    game.setup_many(states, chances)
    cpu_moves, cpu_returns = game.random_playouts(states, chances)
    return (
        moves == cpu_moves
        and gpu_states.tobytes() == states.tobytes()
        and np.array_equal(gpu_returns, cpu_returns)
    )


def moves_a_second(game: Game, size: int, seed: int) -> float:
    """Return the best rate of several rounds, after one to warm up."""
    grid = Grid(game, size, seed)
    grid.play()
    return max(measure_round(grid) for _ in range(ROUNDS))


def measure_round(grid: Grid) -> float:
    """Return the moves per second of one round."""
    start = time.perf_counter()
    return grid.play() / (time.perf_counter() - start)
