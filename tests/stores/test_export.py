"""Export, import, backup and rejudging, on SQLite and PostgreSQL."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

import spookhouse
from spookhouse.kernel.contract import Json
from spookhouse.stores import SqlStore, schema
from spookhouse.stores.export import export_lines, import_items, read_export
from spookhouse.stores.maintenance import backup, rejudge_all
from spookhouse.table import commands as ask
from spookhouse.table.decide import next_entries
from spookhouse.table.log import Draft, Moved
from spookhouse.table.phases import START, advance_all
from spookhouse.table.store_protocol import NewTable
from support.databases import KINDS, fresh_database
from support.tables import SECRET, Played, bytes_of, rechain

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


def test_used_links_are_not_exported(store: SqlStore, other: SqlStore) -> None:
    fill(store)
    lines = list(export_lines(store))
    assert store.use_link("a" * 64, 20.0, 10.0)
    assert list(export_lines(store)) == lines
    import_items(other, read_export(lines))
    assert not other.is_link_used("a" * 64)


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
    list(rejudge_all(other, lambda done, total: calls.append((done, total))))
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


@pytest.mark.parametrize(
    "data", [{"text": "\ud800"}, {"text": "boo", "more": 1}, {"text": "boo", "kind": "said"}]
)
def test_a_log_that_no_server_could_load_is_not_imported(other: SqlStore, data: Json) -> None:
    """Its hashes are whole, so only the data of the entry show the defect."""
    played = Played(players=2).sit("ann", 0)
    played.do("ann", ask.Say(text="boo"))
    store_table(other, "a", played)
    lines = list(export_lines(other))
    table = next(i for i, text in enumerate(lines) if text.startswith('{"table"'))
    items = played.items()
    items[-1]["data"] = data
    forged = changed_line(lines, table, table="b", entries=rechain(items))
    result = import_items(other, read_export(forged))
    assert (result.tables, len(result.refused)) == (0, 1)
    assert "table b: entry 3 ('said') is invalid" in result.refused[0]
    assert other.find("b") is None


def test_phases_are_read_from_the_log(other: SqlStore) -> None:
    fill(other)
    phases = {name: advance_all(START, other.read(name)).phase for name in other.table_ids()}
    assert phases == {name: name for name in ("lobby", "showing", "playing", "over")}


def test_an_imported_table_has_the_phase_of_its_log(store: SqlStore, other: SqlStore) -> None:
    """Also after a start that was called off, with bytes shown and without."""
    for name, has_shown in (("early", False), ("late", True)):
        called = Played(players=2).sit("ann", 0).sit("bob", 1)
        called.do("ann", ask.Start())
        if has_shown:
            called.do("ann", ask.Show(seat=0, bytes=bytes_of("ann", 0).hex()))
        called.do("ann", ask.CallOff())
        store_table(other, name, called)
    fill(other)
    import_items(store, read_export(export_lines(other)))
    found = {name: row["phase"] for name in store.table_ids() if (row := store.find(name))}
    expected = {name: name for name in ("lobby", "showing", "playing", "over")}
    assert found == expected | {"early": "lobby", "late": "lobby"}


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
    assert all(not judged.defect for judged in rejudge_all(copy))
    copy.close()


def test_postgresql_is_not_backed_up(tmp_path: Path) -> None:
    for url in fresh_database("postgresql"):
        store = SqlStore(url)
        with pytest.raises(spookhouse.SpookhouseError, match="pg_dump"):
            backup(store.engine, tmp_path / "copy.db")
        store.close()


def test_rejudging_finds_a_game_against_the_rules(store: SqlStore) -> None:
    fill(store)
    assert [(judged.table, judged.defect) for judged in rejudge_all(store)] == [
        (name, "") for name in sorted(store.table_ids())
    ]
    broken = Played(players=2).sit("ann", 0).sit("bob", 1).start()
    (seat,) = broken.table.owed
    broken.move(seat)
    last = broken.log.pop()
    broken.reload()
    drafts = [Draft(last.by, Moved(seat=seat, move="99x9"))]
    broken.log += next_entries(broken.table, 2000.0, drafts)
    store_table(store, "zz", broken)
    assert list(defects_of(store)) == ["zz"]
    assert "against the rules" in defects_of(store)["zz"]


def defects_of(store: SqlStore) -> dict[str, str]:
    """Return the defect of every table that has one."""
    return {judged.table: judged.defect for judged in rejudge_all(store) if judged.defect}


def overwrite(store: SqlStore, table: str, version: int, **values: str) -> None:
    """Change an entry in the database."""
    entries = schema.entries
    place = (entries.c.table_id == table, entries.c.version == version)
    change = update(entries).where(*place).values(**values)
    with store.engine.begin() as connection:
        assert connection.execute(change).rowcount == 1


@pytest.mark.parametrize(
    "values",
    [
        {"data": '{"seat":0,"guest":"ann","level":"","pledge":"","more":1}'},
        {"data": '{"seat":"0"}'},
        {"data": "boo"},
        {"data": ""},
        {"kind": "haunted"},
    ],
)
def test_data_that_cannot_be_decoded_are_reported(store: SqlStore, values: dict[str, str]) -> None:
    """Rejudging goes on with the other tables; an export names the table."""
    fill(store)
    overwrite(store, "playing", 2, **values)
    assert list(defects_of(store)) == ["playing"]
    assert "cannot be decoded" in defects_of(store)["playing"]
    with pytest.raises(spookhouse.SpookhouseError, match="cannot export table playing"):
        list(export_lines(store))


def test_data_that_were_changed_do_not_fit_their_hash(store: SqlStore) -> None:
    fill(store)
    overwrite(store, "playing", 2, by="eve")
    assert "does not fit its hash" in defects_of(store)["playing"]


def test_stored_data_may_be_written_in_another_way(store: SqlStore) -> None:
    """The first version stored keys in any order, with blanks; the hash is of canonical JSON."""
    fill(store)
    expected = store.read("over")
    for entry in expected:
        loose = dict(reversed(json.loads(entry.written).items()))
        overwrite(store, "over", entry.version, data=json.dumps(loose, indent=1))
    assert store.read("over") == expected
    assert defects_of(store) == {}
