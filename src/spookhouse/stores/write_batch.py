"""Write a batch of appends with a few SQL statements."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection

from spookhouse.stores import statements as sql
from spookhouse.stores.statements import GuestRow, HolderRow, Row
from spookhouse.table.log import Entry, Sat
from spookhouse.table.store_protocol import Log, Promise, TableRow


@dataclass(slots=True)
class Append:
    """New entries of one table, and of a second one if both must be written or neither."""

    promise: Promise
    log: Log
    beside: Log | None


@dataclass(slots=True)
class GuestName:
    """The name of a guest, new or changed."""

    promise: Promise
    id: str
    name: str
    at: float


Work = Append | GuestName


@dataclass(slots=True)
class Batch:
    """The rows to write, grouped by statement."""

    guests: list[GuestRow] = field(default_factory=list)
    tables: list[TableRow] = field(default_factory=list)
    entries: list[Row] = field(default_factory=list)
    changed: dict[str, Row] = field(default_factory=dict)
    holders: list[HolderRow] = field(default_factory=list)

    def add_log(self, log: Log) -> None:
        """Add the rows of one table."""
        table = log.table
        if log.opens is not None:
            opened_by = log.entries[0].by
            self.tables.append(
                {"id": table, "phase": log.phase, "opened_by": opened_by, **log.opens}
            )
        for entry in log.entries:
            self.entries.append(entry_row(table, entry))
            # A move changes nothing but the log.
            if entry.kind != "moved":
                self.changed[table] = (table, log.phase, entry.at)
                if holder := holder_of(entry):
                    self.holders.append({"guest_id": holder, "table_id": table})


def entry_row(table: str, entry: Entry) -> Row:
    """Return an entry in the order of the columns."""
    return (
        table,
        entry.version,
        entry.at,
        entry.kind,
        entry.by,
        entry.key,
        entry.written,
        entry.hash,
    )


def holder_of(entry: Entry) -> str:
    """Return the guest who opened the table or took a seat with this entry, else nothing."""
    if entry.kind == "opened":
        return entry.by
    return entry.data.guest if isinstance(entry.data, Sat) else ""


def logs_of(works: Iterable[Work]) -> Iterator[Log]:
    """Yield every log that the works append to."""
    for work in works:
        if isinstance(work, Append):
            yield work.log
            if work.beside is not None:
                yield work.beside


def guests_of(works: Iterable[Work]) -> list[GuestRow]:
    """Return the rows of all guests that the works name."""
    return [
        {"id": work.id, "name": work.name, "created": work.at}
        for work in works
        if isinstance(work, GuestName)
    ]


def write(connection: Connection, works: Sequence[Work], *, shared: bool) -> int:
    """Write all works and return the number of entries.

    Processes that share a database lock its rows in the same order, to avoid deadlocks.
    """
    logs, batch = [*logs_of(works)], Batch(guests_of(works))
    if shared:
        logs.sort(key=lambda log: log.table)
        batch.guests.sort(key=lambda guest: guest["id"])
    for log in logs:
        batch.add_log(log)
    execute(connection, batch)
    if shared and batch.entries:
        sql.notify(connection, [f"{log.table} {log.entries[-1].version}" for log in logs])
    return len(batch.entries)


def execute(connection: Connection, batch: Batch) -> None:
    """Run one statement for each kind of row.

    Few statements matter: each one releases the GIL and may wait long to get it back.
    """
    if batch.guests:
        connection.execute(sql.add_guest(connection), batch.guests)
    if batch.tables:
        connection.execute(sql.ADD_TABLE, batch.tables)
    if batch.entries:
        sql.add_entries(connection, batch.entries)
    if batch.changed:
        sql.touch_tables(connection, [*batch.changed.values()])
    if batch.holders:
        connection.execute(sql.add_holder(connection), batch.holders)
