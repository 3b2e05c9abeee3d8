"""Games in the browser that start from a position of the test's choice."""

import secrets
from pathlib import Path

from spookhouse.kernel.contract import Json
from spookhouse.stores import SqlStore
from spookhouse.table.commands import OpenTable
from spookhouse.table.decide import decide, next_entries
from spookhouse.table.ids import table_id
from spookhouse.table.phases import LOBBY
from spookhouse.table.store_protocol import NewTable
from spookhouse.table.table import Table
from support.browser import BrowserGuest
from support.servers import Client, Server
from support.tables import ENVIRONMENT


def store_lobby(database: Path, position: Json, owner: str) -> str:
    """Store a table in its lobby whose game will start from a position; return its id."""
    table = Table(table_id(secrets.token_bytes(32)), secrets.token_bytes(32))
    command = OpenTable(game=position["game"], options=position["options"], start=position)
    drafts = decide(table, command, owner, 1000.0, ENVIRONMENT)
    row: NewTable = {
        "secret": table.secret,
        "game": command.game,
        "public": False,
        "created": 1000.0,
        "changed": 1000.0,
    }
    store = SqlStore(f"sqlite:///{database}")
    try:
        store.append(table.id, next_entries(table, 1000.0, drafts), LOBBY, row).result(20)
    finally:
        store.close()
    return table.id


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
