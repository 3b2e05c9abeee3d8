"""The house that is driven: one of our own on a core of its own, or any other; and what the system says of its process."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from spookhouse.bench.errors import LoadFailed
from spookhouse.stores import SqlStore

PATIENCE = 300.0
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
LIFTED = {  # a simulated person is faster than people are; each comes from an address of its own, so the limits of addresses stay
    "trust_proxy": "1",
    "messages_per_second": "1e9",
    "message_burst": "1000000000",
    "bot_pause": "0",
}


@dataclass(frozen=True)
class Usage:
    """What a process has used, as the system counts it."""

    cpu: float  # seconds
    memory: int  # bytes that are resident
    files: int  # descriptors


class Driven:
    """A house, and its process where that is known."""

    def __init__(
        self, url: str, pid: int | None, folder: Path | None = None, core: int | None = None
    ) -> None:
        self.url, self.pid, self.folder, self.core = url, pid, folder, core

    def usage(self) -> Usage | None:
        return usage_of(self.pid)


def usage_of(pid: int | None) -> Usage | None:
    if pid is None or not Path(f"/proc/{pid}/stat").exists():
        return None
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    resident = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return Usage(
        (int(fields[11]) + int(fields[12])) / TICKS, resident, len(os.listdir(f"/proc/{pid}/fd"))
    )


@contextmanager
def own_house(**settings: str) -> Iterator[Driven]:
    """A real server on a temporary SQLite file, held to one core; this process keeps off that core while it lives."""
    everywhere = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    core = max(everywhere, default=None)
    with tempfile.TemporaryDirectory(prefix="spookhouse-load-") as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        database = f"sqlite:///{folder}/house.db"
        SqlStore(database).close()  # as nearly always, the house is not opened for the first time
        values = {
            "host": "127.0.0.1",
            "port": str(port),
            "database": database,
            **LIFTED,
            **settings,
        }
        environment = os.environ | {
            f"SPOOKHOUSE_{name.upper()}": value for name, value in values.items()
        }
        with on_core(core):
            server = subprocess.Popen(
                [sys.executable, "-m", "spookhouse", "serve"],
                env=environment,
                stdout=subprocess.DEVNULL,
            )
        hold(*(everywhere - {core} or everywhere))
        try:
            driven = Driven(f"http://127.0.0.1:{port}", server.pid, Path(folder), core)
            wait_until_ready(driven.url)
            yield driven
        finally:
            hold(*everywhere)
            server.terminate()
            server.wait(30)


@contextmanager
def on_core(core: int | None) -> Iterator[None]:
    """What is started meanwhile stays on that core, and this process keeps off it afterwards as it did before."""
    before = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    hold(core)
    try:
        yield
    finally:
        hold(*before)


def hold(*cores: int | None) -> None:
    """Keep this process, and what it starts from now on, on these cores."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core for core in cores if core is not None})


def wait_until_ready(url: str) -> None:
    """Until the house answers, and all its rules are compiled."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{url}/api/games", timeout=5) as answer:  # noqa: S310  a house's address
                text = answer.read()
                if text.count(b'"compiled":"ready"') == text.count(b'"compiled"'):
                    return
        except (urllib.error.URLError, ConnectionError):
            pass
        time.sleep(0.05)
    raise LoadFailed(f"{url} did not get ready within {PATIENCE:.0f} seconds")
