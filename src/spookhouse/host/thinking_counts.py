"""What has happened in the queues of bots and hints since the server started."""

from bisect import bisect_left

# Upper bounds of the histogram of waiting times, in seconds.
WAIT_BOUNDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)


class ThinkingCounts:
    """How long decisions waited, and how many searches were ended early."""

    def __init__(self) -> None:
        # By bound, and one for longer waits.
        self.waits = [0] * (len(WAIT_BOUNDS) + 1)
        self.waited = 0.0
        self.shortened = 0

    def note_wait(self, seconds: float) -> None:
        """Count a decision that begins after a wait."""
        self.waits[bisect_left(WAIT_BOUNDS, seconds)] += 1
        self.waited += seconds

    def cumulative_waits(self) -> list[tuple[str, float]]:
        """Return how many decisions waited at most so long, as Prometheus counts them."""
        bounds = [*map(str, WAIT_BOUNDS), "+Inf"]
        return [(bound, sum(self.waits[: place + 1])) for place, bound in enumerate(bounds)]
