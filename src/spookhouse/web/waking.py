"""Rules are made ready in the background, so that the first page need not wait; a game that needs them waits for its own only.

What is not in the cache yet is compiled by a process of its own: it would take this one's breath, and the memory that a compiler takes it does not
give back. The search is loaded when a bot that thinks, or a hint, first asks for it, which takes a moment.
"""

import asyncio
import gc
import json
import logging
import os
import subprocess
import sys
import threading
from hashlib import sha256
from pathlib import Path

from spookhouse.bots.search import prepare
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.rule import INTERPRETED, PACKAGE, cache_folder

COLLECT = (5_000, 10, 10)  # new objects, and collections of younger ones, between two collections
READY = "ready"
COMPILER = "from spookhouse.web.waking import compile_all; compile_all()"


def settle_memory() -> None:
    """What was loaded stays: the collector need not look through it again and again while people play."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


class Waking:
    """How far each game is."""

    def __init__(self) -> None:
        self.progress = dict.fromkeys(FOLDERS, "asleep")
        self.ready = {name: threading.Event() for name in FOLDERS}
        self.compiled = {name: threading.Event() for name in FOLDERS}  # the search, or there is no hope that somebody else compiles it
        self.turns = {name: threading.Lock() for name in FOLDERS}  # to load it once, whoever comes first
        self.thinking: set[str] = set()  # games whose search is loaded

    def start(self) -> None:
        threading.Thread(target=self._wake, name="spookhouse-compiler", daemon=True).start()

    def _wake(self) -> None:
        if not all(map(is_compiled, FOLDERS)):
            self._watch_compiler()
        for name in FOLDERS:
            self._load(name)
            self.compiled[name].set()
        settle_memory()

    # === COMPILING ===

    def _watch_compiler(self) -> None:
        """Load each game as soon as another process has compiled it. If that process dies, what is missing is compiled here."""
        command = [sys.executable, "-c", COMPILER]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as compiler:  # noqa: S603  ourselves
            assert compiler.stdout is not None
            for line in compiler.stdout:
                self._hear(**json.loads(line))

    def _hear(self, name: str, rules: str = "", search: str = "") -> None:
        if search == READY:
            self.compiled[name].set()
        elif rules == READY:
            self._load(name)
        else:
            self.progress[name] = rules

    def _load(self, name: str) -> None:
        if self.ready[name].is_set():
            return
        try:
            game(name).prepare()
        except Exception:
            logging.getLogger("spookhouse").exception("the rules of %s could not be compiled", name)
        self.progress[name] = READY
        self.ready[name].set()

    def _learn_to_think(self, name: str) -> None:
        self.compiled[name].wait()
        with self.turns[name]:
            if name in self.thinking:
                return
            try:
                prepare(game(name))
            except Exception:
                logging.getLogger("spookhouse").exception("the search of %s could not be compiled", name)
            self.thinking.add(name)

    # === WAITING ===

    async def awake(self, name: str) -> None:
        """Wait, without holding anybody up, until the game's rules are compiled."""
        if not self.ready[name].is_set():
            await asyncio.to_thread(self.ready[name].wait)

    async def thoughtful(self, name: str) -> None:
        """Likewise, until its search is."""
        if name not in self.thinking:
            await asyncio.to_thread(self._learn_to_think, name)


# === THE PROCESS THAT COMPILES ===


def mark_of(name: str) -> Path:
    """The file that says that everything of the game is in the cache. Numba keeps what it compiles by the place of the source, and by Python."""
    place = sha256(f"{PACKAGE} {sys.version}".encode()).hexdigest()[:12]
    return cache_folder() / f"{name}-{place}.{READY}"


def is_compiled(name: str) -> bool:
    return INTERPRETED or mark_of(name).exists()


def compile_all() -> None:
    """Into the cache: the rules of all games, then what bots think with. Each step is told in a line."""
    for name in FOLDERS:
        game(name).prepare(lambda what, done, total, name=name: tell(name, rules=f"compiling {what}, {done} of {total}"))  # type: ignore[misc]
        tell(name, rules=READY)
    for name in FOLDERS:
        prepare(game(name))
        mark_of(name).touch()
        tell(name, search=READY)


def tell(name: str, **what: str) -> None:
    try:
        print(json.dumps({"name": name, **what}), flush=True)
    except BrokenPipeError:  # the house has closed: nobody waits for the rest
        os._exit(0)
