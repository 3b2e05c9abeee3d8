"""A table for tests, with its log in a list and a clock that the test sets."""

from collections.abc import Sequence

from spookhouse.bots import BOTS
from spookhouse.table import (
    AnyCommand,
    Draft,
    Entry,
    Table,
    judge,
    judge_bot_move,
    judge_time,
    open_table,
)
from spookhouse.table import commands as ask
from spookhouse.table.commitments import pledge

SECRET = bytes(range(32))


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
        self.store(
            [
                open_table(
                    owner, game, options, SECRET, clock, public=False, spectators=True, hints=True
                )
            ]
        )

    def store(self, drafts: Sequence[Draft]) -> list[Entry]:
        """Append entries to the log and apply them to the table."""
        entries = self.table.write(self.now, drafts)
        for entry in entries:
            self.log.append(entry)
            self.table.take(entry)
        return entries

    def do(self, guest: str, command: AnyCommand) -> list[Entry]:
        """Carry out a command of a guest."""
        return self.store(judge(self.table, command, guest, BOTS, lambda: bytes(32)))

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
        assert self.table.match is not None
        owed = self.table.owed.get(seat, 0) if version is None else version
        text = move or self.table.match.legal(seat)[0]
        command = ask.Move(seat=seat, version=owed, move=text, key=key)
        return self.do(self.table.seats[seat].guest, command)

    def bot_moves(self, seat: int, move: str) -> None:
        """Let a bot make a move."""
        self.store(judge_bot_move(self.table, seat, self.table.owed[seat], move))

    def bots_move(self) -> None:
        """Let every bot that owes a decision make the first move of its list."""
        while found := self.table.waiting_bots():
            assert self.table.match is not None
            self.bot_moves(found[0], self.table.match.legal(found[0])[0])

    def wait(self, seconds: float) -> list[Entry]:
        """Let time pass on the clock of the table."""
        self.now += seconds
        return self.store(judge_time(self.table, self.now))

    def rebuilt(self) -> Table:
        """Return a new table, built from the log."""
        return Table.rebuilt("t1", SECRET, self.log)
