"""HTTP connections with limits on time, size and number.

uvicorn's protocol has none of these limits. Without them one client could fill the memory with
headers, hold connections that never complete, or never read its responses.
"""

import asyncio
import logging
import socket
from typing import NamedTuple

from httptools import HttpParserError
from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from spookhouse.web.context import ServerContext, context_of
from spookhouse.web.proxy import network_of

# Seconds for one request, from its first byte to its last.
REQUEST_TIMEOUT = 20.0
# Seconds in which a client must read some of a response that waits for it.
WRITE_TIMEOUT = 20.0
MAX_URL_BYTES = 4_096
MAX_HEADER_BYTES = 8_192
# Bytes that are parsed in one turn of the event loop.
SLICE_BYTES = 2_048
# Of the request line and all headers, except for what arrives in the last slice.
MAX_HEAD_BYTES = 16_384
# Each header takes more than a hundred bytes of memory, however small it is.
MAX_HEADERS = 100
# Requests that a client may send without waiting for responses.
MAX_PIPELINED = 4
# Bytes that the system receives before they are read here; it takes twice as many. Without this
# limit a single read could return 256 KB, on each of many connections.
RECEIVE_BUFFER = 1 << 14
# Bytes of a response that may wait for a slow client.
MAX_UNSENT_BYTES = 65_536
# uvicorn writes a line or two for each invalid request, of which a client can send thousands per
# second. Only its errors are logged; `/metrics` counts the requests. uvicorn resets the levels of
# its loggers, but not their filters.
LOGGER = logging.getLogger("uvicorn.error.requests")
LOGGER.addFilter(lambda record: record.levelno >= logging.ERROR)
STATUS_LINES = {
    400: b"HTTP/1.1 400 Bad Request\r\n",
    414: b"HTTP/1.1 414 URI Too Long\r\n",
    429: b"HTTP/1.1 429 Too Many Requests\r\n",
    431: b"HTTP/1.1 431 Request Header Fields Too Large\r\n",
}


class Rejection(NamedTuple):
    """Why a request is refused before it is complete.

    It is no exception: one that is kept would keep its traceback, and so the connection and its
    data, until the next garbage collection.
    """

    status: int
    reason: str


class HttpConnection(HttpToolsProtocol):
    """One HTTP connection. A WebSocket takes it over after its handshake."""

    context: ServerContext
    # The network by which the connection is counted; empty if it is not.
    network = ""
    request_timer: asyncio.TimerHandle | None = None
    write_timer: asyncio.TimerHandle | None = None
    # The network among whose slow readers the client is counted; empty if it is not.
    slow_network = ""
    # Of the request that is being received.
    head_bytes = 0
    is_head_complete = True
    rejected: Rejection | None = None
    is_parse_scheduled = False
    # The request that is being answered; `cycle` is the last one received.
    answering: RequestResponseCycle | None = None

    # === CONNECTIONS ===

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, and start the timer: it must send a request."""
        super().connection_made(transport)
        # What arrived and is not parsed yet; meanwhile nothing more is read.
        self.unparsed = bytearray()
        self.context, self.logger = context_of(self.config.app), LOGGER
        transport.set_write_buffer_limits(MAX_UNSENT_BYTES)
        limit_receive_buffer(transport)
        self._start_request_timer()
        self._count()

    def _count(self) -> None:
        """Count the connection of a client; all those of a proxy come from its own address."""
        if self.context.settings.proxy_hops or self.client is None:
            return
        network = network_of(self.client[0])
        if self.context.http_connections.enter(network):
            self.network = network
        else:
            self.context.metrics.limited += 1
            self._reject(Rejection(429, "too many connections"))

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers, counts and requests."""
        self._release()
        self._end_requests()
        super().connection_lost(exc)

    def _end_requests(self) -> None:
        """Let requests in progress end silently: nothing can be sent any more.

        uvicorn knows only the last one. Any other would fail and fill the log with its traceback.
        """
        for cycle in (self.answering, self.cycle):
            if cycle is not None:
                cycle.disconnected = True
                cycle.message_event.set()
        self.pipeline.clear()

    def _abort(self) -> None:
        self._end_requests()
        self.transport.abort()

    def _release(self) -> None:
        self._stop_request_timer()
        self._stop_write_timer()
        if self.network:
            self.context.http_connections.leave(self.network)
            self.network = ""

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over; WebSockets have limits of their own."""
        self._release()
        super().handle_websocket_upgrade()

    # === REQUESTS ===

    def data_received(self, data: bytes) -> None:
        """Parse what the client sent: at once if it is little, else slice by slice."""
        if self.unparsed or len(data) > SLICE_BYTES:
            self.unparsed += data
            self.transport.pause_reading()
            self._schedule_parse()
        else:
            self._parse(data)

    def _schedule_parse(self) -> None:
        """Parse a slice in the next turn of the event loop: all other connections come first."""
        if not self.is_parse_scheduled:
            self.is_parse_scheduled = True
            self.loop.call_soon(self._parse_slice)

    def _parse_slice(self) -> None:
        """Parse a slice of what waits; read on if it was the last one."""
        self.is_parse_scheduled = False
        data = bytes(self.unparsed[:SLICE_BYTES])
        del self.unparsed[:SLICE_BYTES]
        self._parse(data)
        if self.transport.is_closing():
            self.unparsed.clear()
        elif self.transport.get_protocol() is not self:
            # A WebSocket has taken over. What came after the handshake is lost, as in one piece.
            self.unparsed.clear()
            self.transport.resume_reading()
        elif self.unparsed:
            self._schedule_parse()
        elif not self.flow.read_paused:
            self.transport.resume_reading()

    def _parse(self, data: bytes) -> None:
        """Parse data, unless the client is refused already."""
        if self.transport.is_closing():
            return
        if self.request_timer is None:
            self._start_request_timer()
        super().data_received(data)
        # The parser reports nothing of a header that is not complete.
        self.head_bytes += 0 if self.is_head_complete else len(data)
        if self.head_bytes > MAX_HEAD_BYTES and not self.is_head_complete:
            self._reject(Rejection(431, "the headers are too large"))

    def on_message_begin(self) -> None:
        """Begin to count the bytes of a request."""
        self.head_bytes, self.is_head_complete = 0, False
        if len(self.pipeline) >= MAX_PIPELINED:
            self._refuse(429, "too many requests at once")
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Limit the request line."""
        super().on_url(url)
        if len(self.url) > MAX_URL_BYTES:
            self._refuse(414, "the address is too long")

    def on_header(self, name: bytes, value: bytes) -> None:
        """Limit each header and their number."""
        if len(name) + len(value) > MAX_HEADER_BYTES or len(self.headers) >= MAX_HEADERS:
            self._refuse(431, "the headers are too large")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Stop counting: the rest is the body, which routes limit."""
        self.is_head_complete = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop the timer: the request is complete."""
        self._stop_request_timer()
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Remember which request is being answered."""
        self.answering = cycle
        super()._start_asgi_task(cycle, app)

    def _refuse(self, status: int, reason: str) -> None:
        """Make the parser stop; `send_400_response` then sends this status."""
        self.rejected = Rejection(status, reason)
        raise HttpParserError(reason)

    def send_400_response(self, msg: str) -> None:
        """Send the status of a refused or an invalid request, and close the connection."""
        self._reject(self.rejected or Rejection(400, msg))

    def _reject(self, rejected: Rejection) -> None:
        if self.transport.is_closing():
            return
        body = f"{rejected.reason}\n".encode()
        head = b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
        length = b"content-length: %d\r\n\r\n" % len(body)
        self.context.metrics.refusals += 1
        self._end_requests()
        self.transport.write(STATUS_LINES[rejected.status] + head + length + body)
        self.transport.close()

    # === SLOW READERS ===

    def pause_writing(self) -> None:
        """Start the timer: the client does not read. Disconnect it if its network has many."""
        super().pause_writing()
        if self.network and not self.slow_network:
            self._count_as_slow(self.network)
        if self.write_timer is None:
            self.write_timer = self.loop.call_later(WRITE_TIMEOUT, self._abort)

    def _count_as_slow(self, network: str) -> None:
        if self.context.slow_readers.enter(network):
            self.slow_network = network
        else:
            self.context.metrics.limited += 1
            self.loop.call_soon(self._abort)

    def resume_writing(self) -> None:
        """Stop the timer: the client reads again."""
        self._stop_write_timer()
        super().resume_writing()

    # === TIMERS ===

    def _start_request_timer(self) -> None:
        self.request_timer = self.loop.call_later(REQUEST_TIMEOUT, self.transport.close)

    def _stop_request_timer(self) -> None:
        if self.request_timer is not None:
            self.request_timer.cancel()
            self.request_timer = None

    def _stop_write_timer(self) -> None:
        if self.write_timer is not None:
            self.write_timer.cancel()
            self.write_timer = None
        if self.slow_network:
            self.context.slow_readers.leave(self.slow_network)
            self.slow_network = ""


def limit_receive_buffer(transport: asyncio.Transport) -> None:
    """Let the system receive little at a time."""
    transport.get_extra_info("socket").setsockopt(
        socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER
    )
