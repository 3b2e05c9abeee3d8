"""Write appends durably: one thread, one connection, many appends in a transaction.

The first append of an event-loop turn schedules a flush at the end of that turn. Batches that
arrive during a commit wait for the next one. So many tables share a commit, and no promise is
kept before the commit is durable.
"""

import threading
from collections.abc import Iterable
from queue import SimpleQueue

from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError

from spookhouse.stores.checkpointer import Checkpointer
from spookhouse.stores.engine import is_unavailable
from spookhouse.stores.write_batch import Work, write
from spookhouse.table.store_protocol import CallSoon, VersionConflict, call_now

MAX_BATCH = 500  # appends in one transaction


class Writer:
    """The writing thread. Its engine has one connection, which keeps its caches warm."""

    def __init__(self, engine: Engine, checkpointer: Checkpointer | None) -> None:
        self.engine = engine
        self.checkpointer = checkpointer
        self.is_shared = engine.dialect.name == "postgresql"
        self.call_soon: CallSoon = call_now
        self.commits = 0
        self.gathered: list[Work] = []
        self.lock = threading.Lock()
        # None ends the thread, after everything before it is written.
        self.queue: SimpleQueue[list[Work] | None] = SimpleQueue()
        self.thread = threading.Thread(target=self._run, name="spookhouse-writer", daemon=True)
        self.thread.start()

    def add(self, work: Work) -> None:
        """Gather work; the first of a turn schedules the flush, so that a turn is one batch."""
        with self.lock:
            self.gathered.append(work)
            is_first = len(self.gathered) == 1
        if is_first:
            self.call_soon(self.flush)

    def flush(self) -> None:
        """Hand the gathered work to the thread."""
        with self.lock:
            works, self.gathered = self.gathered, []
        if works:
            self.queue.put(works)

    def close(self) -> None:
        """Write everything that was added, then end the thread."""
        self.flush()
        self.queue.put(None)
        self.thread.join()
        self.engine.dispose()

    def _run(self) -> None:
        is_open = True
        while is_open:
            taken = [self.queue.get()]
            while not self.queue.empty():
                taken.append(self.queue.get())
            is_open = None not in taken
            works = [work for batch in taken if batch is not None for work in batch]
            for first in range(0, len(works), MAX_BATCH):
                self.commit(works[first : first + MAX_BATCH])

    def commit(self, works: list[Work]) -> None:
        """Write all works in one transaction; if one of them conflicts, each in its own."""
        try:
            with self.engine.begin() as connection:
                rows = write(connection, works, shared=self.is_shared)
            self.commits += 1
        except Exception as error:
            self._handle(works, error)
        else:
            self._settle(works, None)
            if self.checkpointer is not None:
                self.checkpointer.count(rows)

    def _handle(self, works: list[Work], error: Exception) -> None:
        """Retry each work alone, or break its promise."""
        if len(works) > 1 and not is_unavailable(error):
            for work in works:
                self.commit([work])
            return
        self._settle(works, VersionConflict() if isinstance(error, IntegrityError) else error)

    def _settle(self, works: list[Work], error: Exception | None) -> None:
        try:
            self.call_soon(lambda: settle(works, error))
        except RuntimeError:
            # The event loop has ended: nobody waits for these promises.
            return


def settle(works: Iterable[Work], error: Exception | None) -> None:
    """Keep or break all promises. Cancelled ones are done already."""
    for work in works:
        if work.promise.done():
            continue
        if error is None:
            work.promise.set_result(None)
        else:
            work.promise.set_exception(error)
