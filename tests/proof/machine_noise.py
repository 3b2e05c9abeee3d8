"""What the machine itself does to latencies: on the server's core, and on its disk."""

import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from pathlib import Path

from spookhouse.bench.baseline import RECORD
from spookhouse.bench.server_process import hold

ECHO_INTERVAL, WRITE_INTERVAL = 0.02, 0.25  # seconds
Sample = tuple[float, float]  # when it ended, and how many seconds it took


class MachineNoise:
    """Echoes from a process on the server's core, and small durable writes to its disk."""

    def __init__(self, core: int | None, folder: Path) -> None:
        self.path = folder / "noise"
        self.echoes: list[Sample] = []
        self.writes: list[Sample] = []
        self.stopping = threading.Event()
        self.here, there = socket.socketpair()
        self.process: SpawnProcess = get_context("spawn").Process(
            target=echo, args=(there, core), daemon=True
        )
        self.process.start()
        there.close()
        self.here.sendall(b"x")
        self.here.recv(1)
        self.threads = [
            threading.Thread(target=self.repeat, args=arguments, daemon=True)
            for arguments in (
                (self.echo, ECHO_INTERVAL, self.echoes),
                (self.write, WRITE_INTERVAL, self.writes),
            )
        ]
        for thread in self.threads:
            thread.start()

    def repeat(self, work: Callable[[], None], interval: float, samples: list[Sample]) -> None:
        """Time a piece of work again and again."""
        while not self.stopping.wait(interval):
            started = time.monotonic()
            work()
            ended = time.monotonic()
            samples.append((ended, ended - started))

    def echo(self) -> None:
        """Wait for an echo."""
        self.here.sendall(b"x")
        self.here.recv(1)

    def write(self) -> None:
        """Write a little to the disk."""
        with self.path.open("wb", buffering=0) as file:
            file.write(RECORD)
            os.fsync(file.fileno())

    def close(self) -> None:
        """Stop measuring."""
        self.stopping.set()
        for thread in self.threads:
            thread.join()
        self.here.close()
        self.process.join(5)


def echo(there: socket.socket, core: int | None) -> None:
    """Send back what arrives, on one core."""
    if core is not None and sys.platform == "linux":
        hold(core)
    while data := there.recv(1):
        there.sendall(data)
