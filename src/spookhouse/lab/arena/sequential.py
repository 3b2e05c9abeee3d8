"""A sequential test of which of two bots is stronger.

It may be evaluated after every deal, with the error rate of a single evaluation.

The edge of a game is the mean return of one bot's seats minus that of the other's, from -1 to 1.
If the bots are equal, nobody can get rich by betting on it. We bet anyway, with several stakes on
both sides, and start with a wealth of 1. The chance that the wealth ever reaches 20 is then at most
1 in 20 (Ville's inequality), and when it does the answer is clear. The interval for the edge holds
every value that bets against it could not refute.

Why nobody can get rich: on each deal the bots change seats, so the expected edges of its games sum
to 0, although each alone may differ from 0. Given the deal, its games are independent. So the
expected factor of the wealth is a product of factors whose mean is 1, and such a product is at most
1.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ERROR_RATE = 0.05
STAKES = 0.98 / 2.0 ** np.arange(5)  # shares of the highest stake that cannot ruin the bettor
CANDIDATES = np.linspace(-0.999, 0.999, 1999)  # edges that the interval is made of; one is 0
SLACK = 1e-9


class Bets:
    """The wealth of a bettor against the claim that two bots are equal."""

    def __init__(self) -> None:
        self.deals = 0
        self.edges: list[float] = []
        self.logs = np.zeros((2, len(STAKES)))

    def add(self, edges: Sequence[float]) -> None:
        """Add the edges of all games on one deal."""
        if max(map(abs, edges)) > 1 + SLACK:
            raise ValueError(
                f"invalid edges: got {edges}, expected -1 to 1: "
                "the returns of a game must lie within 1 of each other"
            )
        self.deals += 1
        self.edges.extend(edges)
        bets = STAKES[:, None] * np.asarray(edges)
        self.logs += np.log1p(np.stack([bets, -bets])).sum(axis=2)

    @property
    def wealth(self) -> float:
        """The wealth, which started at 1."""
        return float(np.exp(self.logs).mean())

    @property
    def is_clear(self) -> bool:
        """Whether the claim is refuted."""
        return self.wealth >= 1 / ERROR_RATE

    @property
    def leader(self) -> int:
        """0 if the bets on the first bot won more, else 1."""
        return int(np.argmax(np.exp(self.logs).mean(axis=1)))

    @property
    def edge(self) -> float:
        """The mean edge of all games."""
        return float(np.mean(self.edges)) if self.edges else 0.0

    def interval(self) -> tuple[float, float]:
        """Return the range of edges that are not refuted."""
        left = CANDIDATES[wealth_against(self.edges) < 1 / ERROR_RATE]
        return (float(left[0]), float(left[-1])) if len(left) else (self.edge, self.edge)


def wealth_against(edges: Sequence[float]) -> Floats:
    """Return for each candidate the wealth of a bettor against that edge."""
    values, counts = np.unique(np.round(edges, 12), return_counts=True)
    m, stakes = CANDIDATES[:, None], STAKES[None, :]
    logs = np.zeros((2, len(CANDIDATES), len(STAKES)))
    for value, count in zip(values, counts, strict=True):
        logs[0] += count * np.log1p(stakes * (value - m) / (1 + m))
        logs[1] += count * np.log1p(stakes * (m - value) / (1 - m))
    return np.asarray(np.exp(np.minimum(logs, 300)).mean(axis=(0, 2)))
