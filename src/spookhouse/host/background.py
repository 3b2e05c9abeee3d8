"""Threads for work that must not block the event loop, and an orderly end for those who wait."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from spookhouse.kernel.errors import SpookhouseError

# Seconds for work that is being done when the server closes.
CLOSE_TIMEOUT = 0.5
# Seconds until the server repeats work of its own that has failed.
RETRY_DELAY = 1.0
TROUBLE_TEXT = (
    "the server has a problem: try again in a moment; "
    "a command with the same key is carried out only once"
)

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class ServerClosing(SpookhouseError):
    """The server is closing. The client can try again: it restarts, or another one answers."""

    code = "house/trouble"

    def __init__(self) -> None:
        super().__init__(TROUBLE_TEXT)


class Background:
    """The thread pools and tasks of one server."""

    def __init__(self) -> None:
        # Queries to the store.
        self.readers = ThreadPoolExecutor(4, thread_name_prefix="spookhouse-reader")
        # Replays, verification and records: long work that must not delay the rest.
        self.replayers = ThreadPoolExecutor(2, thread_name_prefix="spookhouse-replay")
        self.tasks: set[asyncio.Task[Any]] = set()
        # What callers wait for, outside of the event loop.
        self.waiting: set[asyncio.Future[Any]] = set()
        self.is_closing = False

    async def read(
        self,
        function: Callable[Arguments, Result],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Result:
        """Query the store."""
        return await self.run(self.readers, lambda: function(*arguments, **named))

    async def run(self, pool: ThreadPoolExecutor, function: Callable[[], Result]) -> Result:
        """Call a function in a thread."""
        return await self.unless_closed(
            lambda: asyncio.get_running_loop().run_in_executor(pool, function)
        )

    async def unless_closed(self, begin: Callable[[], Awaitable[Result]]) -> Result:
        """Wait for something slow; raise `ServerClosing` if the server closes meanwhile."""
        self.require_open()
        work = asyncio.ensure_future(begin())
        self.waiting.add(work)
        try:
            return await work
        except asyncio.CancelledError:
            if self.is_closing and not is_cancelled():
                raise ServerClosing from None
            raise
        finally:
            self.waiting.discard(work)

    def require_open(self) -> None:
        """Raise `ServerClosing` if the server closes."""
        if self.is_closing:
            raise ServerClosing

    def spawn(self, work: Coroutine[Any, Any, Result]) -> "asyncio.Task[Result]":
        """Start a task that ends with the server."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def retry(self, work: Callable[[], Awaitable[object]]) -> None:
        """Repeat work of the server until it succeeds: nobody else would start it again."""
        while not self.is_closing:
            try:
                await work()
            except ServerClosing:
                return
            except Exception:
                logging.getLogger("spookhouse").exception("work at a table failed; it is repeated")
                await asyncio.sleep(RETRY_DELAY)
            else:
                return

    async def close(self) -> None:
        """Cancel all tasks; finish the work that is being done, within limits."""
        self.is_closing = True
        for task in list(self.tasks):
            task.cancel()
        for pool in (self.readers, self.replayers):
            pool.shutdown(wait=False, cancel_futures=True)
        if unfinished := self.tasks | self.waiting:
            await asyncio.wait(unfinished, timeout=CLOSE_TIMEOUT)
        for work in list(self.waiting):
            work.cancel()


def is_cancelled() -> bool:
    """Return whether the current task itself is cancelled, not only the work it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def failure_of(task: "asyncio.Task[Any]") -> BaseException | None:
    """Return why a task that ends with the server failed, or None if it did not."""
    return ServerClosing() if task.cancelled() else task.exception()
