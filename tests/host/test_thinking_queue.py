"""Who thinks next, and for how long: no guest can delay or weaken the bots of others."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean

import pytest

from spookhouse.host.fair_line import Turns
from spookhouse.host.guest_networks import MAX_GUESTS, UNKNOWN, GuestNetworks
from spookhouse.host.thinking_job import Effort, ThinkingJob, Urgency
from spookhouse.host.thinking_queue import ThinkingQueue

PLAYER, SPECTATOR, NOBODY = Urgency
UMBRA, HINT, MIDNIGHT = 0.15, 0.4, 1.0
# Searches look at the clock so often.
SLICE = 0.01


class TestedQueue(ThinkingQueue):
    """A queue whose time a test sets."""

    __test__ = False
    time = 1000.0

    def now(self) -> float:
        """Return the time that was set."""
        return self.time

    def start_all(self) -> list[ThinkingJob]:
        """Start as many jobs as there are threads."""
        return [*iter(self.start_next, None)]


def job(
    guest: str = "ann", urgency: Urgency = PLAYER, seconds: float = MIDNIGHT, network: str = ""
) -> ThinkingJob:
    """Return a decision; each guest has a network of their own unless one is named."""
    return ThinkingJob(guest, network or f"at {guest}", urgency, Effort.SECONDS, seconds)


def order(queue: TestedQueue) -> list[ThinkingJob]:
    """Return all jobs of a queue with one thread in the order in which they begin."""
    found: list[ThinkingJob] = []
    while (started := queue.start_next()) is not None:
        found.append(started)
        queue.finish(started)
    return found


def add_all(queue: TestedQueue, *jobs: ThinkingJob) -> None:
    """Let jobs wait."""
    for each in jobs:
        queue.add(each)


def time_given(started: ThinkingJob) -> float:
    """Return the seconds that a running search gets at most."""
    assert started.started is not None
    return round(started.limit.at - started.started, 6)


# === ORDER ===


def test_players_come_first_and_unwatched_tables_last() -> None:
    queue = TestedQueue(1, 2)
    add_all(queue, job("a", NOBODY), job("b", SPECTATOR), job("c", PLAYER), job("d", NOBODY))
    assert [each.guest for each in order(queue)] == ["c", "b", "a", "d"]


def test_guests_take_turns() -> None:
    queue = TestedQueue(1, 2)
    add_all(queue, *(job("eve") for _ in range(4)), job("ann"), job("bob"), job("ann"))
    assert [each.guest for each in order(queue)] == [
        "eve",
        "ann",
        "bob",
        "eve",
        "ann",
        "eve",
        "eve",
    ]


def test_networks_take_turns_however_many_guests_they_have() -> None:
    queue = TestedQueue(1, 2)
    add_all(queue, *(job(f"eve {number}", network="there") for number in range(5)))
    add_all(queue, job("ann", network="here"), job("ann", network="here"))
    names = [each.guest for each in order(queue)]
    assert names == ["eve 0", "ann", "eve 1", "ann", "eve 2", "eve 3", "eve 4"]


def test_who_had_no_turn_for_the_longest_time_is_next() -> None:
    """A guest whose bot moves now and then need not wait behind those who move all the time."""
    queue = TestedQueue(1, 2)
    add_all(queue, *(job("eve") for _ in range(5)))
    for _ in range(2):
        queue.finish(queue.start_all()[0])
    queue.add(job("ann"))
    assert [each.guest for each in order(queue)] == ["ann", "eve", "eve", "eve"]


def test_the_jobs_of_a_guest_keep_their_order() -> None:
    queue = TestedQueue(1, 2)
    jobs = [job() for _ in range(5)]
    add_all(queue, *jobs)
    assert order(queue) == jobs


def test_a_job_becomes_urgent_when_a_player_comes_to_watch() -> None:
    queue = TestedQueue(1, 2)
    late = job("late", NOBODY)
    add_all(queue, job("a", SPECTATOR), job("b", NOBODY), late)
    queue.change_urgency(late, PLAYER)
    assert [each.guest for each in order(queue)] == ["late", "a", "b"]
    queue.change_urgency(late, NOBODY)
    assert late.urgency is NOBODY
    assert is_empty(queue)


def test_a_job_that_nobody_wants_any_more_leaves_the_queue() -> None:
    queue = TestedQueue(1, 2)
    first, second = job(), job()
    add_all(queue, first, second)
    assert queue.start_all() == [first]
    queue.withdraw(second)
    queue.withdraw(first)
    assert queue.running == [first], "a thread is busy with it"
    queue.finish(first)
    assert is_empty(queue)


def is_empty(queue: TestedQueue) -> bool:
    """Return whether nothing of any job is left."""
    lines, loads = queue.lines.values(), queue.loads.values()
    waiting = any(line.waiting or line.length for line in lines)
    left = queue.jobs or queue.running or queue.running_of_guest
    return not (waiting or left or any(load.loads for load in loads))


# === LIMITS OF GUESTS ===


def test_a_guest_has_so_many_searches_at_a_time() -> None:
    """The others wait, and none is lost. Threads that are left are for other guests."""
    queue = TestedQueue(4, 2)
    jobs = [job("eve") for _ in range(50)]
    add_all(queue, *jobs)
    assert queue.start_all() == jobs[:2]
    add_all(queue, job("ann"), job("bob"), job("cid"))
    assert [each.guest for each in queue.start_all()] == ["ann", "bob"]
    done: list[ThinkingJob] = []
    while queue.running:
        assert queue.running_of_guest["eve"] <= 2
        done.append(queue.running[0])
        queue.finish(queue.running[0])
        queue.start_all()
    assert [each for each in done if each.guest == "eve"] == jobs
    assert len(done) == 53
    assert is_empty(queue)


# === TIME ===


def test_without_load_nothing_is_shortened() -> None:
    queue = TestedQueue(2, 2)
    add_all(queue, job("ann"), job("eve"))
    started = queue.start_all()
    assert len(started) == 2
    assert all(time_given(each) > 1.5 * MIDNIGHT for each in started)


def test_searches_that_are_not_limited_by_time_are_never_shortened() -> None:
    queue = TestedQueue(1, 2)
    add_all(queue, *(job("ann", seconds=0.0) for _ in range(20)), job("bob", seconds=0.0))
    assert queue.start_all()[0].limit.at == float("inf")


def test_a_guest_with_many_tables_gets_less_time_for_each() -> None:
    queue = TestedQueue(1, 2)
    add_all(queue, *(job() for _ in range(5)))
    assert time_given(queue.start_all()[0]) == pytest.approx(2 / 5)


def test_a_search_gets_at_least_a_tenth_of_its_time() -> None:
    queue = TestedQueue(1, 2)
    add_all(queue, *(job("eve") for _ in range(200)))
    assert time_given(queue.start_all()[0]) == pytest.approx(0.1)


def test_the_load_of_one_guest_does_not_weaken_the_bots_of_another() -> None:
    queue = TestedQueue(1, 2)
    add_all(queue, job("ann"), *(job("eve") for _ in range(200)))
    assert queue.start_all()[0].guest == "ann"
    assert queue.running[0].limit.at >= queue.time + MIDNIGHT


def test_a_search_ends_early_for_somebody_who_has_less_work() -> None:
    """It ends in time for the other one, however short the other one's search is."""
    queue = TestedQueue(1, 2)
    add_all(queue, job("ann"))
    (running,) = queue.start_all()
    queue.time += 0.3
    add_all(queue, job("bob", seconds=UMBRA))
    assert running.limit.at < queue.time + UMBRA
    queue.time = running.limit.at
    queue.finish(running)
    (started,) = queue.start_all()
    assert started.limit.at >= queue.time + UMBRA


def test_a_search_does_not_end_early_for_somebody_who_has_more_work() -> None:
    queue = TestedQueue(1, 2)
    add_all(queue, job("ann"))
    (running,) = queue.start_all()
    add_all(queue, *(job("eve", seconds=UMBRA) for _ in range(20)))
    queue.time += 0.9
    queue.set_limits()
    assert running.limit.at >= queue.time + 0.1


@pytest.mark.parametrize("seconds", [UMBRA, MIDNIGHT])
def test_a_search_for_nobody_ends_at_once_for_a_player(seconds: float) -> None:
    queue = TestedQueue(1, 2)
    add_all(queue, job("ann", NOBODY))
    (running,) = queue.start_all()
    queue.time += 0.3
    add_all(queue, *(job("eve", PLAYER, seconds) for _ in range(20)))
    assert running.limit.at <= queue.time


def test_closing_ends_all_searches_and_starts_none() -> None:
    queue = TestedQueue(1, 2)
    first, second = job("ann"), job("bob")
    add_all(queue, first, second)
    queue.start_all()
    queue.close()
    assert first.limit.at < 0
    queue.withdraw(second)
    assert first.limit.at < 0
    queue.finish(first)
    assert queue.start_all() == []
    assert is_empty(queue)


# === MANY GUESTS FOR A WHILE ===


@dataclass(eq=False)
class Table:
    """A table whose bot decides, pauses, and decides again."""

    guest: str
    seconds: float
    urgency: Urgency = PLAYER
    pause: float = 0.0
    network: str = ""
    decides_at: float = 0.0
    # How long decisions took, waiting included, and how long they were searched.
    took: list[float] = field(default_factory=list)
    searched: list[float] = field(default_factory=list)

    def decide(self) -> ThinkingJob:
        """Return the next decision."""
        return job(self.guest, self.urgency, self.seconds, self.network)


def simulate(threads: int, tables: Sequence[Table], seconds: float = 60.0) -> None:
    """Let tables play for a while. Searches end at the first slice after their limit."""
    queue = TestedQueue(threads, 2)
    begun = queue.time
    owner: dict[ThinkingJob, Table] = {}
    idle = {table: begun + table.decides_at for table in tables}

    def end_of(running: ThinkingJob) -> float:
        assert running.started is not None
        cut = max(running.limit.at, queue.time - SLICE) + SLICE
        return min(running.started + running.seconds, cut)

    while queue.time < begun + seconds:
        ends = {each: end_of(each) for each in queue.running}
        queue.time = max(queue.time, min([*ends.values(), *idle.values()]))
        for each, end in ends.items():
            if end <= queue.time:
                queue.finish(each)
                table = owner.pop(each)
                assert each.started is not None
                table.took.append(queue.time - each.arrived)
                table.searched.append(queue.time - each.started)
                idle[table] = queue.time + table.pause
        for table in [table for table, at in idle.items() if at <= queue.time]:
            del idle[table]
            decision = table.decide()
            owner[decision] = table
            queue.add(decision)
        queue.start_all()


def alone(*seconds: float) -> list[Table]:
    """Return tables of guests who have one each; the bots begin at different times."""
    return [
        Table(f"ann {place}", each, pause=0.7, decides_at=0.31 + 0.05 * place)
        for place, each in enumerate(seconds)
    ]


def many_tables() -> Iterator[Table]:
    for _ in range(50):
        yield Table("eve", MIDNIGHT)


def many_short_searches() -> Iterator[Table]:
    for _ in range(50):
        yield Table("eve", UMBRA)


def many_guests() -> Iterator[Table]:
    for number in range(300):
        yield Table(f"eve {number}", (UMBRA, HINT, MIDNIGHT)[number % 3], network="there")


def many_unwatched_tables() -> Iterator[Table]:
    for number in range(300):
        yield Table(f"eve {number}", MIDNIGHT, NOBODY)


ATTACKS = [many_tables, many_short_searches, many_guests, many_unwatched_tables]


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("seconds", [UMBRA, HINT, MIDNIGHT])
@pytest.mark.parametrize("threads", [1, 3])
def test_no_attack_delays_or_weakens_the_bot_of_another_guest(
    attack: Callable[[], Iterator[Table]], seconds: float, threads: int
) -> None:
    (table,) = alone(seconds)
    attacking = [*attack()]
    simulate(threads, [table, *attacking])
    assert len(table.took) > 20
    assert max(table.took) < 2 * seconds
    assert min(table.searched) == pytest.approx(seconds)
    if threads > 1 or attack is not many_unwatched_tables:
        assert sum(len(each.took) for each in attacking) > 50, "they get what is left"


def test_every_table_of_an_attacker_has_its_turn() -> None:
    attacking = [*many_tables()]
    simulate(1, [*alone(MIDNIGHT), *attacking])
    turns = [len(each.took) for each in attacking]
    assert min(turns) >= max(turns) - 1


@pytest.mark.parametrize("guests", [2, 3, 5, 8])
def test_all_bots_are_quick_when_many_guests_play(guests: int) -> None:
    """They think less, all of them, and each moves within twice its normal time."""
    tables = alone(*[MIDNIGHT] * guests)
    simulate(1, tables)
    for table in tables:
        assert max(table.took) < 2.05 * MIDNIGHT
        assert fmean(table.searched) > MIDNIGHT / guests


def test_a_guest_with_several_tables_waits_for_none_of_them_too_long() -> None:
    tables = [Table("ann", MIDNIGHT, pause=0.7, decides_at=0.1 * place) for place in range(6)]
    simulate(1, tables)
    assert max(time for table in tables for time in table.took) < 2.05 * MIDNIGHT


def test_a_hint_does_not_wait_for_the_bots_of_the_same_guest() -> None:
    tables = [Table("ann", MIDNIGHT, pause=0.7), Table("ann", HINT, pause=1.3, decides_at=0.2)]
    simulate(1, tables)
    assert max(tables[1].took) < 2 * HINT


# === MEMORY ===


def test_the_oldest_turns_are_forgotten() -> None:
    turns = Turns(100)
    for number in range(1000):
        turns.take(f"guest {number}")
        turns.take("ann")
    assert len(turns.last) == 100
    assert turns.longest_ago(["ann", "guest 999", "guest 0"]) == "guest 0"
    assert turns.longest_ago(["ann", "guest 999"]) == "guest 999"
    assert turns.longest_ago([]) is None


def test_networks_of_guests_seen_long_ago_are_forgotten() -> None:
    networks = GuestNetworks()
    for number in range(MAX_GUESTS + 100):
        networks.note("ann", "here")
        networks.note(f"guest {number}", "there")
    assert len(networks.networks) == MAX_GUESTS
    assert networks.find("ann") == "here"
    assert networks.find("guest 0") == UNKNOWN
