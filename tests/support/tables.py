"""A table for tests: a log in a list, a clock that is set by hand."""

from typing import Any

from spookhouse.bots import BOTS
from spookhouse.table import Entry, Table, judge, judge_bot_move, judge_time, open_table
from spookhouse.table import commands as ask
from spookhouse.table.commitments import pledge

SECRET = bytes(range(32))


def bytes_of(guest: str, seat: int) -> bytes:
    """What a person draws for a seat."""
    return bytes.fromhex(pledge(f"{guest} {seat}".encode()))


class Played:
    """A table and its log."""

    def __init__(
        self,
        owner: str = "ann",
        game: str = "ghooost",
        clock: dict[str, float] | None = None,
        **options: Any,
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

    def store(self, drafts: list[Any]) -> list[Entry]:
        entries = self.table.write(self.now, drafts)
        for entry in entries:
            self.log.append(entry)
            self.table.take(entry)
        return entries

    def do(self, guest: str, command: Any) -> list[Entry]:
        return self.store(judge(self.table, command, guest, BOTS, lambda: bytes(32)))

    def sit(self, guest: str, *seats: int) -> "Played":
        for seat in seats:
            self.do(guest, ask.Sit(seat=seat, pledge=pledge(bytes_of(guest, seat))))
        return self

    def bot(self, *seats: int, level: str = "thumb") -> "Played":
        for seat in seats:
            self.do(self.table.owner, ask.AddBot(seat=seat, level=level))
        return self

    def start(self) -> "Played":
        self.do(self.table.owner, ask.Start())
        for number, seat in enumerate(self.table.seats):
            if seat.guest:
                self.do(seat.guest, ask.Show(seat=number, bytes=bytes_of(seat.guest, number).hex()))
        return self

    def move(
        self, seat: int, move: str | None = None, *, key: str = "", version: int | None = None
    ) -> list[Entry]:
        assert self.table.match is not None
        owed = self.table.owed.get(seat, 0) if version is None else version
        text = move or self.table.match.legal(seat)[0]
        return self.do(
            self.table.seats[seat].guest, ask.Move(seat=seat, version=owed, move=text, key=key)
        )

    def bot_moves(self, seat: int, move: str) -> None:
        self.store(judge_bot_move(self.table, seat, self.table.owed[seat], move))

    def bots_move(self) -> None:
        """Let every bot that owes a decision make the first move of its list."""
        while found := self.table.waiting_bots():
            assert self.table.match is not None
            self.store(
                judge_bot_move(
                    self.table,
                    found[0],
                    self.table.owed[found[0]],
                    self.table.match.legal(found[0])[0],
                )
            )

    def wait(self, seconds: float) -> list[Entry]:
        self.now += seconds
        return self.store(judge_time(self.table, self.now))

    def rebuilt(self) -> Table:
        return Table.rebuilt("t1", SECRET, self.log)
