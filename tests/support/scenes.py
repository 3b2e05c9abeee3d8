"""Games in the browser that begin where a test wants them to."""

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any

from spookhouse.stores import SqlStore
from spookhouse.table import NewTable, Table, open_table
from support.browser import Guest
from support.graveyards import Board
from support.servers import Client, Server

LETTERS = "abcdefghjkmnpqrstuvwxyz"
WIDE_YARD = 8  # tiles in a row of a full graveyard


def stage(database: Path, position: dict[str, Any], owner: str) -> str:
    """A table in its lobby whose game is to begin from a position, as if a finished game were continued."""
    name, secret = "".join(secrets.choice(LETTERS) for _ in range(10)), secrets.token_bytes(32)
    draft = open_table(
        owner,
        position["game"],
        position["options"],
        secret,
        None,
        public=False,
        spectators=True,
        hints=True,
    )
    entries = Table(name, secret).write(
        1000.0, [replace(draft, data=draft.data | {"start": position})]
    )
    row: NewTable = {
        "secret": secret,
        "game": position["game"],
        "public": False,
        "created": 1000.0,
        "changed": 1000.0,
    }
    store = SqlStore(f"sqlite:///{database}")
    try:
        store.append(name, entries, "lobby", row).result(20)
    finally:
        store.close()
    return name


def begin(
    guest: Guest, house: Server, database: Path, position: dict[str, Any], *, seat: int = 0
) -> Guest:
    """The guest sits down, bots that play at random take the other seats, and the game is on."""
    host = Client(house).connect()
    table = stage(database, position, host.guest)
    host.watch(table)
    for other in range(host.table["seats"][-1]["seat"] + 1):
        assert other == seat or host.do(do="add-bot", seat=other, level="uniform")["ok"]
    with guest.page.expect_response(
        "**/api/bots"
    ):  # asked by the lobby; leaving earlier would cut it off
        guest.go(f"/t/{table}").sit(seat + 1)
    assert host.do(do="start")["ok"]
    host.close()
    guest.at_the_board()
    return guest


def every_tile() -> Board:
    """All 58 tiles of Graveyards, laid row by row."""
    return [
        {"tile": tile, "x": tile % WIDE_YARD, "y": tile // WIDE_YARD, "r": 0} for tile in range(58)
    ]
