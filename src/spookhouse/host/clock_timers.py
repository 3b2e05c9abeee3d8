"""Timers of the clocks: when a human runs out of time, a bot takes over."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from spookhouse.host.live_table import LiveTable
from spookhouse.table.commands import CheckClock
from spookhouse.table.log import SERVER

if TYPE_CHECKING:
    from spookhouse.host.host import Host

# Seconds after a deadline; timers may fire early.
TIMER_SLACK = 0.01


class ClockTimers:
    """The timers of all tables, at most one for each."""

    def __init__(self, host: "Host") -> None:
        self.host = host

    def start(self, live: LiveTable) -> None:
        """Start the timer for the next deadline of a table, if there is one."""
        if live.table.clock is not None and (deadline := live.table.deadline()) is not None:
            wait = max(0.0, deadline[0] - self.host.registry.now(live)) + TIMER_SLACK
            live.timer = asyncio.get_running_loop().call_later(wait, self.start_check, live)

    def start_check(self, live: LiveTable) -> None:
        """Check the clock of a table in a task."""
        background = self.host.background
        background.spawn(background.retry(partial(self.check_clock, live)))

    async def check_clock(self, live: LiveTable) -> None:
        """Let a bot play for a human who has run out of time."""
        if self.host.registry.holds(live):
            await self.host.perform_at(live, CheckClock(), SERVER)
            self.host.wake(live)
