"""Replays, verification and records of finished games, in a pool with limits of its own."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from spookhouse.kernel.errors import SpookhouseError
from spookhouse.table.access import require_record
from spookhouse.table.commands import OpenTable
from spookhouse.table.errors import Refused
from spookhouse.table.log import Entry, Json
from spookhouse.table.replay import Replay
from spookhouse.table.store_protocol import TableRow
from spookhouse.table.verify import Step, verify_log
from spookhouse.table.views import Names, seat_names, table_view

if TYPE_CHECKING:
    from spookhouse.host.host import Host

# Requests that may wait or run at a time, of all clients.
MAX_REQUESTS = 32
# Entries of a record that are read at once.
RECORD_PAGE = 50
# Replays that stay in memory.
MAX_REPLAYS = 32

Result = TypeVar("Result")


class Busy(SpookhouseError):
    """Too many requests of this kind are running."""

    code = "limit/busy"


class OpenReplay:
    """A replay in memory. Its lock lets one thread use it at a time."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.lock = threading.Lock()


class Replays:
    """Replays of finished games; those used most recently stay in memory."""

    def __init__(self, host: "Host") -> None:
        self.host = host
        self.kept: dict[str, OpenReplay] = {}
        self.requests = 0

    # === REQUESTS ===

    async def overview(
        self, table: str, seat: int | None, open_cards: bool
    ) -> tuple[Json, list[Json]]:
        """Return the table of a finished game, and every move in words."""
        found = await self.load(table)
        names = await self.names_of(found)
        called = seat_names(found.replay.table, names)
        moves = await self.use(found, lambda replay: replay.list_moves(seat, open_cards, called))
        return table_view(found.replay.table, names), moves

    async def steps(
        self, table: str, seat: int | None, open_cards: bool, first: int, last: int
    ) -> list[Json]:
        """Return the views after `first` to `last` moves."""
        found = await self.find(table)
        called = seat_names(found.replay.table, await self.names_of(found))
        return await self.use(
            found, lambda replay: replay.show_steps(seat, open_cards, first, last, called)
        )

    async def continue_from(self, table: str, step: int) -> OpenTable:
        """Return the command that opens a table from a step of the game."""
        return await self.use(await self.find(table), lambda replay: replay.continue_from(step))

    async def players(self, table: str) -> int:
        """Return the number of seats of a finished game."""
        return (await self.find(table)).replay.table.players

    async def verify(self, table: str) -> list[Step]:
        """Verify a finished game."""
        row = await self.find_finished(table)
        await self.host.wait_for_rules(row["game"])
        return await self.run(lambda: verify_log(table, self.host.store.read(table)))

    async def record(self, table: str) -> list[Entry]:
        """Return the first entries of the log of a finished game.

        A whole log can be too large for the memory: fewer than `RECORD_PAGE` entries are the last.
        """
        await self.find_finished(table)
        return await self.run(lambda: self.host.store.read(table, 0, RECORD_PAGE))

    async def record_after(self, table: str, version: int) -> list[Entry]:
        """Return the next entries of a log. They are never refused: the client got the first."""
        background, store = self.host.background, self.host.store
        return await background.run(
            background.replayers, lambda: store.read(table, version, RECORD_PAGE)
        )

    # === LOADING ===

    async def find(self, table: str) -> OpenReplay:
        """Return the replay of a game, loaded if necessary. The least recently used one goes."""
        found = self.kept.pop(table, None)
        if found is None:
            return await self.load(table)
        self.kept[table] = found
        return found

    async def load(self, table: str) -> OpenReplay:
        """Load a finished game. Chat and rematch may have changed since it was loaded last."""
        row = await self.find_finished(table)
        await self.host.wait_for_rules(row["game"])
        found = await self.run(lambda: self.host.store.load(table))
        assert found is not None
        self.kept.pop(table, None)
        self.kept[table] = replay = OpenReplay(Replay(found))
        while len(self.kept) > MAX_REPLAYS:
            del self.kept[next(iter(self.kept))]
        return replay

    async def find_finished(self, table: str) -> TableRow:
        """Return the row of a finished game."""
        row = await self.host.background.read(self.host.store.find, table)
        if row is None:
            raise Refused("table/unknown", "there is no such table")
        require_record(row["phase"])
        return row

    async def names_of(self, found: OpenReplay) -> Names:
        """Return the names of the guests of a game."""
        table = found.replay.table
        return await self.host.names.find([table.owner, *table.guests])

    async def use(self, found: OpenReplay, function: Callable[[Replay], Result]) -> Result:
        """Call a function with a replay, in a thread."""

        def locked() -> Result:
            with found.lock:
                return function(found.replay)

        return await self.run(locked)

    async def run(self, function: Callable[[], Result]) -> Result:
        """Call a function in the pool of replays; refuse it if too many are waiting."""
        if self.requests >= MAX_REQUESTS:
            raise Busy("too many replays are requested: try again in a moment")
        self.requests += 1
        try:
            background = self.host.background
            return await background.run(background.replayers, function)
        finally:
            self.requests -= 1
