"""Measure each stage of one move's path through the server, on real games, one after the other."""

import random
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import ParamSpec, TypeVar

import msgspec

from spookhouse.bench.offline_connection import masked_frame, offline_connection
from spookhouse.bots import BOTS
from spookhouse.host.watchers import Message, Watchers
from spookhouse.stores import SqlStore
from spookhouse.table import commands as ask
from spookhouse.table.apply import apply
from spookhouse.table.decide import Environment, decide, next_entries
from spookhouse.table.log import Entry
from spookhouse.table.phases import LOBBY, PLAYING
from spookhouse.table.store_protocol import NewTable, call_now
from spookhouse.table.table import Table
from spookhouse.web.messages import Do, PatchEncoder, command_response, decode_request, encode

# Moves in one commit, as they gather when 200 tables move as fast as they can.
MOVES_IN_COMMIT = 60
# Moves whose commits are measured.
STORED_MOVES = 30
# The fastest round counts: other programs use the machine too.
ROUNDS = 5
SECRET = bytes(32)
NAMES = {"ann": "Ann", "bob": "Bob"}
GUESTS = tuple(NAMES)
ENVIRONMENT = Environment(BOTS, partial(bytes, 32))

P = ParamSpec("P")
Result = TypeVar("Result")


class Part(msgspec.Struct, frozen=True):
    """One stage of the path, and its CPU microseconds for one move."""

    name: str
    about: str
    microseconds: float


ABOUT = {
    "parse": "unmask a frame and read its JSON as a command",
    "decide": "check seat, phase, version and key; try the move on a copy of the match",
    "chain": "write the entry as JSON and hash it",
    "store": "its share of a durable commit to SQLite "
    f"(CPU of the writer, {MOVES_IN_COMMIT} tables in a commit)",
    "apply": "apply the entry: the match after the move, the seats that owe a decision",
    "publish": "compare the views of the table and of two seats with those sent last, "
    "with legal moves and whether the move may be undone; put the events into words",
    "encode": "write a patch for each seat as JSON",
    "send": "frame three messages (without the system's own work)",
}

# === A TABLE ===


def opening(game: str) -> ask.OpenTable:
    """Return the command that opens a table."""
    return ask.OpenTable(game=game, options={"players": 2})


def seated(game: str) -> Table:
    """Return a table of two guests with the game dealt."""
    table = Table("profile-0000", SECRET)
    carry_out(table, GUESTS[0], opening(game))
    secrets = [guest.encode().ljust(32) for guest in GUESTS]
    for seat, guest in enumerate(GUESTS):
        carry_out(table, guest, ask.Sit(seat=seat, pledge=sha256(secrets[seat]).hexdigest()))
    carry_out(table, GUESTS[0], ask.Start())
    for seat, guest in enumerate(GUESTS):
        carry_out(table, guest, ask.Show(seat=seat, bytes=secrets[seat].hex()))
    return table


def carry_out(table: Table, guest: str, command: ask.AnyTableCommand) -> list[Entry]:
    """Decide and apply a command; return its entries."""
    now = time.time()
    entries = next_entries(table, now, decide(table, command, guest, now, ENVIRONMENT))
    apply_all(table, entries)
    return entries


def apply_all(table: Table, entries: Sequence[Entry]) -> None:
    """Apply entries to a table."""
    for entry in entries:
        apply(table, entry)


# === ALL STAGES BUT THE STORE ===


class MoveProfile:
    """Many moves of one game, with each stage timed over all of them."""

    def __init__(self, game: str, moves: int) -> None:
        self.game, self.moves = game, moves
        self.rng = random.Random(1)
        self.spent: dict[str, float] = {}
        self.received: list[bytes] = []
        self.connection = offline_connection(self.received.append)
        self.published: list[Message] = []
        self.encoder = PatchEncoder()
        self.deal()

    def deal(self) -> None:
        """Start a new game, watched from both seats."""
        self.table, self.watchers = seated(self.game), Watchers(dict(NAMES))
        for seat, guest in enumerate(GUESTS):
            # Each client has a function of its own.
            send = partial(self.published.append)
            self.watchers.add(self.table, seat, send, guest)

    def timed(
        self, name: str, stage: Callable[P, Result], *args: P.args, **kwargs: P.kwargs
    ) -> Result:
        """Run a stage and count its CPU time."""
        start = time.thread_time()
        result = stage(*args, **kwargs)
        self.spent[name] = self.spent.get(name, 0.0) + time.thread_time() - start
        return result

    def run(self) -> list[list[Entry]]:
        """Make all moves; return the entries of each."""
        made = []
        for number in range(self.moves):
            if not self.table.owed:
                self.deal()
            table, now = self.table, time.time()
            move, guest = self.choose()
            request = self.timed("parse", self.parse, self.frame_of(number, move))
            drafts = self.timed("decide", decide, table, request.command, guest, now, ENVIRONMENT)
            entries = self.timed("chain", next_entries, table, now, drafts)
            made.append(entries)
            for entry in entries:
                self.timed("apply", apply, table, entry)
                self.timed("publish", self.watchers.publish, table, entry)
            messages = self.timed("encode", self.encode_published)
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
        request = decode_request(self.received.pop())
        assert isinstance(request, Do)
        return request

    def encode_published(self) -> list[bytes]:
        """Encode what was published since the last call."""
        messages = [self.encoder.encode(message) for message in self.published]
        self.published.clear()
        return messages

    def send(self, number: int, messages: list[bytes]) -> None:
        """Send all messages, and the response to the request."""
        for message in (*messages, command_response(number, self.table.version)):
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
        names = [f"profile-{number:04}" for number in range(tables)]
        for name in names:
            open_stored(store, name)
        start = time.process_time()
        for entries in moves:
            commit_together(store, names, entries)
        return (time.process_time() - start) / tables


def open_stored(store: SqlStore, name: str) -> None:
    """Store a table that has only been opened."""
    row: NewTable = {
        "secret": SECRET,
        "game": "ghooost",
        "public": False,
        "created": 0.0,
        "changed": 0.0,
    }
    entries = carry_out(Table(name, SECRET), GUESTS[0], opening("ghooost"))
    store.append(name, entries, LOBBY, row).result()


def commit_together(store: SqlStore, names: list[str], entries: list[Entry]) -> None:
    """Append the entries to all tables, in one turn of an event loop and so in one commit."""
    turn: list[Callable[[], None]] = []
    store.call_soon = turn.append
    promises: list[Future[None]] = [store.append(name, entries, PLAYING) for name in names]
    store.call_soon = call_now
    for function in turn:
        function()
    for promise in promises:
        promise.result()


# === ALL STAGES ===


def measure_profile(game: str, moves: int = 400) -> list[Part]:
    """Return the stages of a move in their order, each with its fastest time."""
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
