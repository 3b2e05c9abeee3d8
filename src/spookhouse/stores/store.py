"""The store: the log of entries is the truth, everything else can be rebuilt from it."""

import math
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import asdict
from typing import Any, cast

from sqlalchemy import Executable

from spookhouse.stores import statements as sql
from spookhouse.stores.checkpointer import Checkpointer
from spookhouse.stores.engine import open_engine
from spookhouse.stores.migrate import migrate
from spookhouse.stores.statements import GuestRow
from spookhouse.stores.write_batch import Append, GuestName
from spookhouse.stores.writer import Writer
from spookhouse.table.apply import rebuild
from spookhouse.table.log import Entry, canonical, decode_data
from spookhouse.table.phases import Phase
from spookhouse.table.store_protocol import (
    CallSoon,
    ListPosition,
    Log,
    NewTable,
    Promise,
    PublicTables,
    TableRow,
)
from spookhouse.table.table import Table

# Before all tables of the list, none of which has changed since.
LIST_START = ListPosition(as_of=math.inf, round=-1, moment=0.0, table="")
# Entries that are in memory at once when a table is loaded.
LOAD_PAGE = 500


class SqlStore:
    """A store in SQLite or PostgreSQL, depending on the URL."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = open_engine(url)
        migrate(self.engine)
        self.checkpointer = None if self.is_shared else Checkpointer(self.engine)
        self.writer = Writer(open_engine(url, pool_size=1, max_overflow=0), self.checkpointer)

    def close(self) -> None:
        """Write what is waiting, then close all connections."""
        self.writer.close()
        if self.checkpointer is not None:
            self.checkpointer.close()
        self.engine.dispose()

    @property
    def is_shared(self) -> bool:
        """Return whether other processes may write the same tables."""
        return self.engine.dialect.name == "postgresql"

    @property
    def call_soon(self) -> CallSoon:
        """The function that runs callbacks where promises are awaited."""
        return self.writer.call_soon

    @call_soon.setter
    def call_soon(self, call_soon: CallSoon) -> None:
        self.writer.call_soon = call_soon

    # === WRITING ===

    def commit(self, promise: Promise, log: Log, beside: Log | None = None) -> None:
        """Write entries. Keep the promise when they are durable, or break it with the reason.

        The reason is `VersionConflict` if another process wrote that version first.
        """
        self.writer.add(Append(promise, log, beside))

    def append(
        self, table: str, entries: Sequence[Entry], phase: Phase, opens: NewTable | None = None
    ) -> "Future[None]":
        """Write entries; return a future for threads to wait for."""
        promise: Future[None] = Future()
        self.commit(promise, Log(table, entries, phase, opens))
        return promise

    def save_guest(self, guest: str, name: str, at: float) -> "Future[None]":
        """Write the name of a guest."""
        promise: Future[None] = Future()
        self.writer.add(GuestName(promise, guest, name, at))
        return promise

    def import_guest(self, row: GuestRow) -> bool:
        """Add a guest of another database unless the guest exists; return whether it was added."""
        with self.engine.begin() as connection:
            return connection.execute(sql.add_new_guest(connection), row).first() is not None

    def use_link(self, digest: str, expires: float, now: float) -> bool:
        """Remember that a link was used; return whether this was its first use.

        Links that expired before `now` are forgotten.
        """
        link = {"digest": digest, "expires": expires}
        with self.engine.begin() as connection:
            connection.execute(sql.REMOVE_EXPIRED_LINKS, {"now": now})
            return connection.execute(sql.add_used_link(connection), link).first() is not None

    # === READING ===

    def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Return the entries of a table after a version, at most so many."""
        with self.engine.connect() as connection:
            statement = sql.READ_ENTRIES.limit(limit)
            rows = connection.execute(statement, {"table": table, "after": after})
            return [
                Entry(version, at, kind, by, key, decode_data(kind, data), hash_, canonical(data))
                for _, version, at, kind, by, key, data, hash_ in rows
            ]

    def load(self, table: str) -> Table | None:
        """Rebuild a table from its log; return None if there is no such table."""
        row = self.find(table)
        return None if row is None else rebuild(table, row["secret"], self.read_pages(table))

    def read_pages(self, table: str) -> Iterator[Entry]:
        """Yield the entries of a table; a whole log can be too large for the memory."""
        page = self.read(table, 0, LOAD_PAGE)
        while page:
            yield from page
            page = self.read(table, page[-1].version, LOAD_PAGE)

    def find(self, table: str) -> TableRow | None:
        """Return the row of a table, or None if there is none."""
        # No table has such a name, and PostgreSQL refuses the query.
        if not table.isascii() or "\0" in table:
            return None
        return next(iter(self._table_rows(sql.FIND_TABLE, table=table)), None)

    def table_ids(self) -> list[str]:
        """Return the ids of all tables, oldest first."""
        return [row["id"] for row in self.rows(sql.LIST_IDS)]

    def public_tables(self, after: ListPosition | None = None) -> PublicTables:
        """Return a page of the public tables that wait for players, at first the first one.

        The newest table of every guest comes first, then the second newest of every guest, and
        so on. Within such a round, the latest change comes first. Of each guest, the list
        contains `TABLES_PER_GUEST`.

        Later pages do not contain tables that were opened after the first page. A table that
        changed meanwhile comes at the end of its round: it may come twice, but is not missed.
        Only when a newer table starts, or is called off, the same guest's others may be missed.
        """
        rows = self.rows(sql.LIST_PUBLIC, **asdict(after or LIST_START))
        page = cast(list[TableRow], rows[: sql.TABLES_PER_PAGE])
        if len(rows) == len(page):
            return PublicTables(page, None)
        last = rows[len(page) - 1]
        as_of = last["latest"] if after is None else after.as_of
        return PublicTables(page, ListPosition(as_of, last["round"], last["moment"], last["id"]))

    def tables_of(self, guest: str) -> list[TableRow]:
        """Return the tables that a guest opened or has sat at, unfinished ones first."""
        return self._table_rows(sql.LIST_HELD, guest=guest)

    def count_unfinished(self, guest: str) -> int:
        """Return the number of a guest's tables that are not over."""
        with self.engine.connect() as connection:
            return int(connection.execute(sql.COUNT_UNFINISHED, {"guest": guest}).scalar_one())

    def count_tables(self, guest: str) -> int:
        """Return the number of tables that a guest opened or has sat at."""
        with self.engine.connect() as connection:
            return int(connection.execute(sql.COUNT_HELD, {"guest": guest}).scalar_one())

    def is_link_used(self, digest: str) -> bool:
        """Return whether a link was used."""
        return bool(self.rows(sql.FIND_USED_LINK, digest=digest))

    def guest_names(self, guests: Iterable[str]) -> dict[str, str]:
        """Return the names of those guests that have one."""
        return {row["id"]: row["name"] for row in self.rows(sql.FIND_NAMES, guests=list(guests))}

    def names_beside(self, guest: str) -> list[str]:
        """Return the names of others who opened or sat at an unfinished table of a guest."""
        return [row["name"] for row in self.rows(sql.NAMES_BESIDE, guest=guest)]

    def get_or_add_value(self, name: str, value: bytes) -> bytes:
        """Return the value that all processes share under a name; the first one offered stays."""
        with self.engine.begin() as connection:
            connection.execute(sql.add_value(connection), {"name": name, "value": value})
            stored: bytes = connection.execute(sql.FIND_VALUE, {"name": name}).scalar_one()
            return stored

    def ping(self) -> None:
        """Raise an exception if the database does not answer."""
        self.rows(sql.PING)

    def rows(self, statement: Executable, **values: object) -> list[dict[str, Any]]:
        """Return the rows that a statement selects."""
        with self.engine.connect() as connection:
            return [dict(row) for row in connection.execute(statement, values).mappings()]

    def _table_rows(self, statement: Executable, **values: object) -> list[TableRow]:
        return cast(list[TableRow], self.rows(statement, **values))
