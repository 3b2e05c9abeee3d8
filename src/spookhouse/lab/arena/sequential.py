"""Which of two bots is stronger, asked again after every deal, with the error rate of asking once.

The edge of a deal is how much better one bot's seats did than the other's, from -1 to 1. For equal bots it is 0 on average, whatever the game: the
line-ups and seats are balanced and the returns sum to zero. So nobody could get rich by betting on the edge. We bet anyway, with several stakes on
both sides, and begin with a wealth of 1: for equal bots the chance that it ever reaches 20 is at most 1 in 20 (Ville's inequality). When it does,
the answer is clear. An interval for the edge holds every value that bets against it could not refute.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float64]]

ERROR_RATE = 0.05
STAKES = 0.98 / 2.0 ** np.arange(5)  # shares of the most that can be staked without being ruined
CANDIDATES = np.linspace(-0.999, 0.999, 1999)  # edges that the interval is made of; 0 is one of them
SLACK = 1e-9


class Bets:
    """The wealth of somebody who bets against equal bots."""

    def __init__(self) -> None:
        self.edges: list[float] = []
        self.logs = np.zeros((2, len(STAKES)))

    def add(self, edge: float) -> None:
        """Take in the edge of one deal."""
        if not -1 - SLACK <= edge <= 1 + SLACK:
            raise ValueError(f"an edge of {edge} in one deal: the test is for games whose returns lie within 1 of each other")
        self.edges.append(edge)
        self.logs += np.log1p(np.stack([STAKES * edge, -STAKES * edge]))

    @property
    def wealth(self) -> float:
        return float(np.exp(self.logs).mean())

    @property
    def is_clear(self) -> bool:
        return self.wealth >= 1 / ERROR_RATE

    @property
    def leader(self) -> int:
        """0 if the bets on the first bot won more, else 1."""
        return int(np.argmax(np.exp(self.logs).mean(axis=1)))

    @property
    def edge(self) -> float:
        return float(np.mean(self.edges)) if self.edges else 0.0

    def interval(self) -> tuple[float, float]:
        """The edges that are not refuted: holds the true one with at least 95%, whenever one looks."""
        left = CANDIDATES[wealth_against(self.edges) < 1 / ERROR_RATE]
        return (float(left[0]), float(left[-1])) if len(left) else (self.edge, self.edge)


def wealth_against(edges: Iterable[float]) -> Floats:
    """For each candidate the wealth of somebody who bets that the edge is not that."""
    values, counts = np.unique(np.asarray(list(edges), np.float64), return_counts=True)
    m, stakes = CANDIDATES[:, None], STAKES[None, :]
    logs = np.zeros((2, len(CANDIDATES), len(STAKES)))
    for value, count in zip(values, counts, strict=True):
        logs[0] += count * np.log1p(stakes * (value - m) / (1 + m))
        logs[1] += count * np.log1p(stakes * (m - value) / (1 - m))
    return np.asarray(np.exp(np.minimum(logs, 300)).mean(axis=(0, 2)))
