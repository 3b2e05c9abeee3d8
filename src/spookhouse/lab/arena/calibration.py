"""The sequential test on made-up games whose truth is known: `python -m spookhouse.lab.arena.calibration`."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np

from spookhouse.lab.arena.sequential import Bets

RUNS = 400


@dataclass(frozen=True)
class Rehearsal:
    """Many runs of one truth: how many were clear before the cap, how many of them for the wrong bot, and after how many games."""

    players: int
    chance: float  # to win, of one bot alone among others
    spread: float  # of that chance from deal to deal
    cap: int
    clear: int
    wrong: int
    games: float | None
    runs: int

    def __str__(self) -> str:
        games = "" if self.games is None else f"{self.games:.0f}"
        truth = f"| {self.players} | {self.chance:.0%} | {self.spread:.0%} | {self.cap:,} "
        return f"{truth}| {self.clear / self.runs:.1%} | {self.wrong / self.runs:.1%} | {games} |"


def rehearse(
    players: int, chance: float, cap: int, *, spread: float = 0.0, seed: int = 1, runs: int = RUNS
) -> Rehearsal:
    """On each deal the bot holds every seat once; some deals suit it better, and some seats are better than others."""
    rng = np.random.default_rng(seed)
    ends = [
        bet_until_clear(made_up(rng, players, chance, spread, cap // players)) for _ in range(runs)
    ]
    clear = [end for end in ends if end is not None]
    games = median(deals * players for deals, _ in clear) if clear else None
    return Rehearsal(
        players, chance, spread, cap, len(clear), sum(leader for _, leader in clear), games, runs
    )


def made_up(
    rng: np.random.Generator, players: int, chance: float, spread: float, deals: int
) -> Any:
    """The edges of one run: a row for each deal."""
    seats = np.linspace(-0.1, 0.1, players)  # what the seat adds to the chance
    chances = chance + spread * rng.choice([-1, 1], (deals, 1)) + seats
    return np.where(rng.random((deals, players)) < chances, 1.0, -1 / (players - 1))


def bet_until_clear(deals: Iterable[Any]) -> tuple[int, int] | None:
    """After how many deals it was clear, and for which bot."""
    bets = Bets()
    for edges in deals:
        bets.add(edges)
        if bets.is_clear:
            return bets.deals, bets.leader
    return None


if __name__ == "__main__":
    print(
        "| players | wins | from deal to deal ± | at most | clear | wrong way | games to a clear answer, median |\n|---|---|---|---|---|---|---|"
    )
    for players, chances in ((2, (0.5, 0.55, 0.6, 0.7, 0.8)), (4, (0.25, 0.3, 0.35, 0.45))):
        print(rehearse(players, chances[0], 1000, spread=0.1))
        for chance in chances:
            print(rehearse(players, chance, 1000))
