"""Driving a house: busy tables, tables at rest, idle lines; and what that took."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, TypeVar
from urllib.parse import SplitResult

from spookhouse.bench.baseline import Pace
from spookhouse.bench.server_process import Driven, Usage
from spookhouse.bench.simulated_players import Party, Person, Tally
from spookhouse.games import game as find_game
from spookhouse.remote.client import PATIENCE, Json, split

AT_ONCE = 20  # people who come through the door together
WARM_UP = 2.0  # seconds of play before anything counts
MACHINE = 1.5  # seconds for each thing that is measured of the machine itself, before and after
REST_MOVES = 100  # moves at a table before it is left alone, in games that are twice as long
SAMPLE = 9  # games that are played to learn how long one is

Told = Callable[[str], None]
Found = TypeVar("Found")


@dataclass
class Wanted:
    """How a house is to be driven."""

    tables: int = 200
    seconds: float = 10.0
    game: str = "ghooost"
    players: int = 2
    pace: float = 0.0
    idle: int = 0
    rest: int = 0


@dataclass
class Busy:
    """What busy tables saw, and what they took."""

    tables: int
    seconds: float
    moves: int
    games: int
    moves_a_second: float
    p50_ms: float
    p99_ms: float
    refused: dict[str, int]
    server_cpu_seconds: float | None = None
    moves_a_cpu_second: float | None = None
    bytes_a_table: float | None = None


@dataclass
class Held:
    """Memory for many of something that does nothing."""

    number: int
    bytes_each: float
    bytes_in_all: int


class Crowd:
    """People as they are needed."""

    def __init__(self, base: SplitResult) -> None:
        self.base = base
        self.came = 0

    async def person(self) -> Person:
        self.came += 1
        return await Person(self.base, self.came).enter()

    async def people(self, number: int) -> list[Person]:
        return await in_turn((self.person for _ in range(number)), AT_ONCE)

    async def party(self, tally: Tally, wanted: Wanted, most: int = 0) -> Party:
        people = [await self.person() for _ in range(wanted.players)]
        options: Json = {"players": wanted.players}
        return await Party(tally, wanted.game, options, people, pace=wanted.pace, most=most).seat()


async def in_turn(works: Iterable[Callable[[], Awaitable[Found]]], at_once: int) -> list[Found]:
    """All the work, so many at a time."""
    gate = asyncio.Semaphore(at_once)

    async def one(work: Callable[[], Awaitable[Found]]) -> Found:
        async with gate:
            return await work()

    return list(await asyncio.gather(*(one(work) for work in works)))


async def drive(driven: Driven, wanted: Wanted, tell: Told) -> dict[str, Any]:
    """Everything that was asked for, one after the other; the results by name."""
    crowd = Crowd(split(driven.url))
    await warm_up(crowd, wanted)
    report: dict[str, Any] = {"house": usage_of(driven)}
    if wanted.idle:
        report["idle"] = asdict(await hold_lines(driven, crowd, wanted.idle, tell))
    if wanted.rest:
        report["rest"] = asdict(await rest_tables(driven, crowd, wanted, tell))
    if wanted.tables:
        pace, seconds = Pace(), min(MACHINE, wanted.seconds)
        pace.measure(driven, seconds)
        report["busy"] = asdict(await keep_busy(driven, crowd, wanted, tell))
        pace.measure(driven, seconds)
        report |= machine_of(pace)
    return report


def machine_of(pace: Pace) -> dict[str, Any]:
    """What was found of the machine itself."""
    if not pace.works:
        return {}
    found: dict[str, dict[str, float]] = {}
    for name, times in (("work", pace.works), ("disk", pace.writes)):
        found[name] = {
            "p50_ms": percentile(times, 50) * 1e3,
            "p99_ms": percentile(times, 99) * 1e3,
            "most_ms": max(times) * 1e3,
        }
    found["disk"]["stalls_a_second"] = pace.stalls_a_second
    return {"machine": found}


def usage_of(driven: Driven) -> dict[str, Any] | None:
    usage = driven.usage()
    return None if usage is None else asdict(usage)


async def warm_up(crowd: Crowd, wanted: Wanted) -> None:
    """A few games, so that what the house needs but once is not counted."""
    parties = [await crowd.party(Tally(), wanted) for _ in range(4)]
    await asyncio.gather(*(party.play(WARM_UP) for party in parties))
    for party in parties:
        leave(party)


def leave(party: Party) -> None:
    for person in party.people:
        person.leave()


# === BUSY TABLES ===


async def keep_busy(driven: Driven, crowd: Crowd, wanted: Wanted, tell: Told) -> Busy:
    tally, before = Tally(), driven.usage()
    tell(f"seating people at {wanted.tables} tables")
    parties = await in_turn(
        (lambda: crowd.party(tally, wanted) for _ in range(wanted.tables)), AT_ONCE
    )
    playing = [asyncio.create_task(party.play(wanted.seconds + WARM_UP)) for party in parties]
    await asyncio.sleep(WARM_UP)
    tally.moves, tally.games, tally.delays = 0, 0, []
    start, used = time.perf_counter(), driven.usage()
    await tell_progress(tally, wanted.seconds, tell)
    took, after = time.perf_counter() - start, driven.usage()
    found = busy_of(tally, wanted.tables, took, used, after)
    if before is not None and after is not None:
        found.bytes_a_table = (after.memory - before.memory) / wanted.tables
    await asyncio.gather(*playing)
    for party in parties:
        leave(party)
    return found


async def tell_progress(tally: Tally, seconds: float, tell: Told) -> None:
    """Every second, of that second alone: to look at all that was noted since the start would take so long that messages are heard late."""
    start, until = time.perf_counter(), time.perf_counter() + seconds
    while (left := until - time.perf_counter()) > 0:
        known = len(tally.delays)
        await asyncio.sleep(min(1.0, left))
        passed = time.perf_counter() - start
        tell(
            f"{passed:.0f} of {seconds:.0f} s: {tally.moves / passed:,.0f} moves a second, {percentile(tally.delays[known:], 99) * 1e3:.1f} ms p99"
        )


def busy_of(
    tally: Tally, tables: int, seconds: float, used: Usage | None, after: Usage | None
) -> Busy:
    p50, p99 = (percentile(tally.delays, rank) * 1e3 for rank in (50, 99))
    found = Busy(
        tables,
        seconds,
        tally.moves,
        tally.games,
        tally.moves / seconds,
        p50,
        p99,
        dict(tally.refused),
    )
    if used is not None and after is not None:
        found.server_cpu_seconds = after.cpu - used.cpu
        found.moves_a_cpu_second = tally.moves / max(found.server_cpu_seconds, 1e-9)
    return found


def percentile(values: list[float], rank: float) -> float:
    """The value below which so many of a hundred lie; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * rank / 100))] if ordered else 0.0


# === WHAT DOES NOTHING ===


async def hold_lines(driven: Driven, crowd: Crowd, number: int, tell: Told) -> Held:
    """So many people with a line each, who watch a table and do nothing."""
    tell(f"opening {number} idle lines")
    before = driven.usage()
    owner = await crowd.person()
    table = await owner.open_table("ghooost", {"players": 2})
    people = await crowd.people(number)
    await in_turn(
        [partial(person.ask, "watch", table=table, seat=None) for person in people], AT_ONCE
    )
    after = driven.usage()
    for person in [owner, *people]:
        person.leave()
    return held_of(number, before, after)


async def rest_tables(driven: Driven, crowd: Crowd, wanted: Wanted, tell: Told) -> Held:
    """So many tables in the middle of a game, whose people have gone; as many before them fill what the house fills once (caches of the database)."""
    moves = moves_before_rest(wanted)
    await leave_tables(crowd, wanted, moves, tell)
    before = driven.usage()
    await leave_tables(crowd, wanted, moves, tell)
    return held_of(wanted.rest, before, driven.usage())


def moves_before_rest(wanted: Wanted) -> int:
    """Half of a game that is played at random: a table whose game is over when its people go is not at rest, but forgotten."""
    title, dice = find_game(wanted.game), random.Random(SAMPLE)
    options = {"players": wanted.players} if "players" in title.option_names else {}
    lengths = []
    for seed in range(SAMPLE):
        match = title.new(seed=seed, **options)
        while match.waiting:
            seat = match.waiting[0]
            match.apply(seat, dice.choice(match.actions(seat)))
        lengths.append(len(match.moves))
    return min(REST_MOVES, sorted(lengths)[SAMPLE // 2] // 2)


async def leave_tables(crowd: Crowd, wanted: Wanted, moves: int, tell: Told) -> None:
    for first in range(0, wanted.rest, AT_ONCE):
        tell(f"tables at rest: {first} of {wanted.rest}")
        some = min(AT_ONCE, wanted.rest - first)
        parties = await in_turn(
            (lambda: crowd.party(Tally(), wanted, moves) for _ in range(some)), AT_ONCE
        )
        await asyncio.gather(*(asyncio.wait_for(party.over.wait(), PATIENCE) for party in parties))
        for party in parties:
            leave(party)
    await asyncio.sleep(0.5)


def held_of(number: int, before: Usage | None, after: Usage | None) -> Held:
    if before is None or after is None:
        return Held(number, 0.0, 0)
    return Held(number, (after.memory - before.memory) / number, after.memory)
