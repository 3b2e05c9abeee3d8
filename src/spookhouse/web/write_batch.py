"""What leaves the house in one turn of the event loop."""

import asyncio
from typing import Protocol


class Flushed(Protocol):
    """Somebody with something to send."""

    def flush(self) -> None: ...


class Outbox:
    """All who have something to send are flushed when the turn ends, by one call: a call for each would cost as much as what it sends."""

    __slots__ = ("waiting",)

    def __init__(self) -> None:
        self.waiting: list[Flushed] = []

    def add(self, sender: Flushed) -> None:
        self.waiting.append(sender)
        if len(self.waiting) == 1:
            asyncio.get_running_loop().call_soon(self.flush)

    def flush(self) -> None:
        waiting, self.waiting = self.waiting, []
        for sender in waiting:
            sender.flush()
