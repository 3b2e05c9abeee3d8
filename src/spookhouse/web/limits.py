"""Limits on what one guest or one address may request."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from spookhouse.web.errors import WebRefused

SECONDS_PER_HOUR = 3600


@dataclass(slots=True)
class Bucket:
    """A token bucket: `burst` tokens at once, `rate` tokens per second in the long run."""

    rate: float
    burst: float
    # When the level was computed.
    at: float
    level: float = field(init=False)

    def __post_init__(self) -> None:
        """Start full."""
        self.level = self.burst

    def take(self, now: float) -> bool:
        """Take a token; return whether there was one."""
        level = self.level + (now - self.at) * self.rate
        if level > self.burst:
            level = self.burst
        self.at = now
        is_within = level >= 1
        self.level = level - is_within
        return is_within

    def holds(self, tokens: float, now: float) -> bool:
        """Return whether the bucket holds so many tokens."""
        return self.level + (now - self.at) * self.rate >= tokens

    def is_full(self, now: float) -> bool:
        """Return whether the bucket is as good as a new one."""
        return self.holds(self.burst, now)


class Buckets:
    """A bucket for each name.

    Full buckets are forgotten. If too many others are left, the oldest are forgotten too.
    """

    def __init__(self, rate: float, burst: float, max_buckets: int = 10_000) -> None:
        self.rate, self.burst, self.max_buckets = rate, burst, max_buckets
        self.min_room = max_buckets // 10
        # Buckets before the next cleanup.
        self.room = self.min_room
        self.buckets: dict[str, Bucket] = {}

    def take(self, name: str) -> bool:
        """Take a token of a name; return whether there was one."""
        now = time.monotonic()
        bucket = self.buckets.get(name)
        if bucket is None:
            if len(self.buckets) >= self.room:
                self._forget(now)
            self.buckets[name] = bucket = Bucket(self.rate, self.burst, now)
        return bucket.take(now)

    def has(self, name: str) -> bool:
        """Return whether a name could take a token."""
        bucket = self.buckets.get(name)
        return bucket is None or bucket.holds(1, time.monotonic())

    def _forget(self, now: float) -> None:
        kept = [(name, bucket) for name, bucket in self.buckets.items() if not bucket.is_full(now)]
        self.buckets = dict(kept[-self.max_buckets // 2 :])
        self.room = max(self.min_room, 2 * len(self.buckets))


def hourly(number: int) -> Buckets:
    """Return a limit of so many an hour."""
    return Buckets(number / SECONDS_PER_HOUR, number)


class Count:
    """The number of things that each name has open, with a limit."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.counted: Counter[str] = Counter()

    def enter(self, name: str) -> bool:
        """Count one more; return False if the limit is reached."""
        if self.counted[name] >= self.limit:
            return False
        self.counted[name] += 1
        return True

    def leave(self, name: str) -> None:
        """Count one less."""
        self.counted[name] -= 1
        if self.counted[name] <= 0:
            del self.counted[name]


class Turns:
    """Work of which each name does one piece at a time, while a few more wait."""

    def __init__(self, max_waiting: int) -> None:
        self.waiting = Count(max_waiting + 1)
        self.locks: dict[str, asyncio.Lock] = {}

    @asynccontextmanager
    async def take(self, name: str) -> AsyncIterator[None]:
        """Wait for the turn of a name; refuse it if too many are waiting."""
        if not self.waiting.enter(name):
            raise WebRefused("limit/busy", "too many replays are requested: try again in a moment")
        lock = self.locks.setdefault(name, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            self.waiting.leave(name)
            if name not in self.waiting.counted:
                del self.locks[name]
