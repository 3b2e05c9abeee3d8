"""Where tables live. The log of entries is the truth; everything else can be made from it.

All writing goes through one thread. What comes in one turn of the event loop is handed to it together, and what was handed to it while it was busy
goes into one transaction: many moves of many tables share one commit, and nothing is told before that commit is durable.
"""

import json
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as NoneFree

from spookhouse.stores import statements as sql
from spookhouse.stores.checkpointer import Tidier
from spookhouse.stores.migrate import migrate
from spookhouse.table import CallSoon, Entry, Log, Promise, Table, VersionConflict, call_now
from spookhouse.table.log import write_data

MOST_AT_ONCE = 500  # appends in one transaction
PRAGMAS = (  # of SQLite
    "journal_mode=WAL",
    "synchronous=FULL",  # what was committed survives a power cut
    "foreign_keys=ON",
    "wal_autocheckpoint=0",  # see `tidying`
    "temp_store=MEMORY",  # an insert of many rows keeps what it may have to take back; in a file that takes twice as long as the insert
)
PATIENCE = 5  # seconds for a lock that another process holds; one that stops in the middle of a transaction must not stop the others
LINE: dict[str, Any] = {  # a line that has gone dead is noticed
    "connect_timeout": 5,
    "keepalives_idle": 3,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 6000,
}
IN_THE_WAY = {
    "55P03",
    "40P01",
    "40001",
}  # PostgreSQL: waited too long for a lock, or each for the other, or came too late


@dataclass(slots=True)
class Append:
    """Entries that follow the log of one table; and of another one beside it, if both are to be written or none."""

    promise: Promise
    log: Log
    beside: Log | None


@dataclass(slots=True)
class Guest:
    """A guest comes, or takes another name."""

    promise: Promise
    id: str
    name: str
    at: float


Work = Append | Guest
Row = tuple[Any, ...]


class SqlStore:
    """SQLite or PostgreSQL, by its address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = open_engine(url)
        migrate(self.engine)
        self.writer_engine = open_engine(
            url, pool_size=1, max_overflow=0
        )  # the writer's own connection, which keeps its pages and statements in mind
        self.gathering: list[Work] = []  # in this turn of the event loop
        self.handing = threading.Lock()
        self.ready: SimpleQueue[list[Work] | None] = SimpleQueue()  # None: stop when all is written
        self.call_soon: CallSoon = call_now
        self.commits = 0
        self.tidier = None if self.is_shared else Tidier(self.engine)
        self.writer = threading.Thread(target=self._write, name="spookhouse-writer", daemon=True)
        self.writer.start()

    def close(self) -> None:
        """Write what is waiting, then close."""
        self._hand_over()
        self.ready.put(None)
        self.writer.join()
        if self.tidier is not None:
            self.tidier.close()
        self.writer_engine.dispose()
        self.engine.dispose()

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write the same tables."""
        return self.engine.dialect.name == "postgresql"

    # === WRITING ===

    def commit(self, promise: Promise, log: Log, beside: Log | None = None) -> None:
        """Write entries; the promise is kept when they are durable, or broken with `VersionConflict`."""
        self._add(Append(promise, log, beside))

    def append(
        self, table: str, entries: Sequence[Entry], phase: str, opens: dict[str, Any] | None = None
    ) -> "Future[None]":
        """The same, for who can wait in a thread."""
        promise: Future[None] = Future()
        self.commit(promise, Log(table, entries, phase, opens))
        return promise

    def save_guest(self, guest: str, name: str, at: float) -> "Future[None]":
        """Write a guest's name."""
        promise: Future[None] = Future()
        self._add(Guest(promise, guest, name, at))
        return promise

    def import_guest(self, row: dict[str, Any]) -> bool:
        """A guest from another house; whether the guest is new here."""
        with self.engine.begin() as connection:
            return connection.execute(sql.add_new_guest(connection), row).first() is not None

    def _add(self, work: Work) -> None:
        """The first of a turn sees to it that all of them are handed over at its end: the writer would else begin with one or two of a hundred."""
        with self.handing:
            self.gathering.append(work)
            is_first = len(self.gathering) == 1
        if is_first:
            self.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        with self.handing:
            works, self.gathering = self.gathering, []
        if works:
            self.ready.put(works)

    def _write(self) -> None:
        """The writer: all that was handed over, again and again."""
        goes_on = True
        while goes_on:
            handed = [self.ready.get()]
            while not self.ready.empty():
                handed.append(self.ready.get())
            goes_on = None not in handed
            works = [work for some in handed if some is not None for work in some]
            for first in range(0, len(works), MOST_AT_ONCE):
                self._commit(works[first : first + MOST_AT_ONCE])

    def _commit(self, works: list[Work]) -> None:
        """All in one transaction; if one of them loses a race, each in its own."""
        try:
            with self.writer_engine.begin() as connection:
                written = write(connection, works, self.is_shared)
            self.commits += 1
        except Exception as error:
            self._fall_back(works, error)
        else:
            self._settle(works, None)
            if self.tidier is not None:
                self.tidier.wrote(written)

    def _fall_back(self, works: list[Work], error: Exception) -> None:
        if len(works) > 1 and not is_down(error):
            for work in works:
                self._commit([work])
            return
        self._settle(works, VersionConflict() if isinstance(error, IntegrityError) else error)

    def _settle(self, works: list[Work], error: Exception | None) -> None:
        try:
            self.call_soon(lambda: settle(works, error))
        except RuntimeError:  # an event loop that has ended: nobody waits there any more
            return

    # === READING ===

    def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table's log after a version."""
        with self.engine.connect() as connection:
            rows = connection.execute(sql.READ_ENTRIES, {"table": table, "after": after}).mappings()
            return [
                Entry(
                    row["version"],
                    row["at"],
                    row["kind"],
                    row["by"],
                    row["key"],
                    json.loads(row["data"]),
                    row["hash"],
                )
                for row in rows
            ]

    def load(self, table: str) -> Table | None:
        """A table, rebuilt from its log."""
        row = self.find(table)
        return None if row is None else Table.rebuilt(table, row["secret"], self.read(table))

    def find(self, table: str) -> dict[str, Any] | None:
        if (
            not table.isascii() or "\0" in table
        ):  # no table is called so, and not every database could be asked
            return None
        return next(iter(self.rows(sql.FIND_TABLE, table=table)), None)

    def table_ids(self) -> list[str]:
        """Every table of the house, oldest first."""
        return [row["id"] for row in self.rows(sql.LIST_IDS)]

    def public_tables(self) -> list[dict[str, Any]]:
        """Tables that wait for people and are open to all."""
        return self.rows(sql.LIST_PUBLIC)

    def tables_of(self, guest: str) -> list[dict[str, Any]]:
        """The tables that a guest opened, or at which the guest sits or sat, unfinished ones first."""
        return self.rows(sql.LIST_HELD, guest=guest)

    def count_unfinished(self, guest: str) -> int:
        """How many of these are not over."""
        with self.engine.connect() as connection:
            return int(connection.execute(sql.COUNT_UNFINISHED, {"guest": guest}).scalar_one())

    def guest_names(self, guests: Iterable[str]) -> dict[str, str]:
        return {row["id"]: row["name"] for row in self.rows(sql.FIND_NAMES, guests=list(guests))}

    def get_or_add_value(self, name: str, fresh: bytes) -> bytes:
        """A value that all processes of the house share: the first one that was offered."""
        with self.engine.begin() as connection:
            connection.execute(sql.add_value(connection), {"name": name, "value": fresh})
            value: bytes = connection.execute(sql.FIND_VALUE, {"name": name}).scalar_one()
            return value

    def ping(self) -> None:
        """Raises if the database does not answer."""
        self.rows(sql.PING)

    def rows(self, statement: Any, **values: Any) -> list[dict[str, Any]]:
        """What one of the statements finds."""
        with self.engine.connect() as connection:
            return [dict(row) for row in connection.execute(statement, values).mappings()]


def settle(works: list[Work], error: Exception | None) -> None:
    """Keep or break the promises; who has gone meanwhile needs none."""
    for work in works:
        if work.promise.done():
            continue
        if error is None:
            work.promise.set_result(None)
        else:
            work.promise.set_exception(error)


def write(connection: Connection, works: list[Work], shared: bool) -> int:
    """Few statements for many works: between two of them other threads take their turn, and each turn may be long. Gives how many entries it were."""
    rows: list[Row] = []
    touched: dict[str, Row] = {}
    guests: list[dict[str, Any]] = []
    opened: list[dict[str, Any]] = []
    holders: list[dict[str, Any]] = []
    logs: list[Log] = []
    for work in works:
        if isinstance(work, Guest):
            guests.append({"id": work.id, "name": work.name, "created": work.at})
            continue
        logs.append(work.log)
        if work.beside is not None:
            logs.append(work.beside)
    if shared:  # in the same order everywhere, or two processes would wait for each other
        logs.sort(key=lambda log: log.table)
        guests.sort(key=lambda guest: str(guest["id"]))
    for log in logs:
        table = log.table
        if log.opens is not None:
            opened.append({"id": table, "phase": log.phase, **log.opens})
        for entry in log.entries:
            kind, data = entry.kind, entry.data
            rows.append(
                (
                    table,
                    entry.version,
                    entry.at,
                    kind,
                    entry.by,
                    entry.key,
                    entry.written or write_data(data),
                    entry.hash,
                )
            )
            if kind != "moved":  # a move changes nothing but the log of its table
                touched[table] = (table, log.phase, entry.at)
                if (
                    holder := entry.by
                    if kind == "opened"
                    else data["guest"]
                    if kind == "sat"
                    else ""
                ):
                    holders.append({"guest_id": holder, "table_id": table})
    if guests:
        connection.execute(sql.add_guest(connection), guests)
    if opened:
        connection.execute(sql.ADD_TABLE, opened)
    if rows:
        sql.add_entries(connection, rows)
    if touched:
        sql.touch_tables(connection, [*touched.values()])
    if holders:
        connection.execute(sql.add_holder(connection), holders)
    if rows and shared:
        sql.notify(connection, [f"{log.table} {log.entries[-1].version}" for log in logs])
    return len(rows)


def open_engine(url: str, pool_size: int = 5, max_overflow: int = 5) -> Engine:
    """The database behind an address, with so many connections at most; SQLite in the mode that survives a crash."""
    common: dict[str, Any] = {
        "pool_size": pool_size,
        "max_overflow": max_overflow,
        "pool_timeout": PATIENCE,
    }
    common["hide_parameters"] = (
        True  # errors are written to the log of the house: no moves that lie face down, no chat
    )
    if url.startswith("sqlite"):
        engine = create_engine(
            url, connect_args={"timeout": PATIENCE, "check_same_thread": False}, **common
        )
        settings = [f"PRAGMA {pragma}" for pragma in PRAGMAS]
    else:
        engine = create_engine(url, pool_pre_ping=True, connect_args=LINE, **common)
        settings = [
            f"SET {name} = '{PATIENCE}s'"
            for name in ("lock_timeout", "idle_in_transaction_session_timeout")
        ]

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        for setting in settings:
            connection.execute(setting)
        connection.commit()

    return engine


def is_down(error: Exception) -> bool:
    """Whether the database itself is in trouble, so that trying each work alone would only take longer."""
    return (
        isinstance(error, OperationalError | NoneFree)
        and getattr(getattr(error, "orig", None), "sqlstate", None) not in IN_THE_WAY
    )
