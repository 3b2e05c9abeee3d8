"""What is not in the cache is compiled by another process; the house loads it, and does without that process if it must."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from spookhouse.games import FOLDERS
from spookhouse.kernel.rule import INTERPRETED
from spookhouse.web import waking
from spookhouse.web.waking import READY, Waking
from support.running import run

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def wake(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> Waking:
    """A house whose cache looks empty, and whose compiler is this script."""
    monkeypatch.setattr(waking, "cache_folder", lambda: folder)
    monkeypatch.setattr(waking, "settle_memory", lambda: None)
    monkeypatch.setattr(waking, "COMPILER", script)
    found = Waking()
    found._wake()
    return found


def said(*lines: dict[str, str]) -> str:
    return "; ".join(f"print({json.dumps(json.dumps(line))})" for line in lines)


def test_what_the_compiler_says_is_heard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    heard: list[tuple[str, str]] = []
    monkeypatch.setattr(Waking, "_load", lambda self, name: heard.append((name, self.progress[name])))
    script = said({"name": "ghooost", "rules": "compiling play, 3 of 13"}, {"name": "ghooost", "rules": READY}, {"name": "ghooost", "search": READY})
    found = wake(monkeypatch, tmp_path, script)
    assert heard == [("ghooost", "compiling play, 3 of 13"), ("ghooost", "compiling play, 3 of 13"), *((name, "asleep") for name in [*FOLDERS][1:])]
    assert all(event.is_set() for event in found.compiled.values())


def test_a_compiler_that_dies_is_not_needed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = wake(monkeypatch, tmp_path, "import os; os.kill(os.getpid(), 9)")
    assert found.progress == dict.fromkeys(FOLDERS, READY)
    run(found.awake("graveyards"), 5)
    run(found.thoughtful("ghooost"))
    assert found.thinking == {"ghooost"}


def test_with_everything_in_the_cache_nothing_is_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(waking, "cache_folder", lambda: tmp_path)
    for name in FOLDERS:
        waking.mark_of(name).touch()
    found = wake(monkeypatch, tmp_path, f"open({str(tmp_path / 'started')!r}, 'w')")
    assert not (tmp_path / "started").exists()
    assert found.progress == dict.fromkeys(FOLDERS, READY)


def test_the_compiler_tells_and_marks_what_it_has_done(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(waking, "cache_folder", lambda: tmp_path)
    waking.compile_all()
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line for line in lines if READY in (line.get("rules"), line.get("search"))] == [
        *({"name": name, "rules": READY} for name in FOLDERS),
        *({"name": name, "search": READY} for name in FOLDERS),
    ]
    assert all(waking.is_compiled(name) for name in FOLDERS)


def test_a_compiler_whose_house_has_closed_ends_quietly() -> None:
    script = "from spookhouse.web.waking import tell\nfor _ in range(10_000): tell('ghooost', rules='compiling')"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as compiler:
        assert compiler.stdout is not None
        assert compiler.stderr is not None
        compiler.stdout.readline()
        compiler.stdout.close()
        assert compiler.stderr.read() == ""
    assert compiler.returncode == 0
