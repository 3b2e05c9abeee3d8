"""Back up a database in use, and rejudge all stored games."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import msgspec
from sqlalchemy import Engine

from spookhouse.kernel.errors import BadOption, BrokenRecord
from spookhouse.stores import statements as sql
from spookhouse.stores.export import Progress, ignore_progress
from spookhouse.stores.store import SqlStore
from spookhouse.table.hash_chain import find_breaks
from spookhouse.table.log import Entry
from spookhouse.table.rejudge import rejudge


def backup(engine: Engine, path: Path) -> None:
    """Copy a SQLite database in use, as it is at one moment. The file must exist and be empty."""
    if engine.dialect.name != "sqlite":
        raise BadOption(
            "database",
            "invalid database for backup: got PostgreSQL, expected SQLite; "
            "use pg_dump, or spookhouse export, which works for both",
        )
    with closing(engine.raw_connection()) as source, closing(sqlite3.connect(path)) as copy:
        connection = source.driver_connection
        assert isinstance(connection, sqlite3.Connection)
        connection.backup(copy)
        result = copy.execute(sql.CHECK_INTEGRITY).fetchone()[0]
    if result != "ok":
        raise BrokenRecord("the copy is damaged", [str(result)])


# As JSON the defect keeps its earlier name.
class Rejudged(msgspec.Struct, frozen=True, rename={"defect": "found"}):
    """A stored game and its first defect; the defect is empty if the log follows the rules."""

    table: str
    game: str
    phase: str
    defect: str


def rejudge_all(store: SqlStore, progress: Progress = ignore_progress) -> Iterator[Rejudged]:
    """Replay every stored game under the edition of the rules that it began with."""
    ids = store.table_ids()
    for done, table in enumerate(ids, 1):
        yield rejudge_table(store, table)
        progress(done, len(ids))


def rejudge_table(store: SqlStore, table: str) -> Rejudged:
    """Check one table."""
    row = store.find(table)
    assert row is not None
    try:
        defect = find_defect(table, row["secret"], store.read(table))
    except msgspec.DecodeError as error:
        defect = f"its log cannot be decoded: {error}"
    return Rejudged(table, row["game"], row["phase"], defect)


def find_defect(table: str, secret: bytes, entries: Sequence[Entry]) -> str:
    """Return what is wrong with the hash chain of a log, or else with its commands."""
    breaks = find_breaks(entries) if entries else ["its log is empty"]
    return "; ".join(breaks) or rejudge(table, secret, entries)[1]
