"""`spookhouse load`: drive a house as its clients would, and say how it bears it."""

import asyncio
import json
import signal
import sys
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from spookhouse.bench.driver import LoadPlan, drive
from spookhouse.bench.profile import dissect
from spookhouse.bench.server_process import Driven, own_house
from spookhouse.bench.soak import soak
from spookhouse.cli.console import console, errors, prepare
from spookhouse.games import game as find_game

MEGA, KILO = 1e6, 1e3


def load(
    tables: Annotated[
        int, typer.Option(min=0, help="Tables that are played at, all at once.")
    ] = 200,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long they are played at.")] = 10.0,
    game: Annotated[str, typer.Option(help="The game.")] = "ghooost",
    players: Annotated[
        int | None,
        typer.Option(
            min=1, max=8, help="People at each table; without it as few as the game takes."
        ),
    ] = None,
    pace: Annotated[
        float,
        typer.Option(
            min=0, help="Seconds that people think about a move; 0: as fast as the house lets them."
        ),
    ] = 0.0,
    idle: Annotated[
        int,
        typer.Option(
            min=0, help="Lines that watch a table and do nothing: how much memory do they take?"
        ),
    ] = 0,
    rest: Annotated[
        int,
        typer.Option(
            min=0, help="Tables that people left in mid-game: how much memory do they take?"
        ),
    ] = 0,
    url: Annotated[
        str | None,
        typer.Option(
            help="The house to drive; without it one of its own, on one core and a temporary SQLite file."
        ),
    ] = None,
    pid: Annotated[
        int | None,
        typer.Option(
            help="The process of that house, if it runs here: its CPU and memory are reported."
        ),
    ] = None,
    anatomy: Annotated[
        bool, typer.Option("--anatomy", help="Instead: where do the microseconds of one move go?")
    ] = False,
    mixed: Annotated[
        bool,
        typer.Option(
            "--mixed",
            help="Instead: all games, bots included, people coming and going, for --seconds; is everything flat?",
        ),
    ] = False,
    as_json: Annotated[
        Path | None, typer.Option("--json", help="Write the results to this file as JSON.")
    ] = None,
) -> None:
    """Simulated people over real sockets: they open tables, sit down, play legal moves, and listen for each other's.

    Reported are moves a second, the time from sending a move to another seat hearing it, and CPU and memory of the house's process.
    """
    title = find_game(game)
    plan = LoadPlan(tables, seconds, title.name, players or title.min_players, pace, idle, rest)
    if anatomy:
        report = {"anatomy": [vars(part) for part in dissect(prepare(title).name)]}
    else:
        with driven_house(url, pid) as driven:
            report = run(soak(driven, plan, say) if mixed else drive(driven, plan, say))
    show(report)
    if as_json is not None:
        as_json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


@contextmanager
def driven_house(url: str | None, pid: int | None) -> Iterator[Driven]:
    if url is not None:
        yield Driven(url, pid)
        return
    say("opening a house of its own, on one core")
    before = signal.signal(
        signal.SIGTERM, lambda kind, _: sys.exit(128 + kind)
    )  # so that the house is closed, too
    try:
        with own_house() as driven:
            yield driven
    finally:
        signal.signal(signal.SIGTERM, before)


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """With the fastest event loop that is there."""
    try:
        from uvloop import new_event_loop
    except ImportError:
        return asyncio.run(until_terminated(work))
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(until_terminated(work))


async def until_terminated(work: Coroutine[Any, Any, Any]) -> Any:
    """Run to the end, or until SIGTERM cancels the work. An exception that a signal handler raises can be lost inside an event loop."""
    loop, task, before = (
        asyncio.get_running_loop(),
        asyncio.ensure_future(work),
        signal.getsignal(signal.SIGTERM),
    )
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


def say(text: str) -> None:
    errors.print(text, soft_wrap=True)


def show(report: dict[str, Any]) -> None:
    rows = Table("what", "found", box=None, pad_edge=False)
    for what, found in lines_of(report):
        rows.add_row(what, found)
    console.print(rows)


def lines_of(report: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if house := report.get("house"):
        yield "memory of the house, rules awake", f"{house['memory'] / MEGA:.0f} MB"
    if idle := report.get("idle"):
        yield (
            f"{idle['number']:,} idle lines",
            f"{idle['bytes_each'] / KILO:.1f} KB each, {idle['bytes_in_all'] / MEGA:.0f} MB in all",
        )
    if rest := report.get("rest"):
        yield f"{rest['number']:,} tables at rest", f"{rest['bytes_each'] / KILO:.1f} KB each"
    if busy := report.get("busy"):
        yield from busy_lines(busy)
    if machine := report.get("machine"):
        yield from machine_lines(**machine)
    for part in report.get("anatomy", []):
        yield f"{part['microseconds']:6.1f} µs {part['name']}", part["about"]
    if parts := report.get("anatomy"):
        yield (
            f"{sum(part['microseconds'] for part in parts):6.1f} µs in all",
            "without the event loop and the system's own work on sockets and files",
        )
    if mixed := report.get("mixed"):
        yield from mixed_lines(mixed)


def machine_lines(work: dict[str, float], disk: dict[str, float]) -> Iterator[tuple[str, str]]:
    yield (
        "the machine alone: a fixed piece of work",
        f"{work['p50_ms']:.2f} ms p50, {work['p99_ms']:.2f} ms p99",
    )
    worst = (
        f"{disk['most_ms']:.0f} ms at most, over 20 ms {disk['stalls_a_second']:.1f} times a second"
    )
    yield (
        "the disk alone: a small write that lasts",
        f"{disk['p50_ms']:.1f} ms p50, {disk['p99_ms']:.1f} ms p99, {worst}",
    )


def mixed_lines(mixed: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield (
        "mixed load",
        f"{mixed['moves']:,} moves of people, {mixed['games']} games ended, {mixed['came']} people came, {mixed['seconds']:.0f} s",
    )
    for trend in mixed["trends"]:
        verdict = "flat" if trend["is_flat"] else "NOT flat"
        yield (
            trend["what"],
            f"{verdict}: {trend['first']:,.1f} at first, {trend['last']:,.1f} at last, {trend['an_hour']:+,.1f} an hour",
        )
    if mixed["refused"]:
        yield "refused", ", ".join(f"{code} {times}" for code, times in mixed["refused"].items())


def busy_lines(busy: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield (
        f"moves a second at {busy['tables']} tables",
        f"{busy['moves_a_second']:,.0f} ({busy['moves']:,} moves, {busy['games']} games ended)",
    )
    yield (
        "from sending to another seat hearing",
        f"{busy['p50_ms']:.1f} ms p50, {busy['p99_ms']:.1f} ms p99",
    )
    if busy["moves_a_cpu_second"] is not None:
        yield (
            "moves a second of the house's CPU",
            f"{busy['moves_a_cpu_second']:,.0f} ({busy['server_cpu_seconds']:.2f} CPU seconds)",
        )
        yield "memory of a busy table, its lines included", f"{busy['bytes_a_table'] / KILO:.1f} KB"
    if busy["refused"]:
        yield "refused", ", ".join(f"{code} {times}" for code, times in busy["refused"].items())
