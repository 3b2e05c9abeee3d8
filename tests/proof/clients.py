"""A guest's blocking client that raises refusals as errors."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import TypeVar

import msgspec

from spookhouse.games import FOLDERS
from spookhouse.games import game as find_game
from spookhouse.remote.address import ServerAddress
from spookhouse.remote.errors import RequestRefused
from spookhouse.remote.http import TIMEOUT
from spookhouse.remote.messages import (
    Done,
    Json,
    Ping,
    Request,
    Snapshot,
    Watch,
)
from spookhouse.remote.pending_requests import read_answer
from spookhouse.remote.table_view import TableView
from support.table_client import TableClient

TROUBLE = "house/trouble"  # the code of a refusal when the server itself failed
# Settings of servers that are flooded.
NO_LIMITS: dict[str, bool | int | float] = {
    "message_burst": 10**9,
    "messages_per_second": 1e9,
    "tables_per_guest": 10**6,
    "connections_per_address": 10**6,
    "proxy_hops": 1,
}

Answer = TypeVar("Answer")
OnView = Callable[["GuestClient"], None]


class GuestClient(TableClient):
    """A client whose requests raise `RequestRefused`.

    `on_view` is called after each snapshot and after each change.
    """

    def __init__(
        self,
        server: ServerAddress,
        cookies: Mapping[str, str] | None = None,
        timeout: float = TIMEOUT,
        on_view: OnView = lambda client: None,
    ) -> None:
        super().__init__(server, cookies, timeout)
        self.on_view = on_view

    @property
    def is_server_closing(self) -> bool:
        """Whether the server has announced its end on this connection."""
        return "closing" in self.notified

    def on_change(self, message: bytes) -> None:
        """Report the changed view."""
        self.on_view(self)

    def ask(self, request: Request | Json, answer: type[Answer]) -> Answer:
        """Return the answer; raise `RequestRefused` if the server refuses."""
        return read_answer(*self.exchange(request), answer)

    def ping(self) -> None:
        """Receive everything that was sent before now."""
        self.ask(Ping(), Done)

    # === THE TABLE ===

    def fetch(self, table: str, seat: int | None = None) -> Snapshot:
        """Begin to watch, but leave the view as it is."""
        return self.ask(Watch(table=table, seat=seat), Snapshot)

    def watch(self, table: str, seat: int | None = None) -> TableView:
        """Watch a table as a seat or as a spectator, and return the view."""
        snapshot = self.fetch(table, seat)
        self.hold(table, seat, snapshot)
        self.on_view(self)
        return self.view

    def do(self, command: str, **details: object) -> int:
        """Carry out a command and return the version of the table afterwards."""
        request = {"ask": "do", "table": self.table_id, "command": {"do": command, **details}}
        return self.ask(request, Done).version

    def try_to(self, command: str, **details: object) -> bool:
        """Carry out a command; return whether the server accepted it."""
        try:
            self.do(command, **details)
        except RequestRefused:
            return False
        return True

    def sit(self, *seats: int) -> None:
        """Take seats."""
        for seat in seats:
            self.do("sit", seat=seat, pledge=self.pledge(seat))

    def show(self, *seats: int) -> None:
        """Show the bytes of seats."""
        for seat in seats:
            self.do("show", seat=seat, bytes=self.secret_bytes(seat).hex())

    def add_bots(self, level: str = "uniform") -> None:
        """Put bots of one level on all open seats."""
        for seat in self.view.seats:
            if seat.kind == "open":
                self.do("add-bot", seat=seat.seat, level=level)

    def move(self, move: str, **details: object) -> int:
        """Make a move for the watched seat, which owes a decision."""
        version = self.owed.version
        return self.do("move", seat=self.view.seat, version=version, move=move, **details)


def options_for(game: str, players: int) -> dict[str, int]:
    """Return options for so many players, or for as many as the game needs."""
    title = find_game(game)
    return {"players": max(players, title.min_players)} if "players" in title.option_names else {}


def table_in_phase(
    client: GuestClient, phase: str, game: str = "ghooost", **settings: object
) -> str:
    """Open a table in that phase; from `showing` on, the guest holds all its seats."""
    table = client.open_table(game, options=options_for(game, 2), **settings)
    client.connect().watch(table)
    seats = range(len(client.view.seats))
    if phase != "lobby":
        client.sit(*seats)
        client.do("start")
    if phase in ("playing", "over"):
        client.show(*seats)
    if phase == "over":
        for seat in seats:
            client.try_to("resign", seat=seat)  # of two players, the first ends the game
        client.wait_until(lambda view: view.phase == "over")
    client.close()
    return table


def table_of_every_game(client: GuestClient) -> list[str]:
    """Open a running table of every game and return their ids."""
    return [table_in_phase(client, "playing", game) for game in FOLDERS]


def digest(table: object, game: object) -> str:
    """Return a hash of a table and of the game as one seat sees it."""
    parts = msgspec.json.decode(msgspec.json.encode([table, game]))
    return sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()
