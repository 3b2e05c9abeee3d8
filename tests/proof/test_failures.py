"""The database is gone or locked, or the disk is full.

Players learn of the trouble, nothing is lost, and the server recovers by itself.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from proof.clients import TROUBLE, GuestClient
from proof.faults import (
    StoppablePostgresql,
    disk_filled,
    file_size_limited,
    postgresql_gone,
    small_disk,
    sqlite_disk_filled,
    sqlite_locked,
)
from proof.log_checks import check_tables
from proof.proof_runs import record_run, repetitions
from proof.server_processes import ForkedServer, forked_server
from proof.simulated_guests import (
    SimulatedGuest,
    finish_guests,
    raise_errors,
    start_guests,
    wait_for_moves,
)
from proof.waiting import eventually
from spookhouse.games import FOLDERS, game
from spookhouse.remote.blocking import wait_for
from spookhouse.remote.http import HttpSession
from support.databases import server as postgresql_server

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-failures")]

TIMES = repetitions("troubles", 1, 25)
BOT_PAUSE = 0.2
LONGEST_WAIT = 15.0  # seconds for any answer, also in trouble
SOON = 30.0

Fault = Callable[[], AbstractContextManager[None]]


def guests_of(server: ForkedServer) -> list[SimulatedGuest]:
    """Return three playing guests.

    One always plays with a bot. One never does: bots stop in trouble, and a guest who waits for
    a bot sends no command.
    """
    without_bots = [name for name in FOLDERS if game(name).min_players == 2]
    games = [list(FOLDERS), list(FOLDERS), without_bots]
    guests = [
        SimulatedGuest(lambda: server.address, names, seed, with_bot=seed == 0)
        for seed, names in enumerate(games)
    ]
    start_guests(guests)
    return guests


def table_of_bots(server: ForkedServer) -> GuestClient:
    """Open a table where only bots have to move, and return a client that watches it."""
    client = GuestClient(server.address).connect()
    client.watch(client.open_table("graveyards"))
    client.sit(0)
    client.add_bots()
    client.do("start")
    client.show(0)
    client.do("away", seat=0)
    return client


def check_failures(server: ForkedServer, fault: Fault) -> dict[str, int]:
    """Check that guests learn of every fault, and that everything goes on afterwards."""
    guests = guests_of(server)
    for _ in range(TIMES):
        watcher = table_of_bots(server)
        before = [len(guest.refusals) for guest in guests]
        with fault():
            eventually(partial(learned_of_trouble, guests, before), SOON)
        wait_for_moves(guests, seconds=SOON)
        check_bots_go_on(watcher)
    counted = check_tables(server.database, finish_guests(guests))
    assert counted["acknowledged"] == sum(guest.moves for guest in guests)
    assert max(guest.slowest_move for guest in guests) < LONGEST_WAIT
    check_log(server)
    return counted


def learned_of_trouble(guests: Sequence[SimulatedGuest], before: Sequence[int]) -> bool:
    """Return whether a guest was refused because of trouble since it had so many refusals."""
    raise_errors(guests)
    since = [guest.refusals[number:] for guest, number in zip(guests, before, strict=True)]
    return any(refusal.code == TROUBLE for refusals in since for refusal in refusals)


def check_bots_go_on(watcher: GuestClient, entries: int = 3) -> None:
    """Check that bots move although no human does anything, unless their game is over."""
    version = watcher.watch(watcher.table_id).version
    watcher.wait_until(lambda view: view.version >= version + entries or view.phase == "over", SOON)
    watcher.close()


def check_log(server: ForkedServer) -> None:
    """Check that the log has the errors of the database, without any values."""
    log = server.output()
    assert "Error" in log, "the trouble is not in the log"
    assert "[parameters:" not in log, "the log has values"


# === THE DATABASE IS GONE ===


@pytest.fixture
def postgresql() -> Iterator[StoppablePostgresql]:
    made = StoppablePostgresql()
    yield made
    made.close()


def test_postgresql_gone_and_back(postgresql: StoppablePostgresql) -> None:
    with forked_server(postgresql.url, bot_pause=BOT_PAUSE) as server:

        @contextmanager
        def gone() -> Iterator[None]:
            with postgresql_gone(postgresql):
                yield
                assert first_visit(server) == 503

        counted = check_failures(server, gone)
        assert first_visit(server) == 200
        assert server.status is None
    record_run(
        "lost",
        "PostgreSQL gone and back",
        "pg_ctl stop -m immediate, then started again",
        times=TIMES,
        **counted,
    )


def first_visit(server: ForkedServer) -> int:
    """Return the status that somebody without a cookie receives."""
    return wait_for(HttpSession(server.address).request("GET", "/")).status


def test_sqlite_locked_by_another_process(tmp_path: Path) -> None:
    with forked_server(f"sqlite:///{tmp_path}/house.db", bot_pause=BOT_PAUSE) as server:
        counted = check_failures(server, lambda: sqlite_locked(server.database))
    record_run(
        "lost",
        "SQLite locked by another process",
        "BEGIN EXCLUSIVE in another process for longer than the server waits",
        times=TIMES,
        **counted,
    )


# === THE DISK IS FULL ===


def test_disk_full(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    with (
        # There is room for what guests play between the faults.
        small_disk(tmp_path, megabytes=12 + 4 * TIMES) as is_mounted,
        forked_server(f"sqlite:///{file}", bot_pause=BOT_PAUSE) as server,
    ):
        counted = check_failures(
            server,
            lambda: sqlite_disk_filled(tmp_path, file) if is_mounted else file_size_limited(server),
        )
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    how = "a small tmpfs, filled up" if is_mounted else "RLIMIT_FSIZE (no right to mount)"
    record_run("lost", "disk full", how, times=TIMES, **counted)


@contextmanager
def database_on(disk: Path) -> Iterator[str]:
    """Yield the URL of a PostgreSQL database whose tables are on a disk."""
    server = postgresql_server()
    folder = disk / "tables"
    folder.mkdir()
    disk.chmod(0o755)  # the user of PostgreSQL must be able to enter
    assert server.system_user is not None
    shutil.chown(folder, server.system_user)
    server.psql(f"CREATE TABLESPACE small LOCATION '{folder}';")
    server.psql("CREATE DATABASE small TABLESPACE small;")
    try:
        url = str(server.get_uri(database="small"))
        yield url.replace("postgresql://", "postgresql+psycopg://")
    finally:
        server.psql("DROP DATABASE small WITH (FORCE);")
        server.psql("DROP TABLESPACE small;")


def test_disk_of_postgresql_full() -> None:
    """Fill the disk with the tables of a database; the write-ahead log is on another disk."""
    with (
        tempfile.TemporaryDirectory(prefix="spookhouse-small-") as name,
        small_disk(Path(name), megabytes=44 + 4 * TIMES) as is_mounted,
    ):
        if not is_mounted:
            pytest.skip("only root can mount a disk for PostgreSQL")
        disk = Path(name)
        with (
            database_on(disk) as url,
            forked_server(url, bot_pause=BOT_PAUSE) as server,
        ):
            counted = check_failures(server, lambda: disk_filled(disk))
    record_run(
        "lost",
        "disk full, PostgreSQL",
        "its tables on a small tmpfs, filled up",
        times=TIMES,
        **counted,
    )
