"""`spookhouse arena`, also when it is interrupted or killed."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from spookhouse.cli import app
from spookhouse.cli.app import main
from spookhouse.kernel.contract import Json
from spookhouse.lab.arena import Contest, Folder, Run, plan
from spookhouse.lab.arena.executor import Executor

runner = CliRunner(env={"COLUMNS": "100", "TERM": "dumb"})
# Seconds for a process that may have to compile the rules first.
TIMEOUT = 240.0


def printed(*words: str) -> str:
    """Return what a successful command prints."""
    result = runner.invoke(app, list(words))
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the error message of `spookhouse arena` with invalid arguments."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["spookhouse", "arena", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
    assert stopped.value.code == 2
    return " ".join(capsys.readouterr().err.split())


def test_a_contest_is_written_to_a_folder(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = (
        "arena",
        "ghooost",
        "--bots",
        "thumb",
        "--among",
        "uniform",
        "--games",
        "10",
        "-p",
        "3",
        "-o",
        "dawn=5",
        "--workers",
        "1",
    )
    text = printed(*words, "--out", str(out))
    assert text == (out / "report.md").read_text()
    assert (
        "12 games; 3 players; players=3, mode=single, dawn=5; seed 0; 3 games on each deal" in text
    )
    assert len(list((out / "games").iterdir())) == 12
    assert json.loads(printed(*words, "--out", str(out), "--json")) == json.loads(
        (out / "report.json").read_text()
    )
    replayed = json.loads(printed("replay", str(out / "games" / "000007.json"), "--json"))
    assert replayed["verified"] is True
    assert (
        json.loads(printed("verify", str(out / "games" / "000007.json"), "--json"))["verified"]
        is True
    )


def test_without_a_folder_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = printed(
        "arena",
        "ghooost",
        "--bots",
        "thumb,uniform",
        "--games",
        "200",
        "-p",
        "2",
        "--until-clear",
        "--workers",
        "1",
    )
    assert "**thumb is stronger than uniform: " in text
    assert list(tmp_path.iterdir()) == []


def test_invalid_arguments_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "invalid bot: got 'gandalf'" in refused(capsys, "ghooost", "--bots", "thumb,gandalf")
    assert "invalid game: got 'chess'" in refused(capsys, "chess", "--bots", "thumb")
    assert "invalid bots with --until-clear: got 1, expected two" in refused(
        capsys, "ghooost", "--bots", "thumb", "--until-clear"
    )
    assert "invalid option mode: got 'nap'" in refused(
        capsys, "ghooost", "--bots", "thumb", "-o", "mode=nap"
    )
    (tmp_path / "file").write_text("")
    assert "option/bad invalid folder" in refused(
        capsys, "ghooost", "--bots", "thumb", "--out", str(tmp_path / "file")
    )
    assert "is neither empty nor written by an arena" in refused(
        capsys, "ghooost", "--bots", "thumb", "--out", str(tmp_path)
    )


# === STOPPED IN THE MIDDLE ===

GAMES = 4000


def start_contest(out: Path) -> "subprocess.Popen[str]":
    """Start a contest in a separate process and wait until a few games are finished."""
    words = [
        sys.executable,
        "-m",
        "spookhouse",
        "arena",
        "ghooost",
        "--bots",
        "thumb,uniform",
        "--games",
        str(GAMES),
        "--workers",
        "2",
        "--out",
        str(out),
    ]
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    deadline = time.monotonic() + TIMEOUT
    while len(list(out.glob("games/*.json"))) < 5:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return process


def has_ended(group: int) -> bool:
    """Return whether all processes of a group have ended."""
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def play_in_this_process(games: int) -> list[Json]:
    """Return the records of the first games of the same contest."""
    contest = plan("ghooost", "thumb,uniform", games)
    run = Run(contest)
    with Executor(contest, 1) as executor:
        list(run.play(executor))
    return [played.record.to_json() for _, played in sorted(run.games.items())]


def resume_contest(contest: Contest, out: Path, finished: int) -> Run:
    """Resume the contest until its first games are finished."""
    run = Run(contest, Folder(out, contest))
    assert run.resume() == finished
    with Executor(contest, 1) as executor:
        for _ in run.play(executor):
            if all(number in run.games for number in range(16)):
                break
    return run


def test_a_killed_contest_keeps_its_finished_games(tmp_path: Path) -> None:
    process = start_contest(tmp_path)
    process.kill()
    process.communicate()
    assert has_ended(process.pid)
    contest = plan("ghooost", "thumb,uniform", GAMES)
    files = sorted(tmp_path.glob("games/*.json"))
    assert 5 <= len(files) < GAMES
    run = resume_contest(contest, tmp_path, len(files))
    expected = play_in_this_process(16)
    assert [run.games[number].record.to_json() for number in range(16)] == expected


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals of a terminal")
def test_an_interrupted_contest_can_be_resumed(tmp_path: Path) -> None:
    process = start_contest(tmp_path)
    os.killpg(process.pid, signal.SIGINT)
    _, output = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 130
    assert f"of {GAMES:,} games; the same command resumes." in output
    assert "Traceback" not in output
    assert has_ended(process.pid)
    assert json.loads((tmp_path / "report.json").read_text())["finished"] is False
