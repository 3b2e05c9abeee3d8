"""People who play through anything: they come back when a line breaks, send again what was not answered, and remember what was."""

import http.client
import http.cookiejar
import random
import threading
import time
import urllib.error
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from websockets.exceptions import WebSocketException

from spookhouse.games import game as find_game
from support.servers import Client, Server

BROKEN = (
    WebSocketException,
    ConnectionError,
    TimeoutError,
    OSError,
    EOFError,
    urllib.error.URLError,
    http.client.HTTPException,
)
PASSING = {
    "house/trouble",
    "limit/rate",
    "guest/unknown",
}  # refusals after which the same is tried again

Door = Callable[[], Server]  # where to knock now


@dataclass
class Memory:
    """What one table's people know: what was acknowledged to them, and how far they were told."""

    table: str
    game: str
    guest: str
    acknowledged: dict[str, int] = field(default_factory=dict)  # key: version
    heard: int = 0
    over: bool = False
    rematch: str = ""


class Person(threading.Thread):
    """One person who holds two seats of a table (bots the others) on two lines, and opens a new table whenever a game is over."""

    def __init__(
        self, door: Door, games: list[str], seed: int, bot: bool = False, patience: float = 20.0
    ) -> None:
        super().__init__(daemon=True)
        self.door, self.games, self.rng, self.bot = door, games, random.Random(seed), bot
        self.stopping = threading.Event()
        self.lines: dict[int, Client] = {}
        self.tables: list[Memory] = []
        self.pending: dict[str, Any] | None = None
        self.troubles: list[dict[str, Any]] = []
        self.failed: BaseException | None = None
        self.moved, self.breaks = 0, 0
        self.jar: Any = None
        self.slowest, self.patience = 0.0, patience

    # === COMING BACK ===

    def run(self) -> None:
        while not self.stopping.is_set():
            try:
                self.play()
            except BROKEN:
                self.breaks += 1
                self.hang_up()
                time.sleep(0.02)
            except BaseException as error:
                self.failed = error
                return
        self.hang_up()

    def hang_up(self) -> None:
        for client in self.lines.values():
            with suppress(*BROKEN):
                client.close()
        self.lines = {}

    def finish(self) -> None:
        self.stopping.set()
        self.join(60)
        assert not self.is_alive(), "a person hangs"
        if self.failed is not None:
            raise self.failed

    @property
    def at(self) -> Memory | None:
        """The table where the game is still on."""
        return self.tables[-1] if self.tables and not self.tables[-1].over else None

    def describe(self) -> str:
        """Where this person stands, for a report."""
        lines = [
            (seat, line.version, line.table.get("phase"), line.table.get("waiting"), line.owes)
            for seat, line in list(self.lines.items())
        ]
        at = (
            f"{self.at.game} at {self.at.table}, heard {self.at.heard}"
            if self.at
            else "at no table"
        )
        return f"{self.moved} moves, {at}; lines {lines}; pending {self.pending}; {self.breaks} breaks, last troubles {self.troubles[-2:]}"

    # === PLAYING ===

    def play(self) -> None:
        while not self.stopping.is_set():
            if self.at is None:
                self.open()
            assert self.at is not None
            if not self.lines:
                self.connect(self.at.table)
                self.at.over = (
                    self.lines[0].table["phase"] == "over"
                )  # a bot may have ended it while the line was broken
                continue
            self.step(self.at)

    def new_client(self) -> Client:
        """This person on another line: the same cookie, wherever the door leads."""
        client, server = Client.__new__(Client), self.door()
        client.patience, client.jar = self.patience, carried(self.jar, server)
        try:
            client.__init__(server, client)  # type: ignore[misc]
        except KeyError:  # no guest: it was refused
            self.trouble(client.json("/api/me"))
        self.jar = client.jar
        return client

    def open(self) -> None:
        """A table with this person in the first two seats and bots in the others; anew if the line breaks on the way."""
        self.hang_up()
        client, game = self.new_client(), self.rng.choice(self.games)
        table = self.rematch(client.connect())
        if not table:
            found = client.json(
                "/api/tables", {"game": game, "options": options_of(game, 3 if self.bot else 2)}
            )
            if not found["ok"]:
                self.trouble(found)
                return
            table = found["table"]
        self.look_at(client, table)
        game = client.table["game"]
        must = [client.sit(seat) for seat in (0, 1)]
        must += [
            client.do(do="add-bot", seat=seat, level="uniform")
            for seat in range(2, len(client.table["seats"]))
            if client.table["seats"][seat]["kind"] == "open"
        ]
        must += [client.do(do="start"), client.show(0), client.show(1)]
        client.close()
        if all(answer["ok"] for answer in must):
            self.tables.append(Memory(table, game, client.guest))
            self.pending = None
        else:
            self.trouble(
                next(answer for answer in must if not answer["ok"])
            )  # the others may follow from it

    def rematch(self, client: Client) -> str:
        """After every other game the same again: the table of the rematch. What was named before a line broke need not be asked for again."""
        if not self.tables or len(self.tables) % 2 or self.tables[-1].rematch:
            return ""
        last = self.tables[-1]
        self.look_at(client, last.table)
        if not client.table["rematch"]:
            answer = client.do(do="rematch", key=uuid4().hex)
            if not answer["ok"]:
                self.trouble(answer)
            while not client.table["rematch"]:
                client.hear()
        last.rematch = client.table["rematch"]
        return last.rematch

    def look_at(self, client: Client, table: str, seat: int | None = None) -> None:
        found = client.watch(table, seat)
        if not found["ok"]:
            self.trouble(found)

    def trouble(self, answer: dict[str, Any]) -> None:
        """A refusal that will pass, or has passed meanwhile; any other is a failure."""
        if not answer["ok"]:
            if answer["code"] not in PASSING and "that cannot be done now" not in answer["message"]:
                raise AssertionError(answer)
            self.troubles.append(answer)
        time.sleep(0.02)
        raise ConnectionError("refused for now")

    def connect(self, table: str) -> None:
        for seat in (0, 1):
            client = self.lines[seat] = self.new_client().connect()
            self.look_at(client, table, seat)

    def step(self, at: Memory) -> None:
        """Send again what was not answered, else make a move if one is owed, else listen."""
        if self.pending is None:
            seat = next((seat for seat, client in self.lines.items() if client.owes), None)
            if seat is None:
                self.listen(at)
                return
            game = self.lines[seat].game
            assert game is not None
            self.pending = {
                "seat": seat,
                "version": game["owed"]["version"],
                "move": self.rng.choice(game["owed"]["moves"]),
                "key": uuid4().hex,
            }
        started = time.monotonic()
        answer = self.lines[self.pending["seat"]].do(do="move", **self.pending)
        self.slowest = max(self.slowest, time.monotonic() - started)
        if not answer["ok"]:
            self.trouble(answer)
        at.acknowledged[self.pending["key"]] = answer["version"]
        self.pending = None
        self.moved += 1
        for client in self.lines.values():
            while client.version < answer["version"]:
                self.hear(client, at)
        at.over = self.lines[0].table["phase"] == "over"

    def listen(self, at: Memory) -> None:
        """A bot owes the next move, or one of the lines has not heard of the last one yet."""
        self.hear(min(self.lines.values(), key=lambda client: client.version), at)
        at.over = self.lines[0].table["phase"] == "over"

    def hear(self, client: Client, at: Memory) -> None:
        message = client.hear()
        if message.get("tell") == "closing":
            raise ConnectionError("closing")
        at.heard = max(at.heard, client.version)


def carried(jar: http.cookiejar.CookieJar | None, server: Server) -> http.cookiejar.CookieJar:
    """The cookies of one house of a cluster, as a proxy before them all would let a browser send them to another."""
    found = http.cookiejar.CookieJar()
    for cookie in jar or ():
        moved = copy(cookie)
        moved.domain = urlsplit(server.url).hostname or ""
        found.set_cookie(moved)
    return found


def options_of(game: str, players: int) -> dict[str, Any]:
    """So many players, or as many as the game needs."""
    title = find_game(game)
    return {"players": max(players, title.min_players)} if "players" in title.option_names else {}
