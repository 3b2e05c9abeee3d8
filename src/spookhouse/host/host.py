"""The live tables of one process, as the web package uses them."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from spookhouse.bots import BOTS
from spookhouse.host.background import Background, ServerClosing
from spookhouse.host.bot_players import BotPlayers
from spookhouse.host.clock_timers import ClockTimers
from spookhouse.host.command_job import CommandJob, Done, SitJob, names_beside, opening_log
from spookhouse.host.compile_queue import CompileQueue
from spookhouse.host.guest_networks import GuestNetworks
from spookhouse.host.hints import Hint, Hints
from spookhouse.host.live_table import LiveTable
from spookhouse.host.name_policy import require_allowed_name, require_distinct_name
from spookhouse.host.names import GuestNames
from spookhouse.host.other_processes import OtherProcesses
from spookhouse.host.registry import Registry
from spookhouse.host.replays import Replays
from spookhouse.host.server_clock import ServerClock
from spookhouse.host.thinkers import SEARCHES_PER_GUEST, Thinkers
from spookhouse.host.visit_jobs import LastVisit, Reload, Visit
from spookhouse.host.watchers import Closing, Send
from spookhouse.kernel.match import Refusal
from spookhouse.table.access import require_hints, require_view
from spookhouse.table.apply import apply
from spookhouse.table.commands import AnyTableCommand, Move, OpenTable, Show, Sit, Start
from spookhouse.table.decide import Environment, decide
from spookhouse.table.errors import Refused
from spookhouse.table.ids import table_id
from spookhouse.table.log import Entry, Json
from spookhouse.table.phases import PLAYING
from spookhouse.table.store_protocol import Store
from spookhouse.table.table import Table
from spookhouse.table.views import UNNAMED_GUEST, concealed_state

# Seconds for current commands when the server closes.
COMMAND_TIMEOUT = 5.0

Result = TypeVar("Result")


def random_bytes() -> bytes:
    """Return 32 random bytes."""
    return secrets.token_bytes(32)


@dataclass(slots=True)
class Counts:
    """What has happened since the start."""

    entries: int = 0
    moves: int = 0


class Host:
    """All live tables of one process, and the services that they share."""

    def __init__(
        self,
        store: Store,
        bot_pause: float,
        compiling: CompileQueue,
        *,
        searches_per_guest: int = SEARCHES_PER_GUEST,
        processes: int = 1,
    ) -> None:
        self.store, self.compiling = store, compiling
        self.counts = Counts()
        self.environment = Environment(BOTS, random_bytes)
        self.background = Background()
        self.clock = ServerClock()
        self.names = GuestNames(store, self.background)
        self.registry = Registry(store, self.background, compiling, self.names, self.clock)
        self.networks = GuestNetworks()
        self.thinkers = Thinkers(self.background, searches_per_guest, processes)
        self.bots = BotPlayers(self, bot_pause)
        self.timers = ClockTimers(self)
        self.hints = Hints(self)
        self.replays = Replays(self)
        self.others = OtherProcesses(self)
        self.registry.on_load = self.wake

    # === COMMANDS ===

    def submit(self, table: str, command: AnyTableCommand, author: str, done: Done) -> None:
        """Carry out a command, then call `done`.

        A move at a table in memory needs no task.
        """
        live = self.registry.get(table)
        if live is not None and type(command) is Move:
            live.mailbox.submit(CommandJob(self, live, command, author, done))
        else:
            task = self.background.spawn(self._prepare_and_submit(table, command, author, done))
            task.add_done_callback(partial(report_cancelled, done))

    async def _prepare_and_submit(
        self, table: str, command: AnyTableCommand, author: str, done: Done
    ) -> None:
        try:
            live = await self.find_ready(table, partial(self.prepare, command, author))
        except Exception as error:
            done(0, error)
        else:
            kind = SitJob if isinstance(command, Sit) else CommandJob
            live.mailbox.submit(kind(self, live, command, author, done))

    async def find_ready(
        self, table: str, prepare: Callable[[LiveTable], Awaitable[None]]
    ) -> LiveTable:
        """Return a table after preparations, during which it may be evicted."""
        while True:
            live = await self.registry.find(table)
            await prepare(live)
            if self.registry.holds(live):
                return live

    async def prepare(self, command: AnyTableCommand, author: str, live: LiveTable) -> None:
        """Wait for what a command needs beside its table."""
        # The last seat to reveal its bytes causes the deal, which needs the rules. Bots reveal
        # theirs at the start.
        is_start_of_bots = isinstance(command, Start) and not live.table.guests
        if isinstance(command, Show) or is_start_of_bots:
            await self.wait_for_rules(live.table.game)
        if isinstance(command, Sit):
            await self.learn_unknown(live, {author, *live.table.guests})

    async def perform(self, table: str, command: AnyTableCommand, author: str) -> int:
        """Carry out a command; return the version that it became."""
        self.background.require_open()
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.submit(table, command, author, partial(resolve, future))
        return await future

    async def perform_at(self, live: LiveTable, command: AnyTableCommand, author: str) -> int:
        """Carry out a command at a table in memory."""
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        job = CommandJob(self, live, command, author, partial(resolve, future))
        live.mailbox.submit(job)
        return await future

    def apply_and_publish(self, live: LiveTable, entries: Sequence[Entry]) -> None:
        """Apply durable entries one by one, so that each event comes with its own patch."""
        for entry in entries:
            apply(live.table, entry)
            self.counts.entries += 1
            self.counts.moves += entry.kind == "moved"
            live.watchers.publish(live.table, entry)
        if entries:
            self.wake(live)

    def wake(self, live: LiveTable) -> None:
        """Start what a table needs after a change: its bots, and a timer for its clocks."""
        if live.timer is not None:
            live.stop_timer()
        if live.table.phase != PLAYING or self.background.is_closing:
            return
        # An evicted table is woken when it is loaded again.
        if self.registry.holds(live):
            self.bots.start(live)
            self.timers.start(live)

    def reload(self, live: LiveTable) -> None:
        """Build a table anew from its log before anything else happens at it."""
        live.needs_reload = True
        live.mailbox.submit_first(Reload(self, live))

    async def open(self, command: OpenTable, owner: str) -> str:
        """Open a new table; return its id."""
        self.background.require_open()
        self.compiling.prioritise(command.game)
        table = Table(table_id(random_bytes()), random_bytes())
        at = self.clock.now()
        if command.start is not None:
            await self.wait_for_rules(command.game)
        drafts = decide(table, command, owner, at, self.environment)
        promise: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.store.commit(promise, opening_log(table, drafts, at))
        await promise
        self.registry.add_new(table)
        return table.id

    # === VISITS ===

    async def visit(self, live: LiveTable, function: Callable[[], Result]) -> Result:
        """Call a function between two commands, with the newest entries applied."""
        visit = Visit(self, live, function)
        live.mailbox.submit(visit)
        return await visit.future

    # === WATCHING ===

    async def watch(self, table: str, seat: int | None, guest: str, send: Send) -> Json:
        """Return everything that a seat may know, and send all later changes.

        A client that watched the table already misses no change on the way.
        """
        live = await self.find_ready(table, self.learn_names)

        def join() -> Json:
            require_view(live.table, seat, guest)
            live.watchers.remove(send)
            snapshot = live.watchers.add(live.table, seat, send, guest)
            self.thinkers.update_urgency(live)
            return snapshot

        return await self.visit(live, join)

    def unwatch(self, table: str, send: Send) -> None:
        """Stop sending changes."""
        live = self.registry.get(table)
        if live is not None:
            live.watchers.remove(send)
            self.thinkers.update_urgency(live)
            self.registry.eviction.evict_if_over(live)

    async def learn_names(self, live: LiveTable) -> None:
        """Read the names of those guests at a table that are not known yet."""
        if await self.learn_unknown(live, live.table.named_guests):
            live.watchers.publish(live.table)

    async def learn_unknown(self, live: LiveTable, guests: Collection[str]) -> bool:
        """Read the names of those guests that are not known yet; return whether any was found."""
        unknown = [guest for guest in guests if guest not in live.watchers.names]
        found = await self.names.find(unknown) if unknown else {}
        live.watchers.learn(found)
        return bool(found)

    async def rename(self, guest: str, name: str) -> None:
        """Save a new name, unless it is reserved or looks like another player's.

        Live tables use it at once, so that nobody can take a similar one meanwhile.
        """
        require_allowed_name(name)
        read, store = self.background.read, self.store
        before = (await self.names.find([guest])).get(guest, UNNAMED_GUEST)
        require_distinct_name(name, await read(store.names_beside, guest))
        self.require_distinct_at_tables(guest, name)
        self.use_name(guest, name)
        try:
            await asyncio.wrap_future(store.save_guest(guest, name, time.time()))
        except BaseException:
            self.use_name(guest, before)
            raise

    def require_distinct_at_tables(self, guest: str, name: str) -> None:
        """Refuse a name that looks like another player's at a live table of the guest."""
        for live in self.registry.live.values():
            if guest in live.table.guests:
                require_distinct_name(name, names_beside(live, guest))

    def use_name(self, guest: str, name: str) -> None:
        """Use the new name of a guest at all live tables."""
        self.names.rename(guest, name)
        for live in self.registry.live.values():
            if guest in live.watchers.names or guest in live.table.guests:
                live.watchers.names[guest] = name
                live.watchers.publish(live.table)

    # === QUESTIONS ABOUT ONE SEAT ===

    async def why(self, table: str, seat: int, move: str, guest: str) -> Refusal | None:
        """Return why a move of the guest's seat is illegal, or None if it is legal."""
        live = await self.registry.find(table)
        require_view(live.table, seat, guest)
        if live.table.match is None:
            raise Refused("table/not-playing", "the game has not started")
        return live.table.match.why(seat, move)

    async def hint(self, table: str, seat: int, guest: str) -> Hint:
        """Return what a strong player would consider in the guest's seat."""
        live = await self.registry.find(table)
        require_hints(live.table, seat, guest)
        return await self.hints.hint(live, seat, guest)

    async def state(self, table: str, seat: int, guest: str) -> Json:
        """Return the concealed record of the guest's seat."""
        live = await self.registry.find(table)
        require_view(live.table, seat, guest)
        return concealed_state(live.table, seat)

    # === COMPILED RULES ===

    async def wait_for_rules(self, game: str) -> None:
        """Wait until the rules of a game are compiled."""
        await self.background.unless_closed(lambda: self.compiling.wait_for_rules(game))

    async def wait_for_search(self, game: str) -> None:
        """Wait until the search of a game is compiled."""
        await self.background.unless_closed(lambda: self.compiling.wait_for_search(game))

    # === CLOSING ===

    async def close(self) -> None:
        """Finish current commands, tell all watchers, stop."""
        if self.background.is_closing:
            return
        self.background.is_closing = True
        visits: list[asyncio.Future[None]] = []
        for live in [*self.registry.live.values()]:
            live.stop_timer()
            visit = LastVisit(live, partial(live.watchers.send_all, Closing(live.table.id)))
            live.mailbox.submit(visit)
            visits.append(visit.future)
        if visits:
            await asyncio.wait(visits, timeout=COMMAND_TIMEOUT)
        self.thinkers.close()
        await self.background.close()


def resolve(future: "asyncio.Future[int]", version: int, error: BaseException | None) -> None:
    """Pass the end of a command on to a caller who may have given up."""
    if future.done():
        return
    if error is None:
        future.set_result(version)
    else:
        future.set_exception(error)


def report_cancelled(done: Done, task: "asyncio.Task[None]") -> None:
    """Report that a command was not carried out; its task may not even have begun."""
    if task.cancelled():
        done(0, ServerClosing())
