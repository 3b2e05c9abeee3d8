"""One WebSocket of a client. The library implements the protocol; this module adds transport."""

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import cast

from websockets.client import ClientProtocol
from websockets.exceptions import InvalidStatus
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from spookhouse.remote.address import ServerAddress
from spookhouse.remote.errors import Disconnected, NotAdmitted, RemoteError
from spookhouse.remote.http import TIMEOUT, tls_context

LARGEST = 1 << 24  # bytes of a message that is received
CLOSE_TIMEOUT = 1.0  # seconds in which a server may answer a close frame
DATA = (Opcode.TEXT, Opcode.BINARY, Opcode.CONT)

OnMessage = Callable[[bytes], None]
OnLost = Callable[[RemoteError], None]
Schedule = Callable[[Callable[[], None]], None]


def at_once(read: Callable[[], None]) -> None:
    """Read what has arrived without delay."""
    read()


class WebSocket(asyncio.Protocol):
    """One connection. It calls `on_message` for each message, and `on_lost` once when it ends.

    It calls neither after `close`. `schedule` decides when bytes that have arrived are read: a load
    driver reads them later, and measures with `received_at`.
    """

    def __init__(
        self,
        protocol: ClientProtocol,
        headers: Mapping[str, str],
        on_message: OnMessage,
        on_lost: OnLost,
        schedule: Schedule = at_once,
    ) -> None:
        self.protocol, self.headers, self.schedule = protocol, headers, schedule
        self.on_message, self.on_lost = on_message, on_lost
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.gone = asyncio.Event()
        self.received_at = 0.0
        self.transport: asyncio.Transport
        self.unread = bytearray()
        self.is_scheduled = self.is_closed = False
        self.fragments: list[bytes] = []

    # === CALLED BY THE EVENT LOOP ===

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin the handshake."""
        self.transport = cast(asyncio.Transport, transport)
        request = self.protocol.connect()
        for name, value in self.headers.items():
            request.headers[name] = value
        self.protocol.send_request(request)
        self._write()

    def data_received(self, data: bytes) -> None:
        """Note when bytes arrived, and schedule reading them."""
        self.received_at = time.perf_counter()
        self.unread += data
        if not self.is_scheduled:
            self.is_scheduled = True
            self.schedule(self.read)

    def connection_lost(self, error: Exception | None) -> None:
        """Pass on what arrived last, then report why the connection ended."""
        self.read()
        self.protocol.receive_eof()
        self._take_events()
        reason = self._reason(error)
        if not self.opened.done():
            self.opened.set_exception(reason)
        elif not self.is_closed:
            self.is_closed = True
            self.on_lost(reason)
        self.gone.set()

    # === READING ===

    def read(self) -> None:
        """Pass on the messages that have arrived."""
        self.is_scheduled = False
        data, self.unread = self.unread, bytearray()
        if data:
            self.protocol.receive_data(data)
            self._take_events()
            self._write()

    def _take_events(self) -> None:
        for event in self.protocol.events_received():
            if isinstance(event, Response):
                self._end_handshake()
            elif isinstance(event, Frame) and event.opcode in DATA and not self.is_closed:
                self._take_data(bytes(event.data), event.fin)

    def _take_data(self, payload: bytes, is_last: bool) -> None:
        if self.fragments or not is_last:
            self.fragments.append(payload)
            payload = b"".join(self.fragments)
        if is_last:
            self.fragments.clear()
            self.on_message(payload)

    def _end_handshake(self) -> None:
        error = self.protocol.handshake_exc
        if self.opened.done():
            return
        if error is None:
            self.opened.set_result(None)
        elif isinstance(error, InvalidStatus):
            body = bytes(error.response.body or b"").decode(errors="replace")
            self.opened.set_exception(NotAdmitted(error.response.status_code, body.strip()[:200]))
        else:
            self.opened.set_exception(Disconnected(f"no WebSocket: {error}"))

    def _reason(self, error: Exception | None) -> RemoteError:
        code, reason = self.protocol.close_code, self.protocol.close_reason
        if code not in (None, CloseCode.ABNORMAL_CLOSURE):
            return Disconnected(f"the server closed the connection: {code} {reason}".rstrip())
        return Disconnected(f"the connection was lost: {error or 'the server closed it'}")

    # === WRITING ===

    def send(self, message: bytes) -> None:
        """Send one message; do nothing once the connection is closing."""
        if self.protocol.state is OPEN:
            self.protocol.send_text(message)
            self._write()

    def _write(self) -> None:
        """Send what the protocol has ready; an empty piece means that nothing follows."""
        for piece in self.protocol.data_to_send():
            if self.transport.is_closing():
                return
            if piece:
                self.transport.write(piece)
            else:
                self.transport.close()

    def close(self) -> None:
        """Send a close frame; abort if the server takes too long to answer."""
        self.is_closed = True
        if self.protocol.state is OPEN:
            self.protocol.send_close(1000)
            self._write()
        if not self.gone.is_set():
            asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, self.transport.abort)

    def abort(self) -> None:
        """Close the connection without a handshake; `on_lost` is called."""
        self.transport.abort()


async def connect(
    server: ServerAddress,
    headers: Mapping[str, str],
    on_message: OnMessage,
    on_lost: OnLost,
    schedule: Schedule = at_once,
    timeout: float = TIMEOUT,
) -> WebSocket:
    """Return an open WebSocket; raise `Disconnected` or `NotAdmitted`."""
    protocol = ClientProtocol(parse_uri(server.websocket_url), max_size=LARGEST)
    try:
        async with asyncio.timeout(timeout):
            _, websocket = await asyncio.get_running_loop().create_connection(
                lambda: WebSocket(protocol, headers, on_message, on_lost, schedule),
                server.host,
                server.port,
                ssl=tls_context(server),
            )
            await opening(websocket)
    except TimeoutError as error:
        raise Disconnected(f"no WebSocket within {timeout:.0f} seconds") from error
    except OSError as error:
        if isinstance(error, Disconnected):
            raise
        raise Disconnected(f"{server.authority} cannot be reached: {error}") from error
    return websocket


async def opening(websocket: WebSocket) -> None:
    """Wait for the end of the handshake; abort the connection if it fails."""
    try:
        await websocket.opened
    except BaseException:
        websocket.abort()
        await websocket.gone.wait()
        raise
