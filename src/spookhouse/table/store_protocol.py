"""The interface of a store, as the host uses it."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol, TypedDict

from spookhouse.table.log import Entry
from spookhouse.table.phases import Phase
from spookhouse.table.table import Table


class VersionConflict(Exception):
    """Another process has written that version: the table must be loaded again."""


class NewTable(TypedDict):
    """The columns of a new table beside its log."""

    secret: bytes
    game: str
    public: bool
    created: float
    changed: float


class TableRow(NewTable):
    """A stored table with its id, its phase, and the guest who opened it."""

    id: str
    phase: Phase
    opened_by: str


@dataclass(frozen=True, slots=True)
class ListPosition:
    """The place of a table in the list of public tables; the next page begins after it.

    The tables of each guest are numbered from the newest one: `round` is that number, from 0.
    """

    # The latest change of a table that the first page knew; `moment` depends on it.
    as_of: float
    round: int
    # The time of the table's last change; -1 if it changed after the first page was read.
    moment: float
    table: str


@dataclass(frozen=True, slots=True)
class PublicTables:
    """A page of the list of public tables; `next` is None on the last one."""

    rows: list[TableRow]
    next: ListPosition | None


@dataclass(slots=True)
class Log:
    """Entries to append to a table's log, and the phase after them; also the row of a new table."""

    table: str
    entries: Sequence[Entry]
    phase: Phase
    opens: NewTable | None = None


class Promise(Protocol):
    """Receives the result of a write. Futures of threads and of event loops are promises."""

    def done(self) -> bool:
        """Return whether nobody waits any more."""

    def set_result(self, result: None, /) -> None:
        """Report that the write is durable."""

    def set_exception(self, error: BaseException, /) -> None:
        """Report why the write failed."""


# Schedules a function in the thread that waits for the promises.
CallSoon = Callable[[Callable[[], None]], Any]


def call_now(function: Callable[[], None]) -> None:
    """Call the function in the current thread: right for futures of threads."""
    function()


class Store(Protocol):
    """Persistence of logs, of guests' names and of used links.

    It keeps promises through `call_soon`.
    """

    call_soon: CallSoon

    @property
    def is_shared(self) -> bool:
        """Whether other processes write the same tables."""

    def commit(self, promise: Promise, log: Log, beside: Log | None = None) -> None:
        """Append a log, and a second one; both are written or neither."""

    def save_guest(self, guest: str, name: str, at: float) -> "Future[None]":
        """Write the name of a guest."""

    def use_link(self, digest: str, expires: float, now: float) -> bool:
        """Remember that a link was used; return whether this was its first use.

        Links that expired before `now` are forgotten.
        """

    def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Return the entries of a table after a version, at most so many."""

    def load(self, table: str) -> Table | None:
        """Return a table, rebuilt from its log."""

    def find(self, table: str) -> TableRow | None:
        """Return the row of a table."""

    def public_tables(self, after: ListPosition | None = None) -> PublicTables:
        """Return a page of the public tables that wait for players, at first the first one."""

    def tables_of(self, guest: str) -> list[TableRow]:
        """Return the tables that a guest opened or has sat at."""

    def count_unfinished(self, guest: str) -> int:
        """Return the number of a guest's tables that are not over."""

    def count_tables(self, guest: str) -> int:
        """Return the number of tables that a guest opened or has sat at."""

    def is_link_used(self, digest: str) -> bool:
        """Return whether a link was used."""

    def guest_names(self, guests: Iterable[str]) -> dict[str, str]:
        """Return the names of those guests that have one."""

    def names_beside(self, guest: str) -> list[str]:
        """Return the names of others who opened or sat at an unfinished table of a guest."""

    def get_or_add_value(self, name: str, value: bytes) -> bytes:
        """Return the value that all processes share under a name."""

    def ping(self) -> None:
        """Raise an exception if the database does not answer."""
