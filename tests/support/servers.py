"""A real server process, and clients on real sockets."""

import http.cookiejar
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import Message
from hashlib import sha256

from websockets.sync.client import ClientConnection, connect

from spookhouse.kernel.contract import Json

TIMEOUT = 60.0  # seconds
FOR_TESTS = {
    "bot_pause": 0.0,
    "connections_per_guest": 50,
    "messages_per_second": 1e6,
    "guests_per_address": 100_000,
    "tables_per_address": 100_000,
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

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + TIMEOUT
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"{self.url}/readyz", timeout=5):
                    return
            except (urllib.error.URLError, ConnectionError):
                if self.process.poll() is not None:
                    raise AssertionError(self.output()) from None
                time.sleep(0.05)
        raise AssertionError("the server did not answer")

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


class Client:
    """A guest with a cookie jar and a WebSocket that watches one table.

    Like a browser it applies each patch to the table and the game that it holds.
    """

    def __init__(self, server: Server, like: "Client | None" = None) -> None:
        """Visit the server, as the same guest as another client or as a new one."""
        self.server = server
        self.jar: http.cookiejar.CookieJar = like.jar if like else http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.get("/")
        self.guest: str = self.json("/api/me")["guest"]
        self.socket: ClientConnection | None = None
        self.next = 1
        self.told: list[Json] = []  # patches
        self.table: Json = {}
        self.game: Json | None = None
        self.version = 0
        self.seat: int | None = None

    @staticmethod
    def fresh_visit(server: Server) -> int:
        """Return the status of a visit without a cookie."""
        try:
            with urllib.request.urlopen(server.url, timeout=20) as response:
                return int(response.status)
        except urllib.error.HTTPError as error:
            return error.code

    # === HTTP ===

    def get(
        self, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes, Message]:
        """Return status, body and headers of a GET, or of a POST if there is a body to send."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.server.url + path, data, headers or {})
        try:
            with self.opener.open(request, timeout=20) as response:
                return response.status, response.read(), response.headers
        except urllib.error.HTTPError as error:
            return error.code, error.read(), error.headers

    def json(self, path: str, body: object = None) -> Json:
        """Return the JSON object that the server answers."""
        found: Json = json.loads(self.get(path, body)[1])
        return found

    def open_table(self, game: str = "ghooost", **wanted: object) -> str:
        """Open a table and return its name."""
        found = self.json("/api/tables", {"game": game, **wanted})
        assert found["ok"], found
        return str(found["table"])

    # === WEBSOCKET ===

    def connect(self) -> "Client":
        """Open the WebSocket."""
        cookie = "; ".join(f"{each.name}={each.value}" for each in self.jar)
        address, headers = self.server.url.replace("http", "ws") + "/ws", {"Cookie": cookie}
        self.socket = connect(
            address,
            additional_headers=headers,
            legacy=True,
            ping_interval=None,
            open_timeout=TIMEOUT,
            close_timeout=1,
        )
        return self

    def hear(self, timeout: float = TIMEOUT) -> Json:
        """Receive one message; if it is a patch, apply it."""
        assert self.socket is not None
        message: Json = json.loads(self.socket.recv(timeout))
        if message.get("tell") == "change":
            self.apply(message)
        return message

    def apply(self, message: Json) -> None:
        """Apply a patch, and fail if an earlier one is missing."""
        self.told.append(message)
        assert message["was"] == self.version, "a change was missed"
        self.version = message["version"]
        self.table = changed(self.table, message["table"])
        self.game = changed_game(self.game, message["game"])

    def ask(self, what: str, **details: object) -> Json:
        """Send a request and return the answer; apply the patches that arrive before it."""
        assert self.socket is not None
        number, self.next = self.next, self.next + 1
        self.socket.send(json.dumps({"ask": what, "id": number, **details}))
        while True:
            message = self.hear()
            if message.get("re") == number:
                return message

    def watch(self, table: str, seat: int | None = None) -> Json:
        """Watch a table from a seat or as a spectator, and hold the snapshot."""
        found = self.ask("watch", table=table, seat=seat)
        if found["ok"]:
            self.name, self.seat = table, seat
            self.table, self.game, self.version = found["table"], found["game"], found["version"]
        return found

    def do(self, **command: object) -> Json:
        """Send a command to the watched table and return the answer."""
        return self.ask("do", table=self.name, command=command)

    def bytes_for(self, seat: int) -> bytes:
        """Return the secret bytes that this guest pledges for a seat."""
        return sha256(f"{self.guest} {self.name} {seat}".encode()).digest()

    def sit(self, seat: int) -> Json:
        return self.do(do="sit", seat=seat, pledge=sha256(self.bytes_for(seat)).hexdigest())

    def show(self, seat: int) -> Json:
        """Reveal the bytes that were pledged for a seat."""
        return self.do(do="show", seat=seat, bytes=self.bytes_for(seat).hex())

    def move(self, move: str, **details: object) -> Json:
        assert self.game is not None
        return self.do(
            do="move", seat=self.seat, version=self.game["owed"]["version"], move=move, **details
        )

    @property
    def owes(self) -> bool:
        """Whether the watched seat owes a decision."""
        return bool(self.game and self.game["owed"])

    def wait_for(self, holds: Callable[["Client"], object]) -> None:
        """Receive messages until a condition holds."""
        deadline = time.monotonic() + TIMEOUT
        while not holds(self):
            assert time.monotonic() < deadline, "waited too long"
            self.hear()

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()


def changed(old: Json, patch: Json) -> Json:
    """Return an object after a patch: `all` replaces it, `set` and `gone` change keys."""
    if "all" in patch:
        whole: Json = patch["all"]
        return whole
    new: Json = old | patch["set"]
    for key in patch.get("gone", []):
        del new[key]
    return new


def changed_game(old: Json | None, patch: Json) -> Json | None:
    """Return a game after a patch; only the view is sent in parts."""
    if "all" in patch:
        whole: Json | None = patch["all"]
        return whole
    return patch | {"view": changed(old["view"] if old else {}, patch["view"])}
