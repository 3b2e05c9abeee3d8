"""Sessions: the requests of one client, answered in their order. Nothing is decided here."""

import asyncio
from functools import partial
from typing import Protocol

import msgspec
from websockets.frames import CloseCode

from spookhouse.host.background import TROUBLE_TEXT
from spookhouse.host.watchers import Message
from spookhouse.kernel.errors import SpookhouseError
from spookhouse.table.commands import AnyCommand, Move
from spookhouse.table.log import Json
from spookhouse.web.admission import dismiss
from spookhouse.web.context import ServerContext
from spookhouse.web.errors import WebRefused
from spookhouse.web.messages import (
    AnyRequest,
    Do,
    Hint,
    Ping,
    State,
    Unwatch,
    Watch,
    Why,
    command_response,
    decode_request,
    invalid_message,
    refusal,
    refusal_of,
    response,
)

# Requests of one client that may wait. More are not read until some are answered.
MAX_QUEUED_REQUESTS = 16
MAX_QUEUED_BYTES = 1 << 15


class Connection(Protocol):
    """The connection of a client."""

    def send(self, message: bytes) -> None:
        """Send a message to the client."""

    def hold(self) -> None:
        """Read no more for now."""

    def release(self) -> None:
        """Read on."""

    def close(self, code: int, reason: str) -> None:
        """Disconnect the client."""


class Session:
    """One client: its requests, one after the other, and the tables that it watches."""

    __slots__ = (
        "address",
        "connection",
        "context",
        "guest",
        "has_left",
        "is_busy",
        "publish",
        "queue",
        "queued_bytes",
        "send",
        "task",
        "watched",
    )

    def __init__(
        self, context: ServerContext, connection: Connection, guest: str, address: str
    ) -> None:
        self.context, self.connection = context, connection
        self.guest, self.address = guest, address
        self.send = connection.send
        # The host knows a watcher by this function, so it must always be the same object.
        self.publish = self.send_message
        self.queue: list[bytes] = []
        self.queued_bytes = 0
        self.is_busy = self.has_left = False
        # The task of the current request, if it needs one.
        self.task: asyncio.Task[None] | None = None
        self.watched: set[str] = set()
        context.metrics.sockets += 1
        context.metrics.sockets_opened += 1

    def send_message(self, message: Message) -> None:
        """Send a message of the host."""
        self.send(self.context.encoder.encode(message))

    # === RECEIVING ===

    def receive(self, message: bytes) -> None:
        """Answer a message now, or queue it behind the others."""
        if not self.is_busy and not self.queue and not self.has_left:
            self.begin(message)
            return
        self.queue.append(message)
        self.queued_bytes += len(message)
        if self.is_full:
            self.connection.hold()
        self.continue_queue()

    @property
    def is_full(self) -> bool:
        """Whether no more requests may wait."""
        return len(self.queue) >= MAX_QUEUED_REQUESTS or self.queued_bytes >= MAX_QUEUED_BYTES

    def leave(self) -> None:
        """End the session. The current request is finished: it may be on its way into the log."""
        self.has_left = True
        self.context.metrics.sockets -= 1
        dismiss(self.context, self.guest, self.address)
        self.continue_queue()

    def continue_queue(self) -> None:
        """Begin the next request, unless one is being answered."""
        while self.queue and not self.is_busy and not self.has_left:
            was_full, message = self.is_full, self.queue.pop(0)
            self.queued_bytes -= len(message)
            if was_full and not self.is_full:
                self.connection.release()
            self.begin(message)
        if self.has_left and not self.is_busy:
            for table in self.watched:
                self.context.host.unwatch(table, self.publish)
            self.watched.clear()

    def finish(self) -> None:
        """End the current request."""
        self.is_busy, self.task = False, None
        if self.queue or self.has_left:
            self.continue_queue()

    # === LIMITS ===

    def is_within_limits(self) -> bool:
        """Count a message or a frame; return whether the guest and the address may send it."""
        context = self.context
        return context.messages_of_guest.take(self.guest) and context.messages_of_address.take(
            self.address
        )

    def count_frame(self) -> None:
        """Count a frame that is no message: a part of one, a ping or a pong."""
        if not self.is_within_limits():
            self.count_excess()

    def count_excess(self) -> bool:
        """Count something beyond the limits; disconnect a guest who does not slow down."""
        self.context.metrics.limited += 1
        if self.context.excess_of_guest.take(self.guest):
            return True
        self.connection.close(CloseCode.POLICY_VIOLATION, "too many messages")
        return False

    def require_name_allowed(self, table: str) -> None:
        """Refuse a table if this client has requested too many that do not exist."""
        if table not in self.watched:
            self.context.table_names.require_allowed(table, self.guest, self.address)

    def require_command_allowed(self, command: AnyCommand) -> None:
        """Refuse a command other than a move if this address has sent too many."""
        if type(command) is not Move and not self.context.commands_of_address.take(self.address):
            self.context.metrics.limited += 1
            raise WebRefused("limit/rate", "too many commands: slow down")

    # === ANSWERING: one response for each message, whatever it is ===

    def begin(self, message: bytes) -> None:
        """Parse a message and start to answer it."""
        self.context.metrics.messages += 1
        if not self.is_within_limits():
            if self.count_excess():
                self.send(refusal(None, "limit/rate", "too many messages: slow down"))
            return
        try:
            request = decode_request(message)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self.context.metrics.refusals += 1
            self.send(invalid_message(message, error))
            return
        if type(request) is Do:
            self.begin_command(request)
        else:
            self.is_busy = True
            self.task = asyncio.create_task(self.answer(request))

    def begin_command(self, request: Do) -> None:
        """Submit a command. A move at a table in memory needs no task."""
        try:
            self.require_name_allowed(request.table)
            self.require_command_allowed(request.command)
        except SpookhouseError as error:
            self.report(request.id, error)
            return
        self.is_busy = True
        done = partial(self.end_command, request.id)
        self.context.host.submit(request.table, request.command, self.guest, done)

    def end_command(self, request: int, version: int, error: BaseException | None) -> None:
        """Answer a command: it is in the log, or it was refused."""
        if error is None:
            self.send(command_response(request, version))
        else:
            self.report(request, error)
        self.finish()

    async def answer(self, request: AnyRequest) -> None:
        """Answer any other request."""
        try:
            self.send(response(request.id, await self.look_up(request)))
        except (Exception, asyncio.CancelledError) as error:
            self.report(request.id, error)
        finally:
            self.finish()

    def report(self, request: int, error: BaseException) -> None:
        """Answer a request that was refused, or that failed because of a defect."""
        if isinstance(error, SpookhouseError):
            self.context.metrics.refusals += 1
            self.context.table_names.note_refusal(error, self.guest, self.address)
            self.send(refusal_of(request, error))
        else:
            self.context.log.error("a request failed", exc_info=error)
            self.send(refusal(request, "house/trouble", TROUBLE_TEXT))

    async def look_up(self, request: AnyRequest) -> Json:
        """Return the fields of the response."""
        host = self.context.host
        if not isinstance(request, Ping | Unwatch):
            self.require_name_allowed(request.table)
        match request:
            case Watch(table=table, seat=seat):
                snapshot = await host.watch(table, seat, self.guest, self.publish)
                self.watched.add(table)
                self.context.table_names.note_known(table, self.guest)
                return snapshot
            case Unwatch(table=table):
                host.unwatch(table, self.publish)
                self.watched.discard(table)
            case Why(table=table, seat=seat, move=move):
                why = await host.why(table, seat, move, self.guest)
                return {"legal": why is None, "why": why}
            case Hint(table=table, seat=seat):
                hint: Json = msgspec.to_builtins(await host.hint(table, seat, self.guest))
                return hint
            case State(table=table, seat=seat):
                return await host.state(table, seat, self.guest)
            case Ping():
                pass
        return {}
