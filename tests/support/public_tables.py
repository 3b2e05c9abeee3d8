"""Many public tables that wait for players, written to a store directly."""

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace

from sqlalchemy import Connection, text

from spookhouse.stores import SqlStore
from spookhouse.table.log import Entry
from spookhouse.table.store_protocol import ListPosition, NewTable, PublicTables
from support.tables import SECRET, Played

LIMIT = 100  # pages of a walk


def open_public(store: SqlStore, guest: str, tables: Sequence[tuple[str, float]]) -> None:
    """Open public tables of a guest, with these ids and at these times."""
    (opened,) = Played(guest, players=2).log
    for written in [open_one(store, opened, *table) for table in tables]:
        written.result(20)


def open_one(store: SqlStore, opened: Entry, table: str, at: float) -> "Future[None]":
    """Write the first entry of a public table."""
    row: NewTable = {
        "secret": SECRET,
        "game": "ghooost",
        "public": True,
        "created": at,
        "changed": at,
    }
    return store.append(table, [replace(opened, at=at)], "lobby", row)


def change(store: SqlStore, table: str, at: float, *, starts: bool = False) -> None:
    """Let something happen at a table in its lobby; at last it may start."""
    played = Played("ann", players=2).sit("ann", 0)
    version = store.read(table)[-1].version
    entry = replace(played.log[-1], at=at, version=version + 1)
    store.append(table, [entry], "playing" if starts else "lobby").result(20)


def ids(page: PublicTables) -> list[str]:
    """Return the tables of a page."""
    return [row["id"] for row in page.rows]


def walk(store: SqlStore, after: ListPosition | None = None) -> list[str]:
    """Return the tables of all pages after a position."""
    found: list[str] = []
    for _ in range(LIMIT):
        page = store.public_tables(after)
        found += ids(page)
        after = page.next
        if after is None:
            return found
    raise AssertionError("the list does not end")


def forget_openers(connection: Connection) -> None:
    """Undo the third migration."""
    for statement in (
        "DROP INDEX open_tables_by_opener",
        "ALTER TABLE tables DROP COLUMN opened_by",
        "CREATE INDEX tables_by_phase ON tables (public, phase, changed)",
        "UPDATE alembic_version SET version_num = '0002'",
    ):
        connection.execute(text(statement))
