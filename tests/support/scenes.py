"""Games in the browser that start from a position of the test's choice."""

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
TILES_PER_ROW = 8


def store_lobby(database: Path, position: dict[str, Any], owner: str) -> str:
    """Store a table in its lobby whose game will start from a position; return its name."""
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
    """Seat the guest, seat random bots in all other seats, and start the game."""
    host = Client(house).connect()
    table = store_lobby(database, position, host.guest)
    host.watch(table)
    for other in range(host.table["seats"][-1]["seat"] + 1):
        assert other == seat or host.do(do="add-bot", seat=other, level="uniform")["ok"]
    # The lobby requests the bots; leaving it earlier would abort the request.
    with guest.page.expect_response("**/api/bots"):
        guest.go(f"/t/{table}").sit(seat + 1)
    assert host.do(do="start")["ok"]
    host.close()
    guest.at_the_board()
    return guest


def every_tile() -> Board:
    """Return all 58 tiles of Graveyards, placed row by row."""
    return [
        {"tile": tile, "x": tile % TILES_PER_ROW, "y": tile // TILES_PER_ROW, "r": 0}
        for tile in range(58)
    ]
