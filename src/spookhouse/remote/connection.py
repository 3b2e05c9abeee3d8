"""A WebSocket whose requests can be awaited."""

import asyncio
from typing import TypeVar

from spookhouse.remote.errors import Disconnected, RemoteError
from spookhouse.remote.http import TIMEOUT, HttpSession
from spookhouse.remote.messages import Command, Do, Done, Head, Request
from spookhouse.remote.pending_requests import OnTell, Requests, read_answer
from spookhouse.remote.websocket_client import OnLost, Schedule, WebSocket, at_once, connect

Answer = TypeVar("Answer")


class Connection:
    """One guest's WebSocket. Make one with `open_connection`."""

    def __init__(self, on_tell: OnTell, on_lost: OnLost, timeout: float = TIMEOUT) -> None:
        self.websocket: WebSocket
        self.requests = Requests(self.send, on_tell)
        self.on_lost, self.timeout = on_lost, timeout
        self.error: RemoteError | None = None

    def send(self, message: bytes) -> None:
        """Send one message."""
        self.websocket.send(message)

    def lose(self, error: RemoteError) -> None:
        """Note why the connection ended, and fail all pending requests."""
        self.error = error
        self.requests.fail(error)
        self.on_lost(error)

    async def ask(self, request: Request, answer: type[Answer]) -> Answer:
        """Return the answer; raise `RequestRefused`, or `Disconnected` if none can come."""
        if self.error is not None:
            raise self.error
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[tuple[Head, bytes]] = loop.create_future()

        def take(head: Head, message: bytes) -> None:
            if not waiting.done():
                waiting.set_result((head, message))

        def fail(error: RemoteError) -> None:
            if not waiting.done():
                waiting.set_exception(error)

        self.requests.post(request, take, fail)
        try:
            head, message = await asyncio.wait_for(waiting, self.timeout)
        except TimeoutError as error:
            raise Disconnected(f"no answer within {self.timeout:.0f} seconds") from error
        return read_answer(head, message, answer)

    async def do(self, table: str, command: Command) -> int:
        """Execute a command and return the version of the table afterwards."""
        return (await self.ask(Do(table=table, command=command), Done)).version

    def close(self) -> None:
        """Close the connection; ignore what still arrives."""
        self.error = Disconnected("the connection is closed")
        self.requests.fail(self.error)
        self.websocket.close()

    async def wait_closed(self) -> None:
        """Wait until the connection is closed on both sides."""
        await self.websocket.gone.wait()


async def open_connection(
    session: HttpSession,
    on_tell: OnTell,
    on_lost: OnLost = lambda error: None,
    schedule: Schedule = at_once,
) -> Connection:
    """Return a connection of the session's guest."""
    connection = Connection(on_tell, on_lost, session.timeout)
    connection.websocket = await connect(
        session.server,
        session.all_headers(),
        connection.requests.receive,
        connection.lose,
        schedule,
        session.timeout,
    )
    return connection
