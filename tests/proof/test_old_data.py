"""What earlier versions wrote opens: databases, exports and records; unfinished games go on, on SQLite and on PostgreSQL."""

import http.cookiejar
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proof.effort import note
from proof.houses import House, housed
from proof.old.write import play
from spookhouse.games import game
from spookhouse.kernel.record import Record, replay
from spookhouse.stores import SqlStore
from spookhouse.stores.export import ExportedTable, import_items, read_export
from spookhouse.stores.maintenance import rejudge
from spookhouse.table.table import EFFECTS
from spookhouse.table.verify import read_table_record, verify_log
from support.databases import fresh_database
from support.servers import Client

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-outside")]

OLD = sorted(
    path
    for path in Path(__file__).with_name("old").iterdir()
    if path.is_dir() and path.name[0].isdigit()
)


@pytest.fixture(params=OLD, ids=lambda path: path.name)
def old(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


@pytest.fixture
def copied(old: Path, tmp_path: Path) -> str:
    """The old database, to work with."""
    shutil.copy(old / "house.db", tmp_path / "house.db")
    return f"sqlite:///{tmp_path}/house.db"


@pytest.fixture
def imported(old: Path) -> Iterator[str]:
    """The old export, in a PostgreSQL."""
    for database in fresh_database("postgresql"):
        store = SqlStore(database)
        brought = import_items(
            store, read_export((old / "house.jsonl").read_text(encoding="utf-8").splitlines())
        )
        store.close()
        assert brought.tables == number_of_tables(old)
        assert brought.same_key
        assert not brought.refused
        yield database


def number_of_tables(old: Path) -> int:
    return sum(map(len, kept_by(old)["tables"].values()))


def kept_by(old: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((old / "guest.json").read_text(encoding="utf-8"))
    return found


def test_every_kind_of_entry_was_kept() -> None:
    """What is new is kept before it is released: `python tests/proof/old/write.py`."""
    lines = [(old / "house.jsonl").read_text(encoding="utf-8").splitlines() for old in OLD]
    logs = [
        item.entries
        for export in lines
        for item in read_export(export)
        if isinstance(item, ExportedTable)
    ]
    assert {entry.kind for log in logs for entry in log} == set(EFFECTS)
    assert any("start" in log[0].data for log in logs)


def test_the_database_opens_and_every_game_fits(old: Path, copied: str) -> None:
    store = SqlStore(copied)
    judged = list(rejudge(store))
    store.close()
    assert len(judged) == number_of_tables(old)
    assert not [each for each in judged if each.defect]


def test_games_go_on_from_the_file(old: Path, copied: str) -> None:
    with housed(copied) as house:
        go_on(old, house)
    store = SqlStore(copied)
    assert not [each for each in rejudge(store) if each.defect]
    store.close()
    note(
        "lost",
        "old data opens and goes on",
        f"SQLite file of version {old.name}",
        tables=number_of_tables(old),
    )


def test_games_go_on_in_another_database(old: Path, imported: str) -> None:
    with housed(imported) as house:
        go_on(old, house)
    note(
        "lost",
        "old data opens and goes on",
        f"export of version {old.name} in PostgreSQL",
        tables=number_of_tables(old),
    )


def go_on(old: Path, house: House) -> None:
    """The guest comes back with the old cookie: sits down, shows, plays, and fetches records."""
    kept = kept_by(old)
    client = come_back(house, kept["cookie"])
    assert client.guest == kept["guest"]
    for phase, tables in kept["tables"].items():
        for table in tables:
            client.connect().watch(table)
            assert client.table["phase"] == phase
            if phase == "lobby":
                assert client.sit(1)["ok"]
            elif phase == "showing":
                assert client.show(1)["ok"]
                play(client, table, 3)
            elif phase == "playing":
                play(client, table, 3)
            else:
                assert client.json(f"/api/tables/{table}/record") == json.loads(
                    (old / f"table-{table}.json").read_text(encoding="utf-8")
                )
            client.close()


def come_back(house: House, cookie: str) -> Client:
    name, _, value = cookie.partition("=")
    jar = http.cookiejar.CookieJar()
    common: dict[str, Any] = {
        "port": None,
        "port_specified": False,
        "domain_specified": False,
        "domain_initial_dot": False,
        "path_specified": True,
    }
    more: dict[str, Any] = {
        "secure": False,
        "expires": None,
        "discard": True,
        "comment": None,
        "comment_url": None,
        "rest": {},
    }
    jar.set_cookie(
        http.cookiejar.Cookie(0, name, value, domain="127.0.0.1", path="/", **common, **more)
    )
    like = Client.__new__(Client)
    like.jar = jar
    return Client(house, like)


def test_records_hold(old: Path) -> None:
    for path in old.glob("table-*.json"):
        name, entries = read_table_record(json.loads(path.read_text(encoding="utf-8")))
        assert all(step.holds for step in verify_log(name, entries)), path
    for path in old.glob("match-*.json"):
        record = Record.from_json(json.loads(path.read_text(encoding="utf-8")))
        assert replay(game(record.game), record).outcome is not None
