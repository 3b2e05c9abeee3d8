"""How often each test repeats, and the ledger from which docs/records/proof-runs.md is made."""

import json
import os
import time
from pathlib import Path

IS_LONG = os.environ.get("PROOF", "short") == "long"


def repetitions(name: str, short: int, long: int) -> int:
    """Return the short number, or the long one with PROOF=long.

    The environment variable PROOF_<NAME> sets any other number.
    """
    override = os.environ.get(f"PROOF_{name.upper()}")
    if override is not None:
        return int(override)
    return long if IS_LONG else short


def record_run(promise: str, what: str, how: str, **tried: float) -> None:
    """Append one line to the ledger that PROOF_LEDGER names, if any."""
    ledger = os.environ.get("PROOF_LEDGER")
    if ledger:
        line = {"at": time.time(), "promise": promise, "what": what, "how": how, "tried": tried}
        with Path(ledger).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
