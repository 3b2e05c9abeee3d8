"""A waiting line in which networks take turns, and the guests of a network among themselves.

Whoever had no turn for the longest time is next. So those who ask rarely do not wait for those who
ask all the time, and nobody waits forever.
"""

from collections import deque
from collections.abc import Callable, Iterable

from spookhouse.host.thinking_job import ThinkingJob

# Names whose last turn is remembered.
MAX_REMEMBERED = 10_000

IsAllowed = Callable[[str], bool]


class Turns:
    """The order in which names had their last turns."""

    def __init__(self, max_names: int = MAX_REMEMBERED) -> None:
        self.max_names = max_names
        self.number = 0
        # The oldest turn first.
        self.last: dict[str, int] = {}

    def take(self, name: str) -> None:
        """Note that a name has its turn. The oldest turns are forgotten."""
        self.number += 1
        self.last.pop(name, None)
        self.last[name] = self.number
        if len(self.last) > self.max_names:
            del self.last[next(iter(self.last))]

    def longest_ago(self, names: Iterable[str]) -> str | None:
        """Return the name whose last turn is the oldest; the first of those that had none."""
        return min(names, key=lambda name: self.last.get(name, 0), default=None)


class FairLine:
    """The jobs of one urgency that wait: by network, by guest, in the order of arrival."""

    def __init__(self) -> None:
        self.waiting: dict[str, dict[str, deque[ThinkingJob]]] = {}
        self.length = 0

    def add(self, job: ThinkingJob) -> None:
        """Add a job behind the others of its guest."""
        guests = self.waiting.setdefault(job.network, {})
        guests.setdefault(job.guest, deque()).append(job)
        self.length += 1

    def remove(self, job: ThinkingJob) -> None:
        """Remove a job, wherever it waits."""
        guests = self.waiting[job.network]
        guests[job.guest].remove(job)
        if not guests[job.guest]:
            del guests[job.guest]
        if not guests:
            del self.waiting[job.network]
        self.length -= 1

    def next(self, networks: Turns, guests: Turns, is_allowed: IsAllowed) -> ThinkingJob | None:
        """Return the job whose turn it is, among those of the guests that may have one."""
        ready = {
            network: allowed
            for network, waiting in self.waiting.items()
            if (allowed := [guest for guest in waiting if is_allowed(guest)])
        }
        network = networks.longest_ago(ready)
        guest = None if network is None else guests.longest_ago(ready[network])
        return None if network is None or guest is None else self.waiting[network][guest][0]
