"""Growing pauses between attempts to reconnect."""

import random
import time

SHORTEST, LONGEST = 0.5, 8.0  # seconds before the next try; they double with every try


class Backoff:
    """Pauses between tries. They double, and vary so that players do not retry all at once."""

    def __init__(self, give_up: float) -> None:
        self.give_up = give_up
        self.reset()

    def reset(self) -> None:
        """Start again with the shortest pause, after a success."""
        self.since, self.pause = time.monotonic(), SHORTEST

    @property
    def is_spent(self) -> bool:
        """Whether the last success is too long ago to try again."""
        return time.monotonic() - self.since > self.give_up

    def next_pause(self) -> float:
        """Return the seconds to wait now."""
        pause, self.pause = self.pause, min(2 * self.pause, LONGEST)
        return min(pause, self.give_up) * random.uniform(0.5, 1.0)
