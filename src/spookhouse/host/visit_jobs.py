"""Functions that need a table between two commands."""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from spookhouse.host.background import ServerClosing, failure_of
from spookhouse.host.live_table import LiveTable

if TYPE_CHECKING:
    from spookhouse.host.host import Host

Result = TypeVar("Result")

log = logging.getLogger("spookhouse")


class Visit(Generic[Result]):
    """A function that needs the table between two commands, with the newest entries applied."""

    __slots__ = ("function", "future", "host", "live")

    def __init__(self, host: "Host", live: LiveTable, function: Callable[[], Result]) -> None:
        self.host, self.live, self.function = host, live, function
        self.future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()

    def begin(self) -> None:
        """Call the function, after reading the newest entries if other processes write them."""
        if self.host.background.is_closing:
            self.fail(ServerClosing())
        elif self.host.store.is_shared or self.live.needs_reload:
            reading = self.host.background.spawn(self.host.others.read_newest(self.live))
            reading.add_done_callback(self.call_after)
        else:
            self.call()

    def call_after(self, reading: "asyncio.Task[bool]") -> None:
        """Call the function with the newest entries applied."""
        if failure := failure_of(reading):
            self.fail(failure)
        else:
            self.call()

    def fail(self, error: BaseException) -> None:
        """Pass an error on."""
        self.live.mailbox.finish()
        if not self.future.done():
            self.future.set_exception(error)

    def call(self) -> None:
        """Call the function and pass its result on."""
        try:
            if not self.future.done():
                self.future.set_result(self.function())
        except Exception as error:
            self.future.set_exception(error)
        finally:
            self.live.mailbox.finish()


class Reload:
    """Build a table anew from its log, after a defect left it inconsistent.

    If that fails, the next job tries again.
    """

    __slots__ = ("host", "live")

    def __init__(self, host: "Host", live: LiveTable) -> None:
        self.host, self.live = host, live

    def begin(self) -> None:
        """Load the table in the background."""
        loading = self.host.background.spawn(self.host.others.read_newest(self.live))
        loading.add_done_callback(self.finish)

    def finish(self, loading: "asyncio.Task[bool]") -> None:
        """Let the table go on."""
        failure = failure_of(loading)
        if failure is not None and not isinstance(failure, ServerClosing):
            log.error("a table could not be loaded again", exc_info=failure)
        self.live.mailbox.finish()


class LastVisit:
    """A function to call after the current command when the server closes."""

    __slots__ = ("function", "future", "live")

    def __init__(self, live: LiveTable, function: Callable[[], None]) -> None:
        self.live, self.function = live, function
        self.future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def begin(self) -> None:
        """Call the function."""
        try:
            self.function()
        except Exception:
            log.exception("the end of a table failed")
        finally:
            self.live.mailbox.finish()
            self.future.set_result(None)
