"""Evict tables from memory that nobody watches; the store has their logs."""

from collections.abc import Callable, Mapping

from spookhouse.host.live_table import LiveTable
from spookhouse.table.phases import OVER

# Tables that stay in memory although nobody watches them. There may be a tenth more, so that they
# are evicted in bulk: scanning is slow.
MAX_IDLE_TABLES = 2_000


class Eviction:
    """Decides which tables leave the memory, and when to look for them."""

    def __init__(self, live: Mapping[str, LiveTable], evict: Callable[[str], None]) -> None:
        self.live, self.evict = live, evict
        # Tables before the next scan.
        self.room = MAX_IDLE_TABLES * 11 // 10

    def make_room(self) -> None:
        """Evict the oldest idle tables if there are too many tables."""
        if len(self.live) < self.room:
            return
        idle = [table for table, each in self.live.items() if each.is_idle]
        for table in idle[: max(0, len(self.live) - MAX_IDLE_TABLES)]:
            self.evict(table)
        self.room = max(len(self.live), MAX_IDLE_TABLES) * 11 // 10

    def evict_if_over(self, live: LiveTable) -> None:
        """Evict a finished table that nobody watches."""
        is_here = self.live.get(live.table.id) is live
        if is_here and live.table.phase == OVER and live.is_idle:
            self.evict(live.table.id)
