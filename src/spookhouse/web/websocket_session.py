"""Lines: each client's requests, answered in their order. Nothing is decided here."""

import asyncio
from functools import partial
from typing import Any, Protocol

import msgspec
from starlette.requests import HTTPConnection

from spookhouse.kernel.errors import IllegalMove, SpookhouseError
from spookhouse.table import Refused, VersionConflict, show_state
from spookhouse.table.commands import Move
from spookhouse.web.context import House, same_origin
from spookhouse.web.hub import must_see
from spookhouse.web.messages import (
    TROUBLE,
    AnyRequest,
    Do,
    Hint,
    Ping,
    State,
    Unwatch,
    Watch,
    Why,
    answer,
    answer_deed,
    decode,
    number_of,
    refusal,
)
from spookhouse.web.proxy import address_of

MOST_WAITING = 16  # requests of one client; who sends more is not read until some are answered


class Spoken(Protocol):
    """What a line is spoken over."""

    transport: asyncio.Transport

    def send(self, message: bytes) -> None: ...


class Line:
    """One client: its requests, answered one after the other, and which tables it watches."""

    __slots__ = (
        "address",
        "guest",
        "house",
        "is_busy",
        "is_left",
        "requests",
        "send",
        "task",
        "watched",
        "wire",
    )

    def __init__(self, house: House, wire: Spoken, guest: str, address: str) -> None:
        self.house, self.wire, self.guest, self.address = house, wire, guest, address
        self.send = wire.send
        self.requests: list[bytes] = []
        self.is_busy = self.is_left = False
        self.task: asyncio.Task[None] | None = (
            None  # of the request that is being answered, if it takes one
        )
        self.watched: set[str] = set()
        house.metrics.sockets += 1
        house.metrics.sockets_opened += 1

    def hear(self, message: bytes) -> None:
        """A request came."""
        if not self.is_busy and not self.requests and not self.is_left:  # nearly always
            self.begin(message)
            return
        self.requests.append(message)
        if len(self.requests) == MOST_WAITING:
            self.wire.transport.pause_reading()
        self.go_on()

    def leave(self) -> None:
        """The client is gone. What was begun is finished even then: it may be on its way into the log."""
        self.is_left = True
        self.house.metrics.sockets -= 1
        dismiss(self.house, self.guest, self.address)
        self.go_on()

    def go_on(self) -> None:
        """The next request, if none is being answered."""
        while self.requests and not self.is_busy and not self.is_left:
            if len(self.requests) == MOST_WAITING:
                self.wire.transport.resume_reading()
            self.begin(self.requests.pop(0))
        if self.is_left and not self.is_busy:
            for table in self.watched:
                self.house.hub.unwatch(table, self.send)
            self.watched.clear()

    def finish(self) -> None:
        self.is_busy, self.task = False, None
        if self.requests or self.is_left:
            self.go_on()

    def may_ask(self) -> bool:
        """Whether one more request is within the limits."""
        self.house.metrics.messages += 1
        return self.house.messages_of_guest.take(
            self.guest
        ) and self.house.messages_of_address.take(self.address)

    # === ANSWERS: one for each request, whatever was sent ===

    def begin(self, message: bytes) -> None:
        if not self.may_ask():
            self.house.metrics.limited += 1
            self.send(refusal(None, "limit/rate", "too many messages: slow down"))
            return
        try:
            request: AnyRequest = decode(message)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self.house.metrics.refusals += 1
            self.send(refusal(number_of(message), "message/broken", str(error)[:200]))
            return
        self.is_busy = True
        if not self.moves_at_once(request):
            self.task = asyncio.create_task(self.answer(request))

    def moves_at_once(self, request: AnyRequest) -> bool:
        """Whether it is a move that is on its way into the log by now."""
        if type(request) is not Do or type(request.command) is not Move:
            return False
        return self.house.hub.move_at_once(
            request.table, request.command, self.guest, partial(self.settle, request)
        )

    def settle(self, request: Do, version: int, error: BaseException | None) -> None:
        """A move is in the log, or was not taken."""
        if isinstance(error, VersionConflict):  # another process was faster: judged again
            self.task = asyncio.create_task(self.answer(request))
            return
        if error is None:
            self.send(answer_deed(request.id, version))
        else:
            self.admit_trouble(request, error)
        self.finish()

    async def answer(self, request: AnyRequest) -> None:
        try:
            self.send(answer(request.id, **await self.carry_out(request)))
        except SpookhouseError as error:
            self.house.metrics.refusals += 1
            self.send(
                refusal(
                    request.id,
                    error.code,
                    error.message,
                    error.rule if isinstance(error, IllegalMove) else "",
                )
            )
        except Exception as error:
            self.admit_trouble(request, error)
        finally:
            self.finish()

    def admit_trouble(self, request: AnyRequest, error: BaseException) -> None:
        self.house.log.error("a request failed", exc_info=error)
        self.send(refusal(request.id, "house/trouble", TROUBLE))

    async def carry_out(self, request: AnyRequest) -> dict[str, Any]:
        hub = self.house.hub
        match request:
            case Do():
                return {"version": await hub.carry_out(request.table, request.command, self.guest)}
            case Watch():
                hub.unwatch(request.table, self.send)
                found = await hub.watch(request.table, request.seat, self.guest, self.send)
                self.watched.add(request.table)
                return found
            case Unwatch():
                hub.unwatch(request.table, self.send)
                self.watched.discard(request.table)
                return {}
            case Why():
                return await self.why(request)
            case Hint():
                return await hub.hint(request.table, request.seat, self.guest)
            case State():
                live = await hub.find(request.table)
                must_see(live.table, request.seat, self.guest)
                return show_state(live.table, request.seat)
            case Ping():
                return {}

    async def why(self, request: Why) -> dict[str, Any]:
        """Only who holds the seat may ask: the answer uses what the seat knows."""
        live = await self.house.hub.find(request.table)
        must_see(live.table, request.seat, self.guest)
        if live.table.match is None:
            raise Refused("table/not-playing", "the game has not begun")
        found = live.table.match.why(request.seat, request.move)
        return {
            "legal": found is None,
            "why": None
            if found is None
            else {"rule": found.rule, "reason": found.reason, "code": found.code},
        }


# === THE DOOR ===


class NotAdmitted(Exception):
    """Why there is no line for somebody, with the status of HTTP that says so."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


def admit(house: House, connection: HTTPConnection) -> tuple[str, str]:
    """The guest who comes, and from which address; counted in until the line is left."""
    guest, address = house.guests.find(connection), address_of(connection, house.settings)
    if guest is None or not same_origin(connection, house.settings):
        raise NotAdmitted(403, "come in through the door first: load a page of the house")
    if not house.by_guest.enter(guest):
        raise NotAdmitted(403, "too many connections")
    if not house.by_address.enter(address):
        house.by_guest.leave(guest)
        raise NotAdmitted(403, "too many connections")
    return guest, address


def dismiss(house: House, guest: str, address: str) -> None:
    """Counted out again."""
    house.by_guest.leave(guest)
    house.by_address.leave(address)
