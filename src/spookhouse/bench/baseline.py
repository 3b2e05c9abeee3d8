"""Measure the machine itself, before and after a server is driven.

Other programs use the machine too, and at times it is half as fast as at others. On a busy server a
move takes as long as the machine takes for the moves before it, and none is published before it is
on the disk. If a fixed piece of work takes twice as long one time in a hundred, so does a move.
"""

import gc
import os
import time
from collections.abc import Callable
from pathlib import Path

from spookhouse.bench.server_process import Driven, on_core

NUMBERS = 2_000  # numbers that a piece of work turns into text
RECORD = bytes(200)  # what a small write appends
STALL = 0.02  # seconds of a small write that every player notices


class Pace:
    """Seconds of a piece of work on the server's core, and of durable writes on its disk."""

    def __init__(self) -> None:
        self.works: list[float] = []
        self.writes: list[float] = []

    def measure(self, driven: Driven, seconds: float) -> None:
        """Measure each for so many seconds; do nothing if the server is not our own."""
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
        """The number of stalls in a second of uninterrupted writing."""
        return sum(took > STALL for took in self.writes) / max(sum(self.writes), 1e-9)


def work() -> dict[int, str]:
    """Do a fixed piece of work that is typical of Python."""
    return {number % 97: str(number) for number in range(NUMBERS)}


def timed_writes(folder: Path, seconds: float) -> list[float]:
    """Return the seconds of each durable write to a file in the folder."""
    with (folder / "pace").open("wb", buffering=0) as file:

        def write() -> None:
            file.write(RECORD)
            os.fsync(file.fileno())

        return timed(write, seconds)


def timed(function: Callable[[], object], seconds: float) -> list[float]:
    """Call a function again and again for so many seconds; return the seconds of each call."""
    start = now = time.perf_counter()
    found = []
    while now < start + seconds:
        function()
        before, now = now, time.perf_counter()
        found.append(now - before)
    return found
