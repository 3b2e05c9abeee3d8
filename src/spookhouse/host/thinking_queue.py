"""The order of decisions of one kind, and the time that each search gets. It has no threads.

Decisions for which a player waits come first, then those that spectators watch, then the others.
An urgency gets only the threads that a higher one leaves. Within one urgency networks and guests
take turns (`fair_line`), and no guest has more than so many searches at a time.

A decision should be made within twice its normal time, waiting included. So while others wait, a
search gets only what its guest's share of the threads allows, but never less than a tenth of its
normal time. A guest with more work than that allows waits; the others do not.
"""

import time
from collections import Counter

from spookhouse.host.fair_line import FairLine, Turns
from spookhouse.host.thinking_counts import ThinkingCounts
from spookhouse.host.thinking_job import ThinkingJob, Urgency
from spookhouse.host.work_loads import WorkLoads

# Normal times within which a decision should be made.
STRETCH = 2.0
# Normal times that are kept in reserve, for what the machine does beside searches.
RESERVE = 0.2
# The smallest part of its normal time that a search gets.
LEAST_SHARE = 0.1
FOREVER = float("inf")


class ThinkingQueue:
    """The jobs that share some threads: those that wait, and those that run."""

    def __init__(
        self, threads: int, searches_per_guest: int, counts: ThinkingCounts | None = None
    ) -> None:
        self.threads, self.searches_per_guest = threads, searches_per_guest
        self.counts = ThinkingCounts() if counts is None else counts
        self.lines = {urgency: FairLine() for urgency in Urgency}
        # All jobs, whether they wait or run, and the work that they are.
        self.loads = {urgency: WorkLoads() for urgency in Urgency}
        self.jobs: set[ThinkingJob] = set()
        self.running: list[ThinkingJob] = []
        self.running_of_guest: Counter[str] = Counter()
        self.network_turns, self.guest_turns = Turns(), Turns()
        self.is_closed = False

    def now(self) -> float:
        """Return the time, as the limits of searches count it."""
        return time.monotonic()

    # === JOBS ===

    def add(self, job: ThinkingJob) -> None:
        """Let a job wait for its turn."""
        job.arrived = self.now()
        self.jobs.add(job)
        self.lines[job.urgency].add(job)
        self.loads[job.urgency].add(job)
        self.set_limits()

    def start_next(self) -> ThinkingJob | None:
        """Return the job that begins now, or None if none can."""
        if len(self.running) >= self.threads or self.is_closed:
            return None
        job = self.next_job()
        if job is None:
            return None
        self.lines[job.urgency].remove(job)
        job.started = self.now()
        self.running.append(job)
        self.running_of_guest[job.guest] += 1
        self.network_turns.take(job.network)
        self.guest_turns.take(job.guest)
        self.counts.note_wait(job.started - job.arrived)
        self.set_limits()
        return job

    def finish(self, job: ThinkingJob) -> None:
        """Note that a running job has ended."""
        self.counts.shortened += self.now() >= job.limit.at
        self.running.remove(job)
        self.running_of_guest -= Counter([job.guest])
        self.forget(job)

    def withdraw(self, job: ThinkingJob) -> None:
        """Remove a job that nobody wants any more, unless it runs."""
        if job.started is None:
            self.lines[job.urgency].remove(job)
            self.forget(job)

    def forget(self, job: ThinkingJob) -> None:
        """Count a job no longer."""
        self.jobs.remove(job)
        self.loads[job.urgency].remove(job)
        self.set_limits()

    def change_urgency(self, job: ThinkingJob, urgency: Urgency) -> None:
        """Note that others wait for a job than before."""
        if job not in self.jobs:
            job.urgency = urgency
            return
        self.loads[job.urgency].remove(job)
        self.loads[urgency].add(job)
        if job.started is None:
            self.lines[job.urgency].remove(job)
            self.lines[urgency].add(job)
        job.urgency = urgency
        self.set_limits()

    def close(self) -> None:
        """Start nothing more, and end all searches."""
        self.is_closed = True
        self.set_limits()

    # === ORDER ===

    def next_job(self) -> ThinkingJob | None:
        """Return the job whose turn it is."""
        for line in self.lines.values():
            job = line.next(self.network_turns, self.guest_turns, self.may_search)
            if job is not None:
                return job
        return None

    def may_search(self, guest: str) -> bool:
        """Return whether a guest may have one more search."""
        return self.running_of_guest[guest] < self.searches_per_guest

    # === TIME ===

    def set_limits(self) -> None:
        """Set the limits of all running searches, after every change."""
        for job in self.running:
            job.limit.at = -FOREVER if self.is_closed else self.limit_of(job)
        if len(self.running) >= self.threads and not self.is_closed:
            self.shorten_for(self.next_job())

    def limit_of(self, job: ThinkingJob) -> float:
        """Return when a search must end: in time, and earlier while others wait for its thread."""
        if not job.seconds:
            return FOREVER
        assert job.started is not None
        in_time = job.arrived + (STRETCH - RESERVE / 2) * job.seconds
        if not self.is_contended(job.urgency):
            # A search that is late in any case has all the time it wants.
            return FOREVER if job.started >= in_time else max(in_time, self.earliest_end(job))
        share = self.share_of(job)
        by_share = job.started + share * job.seconds if share < 1 else FOREVER
        return max(min(by_share, in_time), self.earliest_end(job))

    def is_contended(self, urgency: Urgency) -> bool:
        """Return whether a job waits that is at least as urgent."""
        return any(self.lines[each].length for each in Urgency if each <= urgency)

    def earliest_end(self, job: ThinkingJob) -> float:
        """Return when a running search may be ended at the earliest."""
        assert job.started is not None
        return job.started + LEAST_SHARE * job.seconds

    def share_of(self, job: ThinkingJob) -> float:
        """Return the part of its normal time that a search can have.

        All jobs of the guest together must fit into the guest's share of the threads.
        """
        loads = self.loads[job.urgency]
        threads = min(self.threads * loads.share_of_guest(job), self.searches_per_guest)
        possible = STRETCH * job.seconds * threads / loads.of_guest(job)
        return max(LEAST_SHARE, min(1.0, possible))

    def shorten_for(self, job: ThinkingJob | None) -> None:
        """Let a running search end in time for the next job, if the job has a claim to that."""
        claimed = [each for each in self.running if job is not None and self.must_yield(each, job)]
        if job is None or not claimed:
            return
        victim = max(claimed, key=lambda each: (each.urgency, self.loads_of(each), -each.arrived))
        victim.limit.at = min(
            victim.limit.at, max(self.latest_start(job, victim), self.earliest_end(victim))
        )

    def must_yield(self, running: ThinkingJob, waiting: ThinkingJob) -> bool:
        """Return whether a search must make room: for somebody with less work than its guest."""
        if not running.seconds or running.urgency < waiting.urgency:
            return False
        if running.urgency > waiting.urgency:
            return True
        return self.loads_of(waiting, running) <= self.loads_of(running, waiting)

    def loads_of(self, job: ThinkingJob, other: ThinkingJob | None = None) -> float:
        """Return the work beside which that of another job is weighed.

        It is that of the network; of the guest within one network; of the job itself of one guest.
        """
        loads = self.loads[job.urgency]
        if other is not None and other.guest == job.guest:
            return job.seconds
        if other is not None and other.network == job.network:
            return loads.of_guest(job)
        return loads.of_network(job)

    def latest_start(self, job: ThinkingJob, running: ThinkingJob) -> float:
        """Return when a job must start to be done in time; at once, if it is more urgent."""
        if job.urgency < running.urgency:
            return -FOREVER
        return job.arrived + (STRETCH - RESERVE - self.share_of(job)) * job.seconds
