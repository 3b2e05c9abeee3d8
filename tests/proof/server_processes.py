"""Servers for proofs: forked from a nursery, so that a thousand of them can be killed."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from proof import nursery
from support.servers import FOR_TESTS, Server

ASKING = Lock()


@cache
def nurse() -> "subprocess.Popen[str]":
    """One nursery a test process; it ends, and its servers with it, when that does."""
    process = subprocess.Popen(
        [sys.executable, nursery.__file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert json.loads(process.stdout.readline()) == {"ready": True}
    return process


def ask(order: dict[str, Any]) -> dict[str, Any]:
    process = nurse()
    assert process.stdin is not None
    assert process.stdout is not None
    with ASKING:
        process.stdin.write(json.dumps(order) + "\n")
        process.stdin.flush()
        answer: dict[str, Any] = json.loads(process.stdout.readline())
    return answer


class House(Server):
    """A server process that was forked, not started anew."""

    def __init__(
        self,
        database: str,
        patch: str = "",
        argument: Any = None,
        host: str = "127.0.0.1",
        **settings: Any,
    ) -> None:
        self.database = database
        file, name = tempfile.mkstemp(prefix="spookhouse-log-")
        os.close(file)
        self.log = Path(name)
        values = {"host": host, "port": 0, "database": database, **FOR_TESTS, **settings}
        born = ask({"settings": values, "log": name, "patch": patch, "argument": argument})
        self.pid: int = born["pid"]
        self.port: int = born["port"]
        self.url = f"http://{host}:{self.port}"
        assert self.port, self.output()
        self.status: int | None = None

    def wait_until_ready(self) -> None:
        import urllib.error
        import urllib.request

        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/readyz", timeout=5):
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                assert is_alive(self.pid), self.output()
                time.sleep(0.01)
        raise AssertionError("the server did not answer")

    def output(self) -> str:
        """What the server has written to its log so far."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    def stacks(self) -> str:
        """Where each of its threads is, for a server that hangs."""
        self.send(signal.SIGUSR1)
        time.sleep(0.5)
        return self.output()[-6000:]

    def send(self, number: int) -> None:
        os.kill(self.pid, number)

    def end(self, number: int = signal.SIGKILL) -> int:
        """The end of the process, by a signal; gives its exit status."""
        if self.status is None:
            with suppress(ProcessLookupError):
                self.send(number)
            self.status = ask({"wait": self.pid})["status"]
        return self.status

    def stop(self) -> int:
        if self.status is None and not is_alive(self.pid):
            return self.end()
        return self.end(signal.SIGTERM)

    def memory(self) -> int:
        """Resident bytes."""
        text = Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii")
        return int(text.split()[1]) * os.sysconf("SC_PAGESIZE")

    def files(self) -> int:
        """Open file descriptors."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that ended and was not waited for does not."""
    try:
        return (
            Path(f"/proc/{pid}/stat")
            .read_text(encoding="ascii", errors="replace")
            .rpartition(")")[2]
            .split()[0]
            != "Z"
        )
    except OSError:
        return False


@contextmanager
def housed(database: str, **details: Any) -> Iterator[House]:
    """A house, stopped politely afterwards."""
    house = House(database, **details)
    try:
        house.wait_until_ready()
        yield house
    finally:
        house.stop()
        house.log.unlink(missing_ok=True)
