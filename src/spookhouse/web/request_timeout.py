"""Lines on which no whole request ever comes are closed, or a stranger could hold them all."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LONGEST_WAIT = 20.0  # seconds for one request, from its first byte to its last


class ImpatientProtocol(HttpToolsProtocol):
    """HTTP that hangs up on who does not finish asking. A line that became a WebSocket is left alone."""

    waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        if self.waiting is None:
            self._wait()
        super().data_received(data)

    def on_message_complete(self) -> None:
        self._done()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._done()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._done()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self.waiting = self.loop.call_later(LONGEST_WAIT, self.transport.close)

    def _done(self) -> None:
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None
