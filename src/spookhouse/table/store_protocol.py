"""What a table asks of whoever keeps its log."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol

from spookhouse.table.log import Entry
from spookhouse.table.table import Table


class VersionConflict(Exception):
    """Another process wrote that version first: load the table again."""


@dataclass(slots=True)
class Log:
    """Entries that follow the log of a table, and the phase that they lead to; of a new table also its row."""

    table: str
    entries: Sequence[Entry]
    phase: str
    opens: dict[str, Any] | None = None


class Promise(Protocol):
    """What is kept when something is durable, or broken with the reason why it is not; futures of threads and of event loops are such."""

    def done(self) -> bool: ...
    def set_result(self, result: None, /) -> None: ...
    def set_exception(self, error: BaseException, /) -> None: ...


Announce = Callable[[Callable[[], None]], Any]  # lets a function run where those are who wait


def at_once(function: Callable[[], None]) -> None:
    """In the thread that calls: right for futures of threads."""
    function()


class Store(Protocol):
    """A store, as the web sees it. It keeps its promises through `announce`, many at a time."""

    announce: Announce

    @property
    def is_shared(self) -> bool: ...  # whether other processes write the same tables

    def commit(self, promise: Promise, log: Log, beside: Log | None = None) -> None: ...
    def welcome(self, guest: str, name: str, at: float) -> "Future[None]": ...
    def read(self, table: str, after: int = 0) -> list[Entry]: ...
    def load(self, table: str) -> Table | None: ...
    def find(self, table: str) -> dict[str, Any] | None: ...
    def public(self) -> list[dict[str, Any]]: ...
    def held(self, guest: str) -> list[dict[str, Any]]: ...
    def unfinished(self, guest: str) -> int: ...
    def names(self, guests: Iterable[str]) -> dict[str, str]: ...
    def remembered(self, name: str, fresh: bytes) -> bytes: ...
    def ping(self) -> None: ...
