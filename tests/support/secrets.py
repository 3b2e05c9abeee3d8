"""Compare what a client received with the true positions."""

import json
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any

from spookhouse.kernel.chance import key_from_seed, new_chance
from spookhouse.kernel.conformance import imagine_match
from spookhouse.stores import SqlStore
from spookhouse.table import Table, show_game
from support.servers import changed

CHANGE_KEYS = {"tell", "of", "was", "version", "table", "game", "events"}
REPLY_KEYS = {"re", "ok", "version", "table", "game"}


def check_nothing_hidden_received(
    database: Path, name: str, seat: int | None, received: Sequence[dict[str, Any]]
) -> None:
    """Check that a client received nothing that its seat must not know.

    Every view equals the view in an imagined world with other hidden cards. No event was meant for
    other seats, and no secret of the table came before the end.
    """
    log, secret = read_log(database, name)
    shown, compared = views_by_version(name, received), 0
    table, chance = Table(name, secret), new_chance(key_from_seed(1))[0]
    for entry in log:
        table.take(entry)
        if table.version not in shown:
            continue
        facts, game, events = shown[table.version]
        assert facts["secret"] is None or table.phase == "over"
        assert all(seat in event.get("seen_by", [seat]) for event in events)
        if game is None or game["seat"] is None or table.match is None or table.phase == "over":
            continue
        assert game["seat"] == seat
        compared += 1
        twin = copy(table)
        twin.match = imagine_match(table.match, seat, chance)
        imagined = json.loads(json.dumps(show_game(twin, seat)))
        assert (game["view"], game["owed"]) == (imagined["view"], imagined["owed"]), (
            f"version {table.version} of {name} shows seat {seat} something hidden"
        )
    assert compared > 5, f"only {compared} views were compared"


def read_log(database: Path, name: str) -> tuple[list[Any], bytes]:
    """Return the log and the secret of a table."""
    store = SqlStore(f"sqlite:///{database}")
    try:
        row = store.find(name)
        assert row is not None
        return store.read(name), row["secret"]
    finally:
        store.close()


def views_by_version(
    name: str, received: Sequence[dict[str, Any]]
) -> dict[int, tuple[Any, Any, list[Any]]]:
    """Return table, game and events after each version, built up from the messages.

    Check that a message has no other keys.
    """
    found: dict[int, tuple[Any, Any, list[Any]]] = {}
    table: Any = None
    game: Any = None
    version = 0
    for message in received:
        if message.get("tell") == "change" and message["of"] == name:
            assert set(message) == CHANGE_KEYS, message
            if message["was"] != version:
                continue  # a version was missed: a snapshot follows
            table = changed(table, message["table"])
            game = changed_game(game, message["game"])
        elif is_snapshot(message, name):
            assert set(message) == REPLY_KEYS, message
            table, game = message["table"], message["game"]
        else:
            continue
        version = message["version"]
        found[version] = (table, game, message.get("events", []))
    return found


def changed_game(game: Any, change: Any) -> Any:
    """Return the game after a change message."""
    if "all" in change:
        return change["all"]
    return change | {"view": changed(game["view"], change["view"])}


def is_snapshot(message: dict[str, Any], name: str) -> bool:
    """Return whether a message is a reply that holds the whole table."""
    table = message.get("table")
    return bool(message.get("ok")) and isinstance(table, dict) and table["table"] == name
