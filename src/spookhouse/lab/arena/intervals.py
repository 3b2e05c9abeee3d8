"""95% confidence intervals."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

Z = 1.959964  # of the normal distribution


def wilson(hits: float, tries: float) -> tuple[float, float]:
    """Return Wilson's interval for a rate; hits may be fractions."""
    if not tries:
        return 0.0, 1.0
    rate, spread = hits / tries, Z * Z / tries
    middle = (rate + spread / 2) / (1 + spread)
    half = Z * sqrt(max(0.0, rate * (1 - rate)) / tries + spread / tries / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def around_mean(values: Sequence[float]) -> tuple[float, float]:
    """Return the normal interval for the mean of independent values."""
    if len(values) < 2:
        return float("-inf"), float("inf")
    half = Z * stdev(values) / sqrt(len(values))
    return fmean(values) - half, fmean(values) + half
