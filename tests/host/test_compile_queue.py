"""Another process compiles what is not in the cache; the server loads it, or compiles it itself."""

import asyncio
import io
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from spookhouse.games import FOLDERS
from spookhouse.host import compile_queue
from spookhouse.host.compile_queue import (
    READY,
    RULES,
    SEARCH,
    WAITING,
    CompileQueue,
    Milestone,
    Plan,
    Step,
)
from spookhouse.kernel.rule_decorator import INTERPRETED
from support.running import run

needs_compiler = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


def empty_queue(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> CompileQueue:
    """Return a queue whose cache looks empty, and whose compiler runs this script."""
    monkeypatch.setattr(compile_queue, "cache_folder", lambda: folder)
    monkeypatch.setattr(compile_queue, "settle_memory", lambda: None)
    monkeypatch.setattr(compile_queue, "COMPILER", script)
    return CompileQueue()


def replying(*lines: str) -> str:
    """Return the script of a compiler that replies with these lines to every step."""
    replies = [json.dumps(line) for line in lines]
    return f"""
import sys
for line in sys.stdin:
    for reply in {replies}:
        print(reply, flush=True)
"""


@needs_compiler
def test_the_progress_of_the_compiler_is_shown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    loaded: list[tuple[str, str]] = []
    monkeypatch.setattr(
        CompileQueue,
        "load_rules",
        lambda self, name: loaded.append((name, self.progress[name])),
    )
    queue = empty_queue(monkeypatch, tmp_path, replying("compiling play, 3 of 13", READY))
    assert queue.progress == dict.fromkeys(FOLDERS, WAITING)
    queue.run()
    assert {*loaded} == {(name, "compiling play, 3 of 13") for name in FOLDERS}
    assert all(search.is_reached for search in queue.searches.values())


# === THE PLAN ===


def test_a_game_that_somebody_waits_for_comes_next() -> None:
    plan = Plan(["a", "b", "c"])
    assert plan.take() == ("a", RULES)
    plan.prioritise("c")
    assert [plan.take(), plan.take()] == [("c", RULES), ("b", RULES)], "a search needs its rules"
    plan.end(Step("c", RULES))
    assert plan.take() == ("c", SEARCH)
    plan.end(Step("b", RULES))
    plan.prioritise("a")
    assert plan.take() == ("b", SEARCH), "the rules of the other are not compiled"


def test_a_search_waits_until_its_rules_are_compiled() -> None:
    plan = Plan(["a"])
    assert plan.take() == ("a", RULES)
    with ThreadPoolExecutor() as pool:
        found = pool.submit(plan.take)
        with pytest.raises(TimeoutError):
            found.result(timeout=0.1)
        plan.end(Step("a", RULES))
        assert found.result(timeout=5) == ("a", SEARCH)
    assert plan.take() is None


@needs_compiler
def test_rules_and_search_of_a_running_game_come_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(CompileQueue, "worker_count", lambda self: 1)
    ended: list[Step] = []
    end = Plan.end

    def record_end(plan: Plan, step: Step) -> None:
        ended.append(step)
        end(plan, step)

    monkeypatch.setattr(Plan, "end", record_end)
    queue = empty_queue(monkeypatch, tmp_path, replying(READY))

    async def play() -> None:
        waiting = asyncio.create_task(queue.wait_for_rules("graveyards"))
        await asyncio.sleep(0)
        queue.start()
        await waiting

    run(play(), 30)
    for search in queue.searches.values():
        search.future.result(30)
    assert ended[:3] == [("graveyards", RULES), ("graveyards", SEARCH), ("ghooost", RULES)]


# === COMPILERS THAT FAIL, AND THE CACHE ===


@needs_compiler
@pytest.mark.parametrize(
    "script",
    [
        "import os; os.kill(os.getpid(), 9)",
        "print('no JSON', flush=True)",
        "import time; time.sleep(0.5)",
    ],
)
def test_the_server_compiles_if_the_compiler_dies_or_replies_nonsense(
    script: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    queue = empty_queue(monkeypatch, tmp_path, script)
    queue.run()
    assert queue.progress == dict.fromkeys(FOLDERS, READY)
    run(queue.wait_for_rules("graveyards"), 5)
    run(queue.wait_for_search("ghooost"))
    assert queue.searchable == {"ghooost"}


@needs_compiler
def test_no_compiler_starts_if_everything_is_in_the_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compile_queue, "cache_folder", lambda: tmp_path)
    for name in FOLDERS:
        compile_queue.compiled_mark(name).touch()
    script = f"open({str(tmp_path / 'started')!r}, 'w')"
    queue = empty_queue(monkeypatch, tmp_path, script)
    queue.run()
    assert not (tmp_path / "started").exists()
    assert queue.progress == dict.fromkeys(FOLDERS, READY)


def test_rules_that_cannot_be_compiled_block_nobody(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The error is in the log, and everybody who plays meets it; nobody waits forever."""
    queue = CompileQueue()

    def fail(name: str) -> None:
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr(compile_queue, "game", fail)
    queue.load_rules("ghooost")
    run(queue.wait_for_rules("ghooost"), 5)
    assert caplog.messages == ["the rules of ghooost could not be compiled"]


# === THE COMPILER ITSELF ===


@needs_compiler
def test_the_compiler_reports_and_marks_what_it_has_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compile_queue, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(compile_queue, "NICENESS", 0)
    monkeypatch.setattr(sys, "stdin", io.StringIO("ghooost rules\nghooost search\n"))
    compile_queue.run_compiler()
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0].startswith("compiling ")
    assert lines.count(READY) == 2
    assert [name for name in FOLDERS if compile_queue.is_compiled(name)] == ["ghooost"]


@needs_compiler
def test_a_compiler_whose_server_has_closed_exits_quietly() -> None:
    script = (
        "from spookhouse.host.compile_queue import report\n"
        "for _ in range(10_000): report('compiling')"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as compiler:
        assert compiler.stdout is not None
        assert compiler.stderr is not None
        compiler.stdout.readline()
        compiler.stdout.close()
        assert compiler.stderr.read() == ""
    assert compiler.returncode == 0


# === MILESTONES ===


def test_a_milestone_is_reached_once_for_all_who_wait() -> None:
    async def wait() -> None:
        milestone = Milestone()
        first, second, third = (asyncio.create_task(milestone.wait()) for _ in range(3))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.sleep(0)
        assert not milestone.is_reached
        with ThreadPoolExecutor(1) as pool:
            pool.submit(milestone.reach).result()
        milestone.reach()
        await asyncio.wait_for(asyncio.gather(second, third, milestone.wait()), 5)

    run(wait())
