"""Follow the other server processes that write to the same store."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from spookhouse.host.live_table import LiveTable
from spookhouse.table.log import Entry, Sat, Shown

if TYPE_CHECKING:
    from spookhouse.host.host import Host


class OtherProcesses:
    """Brings live tables up to date with entries that other processes wrote."""

    def __init__(self, host: "Host") -> None:
        self.host = host

    async def read_newest(self, live: LiveTable) -> bool:
        """Apply the entries that other processes wrote; return whether there were any.

        Only the current job of the table may call this.
        """
        if live.needs_reload:
            await self.rebuild(live)
            return True
        entries = await self.host.background.read(
            self.host.store.read, live.table.id, live.table.version
        )
        if has_shown(entries):
            # The deal needs the rules.
            await self.host.wait_for_rules(live.table.game)
        await self.host.learn_unknown(live, new_guests(entries))
        try:
            self.host.apply_and_publish(live, entries)
        except Exception:
            self.host.reload(live)
            raise
        self.host.registry.note_time(live)
        return bool(entries)

    async def rebuild(self, live: LiveTable) -> None:
        """Replace a table that a defect left inconsistent."""
        table = await self.host.background.read(self.host.store.load, live.table.id)
        assert table is not None
        live.table, live.needs_reload = table, False
        self.host.registry.note_time(live)
        live.watchers.publish(table)
        self.host.wake(live)

    async def on_version(self, table: str, version: int) -> None:
        """Follow another process that has written to a table, or to any table ("")."""
        live = self.host.registry.get(table)
        found = [live] if live is not None else [] if table else [*self.host.registry.live.values()]
        for each in found:
            if not table or each.table.version < version:
                await self.host.background.retry(partial(self.host.visit, each, do_nothing))


def do_nothing() -> None:
    """Do nothing: the visit itself applies the newest entries."""


def new_guests(entries: Sequence[Entry]) -> list[str]:
    """Return the guests who take a seat with these entries."""
    return [entry.data.guest for entry in entries if isinstance(entry.data, Sat)]


def has_shown(entries: Sequence[Entry]) -> bool:
    """Return whether a seat reveals its bytes with these entries; the last one causes the deal."""
    return any(isinstance(entry.data, Shown) for entry in entries)
