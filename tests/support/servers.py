"""A real server process, and a client that returns answers as JSON."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

import msgspec

from spookhouse.kernel.contract import Json
from spookhouse.remote.address import ServerAddress
from spookhouse.remote.blocking import wait_for
from spookhouse.remote.errors import Disconnected
from spookhouse.remote.http import HttpSession, Response
from spookhouse.remote.messages import Request, Snapshot, Watch
from support.table_client import TableClient

TIMEOUT = 60.0  # seconds
FOR_TESTS = {
    "bot_pause": 0.0,
    "connections_per_guest": 50,
    "messages_per_second": 1e6,
    "guests_per_address": 100_000,
    "tables_per_address": 100_000,
    "requests_per_second": 1e6,
    "request_burst": 1_000_000,
    "unknown_tables_per_guest": 1_000_000,
    "unknown_tables_per_address": 1_000_000,
}


@contextmanager
def reserved_port() -> Iterator[int]:
    """Yield a port that the system assigns to no other process meanwhile.

    A server that is given its number can still listen there.
    """
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield int(holder.getsockname()[1])


@contextmanager
def served(database: str, **settings: object) -> Iterator["Server"]:
    """Yield a server that is ready, and stop it afterwards."""
    server = Server(database, **settings)
    try:
        server.wait_until_ready()
        yield server
    finally:
        server.stop()


class Server:
    """A process of `spookhouse serve`.

    The system assigns its port unless the settings name one, so two servers never share one.
    """

    def __init__(self, database: str, **settings: object) -> None:
        values = {"host": "127.0.0.1", "port": 0, "database": database, **FOR_TESTS, **settings}
        environment = os.environ | {
            f"SPOOKHOUSE_{name.upper()}": str(value) for name, value in values.items()
        }
        command = [sys.executable, "-m", "spookhouse", "serve"]
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert address is not None, line + self.output()
        self.url, self.port = address[0], int(address[1])
        self.address = ServerAddress.parse(self.url)

    def wait_until_ready(self) -> None:
        """Wait until the server answers that it is ready."""
        deadline = time.monotonic() + TIMEOUT
        while not is_ready(self.address):
            assert self.process.poll() is None, self.output()
            assert time.monotonic() < deadline, f"the server is not ready after {TIMEOUT:.0f} s"
            time.sleep(0.05)

    def output(self) -> str:
        """Return what a stopped server has printed since it started to listen."""
        return self.process.stdout.read() if self.process.stdout else ""

    def stop(self) -> int:
        """Stop the server and return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code


def is_ready(server: ServerAddress) -> bool:
    """Return whether a server answers that it is ready."""
    with suppress(Disconnected):
        return wait_for(HttpSession(server, timeout=5).request("GET", "/readyz")).status == 200
    return False


class Client(TableClient):
    """A client whose requests return answers and refusals alike, as JSON."""

    def __init__(self, server: Server, like: TableClient | None = None) -> None:
        """Enter as the same guest as another client, or as a new one."""
        super().__init__(server.address, like.session.cookies if like else None)
        # All changes of the table that were received.
        self.changes: list[Json] = []

    # === HTTP ===

    def http(
        self, path: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> Response:
        """Return the response to a GET, or to a POST if there is a body to send."""
        if body is None:
            return self.request("GET", path, headers=headers)
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.request("POST", path, data, headers)

    def json(self, path: str, body: object = None) -> Json:
        """Return the JSON object that the server answers."""
        found: Json = self.http(path, body).json()
        return found

    # === THE WEBSOCKET ===

    def on_change(self, message: bytes) -> None:
        """Keep a change."""
        self.changes.append(json.loads(message))

    def answer(self, request: Request | Json) -> Json:
        """Return the answer to a request."""
        found: Json = json.loads(self.exchange(request)[1])
        return found

    def ask(self, what: str, **details: object) -> Json:
        """Send a request and return the answer."""
        return self.answer({"ask": what, **details})

    def watch(self, table: str, seat: int | None = None) -> Json:
        """Watch a table from a seat or as a spectator, and hold the snapshot."""
        found = self.answer(Watch(table=table, seat=seat))
        if found["ok"]:
            self.hold(table, seat, msgspec.convert(found, Snapshot))
        return found

    def do(self, **command: object) -> Json:
        """Send a command to the watched table and return the answer."""
        return self.ask("do", table=self.table_id, command=command)

    # === THE TABLE ===

    @property
    def table(self) -> Json:
        """The watched table."""
        return self.view.table

    @property
    def game(self) -> Json | None:
        """The game as the watched seat may know it."""
        return self.view.game

    @property
    def version(self) -> int:
        """The version of the table that the client holds."""
        return self.view.version

    @property
    def seat(self) -> int | None:
        """The watched seat; None for a spectator."""
        return self.view.seat

    @property
    def owes(self) -> bool:
        """Whether the watched seat owes a decision."""
        return self.view.owed is not None

    def sit(self, seat: int) -> Json:
        """Take a seat."""
        return self.do(do="sit", seat=seat, pledge=self.pledge(seat))

    def show(self, seat: int) -> Json:
        """Reveal the bytes that were pledged for a seat."""
        return self.do(do="show", seat=seat, bytes=self.secret_bytes(seat).hex())

    def move(self, move: str, **details: object) -> Json:
        """Make a move for the watched seat, which owes a decision."""
        version = self.owed.version
        return self.do(do="move", seat=self.seat, version=version, move=move, **details)
