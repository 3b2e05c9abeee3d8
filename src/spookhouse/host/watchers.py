"""Who watches a table from which seat, and what they have been sent.

Each change is compared once for the table and once for each watched seat, however many clients
watch.
"""

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache

import msgspec

from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match
from spookhouse.table.access import may_watch
from spookhouse.table.log import Entry, Json
from spookhouse.table.table import Table
from spookhouse.table.views import (
    Names,
    changed_values,
    diff_tables,
    event_view,
    fields_after_move,
    game_view,
    owed_view,
    seat_names,
    table_view,
    undo_view,
)

# Events whose sentence is remembered: the same things happen again and again.
MAX_WORDED_EVENTS = 4_096


class Patch(msgspec.Struct, tag_field="tell", tag="change"):
    """What changed of a table, and of the game as one seat may know it, between two versions."""

    of: str
    was: int
    version: int
    table: Json
    game: Json
    # Events of the move, already encoded.
    events: list[msgspec.Raw]


class AccessLost(msgspec.Struct, tag_field="tell", tag="private"):
    """The client may not watch this table any more."""

    of: str


class Closing(msgspec.Struct, tag_field="tell", tag="closing"):
    """The server is closing; the client should connect again."""

    of: str


Message = Patch | AccessLost | Closing
Send = Callable[[Message], None]


class Watchers:
    """The watchers of one table, and the views that they have."""

    __slots__ = ("by_seat", "called", "match", "names", "table_view", "views")

    def __init__(self, names: Names) -> None:
        # Names of guests.
        self.names = names
        # By seat (None: spectators): how to send messages, and to which guest.
        self.by_seat: dict[int | None, dict[Send, str]] = {}
        # What was published last, while somebody watches.
        self.table_view: Json | None = None
        self.match: Match | None = None
        self.views: dict[int | None, Json] = {}
        # The names of all seats, as sentences use them.
        self.called: tuple[str, ...] = ()

    def learn(self, names: Names) -> None:
        """Add names that were read; a guest may have been renamed since."""
        for guest, name in names.items():
            self.names.setdefault(guest, name)

    # === JOINING AND LEAVING ===

    def add(self, table: Table, seat: int | None, send: Send, guest: str) -> Json:
        """Add a client that may watch; return its snapshot."""
        if self.table_view is None:
            self.table_view = table_view(table, self.names)
            self.match = table.match
        self.by_seat.setdefault(seat, {})[send] = guest
        game = game_view(table, seat)
        if game is not None:
            self.views[seat] = game["view"]
        return {"table": dict(self.table_view), "game": game, "version": table.version}

    def remove(self, send: Send) -> None:
        """Remove a client from every seat."""
        for watchers in self.by_seat.values():
            watchers.pop(send, None)
        self.forget_unwatched()

    def forget_unwatched(self) -> None:
        """Drop the views that nobody watches."""
        for seat in [seat for seat, watchers in self.by_seat.items() if not watchers]:
            del self.by_seat[seat]
            self.views.pop(seat, None)
        if not self.by_seat:
            self.table_view = self.match = None
            self.views.clear()

    def send_all(self, message: Message) -> None:
        """Send the same message to everybody."""
        for watchers in list(self.by_seat.values()):
            for send in list(watchers):
                send(message)

    # === PUBLISHING ===

    def publish(self, table: Table, entry: Entry | None = None) -> None:
        """Send what an entry has changed, or what anything else has (None)."""
        is_move = entry is not None and entry.kind == "moved"
        if not is_move or not self.called:
            self.called = seat_names(table, self.names)
        if self.table_view is None:
            return
        if is_move:
            self.publish_move(table, self.table_view)
        else:
            self.publish_change(table, self.table_view)

    def publish_move(self, table: Table, before: Json) -> None:
        """Send a move with its events. Seats and access do not change with a move."""
        was = before["version"]
        changed = fields_after_move(before, table, self.names)
        before.update(changed)
        match = table.match
        assert match is not None
        events = [worded_event(match.game, self.called, row) for row in match.rows]
        self.send_patches(table, was, {"set": changed}, events)

    def publish_change(self, table: Table, before: Json) -> None:
        """Send any other change: compare the whole view of the table."""
        self.table_view = after = table_view(table, self.names)
        self.end_lost_access(table)
        self.send_patches(table, before["version"], diff_tables(before, after), ())

    def send_patches(
        self, table: Table, was: int, changed: Json, events: "Sequence[WordedEvent]"
    ) -> None:
        """Send a patch to each watched seat; all clients of a seat share it."""
        is_dealt_anew = self.match is None and table.match is not None
        has_moved = self.match is not table.match
        for seat, watchers in self.by_seat.items():
            game: Json
            if table.match is None or is_dealt_anew:
                snapshot = game_view(table, seat)
                if snapshot is not None:
                    self.views[seat] = snapshot["view"]
                game = {"all": snapshot}
            else:
                game = {
                    "view": {"set": self.changed_view(table.match, seat) if has_moved else {}},
                    "owed": owed_view(table, seat),
                    "undo": undo_view(table, seat),
                    "seat": seat,
                }
            seen = [encoded for audience, encoded in events if audience is None or seat in audience]
            patch = Patch(table.id, was, table.version, changed, game, seen)
            for send in [*watchers]:
                send(patch)
        self.match = table.match

    def changed_view(self, match: Match, seat: int | None) -> Json:
        """Return what changed in the view of a seat."""
        before, after = self.views.get(seat, {}), match.shared_view(seat)
        self.views[seat] = after
        return changed_values(before, after)

    def end_lost_access(self, table: Table) -> None:
        """Move clients that lost their seat to the spectators, or end their access."""
        watching = [
            (seat, send, guest)
            for seat, watchers in self.by_seat.items()
            for send, guest in watchers.items()
        ]
        for seat, send, guest in watching:
            if may_watch(table, seat, guest):
                continue
            del self.by_seat[seat][send]
            if may_watch(table, None, guest):
                self.by_seat.setdefault(None, {})[send] = guest
                self.views.setdefault(None, {})
            else:
                send(AccessLost(table.id))
        self.forget_unwatched()


WordedEvent = tuple[Collection[int] | None, msgspec.Raw]


@lru_cache(maxsize=MAX_WORDED_EVENTS)
def worded_event(game: Game, names: tuple[str, ...], row: bytes) -> WordedEvent:
    """Return an event as JSON, and the seats that may see it (None: all)."""
    event = event_view(game, names, row)
    return event.get("seen_by"), msgspec.Raw(msgspec.json.encode(event))
