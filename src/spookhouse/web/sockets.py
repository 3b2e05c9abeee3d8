"""WebSockets: bytes in, requests out; messages in, bytes out. Nothing is decided here."""

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from spookhouse.kernel.errors import IllegalMove, SpookhouseError
from spookhouse.table import Refused
from spookhouse.web.house import House, address_of, same_origin
from spookhouse.web.hub import must_see
from spookhouse.web.messages import TROUBLE, AnyRequest, Do, Hint, Ping, Unwatch, Watch, Why, answer, decode, refusal

WAITING = 1_000  # messages that may wait for a slow client before the line is cut
TOO_SLOW, TOO_MANY, NOT_HERE = 4008, 4029, 4003  # close codes


class Line:
    """One client's connection: what waits to be sent, and which tables it watches."""

    def __init__(self, house: House, socket: WebSocket, guest: str) -> None:
        self.house, self.socket, self.guest = house, socket, guest
        self.outgoing: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING)
        self.watched: set[str] = set()
        self.address = address_of(socket, house.settings)

    def send(self, message: bytes) -> None:
        """Never waits: who does not read is cut off, and others play on undisturbed."""
        try:
            self.outgoing.put_nowait(message)
        except asyncio.QueueFull:
            while not self.outgoing.empty():
                self.outgoing.get_nowait()
            self.outgoing.put_nowait(None)

    async def write(self) -> None:
        while (message := await self.outgoing.get()) is not None:
            await self.socket.send_text(message.decode())
        await self.socket.close(TOO_SLOW, "too slow")

    async def read(self) -> None:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            self.house.metrics.messages += 1
            if not (self.house.messages_of_guest.take(self.guest) and self.house.messages_of_address.take(self.address)):
                self.house.metrics.limited += 1
                self.send(refusal(None, "limit/rate", "too many messages: slow down"))
                continue
            await self.answer(message.get("bytes") or message.get("text") or "")

    async def answer(self, text: str | bytes) -> None:
        """One request, one answer, whatever was sent, as text or as bytes."""
        try:
            request: AnyRequest = decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self.house.metrics.refusals += 1
            self.send(refusal(None, "message/broken", str(error)[:200]))
            return
        try:
            self.send(answer(request.id, **await self.carry_out(request)))
        except SpookhouseError as error:
            self.house.metrics.refusals += 1
            self.send(refusal(request.id, error.code, error.message, error.rule if isinstance(error, IllegalMove) else ""))
        except Exception:
            self.house.log.exception("a request failed")
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
                return {"move": await hub.hint(request.table, request.seat, self.guest)}
            case Ping():
                return {}

    async def why(self, request: Why) -> dict[str, Any]:
        """Only who holds the seat may ask: the answer uses what the seat knows."""
        live = await self.house.hub.find(request.table)
        must_see(live.table, request.seat, self.guest)
        if live.table.match is None:
            raise Refused("table/not-playing", "the game has not begun")
        found = live.table.match.why(request.seat, request.move)
        return {"legal": found is None, "why": None if found is None else {"rule": found.rule, "reason": found.reason, "code": found.code}}

    def leave(self) -> None:
        for table in self.watched:
            self.house.hub.unwatch(table, self.send)


async def play(socket: WebSocket) -> None:
    """The endpoint: who may come in, then reading and writing until one side hangs up."""
    house: House = socket.app.state.house
    guest = house.guests.read(socket.cookies.get("spookhouse"))
    address = address_of(socket, house.settings)
    if guest is None or not same_origin(socket, house.settings):
        await socket.close(NOT_HERE, "come in through the door first: load a page of the house")
        return
    if not house.by_guest.enter(guest):
        await socket.close(TOO_MANY, "too many connections")
        return
    if not house.by_address.enter(address):
        house.by_guest.leave(guest)
        await socket.close(TOO_MANY, "too many connections")
        return
    await socket.accept()
    line = Line(house, socket, guest)
    house.metrics.sockets += 1
    house.metrics.sockets_opened += 1
    writer = asyncio.create_task(line.write())
    reader = asyncio.create_task(line.read())
    try:
        await asyncio.wait({writer, reader}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        line.leave()
        house.metrics.sockets -= 1
        house.by_guest.leave(guest)
        house.by_address.leave(address)
        for task in (writer, reader):
            task.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await task
