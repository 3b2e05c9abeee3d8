"""The network of the machine, which all tests share. Where cables are plugged and pulled browsers give up what they are loading, on any line."""

import fcntl
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOCK = Path(tempfile.gettempdir()) / f"spookhouse-network-{os.getuid()}"
SETTLES = 1.0  # seconds until everybody has noticed


@contextmanager
def steady_network() -> Iterator[None]:
    """Nobody plugs or pulls a cable meanwhile."""
    with LOCK.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        yield


@contextmanager
def changed_network() -> Iterator[None]:
    """Somebody does, while no browser is at work."""
    with LOCK.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
        time.sleep(SETTLES)
