"""What a browser received, held against the true positions."""

import json
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any

from spookhouse.kernel.chance import key_from_seed, new_chance
from spookhouse.kernel.conformance import imagined
from spookhouse.stores import SqlStore
from spookhouse.table import Table, show_game
from support.servers import changed

TOLD = {"tell", "of", "was", "version", "table", "game", "events"}
ANSWERED = {"re", "ok", "version", "table", "game"}


def must_hold_nothing_hidden(
    database: Path, name: str, seat: int | None, received: Sequence[dict[str, Any]]
) -> None:
    """Every view that arrived is what the seat would see had the hidden cards lain otherwise. No event was meant for others, no secret came early."""
    log, secret = read_log(database, name)
    shown, looked = shown_to(name, received), 0
    table, dice = Table(name, secret), new_chance(key_from_seed(1))[0]
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
        looked += 1
        twin = copy(table)
        twin.match = imagined(table.match, seat, dice)
        fair = json.loads(json.dumps(show_game(twin, seat)))
        assert (game["view"], game["owed"]) == (fair["view"], fair["owed"]), (
            f"version {table.version} of {name} shows seat {seat} something hidden"
        )
    assert looked > 5, "too little was looked at to say anything"


def read_log(database: Path, name: str) -> tuple[list[Any], bytes]:
    store = SqlStore(f"sqlite:///{database}")
    try:
        row = store.find(name)
        assert row is not None
        return store.read(name), row["secret"]
    finally:
        store.close()


def shown_to(
    name: str, received: Sequence[dict[str, Any]]
) -> dict[int, tuple[Any, Any, list[Any]]]:
    """By version: table, game and events as the messages make them. A message holds these and nothing else."""
    found: dict[int, tuple[Any, Any, list[Any]]] = {}
    table: Any = None
    game: Any = None
    version = 0
    for message in received:
        if message.get("tell") == "change" and message["of"] == name:
            assert set(message) == TOLD, message
            if message["was"] != version:
                continue  # missed: the whole follows
            table = changed(table, message["table"])
            new = message["game"]
            game = (
                new["all"] if "all" in new else new | {"view": changed(game["view"], new["view"])}
            )
        elif (
            message.get("ok")
            and isinstance(message.get("table"), dict)
            and message["table"]["table"] == name
        ):
            assert set(message) == ANSWERED, message
            table, game = message["table"], message["game"]
        else:
            continue
        version = message["version"]
        found[version] = (table, game, message.get("events", []))
    return found
