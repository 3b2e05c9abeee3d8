"""Moving a house from one database to another, copies of one in use, and all games judged again; on SQLite and PostgreSQL."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import spookhouse
from spookhouse.stores import SqlStore
from spookhouse.stores.export import bring_in, export_lines, phase_of, read_export
from spookhouse.stores.maintenance import backup, rejudge
from spookhouse.table import Draft
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


def put(store: SqlStore, name: str, played: Played) -> Played:
    row = {
        "secret": SECRET,
        "game": "ghooost",
        "public": False,
        "created": played.log[0].at,
        "changed": 1.0,
    }
    store.append(name, played.log, played.table.phase, row).result()
    return played


def furnish(store: SqlStore) -> None:
    """A house with a table in every phase, two guests and a key."""
    put(store, "lobby", Played(players=2).sit("ann", 0))
    showing = Played(players=2).sit("ann", 0).sit("bob", 1)
    showing.do("ann", ask.Start())
    put(store, "showing", showing)
    playing = put(store, "playing", Played(players=2).sit("ann", 0).sit("bob", 1).start())
    assert playing.table.phase == "playing"
    over = Played(players=2).sit("ann", 0).sit("bob", 1).start()
    over.do("ann", ask.Resign(seat=0))
    put(store, "over", over)
    store.save_guest("ann", "Ann", 1.0).result()
    store.save_guest("bob", "Bob 'x' ü", 2.0).result()
    store.get_or_add_value("cookie-key", b"k" * 32)


def contents(store: SqlStore) -> dict[str, Any]:
    rows = {name: store.find(name) for name in store.table_ids()}
    logs = {name: store.read(name) for name in rows}
    return {
        "rows": rows,
        "logs": logs,
        "names": store.guest_names(["ann", "bob"]),
        "held": {row["id"] for row in store.tables_of("bob")},
    }


def test_a_house_moves_from_one_database_to_another(store: SqlStore, other: SqlStore) -> None:
    furnish(store)
    lines = list(export_lines(store))
    brought = bring_in(other, read_export(lines))
    assert (brought.tables, brought.skipped, brought.guests, brought.same_key) == (4, 0, 2, True)
    assert contents(other) == contents(store)
    assert list(export_lines(other)) == lines


def test_and_back_again(store: SqlStore, other: SqlStore) -> None:
    """From SQLite into either database."""
    furnish(other)
    brought = bring_in(store, read_export(export_lines(other)))
    assert brought.tables == 4
    assert contents(store) == contents(other)
    loaded = store.load("playing")
    assert loaded is not None
    assert loaded.match is not None


def test_what_is_there_already_is_skipped_and_stays(store: SqlStore, other: SqlStore) -> None:
    furnish(store)
    furnish(other)
    other.save_guest("ann", "Annie", 5.0).result()
    put(other, "more", Played(players=2))
    before = contents(store)
    brought = bring_in(store, read_export(export_lines(other)))
    assert (brought.tables, brought.skipped, brought.guests) == (1, 4, 0)
    assert {name: log for name, log in contents(store)["logs"].items() if name != "more"} == before[
        "logs"
    ]
    assert store.guest_names(["ann"]) == {"ann": "Ann"}


def test_another_key_is_reported(other: SqlStore) -> None:
    other.get_or_add_value("cookie-key", b"o" * 32)
    lines = [
        '{"house":"spookhouse","format":1}',
        '{"value":"cookie-key","bytes":"6b6b"}',
        '{"end":{"values":1,"guests":0,"tables":0}}',
    ]
    assert not bring_in(other, read_export(lines)).same_key


def test_progress_is_told(other: SqlStore) -> None:
    furnish(other)
    told: list[tuple[int, int]] = []
    list(export_lines(other, lambda done, total: told.append((done, total))))
    list(rejudge(other, lambda done, total: told.append((done, total))))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)] * 2


def spoilt(lines: list[str], number: int, **changes: Any) -> list[str]:
    data = json.loads(lines[number])
    return [*lines[:number], json.dumps(data | changes), *lines[number + 1 :]]


def test_a_broken_export_is_refused(other: SqlStore) -> None:
    furnish(other)
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
        ("follows the end", [*lines, lines[1]]),
        ("does not fit its hash", spoilt(lines, table, entries=changed)),
        ("no entries", spoilt(lines, table, entries=[])),
        ("entries[0]", spoilt(lines, table, entries=[{}])),
        ("commitment", spoilt(lines, table, secret="00" * 32)),
        ("hex digits", spoilt(lines, table, secret="zz")),
        ("a value, a guest or a table", spoilt(lines, table, table="x" * 33)),
        ("a value, a guest or a table", spoilt(lines, table, table="x\x00")),
        ("a value, a guest or a table", spoilt(lines, table, more=1)),
        ("name of a guest", spoilt(lines, 2, name="\x1b[2J")),
    ]
    for words, text in wrong:
        with pytest.raises(spookhouse.SpookhouseError) as error:
            list(read_export(text))
        assert words in str(error.value)


def test_phases_are_read_from_the_log(other: SqlStore) -> None:
    furnish(other)
    assert {name: phase_of(other.read(name)) for name in other.table_ids()} == {
        name: name for name in ("lobby", "showing", "playing", "over")
    }
    called = Played(players=2).sit("ann", 0).sit("bob", 1)
    called.do("ann", ask.Start())
    called.do("ann", ask.CallOff())
    assert phase_of(called.log) == "lobby"


def test_a_copy_is_made_while_the_house_writes(other: SqlStore, tmp_path: Path) -> None:
    furnish(other)
    stop, written = threading.Event(), list[str]()

    def keep_writing() -> None:
        while not stop.is_set():
            name = f"w{len(written)}"
            put(other, name, Played(players=2))
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
    assert all(not judged.found for judged in rejudge(copy))
    copy.close()


def test_a_postgresql_is_not_copied_that_way(tmp_path: Path) -> None:
    for url in fresh_database("postgresql"):
        store = SqlStore(url)
        with pytest.raises(spookhouse.SpookhouseError, match="pg_dump"):
            backup(store.engine, tmp_path / "copy.db")
        store.close()


def test_all_games_are_judged_again(store: SqlStore) -> None:
    furnish(store)
    assert [(judged.table, judged.found) for judged in rejudge(store)] == [
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
    put(store, "zz", broken)
    found = {judged.table: judged.found for judged in rejudge(store) if judged.found}
    assert list(found) == ["zz"]
    assert "against the rules" in found["zz"]
