"""What the machine itself can do, before and after a house was driven on it: others use it too, and at times it is half as fast as at others.

A move of a house that has all hands full takes as long as the machine takes for the moves before it, and none is told sooner than it is on the
disk: where a fixed piece of work takes twice as long one time in a hundred, so does a move.
"""

import gc
import os
import time
from collections.abc import Callable
from pathlib import Path

from spookhouse.bench.server_process import Driven, on_core

NUMBERS = 2_000  # a piece of work turns so many into words
WORD = bytes(200)
STALL = 0.02  # seconds for a small write after which everybody has noticed


class Pace:
    """Seconds that pieces of work took, on the core of the house, and small writes that last, on its disk."""

    def __init__(self) -> None:
        self.works: list[float] = []
        self.writes: list[float] = []

    def measure(self, driven: Driven, seconds: float) -> None:
        """So long each, if it is a house of our own."""
        if driven.folder is None:
            return
        gc.collect()
        gc.disable()
        try:
            with on_core(driven.core):
                self.works += timed(work, seconds)
            self.writes += timed_writes(driven.folder, seconds)
        finally:
            gc.enable()

    @property
    def stalls_a_second(self) -> float:
        """How often somebody who writes all the time would have noticed."""
        return sum(took > STALL for took in self.writes) / max(sum(self.writes), 1e-9)


def work() -> dict[int, str]:
    """What Python does all day."""
    return {number % 97: str(number) for number in range(NUMBERS)}


def timed_writes(folder: Path, seconds: float) -> list[float]:
    with (folder / "pace").open("wb", buffering=0) as file:

        def write() -> None:
            file.write(WORD)
            os.fsync(file.fileno())

        return timed(write, seconds)


def timed(something: Callable[[], object], seconds: float) -> list[float]:
    """How long it takes each time, done again and again for so long."""
    start = now = time.perf_counter()
    found = []
    while now < start + seconds:
        something()
        was, now = now, time.perf_counter()
        found.append(now - was)
    return found
