"""What earlier versions wrote opens: databases, exports and records.

Unfinished games go on, on SQLite and on PostgreSQL.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import UNSET

from proof.clients import GuestClient
from proof.log_checks import ENTRY_KINDS
from proof.old.write import play
from proof.proof_runs import record_run
from proof.server_processes import ForkedServer, forked_server
from spookhouse.games import game
from spookhouse.kernel.match_record import Record, replay
from spookhouse.remote.messages import Json
from spookhouse.stores import SqlStore
from spookhouse.stores.export import ExportedTable, import_items, read_export
from spookhouse.stores.maintenance import rejudge_all
from spookhouse.table.log import Opened
from spookhouse.table.record_file import read_table_record
from spookhouse.table.verify import verify_log
from support.databases import fresh_database

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-data")]

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
    """Return the URL of a copy of the old database."""
    shutil.copy(old / "house.db", tmp_path / "house.db")
    return f"sqlite:///{tmp_path}/house.db"


@pytest.fixture
def imported(old: Path) -> Iterator[str]:
    """Yield the URL of a PostgreSQL database into which the old export was imported."""
    for database in fresh_database("postgresql"):
        store = SqlStore(database)
        result = import_items(store, read_export(lines_of_export(old)))
        store.close()
        assert result.tables == number_of_tables(old)
        assert result.same_key
        assert not result.refused
        yield database


def lines_of_export(old: Path) -> list[str]:
    """Return the lines of an old export."""
    return (old / "house.jsonl").read_text(encoding="utf-8").splitlines()


def read_json(path: Path) -> Json:
    """Return the JSON in a file."""
    found: Json = json.loads(path.read_text(encoding="utf-8"))
    return found


def number_of_tables(old: Path) -> int:
    """Return how many tables an old version wrote."""
    return sum(map(len, read_json(old / "guest.json")["tables"].values()))


def test_every_kind_of_entry_is_kept() -> None:
    """Before a new kind is released, run `python tests/proof/old/write.py NAME`."""
    logs = [
        item.entries
        for old in OLD
        for item in read_export(lines_of_export(old))
        if isinstance(item, ExportedTable)
    ]
    assert {entry.kind for log in logs for entry in log} == ENTRY_KINDS
    openings = [log[0].data for log in logs]
    assert any(isinstance(each, Opened) and each.start is not UNSET for each in openings)


def test_the_database_opens_and_every_game_follows_the_rules(old: Path, copied: str) -> None:
    assert number_of_valid_tables(copied) == number_of_tables(old)


def number_of_valid_tables(database: str) -> int:
    """Check that every log follows the rules, and return how many there are."""
    store = SqlStore(database)
    rejudged = list(rejudge_all(store))
    store.close()
    assert not [each for each in rejudged if each.defect]
    return len(rejudged)


def test_games_go_on_from_the_file(old: Path, copied: str) -> None:
    go_on(old, copied)
    record_run(
        "lost",
        "old data opens and goes on",
        f"SQLite file of version {old.name}",
        tables=number_of_tables(old),
    )


def test_games_go_on_in_another_database(old: Path, imported: str) -> None:
    go_on(old, imported)
    record_run(
        "lost",
        "old data opens and goes on",
        f"export of version {old.name} in PostgreSQL",
        tables=number_of_tables(old),
    )


def go_on(old: Path, database: str) -> None:
    """Let the guest return with the old cookie and continue at every table."""
    kept = read_json(old / "guest.json")
    with forked_server(database) as server:
        client = returning_guest(server, kept["cookie"])
        assert client.guest == kept["guest"]
        for phase, tables in kept["tables"].items():
            for table in tables:
                client.connect()
                assert client.watch(table).phase == phase
                continue_table(client, old, table)
                client.close()
    number_of_valid_tables(database)


def returning_guest(server: ForkedServer, cookie: str) -> GuestClient:
    """Return a client with an old cookie."""
    name, _, value = cookie.partition("=")
    return GuestClient(server.address, {name: value})


def continue_table(client: GuestClient, old: Path, table: str) -> None:
    """Take a seat, show bytes, play, or fetch the record: whatever the phase allows."""
    match client.view.phase:
        case "lobby":
            client.sit(1)
            assert client.watch(table, 1).seats[1].guest == client.guest
        case "showing":
            client.show(1)
            assert play(client, table, 3) == 3
        case "playing":
            assert play(client, table, 3) == 3
        case _:
            record = client.get(f"/api/tables/{table}/record")
            assert record == read_json(old / f"table-{table}.json")


def test_records_hold(old: Path) -> None:
    tables, matches = list(old.glob("table-*.json")), list(old.glob("match-*.json"))
    assert tables or matches
    for path in tables:
        name, entries = read_table_record(read_json(path))
        assert all(step.holds for step in verify_log(name, entries)), path
    for path in matches:
        record = Record.from_json(read_json(path))
        assert replay(game(record.game), record).outcome is not None
