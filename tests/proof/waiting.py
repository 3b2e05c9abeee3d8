"""Wait for something that takes a while."""

import time
from collections.abc import Callable

from spookhouse.remote.errors import RemoteError


def eventually(holds: Callable[[], bool], seconds: float) -> None:
    """Try again until something holds. Failures on the way are raised only at the end."""
    deadline = time.monotonic() + seconds
    while True:
        failure: Exception | None = None
        try:
            if holds():
                return
        except (AssertionError, OSError, RemoteError) as error:
            failure = error
        if time.monotonic() > deadline:
            raise AssertionError(f"it does not hold within {seconds:.0f} seconds") from failure
        time.sleep(0.1)
