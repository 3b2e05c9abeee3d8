"""The time of the house: it follows the machine's clock, but never goes back when that is set back."""

import time


class HouseClock:
    """Seconds since 1970, by the machine's clock where that runs ahead, by its steady one where it was set back."""

    def __init__(self) -> None:
        self.ahead = time.time() - time.monotonic()

    def now(self) -> float:
        steady = time.monotonic()
        self.ahead = max(self.ahead, time.time() - steady)
        return steady + self.ahead
