"""Close connections whose request never becomes complete, or a client could hold them all."""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

# Seconds for one request, from its first byte to its last.
REQUEST_TIMEOUT = 20.0


class TimedHttpProtocol(HttpToolsProtocol):
    """HTTP with a time limit for each request. WebSockets have no such limit."""

    request_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer: a new connection must send a request."""
        super().connection_made(transport)
        self._start_timer()

    def data_received(self, data: bytes) -> None:
        """Start the timer at the first byte of another request."""
        if self.request_timer is None:
            self._start_timer()
        super().data_received(data)

    def on_message_complete(self) -> None:
        """Stop the timer: the request is complete."""
        self._stop_timer()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Stop the timer: the connection becomes a WebSocket."""
        self._stop_timer()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_timer()
        super().connection_lost(exc)

    def _start_timer(self) -> None:
        self.request_timer = self.loop.call_later(REQUEST_TIMEOUT, self.transport.close)

    def _stop_timer(self) -> None:
        if self.request_timer is not None:
            self.request_timer.cancel()
            self.request_timer = None
