"""`spookhouse arena`, run as a person or a program would: also killed in the middle."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from spookhouse.cli import app
from spookhouse.cli.app import main
from spookhouse.lab.arena import Contest, Folder, Run, plan
from spookhouse.lab.arena.executor import Executor

runner = CliRunner(env={"COLUMNS": "100", "TERM": "dumb"})
PATIENCE = 240.0  # from a cold cache the rules are compiled first


def printed(*words: str) -> str:
    result = runner.invoke(app, list(words))
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["spookhouse", "arena", *words])
        with pytest.raises(SystemExit) as stopped:
            main()
    assert stopped.value.code == 2
    return " ".join(capsys.readouterr().err.split())


def test_a_contest_with_a_folder(tmp_path: Path) -> None:
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


def test_refusals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "invalid bot: got 'gandalf'" in refused(capsys, "ghooost", "--bots", "thumb,gandalf")
    assert "there is no game 'chess'" in refused(capsys, "chess", "--bots", "thumb")
    assert "invalid bots with --until-clear: got 1, expected two" in refused(
        capsys, "ghooost", "--bots", "thumb", "--until-clear"
    )
    assert "option mode='nap' cannot be" in refused(
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


def begun(out: Path) -> "subprocess.Popen[str]":
    """A contest in a process of its own, stopped by nobody yet, with a few games finished."""
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
    deadline = time.monotonic() + PATIENCE
    while len(list(out.glob("games/*.json"))) < 5:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return process


def group_is_gone(group: int) -> bool:
    """Nobody of the contest's processes is left."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def replayed_in_this_process(games: int) -> list[Any]:
    contest = plan("ghooost", "thumb,uniform", games)
    run = Run(contest)
    with Executor(contest, 1) as executor:
        list(run.play(executor))
    return [played.record.to_json() for _, played in sorted(run.games.items())]


def finished_some_more(contest: Contest, out: Path, there: int) -> Run:
    """Goes on in the folder, for a few games more than were there."""
    run = Run(contest, Folder(out, contest))
    assert run.resume() == there
    with Executor(contest, 1) as executor:
        for _ in run.play(executor):
            if all(number in run.games for number in range(16)):
                break
    return run


def test_killed_in_the_middle_nothing_finished_is_lost(tmp_path: Path) -> None:
    process = begun(tmp_path)
    process.kill()
    process.communicate()
    assert group_is_gone(process.pid)
    contest = plan("ghooost", "thumb,uniform", GAMES)
    files = sorted(tmp_path.glob("games/*.json"))
    assert 5 <= len(files) < GAMES
    run = finished_some_more(contest, tmp_path, len(files))
    expected = replayed_in_this_process(16)
    assert [run.games[number].record.to_json() for number in range(16)] == expected


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a terminal")
def test_stopped_by_a_key_it_says_how_to_go_on(tmp_path: Path) -> None:
    process = begun(tmp_path)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert f"of {GAMES:,} games; the same command goes on." in said
    assert "Traceback" not in said
    assert group_is_gone(process.pid)
    assert json.loads((tmp_path / "report.json").read_text())["finished"] is False
