"""Looking after a database: copies while it is in use, and all its games judged again."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from spookhouse.kernel.errors import BadOption, BrokenRecord
from spookhouse.stores import statements as sql
from spookhouse.stores.export import Progress, say_nothing
from spookhouse.stores.store import SqlStore
from spookhouse.table import find_breaks
from spookhouse.table.rejudge import follow

# === COPIES ===


def backup(engine: Engine, path: Path) -> None:
    """A copy of a SQLite database as it is at one moment; writers go on meanwhile. `path` must exist and be empty."""
    if engine.dialect.name != "sqlite":
        raise BadOption(
            "database",
            "this backs SQLite up; for PostgreSQL use pg_dump, or spookhouse export, which suits every database",
        )
    with closing(engine.raw_connection()) as source, closing(sqlite3.connect(path)) as copy:
        connection: Any = source.driver_connection
        connection.backup(copy)
        found = copy.execute(sql.CHECK_COPY).fetchone()[0]
    if found != "ok":
        raise BrokenRecord("the copy is damaged", [str(found)])


# === ALL GAMES AGAIN ===


@dataclass(frozen=True)
class Rejudged:
    """A stored game, and what is wrong with it (empty if nothing is)."""

    table: str
    game: str
    phase: str
    found: str


def rejudge(store: SqlStore, progress: Progress = say_nothing) -> Iterator[Rejudged]:
    """Every stored game, replayed by the edition of the rules that it began with."""
    names = store.table_ids()
    for done, name in enumerate(names, 1):
        row, entries = store.find(name), store.read(name)
        assert row is not None
        defects = find_breaks(entries) if entries else ["its log is empty"]
        yield Rejudged(
            name,
            row["game"],
            row["phase"],
            "; ".join(defects) or follow(name, row["secret"], entries)[1],
        )
        progress(done, len(names))
