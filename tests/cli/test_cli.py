"""The command line, called by a user or by a program."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.core import TyperGroup
from typer.main import get_command
from typer.testing import CliRunner, Result

import spookhouse
from spookhouse.cli import app
from spookhouse.cli.app import main
from spookhouse.games import FOLDERS
from spookhouse.kernel.match_record import Record

runner = CliRunner(env={"COLUMNS": "100", "TERM": "dumb"})


@pytest.fixture(autouse=True)
def working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to an empty folder, because quitting a game saves it in the working directory."""
    monkeypatch.chdir(tmp_path)


def run(*words: str, typed: str = "") -> Result:
    return runner.invoke(app, list(words), input=typed)


def printed(*words: str, typed: str = "") -> str:
    """Return what a successful command prints."""
    result = run(*words, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the error message of a command that fails."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["spookhouse", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
    assert stopped.value.code == 2
    return " ".join(capsys.readouterr().err.split())


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return a file with a finished match."""
    match = spookhouse.game("ghooost").new(players=3, seed=1)
    while match.waiting:
        (seat,) = match.waiting
        match.apply(seat, match.actions(seat)[-1])
    path = tmp_path / "match.json"
    path.write_text(json.dumps(Record.of(match).to_json()))
    return path


# === HELP ===


def test_help_names_every_command() -> None:
    text = printed("--help")
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    assert len(group.commands) > 10
    for name in group.commands:
        assert re.search(rf"^\W*{name} ", text, re.MULTILINE), name
        assert f"spookhouse {name}" in printed(name, "--help")


def test_version() -> None:
    assert printed("--version").strip() == f"spookhouse {spookhouse.__version__}"


def test_shell_completion_can_be_shown() -> None:
    environment = os.environ | {
        "_SPOOKHOUSE_COMPLETE": "complete_bash",
        "COMP_WORDS": "spookhouse re",
        "COMP_CWORD": "1",
    }
    found = subprocess.run(
        [str(Path(sys.executable).with_name("spookhouse"))],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "replay" in found.stdout


# === RULES ===


def test_rules() -> None:
    assert all(name in printed("rules") for name in FOLDERS)
    assert "Miss Copy" in printed("rules", "ghooost", "5.5")
    assert "Try your luck" in printed("rules", "ghooost", "3.2")
    assert json.loads(printed("rules", "ghooost", "--json"))["rules"]["5.5"].startswith("Miss Copy")
    assert run("rules", "ghooost", "9.9").exit_code == 2


@pytest.mark.parametrize("name", FOLDERS)
def test_every_game_shows_its_rules(name: str) -> None:
    assert "house ruling" in printed("rules", name)


# === PLAY ===


def test_a_whole_game_can_be_played() -> None:
    text = printed(
        "play", "ghooost", "--players", "3", "--seed", "4", "-o", "dawn=3", typed="1\n" * 3000
    )
    assert "terrifying ghost sound" in text
    assert "3. " in text


@pytest.mark.parametrize("name", FOLDERS)
def test_every_game_can_be_started(name: str, tmp_path: Path) -> None:
    save = tmp_path / "save.json"
    text = printed("play", name, "--seed", "4", typed=f"1\nhint\nlog\nmoves\nsave {save}\n")
    assert "Your move" in text
    assert "A sensible guest would play" in text
    assert "ways it may go" in text
    assert save.exists()


def test_all_commands_of_a_terminal_game(tmp_path: Path) -> None:
    save = tmp_path / "save.json"
    typed = [
        "?",
        "? 3.1.3",
        "? 99",
        "why 13x4",
        "why luck",
        "hint",
        "undo",
        "luck",
        "undo",
        "log",
        "moves",
        "13x4",
        "nonsense",
        "",
        f"save {save}",
        "quit",
    ]
    text = " ".join(
        printed(
            "play", "ghooost", "--players", "3", "--seed", "4", typed="\n".join(typed) + "\n"
        ).split()
    )
    for part in (
        "says why you may not make a move",
        "The Scary ghosts are stricter",
        "has no rule 99",
        "GH 3.1.1: you hold no Madame Mildew (13)",
        "luck is a legal move",
        "A sensible guest would play",
        "you have not moved yet",
        "your last move is undone",
        "No: 'nonsense' is no move of Ghooost!",
        "Saved. Go on with",
    ):
        assert part in text, part
    assert json.loads(save.read_text())["record"]["game"] == "ghooost"


def test_a_saved_game_can_be_resumed(tmp_path: Path) -> None:
    save = tmp_path / "save.json"
    printed("play", "ghooost", "--players", "3", "--seed", "4", typed=f"luck\nsave {save}\nquit\n")
    text = printed("play", "--resume", str(save), typed="log\nundo\nundo\nquit\n")
    assert "Mortal opens the crypt" in text
    assert "your last move is undone" in text
    assert "you have not moved yet" in text
    assert "moves follow the rules" in run("replay", str(save)).stderr


def test_quitting_saves_the_game(tmp_path: Path) -> None:
    printed("play", "ghooost", "--seed", "4", typed="")
    assert len(list(tmp_path.glob("ghooost-*.json"))) == 1


def test_a_failed_save_does_not_end_the_game() -> None:
    assert "Not saved" in printed(
        "play",
        "ghooost",
        "--seed",
        "4",
        typed="save /nowhere/at/all.json\nsave /nowhere/again.json\n",
    )


REFUSED = [
    (["play", "chess"], "game/unknown invalid game: got 'chess'"),
    (["play", "ghooost", "--players", "9"], "option/bad invalid option players: got 9"),
    (["play", "ghooost", "-o", "dawn"], "expected name=value"),
    (["play", "ghooost", "-o", "mode=team"], "expected 'single' or 'match'"),
    (["play", "ghooost", "--seat", "7"], "expected 0 to 3"),
    (["play", "ghooost", "--bots", "gandalf"], "invalid bot: got 'gandalf'"),
    (["play", "ghooost", "--bots", "thumb,thumb"], "expected one for all other seats, or 3"),
    (["play", "--resume", "/nowhere.json"], "No such file"),
    (["replay", "/nowhere.json"], "No such file"),
    (["replay", __file__], "record/broken broken transcript"),
    (["check", "ghooost", "--only", "luck"], "invalid check: got 'luck'"),
]


@pytest.mark.parametrize(
    ("words", "message"), REFUSED, ids=[" ".join(words)[:40] for words, _ in REFUSED]
)
def test_errors_are_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert message in refused(capsys, *words)


@pytest.mark.parametrize(
    "text",
    ["{", "[]", "{}", '{"record": 5}', '{"record": {}}', '{"format": 1}', "[" * 100_000, "\0\1"],
)
def test_invalid_records_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    assert "record/broken" in refused(capsys, "replay", str(path))
    assert "record/broken" in refused(capsys, "play", "--resume", str(path))


# === REPLAY ===


def test_replay(record: Path) -> None:
    assert "plays" in printed("replay", str(record))
    assert "Cemetery" in printed("replay", str(record), "--move", "5")
    assert "Your hand" in printed("replay", str(record), "--move", "5", "--seat", "1")
    found = json.loads(printed("replay", str(record), "--json"))
    assert found["verified"]
    assert found["position"]["phase"] == "over"


def test_the_text_of_a_replay_can_be_replayed(record: Path, tmp_path: Path) -> None:
    text = printed("replay", str(record), "--text")
    path = tmp_path / "match.txt"
    path.write_text(text)
    assert printed("replay", str(path), "--text") == text


def test_replay_writes_a_picture(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path
) -> None:
    match = spookhouse.game("graveyards").new(players=2, seed=1)
    for _ in range(10):
        match.apply(match.waiting[0], match.actions(match.waiting[0])[0])
    path, picture = tmp_path / "graveyard.json", tmp_path / "graveyard.svg"
    path.write_text(json.dumps(Record.of(match).to_json()))
    printed("replay", str(path), "--svg", str(picture), "--move", "5")
    assert picture.read_text().startswith("<svg")
    assert "has no picture" in refused(capsys, "replay", str(record), "--svg", str(picture))


def test_a_changed_record_is_refused(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    data = json.loads(record.read_text())
    data["moves"][3][1] = "13x4+X"
    record.write_text(json.dumps(data))
    assert "move 4" in refused(capsys, "replay", str(record))


# === CHECK AND BENCH ===


def test_check() -> None:
    assert "holds" in printed("check", "ghooost", "--only", "ends", "--effort", "0.1")
    (found,) = json.loads(
        printed("check", "ghooost", "--only", "pieces", "--effort", "0.05", "--json")
    )
    assert found["holds"]
    assert found["check"] == "pieces"


def test_check_fails_when_a_promise_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spookhouse.kernel.match.Match.view", lambda self, seat: self.position())
    result = run("check", "ghooost", "--only", "secrets", "--effort", "0.1")
    assert result.exit_code == 1
    assert "BROKEN" in result.output


@pytest.mark.compiled
def test_bench() -> None:
    found = json.loads(printed("bench", "ghooost", "--seconds", "0.2", "--no-start", "--json"))
    assert found["speeds"][0]["what"].startswith("OpenSpiel")
    assert all(speed["moves_a_second"] > 0 and speed["ratio"] > 0 for speed in found["speeds"])
    assert found["state bytes"]["ghooost"] <= 640
    assert [speed["what"] for speed in found["search"]] == [
        "OpenSpiel hearts: ISMCTSBot",
        "ghooost: search",
    ]
    assert all(
        speed["moves_a_second"] > speed["iterations_a_second"] > 0 for speed in found["search"]
    )
    assert "times OpenSpiel" in printed("bench", "ghooost", "--seconds", "0.1", "--no-start")
