"""Every SQL statement, once."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, TypedDict

from sqlalchemy import (
    CTE,
    ColumnElement,
    Connection,
    Executable,
    FromClause,
    Integer,
    Select,
    Table,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal_column,
    select,
    text,
    union_all,
)
from sqlalchemy.dialects import postgresql, sqlite

from spookhouse.stores.schema import entries, guests, holders, house, tables, used_links

# Both databases limit the number of values in a statement.
MAX_ROWS = 1_000
ENTRY_COLUMNS = ", ".join(f'"{column.name}"' for column in entries.c)

Row = tuple[object, ...]


class GuestRow(TypedDict):
    """A row of the table `guests`."""

    id: str
    name: str
    created: float


class HolderRow(TypedDict):
    """A row of the table `holders`: a guest who opened a table or has sat at it."""

    guest_id: str
    table_id: str


# === WRITING ===

ADD_TABLE = insert(tables)

# The writer's statements bypass SQLAlchemy's compiler: one statement for many rows, as the
# driver takes it. Both databases call the columns of VALUES column1, column2 and so on.


def add_entries(connection: Connection, rows: Sequence[Row]) -> None:
    """Insert rows whose values are in the order of the columns."""
    # The columns are constants of the schema.
    statement = f"INSERT INTO entries ({ENTRY_COLUMNS}) VALUES %s"  # noqa: S608
    for first in range(0, len(rows), MAX_ROWS):
        execute_values(connection, statement, rows[first : first + MAX_ROWS])


def touch_tables(connection: Connection, rows: Sequence[Row]) -> None:
    """Set phase and time of change, from rows of id, phase and time."""
    execute_values(
        connection,
        "UPDATE tables SET phase = v.column2, changed = v.column3 "
        "FROM (VALUES %s) AS v WHERE tables.id = v.column1",
        rows,
    )


def notify(connection: Connection, messages: Iterable[str]) -> None:
    """Let PostgreSQL send these messages to other processes after the commit."""
    execute_values(
        connection,
        "SELECT pg_notify('spookhouse', v.column1) FROM (VALUES %s) AS v",
        [(message,) for message in messages],
    )


def execute_values(connection: Connection, statement: str, rows: Sequence[Row]) -> None:
    """Execute a statement with all rows in place of `%s`."""
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    expanded = expand_values(statement, mark, len(rows[0]), len(rows))
    connection.exec_driver_sql(expanded, tuple(chain.from_iterable(rows)))


@lru_cache(maxsize=256)
def expand_values(statement: str, mark: str, columns: int, rows: int) -> str:
    """Return the statement with a placeholder for each value.

    The cache returns the identical text, which the driver recognises as a prepared statement.
    """
    row = f"({','.join([mark] * columns)})"
    return statement.replace("%s", ",".join([row] * rows), 1)


def insert_into(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """Return an INSERT in the dialect of this database, which supports ON CONFLICT."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


def add_holder(connection: Connection) -> Executable:
    """Insert a holder; inserting it twice has no further effect."""
    return insert_into(connection, holders).on_conflict_do_nothing()


def add_guest(connection: Connection) -> Executable:
    """Insert a guest, or change the guest's name."""
    insertion = insert_into(connection, guests)
    return insertion.on_conflict_do_update(
        index_elements=[guests.c.id], set_={"name": insertion.excluded.name}
    )


def add_new_guest(connection: Connection) -> Executable:
    """Insert a guest unless the guest exists; return the id if it was inserted."""
    return insert_into(connection, guests).on_conflict_do_nothing().returning(guests.c.id)


def add_value(connection: Connection) -> Executable:
    """Insert a value of the server unless its name exists."""
    return insert_into(connection, house).on_conflict_do_nothing()


def add_used_link(connection: Connection) -> Executable:
    """Insert a used link unless it is known; return its digest if it was inserted."""
    insertion = insert_into(connection, used_links).on_conflict_do_nothing()
    return insertion.returning(used_links.c.digest)


REMOVE_EXPIRED_LINKS = delete(used_links).where(used_links.c.expires < bindparam("now"))

# === THE LIST OF PUBLIC TABLES ===

# A guest with thousands of tables makes the list neither long nor slow.
TABLES_PER_GUEST = 3
TABLES_PER_PAGE = 20


def is_open(table: FromClause) -> ColumnElement[bool]:
    """Return the condition of the list, in the words of the index `open_tables_by_opener`."""
    return table.c.public & (table.c.phase == literal_column("'lobby'"))


def find_openers() -> CTE:
    """Select every guest with a table in the list, and NULL at the end.

    Each step looks up the next guest in the index. `DISTINCT` would read all tables.
    """
    openers = select(func.min(tables.c.opened_by).label("guest")).where(is_open(tables))
    found = openers.cte("openers", recursive=True)
    following = (
        select(func.min(tables.c.opened_by))
        .where(is_open(tables), tables.c.opened_by > found.c.guest)
        .scalar_subquery()
    )
    return found.union_all(select(following).where(found.c.guest.is_not(None)))


def find_table_of_round(openers: CTE, number: int) -> Select[tuple[str, int]]:
    """Select one table of each opener: the newest one in round 0."""
    found = (
        select(tables.c.id)
        .where(
            is_open(tables),
            tables.c.opened_by == openers.c.guest,
            tables.c.created <= bindparam("as_of"),
        )
        .order_by(tables.c.created.desc(), tables.c.id.desc())
        .limit(literal_column("1"))
        .offset(literal_column(str(number)))
        .scalar_subquery()
    )
    return select(
        found.label("id"), literal_column(str(number), Integer).label("round")
    ).select_from(openers)


def list_public() -> Select[Any]:
    """Select the tables after a `ListPosition`, one more than a page has."""
    openers = find_openers()
    rounds = [find_table_of_round(openers, number) for number in range(TABLES_PER_GUEST)]
    place = union_all(*rounds).subquery("place")
    changed = tables.c.changed
    moment = case((changed > bindparam("as_of"), literal_column("-1.0")), else_=changed)
    return (
        select(
            tables,
            place.c.round,
            moment.label("moment"),
            func.max(changed).over().label("latest"),
        )
        .join(place, place.c.id == tables.c.id)
        .where(is_after(place.c.round, moment))
        .order_by(place.c.round, moment.desc(), tables.c.id)
        .limit(TABLES_PER_PAGE + 1)
    )


def is_after(number: ColumnElement[int], moment: ColumnElement[float]) -> ColumnElement[bool]:
    """Return whether a table comes after a `ListPosition`."""
    is_later = (moment < bindparam("moment")) | (
        (moment == bindparam("moment")) & (tables.c.id > bindparam("table"))
    )
    return (number > bindparam("round")) | ((number == bindparam("round")) & is_later)


LIST_PUBLIC = list_public()

# === READING ===

FIND_TABLE = select(tables).where(tables.c.id == bindparam("table"))
LIST_IDS = select(tables.c.id).order_by(tables.c.created, tables.c.id)
LIST_GUESTS = select(guests).order_by(guests.c.created, guests.c.id)
LIST_VALUES = select(house).order_by(house.c.name)
LAST_ENTRY_TIME = (
    select(entries.c.at)
    .where(entries.c.table_id == tables.c.id)
    .order_by(entries.c.version.desc())
    .limit(1)
    .scalar_subquery()
)
# Moves do not touch the row of their table, so its time of change comes from the log.
LIST_HELD = (
    select(
        *(column for column in tables.c if column.name != "changed"),
        LAST_ENTRY_TIME.label("changed"),
    )
    .join(holders, holders.c.table_id == tables.c.id)
    .where(holders.c.guest_id == bindparam("guest"))
    .order_by((tables.c.phase == "over"), LAST_ENTRY_TIME.desc())
    .limit(100)
)
COUNT_UNFINISHED = (
    select(func.count())
    .select_from(holders.join(tables))
    .where(holders.c.guest_id == bindparam("guest"), tables.c.phase != "over")
)
COUNT_HELD = (
    select(func.count()).select_from(holders).where(holders.c.guest_id == bindparam("guest"))
)
READ_ENTRIES = (
    select(entries)
    .where(entries.c.table_id == bindparam("table"), entries.c.version > bindparam("after"))
    .order_by(entries.c.version)
)
FIND_NAMES = select(guests.c.id, guests.c.name).where(
    guests.c.id.in_(bindparam("guests", expanding=True))
)
OWN = holders.alias("own")
NAMES_BESIDE = (
    select(guests.c.name)
    .distinct()
    .join(holders, holders.c.guest_id == guests.c.id)
    .join(OWN, OWN.c.table_id == holders.c.table_id)
    .join(tables, tables.c.id == OWN.c.table_id)
    .where(OWN.c.guest_id == bindparam("guest"), tables.c.phase != "over")
    .where(guests.c.id != bindparam("guest"))
)
FIND_VALUE = select(house.c.value).where(house.c.name == bindparam("name"))
FIND_USED_LINK = select(used_links.c.digest).where(used_links.c.digest == bindparam("digest"))
PING = text("SELECT 1")

# SQLite only.
CHECK_INTEGRITY = "PRAGMA integrity_check"
