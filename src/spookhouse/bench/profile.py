"""Where do the microseconds of one move go? Each step of a move's way through the house, on its own and on real games, one step after the other."""

import random
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, NamedTuple, cast

from spookhouse.bench.websocket_speed import masked_frame, offline_connection
from spookhouse.bots import BOTS
from spookhouse.stores import SqlStore
from spookhouse.table import (
    Entry,
    NewTable,
    Shown,
    Table,
    call_now,
    judge,
    open_table,
    show_move,
    show_table,
    tell_last,
)
from spookhouse.table import commands as ask
from spookhouse.table.log import Json
from spookhouse.web.hub import seen_by, told_event
from spookhouse.web.messages import Do, answer_deed, change, decode, encode

TOGETHER = 60  # moves in a commit, as they gather when 200 tables move as fast as they can
ROUNDS = 5  # the quickest counts: others use the machine too
SECRET = bytes(32)
PEOPLE = ("ann", "bob")
NAMES = ("Ann", "Bob")


@dataclass(frozen=True)
class Part:
    """One step of the way, and how long it takes for one move."""

    name: str
    about: str
    microseconds: float


def seated(game: str) -> Table:
    """Two people at a table, the game dealt."""
    table = Table("anatomy-0000", SECRET)
    take(
        table,
        [
            open_table(
                PEOPLE[0],
                game,
                {"players": 2},
                SECRET,
                None,
                public=False,
                spectators=True,
                hints=True,
            )
        ],
    )
    for seat, guest in enumerate(PEOPLE):
        do(table, guest, ask.Sit(seat=seat, pledge=sha256(guest.encode().ljust(32)).hexdigest()))
    do(table, PEOPLE[0], ask.Start())
    for seat, guest in enumerate(PEOPLE):
        do(table, guest, ask.Show(seat=seat, bytes=guest.encode().ljust(32).hex()))
    return table


def take(table: Table, drafts: list[Any]) -> list[Entry]:
    entries = table.write(time.time(), drafts)
    for entry in entries:
        table.take(entry)
    return entries


def do(table: Table, guest: str, command: ask.AnyCommand) -> list[Entry]:
    return take(table, judge(table, command, guest, BOTS, lambda: bytes(32)))


class Sight(NamedTuple):
    """What was shown of a table, and what was told of its last move."""

    table: Json
    changed: Json
    games: list[Any]


class Dissection:
    """Many moves of one game, each step timed over all of them."""

    def __init__(self, game: str, moves: int) -> None:
        self.table, self.rng, self.moves = seated(game), random.Random(1), moves
        self.spent: dict[str, float] = {}
        self.received: list[bytes] = []
        self.connection = offline_connection(self.received.append)
        self.shown = Shown()

    def timed(self, name: str, step: Callable[..., Any], *given: Any) -> Any:
        start = time.thread_time()
        found = step(*given)
        self.spent[name] = self.spent.get(name, 0.0) + time.thread_time() - start
        return found

    def run(self, game: str) -> list[list[Entry]]:
        """All the moves; the entries of each."""
        seen = self.look()
        made = []
        for number in range(self.moves):
            if not self.table.owed:
                self.table = seated(game)
                seen = self.look()
            command, guest = self.choose()
            frame = masked_frame(
                encode({"ask": "do", "id": number, "table": self.table.id, "command": command})
            )
            request = self.timed("parse", self.parse, frame)
            drafts = self.timed("judge", judge, self.table, request.command, guest, BOTS, bytes)
            entries = self.timed("chain", self.table.write, time.time(), drafts)
            made.append(entries)
            self.timed("play", self.play, entries)
            before, seen = seen, self.timed("view", self.look, seen)
            told = self.timed("tell", self.tell, before, seen)
            self.timed("send", self.send, number, told)
        return made

    def choose(self) -> tuple[ask.Move, str]:
        assert self.table.match is not None
        seat = next(iter(self.table.owed))
        version = self.table.owed[seat]
        move = self.rng.choice(self.table.match.legal(seat))
        return ask.Move(seat=seat, version=version, move=move, key=f"{seat}-{version}"), PEOPLE[
            seat
        ]

    def parse(self, frame: bytes) -> Do:
        self.connection.data_received(frame)
        return cast(Do, decode(self.received.pop()))

    def play(self, entries: list[Entry]) -> None:
        for entry in entries:
            self.table.take(entry)

    def look(self, before: Sight | None = None) -> Sight:
        """The table, what each seat could see, and what the last move changed of both."""
        if before is None:
            return Sight(
                show_table(self.table, {}),
                {},
                [self.shown.show(self.table, seat) for seat in range(2)],
            )
        changed = show_move(before.table, self.table, {})
        return Sight(before.table | changed, changed, self.shown.changes(self.table, range(2)))

    def tell(self, before: Sight, after: Sight) -> list[bytes]:
        events = tell_last(self.table, told_event, NAMES)
        name, was, version, table = (
            encode(self.table.id),
            before.table["version"],
            after.table["version"],
            encode({"set": after.changed}),
        )
        return [
            change(name, was, version, table, after.games[seat], seen_by(events, seat))
            for seat in range(2)
        ]

    def send(self, number: int, told: list[bytes]) -> None:
        for message in (*told, answer_deed(number, self.table.version)):
            self.connection.send(message)
        self.connection.flush()


def store_time(entries: list[list[Entry]], together: int) -> float:
    """CPU seconds of writing moves durably, so many tables in one commit, into a real file."""
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(SqlStore(f"sqlite:///{folder}/house.db")) as store,
    ):
        row: NewTable = {
            "secret": SECRET,
            "game": "ghooost",
            "public": False,
            "created": 0.0,
            "changed": 0.0,
        }
        for table in range(together):
            store.append(
                f"anatomy-{table:04}",
                take(Table(f"anatomy-{table:04}", SECRET), [opening()]),
                "lobby",
                row,
            ).result()
        start = time.process_time()
        for made in entries:
            turn: list[Callable[[], None]] = []
            store.call_soon = turn.append
            promises: list[Future[None]] = [
                store.append(f"anatomy-{table:04}", made, "playing") for table in range(together)
            ]
            store.call_soon = call_now
            for function in turn:
                function()
            for promise in promises:
                promise.result()
        return (time.process_time() - start) / together


def opening() -> Any:
    return open_table(
        PEOPLE[0],
        "ghooost",
        {"players": 2},
        SECRET,
        None,
        public=False,
        spectators=True,
        hints=True,
    )


ABOUT = {
    "parse": "a frame unmasked, its JSON read into a command",
    "judge": "seat, phase, version and key; the move tried on a copy of the match",
    "chain": "the entry's JSON and its hash",
    "play": "the entry taken in: the match after the move, who owes a decision",
    "view": "what changed of the table, and of the game as each of two seats may know it; legal moves; may the move be undone?",
    "tell": "the events in words, JSON",
    "send": "three messages framed (the system's own work not counted)",
    "store": f"its share of a durable commit to SQLite (CPU of the writer, {TOGETHER} tables in a commit)",
}


def dissect(game: str, moves: int = 400) -> list[Part]:
    """The parts of a move, in the order of its way."""
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        dissection = Dissection(game, moves)
        made = dissection.run(game)
        found = dissection.spent | {"store": store_time(distinct(made[:30]), TOGETHER) / 30 * moves}
        best = {name: min(spent, best.get(name, spent)) for name, spent in found.items()}
    order = ("parse", "judge", "chain", "store", "play", "view", "tell", "send")
    return [Part(name, ABOUT[name], best[name] / moves * 1e6) for name in order]


def distinct(made: list[list[Entry]]) -> list[list[Entry]]:
    """The entries with versions of their own, after the one that opens a table."""
    return [[replace(entries[0], version=number)] for number, entries in enumerate(made, 2)]
