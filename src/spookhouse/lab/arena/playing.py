"""One game between bots. Each is handed what its seat knows, and nothing else."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from spookhouse.bots import Bot
from spookhouse.kernel.contract import Json
from spookhouse.kernel.errors import ArenaStopped, BrokenRecord
from spookhouse.kernel.match import Match
from spookhouse.kernel.record import Record
from spookhouse.lab.arena.contests import Contest, Fixture


@dataclass(frozen=True)
class Played:
    """A finished game: who moved first (None if several at once), the seconds that each move took, and the record."""

    fixture: Fixture
    first: int | None
    seconds: tuple[float, ...]
    record: Record

    @property
    def ranks(self) -> tuple[int, ...]:
        return tuple((self.record.outcome or {})["ranks"])

    @property
    def returns(self) -> tuple[float, ...]:
        return tuple((self.record.outcome or {})["returns"])

    def to_json(self, names: Sequence[str]) -> Json:
        """A saved game with what the arena knows beside its record; `spookhouse replay` opens it."""
        fixture = self.fixture
        about = {
            "game": fixture.number,
            "deal": fixture.deal,
            "bots": [names[bot] for bot in fixture.seats],
        }
        return {
            "arena": about | {"first": self.first, "seconds": list(self.seconds)},
            "record": self.record.to_json(),
        }

    @classmethod
    def from_json(cls, data: Json, fixture: Fixture, names: Sequence[str]) -> "Played":
        """Read what `to_json` wrote of this fixture."""
        about, record = data["arena"], Record.from_json(data["record"])
        expected = (fixture.number, fixture.deal, [names[bot] for bot in fixture.seats])
        if (
            (about["game"], about["deal"], about["bots"]) != expected
            or record.outcome is None
            or len(about["seconds"]) != len(record.moves)
        ):
            raise BrokenRecord(
                "not a finished game of this contest",
                [f"expected game {expected[0]} on deal {expected[1]} by {expected[2]}"],
            )
        return cls(fixture, about["first"], tuple(map(float, about["seconds"])), record)


def play_game(contest: Contest, fixture: Fixture) -> Played:
    """Deal, and let the bots move until the end."""
    match = contest.title.new(seed=contest.deal_key(fixture.deal), **contest.options)
    first = match.waiting[0] if len(match.waiting) == 1 else None
    bots = [
        contest.bots[bot].bot(contest.bot_key(fixture.number, seat))
        for seat, bot in enumerate(fixture.seats)
    ]
    seconds = []
    while match.waiting:
        try:
            seconds.append(make_move(match, bots[match.waiting[0]], match.waiting[0]))
        except Exception as error:
            raise ArenaStopped(stumbled(contest, fixture, match, error)) from error
    return Played(fixture, first, tuple(seconds), Record.of(match))


def make_move(match: Match, bot: Bot, seat: int) -> float:
    """The seconds that the bot took to choose; concealing and playing are not its time."""
    known = match.concealed(seat)
    start = time.perf_counter()
    chosen = bot.choose(match.game, known, seat)
    seconds = time.perf_counter() - start
    match.apply(seat, chosen)
    return round(seconds, 7)


def stumbled(contest: Contest, fixture: Fixture, match: Match, error: Exception) -> str:
    name, move = contest.names[fixture.seats[match.waiting[0]]], len(match.moves) + 1
    return f"{name} failed in game {fixture.number}, seat {match.waiting[0]}, move {move}: {type(error).__name__}: {error}"


def warm_up(contest: Contest) -> None:
    """Let every bot choose once, so that nothing is compiled or loaded on the clock."""
    contest.title.prepare()
    match = contest.title.new(seed=0, **contest.options)
    seat = match.waiting[0]
    for contestant in contest.bots:
        bot = contestant.bot(0)
        bot.prepare(match.game)
        bot.choose(match.game, match.concealed(seat), seat)
