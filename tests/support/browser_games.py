"""Games in the browser that start from a position of the test's choice."""

import secrets
from dataclasses import replace
from pathlib import Path

from spookhouse.kernel.contract import Json
from spookhouse.stores import SqlStore
from spookhouse.table import NewTable, Table, open_table
from support.browser import BrowserGuest
from support.servers import Client, Server

LETTERS = "abcdefghjkmnpqrstuvwxyz"


def store_lobby(database: Path, position: Json, owner: str) -> str:
    """Store a table in its lobby whose game will start from a position; return its name."""
    name, secret = "".join(secrets.choice(LETTERS) for _ in range(10)), secrets.token_bytes(32)
    game, options = position["game"], position["options"]
    draft = open_table(
        owner, game, options, secret, None, public=False, spectators=True, hints=True
    )
    with_start = replace(draft, data=draft.data | {"start": position})
    entries = Table(name, secret).write(1000.0, [with_start])
    row: NewTable = {
        "secret": secret,
        "game": game,
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


def start_from_position(
    guest: BrowserGuest, server: Server, database: Path, position: Json, *, seat: int = 0
) -> BrowserGuest:
    """Seat the guest, seat random bots in all other seats, and start the game."""
    owner = Client(server).connect()
    table = store_lobby(database, position, owner.guest)
    owner.watch(table)
    for other in range(len(owner.table["seats"])):
        assert other == seat or owner.do(do="add-bot", seat=other, level="uniform")["ok"]
    # The lobby requests the bots; leaving it earlier would abort the request.
    with guest.page.expect_response("**/api/bots"):
        guest.go(f"/t/{table}").sit(seat + 1)
    assert owner.do(do="start")["ok"]
    owner.close()
    guest.wait_for_board()
    return guest
