"""A host for tests, on a store in memory that the test can slow down, hold back and break."""

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager

from spookhouse.games import FOLDERS
from spookhouse.host.compile_queue import CompileQueue
from spookhouse.host.host import Host
from spookhouse.host.live_table import LiveTable
from spookhouse.host.watchers import Message, Patch
from spookhouse.remote.messages import Change, Snapshot
from spookhouse.remote.table_view import TableView
from spookhouse.table import commands as ask
from spookhouse.table.apply import rebuild
from spookhouse.table.commitments import pledge
from spookhouse.table.decide import decide, next_entries
from spookhouse.table.log import Entry
from spookhouse.table.phases import OVER, advance_all
from spookhouse.table.store_protocol import (
    CallSoon,
    ListPosition,
    Log,
    Promise,
    PublicTables,
    TableRow,
    VersionConflict,
    call_now,
)
from spookhouse.table.table import Table
from support.tables import ENVIRONMENT, as_stored, bytes_of

# Seconds for anything that a test waits for.
TIMEOUT = 20.0
DUEL = ask.OpenTable(game="ghooost", options={"players": 2})

# === THE STORE ===


class MemoryStore:
    """A store in memory. Hosts that share one are like processes that share a database."""

    def __init__(self, *, is_shared: bool = False) -> None:
        self.call_soon: CallSoon = call_now
        self.is_shared = is_shared
        self.rows: dict[str, TableRow] = {}
        self.logs: dict[str, list[Entry]] = {}
        self.names: dict[str, str] = {}
        self.used_links: set[str] = set()
        # How often each method was called.
        self.calls: Counter[str] = Counter()
        # By method: what its callers wait for, each in its thread.
        self.gates: dict[str, threading.Event] = {}
        # Whether writes are durable, but not reported before `release`.
        self.is_held = False
        self.held: list[Promise] = []
        # By method: what it raises.
        self.failures: dict[str, Exception] = {}

    def enter(self, method: str) -> None:
        """Count a call; wait at the gate of the method, or fail."""
        self.calls[method] += 1
        if gate := self.gates.get(method):
            assert gate.wait(TIMEOUT)
        if failure := self.failures.get(method):
            raise failure

    def close_gate(self, method: str) -> threading.Event:
        """Let all callers of a method wait until the event is set."""
        self.gates[method] = gate = threading.Event()
        return gate

    # === WRITING ===

    def commit(self, promise: Promise, log: Log, beside: Log | None = None) -> None:
        """Append logs in a later turn of the event loop."""
        logs = [log] if beside is None else [log, beside]
        asyncio.get_running_loop().call_soon(self.write, promise, logs)

    def write(self, promise: Promise, logs: Sequence[Log]) -> None:
        """Append logs and report it, unless reports are held back."""
        try:
            self.enter("commit")
            for log in logs:
                if log.entries[0].version != len(self.logs.get(log.table, [])) + 1:
                    raise VersionConflict
        except Exception as error:
            promise.set_exception(error)
            return
        for log in logs:
            self.append(log)
        if self.is_held:
            self.held.append(promise)
        elif not promise.done():
            promise.set_result(None)

    def append(self, log: Log) -> None:
        """Append a log, as a database keeps it."""
        if log.opens is not None:
            opened_by = log.entries[0].by
            self.rows[log.table] = {
                "id": log.table,
                "phase": log.phase,
                "opened_by": opened_by,
                **log.opens,
            }
        self.logs.setdefault(log.table, []).extend(map(as_stored, log.entries))
        self.rows[log.table]["phase"] = log.phase

    def release(self) -> None:
        """Report all writes that were held back, and hold back no more."""
        self.is_held = False
        promises, self.held = self.held, []
        for promise in promises:
            promise.set_result(None)

    def write_elsewhere(self, table: str, author: str, *commands: ask.AnyTableCommand) -> None:
        """Carry out commands like another process, which notifies nobody."""
        for command in commands:
            found = rebuild(table, self.rows[table]["secret"], self.logs[table])
            at = found.changed_at
            entries = next_entries(found, at, decide(found, command, author, at, ENVIRONMENT))
            self.append(Log(table, entries, advance_all(found.progress, entries).phase))

    def save_guest(self, guest: str, name: str, at: float) -> "Future[None]":
        """Keep a name."""
        self.names[guest] = name
        promise: Future[None] = Future()
        promise.set_result(None)
        return promise

    def use_link(self, digest: str, expires: float, now: float) -> bool:
        """Remember a link."""
        is_new = digest not in self.used_links
        self.used_links.add(digest)
        return is_new

    # === READING ===

    def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Return the entries of a table after a version, at most so many."""
        self.enter("read")
        return self.logs[table][after:][:limit]

    def load(self, table: str) -> Table | None:
        """Return a table, rebuilt from its log."""
        self.enter("load")
        row = self.rows.get(table)
        return None if row is None else rebuild(table, row["secret"], self.logs[table])

    def find(self, table: str) -> TableRow | None:
        """Return the row of a table."""
        self.enter("find")
        return self.rows.get(table)

    def public_tables(self, after: ListPosition | None = None) -> PublicTables:
        """Return all public tables on one page."""
        return PublicTables([row for row in self.rows.values() if row["public"]], None)

    def tables_of(self, guest: str) -> list[TableRow]:
        """Return all tables, whoever plays there."""
        return [*self.rows.values()]

    def count_unfinished(self, guest: str) -> int:
        """Return the number of tables that are not over."""
        return sum(row["phase"] != OVER for row in self.rows.values())

    def count_tables(self, guest: str) -> int:
        """Return the number of all tables."""
        return len(self.rows)

    def is_link_used(self, digest: str) -> bool:
        """Return whether a link was used."""
        return digest in self.used_links

    def guest_names(self, guests: Iterable[str]) -> dict[str, str]:
        """Return the names of those guests that have one."""
        found = {guest: self.names[guest] for guest in guests if guest in self.names}
        self.enter("guest_names")
        return found

    def names_beside(self, guest: str) -> list[str]:
        """Return the names of others at unfinished tables of a guest."""
        found = {
            entry.by
            for table, log in self.logs.items()
            for entry in log
            if entry.kind in ("opened", "sat")
            and self.rows[table]["phase"] != OVER
            and any(each.by == guest for each in log)
        }
        return [self.names[each] for each in found - {guest} if each in self.names]

    def get_or_add_value(self, name: str, value: bytes) -> bytes:
        """Return the value that was offered."""
        return value

    def ping(self) -> None:
        """Answer."""
        self.enter("ping")


# === HOSTS ===


def compiled_queue() -> CompileQueue:
    """Return a queue for which all games are compiled; rules that are not compile when called."""
    queue = CompileQueue()
    for name in FOLDERS:
        queue.rules[name].reach()
        queue.searches[name].reach()
        queue.searchable.add(name)
    return queue


@asynccontextmanager
async def running_host(
    store: MemoryStore | None = None, *, bot_pause: float = 0.0
) -> AsyncIterator[Host]:
    """Yield a host, and close it afterwards."""
    host = Host(MemoryStore() if store is None else store, bot_pause, compiled_queue())
    try:
        yield host
    finally:
        await host.close()


def sit(guest: str, seat: int) -> ask.Sit:
    """Return the command by which a guest takes a seat."""
    return ask.Sit(seat=seat, pledge=pledge(bytes_of(guest, seat)))


def show(guest: str, seat: int) -> ask.Show:
    """Return the command by which a guest reveals the bytes of a seat."""
    return ask.Show(seat=seat, bytes=bytes_of(guest, seat).hex())


async def start_game(
    host: Host, *players: str, game: str = "ghooost", clock: dict[str, float] | None = None
) -> str:
    """Return a table at which a game has begun. A player in capitals is the name of a bot."""
    owner = next((player for player in players if player.islower()), "owner")
    command = ask.OpenTable(game=game, options={"players": len(players)}, clock=clock)
    table = await host.open(command, owner)
    guests = [(seat, player) for seat, player in enumerate(players) if player.islower()]
    for seat, player in enumerate(players):
        if player.islower():
            await host.perform(table, sit(player, seat), player)
        else:
            await host.perform(table, ask.AddBot(seat=seat, level=player.lower()), owner)
    await host.perform(table, ask.Start(), owner)
    for seat, guest in guests:
        await host.perform(table, show(guest, seat), guest)
    return table


def first_move(live: LiveTable, key: str = "") -> tuple[ask.Move, str]:
    """Return the first legal move of the first seat that owes one, and its guest."""
    table = live.table
    assert table.match is not None
    seat, version = next(iter(table.owed.items()))
    move = table.match.legal(seat)[0]
    return ask.Move(seat=seat, version=version, move=move, key=key), table.seats[seat].guest


class Client(TableView):
    """A client that holds what it was sent, like a browser."""

    def __init__(self, host: Host, guest: str) -> None:
        super().__init__()
        self.host, self.guest = host, guest
        self.received: list[Message] = []
        # The same object each time: the host knows a watcher by this function.
        self.send = self.receive

    async def watch(self, table: str, seat: int | None = None) -> "Client":
        """Watch a table and hold its snapshot."""
        self.show(Snapshot(**await self.host.watch(table, seat, self.guest, self.send)), seat)
        return self

    def receive(self, message: Message) -> None:
        """Keep a message, and apply it if it is a patch."""
        self.received.append(message)
        if isinstance(message, Patch):
            apply_patch(self, message)


def apply_patch(view: TableView, patch: Patch) -> None:
    """Apply a patch of a host; fail if one before it is missing."""
    change = Change(patch.of, patch.was, patch.version, patch.table, patch.game)
    assert view.apply(change), "a patch is missing"


async def run_ready() -> None:
    """Let the event loop do everything that is ready."""
    for _ in range(20):
        await asyncio.sleep(0)
