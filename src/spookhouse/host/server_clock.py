"""The time of the server: it follows the machine's clock but never goes back."""

import time


class ServerClock:
    """Seconds since 1970: the machine's clock, or its monotonic one after that was set back."""

    def __init__(self) -> None:
        self.ahead = time.time() - time.monotonic()

    def now(self) -> float:
        """Return the current time."""
        steady = time.monotonic()
        self.ahead = max(self.ahead, time.time() - steady)
        return steady + self.ahead
