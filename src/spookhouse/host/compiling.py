"""Rules are made ready in the background, so that the first page need not wait; a game that needs them waits for its own only.

What is not in the cache yet is compiled by processes of their own: it would take this one's breath, and the memory that a compiler takes it does
not give back. They begin with what somebody waits for. The search is loaded when a bot that thinks, or a hint, first asks for it: a moment.
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

from spookhouse.bots.search import prepare_search
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.rule import INTERPRETED, PACKAGE, cache_folder

COLLECT = (5_000, 10, 10)  # new objects, and collections of younger ones, between two collections
READY = "ready"
RULES, SEARCH = "rules", "search"  # what there is to compile of a game, the second after the first
COMPILER = "from spookhouse.host.compiling import compile_what_is_asked; compile_what_is_asked()"
COURTESY = 10  # by how much compilers step back behind the house


class Step(NamedTuple):
    """Something to compile."""

    name: str
    part: str


def settle_memory() -> None:
    """What was loaded stays: the collector need not look through it again and again while people play."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


class Plan:
    """What is left to compile, in the order in which somebody waits for it: first the rules of all games, if nobody does."""

    def __init__(self, names: list[str]) -> None:
        self.left = [Step(name, part) for part in (RULES, SEARCH) for name in names]
        self.begun: set[Step] = set()
        self.changed = threading.Condition()

    def wish(self, name: str) -> None:
        """Somebody waits for this game: it comes next."""
        with self.changed:
            self.left.sort(key=lambda step: step.name != name)

    def take(self) -> Step | None:
        """The next step, once there is one that can be made; None when all are taken. A game's search needs its rules."""
        with self.changed:
            while self.left:
                for step in self.left:
                    if step.part == RULES or not self.has(step.name, RULES):
                        self.left.remove(step)
                        self.begun.add(step)
                        return step
                self.changed.wait()
            return None

    def has(self, name: str, part: str) -> bool:
        """Whether that is still to be done, or being done."""
        return Step(name, part) in self.begun or Step(name, part) in self.left

    def end(self, step: Step) -> None:
        with self.changed:
            self.begun.remove(step)
            self.changed.notify_all()


class Milestone:
    """Reached by a thread, once; waited for in the event loop, where it takes no thread and can be given up."""

    def __init__(self) -> None:
        self.future: Future[None] = Future()

    @property
    def is_reached(self) -> bool:
        return self.future.done()

    def reach(self) -> None:
        if not self.is_reached:
            self.future.set_result(None)

    async def reached(self) -> None:
        await asyncio.shield(asyncio.wrap_future(self.future))


class Waking:
    """How far each game is."""

    def __init__(self) -> None:
        self.progress = dict.fromkeys(FOLDERS, "asleep")
        self.ready = {name: Milestone() for name in FOLDERS}
        self.compiled = {
            name: Milestone() for name in FOLDERS
        }  # the search, or there is no hope that somebody else compiles it
        self.turns = {
            name: threading.Lock() for name in FOLDERS
        }  # to load it once, whoever comes first
        self.thinking: set[str] = set()  # games whose search is loaded
        self.plan = Plan([name for name in FOLDERS if not is_compiled(name)])

    def start(self) -> None:
        threading.Thread(target=self._wake, name="spookhouse-waking", daemon=True).start()

    def _wake(self) -> None:
        compilers = [
            threading.Thread(target=self._compile, name="spookhouse-compiler", daemon=True)
            for _ in range(self._workers())
        ]
        for compiler in compilers:
            compiler.start()
        for compiler in compilers:
            compiler.join()
        for name in FOLDERS:
            self._load(name)
            self.compiled[name].reach()
        settle_memory()

    # === COMPILING ===

    def _workers(self) -> int:
        """A core each; the house itself has little to do as long as no game can be played."""
        cores = (
            len(os.sched_getaffinity(0))
            if hasattr(os, "sched_getaffinity")
            else os.cpu_count() or 1
        )
        return min(cores, len(self.plan.left) // 2)

    def _compile(self) -> None:
        """Step after step in another process, loading what it has made. If that process dies, what it did not do is compiled here."""
        compiler = Compiler()
        while step := self.plan.take():
            try:
                for progress in compiler.do(step):
                    self.progress[step.name] = progress
            except Exception as error:
                logging.getLogger("spookhouse").warning(
                    "no process to compile the %s of %s (%s): this one does",
                    step.part,
                    step.name,
                    error,
                )
            if step.part == RULES:
                self._load(step.name)
            else:
                self.compiled[step.name].reach()
            self.plan.end(step)
        compiler.stop()

    def _load(self, name: str) -> None:
        if self.ready[name].is_reached:
            return
        try:
            game(name).prepare()
        except Exception:
            logging.getLogger("spookhouse").exception("the rules of %s could not be compiled", name)
        self.progress[name] = READY
        self.ready[name].reach()

    def _learn_to_think(self, name: str) -> None:
        with self.turns[name]:
            if name in self.thinking:
                return
            try:
                prepare_search(game(name))
            except Exception:
                logging.getLogger("spookhouse").exception(
                    "the search of %s could not be compiled", name
                )
            self.thinking.add(name)

    # === WAITING ===

    def expect(self, name: str) -> None:
        """Somebody will want to play this game."""
        self.plan.wish(name)

    async def awake(self, name: str) -> None:
        """Wait, without holding anybody up, until the game's rules are compiled."""
        if not self.ready[name].is_reached:
            self.expect(name)
            await self.ready[name].reached()

    async def thoughtful(self, name: str) -> None:
        """Likewise, until its search is."""
        if name not in self.thinking:
            self.expect(name)
            await self.compiled[name].reached()
            await asyncio.to_thread(self._learn_to_think, name)


# === THE PROCESSES THAT COMPILE ===


class Compiler:
    """A process that does what it is asked, line by line."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None

    def do(self, step: Step) -> Iterator[str]:
        """Have something compiled; gives how far it is. Raises `OSError` if there is no such process any more."""
        if self.process is None:
            command = [sys.executable, "-c", COMPILER]
            self.process = subprocess.Popen(  # noqa: S603  ourselves
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
        if self.process is not None:
            with suppress(OSError):
                self.process.communicate()


def mark_of(name: str) -> Path:
    """The file that says that everything of the game is in the cache. Numba keeps what it compiles by the place of the source, and by Python."""
    place = sha256(f"{PACKAGE} {sys.version}".encode()).hexdigest()[:12]
    return cache_folder() / f"{name}-{place}.{READY}"


def is_compiled(name: str) -> bool:
    return INTERPRETED or mark_of(name).exists()


def compile_what_is_asked() -> None:
    """Into the cache: for each line, the rules of a game or what bots think with. How far it is is told line by line."""
    if hasattr(os, "nice"):
        os.nice(COURTESY)
    for line in sys.stdin:
        name, part = line.split()
        if part == RULES:
            game(name).prepare(
                lambda what, done, total: tell(f"compiling {what}, {done} of {total}")
            )
        else:
            prepare_search(game(name))
            mark_of(name).touch()
        tell(READY)


def tell(what: str) -> None:
    try:
        print(json.dumps(what), flush=True)
    except BrokenPipeError:  # the house has closed: nobody waits for the rest
        os._exit(0)
