"""WebSockets under the HTTP server: the handshake is the library's, the frames are read and written here.

A message that passes a library's frames, a queue, ASGI and a task for each direction costs several times what a move costs. Here it is a slice of
what was received, handed to the line; and what a line sends in one turn of the event loop leaves in one write.
"""

import asyncio
import struct
from typing import Any, cast

from starlette.requests import HTTPConnection
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.http11 import Request
from websockets.server import ServerProtocol

from spookhouse.web.context import House
from spookhouse.web.session import Line, NotAdmitted, admit, dismiss

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

PATH = "/ws"
CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10  # kinds of frames
WHOLE, RESERVED, KIND, MASKED, SIZE = (
    0x80,
    0x70,
    0x0F,
    0x80,
    0x7F,
)  # bits of a frame's first and second byte
SMALL = 125  # bytes whose number fits into the second byte; the most in a control frame
BROKEN, NOT_UTF8, TOO_LARGE, RESTARTING, TOO_SLOW = 1002, 1007, 1009, 1012, 4008  # close codes
UNREAD = 1 << 19  # bytes that may wait for a slow reader before the line is cut
LISTEN = 20.0  # seconds after which a silent client is asked whether it is there, and after as many more is not
FAREWELL = 3.0  # seconds in which a client may read what was sent before the line is cut

SENT_TEXT = WHOLE | TEXT
SENT_BYTES = WHOLE | BINARY
write_small, write_middle, write_large = (
    struct.Struct("!BB").pack,
    struct.Struct("!BBH").pack,
    struct.Struct("!BBQ").pack,
)


class Broken(Exception):
    """A client that does not speak WebSocket, or says too much: the close code, and why."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Wire(asyncio.Protocol):
    """One client's WebSocket."""

    __slots__ = (
        "buffer",
        "connections",
        "has_spoken",
        "house",
        "is_open",
        "kept",
        "leaving",
        "line",
        "timer",
        "transport",
    )

    def __init__(self, config: Config, server_state: ServerState, app_state: Any = None) -> None:
        self.house: House = cast(Any, config.app).state.house
        self.connections: set[Any] = server_state.connections
        self.line: Line | None = None
        self.buffer = b""
        self.kept: list[bytes] = []  # parts of a message that comes in several frames
        self.leaving: list[bytes] = []
        self.is_open = self.has_spoken = True
        self.transport: asyncio.Transport
        self.timer: asyncio.TimerHandle | None = None

    # === COMING AND GOING ===

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        self.connections.discard(self)
        self.is_open = False
        if self.timer is not None:
            self.timer.cancel()
        if self.line is not None:
            self.line.leave()
            self.line = None

    def shutdown(self) -> None:
        """The server stops."""
        self.close(RESTARTING, "the house is closing")

    def shake_hands(self, data: bytes) -> None:
        """The request, as the HTTP server passes it on: whole."""
        protocol = ServerProtocol()
        protocol.receive_data(data)
        request = next(
            (event for event in protocol.events_received() if isinstance(event, Request)), None
        )
        if request is not None:
            try:
                guest, address = admit(self.house, connection_of(request, self.transport))
                response = protocol.accept(request)
                if response.status_code != 101:  # no handshake after all
                    dismiss(self.house, guest, address)
            except NotAdmitted as refused:
                response = protocol.reject(refused.status, refused.reason + "\n")
            if response.status_code == 101:
                self.line = Line(self.house, self, guest, address)
                self.transport.set_write_buffer_limits(UNREAD)
                self.timer = asyncio.get_running_loop().call_later(LISTEN, self.listen)
            protocol.send_response(response)
        self.transport.write(b"".join(protocol.data_to_send()))
        if self.line is None:
            self.transport.close()

    def listen(self) -> None:
        """Is anybody there?"""
        if not self.has_spoken:
            self.transport.abort()
            return
        self.has_spoken = False
        self.send(b"", PING)
        self.timer = asyncio.get_running_loop().call_later(LISTEN, self.listen)

    # === READING ===

    def data_received(self, data: bytes) -> None:
        if self.line is None:
            self.shake_hands(data)
            return
        self.has_spoken = True
        try:
            self.read_frames(self.buffer + data if self.buffer else data)
        except Broken as error:
            self.close(error.code, error.reason)

    def read_frames(self, data: bytes) -> None:
        place, end, largest = 0, len(data), self.house.settings.message_bytes
        while self.is_open and end - place >= 2:
            size, start = data[place + 1] & SIZE, place + 2
            if size > SMALL:
                wide = 2 if size == SMALL + 1 else 8
                size, start = int.from_bytes(data[start : start + wide], "big"), start + wide
                if start > end:
                    break
            if size > largest:
                raise Broken(TOO_LARGE, f"a message may have {largest} bytes")
            if not data[place + 1] & MASKED:
                raise Broken(BROKEN, "clients mask what they send")
            if start + 4 + size > end:
                break
            first, place = data[place], start + 4 + size
            payload = apply_mask(data[start + 4 : place], data[start : start + 4])
            if first == SENT_TEXT and not self.kept:  # nearly always
                self.hear(payload)
            else:
                self.take(first, payload)
        self.buffer = data[place:]

    def take(self, first: int, payload: bytes) -> None:
        if first == SENT_BYTES and not self.kept:
            self.hear(payload, as_text=False)
        elif first & RESERVED:
            raise Broken(BROKEN, "no extension was agreed on")
        elif first & KIND >= CLOSE:
            self.take_control(first, payload)
        else:
            self.take_part(first, payload)

    def take_part(self, first: int, payload: bytes) -> None:
        """A message in several frames."""
        kind = first & KIND
        if kind not in (CONTINUED, TEXT):
            raise Broken(BROKEN, "not a frame of this protocol")
        if (kind == CONTINUED) != bool(self.kept):
            raise Broken(BROKEN, "a message is continued if and only if one was begun")
        self.kept.append(payload or b"")
        if (
            sum(map(len, self.kept)) > self.house.settings.message_bytes
            or len(self.kept) > self.house.settings.message_bytes
        ):
            raise Broken(TOO_LARGE, f"a message may have {self.house.settings.message_bytes} bytes")
        if first & WHOLE:
            whole, self.kept = b"".join(self.kept), []
            self.hear(whole)

    def take_control(self, first: int, payload: bytes) -> None:
        if not first & WHOLE or len(payload) > SMALL or first & KIND > PONG:
            raise Broken(BROKEN, "not a frame of this protocol")
        if first & KIND == PING:
            self.send(payload, PONG)
        elif first & KIND == CLOSE:
            self.close(int.from_bytes(payload[:2], "big") if is_close_code(payload) else 1000, "")

    def hear(self, payload: bytes, as_text: bool = True) -> None:
        """JSON is JSON, also if it was sent as bytes; what was sent as text must be text."""
        if as_text and not payload.isascii():  # nearly all are
            try:
                payload.decode()
            except UnicodeDecodeError as error:
                raise Broken(NOT_UTF8, "messages are UTF-8") from error
        assert self.line is not None
        self.line.hear(payload)

    # === WRITING ===

    def send(self, payload: bytes, kind: int = TEXT) -> None:
        """Never waits."""
        if not self.is_open:
            return
        size = len(payload)
        if size <= SMALL:
            head = write_small(WHOLE | kind, size)
        elif size < 1 << 16:
            head = write_middle(WHOLE | kind, SMALL + 1, size)
        else:
            head = write_large(WHOLE | kind, SMALL + 2, size)
        if not self.leaving:
            self.house.outbox.add(self)
        self.leaving += (head, payload)

    def flush(self) -> None:
        """All that was said in this turn of the event loop leaves in one write; who has hung up meanwhile hears nothing more."""
        leaving, self.leaving = self.leaving, []
        if leaving and not self.transport.is_closing():
            self.transport.write(b"".join(leaving))

    def pause_writing(self) -> None:
        """Who does not read is cut off, and others play on undisturbed."""
        self.close(TOO_SLOW, "too slow")

    def close(self, code: int, reason: str) -> None:
        """Say goodbye, and leave a moment for it to be read."""
        if not self.is_open:
            return
        self.send(code.to_bytes(2, "big") + reason.encode()[: SMALL - 2], CLOSE)
        self.is_open = False
        self.flush()
        self.transport.close()
        asyncio.get_running_loop().call_later(FAREWELL, self.transport.abort)


def is_close_code(payload: bytes) -> bool:
    """Whether a close frame brings a code that may be sent back."""
    code = int.from_bytes(payload[:2], "big")
    return len(payload) >= 2 and (
        (1000 <= code <= 1011 and code not in (1004, 1005, 1006)) or 3000 <= code <= 4999
    )


def connection_of(request: Request, transport: asyncio.Transport) -> HTTPConnection:
    """The request in the shape that the rest of the web knows."""
    if request.path.partition("?")[0] != PATH:
        raise NotAdmitted(404, f"there is no WebSocket here; it is at {PATH}")
    headers = [
        (name.lower().encode("latin-1"), value.encode("latin-1"))
        for name, value in request.headers.raw_items()
    ]
    peer = transport.get_extra_info("peername")
    return HTTPConnection(
        {
            "type": "websocket",
            "path": PATH,
            "headers": headers,
            "client": peer[:2] if isinstance(peer, tuple) else None,
        }
    )
