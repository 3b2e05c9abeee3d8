"""Compare what a client received with the true positions."""

import json
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import NamedTuple

import msgspec

from spookhouse.kernel.chance import key_from_seed, new_chance
from spookhouse.kernel.conformance import imagine_match
from spookhouse.kernel.contract import Json
from spookhouse.remote.messages import Change, Snapshot
from spookhouse.remote.table_view import TableView
from spookhouse.stores import SqlStore
from spookhouse.table.apply import apply
from spookhouse.table.log import Entry
from spookhouse.table.table import Table
from spookhouse.table.views import game_view

CHANGE_KEYS = {"tell", "of", "was", "version", "table", "game", "events"}
REPLY_KEYS = {"re", "ok", "version", "table", "game"}


class Shown(NamedTuple):
    """What a client holds of a table, and the events that came with the last patch."""

    table: Json
    game: Json | None
    events: list[Json]


def check_nothing_hidden_received(
    database: Path, name: str, seat: int | None, received: Sequence[Json]
) -> None:
    """Check that a client received nothing that its seat (None for a spectator) must not know.

    Every view equals the view in an imagined world with other hidden cards. No event was meant for
    other seats, and no secret of the table came before the end.
    """
    log, secret = read_log(database, name)
    shown, compared = views_by_version(name, received), 0
    table, chance = Table(name, secret), new_chance(key_from_seed(1))[0]
    for entry in log:
        apply(table, entry)
        if table.version not in shown:
            continue
        facts, game, events = shown[table.version]
        assert facts["secret"] is None or table.phase == "over"
        assert all(seat in event.get("seen_by", [seat]) for event in events)
        if game is None or table.match is None or table.phase == "over":
            continue
        observer = game["seat"]
        assert observer in (seat, None)
        compared += observer == seat
        twin = copy(table)
        twin.match = imagine_match(table.match, observer, chance)
        imagined = game_view(twin, observer)
        assert imagined is not None
        expected = json.loads(json.dumps(imagined))
        assert (game["view"], game["owed"]) == (expected["view"], expected["owed"]), (
            f"version {table.version} of {name} shows seat {observer} something hidden"
        )
    assert compared > 5, f"only {compared} views were compared"


def read_log(database: Path, name: str) -> tuple[list[Entry], bytes]:
    """Return the log and the secret of a table."""
    store = SqlStore(f"sqlite:///{database}")
    try:
        row = store.find(name)
        assert row is not None
        return store.read(name), row["secret"]
    finally:
        store.close()


def views_by_version(name: str, received: Sequence[Json]) -> dict[int, Shown]:
    """Return what a client held after each version, built up from the messages.

    Check that a message has no other keys.
    """
    found: dict[int, Shown] = {}
    view = TableView()
    for message in received:
        if message.get("tell") == "change" and message["of"] == name:
            assert set(message) == CHANGE_KEYS, message
            if not view.apply(msgspec.convert(message, Change)):
                continue  # a version was missed: a snapshot follows
            events = message["events"]
        elif is_snapshot(message, name):
            assert set(message) == REPLY_KEYS, message
            view.show(msgspec.convert(message, Snapshot), None)
            events = []
        else:
            continue
        found[view.version] = Shown(view.table, view.game, events)
    return found


def is_snapshot(message: Json, name: str) -> bool:
    """Return whether a message is a reply that holds the whole table."""
    table = message.get("table")
    return bool(message.get("ok")) and isinstance(table, dict) and table["table"] == name
