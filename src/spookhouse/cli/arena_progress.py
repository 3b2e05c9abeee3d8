"""How an arena stands, while it runs: a live table on a terminal, now and then a line elsewhere."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median

from rich.live import Live
from rich.table import Table

from spookhouse.cli.console import errors
from spookhouse.lab.arena import Run
from spookhouse.lab.arena.intervals import wilson

REFRESH = 0.5  # seconds between two looks of the live table
LINES = 10.0  # seconds between two lines where there is no terminal


@contextmanager
def watching(run: Run) -> Iterator[Callable[[], None]]:
    """Gives what to call after every game."""
    if not errors.is_terminal:
        yield every(LINES, lambda: errors.print(line(run), soft_wrap=True))
        return
    with Live(board(run), console=errors, auto_refresh=False, transient=True) as live:
        yield every(REFRESH, lambda: live.update(board(run), refresh=True))


def every(seconds: float, look: Callable[[], None]) -> Callable[[], None]:
    """The same, but not more often than that."""
    last = time.monotonic()

    def show() -> None:
        nonlocal last
        if time.monotonic() - last >= seconds:
            look()
            last = time.monotonic()

    return show


def board(run: Run) -> Table:
    title = f"{len(run.games):,} of {run.contest.games:,} games" + (
        f", wealth {run.duel.bets.wealth:.2g} of 20" if run.duel else ""
    )
    heads = ("bot", "seats", "wins", "last", "win rate", "95%", "rating", "moves/s", "ms to move")
    table = Table(*heads, title=title, box=None, title_justify="left")
    for bot, name in enumerate(run.contest.names):
        table.add_row(name, *cells(run, bot))
    return table


def cells(run: Run, bot: int) -> list[str]:
    score, seconds = run.standings.bots[bot], run.standings.seconds[bot]
    mu, sigma = run.standings.ratings.of(bot)
    low, high = wilson(score.wins, score.seats)
    rates = (
        [f"{score.wins / score.seats:.1%}", f"{low:.1%} to {high:.1%}"] if score.seats else ["", ""]
    )
    pace = (
        [f"{len(seconds) / sum(seconds):,.0f}", f"{1000 * median(seconds):.2f}"]
        if sum(seconds)
        else ["", ""]
    )
    return [
        f"{score.seats:,}",
        f"{score.wins:.10g}",
        f"{score.losses:.10g}",
        *rates,
        f"{mu:.1f} ± {sigma:.1f}",
        *pace,
    ]


def line(run: Run) -> str:
    rates = (
        f"{name} {score.wins / score.seats:.1%}"
        for name, score in zip(run.contest.names, run.standings.bots, strict=True)
        if score.seats
    )
    return f"{len(run.games):,} of {run.contest.games:,} games; wins a seat: {', '.join(rates)}"
