"""One hostile client: an address with everything that the server grants to it."""

import copy
import json
import random
import socket
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256

from proof.raw_sockets import RawWebSocket, exchange, frame, open_socket, request_bytes
from spookhouse.kernel.contract import Json

# Linux answers on all addresses of 127.0.0.0/8, so the client has one of its own.
ADDRESS = "127.0.0.66"
# As many as can hold all WebSockets of one address.
GUESTS = 20
PIECE = 1 << 16
# Receive buffer of a client that does not read.
SMALL_BUFFER = 2048


@dataclass(frozen=True)
class Targets:
    """The tables of others that a hostile client knows."""

    # A finished game whose record has ten megabytes.
    record: str
    # A finished game with many moves.
    replay: str
    # A lobby with open seats, in which guests wait who must not be disturbed.
    lobby: str


@dataclass
class HostileClient:
    """Guests, tables and connections of one address. `over` ends what it does."""

    port: int
    targets: Targets
    over: threading.Event
    # What it owns: cookies of guests, and the table that each of them plays alone.
    cookies: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    # Tables with bots only.
    bot_tables: list[str] = field(default_factory=list)
    until: float = float("inf")
    rng: random.Random = field(default_factory=lambda: random.Random(66))

    # === TURNS ===

    def turn(self, seconds: float) -> "HostileClient":
        """Return the same client for an attack of so many seconds."""
        turn = copy.copy(self)
        turn.until = time.monotonic() + seconds
        return turn

    @property
    def is_over(self) -> bool:
        """Whether the attack must end."""
        return self.over.is_set() or time.monotonic() > self.until

    def pause(self, seconds: float) -> None:
        """Wait, but not beyond the end of the attack."""
        self.over.wait(min(seconds, max(0.0, self.until - time.monotonic())))

    # === HTTP ===

    def request(
        self,
        path: str,
        *headers: str,
        method: str = "GET",
        body: bytes = b"",
        guest: int | None = None,
        keep: bool = False,
    ) -> bytes:
        """Return the bytes of a request, without a cookie unless a guest is named."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *headers]
        lines += [] if guest is None else [f"Cookie: {self.cookies[guest]}"]
        lines += [] if keep else ["Connection: close"]
        lines += [f"Content-Length: {len(body)}"] if body else []
        return request_bytes(lines) + body

    def socket(self, *, is_slow: bool = False) -> socket.socket:
        """Return a connection; a slow one receives little before it is read."""
        connection = open_socket(self.port, 5.0, ADDRESS)
        if is_slow:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        return connection

    def exchange(self, data: bytes) -> bytes:
        """Send bytes and return everything until the server closes the connection."""
        return exchange(self.port, data, 5.0, ADDRESS)

    def post(self, path: str, body: Json, guest: int = 0) -> Json:
        """Send JSON and return the JSON of the answer."""
        data = json.dumps(body).encode()
        answer = self.exchange(self.request(path, method="POST", body=data, guest=guest))
        found: Json = json.loads(answer.partition(b"\r\n\r\n")[2])
        return found

    def pour(self, first: bytes, piece: bytes, times: int) -> None:
        """Send a beginning and many pieces, until the server closes the connection."""
        with self.socket() as connection:
            connection.sendall(first)
            for _ in range(times):
                if self.is_over:
                    return
                connection.sendall(piece)

    # === WEBSOCKETS ===

    def websocket(self, guest: int | None = None, *, is_slow: bool = False) -> RawWebSocket:
        """Return a WebSocket of a guest, by default of any."""
        cookie = self.cookies[self.rng.randrange(GUESTS) if guest is None else guest]
        websocket = RawWebSocket(self.port, cookie, source=ADDRESS)
        websocket.socket.settimeout(5.0)
        if is_slow:
            websocket.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        return websocket

    # === WHAT IT OWNS ===

    def enter(self) -> None:
        """Become so many guests."""
        while len(self.cookies) < GUESTS and not self.over.is_set():
            head = self.exchange(self.request("/")).partition(b"\r\n\r\n")[0].decode()
            for line in head.split("\r\n"):
                if line.lower().startswith("set-cookie: "):
                    self.cookies.append(line.partition(": ")[2].partition(";")[0])

    def open_table(self, guest: int, players: int, **settings: object) -> str:
        """Open a table of a guest; return its name, or nothing if the server refuses."""
        options = {"game": "ghooost", "options": {"players": players}, **settings}
        return str(self.post("/api/tables", options, guest).get("table", ""))

    def start_tables(self) -> None:
        """Let each guest start a game against itself."""
        for guest in range(GUESTS):
            table = self.open_table(guest, 2)
            with Talk(self.websocket(guest), table) as talk:
                # The first start waits for the rules.
                talk.websocket.socket.settimeout(60.0)
                seats = [secret(table, seat) for seat in (0, 1)]
                for seat, shown in enumerate(seats):
                    talk.do("sit", seat=seat, pledge=sha256(shown).hexdigest())
                talk.do("start")
                for seat, shown in enumerate(seats):
                    talk.do("show", seat=seat, bytes=shown.hex())
            self.tables.append(table)

    def start_bot_tables(self, tables: int, character: str) -> None:
        """Let one guest start games in which only bots play."""
        for _ in range(tables):
            table = self.open_table(0, 4)
            with Talk(self.websocket(0), table) as talk:
                for seat in range(4):
                    talk.do("add-bot", seat=seat, level=character)
                talk.do("start")
            self.bot_tables.append(table)
            if self.is_over:
                return


class Talk:
    """A WebSocket whose requests about one table wait for their answers."""

    def __init__(self, websocket: RawWebSocket, table: str) -> None:
        self.websocket, self.table = websocket, table
        self.number = 0

    def __enter__(self) -> "Talk":
        return self

    def __exit__(self, *error: object) -> None:
        self.websocket.close()

    def ask(self, what: str, **fields: object) -> Json:
        """Send a request and return its answer; wait a little if the client is too fast."""
        self.number += 1
        request = {"ask": what, "id": self.number, "table": self.table, **fields}
        self.websocket.send(frame(json.dumps(request).encode()))
        while True:
            answer: Json = json.loads(self.websocket.receive()[1] or b"{}")
            if answer.get("code") == "limit/rate":
                time.sleep(0.1)
                return self.ask(what, **fields)
            if answer.get("re") == self.number:
                return answer

    def do(self, command: str, **details: object) -> Json:
        """Send a command and return its answer."""
        return self.ask("do", command={"do": command, **details})


def secret(table: str, seat: int) -> bytes:
    """Return the bytes of a seat for the deal."""
    return sha256(f"{table} {seat}".encode()).digest()


def command_frame(table: str, command: str, **details: object) -> bytes:
    """Return the frame of a command whose answer nobody reads."""
    request = {"ask": "do", "id": 1, "table": table, "command": {"do": command, **details}}
    return frame(json.dumps(request).encode())


def watch_frame(table: str, seat: int | None = None) -> bytes:
    """Return the frame of a request to watch a table."""
    return frame(json.dumps({"ask": "watch", "id": 1, "table": table, "seat": seat}).encode())


def discard(websocket: RawWebSocket, seconds: float) -> None:
    """Read and forget what arrives within so many seconds."""
    websocket.socket.settimeout(seconds)
    with suppress(TimeoutError):
        while websocket.socket.recv(1 << 18):
            pass
