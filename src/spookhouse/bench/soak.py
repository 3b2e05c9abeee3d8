"""Drive a server for a long time with all games, humans and bots, and lost connections.

Does it use as much at the end as at the start?
"""

import asyncio
import random
import time
from collections.abc import Sequence

import numpy as np

from spookhouse.bench.baseline import timed, work
from spookhouse.bench.driver import Guests, LoadPlan, Report, percentile, warm_up
from spookhouse.bench.errors import LoadFailed
from spookhouse.bench.reports import LoadReport, Sample, SoakReport, Trend
from spookhouse.bench.server_process import Driven
from spookhouse.bench.simulated_players import SimulatedPlayer, SimulatedTable, Tally
from spookhouse.games import games
from spookhouse.kernel.contract import Json
from spookhouse.remote.address import ServerAddress
from spookhouse.remote.errors import RemoteError

PACE = 0.05  # seconds that a human thinks, on average
SAMPLES = 60  # over the whole time
# The share of the time that is ignored. The server fills up to the number of tables that it keeps.
SETTLING = 0.4
LOOK = 2.0  # seconds between two moments at which a connection may break
BREAKS = 0.3  # probability that one breaks then
# Bots. Stronger ones would mostly keep the others waiting.
LEVELS = ("thumb", "pip", "drowse", "creak")
WORK = 0.005  # seconds of the fixed piece of work, for each sample
TABLE_MINUTES = 3.0  # a longer game is abandoned
QUIET = 20.0  # seconds without a move, after which a table is stuck
MAX_RISE = 0.1  # of the typical value, which still counts as flat
# Standard deviations. By chance a flat series rises so clearly once in a hundred times.
CLEAR = 2.33


async def soak(driven: Driven, plan: LoadPlan, report: Report) -> LoadReport:
    """Play at so many tables at once, with new players for every game."""
    guests, tally, start = Guests(ServerAddress.parse(driven.url)), Tally(), time.monotonic()
    await warm_up(guests, plan)
    until = time.monotonic() + plan.seconds
    tables = [asyncio.create_task(keep_playing(guests, tally, until)) for _ in range(plan.tables)]
    samples = await watch(driven, tally, until, report)
    await asyncio.gather(*tables)
    found = SoakReport(
        seconds=time.monotonic() - start,
        moves=tally.moves,
        games=tally.games,
        came=guests.number,
        refused=tally.refused,
        trends=trends_of(samples),
        samples=samples,
    )
    return LoadReport(mixed=found)


async def keep_playing(guests: Guests, tally: Tally, until: float) -> None:
    """Play one game after the other, each another game with other players."""
    while time.monotonic() < until:
        table = await random_table(guests, tally)
        try:
            await asyncio.wait_for(play_out(table, until), TABLE_MINUTES * 60)
            tally.games += table.over.is_set()
        except TimeoutError:
            is_stuck = time.perf_counter() - table.changed_at > QUIET
            code = "table/stuck" if is_stuck else "game/too-long"
            tally.refuse(f"{code} {table.game}, {table.moves} moves of humans")
        except RemoteError as error:
            tally.refuse(error.message[:60])
        table.is_playing = False
        table.leave()


async def random_table(guests: Guests, tally: Tally) -> SimulatedTable:
    """Return a table of a random game, for random numbers of humans and bots."""
    title = random.choice(games())
    players = random.randint(title.min_players, title.max_players)
    humans = random.randint(1, players)
    options: Json = {"players": players} if "players" in title.option_names else {}
    bots = random.choices(LEVELS, k=players - humans)
    seated = [await guests.one() for _ in range(humans)]
    return await SimulatedTable(tally, title.name, options, seated, bots, PACE).begin()


async def play_out(table: SimulatedTable, until: float) -> None:
    """Wait for the end of the game or of the time; meanwhile break connections at random."""
    while time.monotonic() < until and not table.over.is_set():
        try:
            await asyncio.wait_for(table.over.wait(), LOOK)
        except TimeoutError:
            if random.random() < BREAKS:
                await break_connection(random.choice(table.players))


async def break_connection(player: SimulatedPlayer) -> None:
    """Close a player's connection and open another."""
    player.guest.leave()
    await asyncio.sleep(random.uniform(0, 0.5))
    await player.reconnect()


async def watch(driven: Driven, tally: Tally, until: float, report: Report) -> list[Sample]:
    """Sample the server until the time is up."""
    samples, start = [], time.monotonic()
    pause = max(0.5, (until - start) / SAMPLES)
    while (left := until - time.monotonic()) > 0:
        tally.delays = []
        await asyncio.sleep(min(pause, left))
        sample = take_sample(driven, tally, time.monotonic() - start)
        samples.append(sample)
        report(
            f"{sample.at:.0f} s: {sample.memory_mb:.0f} MB, {sample.files:.0f} files, "
            f"{sample.p99_ms:.1f} ms p99, {tally.moves:,} moves"
        )
    return samples


def take_sample(driven: Driven, tally: Tally, at: float) -> Sample:
    """Return the state of the server now, so many seconds after the start."""
    usage = driven.usage()
    if usage is None:
        raise LoadFailed(
            "the server's process is not known: name it with --pid, "
            "or leave out --url to start a server of our own"
        )
    p50, p99 = (percentile(tally.delays, rank) * 1e3 for rank in (50, 99))
    return Sample(at, usage.memory / 1e6, usage.files, p50, p99, machine_pace_ms())


def machine_pace_ms() -> float:
    """Return the milliseconds of a fixed piece of work, which grow if the machine gets slower."""
    return percentile(timed(work, WORK), 50) * 1e3


# === TRENDS ===


def trends_of(samples: list[Sample]) -> list[Trend]:
    """Return the trend of every value, without the time in which the server settled."""
    settled = samples[int(len(samples) * SETTLING) :]
    if len(settled) < 3:
        return []
    times = [sample.at for sample in settled]
    series = {
        "memory, MB": [sample.memory_mb for sample in settled],
        "file descriptors": [sample.files for sample in settled],
        "p50 of a move, ms": [sample.p50_ms for sample in settled],
        "p99 of a move, ms": [sample.p99_ms for sample in settled],
        "the machine's own pace, ms": [sample.pace_ms for sample in settled],
    }
    return [trend(what, times, values) for what, values in series.items()]


def trend(what: str, times: Sequence[float], values: Sequence[float]) -> Trend:
    """Return a trend. It is flat if it rises by less than a tenth, or not clearly.

    A few values may be far off, because other programs use the machine. So the slope and the test
    compare all pairs of values.
    """
    slope = slope_of(times, values)
    rise, typical = slope * (times[-1] - times[0]), float(np.median(values))
    some = max(1, len(values) // 5)
    return Trend(
        what=what,
        first=float(np.mean(values[:some])),
        last=float(np.mean(values[-some:])),
        an_hour=slope * 3600,
        is_flat=rise < MAX_RISE * typical or not rises(values),
    )


def slope_of(times: Sequence[float], values: Sequence[float]) -> float:
    """Return the median slope between any two values (Theil and Sen)."""
    first, second = np.triu_indices(len(times), 1)
    spans = np.take(times, second) - np.take(times, first)
    rises = np.take(values, second) - np.take(values, first)
    slopes = rises[spans > 0] / spans[spans > 0]
    return float(np.median(slopes)) if len(slopes) else 0.0


def rises(values: Sequence[float]) -> bool:
    """Return whether later values are clearly larger than earlier ones (Mann and Kendall)."""
    number = len(values)
    first, second = np.triu_indices(number, 1)
    larger = np.sign(np.take(values, second) - np.take(values, first)).sum()
    deviation = np.sqrt(number * (number - 1) * (2 * number + 5) / 18)
    return bool(larger - 1 > CLEAR * deviation)
