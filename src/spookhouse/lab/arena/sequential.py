"""Which of two bots is stronger, asked again after every deal, with the error rate of asking once.

The edge of a game is how much better one bot's seats did than the other's, from -1 to 1. Nobody can get rich by betting on it when the bots are
equal. We bet anyway, with several stakes on both sides, and begin with a wealth of 1: the chance that it ever reaches 20 is then at most 1 in 20
(Ville's inequality), and when it does the answer is clear. An interval for the edge holds every value that bets against it could not refute.

Why nobody can: on a deal the bots change seats, so that edges expected of its games sum to 0, though each alone may not be 0. The games of a deal
are independent of each other once the deal is known. So the wealth is expected to be multiplied by a product of factors whose mean is 1, and such
a product is at most 1.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float64]]

ERROR_RATE = 0.05
STAKES = 0.98 / 2.0 ** np.arange(5)  # shares of the most that can be staked without being ruined
CANDIDATES = np.linspace(
    -0.999, 0.999, 1999
)  # edges that the interval is made of; 0 is one of them
SLACK = 1e-9


class Bets:
    """The wealth of somebody who bets against equal bots."""

    def __init__(self) -> None:
        self.deals = 0
        self.edges: list[float] = []
        self.logs = np.zeros((2, len(STAKES)))

    def add(self, edges: Sequence[float]) -> None:
        """Take in the edges of all games of one deal."""
        if max(map(abs, edges)) > 1 + SLACK:
            raise ValueError(
                f"edges {edges} cannot be: the test is for games whose returns lie within 1 of each other"
            )
        self.deals += 1
        self.edges.extend(edges)
        bets = STAKES[:, None] * np.asarray(edges)
        self.logs += np.log1p(np.stack([bets, -bets])).sum(axis=2)

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
        """The edges that are not refuted."""
        left = CANDIDATES[wealth_against(self.edges) < 1 / ERROR_RATE]
        return (float(left[0]), float(left[-1])) if len(left) else (self.edge, self.edge)


def wealth_against(edges: Sequence[float]) -> Floats:
    """For each candidate the wealth of somebody who bets that the edge is not that."""
    values, counts = np.unique(np.round(edges, 12), return_counts=True)
    m, stakes = CANDIDATES[:, None], STAKES[None, :]
    logs = np.zeros((2, len(CANDIDATES), len(STAKES)))
    for value, count in zip(values, counts, strict=True):
        logs[0] += count * np.log1p(stakes * (value - m) / (1 + m))
        logs[1] += count * np.log1p(stakes * (m - value) / (1 - m))
    return np.asarray(np.exp(np.minimum(logs, 300)).mean(axis=(0, 2)))
