"""Token buckets and turns: what one name may request, and how many names are remembered."""

import asyncio
from types import SimpleNamespace

import pytest

from spookhouse.table.errors import Refused
from spookhouse.web.errors import WebRefused
from spookhouse.web.limits import Buckets, Turns
from spookhouse.web.table_names import MAX_KNOWN, TableNames
from support.running import run


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


def test_a_bucket_is_asked_without_taking_a_token(clock: Clock) -> None:
    buckets = Buckets(rate=1, burst=2)
    assert buckets.has("ann")
    assert taken(buckets, "ann", 2) == 2
    assert not buckets.has("ann")
    clock.now += 1
    assert buckets.has("ann")
    assert taken(buckets, "ann", 2) == 1


# === TURNS ===


def test_each_name_has_one_turn_at_a_time() -> None:
    """Ann's work waits for Ann's; Bob does not wait."""

    async def work() -> None:
        turns, order, gate = Turns(5), list[str](), asyncio.Event()

        async def take(name: str) -> None:
            async with turns.take(name):
                order.append(name)
                await gate.wait()

        tasks = [asyncio.create_task(take(name)) for name in ("ann", "ann", "ann", "bob")]
        await asyncio.sleep(0.01)
        assert order == ["ann", "bob"]
        gate.set()
        await asyncio.gather(*tasks)
        assert order == ["ann", "bob", "ann", "ann"]
        assert turns.locks == {}

    run(work())


def test_too_many_who_wait_are_refused() -> None:
    """Those who are refused or give up occupy no place."""

    async def work() -> None:
        turns, gate = Turns(2), asyncio.Event()

        async def take() -> None:
            async with turns.take("ann"):
                await gate.wait()

        tasks = [asyncio.create_task(take()) for _ in range(3)]
        await asyncio.sleep(0.01)
        for _ in range(2):
            with pytest.raises(WebRefused) as refused:
                await take()
            assert refused.value.code == "limit/busy"
        tasks[1].cancel()
        await asyncio.sleep(0.01)
        gate.set()
        await asyncio.gather(tasks[0], tasks[2], take())
        assert turns.waiting.counted == {}
        assert turns.locks == {}

    run(work())


# === NAMES OF TABLES ===

UNKNOWN = Refused("table/unknown", "there is no such table")


def test_a_guest_who_guesses_is_told_nothing_about_further_tables(clock: Clock) -> None:
    names = TableNames(per_guest=3, per_address=100)
    names.note_known("home", "eve")
    for _ in range(3):
        names.require_allowed("table", "eve", "here")
        names.note_refusal(UNKNOWN, "eve", "here")
    with pytest.raises(WebRefused) as refused:
        names.require_allowed("table", "eve", "here")
    assert refused.value.code == "limit/names"
    names.require_allowed("home", "eve", "here")
    names.require_allowed("table", "ann", "here")
    clock.now += 3600
    names.require_allowed("table", "eve", "here")


def test_an_address_has_a_limit_however_many_guests_it_makes(clock: Clock) -> None:
    names = TableNames(per_guest=3, per_address=10)
    for number in range(10):
        names.note_refusal(UNKNOWN, f"guest {number}", "here")
    for guest in ("", "guest 10"):
        with pytest.raises(WebRefused):
            names.require_allowed("table", guest, "here")
        names.require_allowed("table", guest, "elsewhere")


def test_other_refusals_are_no_guesses(clock: Clock) -> None:
    names = TableNames(per_guest=1, per_address=1)
    names.note_refusal(Refused("table/not-over", "the game is not over"), "ann", "here")
    names.require_allowed("table", "ann", "here")


def test_the_number_of_known_tables_has_a_bound() -> None:
    names = TableNames(per_guest=1, per_address=1)
    for number in range(MAX_KNOWN + 10):
        names.note_known(f"table {number}", "ann")
        names.note_known("home", "ann")
    assert len(names.known) == MAX_KNOWN
    assert ("ann", "home") in names.known
