"""Compile the rules of all games in the background; a game waits only for its own rules.

Processes of their own compile what is not in the cache yet, because Numba would block this process
and never return the memory. They begin with the games that somebody waits for. The search of a game
is loaded when a bot or a hint first needs it.
"""

import asyncio
import gc
import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from subprocess import PIPE
from typing import NamedTuple

from spookhouse.bots.timed_search import prepare_search
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.compile_cache import PACKAGE, cache_folder
from spookhouse.kernel.rule_decorator import INTERPRETED

# New objects, and collections of younger generations, between two garbage collections.
COLLECTION_THRESHOLDS = (5_000, 10, 10)
WAITING, READY = "waiting", "ready"
# The parts of a game; the second one needs the first.
RULES, SEARCH = "rules", "search"
COMPILER = "from spookhouse.host.compile_queue import run_compiler; run_compiler()"
# How much lower the priority of compilers is than that of the server.
NICENESS = 10

log = logging.getLogger("spookhouse")


class Step(NamedTuple):
    """A part of a game to compile."""

    game: str
    part: str


def settle_memory() -> None:
    """Exempt all loaded modules from garbage collection: scanning them again costs time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTION_THRESHOLDS)


class Plan:
    """The steps that are left, in the order in which somebody waits for them."""

    def __init__(self, names: list[str]) -> None:
        # By default the rules of all games come first.
        self.left = [Step(name, part) for part in (RULES, SEARCH) for name in names]
        self.begun: set[Step] = set()
        self.changed = threading.Condition()

    def prioritise(self, name: str) -> None:
        """Compile this game next."""
        with self.changed:
            self.left.sort(key=lambda step: step.game != name)

    def take(self) -> Step | None:
        """Return the next step, once one can be done; None when all are taken."""
        with self.changed:
            while self.left:
                for step in self.left:
                    if step.part == RULES or not self.has(Step(step.game, RULES)):
                        self.left.remove(step)
                        self.begun.add(step)
                        return step
                self.changed.wait()
            return None

    def has(self, step: Step) -> bool:
        """Return whether a step is left or being done."""
        return step in self.begun or step in self.left

    def end(self, step: Step) -> None:
        """Note that a step is done."""
        with self.changed:
            self.begun.remove(step)
            self.changed.notify_all()


class Milestone:
    """An event that a thread reports once and coroutines wait for."""

    def __init__(self) -> None:
        self.future: Future[None] = Future()

    @property
    def is_reached(self) -> bool:
        """Whether the event has happened."""
        return self.future.done()

    def reach(self) -> None:
        """Report the event."""
        if not self.is_reached:
            self.future.set_result(None)

    async def wait(self) -> None:
        """Wait for the event. Giving up does not disturb other waiters."""
        await asyncio.shield(asyncio.wrap_future(self.future))


class CompileQueue:
    """Compiles all games in the background and knows how far each one is."""

    def __init__(self) -> None:
        # By game: what the games list shows.
        self.progress = dict.fromkeys(FOLDERS, WAITING)
        self.rules = {name: Milestone() for name in FOLDERS}
        # Reached when the search is in the cache, or when no compiler is left to put it there.
        self.searches = {name: Milestone() for name in FOLDERS}
        self.search_locks = {name: threading.Lock() for name in FOLDERS}
        # Games whose search is loaded.
        self.searchable: set[str] = set()
        self.plan = Plan([name for name in FOLDERS if not is_compiled(name)])

    def start(self) -> None:
        """Compile and load everything in a thread."""
        threading.Thread(target=self.run, name="spookhouse-compiling", daemon=True).start()

    def run(self) -> None:
        """Compile what is not in the cache, then load the rules of all games."""
        workers = [
            threading.Thread(target=self._work, name="spookhouse-compiler", daemon=True)
            for _ in range(self.worker_count())
        ]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        for name in FOLDERS:
            self.load_rules(name)
            self.searches[name].reach()
        settle_memory()

    # === COMPILING ===

    def worker_count(self) -> int:
        """Return one worker for each core; the server has little to do without games."""
        if hasattr(os, "sched_getaffinity"):
            cores = len(os.sched_getaffinity(0))
        else:
            cores = os.cpu_count() or 1
        return min(cores, len(self.plan.left) // 2)

    def _work(self) -> None:
        """Have one step after the other compiled by another process, and load the results.

        If that process dies, this one compiles what is missing.
        """
        compiler = Compiler()
        while step := self.plan.take():
            try:
                for progress in compiler.compile(step):
                    self.progress[step.game] = progress
            except Exception as error:
                log.warning(
                    "the process that compiles the %s of %s failed (%s); the server compiles it",
                    step.part,
                    step.game,
                    error,
                )
            if step.part == RULES:
                self.load_rules(step.game)
            else:
                self.searches[step.game].reach()
            self.plan.end(step)
        compiler.stop()

    def load_rules(self, name: str) -> None:
        """Load the compiled rules of a game."""
        if self.rules[name].is_reached:
            return
        try:
            game(name).prepare()
        except Exception:
            log.exception("the rules of %s could not be compiled", name)
        self.progress[name] = READY
        self.rules[name].reach()

    def load_search(self, name: str) -> None:
        """Load the compiled search of a game, once."""
        with self.search_locks[name]:
            if name in self.searchable:
                return
            try:
                prepare_search(game(name))
            except Exception:
                log.exception("the search of %s could not be compiled", name)
            self.searchable.add(name)

    # === WAITING ===

    def is_ready(self, name: str) -> bool:
        """Return whether the rules of a game are loaded."""
        return self.rules[name].is_reached

    def prioritise(self, name: str) -> None:
        """Compile this game next."""
        self.plan.prioritise(name)

    async def wait_for_rules(self, name: str) -> None:
        """Wait until the rules of a game are loaded."""
        if not self.rules[name].is_reached:
            self.prioritise(name)
            await self.rules[name].wait()

    async def wait_for_search(self, name: str) -> None:
        """Wait until the search of a game is loaded."""
        if name not in self.searchable:
            self.prioritise(name)
            await self.searches[name].wait()
            await asyncio.to_thread(self.load_search, name)


# === THE PROCESSES THAT COMPILE ===


class Compiler:
    """A process that compiles steps on request, one line each."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None

    def compile(self, step: Step) -> Iterator[str]:
        """Have a step compiled; yield the progress. Raise `OSError` if the process has ended."""
        if self.process is None:
            command = [sys.executable, "-c", COMPILER]
            self.process = subprocess.Popen(  # noqa: S603
                command, stdin=PIPE, stdout=PIPE, text=True, start_new_session=True
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(*step, file=self.process.stdin, flush=True)
        for line in self.process.stdout:
            progress: str = json.loads(line)
            if progress == READY:
                return
            yield progress
        raise BrokenPipeError(f"it ended with {self.process.wait()}")

    def stop(self) -> None:
        """End the process."""
        if self.process is not None:
            with suppress(OSError):
                self.process.communicate()


def compiled_mark(name: str) -> Path:
    """Return the file that marks a game as compiled.

    Numba's cache depends on the place of the source and on Python.
    """
    place = sha256(f"{PACKAGE} {sys.version}".encode()).hexdigest()[:12]
    return cache_folder() / f"{name}-{place}.{READY}"


def is_compiled(name: str) -> bool:
    """Return whether everything of a game is in the cache."""
    return INTERPRETED or compiled_mark(name).exists()


def run_compiler() -> None:
    """Compile into the cache what each line of the input names; report progress line by line."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    for line in sys.stdin:
        name, part = line.split()
        if part == RULES:
            game(name).prepare(
                lambda what, done, total: report(f"compiling {what}, {done} of {total}")
            )
        else:
            prepare_search(game(name))
            compiled_mark(name).touch()
        report(READY)


def report(text: str) -> None:
    """Print a line for the server; exit if the server has closed."""
    try:
        print(json.dumps(text), flush=True)
    except BrokenPipeError:
        os._exit(0)
