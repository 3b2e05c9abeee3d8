"""A mixed load for a long time: all games, people and bots, lines that break. Does the house use as much at the end as at the start?"""

import asyncio
import random
import time
from dataclasses import asdict, dataclass, field
from itertools import combinations
from math import sqrt
from typing import Any

from spookhouse.bench.baseline import timed, work
from spookhouse.bench.driver import Guests, LoadPlan, Report, percentile, warm_up
from spookhouse.bench.errors import LoadFailed
from spookhouse.bench.server_process import Driven
from spookhouse.bench.simulated_players import SimulatedPlayer, SimulatedTable, Tally
from spookhouse.games import games
from spookhouse.remote.address import ServerAddress
from spookhouse.remote.errors import RemoteError
from spookhouse.remote.messages import Json

PACE = 0.05  # seconds that people think, on average
SAMPLES = 60  # over the whole time
SETTLING = 0.4  # of the time, in which the house fills (it keeps tables that nobody watches, up to a number): not looked at
BREAKS = 0.3  # how often a party's line breaks before its game is over
LEVELS = (
    "thumb",
    "pip",
    "drowse",
    "creak",
)  # of the bots; stronger ones would mostly keep people waiting
SURE = 2.33  # standard deviations: what rises so by chance does so once in a hundred times
WORK = 0.005  # seconds of a fixed piece of work, again and again
TABLE_MINUTES = 3.0  # a game that takes longer is left
QUIET = 20.0  # seconds without a move: people think for less, bots too


@dataclass
class Sample:
    """How the house stood at one moment."""

    at: float
    memory_mb: float
    files: float
    p50_ms: float
    p99_ms: float
    pace_ms: float


@dataclass
class Trend:
    """Whether something stayed as it was."""

    what: str
    first: float
    last: float
    an_hour: float
    is_flat: bool


@dataclass
class Soaked:
    """What a mixed load found."""

    seconds: float
    moves: int
    games: int
    came: int
    refused: dict[str, int]
    trends: list[Trend] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)


async def soak(driven: Driven, plan: LoadPlan, report: Report) -> dict[str, Any]:
    """So many tables at once for so long, of which none is the same for long."""
    guests, tally, start = Guests(ServerAddress.parse(driven.url)), Tally(), time.monotonic()
    await warm_up(guests, plan)
    until = time.monotonic() + plan.seconds
    tables = [asyncio.create_task(keep_coming(guests, tally, until)) for _ in range(plan.tables)]
    samples = await watch(driven, tally, until, report)
    await asyncio.gather(*tables)
    found = Soaked(
        time.monotonic() - start,
        tally.moves,
        tally.games,
        guests.number,
        tally.refused,
        trends_of(samples),
        samples,
    )
    return {"mixed": asdict(found)}


async def keep_coming(guests: Guests, tally: Tally, until: float) -> None:
    """One party after the other: another game, other people."""
    while time.monotonic() < until:
        table = await random_table(guests, tally)
        try:
            await asyncio.wait_for(play_out(table, until), TABLE_MINUTES * 60)
            tally.games += table.over.is_set()
        except TimeoutError:
            is_stuck = time.perf_counter() - table.changed_at > QUIET
            tally.refuse(
                f"{'table/stuck' if is_stuck else 'game/too-long'} {table.game}, {table.moves} moves of people"
            )
        except RemoteError as error:
            tally.refuse(error.message[:60])
        table.is_playing = False
        table.leave()


async def random_table(guests: Guests, tally: Tally) -> SimulatedTable:
    title = random.choice(games())
    players = random.randint(title.min_players, title.max_players)
    people = random.randint(1, players)
    options: Json = {"players": players} if "players" in title.option_names else {}
    bots = random.choices(LEVELS, k=players - people)
    humans = [await guests.one() for _ in range(people)]
    return await SimulatedTable(tally, title.name, options, humans, bots, PACE).begin()


async def play_out(table: SimulatedTable, until: float) -> None:
    """To the end of the game, or of the time; now and then a line breaks and its person comes back on another."""
    while time.monotonic() < until and not table.over.is_set():
        try:
            await asyncio.wait_for(table.over.wait(), 2.0)
        except TimeoutError:
            if random.random() < BREAKS:
                await break_connection(random.choice(table.players))


async def break_connection(player: SimulatedPlayer) -> None:
    """Close a player's connection and open another."""
    player.guest.leave()
    await asyncio.sleep(random.uniform(0, 0.5))
    await player.reconnect()


async def watch(driven: Driven, tally: Tally, until: float, report: Report) -> list[Sample]:
    samples, start = [], time.monotonic()
    pause = max(0.5, (until - start) / SAMPLES)
    while (left := until - time.monotonic()) > 0:
        tally.delays = []
        await asyncio.sleep(min(pause, left))
        usage = driven.usage()
        if usage is None:
            raise LoadFailed(
                "the process of the house is not known: give --pid, or let --mixed open a house of its own"
            )
        p50, p99 = (percentile(tally.delays, rank) * 1e3 for rank in (50, 99))
        sample = Sample(
            time.monotonic() - start,
            usage.memory / 1e6,
            usage.files,
            p50,
            p99,
            pace_of_the_machine(),
        )
        samples.append(sample)
        report(
            f"{sample.at:.0f} s: {sample.memory_mb:.0f} MB, {sample.files:.0f} files, {sample.p99_ms:.1f} ms p99, {tally.moves:,} moves"
        )
    return samples


# === FLAT OR NOT ===


def trends_of(samples: list[Sample]) -> list[Trend]:
    settled = samples[int(len(samples) * SETTLING) :]
    times = [sample.at for sample in settled]
    named = {
        "memory, MB": [sample.memory_mb for sample in settled],
        "file descriptors": [sample.files for sample in settled],
        "p50 of a move, ms": [sample.p50_ms for sample in settled],
        "p99 of a move, ms": [sample.p99_ms for sample in settled],
        "the machine's own pace, ms": [sample.pace_ms for sample in settled],
    }
    return (
        [trend(what, times, values) for what, values in named.items()] if len(settled) > 2 else []
    )


def trend(what: str, times: list[float], values: list[float]) -> Trend:
    """Flat: over the time that was looked at it rises by less than a tenth, or no more surely than what is thrown by dice.

    Single minutes may be far off (somebody else uses the machine), so what counts is how the values of any two moments compare.
    """
    slope = slope_of(times, values)
    rise, typical = slope * (times[-1] - times[0]), sorted(values)[len(values) // 2]
    some = max(1, len(values) // 5)
    return Trend(
        what,
        sum(values[:some]) / some,
        sum(values[-some:]) / some,
        slope * 3600,
        rise < 0.1 * typical or not rises(values),
    )


def slope_of(times: list[float], values: list[float]) -> float:
    """The median of the slopes between any two (Theil and Sen): a few values that are far off do not change it."""
    pairs = combinations(zip(times, values, strict=True), 2)
    slopes = sorted(
        (later - value) / (after - at) for (at, value), (after, later) in pairs if after > at
    )
    return slopes[len(slopes) // 2] if slopes else 0.0


def rises(values: list[float]) -> bool:
    """Whether later values are larger than earlier ones more often than chance would have it (the test of Mann and Kendall)."""
    number = len(values)
    larger = sum((later > value) - (later < value) for value, later in combinations(values, 2))
    return larger - 1 > SURE * sqrt(number * (number - 1) * (2 * number + 5) / 18)


def pace_of_the_machine() -> float:
    """Milliseconds for a fixed piece of work, here and now: what was slower at the end, the house or the machine?"""
    return percentile(timed(work, WORK), 50) * 1e3
