"""How much one guest or one address may ask for."""

import time
from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Bucket:
    """So many at once, and so many a second in the long run."""

    rate: float
    burst: float
    level: float = field(init=False)
    at: float = field(default_factory=time.monotonic)

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


class Buckets:
    """A bucket for each name; names that have been quiet for long are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self.buckets: dict[str, Bucket] = {}

    def take(self, name: str) -> bool:
        bucket = self.buckets.get(name)
        if bucket is None:
            if len(self.buckets) >= self.most:
                self.buckets = dict(list(self.buckets.items())[self.most // 2 :])
            self.buckets[name] = bucket = Bucket(self.rate, self.burst)
        return bucket.take(time.monotonic())


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
