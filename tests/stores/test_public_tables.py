"""The list of public tables: fair per guest, in pages, and quick however many tables there are."""

import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from typing import cast

import pytest
from sqlalchemy import Connection, event, inspect, text

from spookhouse.kernel.contract import Json
from spookhouse.stores import SqlStore
from spookhouse.stores import statements as sql
from spookhouse.stores.store import LIST_START
from spookhouse.table.commands import HandOver
from support.databases import KINDS, fresh_database
from support.public_tables import change, forget_openers, ids, open_public, walk
from support.tables import Played

pytestmark = pytest.mark.compiled


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    yield from fresh_database(request.param)


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    with closing(SqlStore(url)) as opened:
        yield opened


def numbered(name: str, number: int, first: float) -> list[tuple[str, float]]:
    """Return so many tables, opened one second after another."""
    return [(f"{name}{each}", first + each) for each in range(number)]


# === ORDER ===


def test_the_newest_table_of_every_guest_comes_before_the_second_of_any(store: SqlStore) -> None:
    open_public(store, "ann", [("a1", 11.0), ("a2", 12.0), ("a3", 13.0)])
    open_public(store, "bob", [("b1", 1.0), ("b2", 2.0)])
    open_public(store, "eve", [("e1", 5.0)])
    assert walk(store) == ["a3", "e1", "b2", "a2", "b1", "a1"]


def test_within_a_round_the_latest_change_comes_first(store: SqlStore) -> None:
    open_public(store, "ann", [("a1", 11.0), ("a2", 12.0)])
    open_public(store, "bob", [("b1", 1.0), ("b2", 2.0)])
    change(store, "b2", 20.0)
    assert walk(store) == ["b2", "a2", "a1", "b1"]
    # A change does not move a table to another round.
    change(store, "b1", 30.0)
    assert walk(store) == ["b2", "a2", "b1", "a1"]


def test_a_guest_has_three_tables_in_the_list(store: SqlStore) -> None:
    open_public(store, "ann", numbered("a", 500, 100.0))
    open_public(store, "bob", [("b", 1.0)])
    assert walk(store) == ["a499", "b", "a498", "a497"]
    change(store, "a499", 1000.0, starts=True)
    assert walk(store) == ["a498", "b", "a497", "a496"]


def test_tables_count_for_the_guest_who_opened_them(store: SqlStore) -> None:
    """Nobody can use up the share of another guest by handing tables over."""
    played = Played("ann", players=2).sit("bob", 0)
    played.do("ann", HandOver(guest="bob"))
    assert played.table.owner == "bob"
    for number in range(4):
        open_public(store, "ann", [(f"a{number}", 10.0)])
        store.append(f"a{number}", played.log[1:], "lobby").result(20)
    open_public(store, "bob", [("b", 1.0)])
    assert walk(store) == ["a3", "b", "a2", "a1"]


# === PAGES ===


def test_a_walk_sees_each_table_once(store: SqlStore) -> None:
    for guest in range(60):
        # Many tables were opened and changed at the same moment.
        open_public(store, f"guest{guest}", [(f"t{guest}x{each}", 5.0) for each in range(2)])
    assert len(store.public_tables().rows) == sql.TABLES_PER_PAGE
    found = walk(store)
    assert len(found) == len(set(found)) == 120
    assert all(table.endswith("x1") for table in found[:60])


def test_the_last_page_has_no_next_one(store: SqlStore) -> None:
    assert store.public_tables() == store.public_tables(None)
    assert (store.public_tables().rows, store.public_tables().next) == ([], None)
    for guest in range(sql.TABLES_PER_PAGE):
        open_public(store, f"guest{guest}", [(f"t{guest}", 5.0)])
    assert store.public_tables().next is None
    open_public(store, "ann", [("a", 4.0)])
    position = store.public_tables().next
    assert position is not None
    last = store.public_tables(position)
    assert (ids(last), last.next) == (["a"], None)


@pytest.mark.parametrize("seed", range(5))
def test_a_walk_misses_no_table_that_waits_all_the_time(store: SqlStore, seed: int) -> None:
    """Meanwhile tables are opened and change; those that were opened are not shown."""
    rng = random.Random(seed)
    for guest in range(45):
        name = f"guest{guest}"
        open_public(store, name, [(f"t{guest}x{each}", 10.0 * each) for each in range(3)])
    before = walk(store)
    page = store.public_tables()
    found, now, changed = ids(page), 1000.0, set[str]()
    while page.next is not None:
        for table in rng.sample(before, 12):
            now += 1
            change(store, table, now)
            changed.add(table)
        open_public(store, f"guest{rng.randrange(45)}", [(f"new{now:.0f}", now)])
        page = store.public_tables(page.next)
        found += ids(page)
    assert set(found) == set(before)
    assert {table for table, times in Counter(found).items() if times > 1} <= changed


# === COST ===


def cost(store: SqlStore) -> int:
    """Return what the database does for the first page: instructions, or rows that it handles."""
    with store.engine.connect() as connection:
        count = count_rows if store.is_shared else count_instructions
        return count(connection)


def count_instructions(connection: Connection) -> int:
    """Return the instructions of SQLite, in hundreds."""
    driver = cast(sqlite3.Connection, connection.connection.dbapi_connection)
    steps: list[None] = []
    driver.set_progress_handler(lambda: steps.append(None), 100)
    connection.execute(sql.LIST_PUBLIC, position_of_start()).all()
    driver.set_progress_handler(None, 0)
    return len(steps)


def count_rows(connection: Connection) -> int:
    """Return the rows that all steps of PostgreSQL's plan produce or skip."""
    connection.execute(text("ANALYZE"))
    event.listen(connection, "before_cursor_execute", explain, retval=True)
    (plan,) = connection.execute(sql.LIST_PUBLIC, position_of_start()).scalars().one()
    return sum(rows_of(plan["Plan"]))


def rows_of(step: Json) -> Iterator[int]:
    """Yield the rows that each step of a plan produces or skips."""
    rows = step["Actual Rows"] + step.get("Rows Removed by Filter", 0)
    yield round(rows * step["Actual Loops"])
    for each in step.get("Plans", ()):
        yield from rows_of(each)


def explain(
    _connection: object, _cursor: object, statement: str, values: object, *_: object
) -> tuple[str, object]:
    """Let the database describe how it executes a statement."""
    return f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", values


def position_of_start() -> dict[str, object]:
    """Return the values of the statement for the first page."""
    return asdict(LIST_START)


def test_thousands_of_tables_of_a_guest_do_not_slow_the_list(store: SqlStore) -> None:
    for number in range(30):
        open_public(store, f"guest{number:02}", numbered(f"t{number}x", 4, 1.0))
    few = cost(store)
    for guest in ("guest03", "guest17"):
        open_public(store, guest, numbered(f"{guest}x", 3_000, 10.0))
    many = cost(store)
    assert few > 5
    assert many < 2 * few, (few, many)


# === EARLIER DATABASES ===


def test_a_database_that_does_not_know_who_opened_tables_is_migrated(url: str) -> None:
    with closing(SqlStore(url)) as store:
        open_public(store, "ann", [("a1", 11.0), ("a2", 12.0)])
        open_public(store, "bob", [("b1", 1.0)])
        with store.engine.begin() as connection:
            forget_openers(connection)
            assert "opened_by" not in columns_of_tables(connection)
    with closing(SqlStore(url)) as store:
        assert walk(store) == ["a2", "b1", "a1"]
        assert {row["id"]: row["opened_by"] for row in store.public_tables().rows} == {
            "a1": "ann",
            "a2": "ann",
            "b1": "bob",
        }


def columns_of_tables(connection: Connection) -> set[str]:
    """Return the columns of the table `tables`."""
    return {str(column["name"]) for column in inspect(connection).get_columns("tables")}
