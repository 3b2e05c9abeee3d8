"""Where tables live. The log of entries is the truth; everything else can be made from it.

All writing goes through one thread, which takes whatever has gathered while it was busy into one transaction: many moves of many tables share
one commit, and nothing is told before that commit is durable.
"""

import json
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as NoneFree

from spookhouse.stores import statements as sql
from spookhouse.stores.migrate import migrate
from spookhouse.table import Entry, LostRace, Table

MOST_AT_ONCE = 500  # appends in one transaction
PATIENCE = 5  # seconds for a lock that another process holds; one that stops in the middle of a transaction must not stop the others
LINE: dict[str, Any] = {  # a line that has gone dead is noticed
    "connect_timeout": 5,
    "keepalives_idle": 3,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 6000,
}
LOCKED = "55P03"  # PostgreSQL: waited too long for a lock


@dataclass(slots=True)
class Append:
    """Entries that follow the log of one table."""

    table: str
    entries: Sequence[Entry]
    phase: str
    opens: dict[str, Any] | None = None  # the row of a new table
    done: "Future[None]" = field(default_factory=Future)


@dataclass(slots=True)
class Guest:
    """A guest comes, or takes another name."""

    id: str
    name: str
    at: float
    done: "Future[None]" = field(default_factory=Future)


Work = Append | Guest | None  # None: stop


class Store:
    """SQLite or PostgreSQL, by its address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = open_engine(url)
        migrate(self.engine)
        self.queue: SimpleQueue[Work] = SimpleQueue()
        self.commits = 0
        self.writer = threading.Thread(target=self._write, name="spookhouse-writer", daemon=True)
        self.writer.start()

    def close(self) -> None:
        """Write what is waiting, then close."""
        self.queue.put(None)
        self.writer.join()
        self.engine.dispose()

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write the same tables."""
        return self.engine.dialect.name == "postgresql"

    # === WRITING ===

    def append(self, table: str, entries: Sequence[Entry], phase: str, opens: dict[str, Any] | None = None) -> "Future[None]":
        """Write entries; the future is done when they are durable, or raises `LostRace`."""
        work = Append(table, entries, phase, opens)
        self.queue.put(work)
        return work.done

    def welcome(self, guest: str, name: str, at: float) -> "Future[None]":
        """Write a guest's name."""
        work = Guest(guest, name, at)
        self.queue.put(work)
        return work.done

    def add_guest(self, row: dict[str, Any]) -> bool:
        """A guest from another house; whether the guest is new here."""
        with self.engine.begin() as connection:
            return connection.execute(sql.add_new_guest(connection), row).first() is not None

    def _write(self) -> None:
        while True:
            works = self._gather()
            stop = works[-1] is None
            todo = [work for work in works if work is not None]
            if todo:
                self._commit(todo)
            if stop:
                return

    def _gather(self) -> list[Work]:
        works = [self.queue.get()]
        while works[-1] is not None and len(works) < MOST_AT_ONCE and not self.queue.empty():
            works.append(self.queue.get())
        return works

    def _commit(self, works: list[Append | Guest]) -> None:
        """All in one transaction; if one of them loses a race, each in its own."""
        try:
            with self.engine.begin() as connection:
                for work in works:
                    write(connection, work, self.is_shared)
            self.commits += 1
        except Exception as error:
            self._fall_back(works, error)
            return
        for work in works:
            work.done.set_result(None)

    def _fall_back(self, works: list[Append | Guest], error: Exception) -> None:
        if len(works) > 1 and not is_down(error):
            for work in works:
                self._commit([work])
            return
        for work in works:
            work.done.set_exception(LostRace() if isinstance(error, IntegrityError) else error)

    # === READING ===

    def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table's log after a version."""
        with self.engine.connect() as connection:
            rows = connection.execute(sql.READ_ENTRIES, {"table": table, "after": after}).mappings()
            return [Entry(row["version"], row["at"], row["kind"], row["by"], row["key"], json.loads(row["data"]), row["hash"]) for row in rows]

    def load(self, table: str) -> Table | None:
        """A table, rebuilt from its log."""
        row = self.find(table)
        return None if row is None else Table.rebuilt(table, row["secret"], self.read(table))

    def find(self, table: str) -> dict[str, Any] | None:
        if not table.isascii() or "\0" in table:  # no table is called so, and not every database could be asked
            return None
        return next(iter(self.rows(sql.FIND_TABLE, table=table)), None)

    def ids(self) -> list[str]:
        """Every table of the house, oldest first."""
        return [row["id"] for row in self.rows(sql.LIST_IDS)]

    def public(self) -> list[dict[str, Any]]:
        """Tables that wait for people and are open to all."""
        return self.rows(sql.LIST_PUBLIC)

    def held(self, guest: str) -> list[dict[str, Any]]:
        """The tables that a guest opened, or at which the guest sits or sat, unfinished ones first."""
        return self.rows(sql.LIST_HELD, guest=guest)

    def names(self, guests: Iterable[str]) -> dict[str, str]:
        return {row["id"]: row["name"] for row in self.rows(sql.FIND_NAMES, guests=list(guests))}

    def remembered(self, name: str, fresh: bytes) -> bytes:
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


def write(connection: Connection, work: Append | Guest, shared: bool) -> None:
    if isinstance(work, Guest):
        connection.execute(sql.add_guest(connection), {"id": work.id, "name": work.name, "created": work.at})
        return
    if work.opens is not None:
        connection.execute(sql.ADD_TABLE, {"id": work.table, "phase": work.phase, **work.opens})
    connection.execute(sql.ADD_ENTRY, [row_of(work.table, entry) for entry in work.entries])
    last = work.entries[-1]
    connection.execute(sql.TOUCH_TABLE, {"table": work.table, "new_phase": work.phase, "now": last.at})
    for entry in work.entries:
        if guest := entry.by if entry.kind == "opened" else entry.data["guest"] if entry.kind == "sat" else "":
            connection.execute(sql.add_holder(connection), {"guest_id": guest, "table_id": work.table})
    if shared:
        connection.execute(sql.NOTIFY, {"word": f"{work.table} {last.version}"})


def row_of(table: str, entry: Entry) -> dict[str, Any]:
    return entry.to_json() | {"table_id": table, "data": json.dumps(entry.data, separators=(",", ":"))}


def open_engine(url: str) -> Engine:
    """The database behind an address; SQLite in the mode that survives a crash."""
    if url.startswith("sqlite"):
        engine = create_engine(url, connect_args={"timeout": PATIENCE, "check_same_thread": False})
        settings = [f"PRAGMA {pragma}" for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")]
    else:
        engine = create_engine(url, pool_size=5, max_overflow=5, pool_timeout=PATIENCE, pool_pre_ping=True, connect_args=LINE)
        settings = [f"SET {name} = '{PATIENCE}s'" for name in ("lock_timeout", "idle_in_transaction_session_timeout")]

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        for setting in settings:
            connection.execute(setting)
        connection.commit()

    return engine


def is_down(error: Exception) -> bool:
    """Whether the database itself is in trouble, so that trying each work alone would only take longer."""
    return isinstance(error, OperationalError | NoneFree) and getattr(getattr(error, "orig", None), "sqlstate", None) != LOCKED
