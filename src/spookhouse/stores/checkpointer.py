"""SQLite writes into a log first, which has to be brought into the database file now and then: a checkpoint. The commit that did so would take
many times as long as the others, and the whole house would wait for it. So it is done here, by a thread of its own, while the writer goes on.
"""

import logging
import threading

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

OFTEN = 2_000  # rows between two checkpoints; each changes a page or two, and a page of a busy table changes many times
LONG = 8_000  # pages in the log, 32 MB, after which it begins anew
CHECKPOINT = "PRAGMA wal_checkpoint(PASSIVE)"  # as far as that disturbs nobody


class Tidier:
    """Brings the log into the file behind the writer's back. The log begins anew once all of it is in the file; under load there is always some
    more, so what is left in the end the writer brings there between two commits. A checkpoint that fails has cost nothing: all is in the log."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.rows = 0
        self.wanted = threading.Event()
        self.is_long = self.is_closing = False
        self.thread = threading.Thread(target=self._tidy, name="spookhouse-tidier", daemon=True)
        self.thread.start()

    def wrote(self, rows: int) -> None:
        """The writer has committed so many."""
        self.rows += rows
        if self.is_long:
            self.is_long = False
            checkpoint(self.engine)
        elif self.rows >= OFTEN:
            self.rows = 0
            self.wanted.set()

    def close(self) -> None:
        self.is_closing = True
        self.wanted.set()
        self.thread.join()

    def _tidy(self) -> None:
        while self.wanted.wait() and not self.is_closing:
            self.wanted.clear()
            if checkpoint(self.engine) > LONG:
                checkpoint(self.engine)  # what came meanwhile, so that little is left to the writer
                self.is_long = True


def checkpoint(engine: Engine) -> int:
    """How many pages the log has; as much of it as can be is in the file afterwards."""
    try:
        with engine.connect() as connection:
            _, pages, _ = connection.exec_driver_sql(CHECKPOINT).one()
    except SQLAlchemyError as error:  # the disk is full, or somebody holds the database: next time
        logging.getLogger("spookhouse").warning(
            "the database's log could not be brought into its file: %s", error
        )
        return 0
    return int(pages)
