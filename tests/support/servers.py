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
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0
FOR_TESTS = {
    "bot_pause": 0.0,
    "connections_per_guest": 50,
    "messages_per_second": 1e6,
    "guests_per_address": 100_000,
    "tables_per_address": 100_000,
}


@contextmanager
def held_port() -> Iterator[int]:
    """A port that nobody else is given meanwhile; a server that was told of it can still listen there."""
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield int(holder.getsockname()[1])


@contextmanager
def served(database: str, **settings: Any) -> Iterator["Server"]:
    """A server on a port of its own, stopped politely afterwards."""
    server = Server(database, **settings)
    try:
        server.wait_until_ready()
        yield server
    finally:
        server.stop()


class Server:
    """`spookhouse serve`. Its port is the one that the system gives to it, so that no two servers can be taken for each other."""

    def __init__(self, database: str, **settings: Any) -> None:
        values = {"host": "127.0.0.1", "port": 0, "database": database, **FOR_TESTS, **settings}
        environment = os.environ | {
            f"SPOOKHOUSE_{name.upper()}": str(value) for name, value in values.items()
        }
        command = [sys.executable, "-m", "spookhouse", "serve"]
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:(\d+)", said)
        assert address is not None, said + self.output()
        self.url, self.port = address[0], int(address[1])

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + PATIENCE
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
        return self.process.stdout.read() if self.process.stdout else ""

    def stop(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code


class Client:
    """A guest with a cookie jar and a line; it keeps its views by the changes it is told, as a browser would."""

    patience = PATIENCE

    def __init__(self, server: Server, like: "Client | None" = None) -> None:
        self.server = server
        self.jar = like.jar if like else http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.get("/")
        self.guest = self.json("/api/me")["guest"]
        self.socket: ClientConnection | None = None
        self.next = 1
        self.told: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.game: dict[str, Any] | None = None
        self.version = 0
        self.seat: int | None = None

    @staticmethod
    def fresh_visit(server: Server) -> int:
        """The status that somebody without a cookie gets."""
        try:
            with urllib.request.urlopen(server.url, timeout=20) as response:
                return int(response.status)
        except urllib.error.HTTPError as error:
            return error.code

    # === HTTP ===

    def get(
        self, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes, Any]:
        data = (
            None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        )
        request = urllib.request.Request(self.server.url + path, data, headers or {})
        try:
            with self.opener.open(request, timeout=min(20, self.patience)) as response:
                return response.status, response.read(), response.headers
        except urllib.error.HTTPError as error:
            return error.code, error.read(), error.headers

    def json(self, path: str, body: Any = None) -> Any:
        return json.loads(self.get(path, body)[1])

    def open_table(self, game: str = "ghooost", **wanted: Any) -> str:
        found = self.json("/api/tables", {"game": game, **wanted})
        assert found["ok"], found
        return str(found["table"])

    # === THE LINE ===

    def connect(self) -> "Client":
        cookie = "; ".join(f"{each.name}={each.value}" for each in self.jar)
        address, headers = self.server.url.replace("http", "ws") + "/ws", {"Cookie": cookie}
        self.socket = connect(
            address,
            additional_headers=headers,
            legacy=True,
            ping_interval=None,
            open_timeout=self.patience,
            close_timeout=1,
        )
        return self

    def hear(self, timeout: float | None = None) -> dict[str, Any]:
        assert self.socket is not None
        message: dict[str, Any] = json.loads(
            self.socket.recv(self.patience if timeout is None else timeout)
        )
        if message.get("tell") == "change":
            self.take(message)
        return message

    def take(self, message: dict[str, Any]) -> None:
        """What changed, put into what is held."""
        self.told.append(message)
        assert message["was"] == self.version, "a change was missed"
        self.version = message["version"]
        self.table = changed(self.table, message["table"])
        game = message["game"]
        self.game = (
            game["all"]
            if "all" in game
            else game | {"view": changed(self.game["view"] if self.game else {}, game["view"])}
        )

    def ask(self, what: str, **details: Any) -> dict[str, Any]:
        assert self.socket is not None
        number, self.next = self.next, self.next + 1
        self.socket.send(json.dumps({"ask": what, "id": number, **details}))
        while True:
            message = self.hear()
            if message.get("re") == number:
                return message

    def watch(self, table: str, seat: int | None = None) -> dict[str, Any]:
        found = self.ask("watch", table=table, seat=seat)
        if found["ok"]:
            self.name, self.seat = table, seat
            self.table, self.game, self.version = found["table"], found["game"], found["version"]
        return found

    def do(self, **command: Any) -> dict[str, Any]:
        return self.ask("do", table=self.name, command=command)

    def bytes_for(self, seat: int) -> bytes:
        return sha256(f"{self.guest} {self.name} {seat}".encode()).digest()

    def sit(self, seat: int) -> dict[str, Any]:
        return self.do(do="sit", seat=seat, pledge=sha256(self.bytes_for(seat)).hexdigest())

    def show(self, seat: int) -> dict[str, Any]:
        return self.do(do="show", seat=seat, bytes=self.bytes_for(seat).hex())

    def move(self, move: str, **details: Any) -> dict[str, Any]:
        assert self.game is not None
        return self.do(
            do="move", seat=self.seat, version=self.game["owed"]["version"], move=move, **details
        )

    @property
    def owes(self) -> bool:
        return bool(self.game and self.game["owed"])

    def wait_for(self, holds: Any) -> None:
        deadline = time.monotonic() + PATIENCE
        while not holds(self):
            assert time.monotonic() < deadline, "waited too long"
            self.hear()

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()


def changed(old: dict[str, Any], changes: dict[str, Any]) -> Any:
    if "all" in changes:
        return changes["all"]
    made = old | changes["set"]
    for key in changes.get("gone", []):
        del made[key]
    return made
