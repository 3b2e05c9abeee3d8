"""The sequential test on made-up games whose truth is known: `python -m spookhouse.lab.arena.rehearsal`."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

import numpy as np

from spookhouse.lab.arena.sequential import Bets

RUNS = 400


@dataclass(frozen=True)
class Rehearsal:
    """Many runs of one truth: how many were clear before the cap, how many of them for the wrong bot, and after how many games."""

    players: int
    chance: float
    cap: int
    clear: int
    wrong: int
    games: float | None
    runs: int = RUNS

    def __str__(self) -> str:
        games = "" if self.games is None else f"{self.games:.0f}"
        return f"| {self.players} | {self.chance:.0%} | {self.cap:,} | {self.clear / self.runs:.1%} | {self.wrong / self.runs:.1%} | {games} |"


def rehearse(players: int, chance: float, cap: int, seed: int = 1, runs: int = RUNS) -> Rehearsal:
    """One bot, that wins with this chance, alone among others; on each deal it holds every seat once."""
    rng = np.random.default_rng(seed)
    ends = []
    for _ in range(runs):
        won = rng.random((cap // players, players)) < chance
        ends.append(bet_until_clear(np.where(won, 1.0, -1 / (players - 1)).mean(axis=1)))
    clear = [end for end in ends if end is not None]
    games = median(deals * players for deals, _ in clear) if clear else None
    return Rehearsal(players, chance, cap, len(clear), sum(leader for _, leader in clear), games, runs)


def bet_until_clear(edges: Iterable[float]) -> tuple[int, int] | None:
    """After how many deals it was clear, and for which bot."""
    bets = Bets()
    for edge in edges:
        bets.add(float(edge))
        if bets.is_clear:
            return len(bets.edges), bets.leader
    return None


if __name__ == "__main__":
    print("| players | wins | at most | clear | wrong way | games to a clear answer, median |\n|---|---|---|---|---|---|")
    for players, chance in ((2, 0.5), (2, 0.55), (2, 0.6), (2, 0.7), (2, 0.8), (4, 0.25), (4, 0.3), (4, 0.35), (4, 0.45)):
        print(rehearse(players, chance, 1000))
