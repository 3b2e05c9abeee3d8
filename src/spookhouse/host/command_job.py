"""The path of a command at its table.

Every command takes the same path, human or bot, legal or refused: decide, commit, apply, publish.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from spookhouse.host.background import ServerClosing, failure_of
from spookhouse.host.live_table import LiveTable
from spookhouse.host.name_policy import require_allowed_name, require_distinct_name
from spookhouse.kernel.errors import SpookhouseError
from spookhouse.table.apply import apply
from spookhouse.table.commands import AnyTableCommand
from spookhouse.table.decide import decide, next_entries
from spookhouse.table.decide_rematch import rematch_drafts
from spookhouse.table.log import Draft, Entry, Opened, RematchOpened
from spookhouse.table.phases import advance_all
from spookhouse.table.store_protocol import Log, NewTable, VersionConflict
from spookhouse.table.table import Table
from spookhouse.table.views import UNNAMED_GUEST

if TYPE_CHECKING:
    from spookhouse.host.host import Host

# Receives the version that a command became, or the reason why it did not.
Done = Callable[[int, BaseException | None], None]
Result = TypeVar("Result")

log = logging.getLogger("spookhouse")


class CommandJob:
    """One command on its way through a table. It is also the promise that the store keeps."""

    __slots__ = ("author", "command", "entries", "host", "is_current", "live", "notify", "opens")

    def __init__(
        self, host: "Host", live: LiveTable, command: AnyTableCommand, author: str, notify: Done
    ) -> None:
        self.host, self.live, self.command, self.author = host, live, command, author
        self.notify = notify
        self.entries: Sequence[Entry] = ()
        # The table of a rematch, which the same commit opens.
        self.opens: Table | None = None
        # Whether the newest entries of other processes are applied.
        self.is_current = not host.store.is_shared

    def begin(self) -> None:
        """Decide the command and commit the entries."""
        if self.host.background.is_closing:
            self.end(0, ServerClosing())
        elif self.live.needs_reload:
            self.catch_up(None)
        else:
            self.attempt()

    def attempt(self) -> None:
        """Decide and commit; report whatever goes wrong, so that nothing blocks the table."""
        try:
            self.decide_and_commit()
        except SpookhouseError as refusal:
            self.refuse(refusal)
        except Exception as error:
            self.end(0, error)

    def decide_and_commit(self) -> None:
        """Commit the entries of the command, unless it was carried out before."""
        table, host = self.live.table, self.host
        at = host.registry.now(self.live)
        drafts = decide(table, self.command, self.author, at, host.environment)
        if not drafts:
            seen = table.seen.find(self.author, self.command.key)
            self.end(seen or table.version, None)
            return
        self.entries = next_entries(table, at, drafts)
        phase = advance_all(table.progress, self.entries).phase
        host.store.commit(self, Log(table.id, self.entries, phase), self.rematch_log(drafts[0], at))

    def rematch_log(self, draft: Draft, at: float) -> Log | None:
        """Return the log of a rematch's table: both tables are written, or neither."""
        if not isinstance(draft.data, RematchOpened):
            return None
        host, old = self.host, self.live.table
        new = Table(draft.data.table, host.environment.random_bytes())
        opening = opening_log(new, rematch_drafts(old, new, host.environment), at)
        self.opens = new
        return opening

    # === THE STORE'S ANSWER ===

    def done(self) -> bool:
        """Return False: the table always waits for its commit."""
        return False

    def set_result(self, result: None, /) -> None:
        """Apply and publish the entries: they are durable."""
        try:
            if self.opens is not None:
                self.host.registry.add_new(self.opens)
            self.host.apply_and_publish(self.live, self.entries)
        except Exception as error:
            # The table may be inconsistent; the log is not.
            self.host.reload(self.live)
            self.end(0, error)
        else:
            self.end(self.live.table.version, None)

    def set_exception(self, error: BaseException, /) -> None:
        """Decide again if another process was faster; else report the error."""
        if isinstance(error, VersionConflict):
            self.catch_up(error)
        else:
            self.end(0, error)

    # === REFUSALS AND CONFLICTS ===

    def refuse(self, refusal: SpookhouseError) -> None:
        """Report a refusal, unless another process may have moved the table on."""
        if self.is_current:
            self.end(0, refusal)
        else:
            self.catch_up(refusal)

    def catch_up(self, reason: Exception | None) -> None:
        """Apply the entries of other processes; decide again unless the reason still holds."""
        reading = self.host.background.spawn(self.host.others.read_newest(self.live))
        reading.add_done_callback(partial(self.decide_again, reason))

    def decide_again(self, reason: Exception | None, reading: "asyncio.Task[bool]") -> None:
        """Decide with the newest entries; report the reason if there were none.

        Even a conflict is reported then: the next attempt would end in the same way.
        """
        if failure := failure_of(reading):
            self.end(0, failure)
        elif reason is not None and not reading.result():
            self.end(0, reason)
        else:
            self.is_current = True
            self.begin()

    def end(self, version: int, error: BaseException | None) -> None:
        """Let the table go on, then report."""
        self.live.mailbox.finish()
        try:
            self.notify(version, error)
        except Exception:
            # One commit reports to many callers: the others must be told, too.
            log.exception("the end of a command could not be reported")


class SitJob(CommandJob):
    """A guest takes a seat, with an allowed name that nobody else there has."""

    __slots__ = ()

    def decide_and_commit(self) -> None:
        """Check the name, then decide."""
        name = self.live.watchers.names.get(self.author, UNNAMED_GUEST)
        require_allowed_name(name)
        require_distinct_name(name, names_beside(self.live, self.author))
        super().decide_and_commit()


def names_beside(live: LiveTable, guest: str) -> list[str]:
    """Return the names of the other players at a table."""
    names = live.watchers.names
    return [names.get(other, UNNAMED_GUEST) for other in live.table.guests if other != guest]


def opening_log(table: Table, drafts: Sequence[Draft], at: float) -> Log:
    """Return the log that opens a table, and apply it: nobody else knows the table yet."""
    entries = next_entries(table, at, drafts)
    opened = entries[0].data
    assert isinstance(opened, Opened)
    row: NewTable = {
        "secret": table.secret,
        "game": opened.game,
        "public": opened.public,
        "created": at,
        "changed": at,
    }
    for entry in entries:
        apply(table, entry)
    return Log(table.id, entries, table.phase, row)
