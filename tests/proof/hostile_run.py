"""One run: a server on a core of its own, a guest who measures, and an attack of one client."""

import itertools
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

from proof import server_patches
from proof.attacks import run_attacks
from proof.bystander import MEGABYTE, tracebacks
from proof.clients import GuestClient, table_in_phase
from proof.hostile_client import Targets
from proof.innocent_guest import Measured, Sample, measure
from proof.machine_noise import MachineNoise
from proof.server_processes import ForkedServer, Patch, Setting, forked_server
from spookhouse.bench.server_process import cores_of_this_process, hold
from spookhouse.stores import SqlStore
from spookhouse.table import commands as ask
from spookhouse.table.log import Draft, Said
from spookhouse.table.store_protocol import NewTable
from spookhouse.web.settings import Settings
from support.metrics import read_metrics
from support.servers import FOR_TESTS
from support.tables import SECRET, Played

# Seconds before anything is measured, in which the server fills what it fills once.
WARM_UP = 2.0
MEMORY_INTERVAL = 0.1
MESSAGES = 20_000
PROCESSES = get_context("spawn")


@dataclass(frozen=True)
class Latency:
    """The distribution of latencies, in milliseconds."""

    count: int
    p50: float
    p99: float
    slowest: float

    @classmethod
    def of(cls, samples: Sequence[Sample], start: float, end: float) -> "Latency":
        """Return the distribution of what ended between two times."""
        found = sorted(1000 * seconds for at, seconds in samples if start <= at <= end)
        if not found:
            return cls(0, 0.0, 0.0, 0.0)
        ranks = (len(found) // 2, int(len(found) * 0.99), len(found) - 1)
        p50, p99, slowest = (round(found[min(rank, len(found) - 1)], 1) for rank in ranks)
        return cls(len(found), p50, p99, slowest)


@dataclass(frozen=True)
class Calm:
    """The same measurements in some period."""

    http: Latency
    websocket: Latency
    echo: Latency
    write: Latency


@dataclass(frozen=True)
class HostileRun:
    """What an attack did to everybody else."""

    rounds: dict[str, int]
    before: Calm
    during: Calm
    disturbed: list[str]
    grown: int  # megabytes
    # By path, milliseconds.
    slowest: dict[str, float]
    # What the server counted meanwhile.
    counted: dict[str, int]
    # Tracebacks in its log.
    failures: list[str]


class MemoryPeak(threading.Thread):
    """Follow the memory of a server."""

    def __init__(self, server: ForkedServer) -> None:
        super().__init__(daemon=True)
        self.server, self.stopping = server, threading.Event()
        self.peak = self.first = server.memory()

    def run(self) -> None:
        """Remember the largest size until stopped."""
        while not self.stopping.wait(MEMORY_INTERVAL):
            self.peak = max(self.peak, self.server.memory())

    def finish(self) -> int:
        """Return by how many megabytes the server grew at most."""
        self.stopping.set()
        self.join()
        return (self.peak - self.first) // MEGABYTE


def run_hostile(folder: Path, names: Sequence[str], seconds: float, calm: float) -> HostileRun:
    """Measure a while without, then with these attacks."""
    database = f"sqlite:///{folder}/house.db"
    tables = add_finished_tables(database)
    with server_on_core(database) as (server, core):
        search_once(server)
        targets = Targets(*tables, open_lobby(server))
        noise = MachineNoise(core, folder)
        guest, from_guest = start_process(measure, server.address, targets.lobby)
        over = PROCESSES.Event()
        attacker, from_attacker = start_process(run_attacks, names, server.port, targets, over)
        from_guest.recv()
        from_attacker.recv()
        time.sleep(WARM_UP)
        times = [time.monotonic()]
        time.sleep(calm)
        memory, counts = MemoryPeak(server), read_counts(server)
        memory.start()
        times.append(time.monotonic())
        from_attacker.send("begin")
        time.sleep(seconds)
        times.append(time.monotonic())
        over.set()
        rounds: dict[str, int] = from_attacker.recv()
        from_guest.send("finish")
        measured: Measured = from_guest.recv()
        grown = memory.finish()
        counted = {name: count - counts[name] for name, count in read_counts(server).items()}
        noise.close()
        for process in (guest, attacker):
            process.join(10)
        failures = tracebacks(server.output())
    before, during = (
        period(measured, noise, start, end) for start, end in itertools.pairwise(times)
    )
    slowest = {path: round(1000 * each, 1) for path, each in measured.slowest.items()}
    return HostileRun(
        rounds, before, during, measured.disturbed, grown, slowest, counted, failures[:3]
    )


def read_counts(server: ForkedServer) -> dict[str, int]:
    """Return what a server has counted since its start."""
    found = read_metrics(GuestClient(server.address))
    return {name.removeprefix("spookhouse_"): int(count) for name, count in found.items()}


def period(measured: Measured, noise: MachineNoise, start: float, end: float) -> Calm:
    """Return what was measured between two times."""
    kinds = (measured.http, measured.websocket, noise.echoes, noise.writes)
    return Calm(*(Latency.of(samples, start, end) for samples in kinds))


# === PROCESSES ===


def start_process(
    target: Callable[..., None], *arguments: object
) -> tuple[SpawnProcess, Connection]:
    """Start a process that talks with this one."""
    here, there = PROCESSES.Pipe()
    process = PROCESSES.Process(target=target, args=(*arguments, there), daemon=True)
    process.start()
    there.close()
    return process, here


@contextmanager
def server_on_core(database: str) -> Iterator[tuple[ForkedServer, int | None]]:
    """Run a server with its usual limits on one core; keep all others on the remaining ones."""
    cores = cores_of_this_process()
    core = max(cores, default=None)
    patch = None if core is None else Patch.of(server_patches.hold_to_core, core)
    defaults = Settings()
    limits: dict[str, Setting] = {name: getattr(defaults, name) for name in FOR_TESTS}
    with forked_server(database, patch, **limits | {"bot_pause": 0.05}) as server:
        hold(*(cores - {core} or cores))
        try:
            yield server, core
        finally:
            hold(*cores)


# === TABLES ===


def add_finished_tables(database: str) -> tuple[str, str]:
    """Store a game with very much chat, and a long game; return their names."""
    talkative = Played(players=2).sit("ann", 0).sit("bob", 1).start()
    talkative.do("ann", ask.Resign(seat=0))
    talkative.store([Draft("ann", Said(text="boo " * 90)) for _ in range(MESSAGES)])
    store = SqlStore(database)
    for name, played in (("talkative", talkative), ("long-game", long_game())):
        row = NewTable(secret=SECRET, game="ghooost", public=False, created=1.0, changed=1.0)
        store.append(name, played.log, played.table.phase, row).result()
    store.close()
    return "talkative", "long-game"


def long_game() -> Played:
    """Return a finished game of six players who move at random."""
    rng = random.Random(6)
    played = Played(players=6, mode="match")
    for seat, guest in enumerate(("ann", "bob", "cid", "dot", "eve", "fay")):
        played.sit(guest, seat)
    played.start()
    while played.table.owed:
        seat = next(iter(played.table.owed))
        played.move(seat, rng.choice(played.match.legal(seat)))
    return played


def search_once(server: ForkedServer) -> None:
    """Request a hint: the first search takes memory that later ones use again."""
    client = GuestClient(server.address)
    table = table_in_phase(client, "playing")
    client.connect()
    for seat in (0, 1):
        client.exchange({"ask": "hint", "table": table, "seat": seat})
    client.close()


def open_lobby(server: ForkedServer) -> str:
    """Open a table for six with one guest, whose other seats are open to everybody."""
    client = GuestClient(server.address)
    table = client.open_table("ghooost", options={"players": 6}, public=True)
    client.connect().watch(table)
    client.sit(0)
    client.close()
    return table
