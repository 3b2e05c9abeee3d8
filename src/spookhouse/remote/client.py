"""A client's side of HTTP and WebSocket, by hand: so cheap that a thousand clients in one process do not slow what they measure."""

import asyncio
import base64
import os
import time
from collections import deque
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import SplitResult, urlsplit

import msgspec

from spookhouse.kernel.errors import SpookhouseError

PATIENCE = 60.0  # seconds for an answer
LATE = 0.0005  # seconds by which it may be noted too late that something came
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A  # first bytes of frames that are whole
CUT_OFF = "the house hung up"


class LoadFailed(SpookhouseError):
    """The house did not do what a client may expect."""

    code = "load/failed"


# === HTTP ===


async def fetch(
    base: SplitResult, method: str, path: str, headers: dict[str, str], body: bytes = b""
) -> tuple[dict[str, str], bytes]:
    """One request on a connection of its own: headers (names in lower case) and body of the answer."""
    reader, writer = await asyncio.open_connection(base.hostname, base.port or 80)
    lines = [
        f"{method} {path} HTTP/1.1",
        f"Host: {base.netloc}",
        "Connection: close",
        f"Content-Length: {len(body)}",
    ]
    writer.write(
        "\r\n".join(
            [*lines, *(f"{name}: {value}" for name, value in headers.items()), "", ""]
        ).encode()
        + body
    )
    try:
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
    finally:
        writer.close()
    head, _, content = answer.partition(b"\r\n\r\n")
    status, *found = head.decode().split("\r\n")
    if not status.startswith("HTTP/1.1 2"):
        raise LoadFailed(
            f"{method} {path} was answered with {status!r} {content[:200].decode(errors='replace')}"
        )
    return {
        name.lower(): value for name, _, value in (line.partition(": ") for line in found)
    }, content


# === WEBSOCKET ===


class Unread:
    """Sockets with something to read. When something came is noted at once, and it is read later, a few at a time: between them it is looked whether
    more has come. Else a message would wait, as it does not where clients have devices of their own, while hundreds of others are answered.
    """

    def __init__(self) -> None:
        self.sockets: deque[Socket] = deque()

    def add(self, socket: "Socket") -> None:
        self.sockets.append(socket)
        if len(self.sockets) == 1:
            asyncio.get_running_loop().call_soon(self.read_some)

    def read_some(self) -> None:
        until = time.perf_counter() + LATE
        while self.sockets and time.perf_counter() < until:
            self.sockets[0].read()
            self.sockets.popleft()
        if self.sockets:
            asyncio.get_running_loop().call_soon(self.read_some)


UNREAD = Unread()


class Socket(asyncio.Protocol):
    """One WebSocket. What is heard goes to `heard`, message by message."""

    def __init__(self, request: bytes, heard: Callable[[bytes], None]) -> None:
        self.request, self.heard = request, heard
        self.buffer = bytearray()
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport
        self.is_closed = False
        self.came_at = 0.0
        self.is_waiting = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.request)

    def connection_lost(self, error: Exception | None) -> None:
        self.is_closed = True
        if not self.open.done():
            self.open.set_exception(LoadFailed(CUT_OFF))

    def data_received(self, data: bytes) -> None:
        self.came_at = time.perf_counter()
        self.buffer += data
        if not self.is_waiting:
            self.is_waiting = True
            UNREAD.add(self)

    def read(self) -> None:
        self.is_waiting = False
        if self.open.done() or self._enter():
            self._read_frames()

    def _enter(self) -> bool:
        """Whether the door is open: the answer to the handshake has come."""
        head, found, rest = bytes(self.buffer).partition(b"\r\n\r\n")
        if not found:
            return False
        if not head.startswith(b"HTTP/1.1 101"):
            self.open.set_exception(
                LoadFailed(f"no WebSocket: {head[:100].decode(errors='replace')}")
            )
            return False
        self.buffer = bytearray(rest)
        self.open.set_result(None)
        return True

    def _read_frames(self) -> None:
        buffer, place, end = self.buffer, 0, len(self.buffer)
        while end - place >= 2:
            size, start = buffer[place + 1], place + 2
            if size >= 126:
                width = 2 if size == 126 else 8
                size, start = int.from_bytes(buffer[start : start + width], "big"), start + width
            if start + size > end:
                break
            self._take(buffer[place], bytes(buffer[start : start + size]))
            place = start + size
        del buffer[:place]

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self.heard(payload)
        elif kind == PING:
            self.send(payload, PONG)
        elif kind == CLOSE:
            self.transport.close()

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        """One frame, masked as clients must."""
        if self.is_closed:
            return
        size = len(payload)
        head = (
            bytes((kind, 0x80 | size))
            if size < 126
            else bytes((kind, 0xFE)) + size.to_bytes(2, "big")
        )
        mask = os.urandom(4)
        key = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
        masked = (int.from_bytes(payload, "big") ^ key).to_bytes(size, "big")
        self.transport.write(head + mask + masked)

    def close(self) -> None:
        self.send(b"\x03\xe8", CLOSE)
        self.transport.close()


async def connect(
    base: SplitResult, headers: dict[str, str], heard: Callable[[bytes], None]
) -> Socket:
    nonce = base64.b64encode(os.urandom(16)).decode()
    lines = [
        "GET /ws HTTP/1.1",
        f"Host: {base.netloc}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {nonce}",
    ]
    request = "\r\n".join(
        [*lines, *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    ).encode()
    _, socket = await asyncio.get_running_loop().create_connection(
        lambda: Socket(request, heard), str(base.hostname), base.port or 80
    )
    await asyncio.wait_for(socket.open, PATIENCE)
    return socket


# === MESSAGES, AS FAR AS A LOAD NEEDS THEM ===


class Owed(msgspec.Struct):
    version: int
    moves: list[str]


class Game(msgspec.Struct):
    owed: Owed | None = None
    all: "Game | None" = None


class Facts(msgspec.Struct):
    """Of a table, whole or as what changed."""

    phase: str | None = None
    rematch: str | None = None
    set: "Facts | None" = None


class Heard(msgspec.Struct):
    """An answer, or something told."""

    re: int | None = None
    ok: bool = True
    tell: str = ""
    of: str = ""
    code: str = ""
    message: str = ""
    version: int = 0
    table: Facts | None = None
    game: Game | None = None
    move: str = ""


read = msgspec.json.Decoder(Heard).decode
write = msgspec.json.Encoder().encode


def split(url: str) -> SplitResult:
    """The address of a house."""
    found = urlsplit(url if "//" in url else f"http://{url}")
    if found.scheme != "http" or not found.hostname:
        raise LoadFailed(
            f"{url!r} cannot be driven: give the address of a house like http://127.0.0.1:8000"
        )
    return found


Json = dict[str, Any]
