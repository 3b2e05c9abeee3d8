"""Measure each step of one move's way through the server, on real games, one after the other."""

import random
import tempfile
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple, ParamSpec, TypeVar

import msgspec

from spookhouse.bench.offline_connection import masked_frame, offline_connection
from spookhouse.bots import BOTS
from spookhouse.kernel.contract import Json
from spookhouse.stores import SqlStore
from spookhouse.table import (
    Draft,
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
from spookhouse.web.hub import seen_by, told_event
from spookhouse.web.messages import Do, answer_deed, change, decode, encode

# Moves in one commit, as they gather when 200 tables move as fast as they can.
MOVES_IN_COMMIT = 60
STORED_MOVES = 30  # moves whose commits are measured
ROUNDS = 5  # the fastest counts: other programs use the machine too
SECRET = bytes(32)
GUESTS = ("ann", "bob")
NAMES = ("Ann", "Bob")

P = ParamSpec("P")
Result = TypeVar("Result")


class Part(msgspec.Struct, frozen=True):
    """One step of the way, and its CPU microseconds for one move."""

    name: str
    about: str
    microseconds: float


ABOUT = {
    "parse": "unmask a frame and read its JSON as a command",
    "judge": "check seat, phase, version and key; try the move on a copy of the match",
    "chain": "write the entry as JSON and hash it",
    "store": "its share of a durable commit to SQLite "
    f"(CPU of the writer, {MOVES_IN_COMMIT} tables in a commit)",
    "play": "apply the entry: the match after the move, the seats that owe a decision",
    "view": "find what changed of the table, and of the game as each of two seats may know it, "
    "with legal moves and whether the move may be undone",
    "tell": "put the events into words and write them as JSON",
    "send": "frame three messages (without the system's own work)",
}

# === A TABLE ===


def opening(game: str) -> Draft:
    """Return the draft that opens a table."""
    return open_table(
        GUESTS[0], game, {"players": 2}, SECRET, None, public=False, spectators=True, hints=True
    )


def seated(game: str) -> Table:
    """Return a table of two guests with the game dealt."""
    table = Table("anatomy-0000", SECRET)
    append(table, [opening(game)])
    secrets = [guest.encode().ljust(32) for guest in GUESTS]
    for seat, guest in enumerate(GUESTS):
        do(table, guest, ask.Sit(seat=seat, pledge=sha256(secrets[seat]).hexdigest()))
    do(table, GUESTS[0], ask.Start())
    for seat, guest in enumerate(GUESTS):
        do(table, guest, ask.Show(seat=seat, bytes=secrets[seat].hex()))
    return table


def append(table: Table, drafts: list[Draft]) -> list[Entry]:
    """Write drafts as entries and apply them."""
    entries = table.write(time.time(), drafts)
    apply(table, entries)
    return entries


def apply(table: Table, entries: Sequence[Entry]) -> None:
    """Apply entries to a table."""
    for entry in entries:
        table.take(entry)


def do(table: Table, guest: str, command: ask.AnyCommand) -> list[Entry]:
    """Execute a command of a guest."""
    return append(table, judge(table, command, guest, BOTS, lambda: bytes(32)))


# === ALL STEPS BUT THE STORE ===


class TableViews(NamedTuple):
    """The view of a table; what the last move changed of it, and of the game for each seat."""

    table: Json
    changed: Json
    games: Sequence[bytes]


class MoveProfile:
    """Many moves of one game, with each step timed over all of them."""

    def __init__(self, game: str, moves: int) -> None:
        self.game, self.moves = game, moves
        self.table, self.rng = seated(game), random.Random(1)
        self.spent: dict[str, float] = {}
        self.received: list[bytes] = []
        self.connection = offline_connection(self.received.append)
        self.shown = Shown()

    def timed(
        self, name: str, step: Callable[P, Result], *args: P.args, **kwargs: P.kwargs
    ) -> Result:
        """Run a step and count its CPU time."""
        start = time.thread_time()
        found = step(*args, **kwargs)
        self.spent[name] = self.spent.get(name, 0.0) + time.thread_time() - start
        return found

    def run(self) -> list[list[Entry]]:
        """Make all moves; return the entries of each."""
        views, made = self.first_views(), []
        for number in range(self.moves):
            if not self.table.owed:
                self.table = seated(self.game)
                views = self.first_views()
            command, guest = self.choose()
            request = self.timed("parse", self.parse, self.frame_of(number, command))
            drafts = self.timed("judge", judge, self.table, request.command, guest, BOTS, bytes)
            entries = self.timed("chain", self.table.write, time.time(), drafts)
            made.append(entries)
            self.timed("play", apply, self.table, entries)
            before, views = views, self.timed("view", self.next_views, views)
            messages = self.timed("tell", self.tell, before, views)
            self.timed("send", self.send, number, messages)
        return made

    def choose(self) -> tuple[ask.Move, str]:
        """Return a random legal move as a command, and the guest who makes it."""
        assert self.table.match is not None
        seat = next(iter(self.table.owed))
        version = self.table.owed[seat]
        move = self.rng.choice(self.table.match.legal(seat))
        command = ask.Move(seat=seat, version=version, move=move, key=f"{seat}-{version}")
        return command, GUESTS[seat]

    def frame_of(self, number: int, command: ask.Move) -> bytes:
        """Return a request as the client sends it."""
        request = {"ask": "do", "id": number, "table": self.table.id, "command": command}
        return masked_frame(encode(request))

    def parse(self, frame: bytes) -> Do:
        """Receive a frame and read its message."""
        self.connection.data_received(frame)
        request = decode(self.received.pop())
        assert isinstance(request, Do)
        return request

    def first_views(self) -> TableViews:
        """Show a new table to both seats; return its views."""
        for seat in range(2):
            self.shown.show(self.table, seat)
        return TableViews(show_table(self.table, {}), {}, [])

    def next_views(self, before: TableViews) -> TableViews:
        """Return the views after one more move."""
        changed = show_move(before.table, self.table, {})
        return TableViews(before.table | changed, changed, self.shown.changes(self.table, range(2)))

    def tell(self, before: TableViews, after: TableViews) -> list[bytes]:
        """Return the message for each seat about the last move."""
        events: list[tuple[Collection[int] | None, bytes]] = tell_last(
            self.table, told_event, NAMES
        )
        name, table = encode(self.table.id), encode({"set": after.changed})
        versions = before.table["version"], after.table["version"]
        return [
            change(name, *versions, table, after.games[seat], seen_by(events, seat))
            for seat in range(2)
        ]

    def send(self, number: int, messages: list[bytes]) -> None:
        """Send all messages, and the answer to the request."""
        for message in (*messages, answer_deed(number, self.table.version)):
            self.connection.send(message)
        self.connection.flush()


# === THE STORE ===


def store_time(moves: list[list[Entry]], tables: int) -> float:
    """Return the CPU seconds of writing these moves at one of so many tables.

    All tables make each move in one durable commit to a real file.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(SqlStore(f"sqlite:///{folder}/house.db")) as store,
    ):
        names = [f"anatomy-{number:04}" for number in range(tables)]
        for name in names:
            open_stored(store, name)
        start = time.process_time()
        for entries in moves:
            commit_together(store, names, entries)
        return (time.process_time() - start) / tables


def open_stored(store: SqlStore, name: str) -> None:
    """Store a table that is just open."""
    row: NewTable = {
        "secret": SECRET,
        "game": "ghooost",
        "public": False,
        "created": 0.0,
        "changed": 0.0,
    }
    entries = append(Table(name, SECRET), [opening("ghooost")])
    store.append(name, entries, "lobby", row).result()


def commit_together(store: SqlStore, names: list[str], entries: list[Entry]) -> None:
    """Append the entries to all tables, in one turn of an event loop and so in one commit."""
    turn: list[Callable[[], None]] = []
    store.call_soon = turn.append
    promises: list[Future[None]] = [store.append(name, entries, "playing") for name in names]
    store.call_soon = call_now
    for function in turn:
        function()
    for promise in promises:
        promise.result()


# === ALL OF IT ===


def dissect(game: str, moves: int = 400) -> list[Part]:
    """Return the steps of a move in their order, each with its fastest time."""
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        profile = MoveProfile(game, moves)
        stored = renumbered(profile.run()[:STORED_MOVES])
        store_seconds = store_time(stored, MOVES_IN_COMMIT) / len(stored) * moves
        found = profile.spent | {"store": store_seconds}
        best = {name: min(spent, best.get(name, spent)) for name, spent in found.items()}
    return [Part(name, about, best[name] / moves * 1e6) for name, about in ABOUT.items()]


def renumbered(moves: list[list[Entry]]) -> list[list[Entry]]:
    """Return one entry of each move, numbered as they follow the opening of a table."""
    return [[replace(entries[0], version=number)] for number, entries in enumerate(moves, 2)]
