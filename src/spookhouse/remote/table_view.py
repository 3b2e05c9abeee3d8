"""A client's copy of a table, and of its game as one seat may know it."""

from typing import TypeVar

import msgspec

from spookhouse.kernel.contract import Json
from spookhouse.remote.messages import Change, Outcome, Owed, Seat, Snapshot

Part = TypeVar("Part")


class TableView:
    """What a client knows of a table. It applies changes, and notices when one was missed."""

    def __init__(self) -> None:
        self.version = 0
        self.table: Json = {}
        self.game: Json | None = None
        self.seat: int | None = None
        self.is_behind = False

    def show(self, snapshot: Snapshot, seat: int | None) -> None:
        """Replace everything by a snapshot for a seat (None: a spectator)."""
        self.version, self.table, self.game = snapshot.version, snapshot.table, snapshot.game
        self.seat, self.is_behind = seat, False

    def apply(self, change: Change) -> bool:
        """Apply a change. If one was missed, only note that, and return False."""
        if change.was != self.version:
            self.is_behind = True
            return False
        self.version = change.version
        self.table = patched_table(self.table, change.table)
        self.game = patched_game(self.game, change.game)
        return True

    # === TYPED PARTS ===

    @property
    def phase(self) -> str:
        """The phase: lobby, showing, playing or over; empty before the first snapshot."""
        return str(self.table.get("phase", ""))

    @property
    def seats(self) -> list[Seat]:
        """All seats, in order."""
        return msgspec.convert(self.table["seats"], list[Seat])

    @property
    def owed(self) -> Owed | None:
        """The decision that the watched seat owes, if any."""
        return convert(self.game and self.game["owed"], Owed)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None before."""
        return convert(self.table["outcome"], Outcome)


def convert(value: object, kind: type[Part]) -> Part | None:
    """Return JSON as a struct; None stays None."""
    return None if value is None else msgspec.convert(value, kind)


def patched(old: Json, patch: Json) -> Json:
    """Return an object with a patch applied: `all` replaces it, `set` and `gone` change keys."""
    if "all" in patch:
        whole: Json = patch["all"]
        return whole
    new = {**old, **patch["set"]}
    for key in patch.get("gone", []):
        del new[key]
    return new


def patched_table(old: Json, patch: Json) -> Json:
    """Return a table with a patch applied; new messages of its chat arrive one by one."""
    new = patched(old, patch)
    if "chat" in patch:
        chat: Json = patch["chat"]
        new["chat"] = [*old["chat"], *chat["add"]][chat["drop"] :]
    return new


def patched_game(old: Json | None, patch: Json) -> Json | None:
    """Return a game with a patch applied; only its view arrives in parts."""
    if "all" in patch:
        whole: Json | None = patch["all"]
        return whole
    return {**patch, "view": patched(old["view"] if old else {}, patch["view"])}
