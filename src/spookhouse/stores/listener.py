"""Word from other processes that share a PostgreSQL: which table has which version now."""

import threading
from collections.abc import Callable

import psycopg

from spookhouse.stores.store import LINE

Heard = Callable[[str, int], None]  # a table, and its latest version


class Listener:
    """A thread that waits for word; it connects again when the line breaks, and then says so with an empty table name."""

    def __init__(self, url: str, heard: Heard) -> None:
        self.address = url.replace("postgresql+psycopg://", "postgresql://")
        self.heard = heard
        self.stopping = threading.Event()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._run, name="spookhouse-listener", daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.stopping.set()
        self.thread.join()

    def _run(self) -> None:
        while not self.stopping.is_set():
            try:
                self._listen()
            except psycopg.Error:
                self.stopping.wait(0.5)

    def _listen(self) -> None:
        with psycopg.connect(self.address, autocommit=True, **LINE) as connection:
            connection.execute("LISTEN spookhouse")
            self.heard("", 0)
            self.ready.set()
            while not self.stopping.is_set():
                for word in connection.notifies(timeout=0.5):
                    table, version = word.payload.split()
                    self.heard(table, int(version))
