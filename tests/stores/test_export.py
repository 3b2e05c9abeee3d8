"""Export, import, backup and rejudging, on SQLite and PostgreSQL."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import spookhouse
from spookhouse.kernel.contract import Json
from spookhouse.stores import SqlStore
from spookhouse.stores.export import export_lines, import_items, phase_of, read_export
from spookhouse.stores.maintenance import backup, rejudge
from spookhouse.table import Draft, NewTable
from spookhouse.table import commands as ask
from support.databases import KINDS, fresh_database
from support.tables import SECRET, Played

pytestmark = pytest.mark.compiled


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest) -> Iterator[SqlStore]:
    for url in fresh_database(request.param):
        opened = SqlStore(url)
        yield opened
        opened.close()


@pytest.fixture
def other() -> Iterator[SqlStore]:
    for url in fresh_database("sqlite"):
        opened = SqlStore(url)
        yield opened
        opened.close()


def store_table(store: SqlStore, name: str, played: Played) -> Played:
    """Write a table and its log to the store."""
    row: NewTable = {
        "secret": SECRET,
        "game": "ghooost",
        "public": False,
        "created": played.log[0].at,
        "changed": 1.0,
    }
    store.append(name, played.log, played.table.phase, row).result()
    return played


def fill(store: SqlStore) -> None:
    """Store a table in every phase, two guests and a key."""
    store_table(store, "lobby", Played(players=2).sit("ann", 0))
    showing = Played(players=2).sit("ann", 0).sit("bob", 1)
    showing.do("ann", ask.Start())
    store_table(store, "showing", showing)
    playing = store_table(store, "playing", Played(players=2).sit("ann", 0).sit("bob", 1).start())
    assert playing.table.phase == "playing"
    over = Played(players=2).sit("ann", 0).sit("bob", 1).start()
    over.do("ann", ask.Resign(seat=0))
    store_table(store, "over", over)
    store.save_guest("ann", "Ann", 1.0).result()
    store.save_guest("bob", "Bob 'x' ü", 2.0).result()
    store.get_or_add_value("cookie-key", b"k" * 32)


def contents(store: SqlStore) -> Json:
    """Return all that a store holds about tables, Ann and Bob."""
    rows = {name: store.find(name) for name in store.table_ids()}
    logs = {name: store.read(name) for name in rows}
    return {
        "rows": rows,
        "logs": logs,
        "names": store.guest_names(["ann", "bob"]),
        "held": {row["id"] for row in store.tables_of("bob")},
    }


def test_an_export_is_imported_into_another_database(store: SqlStore, other: SqlStore) -> None:
    fill(store)
    lines = list(export_lines(store))
    result = import_items(other, read_export(lines))
    assert (result.tables, result.skipped, result.guests, result.same_key) == (4, 0, 2, True)
    assert contents(other) == contents(store)
    assert list(export_lines(other)) == lines


def test_an_export_of_sqlite_is_imported_into_either_database(
    store: SqlStore, other: SqlStore
) -> None:
    fill(other)
    result = import_items(store, read_export(export_lines(other)))
    assert result.tables == 4
    assert contents(store) == contents(other)
    loaded = store.load("playing")
    assert loaded is not None
    assert loaded.match is not None


def test_existing_tables_and_guests_are_not_overwritten(store: SqlStore, other: SqlStore) -> None:
    fill(store)
    fill(other)
    other.save_guest("ann", "Annie", 5.0).result()
    store_table(other, "more", Played(players=2))
    before = contents(store)
    result = import_items(store, read_export(export_lines(other)))
    assert (result.tables, result.skipped, result.guests) == (1, 4, 0)
    assert {name: log for name, log in contents(store)["logs"].items() if name != "more"} == before[
        "logs"
    ]
    assert store.guest_names(["ann"]) == {"ann": "Ann"}


def test_a_different_cookie_key_is_reported(other: SqlStore) -> None:
    other.get_or_add_value("cookie-key", b"o" * 32)
    lines = [
        '{"house":"spookhouse","format":1}',
        '{"value":"cookie-key","bytes":"6b6b"}',
        '{"end":{"values":1,"guests":0,"tables":0}}',
    ]
    assert not import_items(other, read_export(lines)).same_key


def test_progress_is_reported(other: SqlStore) -> None:
    fill(other)
    calls: list[tuple[int, int]] = []
    list(export_lines(other, lambda done, total: calls.append((done, total))))
    list(rejudge(other, lambda done, total: calls.append((done, total))))
    assert calls == [(1, 4), (2, 4), (3, 4), (4, 4)] * 2


def changed_line(lines: list[str], number: int, **changes: object) -> list[str]:
    """Return the lines with changed keys in one of them."""
    data = json.loads(lines[number])
    return [*lines[:number], json.dumps(data | changes), *lines[number + 1 :]]


def test_a_broken_export_is_refused(other: SqlStore) -> None:
    fill(other)
    lines = list(export_lines(other))
    table = next(i for i, text in enumerate(lines) if text.startswith('{"table"'))
    entries = json.loads(lines[table])["entries"]
    changed = [*entries[:1], entries[1] | {"by": "eve"}]
    wrong: list[tuple[str, list[str]]] = [
        ("cut off", []),
        ("cut off", lines[:-1]),
        ("cut off", [*lines[:-2], lines[-1]]),
        ("not an export", lines[1:]),
        ("not JSON", [*lines[:2], "{", *lines[2:]]),
        ("expected an object", [*lines[:2], "7", *lines[2:]]),
        ("nothing after the end", [*lines, lines[1]]),
        ("does not fit its hash", changed_line(lines, table, entries=changed)),
        ("no entries", changed_line(lines, table, entries=[])),
        ("entries[0]", changed_line(lines, table, entries=[{}])),
        ("commitment", changed_line(lines, table, secret="00" * 32)),
        ("hex digits", changed_line(lines, table, secret="zz")),
        ("a value, a guest or a table", changed_line(lines, table, table="x" * 33)),
        ("a value, a guest or a table", changed_line(lines, table, table="x\x00")),
        ("a value, a guest or a table", changed_line(lines, table, more=1)),
        ("name of a guest", changed_line(lines, 2, name="\x1b[2J")),
    ]
    for words, text in wrong:
        with pytest.raises(spookhouse.SpookhouseError) as error:
            list(read_export(text))
        assert words in str(error.value)


def test_phases_are_read_from_the_log(other: SqlStore) -> None:
    fill(other)
    assert {name: phase_of(other.read(name)) for name in other.table_ids()} == {
        name: name for name in ("lobby", "showing", "playing", "over")
    }
    called = Played(players=2).sit("ann", 0).sit("bob", 1)
    called.do("ann", ask.Start())
    called.do("ann", ask.CallOff())
    assert phase_of(called.log) == "lobby"


def test_a_backup_is_made_while_the_store_is_in_use(other: SqlStore, tmp_path: Path) -> None:
    fill(other)
    stop, written = threading.Event(), list[str]()

    def keep_writing() -> None:
        while not stop.is_set():
            name = f"w{len(written)}"
            store_table(other, name, Played(players=2))
            written.append(name)

    writer = threading.Thread(target=keep_writing)
    writer.start()
    while len(written) < 5:
        stop.wait(0.01)
    before = list(written)
    backup(other.engine, tmp_path / "copy.db")
    stop.set()
    writer.join()
    copy = SqlStore(f"sqlite:///{tmp_path / 'copy.db'}")
    assert set(before) <= set(copy.table_ids()) <= set(other.table_ids())
    assert all(not judged.defect for judged in rejudge(copy))
    copy.close()


def test_postgresql_is_not_backed_up(tmp_path: Path) -> None:
    for url in fresh_database("postgresql"):
        store = SqlStore(url)
        with pytest.raises(spookhouse.SpookhouseError, match="pg_dump"):
            backup(store.engine, tmp_path / "copy.db")
        store.close()


def test_rejudging_finds_a_game_against_the_rules(store: SqlStore) -> None:
    fill(store)
    assert [(judged.table, judged.defect) for judged in rejudge(store)] == [
        (name, "") for name in sorted(store.table_ids())
    ]
    broken = Played(players=2).sit("ann", 0).sit("bob", 1).start()
    (seat,) = broken.table.owed
    broken.move(seat)
    last = broken.log.pop()
    broken.table = broken.rebuilt()
    broken.log += broken.table.write(
        2000.0, [Draft("moved", last.by, {"seat": seat, "move": "99x9"})]
    )
    store_table(store, "zz", broken)
    defects = {judged.table: judged.defect for judged in rejudge(store) if judged.defect}
    assert list(defects) == ["zz"]
    assert "against the rules" in defects["zz"]
