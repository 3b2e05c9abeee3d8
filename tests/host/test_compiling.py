"""What is not in the cache is compiled by another process; the house loads it, and does without that process if it must."""

import asyncio
import io
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from spookhouse.games import FOLDERS
from spookhouse.host import compiling
from spookhouse.host.compiling import READY, RULES, SEARCH, Plan, Step, Waking
from spookhouse.kernel.rule import INTERPRETED
from support.running import run

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def wake(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> Waking:
    """A house whose cache looks empty, and whose compiler is this script."""
    monkeypatch.setattr(compiling, "cache_folder", lambda: folder)
    monkeypatch.setattr(compiling, "settle_memory", lambda: None)
    monkeypatch.setattr(compiling, "COMPILER", script)
    found = Waking()
    found._wake()
    return found


def answering(*lines: str) -> str:
    """A compiler that says this, whatever it is asked."""
    return f"import sys\nfor line in sys.stdin:\n    for said in {[json.dumps(line) for line in lines]}: print(said, flush=True)"


def test_what_the_compiler_says_is_heard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    loaded: list[tuple[str, str]] = []
    monkeypatch.setattr(
        Waking, "_load", lambda self, name: loaded.append((name, self.progress[name]))
    )
    found = wake(monkeypatch, tmp_path, answering("compiling play, 3 of 13", READY))
    assert {*loaded} == {(name, "compiling play, 3 of 13") for name in FOLDERS}
    assert all(search.is_reached for search in found.compiled.values())


def test_what_somebody_waits_for_comes_next() -> None:
    plan = Plan(["a", "b", "c"])
    assert plan.take() == ("a", RULES)
    plan.wish("c")
    assert [plan.take(), plan.take()] == [("c", RULES), ("b", RULES)], "a search needs its rules"
    plan.end(Step("c", RULES))
    assert plan.take() == ("c", SEARCH)
    plan.end(Step("b", RULES))
    plan.wish("a")
    assert plan.take() == ("b", SEARCH), "the rules of the other are not done"


def test_a_search_waits_until_its_rules_are_done() -> None:
    plan = Plan(["a"])
    assert plan.take() == ("a", RULES)
    with ThreadPoolExecutor() as pool:
        found = pool.submit(plan.take)
        with pytest.raises(TimeoutError):
            found.result(timeout=0.1)
        plan.end(Step("a", RULES))
        assert found.result(timeout=5) == ("a", SEARCH)
    assert plan.take() is None


def test_who_plays_has_rules_and_search_next(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiling, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(compiling, "settle_memory", lambda: None)
    monkeypatch.setattr(compiling, "COMPILER", answering(READY))
    monkeypatch.setattr(Waking, "_workers", lambda self: 1)
    made: list[Step] = []
    monkeypatch.setattr(
        Plan, "end", lambda self, step, end=Plan.end: (made.append(step), end(self, step))
    )
    found = Waking()

    async def play() -> None:
        waiting = asyncio.create_task(found.awake("graveyards"))
        await asyncio.sleep(0)
        found.start()
        await waiting

    run(play(), 30)
    for search in found.compiled.values():
        search.future.result(30)
    assert made[:3] == [("graveyards", RULES), ("graveyards", SEARCH), ("ghooost", RULES)]


@pytest.mark.parametrize(
    "script",
    [
        "import os; os.kill(os.getpid(), 9)",
        "print('no JSON', flush=True)",
        "import time; time.sleep(0.5)",
    ],
)
def test_a_compiler_that_dies_or_raves_is_not_needed(
    script: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = wake(monkeypatch, tmp_path, script)
    assert found.progress == dict.fromkeys(FOLDERS, READY)
    run(found.awake("graveyards"), 5)
    run(found.thoughtful("ghooost"))
    assert found.thinking == {"ghooost"}


def test_with_everything_in_the_cache_nothing_is_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiling, "cache_folder", lambda: tmp_path)
    for name in FOLDERS:
        compiling.mark_of(name).touch()
    found = wake(monkeypatch, tmp_path, f"open({str(tmp_path / 'started')!r}, 'w')")
    assert not (tmp_path / "started").exists()
    assert found.progress == dict.fromkeys(FOLDERS, READY)


def test_the_compiler_tells_and_marks_what_it_has_done(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiling, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(compiling, "COURTESY", 0)
    monkeypatch.setattr(sys, "stdin", io.StringIO("ghooost rules\nghooost search\n"))
    compiling.compile_what_is_asked()
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0].startswith("compiling ")
    assert lines.count(READY) == 2
    assert [name for name in FOLDERS if compiling.is_compiled(name)] == ["ghooost"]


def test_a_compiler_whose_house_has_closed_ends_quietly() -> None:
    script = "from spookhouse.host.compiling import tell\nfor _ in range(10_000): tell('compiling')"
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as compiler:
        assert compiler.stdout is not None
        assert compiler.stderr is not None
        compiler.stdout.readline()
        compiler.stdout.close()
        assert compiler.stderr.read() == ""
    assert compiler.returncode == 0
