"""Rules are compiled in the background, so that the first page need not wait; a game that needs them waits for its own only.

The search comes after the rules of all games, or earlier where a bot that thinks, or a hint, is waiting for it.
"""

import asyncio
import gc
import logging
import threading

from spookhouse.bots.search import prepare
from spookhouse.games import FOLDERS, game

COLLECT = (5_000, 10, 10)  # new objects, and collections of younger ones, between two collections


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
        self.thinking: set[str] = set()  # games whose search is compiled
        self.turns = {name: threading.Lock() for name in FOLDERS}  # to compile it once, whoever comes first

    def start(self) -> None:
        threading.Thread(target=self._compile, name="spookhouse-compiler", daemon=True).start()

    def _compile(self) -> None:
        for name in FOLDERS:
            try:
                game(name).prepare(lambda what, done, total, name=name: self._note(name, f"compiling {what}, {done} of {total}"))  # type: ignore[misc]
            except Exception:
                logging.getLogger("spookhouse").exception("compiling %s failed", name)
            self._note(name, "ready")
            self.ready[name].set()
        for name in FOLDERS:
            self._learn_to_think(name)
        settle_memory()

    def _learn_to_think(self, name: str) -> None:
        with self.turns[name]:
            if name in self.thinking:
                return
            try:
                prepare(game(name))
            except Exception:
                logging.getLogger("spookhouse").exception("compiling the search of %s failed", name)
            self.thinking.add(name)

    def _note(self, name: str, progress: str) -> None:
        self.progress[name] = progress

    async def awake(self, name: str) -> None:
        """Wait, without holding anybody up, until the game's rules are compiled."""
        if not self.ready[name].is_set():
            await asyncio.to_thread(self.ready[name].wait)

    async def thoughtful(self, name: str) -> None:
        """Likewise, until its search is."""
        if name not in self.thinking:
            await asyncio.to_thread(self._learn_to_think, name)
