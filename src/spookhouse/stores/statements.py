"""Every SQL statement of the house, once."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, text
from sqlalchemy.dialects import postgresql, sqlite

from spookhouse.stores.schema import entries, guests, holders, house, tables

MOST_ROWS = 1_000  # in one statement: both databases limit the number of values
ENTRY_COLUMNS = ", ".join(f'"{column.name}"' for column in entries.c)

# === WRITING ===

ADD_TABLE = insert(tables)

# The writer's own: one statement for many rows, as the driver takes it. Both databases call the columns of VALUES column1, column2 …


def add_entries(connection: Connection, rows: Sequence[tuple[Any, ...]]) -> None:
    """Rows in the order of the table's columns."""
    for some in (rows[first : first + MOST_ROWS] for first in range(0, len(rows), MOST_ROWS)):
        run(connection, f"INSERT INTO entries ({ENTRY_COLUMNS}) VALUES %s", some)  # noqa: S608  names of our own


def touch_tables(connection: Connection, rows: Sequence[tuple[Any, ...]]) -> None:
    """Tables with their phase, and when they changed."""
    run(
        connection,
        "UPDATE tables SET phase = v.column2, changed = v.column3 FROM (VALUES %s) AS v WHERE tables.id = v.column1",
        rows,
    )


def notify(connection: Connection, words: Iterable[str]) -> None:
    """PostgreSQL tells the other processes when the transaction is committed."""
    run(
        connection,
        "SELECT pg_notify('spookhouse', v.column1) FROM (VALUES %s) AS v",
        [(word,) for word in words],
    )


def run(connection: Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    connection.exec_driver_sql(
        with_places(statement, mark, len(rows[0]), len(rows)), tuple(chain.from_iterable(rows))
    )


@lru_cache(maxsize=256)
def with_places(statement: str, mark: str, columns: int, rows: int) -> str:
    """The statement with a place for each value; the same text is known to the driver again."""
    places = f"({','.join([mark] * columns)})"
    return statement.replace("%s", ",".join([places] * rows), 1)


def add_holder(connection: Connection) -> Any:
    """A guest holds a seat at a table; said twice it is true once."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(holders).on_conflict_do_nothing()


def add_guest(connection: Connection) -> Any:
    """A guest, or a guest's new name."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    added = dialect.insert(guests)
    return added.on_conflict_do_update(
        index_elements=[guests.c.id], set_={"name": added.excluded.name}
    )


def add_new_guest(connection: Connection) -> Any:
    """A guest from elsewhere; one who is known here already keeps the name that is known here."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(guests).on_conflict_do_nothing().returning(guests.c.id)


def add_value(connection: Connection) -> Any:
    """Something that the house remembers; what was there first stays."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(house).on_conflict_do_nothing()


# === READING ===

FIND_TABLE = select(tables).where(tables.c.id == bindparam("table"))
LIST_IDS = select(tables.c.id).order_by(tables.c.created, tables.c.id)
LIST_GUESTS = select(guests).order_by(guests.c.created, guests.c.id)
LIST_VALUES = select(house).order_by(house.c.name)
LIST_PUBLIC = (
    select(tables)
    .where(tables.c.public, tables.c.phase == "lobby")
    .order_by(tables.c.changed.desc())
    .limit(100)
)
LAST = (
    select(entries.c.at)
    .where(entries.c.table_id == tables.c.id)
    .order_by(entries.c.version.desc())
    .limit(1)
    .scalar_subquery()
)
LIST_HELD = (  # a table's own row is not touched by moves
    select(*(column for column in tables.c if column.name != "changed"), LAST.label("changed"))
    .join(holders, holders.c.table_id == tables.c.id)
    .where(holders.c.guest_id == bindparam("guest"))
    .order_by((tables.c.phase == "over"), LAST.desc())
    .limit(100)
)
COUNT_UNFINISHED = (
    select(func.count())
    .select_from(holders.join(tables))
    .where(holders.c.guest_id == bindparam("guest"), tables.c.phase != "over")
)
READ_ENTRIES = (
    select(entries)
    .where(entries.c.table_id == bindparam("table"), entries.c.version > bindparam("after"))
    .order_by(entries.c.version)
)
FIND_NAMES = select(guests.c.id, guests.c.name).where(
    guests.c.id.in_(bindparam("guests", expanding=True))
)
FIND_VALUE = select(house.c.value).where(house.c.name == bindparam("name"))
PING = text("SELECT 1")
CHECK_COPY = "PRAGMA integrity_check"  # of SQLite
