"""A patch: the machine's clock as this server sees it can be set by writing seconds into a file."""

import time
from pathlib import Path
from typing import Any


def shift(file: Any) -> None:
    """`time.time` is off by what the file says; the steady clock is not, as on a machine whose clock is set."""
    true, path = time.time, Path(file)
    time.time = lambda: true() + float(path.read_text(encoding="ascii") or 0)
