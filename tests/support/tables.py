"""A table for tests, with its log in a list and a clock that the test sets."""

import json
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from spookhouse.bots import BOTS
from spookhouse.games import game as find_game
from spookhouse.kernel.match import Match
from spookhouse.table import commands as ask
from spookhouse.table.apply import apply, rebuild
from spookhouse.table.commitments import pledge
from spookhouse.table.decide import Environment, decide, next_entries
from spookhouse.table.hash_chain import GENESIS
from spookhouse.table.log import SERVER, Draft, Entry, Json, decode_data
from spookhouse.table.record_file import read_table_record
from spookhouse.table.replay import Replay
from spookhouse.table.table import Table

# Databases and exports of earlier versions, by version.
OLD = Path(__file__).parents[1] / "proof" / "old"
SECRET = bytes(range(32))
ENVIRONMENT = Environment(BOTS, lambda: bytes(32))


def bytes_of(guest: str, seat: int) -> bytes:
    """Return the bytes that a guest reveals for a seat."""
    return bytes.fromhex(pledge(f"{guest} {seat}".encode()))


class Played:
    """A table and its log.

    Methods carry out commands; most return the object itself, so that calls can be chained.
    """

    def __init__(
        self,
        owner: str = "ann",
        game: str = "ghooost",
        clock: dict[str, float] | None = None,
        **options: object,
    ) -> None:
        self.now = 1000.0
        self.log: list[Entry] = []
        self.table = Table("t1", SECRET)
        self.do(owner, ask.OpenTable(game=game, options=options, clock=clock))

    @classmethod
    def continued(cls, owner: str, finished: Table, step: int) -> "Played":
        """Return a table whose game starts after so many moves of a finished one."""
        played = cls(owner)
        played.log, played.table = [], Table("t1", SECRET)
        played.do(owner, Replay(finished).continue_from(step))
        return played

    @property
    def match(self) -> Match:
        """The match, which must have been dealt."""
        assert self.table.match is not None
        return self.table.match

    def store(self, drafts: Sequence[Draft]) -> list[Entry]:
        """Append entries to the log and apply them to the table."""
        entries = next_entries(self.table, self.now, drafts)
        for entry in entries:
            self.log.append(as_stored(entry))
            apply(self.table, entry)
        return entries

    def do(self, author: str, command: ask.AnyTableCommand) -> list[Entry]:
        """Carry out a command of a guest or of the server."""
        return self.store(decide(self.table, command, author, self.now, ENVIRONMENT))

    def sit(self, guest: str, *seats: int) -> "Played":
        """Seat a guest."""
        for seat in seats:
            self.do(guest, ask.Sit(seat=seat, pledge=pledge(bytes_of(guest, seat))))
        return self

    def bot(self, *seats: int, level: str = "thumb") -> "Played":
        """Seat bots."""
        for seat in seats:
            self.do(self.table.owner, ask.AddBot(seat=seat, level=level))
        return self

    def start(self) -> "Played":
        """Start the game and reveal the bytes of all guests."""
        self.do(self.table.owner, ask.Start())
        for number, seat in enumerate(self.table.seats):
            if seat.guest:
                self.do(seat.guest, ask.Show(seat=number, bytes=bytes_of(seat.guest, number).hex()))
        return self

    def move(
        self, seat: int, move: str | None = None, *, key: str = "", version: int | None = None
    ) -> list[Entry]:
        """Make a move for the guest in a seat, by default the first legal one."""
        owed = self.table.owed.get(seat, 0) if version is None else version
        text = move or self.match.legal(seat)[0]
        command = ask.Move(seat=seat, version=owed, move=text, key=key)
        return self.do(self.table.seats[seat].guest, command)

    def bot_moves(self, seat: int, move: str) -> None:
        """Let a bot make a move."""
        self.do(SERVER, ask.Move(seat=seat, version=self.table.owed[seat], move=move))

    def bots_move(self) -> None:
        """Let every bot that owes a decision make the first move of its list."""
        while found := self.table.waiting_bots():
            self.bot_moves(found[0], self.match.legal(found[0])[0])

    def wait(self, seconds: float) -> list[Entry]:
        """Let time pass on the clock of the table."""
        self.now += seconds
        return self.do(SERVER, ask.CheckClock())

    def rebuilt(self) -> Table:
        """Return a new table, built from the log."""
        return rebuild("t1", SECRET, self.log)

    def reload(self) -> None:
        """Replace the table by a new one, built from the log."""
        self.table = self.rebuilt()

    def items(self) -> list[Json]:
        """Return the log as the entries of a record."""
        return [entry.to_json() for entry in self.log]


def smallest(title: str) -> Played:
    """Return a new table of a game for as few players as possible."""
    game = find_game(title)
    if "players" in game.option_names:
        return Played(game=title, players=game.min_players)
    return Played(game=title)


# === LOGS ===


def as_stored(entry: Entry) -> Entry:
    """Return an entry as a store reads it: without the match that its decision computed."""
    return replace(entry, data=decode_data(entry.kind, entry.written), after=None)


def read_items(items: Sequence[Json]) -> list[Entry]:
    """Return the log with these entries of a record."""
    return read_table_record({"format": 1, "table": "t1", "entries": [*items]})[1]


def rechain(items: Sequence[Json]) -> list[Json]:
    """Return entries of a record with new versions and hashes, as a careful forger writes them.

    The hashes are computed as documented, without the code of the log.
    """
    found: list[Json] = []
    previous = GENESIS
    for version, item in enumerate(items, 1):
        values = [item[name] for name in ("at", "kind", "by", "key", "data")]
        text = json.dumps([previous, version, *values], sort_keys=True, separators=(",", ":"))
        previous = sha256(text.encode()).hexdigest()
        found.append({**item, "version": version, "hash": previous})
    return found


def old_tables() -> list[Json]:
    """Return every table that an earlier version exported, with its secret and its entries."""
    lines = [
        json.loads(line)
        for path in sorted(OLD.glob("*/house.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    return [line for line in lines if "table" in line]
