"""Measure the error rates of the sequential test on made-up games whose truth is known.

Run `python -m spookhouse.lab.arena.calibration` to print the table.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from spookhouse.lab.arena.sequential import Bets, Floats

RUNS = 400


@dataclass(frozen=True)
class Calibration:
    """The results of many runs of the test on one truth."""

    players: int
    chance: float  # that the bot wins a game, alone among others
    spread: float  # of that chance from deal to deal
    cap: int  # games after which a run ends in any case
    clear: int  # runs with a clear answer
    wrong: int  # runs with a clear answer for the other bot
    games: float | None  # median number of games to a clear answer
    runs: int

    def __str__(self) -> str:
        games = "" if self.games is None else f"{self.games:.0f}"
        truth = f"| {self.players} | {self.chance:.0%} | {self.spread:.0%} | {self.cap:,} "
        return f"{truth}| {self.clear / self.runs:.1%} | {self.wrong / self.runs:.1%} | {games} |"


def calibrate(
    players: int, chance: float, cap: int, *, spread: float = 0.0, seed: int = 1, runs: int = RUNS
) -> Calibration:
    """Run the test many times on games that one bot wins with this chance.

    On each deal the bot holds every seat once. Some deals suit it better, and some seats are better
    than others.
    """
    rng = np.random.default_rng(seed)
    ends = [
        bet_until_clear(made_up_edges(rng, players, chance, spread, cap // players))
        for _ in range(runs)
    ]
    clear = [end for end in ends if end is not None]
    games = median(deals * players for deals, _ in clear) if clear else None
    wrong = sum(leader for _, leader in clear)
    return Calibration(players, chance, spread, cap, len(clear), wrong, games, runs)


def made_up_edges(
    rng: np.random.Generator, players: int, chance: float, spread: float, deals: int
) -> Floats:
    """Return the edges of one run, with a row for each deal."""
    seats = np.linspace(-0.1, 0.1, players)  # what each seat adds to the chance
    chances = chance + spread * rng.choice([-1, 1], (deals, 1)) + seats
    return np.where(rng.random((deals, players)) < chances, 1.0, -1 / (players - 1))


def bet_until_clear(deals: Iterable[Sequence[float]]) -> tuple[int, int] | None:
    """Return the number of deals to a clear answer and the leading bot, or None."""
    bets = Bets()
    for edges in deals:
        bets.add(edges)
        if bets.is_clear:
            return bets.deals, bets.leader
    return None


HEADS = (
    "players",
    "wins",
    "from deal to deal ±",
    "at most",
    "clear",
    "wrong way",
    "games to a clear answer, median",
)


def main() -> None:
    """Print the table of docs/explanation/arena-statistics.md."""
    print(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}")
    for players, chances in ((2, (0.5, 0.55, 0.6, 0.7, 0.8)), (4, (0.25, 0.3, 0.35, 0.45))):
        print(calibrate(players, chances[0], 1000, spread=0.1))
        for chance in chances:
            print(calibrate(players, chance, 1000))


if __name__ == "__main__":
    main()
