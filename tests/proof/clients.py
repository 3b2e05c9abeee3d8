"""A guest's blocking client: the package `spookhouse.remote` for tests without an event loop."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from time import monotonic
from typing import TypeVar

import msgspec

from spookhouse.games import FOLDERS
from spookhouse.games import game as find_game
from spookhouse.remote.address import ServerAddress
from spookhouse.remote.blocking import BlockingWebSocket, wait_for
from spookhouse.remote.errors import RequestRefused
from spookhouse.remote.http import TIMEOUT, HttpSession, Response
from spookhouse.remote.messages import (
    Done,
    Head,
    Json,
    Owed,
    Ping,
    Request,
    Snapshot,
    Watch,
    read_change,
)
from spookhouse.remote.requests import Requests, refusal_in
from spookhouse.remote.table_view import TableView

TROUBLE = "house/trouble"  # the code of a refusal when the server itself failed
# Settings of servers that are flooded.
NO_LIMITS: dict[str, bool | int | float] = {
    "message_burst": 10**9,
    "messages_per_second": 1e9,
    "tables_per_guest": 10**6,
    "connections_per_address": 10**6,
    "trust_proxy": True,
}

Answer = TypeVar("Answer")
OnView = Callable[["GuestClient"], None]


class GuestClient:
    """One guest with cookies, and with one WebSocket that watches one table.

    `on_view` is called after each snapshot and after each change.
    """

    def __init__(
        self,
        server: ServerAddress,
        cookies: Mapping[str, str] | None = None,
        timeout: float = TIMEOUT,
        on_view: OnView = lambda client: None,
    ) -> None:
        self.session = HttpSession(server, cookies=cookies, timeout=timeout)
        if not cookies:
            self.request("GET", "/")
        self.guest = wait_for(self.session.guest())
        self.on_view = on_view
        self.requests = Requests(self._send, self._receive_notification)
        self.websocket: BlockingWebSocket | None = None
        self.is_server_closing = False
        self.table_id = ""
        self.view = TableView()

    # === HTTP ===

    @property
    def cookie(self) -> str:
        """The value of the header `Cookie`."""
        return self.session.cookie

    def request(self, method: str, path: str) -> Response:
        """Return the response, whatever its status."""
        return wait_for(self.session.request(method, path))

    def get(self, path: str) -> Json:
        """Return the JSON at a path; raise `RequestRefused` if the server refuses."""
        answer: Json = wait_for(self.session.get(path))
        return answer

    def post(self, path: str, body: Json) -> Json:
        """Send JSON and return the JSON of the answer, as `get` does."""
        answer: Json = wait_for(self.session.post(path, body))
        return answer

    def open_table(self, game: str = "ghooost", **settings: object) -> str:
        """Open a table and return its id."""
        return str(self.post("/api/tables", {"game": game, **settings})["table"])

    # === THE WEBSOCKET ===

    def connect(self) -> "GuestClient":
        """Open the WebSocket."""
        session = self.session
        self.websocket = BlockingWebSocket(session.server, session.all_headers(), session.timeout)
        self.is_server_closing = False
        return self

    def close(self) -> None:
        """Close the WebSocket, if there is one."""
        if self.websocket is not None:
            self.websocket.close()
            self.websocket = None

    def _send(self, message: bytes) -> None:
        assert self.websocket is not None, "the client is not connected"
        self.websocket.send(message)

    def receive(self, timeout: float | None = None) -> None:
        """Wait for the next message and handle it."""
        assert self.websocket is not None, "the client is not connected"
        self.requests.receive(self.websocket.receive(timeout))

    def _receive_notification(self, head: Head, message: bytes) -> None:
        if head.tell == "closing":
            self.is_server_closing = True
        elif head.tell == "change" and head.of == self.table_id:
            assert self.view.apply(read_change(message)), "a change was missed"
            self.on_view(self)

    def ask(self, request: Request | Json, answer: type[Answer]) -> Answer:
        """Return the answer; raise `RequestRefused` if the server refuses."""
        received: list[tuple[Head, bytes]] = []
        number = self.requests.post(request, lambda head, message: received.append((head, message)))
        while not received:
            self.receive()
        head, message = received[0]
        assert head.re == number, f"answer {head.re} came for request {number}"
        if not head.ok:
            raise refusal_in(message)
        return msgspec.json.decode(message, type=answer)

    def ping(self) -> None:
        """Receive everything that was sent before now."""
        self.ask(Ping(), Done)

    def wait_until(self, holds: Callable[[TableView], bool], seconds: float = TIMEOUT) -> None:
        """Receive messages until the view of the table is as wanted."""
        deadline = monotonic() + seconds
        while not holds(self.view):
            assert monotonic() < deadline, f"not reached within {seconds:.0f} seconds"
            self.receive(seconds)

    # === THE TABLE ===

    def fetch(self, table: str, seat: int | None = None) -> Snapshot:
        """Begin to watch, but leave the view as it is."""
        return self.ask(Watch(table=table, seat=seat), Snapshot)

    def watch(self, table: str, seat: int | None = None) -> TableView:
        """Watch a table as a seat or as a spectator, and return the view."""
        snapshot = self.fetch(table, seat)
        self.table_id = table
        self.view.show(snapshot, seat)
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

    def secret_bytes(self, seat: int) -> bytes:
        """Return the guest's bytes for the deal, the same whenever they are needed."""
        return sha256(f"{self.guest} {self.table_id} {seat}".encode()).digest()

    def sit(self, *seats: int) -> None:
        """Take seats."""
        for seat in seats:
            self.do("sit", seat=seat, pledge=sha256(self.secret_bytes(seat)).hexdigest())

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

    @property
    def owed(self) -> Owed:
        """The decision that the watched seat owes."""
        owed = self.view.owed
        assert owed is not None, f"seat {self.view.seat} owes no decision"
        return owed


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
