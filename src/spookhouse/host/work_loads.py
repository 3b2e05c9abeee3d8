"""How much work each guest and each network has: decisions that wait or are being made."""

from dataclasses import dataclass

from spookhouse.host.thinking_job import ThinkingJob


@dataclass(slots=True)
class Load:
    """Some jobs, and their normal seconds."""

    jobs: int = 0
    seconds: float = 0.0


class WorkLoads:
    """The work of all guests at one urgency."""

    def __init__(self) -> None:
        # By network and guest, as long as they have a job.
        self.loads: dict[str, dict[str, Load]] = {}

    def add(self, job: ThinkingJob) -> None:
        """Count a job."""
        load = self.loads.setdefault(job.network, {}).setdefault(job.guest, Load())
        load.jobs += 1
        load.seconds += job.seconds

    def remove(self, job: ThinkingJob) -> None:
        """Count a job no longer."""
        guests = self.loads[job.network]
        load = guests[job.guest]
        load.jobs -= 1
        load.seconds -= job.seconds
        if not load.jobs:
            del guests[job.guest]
        if not guests:
            del self.loads[job.network]

    def of_guest(self, job: ThinkingJob) -> float:
        """Return the normal seconds of all jobs of a job's guest."""
        return self.loads[job.network][job.guest].seconds

    def of_network(self, job: ThinkingJob) -> float:
        """Return the normal seconds of all jobs of a job's network."""
        return sum(load.seconds for load in self.loads[job.network].values())

    def share_of_guest(self, job: ThinkingJob) -> float:
        """Return a guest's part of everything: networks have equal parts, and their guests too."""
        return 1 / len(self.loads) / len(self.loads[job.network])
