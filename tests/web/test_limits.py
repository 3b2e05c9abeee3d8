"""Token buckets: what one name may request, and how many names are remembered."""

from types import SimpleNamespace

import pytest

from spookhouse.web.limits import Buckets


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        """Return the time that was set."""
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Replace the clock of the limits."""
    clock = Clock()
    monkeypatch.setattr("spookhouse.web.limits.time", SimpleNamespace(monotonic=clock.monotonic))
    return clock


def taken(buckets: Buckets, name: str, tries: int) -> int:
    """Return how many of so many tokens a name gets."""
    return sum(buckets.take(name) for _ in range(tries))


def test_a_bucket_has_a_burst_and_a_rate(clock: Clock) -> None:
    buckets = Buckets(rate=2, burst=10)
    assert taken(buckets, "ann", 30) == 10
    clock.now += 3
    assert taken(buckets, "ann", 30) == 6
    clock.now += 3600
    assert taken(buckets, "ann", 30) == 10
    assert taken(buckets, "bob", 30) == 10


def test_full_buckets_are_forgotten(clock: Clock) -> None:
    buckets = Buckets(rate=1, burst=10, max_buckets=1000)
    for number in range(100_000):
        assert buckets.take(f"guest {number}")
        # Each bucket is full again after a second.
        clock.now += 0.1
    assert len(buckets.buckets) <= 100


def test_a_busy_name_is_not_forgotten_among_quiet_ones(clock: Clock) -> None:
    buckets = Buckets(rate=1, burst=10, max_buckets=1000)
    begun, got = clock.now, taken(buckets, "eve", 30)
    for number in range(5_000):
        assert buckets.take(f"guest {number}")
        clock.now += 0.1
        got += taken(buckets, "eve", 2)
    assert got <= 10 + (clock.now - begun)


def test_the_number_of_buckets_has_a_bound(clock: Clock) -> None:
    # With this rate no bucket is ever full again.
    buckets = Buckets(rate=0, burst=2, max_buckets=1000)
    for number in range(20_000):
        assert buckets.take(f"guest {number}")
        assert len(buckets.buckets) <= 1000
    assert taken(buckets, "guest 19999", 5) == 1
