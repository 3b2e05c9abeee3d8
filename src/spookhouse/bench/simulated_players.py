"""Simulated people: each a guest with a cookie and a line, together in parties around a table."""

import asyncio
import random
import secrets
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from urllib.parse import SplitResult

import msgspec

from spookhouse.remote.client import (
    PATIENCE,
    Facts,
    Heard,
    Json,
    LoadFailed,
    Socket,
    connect,
    fetch,
    read,
    write,
)

FORGOTTEN = 64  # versions that nobody waits for any more


@dataclass
class Tally:
    """What all of them together have seen."""

    moves: int = 0
    games: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    delays: list[float] = field(
        default_factory=list
    )  # seconds from sending a move to another seat hearing it

    def refuse(self, code: str) -> None:
        self.refused[code] = self.refused.get(code, 0) + 1


class Person:
    """A guest of the house. Each comes from an address of its own, where the house believes what a proxy says."""

    def __init__(self, base: SplitResult, number: int) -> None:
        self.base = base
        self.headers = {
            "X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        }
        self.asked: deque[asyncio.Future[Heard] | None] = (
            deque()
        )  # answers come in the order of the requests
        self.next = 0
        self.socket: Socket
        self.chair: Chair | None = None

    async def enter(self) -> "Person":
        """Through the door for a cookie, then a line."""
        found, _ = await fetch(self.base, "GET", "/", self.headers)
        self.headers["Cookie"] = found["set-cookie"].partition(";")[0]
        await self.connect()
        return self

    async def connect(self) -> None:
        self.socket = await connect(self.base, self.headers, self.hear)

    async def open_table(self, game: str, options: Json) -> str:
        _, body = await fetch(
            self.base,
            "POST",
            "/api/tables",
            self.headers,
            write({"game": game, "options": options}),
        )
        return str(msgspec.json.decode(body)["table"])

    def send(
        self, what: str, answer: "asyncio.Future[Heard] | None" = None, **details: object
    ) -> None:
        self.next += 1
        self.asked.append(answer)
        self.socket.send(write({"ask": what, "id": self.next, **details}))

    async def ask(self, what: str, **details: object) -> Heard:
        answer: asyncio.Future[Heard] = asyncio.get_running_loop().create_future()
        self.send(what, answer, **details)
        found = await asyncio.wait_for(answer, PATIENCE)
        if not found.ok:
            raise LoadFailed(f"{what} {details} was refused: {found.code}, {found.message}")
        return found

    def hear(self, payload: bytes) -> None:
        heard = read(payload)
        if heard.tell:
            if self.chair is not None and heard.tell == "change":
                self.chair.hear(heard)
            return
        answer = self.asked.popleft() if self.asked else None
        if answer is not None and not answer.done():
            answer.set_result(heard)
        elif answer is None and self.chair is not None:
            self.chair.answered(heard)

    def leave(self) -> None:
        self.chair = None
        self.socket.close()


class Chair:
    """One person's seat at a table: knows what it owes, and decides."""

    def __init__(self, party: "Party", seat: int, person: Person) -> None:
        self.party, self.seat, self.person = party, seat, person
        self.bytes = secrets.token_bytes(32)
        self.sent: deque[float] = deque()  # when the moves that are not answered yet were sent
        person.chair = self

    async def sit(self) -> None:
        await self.person.ask("watch", table=self.party.table, seat=None)
        await self.do(do="sit", seat=self.seat, pledge=sha256(self.bytes).hexdigest())
        await self.person.ask("watch", table=self.party.table, seat=self.seat)

    async def do(self, **command: object) -> Heard:
        return await self.person.ask("do", table=self.party.table, command=command)

    async def come_back(self) -> None:
        """On a new line: the whole is told, then it goes on."""
        found = await self.person.ask("watch", table=self.party.table, seat=self.seat)
        self.look(found)

    def hear(self, heard: Heard) -> None:
        if heard.of == self.party.table:
            self.party.heard(self.seat, heard.version, heard.table, self.person.socket.came_at)
            self.look(heard)

    def look(self, heard: Heard) -> None:
        """Whether there is something to decide."""
        game = heard.game.all or heard.game if heard.game else None
        if game is not None and game.owed is not None and game.owed.moves and self.party.is_playing:
            version, move = game.owed.version, random.choice(game.owed.moves)
            if self.party.pace:
                pause = random.uniform(0.5, 1.5) * self.party.pace
                asyncio.get_running_loop().call_later(pause, self.move, version, move)
            else:
                self.move(version, move)

    def move(self, version: int, move: str) -> None:
        if self.party.is_playing and self.person.chair is self:
            command = {
                "do": "move",
                "seat": self.seat,
                "version": version,
                "move": move,
                "key": f"{self.seat}-{version}",
            }
            self.sent.append(time.perf_counter())
            self.person.send("do", table=self.party.table, command=command)

    def answered(self, heard: Heard) -> None:
        """The next move may be on its way already: who moves again is told so before the answer comes."""
        sent_at = self.sent.popleft()
        if heard.ok:
            self.party.moved(self.seat, heard.version, sent_at)
        else:
            self.party.tally.refuse(heard.code)


class Party:
    """The people (and bots) around one table, one game after the other."""

    def __init__(
        self,
        tally: Tally,
        game: str,
        options: Json,
        people: list[Person],
        bots: Sequence[str] = (),
        pace: float = 0.0,
        most: int = 0,
    ) -> None:
        self.tally, self.game, self.options, self.bots, self.pace, self.most = (
            tally,
            game,
            options,
            bots,
            pace,
            most,
        )
        self.people = people
        self.table = ""
        self.chairs: list[Chair] = []
        self.is_playing = False
        self.over = asyncio.Event()
        self.made = 0
        self.heard_at = time.perf_counter()  # when something last happened at the table
        self.times: dict[int, list[tuple[int, float]]] = {}  # version: which seats heard it when
        self.unheard: dict[int, tuple[int, float]] = {}  # version: who moved, sent when

    async def seat(self) -> "Party":
        """A new table, everybody seated, the game dealt; nobody looks at the old one any more."""
        if self.table:
            await asyncio.gather(
                *(person.ask("unwatch", table=self.table) for person in self.people)
            )
        self.table = await self.people[0].open_table(self.game, self.options)
        self.chairs = [Chair(self, seat, person) for seat, person in enumerate(self.people)]
        self.times, self.unheard, self.made = {}, {}, 0
        self.over.clear()
        for chair in self.chairs:
            await chair.sit()
        owner = self.chairs[0]
        for seat, level in enumerate(self.bots, len(self.people)):
            await owner.do(do="add-bot", seat=seat, level=level)
        await owner.do(do="start")
        self.is_playing = True
        for chair in self.chairs:
            await chair.do(do="show", seat=chair.seat, bytes=chair.bytes.hex())
        return self

    async def play(self, seconds: float) -> None:
        """Games, one after the other, until the time is up."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                await asyncio.wait_for(self.over.wait(), left)
            except TimeoutError:
                break
            self.tally.games += 1
            await self.seat()
        self.is_playing = False

    def heard(self, seat: int, version: int, facts: Facts | None, at: float) -> None:
        self.heard_at = at
        if version in self.unheard and self.unheard[version][0] != seat:
            self.tally.delays.append(at - self.unheard.pop(version)[1])
        else:
            self.times.setdefault(version, []).append((seat, at))
            self.times.pop(version - FORGOTTEN, None)
        if facts is not None and facts.set is not None and facts.set.phase == "over":
            self.is_playing = False
            self.over.set()

    def moved(self, seat: int, version: int, sent_at: float) -> None:
        self.tally.moves += 1
        self.made += 1
        others = [at for who, at in self.times.pop(version, []) if who != seat]
        if others:
            self.tally.delays.append(others[0] - sent_at)
        elif len(self.people) > 1:
            self.unheard[version] = (seat, sent_at)
        if self.made == self.most:
            self.is_playing = False
            self.over.set()
