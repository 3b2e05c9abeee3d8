"""Writes that leave the server together at the end of one turn of the event loop."""

import asyncio
from typing import Protocol


class Writer(Protocol):
    """A connection with queued data."""

    def flush(self) -> None:
        """Write what is queued."""


class FlushQueue:
    """Flushes all writers with one callback; one for each would cost as much as its write."""

    __slots__ = ("writers",)

    def __init__(self) -> None:
        self.writers: list[Writer] = []

    def add(self, writer: Writer) -> None:
        """Flush this writer when the current turn of the event loop ends."""
        self.writers.append(writer)
        if len(self.writers) == 1:
            asyncio.get_running_loop().call_soon(self.flush)

    def flush(self) -> None:
        """Flush all writers."""
        writers, self.writers = self.writers, []
        for writer in writers:
            writer.flush()
