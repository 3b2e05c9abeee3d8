"""The client for code without an event loop: calls that wait, served by one thread."""

import asyncio
import threading
from collections.abc import Coroutine, Mapping
from functools import lru_cache
from queue import Empty, SimpleQueue
from typing import TypeVar

from spookhouse.remote.address import ServerAddress
from spookhouse.remote.errors import RemoteError
from spookhouse.remote.http import TIMEOUT, HttpSession
from spookhouse.remote.messages import Head, Json, Request
from spookhouse.remote.pending_requests import OnTell, Requests
from spookhouse.remote.websocket_client import WebSocket, connect

Found = TypeVar("Found")


@lru_cache(maxsize=1)
def event_loop() -> asyncio.AbstractEventLoop:
    """Return an event loop that runs in a thread of its own as long as the process does."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="spookhouse-remote", daemon=True).start()
    return loop


def wait_for(work: Coroutine[object, None, Found]) -> Found:
    """Run a coroutine on that event loop and return its result."""
    return asyncio.run_coroutine_threadsafe(work, event_loop()).result()


class BlockingWebSocket:
    """A WebSocket whose messages wait in a queue until they are received."""

    def __init__(
        self, server: ServerAddress, headers: Mapping[str, str], timeout: float = TIMEOUT
    ) -> None:
        self.timeout = timeout
        self.messages: SimpleQueue[bytes | RemoteError] = SimpleQueue()
        put = self.messages.put
        self.websocket: WebSocket = wait_for(connect(server, headers, put, put, timeout=timeout))

    def send(self, message: bytes | str) -> None:
        """Send one message."""
        data = message.encode() if isinstance(message, str) else message
        event_loop().call_soon_threadsafe(self.websocket.send, data)

    def receive(self, timeout: float | None = None) -> bytes:
        """Return the next message; raise `TimeoutError`, or `Disconnected` after the last one."""
        try:
            found = self.messages.get(timeout=self.timeout if timeout is None else timeout)
        except Empty:
            raise TimeoutError("no message arrived in time") from None
        if isinstance(found, RemoteError):
            self.messages.put(found)
            raise found
        return found

    def close(self) -> None:
        """Close the connection."""
        event_loop().call_soon_threadsafe(self.websocket.close)

    def abort(self) -> None:
        """Close the connection without a handshake."""
        event_loop().call_soon_threadsafe(self.websocket.abort)


class BlockingConnection:
    """One guest's WebSocket; a request waits for its answer.

    `on_tell` is called for each notification, when it is received.
    """

    def __init__(self, session: HttpSession, on_tell: OnTell) -> None:
        self.websocket = BlockingWebSocket(session.server, session.all_headers(), session.timeout)
        self.requests = Requests(self.websocket.send, on_tell)

    def receive(self, timeout: float | None = None) -> None:
        """Handle the next message; raise the same errors as `BlockingWebSocket.receive`."""
        self.requests.receive(self.websocket.receive(timeout))

    def exchange(self, request: Request | Json) -> tuple[Head, bytes]:
        """Return the head and the bytes of the answer, even if it is a refusal."""
        answers: list[tuple[Head, bytes]] = []
        self.requests.post(request, lambda head, message: answers.append((head, message)))
        while not answers:
            self.receive()
        return answers[0]

    def close(self) -> None:
        """Close the connection."""
        self.websocket.close()
