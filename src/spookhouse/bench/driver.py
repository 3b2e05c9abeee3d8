"""Drive a server: busy tables, tables at rest and idle connections, and what they cost it."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np

from spookhouse.bench.baseline import Pace
from spookhouse.bench.reports import (
    BusyReport,
    DiskTimes,
    LoadReport,
    MachineReport,
    MemoryReport,
    Times,
)
from spookhouse.bench.server_process import Driven, Usage
from spookhouse.bench.simulated_players import SimulatedGuest, SimulatedTable, Tally
from spookhouse.games import game as find_game
from spookhouse.kernel.contract import Json
from spookhouse.kernel.game import Game
from spookhouse.remote.address import ServerAddress
from spookhouse.remote.http import TIMEOUT

AT_ONCE = 20  # guests or tables that are set up at the same time
WARM_UP = 2.0  # seconds of play before anything counts
BASELINE = 1.5  # seconds for each measurement of the machine itself, before and after
REST_MOVES = 100  # moves before the players leave a table, in games that are twice as long
SAMPLE = 9  # random games whose median length is taken for the length of a game

Report = Callable[[str], None]
Found = TypeVar("Found")


@dataclass
class LoadPlan:
    """How to drive a server."""

    tables: int = 200
    seconds: float = 10.0
    game: str = "ghooost"
    players: int = 2
    pace: float = 0.0
    idle: int = 0
    rest: int = 0


class Guests:
    """A source of guests, each with an address of its own, and of tables for them."""

    def __init__(self, server: ServerAddress) -> None:
        self.server = server
        self.number = 0

    async def one(self) -> SimulatedGuest:
        """Return a new guest."""
        self.number += 1
        return await SimulatedGuest(self.server, self.number).enter()

    async def many(self, number: int) -> list[SimulatedGuest]:
        """Return so many new guests."""
        return await gather_some((self.one for _ in range(number)), AT_ONCE)

    async def table(self, tally: Tally, plan: LoadPlan, most_moves: int = 0) -> SimulatedTable:
        """Return a table of new guests, with its game begun."""
        guests = [await self.one() for _ in range(plan.players)]
        options: Json = {"players": plan.players}
        table = SimulatedTable(
            tally, plan.game, options, guests, pace=plan.pace, most_moves=most_moves
        )
        return await table.begin()


async def gather_some(works: Iterable[Callable[[], Awaitable[Found]]], at_once: int) -> list[Found]:
    """Do all the work, at most so many pieces at a time, and return the results in order."""
    gate = asyncio.Semaphore(at_once)

    async def one(work: Callable[[], Awaitable[Found]]) -> Found:
        async with gate:
            return await work()

    return list(await asyncio.gather(*(one(work) for work in works)))


async def drive(driven: Driven, plan: LoadPlan, report: Report) -> LoadReport:
    """Carry out the plan, one part after the other."""
    guests = Guests(ServerAddress.parse(driven.url))
    await warm_up(guests, plan)
    found = LoadReport(server=driven.usage())
    if plan.idle:
        found.idle = await hold_connections(driven, guests, plan.idle, report)
    if plan.rest:
        found.rest = await rest_tables(driven, guests, plan, report)
    if plan.tables:
        pace, seconds = Pace(), min(BASELINE, plan.seconds)
        pace.measure(driven, seconds)
        found.busy = await keep_busy(driven, guests, plan, report)
        pace.measure(driven, seconds)
        found.machine = machine_report(pace) if pace.works else None
    return found


def machine_report(pace: Pace) -> MachineReport:
    """Return what was measured of the machine itself."""
    work = Times(*quantiles_ms(pace.works))
    return MachineReport(work, DiskTimes(*quantiles_ms(pace.writes), pace.stalls_a_second))


def quantiles_ms(seconds: list[float]) -> tuple[float, float, float]:
    """Return median, 99th percentile and maximum of these times, in milliseconds."""
    p50, p99, most = (percentile(seconds, rank) * 1e3 for rank in (50, 99, 100))
    return p50, p99, most


async def warm_up(guests: Guests, plan: LoadPlan) -> None:
    """Play for a short time, so that the costs of first games are not counted."""
    tables = [await guests.table(Tally(), plan) for _ in range(4)]
    await asyncio.gather(*(table.play(WARM_UP) for table in tables))
    for table in tables:
        table.leave()


# === BUSY TABLES ===


async def keep_busy(driven: Driven, guests: Guests, plan: LoadPlan, report: Report) -> BusyReport:
    """Play at many tables at once for some seconds."""
    tally, before = Tally(), driven.usage()
    report(f"seating players at {plan.tables} tables")
    tables = await gather_some(
        (partial(guests.table, tally, plan) for _ in range(plan.tables)), AT_ONCE
    )
    playing = [asyncio.create_task(table.play(plan.seconds + WARM_UP)) for table in tables]
    await asyncio.sleep(WARM_UP)
    tally.moves, tally.games, tally.delays = 0, 0, []
    start, used = time.perf_counter(), driven.usage()
    await report_progress(tally, plan.seconds, report)
    seconds, after = time.perf_counter() - start, driven.usage()
    found = busy_report(tally, plan.tables, seconds, used, after)
    if before is not None and after is not None:
        found.bytes_a_table = (after.memory - before.memory) / plan.tables
    await asyncio.gather(*playing)
    for table in tables:
        table.leave()
    return found


async def report_progress(tally: Tally, seconds: float, report: Report) -> None:
    """Report every second, with the delays of that second alone.

    Sorting all delays since the start would take so long that messages are read late.
    """
    start, until = time.perf_counter(), time.perf_counter() + seconds
    while (left := until - time.perf_counter()) > 0:
        known = len(tally.delays)
        await asyncio.sleep(min(1.0, left))
        passed = time.perf_counter() - start
        rate, p99 = tally.moves / passed, percentile(tally.delays[known:], 99) * 1e3
        report(f"{passed:.0f} of {seconds:.0f} s: {rate:,.0f} moves a second, {p99:.1f} ms p99")


def busy_report(
    tally: Tally, tables: int, seconds: float, used: Usage | None, after: Usage | None
) -> BusyReport:
    """Return the report of some seconds of play."""
    found = BusyReport(
        tables=tables,
        seconds=seconds,
        moves=tally.moves,
        games=tally.games,
        moves_a_second=tally.moves / seconds,
        p50_ms=percentile(tally.delays, 50) * 1e3,
        p99_ms=percentile(tally.delays, 99) * 1e3,
        refused=dict(tally.refused),
    )
    if used is not None and after is not None:
        found.server_cpu_seconds = after.cpu - used.cpu
        found.moves_a_cpu_second = tally.moves / max(found.server_cpu_seconds, 1e-9)
    return found


def percentile(values: list[float], rank: float) -> float:
    """Return the smallest value that at least so many of a hundred do not exceed; 0 of none."""
    return float(np.percentile(values, rank, method="higher")) if values else 0.0


# === IDLE CONNECTIONS AND TABLES AT REST ===


async def hold_connections(
    driven: Driven, guests: Guests, number: int, report: Report
) -> MemoryReport:
    """Measure the memory of guests who watch a table and do nothing."""
    report(f"opening {number} idle connections")
    before = driven.usage()
    owner = await guests.one()
    table = await owner.open_table("ghooost", {"players": 2})
    watchers = await guests.many(number)
    await gather_some([partial(watcher.watch, table, None) for watcher in watchers], AT_ONCE)
    after = driven.usage()
    for guest in [owner, *watchers]:
        guest.leave()
    return memory_report(number, before, after)


async def rest_tables(
    driven: Driven, guests: Guests, plan: LoadPlan, report: Report
) -> MemoryReport:
    """Measure the memory of tables in the middle of a game, whose players have left.

    As many tables before them fill what the server fills only once, such as caches of the database.
    """
    moves = moves_before_rest(plan)
    await leave_tables(guests, plan, moves, report)
    before = driven.usage()
    await leave_tables(guests, plan, moves, report)
    return memory_report(plan.rest, before, driven.usage())


def moves_before_rest(plan: LoadPlan) -> int:
    """Return half the length of a random game, or REST_MOVES if that is less.

    A table whose game is over when its players leave is not at rest: the server evicts it.
    """
    title, rng = find_game(plan.game), random.Random(SAMPLE)
    options = {"players": plan.players} if "players" in title.option_names else {}
    lengths = [random_length(title, seed, rng, options) for seed in range(SAMPLE)]
    return min(REST_MOVES, int(np.median(lengths)) // 2)


def random_length(title: Game, seed: int, rng: random.Random, options: Json) -> int:
    """Return the number of moves of one game that is played at random."""
    match = title.new(seed=seed, **options)
    while match.waiting:
        seat = match.waiting[0]
        match.apply(seat, rng.choice(match.actions(seat)))
    return len(match.moves)


async def leave_tables(guests: Guests, plan: LoadPlan, moves: int, report: Report) -> None:
    """Play some moves at each table, and leave it."""
    for first in range(0, plan.rest, AT_ONCE):
        report(f"tables at rest: {first} of {plan.rest}")
        some = min(AT_ONCE, plan.rest - first)
        tables = await gather_some(
            (partial(guests.table, Tally(), plan, moves) for _ in range(some)), AT_ONCE
        )
        await asyncio.gather(*(asyncio.wait_for(table.over.wait(), TIMEOUT) for table in tables))
        for table in tables:
            table.leave()
    await asyncio.sleep(0.5)


def memory_report(number: int, before: Usage | None, after: Usage | None) -> MemoryReport:
    """Return the memory of so many things; zeros where the server's process is not known."""
    if before is None or after is None:
        return MemoryReport(number, 0.0, 0)
    return MemoryReport(number, (after.memory - before.memory) / number, after.memory)
