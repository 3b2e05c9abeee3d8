"""Commands for the files of a server, and `spookhouse bot` against a real server."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import spookhouse
from spookhouse.cli import app
from spookhouse.kernel.errors import SpookhouseError
from spookhouse.kernel.match_record import Record
from spookhouse.stores import SqlStore
from spookhouse.table.commands import Resign
from spookhouse.table.store_protocol import NewTable
from support.servers import Client, Server, served
from support.tables import SECRET, Played

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("running-server")]

runner = CliRunner(env={"COLUMNS": "100", "TERM": "dumb"})


def run(*words: str) -> Result:
    return runner.invoke(app, list(words))


def printed(*words: str) -> str:
    """Return what a successful command prints."""
    result = run(*words)
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


def refused(*words: str) -> str:
    """Return the error message of a command that fails without a traceback."""
    result = run(*words)
    assert isinstance(result.exception, SpookhouseError), (result.output, result.exception)
    return str(result.exception)


@pytest.fixture(scope="module")
def over() -> Played:
    """Return a finished game, in which Ann resigned."""
    played = Played(players=2).sit("ann", 0).sit("bob", 1).start()
    played.move(next(iter(played.table.owed)))
    played.do("ann", Resign(seat=0))
    return played


@pytest.fixture
def record(over: Played, tmp_path: Path) -> Path:
    path = tmp_path / "record.json"
    path.write_text(
        json.dumps({"format": 1, "table": "t1", "entries": [entry.to_json() for entry in over.log]})
    )
    return path


@pytest.fixture
def database(over: Played, tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path}/spookhouse.db"
    store = SqlStore(url)
    row: NewTable = {
        "secret": SECRET,
        "game": "ghooost",
        "public": False,
        "created": 1000.0,
        "changed": 1000.0,
    }
    store.append("t1", over.log, "over", row).result()
    store.save_guest("ann", "Ann", 1.0).result()
    store.close()
    return url


# === VERIFY ===


def test_verify_prints_every_step(record: Path) -> None:
    text = printed("verify", str(record))
    assert [line.split()[1] for line in text.splitlines() if line.startswith("✓")] == [
        "chain:",
        "commitment:",
        "order:",
        "pledges:",
        "seed:",
        "rules:",
        "outcome:",
    ]
    assert "verified: table t1" in text
    found = json.loads(printed("verify", str(record), "--json"))
    assert found["verified"]
    assert all(step["holds"] for step in found["steps"])


def test_verify_warns_of_a_game_that_was_not_dealt(over: Played, tmp_path: Path) -> None:
    onward = Played.continued("ann", over.table, 1).sit("ann", 0).bot(1).start()
    onward.do("ann", Resign(seat=0))
    path = tmp_path / "continued.json"
    path.write_text(json.dumps({"format": 1, "table": "t2", "entries": onward.items()}))
    lines = printed("verify", str(path)).splitlines()
    first, second = [line for line in lines if line.startswith("!")]
    assert "seed: the game was not dealt from this seed" in first
    assert "table t1 after 1 moves; the record of that table was not checked" in second
    assert lines[-1] == "verified, but see the warnings (!): table t2"
    found = json.loads(printed("verify", str(path), "--json"))
    assert [step["step"] for step in found["steps"] if step["warnings"]] == ["seed"]


def test_verify_warns_of_a_match_that_was_not_dealt(tmp_path: Path) -> None:
    title = spookhouse.game("ghooost")
    path = tmp_path / "match.json"
    dealt = title.new(players=2, seed=1)
    path.write_text(json.dumps(Record.of(dealt).to_json()))
    text = printed("verify", str(path))
    assert "!" not in text.replace("Ghooost!", "")
    assert "from the deal of that seed on" in text
    path.write_text(json.dumps(Record.of(title.load(dealt.position(), seed=1)).to_json()))
    text = printed("verify", str(path))
    assert "! commitment: the match was not dealt: it starts from a position" in text
    assert "from the position in the record on" in text
    assert "the deal" not in text


def test_verify_finds_a_forged_record(record: Path) -> None:
    data = json.loads(record.read_text())
    data["entries"][-1]["data"]["bytes"] = "00" * 32
    record.write_text(json.dumps(data))
    result = run("verify", str(record))
    assert result.exit_code == 1
    assert "✗ commitment" in result.stdout
    assert "NOT VERIFIED" in result.stdout
    assert run("verify", str(record), "--json").exit_code == 1


def test_verify_accepts_the_record_of_a_match(tmp_path: Path) -> None:
    match = spookhouse.game("ghooost").new(players=2, seed=3)
    match.play(match.waiting[0], match.legal(match.waiting[0])[0])
    path = tmp_path / "match.json"
    data = Record.of(match).to_json()
    path.write_text(json.dumps(data))
    assert "1 moves follow the rules" in printed("verify", str(path))
    path.write_text(json.dumps(data | {"moves": [[0, "K"], [0, "K"]]}))
    assert run("verify", str(path)).exit_code == 1
    path.write_text(json.dumps(Record.of(match, sealed=True).to_json()))
    assert run("verify", str(path)).exit_code == 1


BROKEN = [
    "",
    "[]",
    "{}",
    "null",
    "hello",
    "{",
    "[" * 100_000,
    '{"a": ' + "9" * 5000 + "}",
    '{"entries": 7}',
    '{"format": 1, "table": "\\ud800\\u001b[2J", "entries": [{"version": "\\u001b[2J"}]}',
    '{"record": []}',
]


@pytest.mark.parametrize("text", BROKEN)
def test_verify_refuses_what_is_no_record(tmp_path: Path, text: str) -> None:
    path = tmp_path / "record.json"
    path.write_text(text)
    assert "\x1b" not in refused("verify", str(path))


def test_verify_refuses_files_that_are_not_text(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_bytes(b"\xff\xfe\x00")
    assert "not text" in refused("verify", str(path))
    assert "cannot read" in refused("verify", str(tmp_path))


# === EXPORT, IMPORT, BACKUP, REJUDGE ===


def test_a_database_is_exported_and_imported(database: str, tmp_path: Path) -> None:
    file, other = tmp_path / "export.jsonl", f"sqlite:///{tmp_path}/other.db"
    assert "1 tables written" in printed("export", str(file), "--database", database)
    assert file.stat().st_mode & 0o777 == 0o600
    assert "1 tables and 1 guests imported; 0 tables existed already" in printed(
        "import", str(file), "--database", other
    )
    assert "0 tables and 0 guests imported; 1 tables existed already" in printed(
        "import", str(file), "--database", other
    )
    assert "exists already" in refused("export", str(file), "--database", database)


def test_a_truncated_export_imports_nothing(database: str, tmp_path: Path) -> None:
    file, other = tmp_path / "export.jsonl", tmp_path / "other.db"
    printed("export", str(file), "--database", database)
    file.write_text(file.read_text()[:-30])
    assert "broken export" in refused("import", str(file), "--database", f"sqlite:///{other}")
    assert not other.exists()


def test_a_database_is_backed_up(database: str, tmp_path: Path) -> None:
    file = tmp_path / "copy.db"
    printed("backup", str(file), "--database", database)
    assert file.stat().st_mode & 0o777 == 0o600
    assert "1 of 1 games fit the rules" in printed("rejudge", "--database", f"sqlite:///{file}")
    assert "exists already" in refused("backup", str(file), "--database", database)


def test_missing_databases_are_refused(tmp_path: Path) -> None:
    missing = f"sqlite:///{tmp_path}/nothing.db"
    for words in (["export", "x"], ["backup", "x"], ["rejudge"]):
        assert "there is no database" in refused(*words, "--database", missing)
        assert "cannot open" in refused(*words, "--database", "nonsense")
    assert not (tmp_path / "nothing.db").exists()


def test_rejudge_reports_games_against_the_rules(database: str) -> None:
    store = SqlStore(database)
    played = Played(players=2).sit("ann", 0).sit("bob", 1)
    played.log[1] = replace(played.log[1], by="eve")
    row: NewTable = {
        "secret": SECRET,
        "game": "ghooost",
        "public": False,
        "created": 1.0,
        "changed": 1.0,
    }
    store.append("bad", played.log, "lobby", row).result()
    store.close()
    result = run("rejudge", "--database", database)
    assert result.exit_code == 1
    assert "✗ bad" in result.stdout
    found = json.loads(run("rejudge", "--database", database, "--json").stdout)
    assert [misfit["table"] for misfit in found["misfits"]] == ["bad"]


# === BOTS OVER THE NETWORK ===

CHARACTERS = ("first", "hint", "pip", "creak")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(f"sqlite:///{tmp_path_factory.mktemp('server')}/spookhouse.db") as running:
        yield running


def start_bot(server: Server, table: str, *options: str) -> "subprocess.Popen[str]":
    """Start `spookhouse bot` in a process of its own."""
    command = [
        sys.executable,
        "-m",
        "spookhouse",
        "bot",
        "--table",
        f"{server.url}/t/{table}",
        *options,
    ]
    return subprocess.Popen(
        command,
        env=os.environ | {"COLUMNS": "200"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def start_when_full(owner: Client, table: str) -> None:
    """Start the game as soon as every seat is taken."""
    owner.connect().watch(table)
    owner.wait_until(lambda view: all(seat.kind != "open" for seat in view.seats))
    assert owner.do(do="start")["ok"]


def test_remote_bots_play_a_whole_game(server: Server, tmp_path: Path) -> None:
    """Let five processes of `spookhouse bot` play, then verify the record of their game."""
    owner = Client(server)
    table = owner.open_table(options={"players": 5})
    players = [start_bot(server, table, "--character", name) for name in CHARACTERS]
    players.append(start_bot(server, table, "--level", "random"))
    start_when_full(owner, table)
    printed_texts = [player.communicate(timeout=120)[0] for player in players]
    owner.close()
    for player, text in zip(players, printed_texts, strict=True):
        assert player.returncode == 0, text
        assert "Taking seat" in text
        assert "The game is over" in text
    path = tmp_path / "record.json"
    path.write_bytes(owner.http(f"/api/tables/{table}/record").body)
    assert "verified" in printed("verify", str(path))
    assert "no seat is open" in refused(
        "bot", "--table", f"{server.url}/t/{open_full_table(owner)}"
    )


def open_full_table(owner: Client) -> str:
    """Open a table whose seats are all taken, and return its name."""
    table = owner.open_table(options={"players": 2})
    owner.connect().watch(table)
    owner.sit(0)
    owner.do(do="add-bot", seat=1, level="thumb")
    owner.close()
    return table


def test_bots_that_cannot_play_are_refused(server: Server) -> None:
    assert "expected one of pip, drowse, creak" in refused(
        "bot", "--table", f"{server.url}/t/x", "--character", "casper"
    )
    assert "not the link of a table" in refused("bot", "--table", "hello")
    assert "no such table" in refused("bot", "--table", f"{server.url}/t/nothing")
    began = time.monotonic()
    assert "cannot be reached" in refused(
        "bot", "--table", "http://127.0.0.1:9/t/x", "--patience", "0.1"
    )
    assert time.monotonic() - began < 20
