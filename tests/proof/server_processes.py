"""Server processes of the fork server: cheap to start, so that a thousand can be killed."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TypeVar

import msgspec

from proof import forkserver
from proof.forkserver import Ended, Start, Started, Wait
from spookhouse.remote.address import ServerAddress
from support.servers import FOR_TESTS, is_ready

Setting = bool | int | float | str
Argument = TypeVar("Argument")
Reply = TypeVar("Reply", Started, Ended)

START_SECONDS = 60.0
ORDER_LOCK = Lock()


@dataclass(frozen=True)
class Patch:
    """A function that a forked server calls before it opens, and its argument."""

    name: str
    argument: object

    @classmethod
    def of(cls, function: Callable[[Argument], None], argument: Argument) -> "Patch":
        """Return a patch; the argument must survive JSON."""
        return cls(f"{function.__module__}:{function.__qualname__}", argument)


@cache
def fork_server() -> "subprocess.Popen[str]":
    """Start the fork server of this test process; it ends with it, and so do its servers."""
    process = subprocess.Popen(
        [sys.executable, forkserver.__file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def order(request: Start | Wait, reply: type[Reply]) -> Reply:
    """Send one order to the fork server and return its reply."""
    process = fork_server()
    assert process.stdin is not None
    assert process.stdout is not None
    with ORDER_LOCK:
        process.stdin.write(msgspec.json.encode(request).decode() + "\n")
        process.stdin.flush()
        return msgspec.json.decode(process.stdout.readline(), type=reply)


class ForkedServer:
    """A running server process with its log and address."""

    def __init__(self, database: str, patch: Patch | None = None, /, **settings: Setting) -> None:
        self.database = database
        file, name = tempfile.mkstemp(prefix="spookhouse-log-")
        os.close(file)
        self.log = Path(name)
        defaults = {"host": "127.0.0.1", "port": 0, "database": database, **FOR_TESTS}
        request = Start(defaults | settings, name)
        if patch is not None:
            request.patch, request.argument = patch.name, patch.argument
        started = order(request, Started)
        self.pid, self.port = started.pid, started.port
        self.status: int | None = None
        assert self.port, self.output()
        self.address = ServerAddress("http", request.settings["host"], self.port)

    def wait_until_ready(self) -> None:
        """Wait until the server answers that it is ready."""
        deadline = time.monotonic() + START_SECONDS
        while not is_ready(self.address):
            assert is_alive(self.pid), self.output()
            assert time.monotonic() < deadline, f"not ready after {START_SECONDS:.0f} seconds"
            time.sleep(0.01)

    def output(self) -> str:
        """Return what the server has written to its log so far."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    def stacks(self) -> str:
        """Return the stack of every thread, for a server that hangs."""
        self.send(signal.SIGUSR1)
        time.sleep(0.5)
        return self.output()[-6000:]

    def send(self, number: int) -> None:
        """Send a signal."""
        os.kill(self.pid, number)

    def end(self, number: int = signal.SIGKILL) -> int:
        """End the process by a signal and return its exit status."""
        if self.status is None:
            with suppress(ProcessLookupError):
                self.send(number)
            self.status = order(Wait(self.pid), Ended).status
        return self.status

    def stop(self) -> int:
        """Let the server shut down and return its exit status."""
        if self.status is None and not is_alive(self.pid):
            return self.end()
        return self.end(signal.SIGTERM)

    def memory(self) -> int:
        """Return the resident memory in bytes."""
        text = Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii")
        return int(text.split()[1]) * os.sysconf("SC_PAGESIZE")

    def open_files(self) -> int:
        """Return the number of open file descriptors."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))


def is_alive(pid: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


@contextmanager
def forked_server(
    database: str, patch: Patch | None = None, /, **settings: Setting
) -> Iterator[ForkedServer]:
    """Run a server and shut it down afterwards."""
    server = ForkedServer(database, patch, **settings)
    try:
        server.wait_until_ready()
        yield server
    finally:
        server.stop()
        server.log.unlink(missing_ok=True)
