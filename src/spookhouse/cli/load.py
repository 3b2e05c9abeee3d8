"""`spookhouse load`: drive a server as its clients would, and measure it."""

import asyncio
import json
import signal
import sys
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
import typer
from rich.table import Table

from spookhouse.bench.driver import LoadPlan, drive
from spookhouse.bench.profile import Part, measure_profile
from spookhouse.bench.reports import BusyReport, LoadReport, MachineReport, SoakReport
from spookhouse.bench.server_process import Driven, own_server
from spookhouse.bench.soak import soak
from spookhouse.cli.console import console, errors, prepare
from spookhouse.games import game as find_game

MEGA, KILO = 1e6, 1e3

Result = TypeVar("Result")
Row = tuple[str, str]  # what was measured, and the result


def load(
    tables: Annotated[int, typer.Option(min=0, help="Busy tables, all at once.")] = 200,
    seconds: Annotated[float, typer.Option(min=0.1, help="Seconds of play.")] = 10.0,
    game: Annotated[str, typer.Option(help="The game.")] = "ghooost",
    players: Annotated[
        int | None,
        typer.Option(min=1, max=8, help="Players at each table; default: the game's minimum."),
    ] = None,
    pace: Annotated[
        float,
        typer.Option(
            min=0,
            help="Seconds that a player thinks about a move; 0: as fast as the server allows.",
        ),
    ] = 0.0,
    idle: Annotated[
        int,
        typer.Option(
            min=0, help="Measure the memory of this many connections that only watch a table."
        ),
    ] = 0,
    rest: Annotated[
        int,
        typer.Option(
            min=0, help="Measure the memory of this many tables that were left in mid-game."
        ),
    ] = 0,
    url: Annotated[
        str | None,
        typer.Option(
            help="The server to drive; default: one of our own, on one core and a temporary "
            "SQLite file."
        ),
    ] = None,
    pid: Annotated[
        int | None,
        typer.Option(
            help="The process of that server, if it runs on this machine, to measure its CPU "
            "time and memory."
        ),
    ] = None,
    profile: Annotated[
        bool,
        typer.Option("--profile", help="Instead, measure each step of a move in microseconds."),
    ] = False,
    mixed: Annotated[
        bool,
        typer.Option(
            "--soak",
            "--mixed",
            help="Instead, play all games with bots and lost connections for --seconds, and "
            "report what rises over time.",
        ),
    ] = False,
    as_json: Annotated[
        Path | None, typer.Option("--json", help="Write the results to this file as JSON.")
    ] = None,
) -> None:
    """Measure a server under simulated players, who open tables, sit down and play legal moves.

    The report has moves per second, the time from sending a move until another seat receives it,
    and the CPU time and memory of the server's process.
    """
    title = find_game(game)
    plan = LoadPlan(tables, seconds, title.name, players or title.min_players, pace, idle, rest)
    if profile:
        report = LoadReport(profile=measure_profile(prepare(title).name))
    else:
        with driven_server(url, pid) as driven:
            work = soak if mixed else drive
            report = run(work(driven, plan, print_progress))
    show(report)
    if as_json is not None:
        text = json.dumps(msgspec.to_builtins(report), indent=2)
        as_json.write_text(text + "\n", encoding="utf-8")


# === RUNNING ===


@contextmanager
def driven_server(url: str | None, pid: int | None) -> Iterator[Driven]:
    """Yield the server at a URL, or start one of our own."""
    if url is not None:
        yield Driven(url, pid)
        return
    print_progress("starting a server on one core")
    # Without a handler SIGTERM would end this process at once, and leave the server behind.
    before = signal.signal(signal.SIGTERM, lambda kind, _: sys.exit(128 + kind))
    try:
        with own_server() as driven:
            yield driven
    finally:
        signal.signal(signal.SIGTERM, before)


def run(work: Coroutine[object, None, Result]) -> Result:
    """Run a coroutine with the fastest event loop that is installed."""
    try:
        from uvloop import new_event_loop
    except ImportError:
        return asyncio.run(until_terminated(work))
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(until_terminated(work))


async def until_terminated(work: Coroutine[object, None, Result]) -> Result:
    """Run to the end, or until SIGTERM cancels the work.

    An exception that a signal handler raises can be lost inside an event loop.
    """
    loop, task = asyncio.get_running_loop(), asyncio.ensure_future(work)
    before = signal.getsignal(signal.SIGTERM)
    terminated = asyncio.Event()

    def terminate() -> None:
        terminated.set()
        task.cancel()

    loop.add_signal_handler(signal.SIGTERM, terminate)
    try:
        return await task
    except asyncio.CancelledError:
        if terminated.is_set():
            sys.exit(128 + signal.SIGTERM)
        raise
    finally:
        loop.remove_signal_handler(signal.SIGTERM)
        signal.signal(signal.SIGTERM, before)


def print_progress(text: str) -> None:
    """Print a line on standard error."""
    errors.print(text, soft_wrap=True)


# === THE REPORT ===


def show(report: LoadReport) -> None:
    """Print a report as a table."""
    table = Table("what", "result", box=None, pad_edge=False)
    for row in rows_of(report):
        table.add_row(*row)
    console.print(table)


def rows_of(report: LoadReport) -> Iterator[Row]:
    """Yield the rows of a report."""
    if report.server is not None:
        yield "server memory, rules compiled", f"{report.server.memory / MEGA:.0f} MB"
    if (idle := report.idle) is not None:
        yield (
            f"{idle.number:,} idle connections",
            f"{idle.bytes_each / KILO:.1f} KB each, {idle.bytes_in_all / MEGA:.0f} MB in all",
        )
    if (rest := report.rest) is not None:
        yield f"{rest.number:,} tables at rest", f"{rest.bytes_each / KILO:.1f} KB each"
    if report.busy is not None:
        yield from busy_rows(report.busy)
    if report.machine is not None:
        yield from machine_rows(report.machine)
    if report.profile is not None:
        yield from profile_rows(report.profile)
    if report.mixed is not None:
        yield from soak_rows(report.mixed)


def busy_rows(busy: BusyReport) -> Iterator[Row]:
    """Yield the rows on busy tables."""
    yield (
        f"moves per second at {busy.tables} tables",
        f"{busy.moves_a_second:,.0f} ({busy.moves:,} moves, {busy.games} games finished)",
    )
    yield (
        "from sending a move until another seat receives it",
        f"{busy.p50_ms:.1f} ms p50, {busy.p99_ms:.1f} ms p99",
    )
    if busy.moves_a_cpu_second is not None:
        yield (
            "moves per CPU second of the server",
            f"{busy.moves_a_cpu_second:,.0f} ({busy.server_cpu_seconds:.2f} CPU seconds)",
        )
    if busy.bytes_a_table is not None:
        yield "memory of a busy table with its connections", f"{busy.bytes_a_table / KILO:.1f} KB"
    yield from refusal_rows(busy.refused)


def machine_rows(machine: MachineReport) -> Iterator[Row]:
    """Yield the rows on the machine itself."""
    work, disk = machine.work, machine.disk
    yield (
        "the machine alone: a fixed piece of work",
        f"{work.p50_ms:.2f} ms p50, {work.p99_ms:.2f} ms p99",
    )
    yield (
        "the disk alone: a small durable write",
        f"{disk.p50_ms:.1f} ms p50, {disk.p99_ms:.1f} ms p99, {disk.most_ms:.0f} ms at most, "
        f"over 20 ms {disk.stalls_a_second:.1f} times a second",
    )


def profile_rows(parts: list[Part]) -> Iterator[Row]:
    """Yield a row for each step of a move, and their sum."""
    for part in parts:
        yield f"{part.microseconds:6.1f} µs {part.name}", part.about
    yield (
        f"{sum(part.microseconds for part in parts):6.1f} µs in all",
        "without the event loop and the system's own work on sockets and files",
    )


def soak_rows(found: SoakReport) -> Iterator[Row]:
    """Yield the rows on a mixed load."""
    yield (
        "mixed load",
        f"{found.moves:,} moves of humans, {found.games} games finished, {found.came} guests, "
        f"{found.seconds:.0f} s",
    )
    for trend in found.trends:
        verdict = "flat" if trend.is_flat else "NOT flat"
        yield (
            trend.what,
            f"{verdict}: {trend.first:,.1f} at first, {trend.last:,.1f} at last, "
            f"{trend.an_hour:+,.1f} an hour",
        )
    yield from refusal_rows(found.refused)


def refusal_rows(refused: dict[str, int]) -> Iterator[Row]:
    """Yield a row with the number of refusals by code, if there are any."""
    if refused:
        yield "refused", ", ".join(f"{code} {times}" for code, times in refused.items())
