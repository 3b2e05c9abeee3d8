"""Reading later than bytes arrive, so that a thousand clients in one process measure well."""

import asyncio
import time
from collections import deque
from collections.abc import Callable

SLICE = 0.0005  # seconds of reading before the event loop may note what else has arrived

Read = Callable[[], None]


class ReadQueue:
    """Sockets that have something to read; a `Schedule` of `remote.websocket_client`.

    Each socket notes at once when bytes arrive, and is read a little later. Without this a
    message would wait, unnoticed, while the messages of hundreds of other clients are answered.
    Real clients have devices of their own and do not wait for each other.
    """

    def __init__(self) -> None:
        self.waiting: deque[Read] = deque()

    def add(self, read: Read) -> None:
        """Have a socket read soon."""
        self.waiting.append(read)
        if len(self.waiting) == 1:
            asyncio.get_running_loop().call_soon(self._read_some)

    def _read_some(self) -> None:
        until = time.perf_counter() + SLICE
        while self.waiting and time.perf_counter() < until:
            self.waiting[0]()
            self.waiting.popleft()
        if self.waiting:
            asyncio.get_running_loop().call_soon(self._read_some)
