"""Measure several things in turn, so that noise of the machine affects all of them alike."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np

# Every measurement is repeated this often; the median counts.
ROUNDS = 5
# Seconds for a first call, which compiles and warms up.
WARM_UP = 0.01

Result = TypeVar("Result")
# Called with the name of the measurement that begins.
Progress = Callable[[str], None]
# Takes the seconds to spend; returns a rate per second.
Measure = Callable[[float], float]


def measure_in_turn(
    measurements: Mapping[str, Callable[[float], Result]], seconds: float, progress: Progress
) -> dict[str, list[Result]]:
    """Return the results of all rounds. A measurement takes the seconds that it may spend."""
    for measure in measurements.values():
        measure(WARM_UP)
    results: dict[str, list[Result]] = {name: [] for name in measurements}
    for _ in range(ROUNDS):
        for name, measure in measurements.items():
            progress(name)
            results[name].append(measure(seconds / ROUNDS))
    return results


def rate_of(work: Callable[[], float]) -> Measure:
    """Return a measurement of work that returns how much it did, such as a number of moves."""

    def measure(seconds: float) -> float:
        done, start = 0.0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            done += work()
        return done / spent

    return measure


def median(values: Sequence[float]) -> float:
    """Return the median of all rounds."""
    return float(np.median(values))


def median_ratio(values: Sequence[float], base: Sequence[float]) -> float:
    """Return the median of the ratios, each between two results of the same round."""
    return float(np.median(np.divide(values, base)))
