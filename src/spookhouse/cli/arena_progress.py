"""Show the standings of a running arena: a live table on a terminal, else a line now and then."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
from rich.live import Live
from rich.table import Table

from spookhouse.cli.console import errors
from spookhouse.lab.arena import Run
from spookhouse.lab.arena.intervals import wilson

# Seconds between two updates of the live table.
TABLE_INTERVAL = 0.5
# Seconds between two lines where there is no terminal.
LINE_INTERVAL = 10.0
COLUMNS = ("bot", "seats", "wins", "last", "win rate", "95%", "rating", "moves/s", "ms to move")


@contextmanager
def show_progress(run: Run) -> Iterator[Callable[[], None]]:
    """Yield a function to call after every game."""
    if not errors.is_terminal:
        yield at_most_every(
            LINE_INTERVAL, lambda: errors.print(standings_line(run), soft_wrap=True)
        )
        return
    with Live(standings_table(run), console=errors, auto_refresh=False, transient=True) as live:
        yield at_most_every(TABLE_INTERVAL, lambda: live.update(standings_table(run), refresh=True))


def at_most_every(seconds: float, update: Callable[[], None]) -> Callable[[], None]:
    """Limit how often a function runs."""
    last = time.monotonic()

    def limited() -> None:
        nonlocal last
        if time.monotonic() - last >= seconds:
            update()
            last = time.monotonic()

    return limited


def standings_table(run: Run) -> Table:
    """Return a row for each bot."""
    wealth = f", wealth {run.duel.bets.wealth:.2g} of 20" if run.duel else ""
    title = f"{len(run.games):,} of {run.contest.games:,} games{wealth}"
    table = Table(*COLUMNS, title=title, box=None, title_justify="left")
    for bot, name in enumerate(run.contest.names):
        table.add_row(name, *cells(run, bot))
    return table


def cells(run: Run, bot: int) -> list[str]:
    """Return the row of one bot without its name."""
    score, seconds = run.standings.bots[bot], run.standings.seconds[bot]
    mu, sigma = run.standings.ratings.of(bot)
    rates = times = ["", ""]
    if score.seats:
        low, high = wilson(score.wins, score.seats)
        rates = [f"{score.wins / score.seats:.1%}", f"{low:.1%} to {high:.1%}"]
    if total := sum(seconds):
        times = [f"{len(seconds) / total:,.0f}", f"{1000 * np.median(seconds):.2f}"]
    return [
        f"{score.seats:,}",
        f"{score.wins:.10g}",
        f"{score.losses:.10g}",
        *rates,
        f"{mu:.1f} ± {sigma:.1f}",
        *times,
    ]


def standings_line(run: Run) -> str:
    """Return the win rates as one line."""
    rates = (
        f"{name} {score.wins / score.seats:.1%}"
        for name, score in zip(run.contest.names, run.standings.bots, strict=True)
        if score.seats
    )
    return f"{len(run.games):,} of {run.contest.games:,} games; wins per seat: {', '.join(rates)}"
