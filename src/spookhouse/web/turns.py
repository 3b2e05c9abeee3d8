"""Turns at a table: one deed at a time, in the order of coming."""

import asyncio
from collections import deque


class Turn:
    """A lock that whoever finds it free takes at once, without a trip through the event loop."""

    __slots__ = ("is_taken", "waiting")

    def __init__(self) -> None:
        self.is_taken = False
        self.waiting: deque[asyncio.Future[None]] | None = None  # nearly always there is nobody

    def take_now(self) -> bool:
        """Whether it was free; now it is not."""
        was_free, self.is_taken = not self.is_taken, True
        return was_free

    async def __aenter__(self) -> None:
        if self.take_now():
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self.waiting is None:
            self.waiting = deque()
        self.waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self.give_back()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.give_back()

    def give_back(self) -> None:
        """The next one takes it, without a gap that somebody else could slip into."""
        while self.waiting:
            following = self.waiting.popleft()
            if not following.done():
                following.set_result(None)
                return
        self.waiting = None
        self.is_taken = False
