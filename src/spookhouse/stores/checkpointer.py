"""Checkpoint SQLite's write-ahead log in a thread of its own.

A commit that also checkpoints takes many times as long as others. Every table would wait for it.
"""

import logging
import threading

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

# A busy page changes many times between two checkpoints, and is then copied only once.
ROWS_BETWEEN_CHECKPOINTS = 2_000
# 32 MB. A longer log must restart from its beginning.
MAX_LOG_PAGES = 8_000
# PASSIVE copies what it can without blocking readers or the writer.
CHECKPOINT = "PRAGMA wal_checkpoint(PASSIVE)"


class Checkpointer:
    """Copies the log into the database file while the writer goes on.

    SQLite restarts the log only when all of it is in the file. Under load the writer keeps
    appending, so the writer itself copies the last pages between two commits.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.rows = 0
        self.wanted = threading.Event()
        self.needs_restart = self.is_closing = False
        self.thread = threading.Thread(
            target=self._run, name="spookhouse-checkpointer", daemon=True
        )
        self.thread.start()

    def count(self, rows: int) -> None:
        """Count the rows of a commit, and checkpoint if it is time. Called by the writer."""
        self.rows += rows
        if self.needs_restart:
            self.needs_restart = False
            checkpoint(self.engine)
        elif self.rows >= ROWS_BETWEEN_CHECKPOINTS:
            self.rows = 0
            self.wanted.set()

    def close(self) -> None:
        """Stop the thread."""
        self.is_closing = True
        self.wanted.set()
        self.thread.join()

    def _run(self) -> None:
        while self.wanted.wait() and not self.is_closing:
            self.wanted.clear()
            if checkpoint(self.engine) > MAX_LOG_PAGES:
                # Copy what was added meanwhile, so that the writer has few pages left to copy.
                checkpoint(self.engine)
                self.needs_restart = True


def checkpoint(engine: Engine) -> int:
    """Copy as much of the log as possible; return the number of pages in the log.

    A failure loses nothing, because the log keeps every page: the next checkpoint tries again.
    """
    try:
        with engine.connect() as connection:
            _, pages, _ = connection.exec_driver_sql(CHECKPOINT).one()
    except SQLAlchemyError as error:
        logging.getLogger("spookhouse").warning("SQLite checkpoint failed: %s", error)
        return 0
    return int(pages)
