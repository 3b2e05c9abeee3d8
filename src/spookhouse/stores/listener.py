"""Listen for new versions that other processes write to a shared PostgreSQL."""

import threading
from collections.abc import Callable

import psycopg

from spookhouse.stores.engine import POSTGRESQL_CONNECTION

# Takes the id of a table and its latest version.
OnVersion = Callable[[str, int], None]
RECONNECT_DELAY = 0.5
# Seconds after which a closing listener stops waiting for notifications.
POLL_INTERVAL = 0.5


class Listener:
    """A thread that waits for notifications and reconnects when the connection breaks.

    After each connect it reports an empty id, because notifications may have been missed.
    """

    def __init__(self, url: str, on_version: OnVersion) -> None:
        self.address = url.replace("postgresql+psycopg://", "postgresql://")
        self.on_version = on_version
        self.stopping = threading.Event()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._run, name="spookhouse-listener", daemon=True)
        self.thread.start()

    def close(self) -> None:
        """Stop the thread."""
        self.stopping.set()
        self.thread.join()

    def _run(self) -> None:
        while not self.stopping.is_set():
            try:
                self._listen()
            except psycopg.Error:
                self.stopping.wait(RECONNECT_DELAY)

    def _listen(self) -> None:
        with psycopg.connect(self.address, autocommit=True, **POSTGRESQL_CONNECTION) as connection:
            connection.execute("LISTEN spookhouse")
            self.on_version("", 0)
            self.ready.set()
            while not self.stopping.is_set():
                for notification in connection.notifies(timeout=POLL_INTERVAL):
                    table, version = notification.payload.split()
                    self.on_version(table, int(version))
