"""The server that is driven: one of our own on a core of its own, or a running one."""

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
from pathlib import Path

import msgspec

from spookhouse.bench.errors import LoadFailed
from spookhouse.stores import SqlStore

START_TIMEOUT = 300.0  # seconds, compiling included
STOP_TIMEOUT = 30.0  # seconds
# Settings of a server of our own. A simulated player is faster than a human, so the limits of a
# guest are lifted. The limits of an address stay: each player has an address of its own.
LIFTED_LIMITS = {
    "proxy_hops": "1",
    "messages_per_second": "1e9",
    "message_burst": "1000000000",
    "bot_pause": "0",
}


class Usage(msgspec.Struct, frozen=True):
    """What a process has used, as the system counts it."""

    cpu: float  # seconds
    memory: int  # bytes that are resident
    files: int  # descriptors


class Driven:
    """A server that is driven, and its process where that is known."""

    def __init__(
        self, url: str, pid: int | None, folder: Path | None = None, core: int | None = None
    ) -> None:
        self.url, self.pid, self.folder, self.core = url, pid, folder, core

    def usage(self) -> Usage | None:
        """Return what its process has used so far; None if that is unknown."""
        return None if self.pid is None else usage_of(self.pid)


def usage_of(pid: int) -> Usage | None:
    """Return what a process has used so far; None if Linux does not know it."""
    process = Path(f"/proc/{pid}")
    if not (process / "stat").exists():
        return None
    fields = (process / "stat").read_text().rpartition(")")[2].split()
    user, system = int(fields[11]), int(fields[12])
    pages = int((process / "statm").read_text().split()[1])
    return Usage(
        cpu=(user + system) / os.sysconf("SC_CLK_TCK"),
        memory=pages * os.sysconf("SC_PAGE_SIZE"),
        files=len(os.listdir(process / "fd")),
    )


# === A SERVER OF OUR OWN ===


@contextmanager
def own_server(**settings: str) -> Iterator[Driven]:
    """Run a real server on a temporary SQLite file, held to one core.

    This process stays off that core meanwhile.
    """
    all_cores = cores_of_this_process()
    core = max(all_cores, default=None)
    with tempfile.TemporaryDirectory(prefix="spookhouse-load-") as folder:
        database, port = f"sqlite:///{folder}/house.db", free_port()
        # Create the database first: a server nearly always opens an existing one.
        SqlStore(database).close()
        address = {"host": "127.0.0.1", "port": str(port), "database": database}
        with on_core(core):
            server = start_server(address | LIFTED_LIMITS | settings)
        hold(*(all_cores - {core} or all_cores))
        try:
            driven = Driven(f"http://127.0.0.1:{port}", server.pid, Path(folder), core)
            wait_until_ready(driven.url)
            yield driven
        finally:
            hold(*all_cores)
            server.terminate()
            server.wait(STOP_TIMEOUT)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_server(settings: dict[str, str]) -> "subprocess.Popen[bytes]":
    """Start a server process with these settings."""
    environment = {f"SPOOKHOUSE_{name.upper()}": value for name, value in settings.items()}
    return subprocess.Popen(
        [sys.executable, "-m", "spookhouse", "serve"],
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
    )


def wait_until_ready(url: str) -> None:
    """Wait until the server answers and all its rules are compiled."""
    deadline = time.monotonic() + START_TIMEOUT
    while time.monotonic() < deadline:
        try:
            # The address of a server.
            with urllib.request.urlopen(f"{url}/api/games", timeout=5) as answer:  # noqa: S310
                text = answer.read()
                if text.count(b'"compiled":"ready"') == text.count(b'"compiled"'):
                    return
        except (urllib.error.URLError, ConnectionError):
            pass
        time.sleep(0.05)
    raise LoadFailed(f"the server at {url} was not ready within {START_TIMEOUT:.0f} seconds")


# === CORES ===


@contextmanager
def on_core(core: int | None) -> Iterator[None]:
    """Hold this process to a core meanwhile. Processes that it starts stay there."""
    before = cores_of_this_process()
    hold(core)
    try:
        yield
    finally:
        hold(*before)


def cores_of_this_process() -> set[int]:
    """Return the cores that this process may use; none where the system cannot tell."""
    return os.sched_getaffinity(0) if sys.platform == "linux" else set()


def hold(*cores: int | None) -> None:
    """Hold this process, and those that it starts from now on, to these cores."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, {core for core in cores if core is not None})
