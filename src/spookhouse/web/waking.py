"""Rules are compiled in the background, so that the first page need not wait; a game that needs them waits for its own only.

The search comes after the rules of all games: only bots that think, and hints, wait for it.
"""

import asyncio
import logging
import threading
from collections.abc import Callable

from spookhouse.bots.search import prepare
from spookhouse.games import FOLDERS, game


class Waking:
    """How far each game is."""

    def __init__(self) -> None:
        self.progress = dict.fromkeys(FOLDERS, "asleep")
        self.ready = {name: threading.Event() for name in FOLDERS}
        self.thinking = {name: threading.Event() for name in FOLDERS}

    def start(self) -> None:
        threading.Thread(target=self._compile, name="spookhouse-compiler", daemon=True).start()

    def _compile(self) -> None:
        for name in FOLDERS:
            self._try(name, lambda name=name: game(name).prepare(lambda what, done, total: self._note(name, f"compiling {what}, {done} of {total}")))  # type: ignore[misc]
            self._note(name, "ready")
            self.ready[name].set()
        for name in FOLDERS:
            self._try(name, lambda name=name: prepare(game(name)))  # type: ignore[misc]
            self.thinking[name].set()

    def _try(self, name: str, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception:
            logging.getLogger("spookhouse").exception("compiling %s failed", name)

    def _note(self, name: str, progress: str) -> None:
        self.progress[name] = progress

    async def awake(self, name: str) -> None:
        """Wait, without holding anybody up, until the game's rules are compiled."""
        await happened(self.ready[name])

    async def thoughtful(self, name: str) -> None:
        """Likewise, until its search is."""
        await happened(self.thinking[name])


async def happened(event: threading.Event) -> None:
    if not event.is_set():
        await asyncio.to_thread(event.wait)
