"""Writes docs/records/proof-runs.md from the ledger that the proofs kept: `python tests/proof/report.py LEDGER`. What was written by hand below stays."""

import json
import platform
import sqlite3
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "records" / "proof-runs.md"
MARK = "<!-- written by hand from here on -->"
HEAD = """# Proof

Promises of the table and the server, as tests against real server processes, real sockets, SQLite files and a PostgreSQL. The short forms run with
`make test`; `make prove` runs the long ones, and this page is written by the run itself, down to the part about what was found.
Numbers are sums over the runs that the ledger (`.proof/ledger.jsonl`) holds.
"""
PROMISES = {"lost": "Nothing is lost", "leaks": "Nothing leaks", "breaks": "Nothing breaks"}
LARGEST = (
    "memory_mb",
    "_s",
    "slowest",
    "apart_percent",
)  # of these the largest is told, not the sum


def gathered(lines: Iterable[dict[str, Any]]) -> dict[tuple[str, str], dict[str, Any]]:
    """What was tried, each thing once: numbers added up over runs."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for line in lines:
        item = found.setdefault(
            (line["promise"], line["what"]), {"runs": 0, "how": [], "tried": {}}
        )
        item["runs"] += 1
        if line["how"] not in item["how"]:
            item["how"].append(line["how"])
        for name, number in line["tried"].items():
            old = item["tried"].get(name, 0)
            item["tried"][name] = max(old, number) if name.endswith(LARGEST) else old + number
    return found


def table(promise: str, found: dict[tuple[str, str], dict[str, Any]]) -> str:
    rows = ["| what | how | tried |", "|---|---|---|"]
    for (of, what), item in sorted(found.items()):
        if of == promise:
            rows.append(f"| {what} | {'; '.join(item['how'])} | {numbers(item['tried'])} |")
    return "\n".join(rows)


def numbers(tried: dict[str, Any]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {number:,}" for name, number in tried.items())


def inputs(found: dict[tuple[str, str], dict[str, Any]]) -> int:
    """Bad inputs to a running server."""
    served = [
        item
        for (promise, what), item in found.items()
        if promise == "breaks" and "mutated" not in what
    ]
    return sum(int(item["tried"].get("inputs", 0)) for item in served)


def versions() -> str:
    packages = ", ".join(
        f"{name} {version(name)}"
        for name in (
            "spookhouse",
            "uvicorn",
            "starlette",
            "websockets",
            "SQLAlchemy",
            "psycopg",
            "numba",
        )
    )
    return f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {packages}; {platform.system()} {platform.machine()}"


def write(ledger: Path) -> None:
    lines = [json.loads(text) for text in ledger.read_text(encoding="utf-8").splitlines()]
    found = gathered(lines)
    first, last = (
        datetime.fromtimestamp(at(line["at"] for line in lines), UTC).strftime("%Y-%m-%d %H:%M")
        for at in (min, max)
    )
    parts = [HEAD, f"Tried from {first} to {last} UTC with {versions()}.\n"]
    for promise, title in PROMISES.items():
        parts.append(f"## {title}\n\n{table(promise, found)}\n")
    parts.append(f"Bad inputs to a running server: {inputs(found):,}.\n")
    kept = PAGE.read_text(encoding="utf-8").partition(MARK)[2] if PAGE.exists() else "\n"
    PAGE.write_text("\n".join(parts) + f"\n{MARK}{kept}", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
