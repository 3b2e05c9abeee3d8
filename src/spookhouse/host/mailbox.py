"""A table's mailbox: it does one job at a time, in the order of arrival."""

from collections import deque
from typing import Protocol


class Job(Protocol):
    """Work on one table."""

    def begin(self) -> None:
        """Start the work. It must not raise, and sooner or later call the mailbox's `finish`."""


class Mailbox:
    """The queue of one table. It uses callbacks, so that a legal move needs no task."""

    __slots__ = ("current", "is_draining", "queue")

    def __init__(self) -> None:
        self.current: Job | None = None
        self.queue: deque[Job] | None = None  # nearly always empty
        self.is_draining = False

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to do."""
        return self.current is None

    def submit(self, job: Job) -> None:
        """Begin a job, or queue it behind the others."""
        if self.current is None and not self.is_draining:
            self.current = job
            job.begin()
        else:
            if self.queue is None:
                self.queue = deque()
            self.queue.append(job)

    def submit_first(self, job: Job) -> None:
        """Queue a job before all others."""
        if self.current is None and not self.is_draining:
            self.submit(job)
        elif self.queue is None:
            self.queue = deque([job])
        else:
            self.queue.appendleft(job)

    def finish(self) -> None:
        """End the current job and begin the next one."""
        self.current = None
        if self.queue and not self.is_draining:
            self.drain()

    def drain(self) -> None:
        """Begin queued jobs until one of them must wait. A loop, because many may end at once."""
        self.is_draining = True
        try:
            while self.queue and self.current is None:
                self.current = self.queue.popleft()
                self.current.begin()
        finally:
            self.is_draining = False
