"""Write docs/records/proof-runs.md from the ledger of the proof runs.

Usage: `python tests/proof/report.py LEDGER`.
"""

import json
import platform
import sqlite3
import sys
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "records" / "proof-runs.md"
HEAD = """# Proof runs

Tests of the promises of tables and server, against real server processes, real sockets, SQLite
files and a PostgreSQL database. `make prove` runs them and writes this page from its ledger
(`.proof/ledger.jsonl`). Numbers are sums over the runs in the ledger.
[How promises are tested](../explanation/testing.md) describes the methods and their limits;
[Findings](2026-11-proof-findings.md) lists the faults that were found.
"""
WIDTH = 98
PROMISES = {
    "lost": "Nothing is lost",
    "leaks": "Nothing leaks",
    "breaks": "Nothing breaks",
    "hostile": "One hostile client disturbs nobody",
}
PACKAGES = ("spookhouse", "uvicorn", "starlette", "websockets", "SQLAlchemy", "psycopg", "numba")
# For numbers with these endings the report contains the largest value instead of the sum.
MAXIMA = ("memory_mb", "_s", "_ms", "slowest", "apart_percent")


@dataclass
class Tried:
    """All runs of one test."""

    how: list[str] = field(default_factory=list)
    numbers: dict[str, float] = field(default_factory=dict)

    def add(self, line: dict[str, Any]) -> None:
        """Add one run."""
        if line["how"] not in self.how:
            self.how.append(line["how"])
        for name, number in line["tried"].items():
            old = self.numbers.get(name, 0)
            self.numbers[name] = max(old, number) if name.endswith(MAXIMA) else old + number

    def __str__(self) -> str:
        named = self.numbers.items()
        return ", ".join(f"{name.replace('_', ' ')} {number:,}" for name, number in named)


Summary = dict[tuple[str, str], Tried]


def summarize(lines: Iterable[dict[str, Any]]) -> Summary:
    """Return the numbers of each promise and test, summed over runs."""
    found: Summary = {}
    for line in lines:
        found.setdefault((line["promise"], line["what"]), Tried()).add(line)
    return found


def table(promise: str, found: Summary) -> str:
    """Return the Markdown table of one promise."""
    rows = ["| what | how | tried |", "|---|---|---|"]
    for (of, what), tried in sorted(found.items(), key=lambda item: item[0]):
        if of == promise:
            rows.append(f"| {what} | {'; '.join(tried.how)} | {tried} |")
    return "\n".join(rows)


def count_inputs(found: Summary) -> int:
    """Return the number of bad inputs that were sent to a running server."""
    return sum(
        int(tried.numbers.get("inputs", 0))
        for (promise, what), tried in found.items()
        if promise == "breaks" and "mutated" not in what
    )


def versions() -> str:
    """Return the versions of everything that took part."""
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    python = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    return f"{python}, {packages}; {platform.system()} {platform.machine()}"


def period(lines: list[dict[str, Any]]) -> str:
    """Return the times of the first and the last line of the ledger."""
    times = [datetime.fromtimestamp(line["at"], UTC) for line in lines]
    first, last = (time.strftime("%Y-%m-%d %H:%M") for time in (min(times), max(times)))
    return f"from {first} to {last} UTC"


def write(ledger: Path) -> None:
    """Write the page."""
    lines = [json.loads(text) for text in ledger.read_text(encoding="utf-8").splitlines()]
    found = summarize(lines)
    run = textwrap.fill(f"Run {period(lines)} with {versions()}.", WIDTH)
    parts = [HEAD, f"{run}\n"]
    parts += [f"## {title}\n\n{table(name, found)}\n" for name, title in PROMISES.items()]
    parts.append(f"Bad inputs to a running server: {count_inputs(found):,}.\n")
    PAGE.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
