"""How often each thing is tried, and the ledger of what was tried: docs/records/proof-runs.md is made from it."""

import json
import os
import time
from pathlib import Path
from typing import Any

LONG = os.environ.get("PROOF", "short") == "long"


def count(what: str, short: int, long: int) -> int:
    """How often: the short form, the long one with PROOF=long, any other number with PROOF_<WHAT>."""
    given = os.environ.get(f"PROOF_{what.upper()}")
    return int(given) if given else long if LONG else short


def note(promise: str, what: str, how: str, **tried: Any) -> None:
    """One line in the ledger, if one is kept: numbers are added up over runs, words are listed."""
    ledger = os.environ.get("PROOF_LEDGER")
    if ledger:
        line = {"at": time.time(), "promise": promise, "what": what, "how": how, "tried": tried}
        with Path(ledger).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
