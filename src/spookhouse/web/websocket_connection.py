"""WebSocket connections under the HTTP server.

The library `websockets` parses and writes frames without doing any I/O. This module connects it to
the transport and to the client's session. The library's own server would add a queue, ASGI and two
tasks for each connection; those cost more than a move.
"""

import asyncio
from codecs import IncrementalDecoder, getincrementaldecoder
from typing import Any, cast

from starlette.requests import HTTPConnection
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.speedups import apply_mask

from spookhouse.web.admission import NotAdmitted, admit, dismiss
from spookhouse.web.context import context_of
from spookhouse.web.websocket_session import Session

PATH = "/ws"
# Close code for a client that does not read what it is sent.
TOO_SLOW = 4008
# Bytes that may wait for a slow client before its connection is closed.
MAX_UNREAD_BYTES = 1 << 19
# Bytes that may wait for any client. Of each address, a few clients may leave more unread.
FEW_UNREAD_BYTES = 1 << 16
# Seconds between pings. A client that sent nothing since the last ping is dropped.
PING_INTERVAL = 20.0
# Seconds in which a client may read what was sent before the connection is aborted.
CLOSE_TIMEOUT = 3.0
# Bytes that are parsed in one turn of the event loop. They contain at most 170 frames, while the
# system may deliver 40,000 at once.
SLICE_BYTES = 1_024
END_OF_HEADERS = b"\r\n\r\n"
# Bytes of a text whose frame has the shortest header.
MAX_SHORT_TEXT = 125
SHORT_HEADER = 6  # bytes: flags and opcode, size, mask


class InvalidText(Exception):
    """A text message that is not valid UTF-8."""


class WebSocketProtocol(asyncio.Protocol):
    """The WebSocket connection of one client."""

    __slots__ = (
        "awaits_pong",
        "connections",
        "context",
        "decoder",
        "fragments",
        "has_received",
        "has_whole_frames",
        "is_flush_scheduled",
        "is_held",
        "is_parse_scheduled",
        "is_slow",
        "ping_timer",
        "protocol",
        "session",
        "texts",
        "transport",
        "unparsed",
    )

    def __init__(self, config: Config, server_state: ServerState, app_state: Any = None) -> None:
        self.context = context_of(config.app)
        self.connections: set[Any] = server_state.connections
        self.protocol = ServerProtocol(max_size=self.context.settings.message_bytes)
        self.session: Session | None = None
        # The beginning of a message that comes in several frames, and the check of its text.
        self.fragments = bytearray()
        self.decoder: IncrementalDecoder | None = None
        # Text frames to be written before whatever the library wants to write.
        self.texts: list[bytes] = []
        # What arrived and is not parsed yet; meanwhile nothing more is read.
        self.unparsed = bytearray()
        # Whether the session accepts no more messages for now.
        self.is_held = False
        # Whether the client is counted among the slow readers of its address.
        self.is_slow = False
        self.has_received = True
        # Whether all that arrived since the handshake were short texts, each in one piece. Then the
        # library has parsed everything that it received.
        self.has_whole_frames = False
        self.awaits_pong = False
        self.is_flush_scheduled = self.is_parse_scheduled = False
        self.transport: asyncio.Transport
        self.ping_timer: asyncio.TimerHandle | None = None

    @property
    def is_open(self) -> bool:
        """Whether messages can be sent and received."""
        return self.session is not None and self.protocol.state is OPEN

    # === OPENING AND CLOSING ===

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over a connection from the HTTP protocol."""
        self.transport = cast(asyncio.Transport, transport)
        self.connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        """End the session."""
        self.connections.discard(self)
        if self.ping_timer is not None:
            self.ping_timer.cancel()
        if self.session is not None:
            self.stop_counting_as_slow(self.session)
            self.session.leave()
            self.session = None

    def shutdown(self) -> None:
        """Close the connection because the server stops."""
        self.close(CloseCode.SERVICE_RESTART, "the server is closing")

    def answer_handshake(self, request: Request) -> None:
        """Start a session if the request is valid and the guest is admitted."""
        try:
            guest, address = admit(self.context, connection_of(request, self.transport))
        except NotAdmitted as refused:
            self.refuse_handshake(request, refused)
            return
        response = self.protocol.accept(request)
        if response.status_code == 101:
            self.start_session(guest, address)
        else:
            dismiss(self.context, guest, address)
        self.protocol.send_response(response)
        self.flush()

    def refuse_handshake(self, request: Request, refused: NotAdmitted) -> None:
        """Answer a handshake that starts no session.

        A page cannot see the status of a handshake, only the code with which a connection closes.
        """
        if refused.close_code is None:
            response = self.protocol.reject(refused.status, refused.reason + "\n")
        else:
            response = self.protocol.accept(request)
        self.protocol.send_response(response)
        if refused.close_code is not None and response.status_code == 101:
            self.protocol.send_close(refused.close_code, refused.reason)
        self.flush()

    def start_session(self, guest: str, address: str) -> None:
        """Start the session of an admitted guest."""
        self.session = Session(self.context, self, guest, address)
        self.transport.set_write_buffer_limits(FEW_UNREAD_BYTES)
        self.ping_timer = asyncio.get_running_loop().call_later(PING_INTERVAL, self.ping)

    def ping(self) -> None:
        """Ping the client, or drop it if it sent nothing since the last ping."""
        if not self.has_received:
            self.transport.abort()
            return
        self.has_received = False
        if self.is_open:
            self.protocol.send_ping(b"")
            self.awaits_pong = True
            self.schedule_flush()
        self.ping_timer = asyncio.get_running_loop().call_later(PING_INTERVAL, self.ping)

    def close(self, code: int, reason: str) -> None:
        """Send a close frame and disconnect."""
        if self.is_open:
            self.protocol.send_close(code, reason)
            self.disconnect()

    def disconnect(self) -> None:
        """Close the transport, but leave the client a moment to read what was sent."""
        self.has_whole_frames = False
        self.flush()
        self.transport.close()
        asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, self.transport.abort)

    # === RECEIVING ===

    def data_received(self, data: bytes) -> None:
        """Parse what the client sent, if it is not much."""
        self.has_received = True
        if self.has_whole_frames and (message := short_text(data)) is not None:
            self.receive_short_text(message)
        elif len(data) > SLICE_BYTES or self.unparsed:
            self.receive_much(data)
        else:
            self.parse(data)

    def receive_short_text(self, message: bytes) -> None:
        """Receive a message that the library need not parse."""
        try:
            self.receive_message(message, is_text=True)
        except InvalidText:
            self.refuse_text()

    def receive_much(self, data: bytes) -> None:
        """Keep data, read no more, and parse it slice by slice."""
        if self.session is None:
            # The handshake, whose size is limited.
            self.parse(data)
            return
        self.has_whole_frames = False
        self.unparsed += data
        self.transport.pause_reading()
        self.schedule_parse()

    def schedule_parse(self) -> None:
        """Parse a slice in the next turn of the event loop: all other connections come first."""
        if not self.is_parse_scheduled:
            self.is_parse_scheduled = True
            asyncio.get_running_loop().call_soon(self.parse_slice)

    def parse_slice(self) -> None:
        """Parse a slice of what waits, unless the session has too much to do."""
        self.is_parse_scheduled = False
        if not self.is_open:
            self.unparsed.clear()
        elif not self.is_held:
            data = bytes(self.unparsed[:SLICE_BYTES])
            del self.unparsed[:SLICE_BYTES]
            self.parse(data)
            self.continue_reading()

    def continue_reading(self) -> None:
        """Parse what waits; read more if nothing does."""
        if self.is_held or self.transport.is_closing():
            return
        if self.unparsed:
            self.schedule_parse()
        else:
            self.transport.resume_reading()

    def hold(self) -> None:
        """Read no more until the session has answered some messages."""
        if not self.is_held and not self.transport.is_closing():
            self.is_held = True
            self.transport.pause_reading()

    def release(self) -> None:
        """Read on."""
        self.is_held = False
        self.continue_reading()

    def parse(self, data: bytes) -> None:
        """Parse data and handle all frames in it."""
        self.has_whole_frames = False
        self.protocol.receive_data(data)
        try:
            for event in self.protocol.events_received():
                if isinstance(event, Frame):
                    self.receive_frame(event)
                elif isinstance(event, Request):
                    self.answer_handshake(event)
                    self.has_whole_frames = data.find(END_OF_HEADERS) + 4 == len(data)
        except InvalidText:
            self.refuse_text()
        else:
            if not self.is_open:
                self.disconnect()

    def refuse_text(self) -> None:
        """Close the connection because a text is not valid UTF-8."""
        self.protocol.fail(CloseCode.INVALID_DATA, "text messages must be UTF-8")
        self.disconnect()

    def receive_frame(self, frame: Frame) -> None:
        """Handle one frame."""
        # Nearly every frame is a whole text message.
        if frame.opcode is Opcode.TEXT and frame.fin:
            self.receive_message(bytes(frame.data), is_text=True)
        elif frame.opcode is Opcode.BINARY and frame.fin:
            self.receive_message(bytes(frame.data), is_text=False)
        elif frame.opcode is Opcode.PING:
            self.count_frame()
            # The library has queued a pong.
            self.schedule_flush()
        elif frame.opcode is Opcode.PONG:
            self.receive_pong()
        elif frame.opcode is not Opcode.CLOSE:
            self.receive_fragment(frame)

    def receive_pong(self) -> None:
        """Count a pong, unless it answers a ping."""
        if self.awaits_pong:
            self.awaits_pong = False
        else:
            self.count_frame()

    def count_frame(self) -> None:
        """Count a frame that is no message against the limits of messages."""
        if self.session is not None:
            self.session.count_frame()

    def receive_fragment(self, frame: Frame) -> None:
        """Collect a message that comes in several frames.

        The library has checked their order and size.
        """
        if frame.opcode is Opcode.TEXT:
            self.decoder = getincrementaldecoder("utf-8")()
        if self.decoder is not None:
            check_text(self.decoder, frame)
        self.fragments += frame.data
        if not frame.fin:
            self.count_frame()
        else:
            message, self.fragments, self.decoder = bytes(self.fragments), bytearray(), None
            self.receive_message(message, is_text=False)

    def receive_message(self, message: bytes, is_text: bool) -> None:
        """Pass a message to the session.

        JSON may come as text or binary; only text must be UTF-8.
        """
        if is_text and not message.isascii():
            try:
                message.decode()
            except UnicodeDecodeError as error:
                raise InvalidText from error
        if self.session is not None:
            self.session.receive(message)

    # === SENDING ===

    def send(self, message: bytes) -> None:
        """Queue a text message; all messages of one turn of the event loop leave in one write."""
        if self.is_open:
            self.texts.append(text_frame(message))
            self.schedule_flush()

    def schedule_flush(self) -> None:
        """Write what is queued when the current turn of the event loop ends."""
        if not self.is_flush_scheduled:
            self.is_flush_scheduled = True
            self.context.flush_queue.add(self)

    def flush(self) -> None:
        """Write everything that is queued, unless the client has disconnected meanwhile."""
        self.is_flush_scheduled = False
        data = b"".join((*self.texts, *self.protocol.data_to_send()))
        self.texts.clear()
        if data and not self.transport.is_closing():
            self.transport.write(data)
            if self.is_slow and self.transport.get_write_buffer_size() > MAX_UNREAD_BYTES:
                self.close(TOO_SLOW, "too slow")

    # === SLOW READERS ===

    def pause_writing(self) -> None:
        """Disconnect a client that does not read if its address has many of them."""
        session = self.session
        if session is None or self.is_slow:
            return
        self.is_slow = self.context.slow_readers.enter(session.address)
        if not self.is_slow:
            self.close(TOO_SLOW, "too slow")

    def resume_writing(self) -> None:
        """Note that the client reads again."""
        if self.session is not None:
            self.stop_counting_as_slow(self.session)

    def stop_counting_as_slow(self, session: Session) -> None:
        """Make room for another slow reader of the address."""
        if self.is_slow:
            self.is_slow = False
            self.context.slow_readers.leave(session.address)


def short_text(data: bytes) -> bytes | None:
    """Return the short text that data consists of, or None if it is anything else.

    Nearly all messages of clients are such frames. The library takes ten times as long to parse
    them, which is a twentieth of a move.
    """
    size = len(data) - SHORT_HEADER
    if 0 <= size <= MAX_SHORT_TEXT and data[0] == 0x81 and data[1] == 0x80 | size:
        return apply_mask(data[SHORT_HEADER:], data[2:SHORT_HEADER])
    return None


def text_frame(message: bytes) -> bytes:
    """Return a text message as one frame.

    The library's `send_text` takes four times as long, which is a twentieth of a move.
    """
    size = len(message)
    if size < 126:
        return bytes((0x81, size)) + message
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + message
    return b"\x81\x7f" + size.to_bytes(8, "big") + message


def check_text(decoder: IncrementalDecoder, frame: Frame) -> None:
    """Raise InvalidText as soon as a fragment cannot be part of valid UTF-8."""
    try:
        decoder.decode(bytes(frame.data), final=frame.fin)
    except UnicodeDecodeError as error:
        raise InvalidText from error


def connection_of(request: Request, transport: asyncio.Transport) -> HTTPConnection:
    """Return the handshake request as Starlette represents requests."""
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
