"""The tables in memory, loaded when they are needed."""

import asyncio
from collections.abc import Callable

from spookhouse.host.background import Background
from spookhouse.host.compile_queue import CompileQueue
from spookhouse.host.eviction import Eviction
from spookhouse.host.live_table import LiveTable
from spookhouse.host.names import GuestNames
from spookhouse.host.server_clock import ServerClock
from spookhouse.table.errors import Refused
from spookhouse.table.phases import LOBBY, SHOWING
from spookhouse.table.store_protocol import Store
from spookhouse.table.table import Table


class Registry:
    """All live tables of one process, by id."""

    def __init__(
        self,
        store: Store,
        background: Background,
        compiling: CompileQueue,
        names: GuestNames,
        clock: ServerClock,
    ) -> None:
        self.store, self.background, self.compiling = store, background, compiling
        self.names, self.clock = names, clock
        self.live: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[None]] = {}
        self.eviction = Eviction(self.live, self.evict)
        self.on_load: Callable[[LiveTable], None] = lambda live: None

    def get(self, table: str) -> LiveTable | None:
        """Return a table that is in memory."""
        return self.live.get(table)

    def holds(self, live: LiveTable) -> bool:
        """Return whether a table is in memory, and has not been evicted."""
        return self.live.get(live.table.id) is live

    async def find(self, table: str) -> LiveTable:
        """Return a table, loaded if necessary; concurrent callers share one load.

        The table can be evicted as soon as the caller waits for anything else.
        """
        while (live := self.live.get(table)) is None:
            # The table may even be evicted between the end of the load and this caller's turn.
            if table not in self.loading:
                self.loading[table] = asyncio.create_task(self._load(table))
            await asyncio.shield(self.loading[table])
        return live

    async def _load(self, table: str) -> None:
        try:
            live = await self._read(table)
        finally:
            del self.loading[table]
        if table not in self.live:
            # Otherwise this process has opened the table meanwhile (see `add_new`).
            self.add(live)
            self.on_load(live)

    async def _read(self, table: str) -> LiveTable:
        row = await self.background.read(self.store.find, table)
        if row is not None and row["phase"] not in (LOBBY, SHOWING):
            await self.background.unless_closed(lambda: self.compiling.wait_for_rules(row["game"]))
        found = await self.background.read(self.store.load, table)
        if found is None:
            raise Refused("table/unknown", "there is no such table; check the address")
        live = LiveTable(found, await self.names.find([found.owner, *found.guests]))
        self.note_time(live)
        return live

    def note_time(self, live: LiveTable) -> None:
        """Note how far a table is ahead of this server's clock: another process wrote to it."""
        live.ahead = max(live.ahead, live.table.changed_at - self.clock.now())

    def now(self, live: LiveTable) -> float:
        """Return the time at a table."""
        return self.clock.now() + live.ahead

    def add(self, live: LiveTable) -> None:
        """Keep a table in memory."""
        self.eviction.make_room()
        self.live[live.table.id] = live

    def add_new(self, table: Table) -> None:
        """Keep a table that this process has just written, unless it is loaded already."""
        if table.id not in self.live:
            self.add(LiveTable(table, {}))

    def evict(self, table: str) -> None:
        """Forget a table."""
        self.live.pop(table).stop_timer()
