"""How much one name may ask for, and how many names are remembered."""

from types import SimpleNamespace

import pytest

from spookhouse.web.limits import Buckets


class Clock:
    """Time as a test wants it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("spookhouse.web.limits.time", SimpleNamespace(monotonic=clock.monotonic))
    return clock


def taken(buckets: Buckets, name: str, tries: int) -> int:
    return sum(buckets.take(name) for _ in range(tries))


def test_so_many_at_once_and_so_many_a_second(clock: Clock) -> None:
    buckets = Buckets(rate=2, burst=10)
    assert taken(buckets, "ann", 30) == 10
    clock.now += 3
    assert taken(buckets, "ann", 30) == 6
    clock.now += 3600
    assert taken(buckets, "ann", 30) == 10
    assert taken(buckets, "bob", 30) == 10


def test_names_that_have_been_quiet_are_forgotten(clock: Clock) -> None:
    buckets = Buckets(rate=1, burst=10, most=1000)
    for number in range(100_000):
        assert buckets.take(f"guest {number}")
        clock.now += 0.1  # each is as good as new after a second
    assert len(buckets.buckets) <= 100


def test_who_asks_too_much_is_not_forgotten_among_quiet_ones(clock: Clock) -> None:
    buckets = Buckets(rate=1, burst=10, most=1000)
    begun, got = clock.now, taken(buckets, "eve", 30)
    for number in range(5_000):
        assert buckets.take(f"guest {number}")
        clock.now += 0.1
        got += taken(buckets, "eve", 2)
    assert got <= 10 + (clock.now - begun)


def test_however_many_come_the_number_that_is_remembered_has_a_bound(clock: Clock) -> None:
    buckets = Buckets(rate=0, burst=2, most=1000)  # nobody is ever as good as new
    for number in range(20_000):
        assert buckets.take(f"guest {number}")
        assert len(buckets.buckets) <= 1000
    assert taken(buckets, "guest 19999", 5) == 1
