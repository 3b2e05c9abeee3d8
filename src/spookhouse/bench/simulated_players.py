"""Simulated players: guests with a connection each, who play together at tables."""

import asyncio
import random
import secrets
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

import msgspec

from spookhouse.bench.read_queue import ReadQueue
from spookhouse.remote.address import ServerAddress
from spookhouse.remote.connection import Connection, open_connection
from spookhouse.remote.http import HttpSession
from spookhouse.remote.messages import (
    AddBot,
    Command,
    Do,
    Done,
    Head,
    Json,
    Move,
    Owed,
    Reveal,
    Sit,
    Start,
    Unwatch,
    Watch,
)
from spookhouse.remote.pending_requests import refusal_in

FORGOTTEN = 64  # versions after which nobody waits for the other half of a measurement
READS = ReadQueue()


@dataclass
class Tally:
    """What all simulated players together have measured."""

    moves: int = 0
    games: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    # seconds from sending a move until another seat is notified
    delays: list[float] = field(default_factory=list)

    def refuse(self, code: str) -> None:
        """Count a refusal."""
        self.refused[code] = self.refused.get(code, 0) + 1


# === MESSAGES, AS FAR AS A SIMULATED PLAYER READS THEM ===


class GamePart(msgspec.Struct):
    """The decision in a game, whether the message holds all of the game or what changed."""

    owed: Owed | None = None
    all: "GamePart | None" = None


class TablePart(msgspec.Struct):
    """The phase of a table, whether the message holds all of the table or what changed."""

    phase: str | None = None
    set: "TablePart | None" = None


class Glimpse(msgspec.Struct):
    """A snapshot or a change: reading all of it would slow a thousand clients down."""

    table: TablePart | None = None
    game: GamePart | None = None

    @property
    def is_over(self) -> bool:
        """Whether the message says that the game is over now."""
        return bool(self.table and self.table.set and self.table.set.phase == "over")

    @property
    def owed(self) -> Owed | None:
        """The decision that the seat owes, if any."""
        game = self.game and (self.game.all or self.game)
        return game.owed if game else None


read_glimpse = msgspec.json.Decoder(Glimpse).decode


class SimulatedGuest:
    """A guest of the server.

    Each guest comes from an address of its own, if the server trusts the header of a proxy.
    """

    def __init__(self, server: ServerAddress, number: int) -> None:
        address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        self.session = HttpSession(server, {"X-Forwarded-For": address})
        self.connection: Connection
        self.player: SimulatedPlayer | None = None

    async def enter(self) -> "SimulatedGuest":
        """Get a cookie, then open a connection."""
        await self.session.visit()
        await self.connect()
        return self

    async def connect(self) -> None:
        """Open a connection, the first one or another."""
        self.connection = await open_connection(self.session, self.on_tell, schedule=READS.add)

    async def open_table(self, game: str, options: Json) -> str:
        """Open a table and return its name."""
        found = await self.session.post("/api/tables", {"game": game, "options": options})
        return str(found["table"])

    async def watch(self, table: str, seat: int | None) -> Glimpse:
        """Watch a table, as a seat or as a spectator."""
        return await self.connection.ask(Watch(table=table, seat=seat), Glimpse)

    def on_tell(self, head: Head, message: bytes) -> None:
        """Hand a change to the player."""
        if self.player is not None and head.tell == "change":
            self.player.on_change(head, message)

    def leave(self) -> None:
        """Close the connection."""
        self.player = None
        self.connection.close()


class SimulatedPlayer:
    """A guest in a seat. Knows what the seat owes, and makes random legal moves."""

    def __init__(self, table: "SimulatedTable", seat: int, guest: SimulatedGuest) -> None:
        self.table, self.seat, self.guest = table, seat, guest
        self.secret = secrets.token_bytes(32)
        self.sent: deque[float] = deque()  # when the moves that are not answered yet were sent
        guest.player = self

    async def sit(self) -> None:
        """Take the seat and watch the table from there."""
        await self.guest.watch(self.table.name, None)
        await self.do(Sit(seat=self.seat, pledge=sha256(self.secret).hexdigest()))
        await self.guest.watch(self.table.name, self.seat)

    async def reveal(self) -> None:
        """Reveal the seat's secret bytes."""
        await self.do(Reveal(seat=self.seat, bytes=self.secret.hex()))

    async def do(self, command: Command) -> None:
        """Carry out a command."""
        await self.guest.connection.do(self.table.name, command)

    async def reconnect(self) -> None:
        """Go on with a new connection, from a snapshot."""
        self.sent.clear()
        await self.guest.connect()
        self.guest.player = self
        self.decide(await self.guest.watch(self.table.name, self.seat))

    def on_change(self, head: Head, message: bytes) -> None:
        """Measure and follow a change at the table."""
        if head.of == self.table.name:
            glimpse = read_glimpse(message)
            arrived = self.guest.connection.websocket.received_at
            self.table.on_change(self.seat, head.version, glimpse.is_over, arrived)
            self.decide(glimpse)

    def decide(self, glimpse: Glimpse) -> None:
        """Make a move if one is owed, after the pause for thought if there is one."""
        owed = glimpse.owed
        if owed is None or not owed.moves or not self.table.is_playing:
            return
        move = random.choice(owed.moves)
        if self.table.pace:
            pause = random.uniform(0.5, 1.5) * self.table.pace
            asyncio.get_running_loop().call_later(pause, self.move, owed.version, move)
        else:
            self.move(owed.version, move)

    def move(self, version: int, move: str) -> None:
        """Send a move."""
        if self.table.is_playing and self.guest.player is self:
            key = f"{self.seat}-{version}"
            command = Move(seat=self.seat, version=version, move=move, key=key)
            self.sent.append(time.perf_counter())
            request = Do(table=self.table.name, command=command)
            self.guest.connection.requests.post(request, self.on_answer)

    def on_answer(self, head: Head, message: bytes) -> None:
        """Count a move. The next one may be sent already: its notification can come first."""
        sent_at = self.sent.popleft()
        if head.ok:
            self.table.on_move(self.seat, head.version, sent_at)
        else:
            self.table.tally.refuse(refusal_in(message).code)


class SimulatedTable:
    """Players (and bots of the server) around one table, who play one game after the other."""

    def __init__(
        self,
        tally: Tally,
        game: str,
        options: Json,
        guests: list[SimulatedGuest],
        bots: Sequence[str] = (),
        pace: float = 0.0,
        most_moves: int = 0,
    ) -> None:
        self.tally, self.game, self.options = tally, game, options
        self.guests, self.bots = guests, bots
        self.pace, self.most_moves = pace, most_moves
        self.name = ""
        self.players: list[SimulatedPlayer] = []
        self.is_playing = False
        self.over = asyncio.Event()
        self.moves = 0
        self.changed_at = time.perf_counter()
        # by version: which seats were notified, and when
        self.notified: dict[int, list[tuple[int, float]]] = {}
        # by version: who moved and when, until another seat is notified
        self.unmeasured: dict[int, tuple[int, float]] = {}

    async def begin(self) -> "SimulatedTable":
        """Open a new table, seat everybody and deal; stop watching the old one."""
        if self.name:
            unwatch = [
                guest.connection.ask(Unwatch(table=self.name), Done) for guest in self.guests
            ]
            await asyncio.gather(*unwatch)
        self.name = await self.guests[0].open_table(self.game, self.options)
        self.players = [SimulatedPlayer(self, *seated) for seated in enumerate(self.guests)]
        self.notified, self.unmeasured, self.moves = {}, {}, 0
        self.over.clear()
        for player in self.players:
            await player.sit()
        await self._start(self.players[0])
        return self

    async def _start(self, owner: SimulatedPlayer) -> None:
        for seat, level in enumerate(self.bots, len(self.guests)):
            await owner.do(AddBot(seat=seat, level=level))
        await owner.do(Start())
        self.is_playing = True
        for player in self.players:
            await player.reveal()

    async def play(self, seconds: float) -> None:
        """Play one game after the other until the time is up."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                await asyncio.wait_for(self.over.wait(), left)
            except TimeoutError:
                break
            self.tally.games += 1
            await self.begin()
        self.is_playing = False

    def on_change(self, seat: int, version: int, is_over: bool, arrived: float) -> None:
        """Measure how long a seat waited for news of another seat's move."""
        self.changed_at = arrived
        if version in self.unmeasured and self.unmeasured[version][0] != seat:
            self.tally.delays.append(arrived - self.unmeasured.pop(version)[1])
        else:
            self.notified.setdefault(version, []).append((seat, arrived))
            self.notified.pop(version - FORGOTTEN, None)
        if is_over:
            self.end()

    def on_move(self, seat: int, version: int, sent_at: float) -> None:
        """Count a move, and measure it if another seat was notified already."""
        self.tally.moves += 1
        self.moves += 1
        others = [arrived for who, arrived in self.notified.pop(version, []) if who != seat]
        if others:
            self.tally.delays.append(others[0] - sent_at)
        elif len(self.guests) > 1:
            self.unmeasured[version] = (seat, sent_at)
        if self.moves == self.most_moves:
            self.end()

    def end(self) -> None:
        """Stop playing: the game is over, or enough moves were made."""
        self.is_playing = False
        self.over.set()

    def leave(self) -> None:
        """Close everybody's connection."""
        for guest in self.guests:
            guest.leave()
