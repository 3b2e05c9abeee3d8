"""What a table asks of whoever keeps its log."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol, TypedDict

from spookhouse.table.log import Entry
from spookhouse.table.table import Table


class VersionConflict(Exception):
    """Another process wrote that version first: load the table again."""


class NewTable(TypedDict):
    """What a store keeps of a table beside its log."""

    secret: bytes
    game: str
    public: bool
    created: float
    changed: float


class TableRow(NewTable):
    """A stored table with its id and its phase."""

    id: str
    phase: str


@dataclass(slots=True)
class Log:
    """Entries that follow the log of a table, and the phase that they lead to; of a new table also its row."""

    table: str
    entries: Sequence[Entry]
    phase: str
    opens: NewTable | None = None


class Promise(Protocol):
    """What is kept when something is durable, or broken with the reason why it is not; futures of threads and of event loops are such."""

    def done(self) -> bool: ...
    def set_result(self, result: None, /) -> None: ...
    def set_exception(self, error: BaseException, /) -> None: ...


CallSoon = Callable[[Callable[[], None]], Any]  # lets a function run where those are who wait


def call_now(function: Callable[[], None]) -> None:
    """In the thread that calls: right for futures of threads."""
    function()


class Store(Protocol):
    """A store, as the web sees it. It keeps its promises through `call_soon`, many at a time."""

    call_soon: CallSoon

    @property
    def is_shared(self) -> bool: ...  # whether other processes write the same tables

    def commit(self, promise: Promise, log: Log, beside: Log | None = None) -> None: ...
    def save_guest(self, guest: str, name: str, at: float) -> "Future[None]": ...
    def read(self, table: str, after: int = 0) -> list[Entry]: ...
    def load(self, table: str) -> Table | None: ...
    def find(self, table: str) -> TableRow | None: ...
    def public_tables(self) -> list[TableRow]: ...
    def tables_of(self, guest: str) -> list[TableRow]: ...
    def count_unfinished(self, guest: str) -> int: ...
    def guest_names(self, guests: Iterable[str]) -> dict[str, str]: ...
    def get_or_add_value(self, name: str, value: bytes) -> bytes: ...
    def ping(self) -> None: ...
