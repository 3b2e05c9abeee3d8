"""A guest's blocking client, which holds what it receives of one table."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from time import monotonic
from typing import Self

from spookhouse.kernel.contract import Json
from spookhouse.remote.address import ServerAddress
from spookhouse.remote.blocking import BlockingConnection, wait_for
from spookhouse.remote.http import TIMEOUT, HttpSession, Response
from spookhouse.remote.messages import Head, Owed, Request, Snapshot, read_change
from spookhouse.remote.table_view import TableView


class TableClient:
    """One guest with cookies, and with one WebSocket that watches one table.

    Without cookies the guest is a new one. The subclasses send commands.
    """

    def __init__(
        self,
        server: ServerAddress,
        cookies: Mapping[str, str] | None = None,
        timeout: float = TIMEOUT,
    ) -> None:
        self.session = HttpSession(server, cookies=cookies, timeout=timeout)
        if not cookies:
            self.request("GET", "/")
        self.guest = wait_for(self.session.guest())
        self.open_connection: BlockingConnection | None = None
        # The kinds of notifications that this connection has received.
        self.notified: set[str] = set()
        self.table_id = ""
        self.view = TableView()

    # === HTTP ===

    @property
    def cookie(self) -> str:
        """The value of the header `Cookie`."""
        return self.session.cookie

    def request(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Response:
        """Return the response, whatever its status."""
        return wait_for(self.session.request(method, path, body, headers))

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

    def connect(self) -> Self:
        """Open the WebSocket."""
        self.open_connection = BlockingConnection(self.session, self.on_tell)
        self.notified.clear()
        return self

    def close(self) -> None:
        """Close the WebSocket, if there is one."""
        if self.open_connection is not None:
            self.open_connection.close()
            self.open_connection = None

    @property
    def connection(self) -> BlockingConnection:
        """The open connection."""
        assert self.open_connection is not None, "the client is not connected"
        return self.open_connection

    def receive(self, timeout: float | None = None) -> None:
        """Wait for the next message and handle it."""
        self.connection.receive(timeout)

    def on_tell(self, head: Head, message: bytes) -> None:
        """Note a notification. Apply a change of the table; fail if one before it is missing."""
        self.notified.add(head.tell)
        if head.tell == "change" and head.of == self.table_id:
            assert self.view.apply(read_change(message)), "a change was missed"
            self.on_change(message)

    def on_change(self, message: bytes) -> None:
        """Do what a subclass does after each change of the table."""

    def exchange(self, request: Request | Json) -> tuple[Head, bytes]:
        """Return head and bytes of the answer; fail if the server did not read the number."""
        head, message = self.connection.exchange(request)
        assert head.re is not None, message
        return head, message

    def wait_until(self, holds: Callable[[TableView], object], seconds: float = TIMEOUT) -> None:
        """Receive messages until the view of the table is as wanted."""
        deadline = monotonic() + seconds
        while not holds(self.view):
            assert monotonic() < deadline, f"not reached within {seconds:.0f} seconds"
            self.receive(seconds)

    def wait_until_notified(self, kind: str) -> None:
        """Receive messages until a notification of this kind has come."""
        while kind not in self.notified:
            self.receive()

    # === THE TABLE ===

    def hold(self, table: str, seat: int | None, snapshot: Snapshot) -> None:
        """Hold the snapshot of a table for a seat, and follow its changes."""
        self.table_id = table
        self.view.show(snapshot, seat)

    def secret_bytes(self, seat: int) -> bytes:
        """Return the guest's bytes for the deal, the same whenever they are needed."""
        return sha256(f"{self.guest} {self.table_id} {seat}".encode()).digest()

    def pledge(self, seat: int) -> str:
        """Return the commitment to these bytes."""
        return sha256(self.secret_bytes(seat)).hexdigest()

    @property
    def owed(self) -> Owed:
        """The decision that the watched seat owes."""
        owed = self.view.owed
        assert owed is not None, f"seat {self.view.seat} owes no decision"
        return owed
