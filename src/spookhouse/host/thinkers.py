"""The threads in which bots and hints think.

Numba's code runs without Python's global lock, so searches use other cores than the event loop.
"""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from spookhouse.host.background import Background
from spookhouse.host.live_table import LiveTable
from spookhouse.host.thinking_counts import ThinkingCounts
from spookhouse.host.thinking_job import Effort, ThinkingJob, Urgency
from spookhouse.host.thinking_queue import ThinkingQueue

# Searches of one guest at a time.
SEARCHES_PER_GUEST = 2
# A search may need 20 megabytes.
MAX_SEARCH_THREADS = 8

Result = TypeVar("Result")


class Thinkers:
    """All threads of bots and hints, and their queues."""

    def __init__(
        self,
        background: Background,
        searches_per_guest: int = SEARCHES_PER_GUEST,
        processes: int = 1,
    ) -> None:
        self.background = background
        self.counts = ThinkingCounts()
        threads = dict.fromkeys(Effort, 1) | {Effort.SECONDS: search_threads(processes)}
        self.lanes = {
            effort: Lane(effort, ThinkingQueue(number, searches_per_guest, self.counts))
            for effort, number in threads.items()
        }

    async def run(self, job: ThinkingJob, function: Callable[[], Result]) -> Result:
        """Call a function in a thread when it is the job's turn."""
        lane = self.lanes[job.effort]
        return await self.background.unless_closed(lambda: lane.run(job, function))

    def update_urgency(self, live: LiveTable) -> None:
        """Note that clients have begun or ceased to watch a table."""
        job = live.bot_decision
        if job is not None and job.urgency != (urgency := urgency_at(live)):
            self.lanes[job.effort].queue.change_urgency(job, urgency)

    def waiting(self, urgency: Urgency) -> int:
        """Return the number of decisions that wait."""
        return sum(lane.queue.lines[urgency].length for lane in self.lanes.values())

    def running(self) -> int:
        """Return the number of decisions that are being made."""
        return sum(len(lane.queue.running) for lane in self.lanes.values())

    def close(self) -> None:
        """End all searches, and start nothing more."""
        for lane in self.lanes.values():
            lane.close()


class Lane:
    """The threads for one kind of decisions. It is used by the event loop only."""

    def __init__(self, effort: Effort, queue: ThinkingQueue) -> None:
        self.queue = queue
        self.pool = ThreadPoolExecutor(queue.threads, f"spookhouse-{effort.value}-thinker")

    async def run(self, job: ThinkingJob, function: Callable[[], Result]) -> Result:
        """Call a function in a thread when it is the job's turn."""
        result: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        job.begin = partial(self.begin, job, function, result)
        self.queue.add(job)
        self.start_ready()
        try:
            return await result
        finally:
            self.queue.withdraw(job)

    def start_ready(self) -> None:
        """Start as many jobs as there are threads."""
        while job := self.queue.start_next():
            job.begin()

    def begin(
        self, job: ThinkingJob, function: Callable[[], Result], result: "asyncio.Future[Result]"
    ) -> None:
        """Start a job in a thread."""
        work = asyncio.get_running_loop().run_in_executor(self.pool, function)
        work.add_done_callback(partial(self.end, job, result))

    def end(
        self, job: ThinkingJob, result: "asyncio.Future[Result]", work: "asyncio.Future[Result]"
    ) -> None:
        """Give the thread to the next job, and pass the result on to a caller who still waits."""
        self.queue.finish(job)
        self.start_ready()
        error = None if work.cancelled() else work.exception()
        if result.done():
            return
        if work.cancelled():
            result.cancel()
        elif error is not None:
            result.set_exception(error)
        else:
            result.set_result(work.result())

    def close(self) -> None:
        """End all searches, and start nothing more."""
        self.queue.close()
        self.pool.shutdown(wait=False, cancel_futures=True)


def urgency_at(live: LiveTable) -> Urgency:
    """Return who waits for the bots of a table."""
    players = set(live.table.guests)
    watching = live.watchers.by_seat.values()
    if any(not players.isdisjoint(clients.values()) for clients in watching):
        return Urgency.PLAYER
    return Urgency.SPECTATOR if live.watchers.by_seat else Urgency.NOBODY


def search_threads(processes: int) -> int:
    """Return this process's part of all cores but one, which is left for the event loop."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(MAX_SEARCH_THREADS, max(1, ((cores or 1) - 1) // processes))
