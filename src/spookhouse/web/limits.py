"""How much one guest or one address may ask for."""

import time
from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Bucket:
    """So many at once, and so many a second in the long run."""

    rate: float
    burst: float
    at: float  # when the level was
    level: float = field(init=False)

    def __post_init__(self) -> None:
        self.level = self.burst

    def take(self, now: float) -> bool:
        """Whether one more is within the limit."""
        level = self.level + (now - self.at) * self.rate
        if level > self.burst:
            level = self.burst
        self.at = now
        is_within = level >= 1
        self.level = level - is_within
        return is_within

    def is_full(self, now: float) -> bool:
        return self.level + (now - self.at) * self.rate >= self.burst


class Buckets:
    """A bucket for each name. One that is full again is as good as new, and forgotten; if there are too many others, those that came first."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self.room = self.least = (
            most // 10
        )  # how many there may be before it is looked which can go
        self.buckets: dict[str, Bucket] = {}

    def take(self, name: str) -> bool:
        now = time.monotonic()
        bucket = self.buckets.get(name)
        if bucket is None:
            if len(self.buckets) >= self.room:
                self._make_room(now)
            self.buckets[name] = bucket = Bucket(self.rate, self.burst, now)
        return bucket.take(now)

    def _make_room(self, now: float) -> None:
        kept = [(name, bucket) for name, bucket in self.buckets.items() if not bucket.is_full(now)]
        self.buckets = dict(kept[-self.most // 2 :])
        self.room = max(self.least, 2 * len(self.buckets))


class Count:
    """How many of something each name has open."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.counted: Counter[str] = Counter()

    def enter(self, name: str) -> bool:
        if self.counted[name] >= self.most:
            return False
        self.counted[name] += 1
        return True

    def leave(self, name: str) -> None:
        self.counted[name] -= 1
        if self.counted[name] <= 0:
            del self.counted[name]
