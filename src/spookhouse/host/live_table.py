"""A table in memory, with everything that belongs to it in this process."""

import asyncio
from typing import TYPE_CHECKING, Any

from spookhouse.bots import Bot
from spookhouse.host.mailbox import Mailbox
from spookhouse.host.thinking_job import ThinkingJob
from spookhouse.host.watchers import Watchers
from spookhouse.kernel.contract import State
from spookhouse.table.table import Table

if TYPE_CHECKING:
    from spookhouse.host.hints import Hint


class LiveTable:
    """One table: its state, mailbox, watchers, bots and timer."""

    __slots__ = (
        "ahead",
        "bot_decision",
        "bot_task",
        "bots",
        "hints",
        "mailbox",
        "needs_reload",
        "table",
        "timer",
        "watchers",
    )

    def __init__(self, table: Table, names: dict[str, str]) -> None:
        self.table = table
        # Whether a defect left the table inconsistent. Nothing is decided until it is rebuilt.
        self.needs_reload = False
        self.mailbox = Mailbox()
        self.watchers = Watchers(names)
        # Seconds by which the last entry is ahead of this server's clock; another process wrote it.
        self.ahead = 0.0
        # By seat: the bot, and the character for which it was made.
        self.bots: dict[int, tuple[str, Bot]] = {}
        self.bot_task: asyncio.Task[Any] | None = None
        # The decision that one of them is making, or waits to make.
        self.bot_decision: ThinkingJob | None = None
        # Fires when the next human runs out of time.
        self.timer: asyncio.TimerHandle | None = None
        # By seat: the version of the decision, and the hint for it.
        self.hints: dict[int, tuple[int, asyncio.Task[Hint]]] = {}

    @property
    def is_idle(self) -> bool:
        """Whether nobody watches the table and nothing is being done."""
        is_thinking = self.bot_task is not None and not self.bot_task.done()
        return not self.watchers.by_seat and self.mailbox.is_idle and not is_thinking

    def known_state(self, seat: int) -> State:
        """Return what a seat may know. Bots and hints receive nothing else."""
        assert self.table.match is not None
        return self.table.match.concealed(seat)

    def stop_timer(self) -> None:
        """Cancel the timer of the clocks."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
