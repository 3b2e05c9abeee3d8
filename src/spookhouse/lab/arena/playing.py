"""One game between bots. Each bot receives what its seat knows and nothing else."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from spookhouse.bots import Bot
from spookhouse.kernel.contract import Json
from spookhouse.kernel.errors import ArenaStopped, BrokenRecord
from spookhouse.kernel.match import Match
from spookhouse.kernel.match_record import Record
from spookhouse.lab.arena.contests import Contest, Fixture


@dataclass(frozen=True)
class FinishedGame:
    """A game of a contest that has ended."""

    fixture: Fixture
    first: int | None  # the seat that moved first; None if several did at once
    seconds: tuple[float, ...]  # that each move took
    record: Record

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each seat."""
        return tuple((self.record.outcome or {})["ranks"])

    @property
    def returns(self) -> tuple[float, ...]:
        """The return of each seat."""
        return tuple((self.record.outcome or {})["returns"])

    def to_json(self, names: Sequence[str]) -> Json:
        """Return a saved game with the arena's data beside its record.

        `spookhouse replay` opens it like any other record.
        """
        fixture = self.fixture
        arena = {
            "game": fixture.number,
            "deal": fixture.deal,
            "bots": [names[bot] for bot in fixture.seats],
            "first": self.first,
            "seconds": list(self.seconds),
        }
        return {"arena": arena, "record": self.record.to_json()}

    @classmethod
    def from_json(cls, data: Json, fixture: Fixture, names: Sequence[str]) -> "FinishedGame":
        """Read what `to_json` wrote for this fixture; raise an error if it is invalid."""
        arena, record = data["arena"], Record.from_json(data["record"])
        expected = (fixture.number, fixture.deal, [names[bot] for bot in fixture.seats])
        is_expected = (arena["game"], arena["deal"], arena["bots"]) == expected
        is_finished = record.outcome is not None and len(arena["seconds"]) == len(record.moves)
        if not (is_expected and is_finished):
            raise BrokenRecord(
                "not a finished game of this contest",
                [f"expected game {expected[0]} on deal {expected[1]} by {expected[2]}"],
            )
        return cls(fixture, arena["first"], tuple(map(float, arena["seconds"])), record)


def play_game(contest: Contest, fixture: Fixture) -> FinishedGame:
    """Play a game of a contest to its end."""
    match = contest.game.new(seed=contest.deal_key(fixture.deal), **contest.options)
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
            raise ArenaStopped(failure_message(contest, fixture, match, error)) from error
    return FinishedGame(fixture, first, tuple(seconds), Record.of(match))


def make_move(match: Match, bot: Bot, seat: int) -> float:
    """Make a move and return the seconds that the bot took to choose it."""
    known = match.concealed(seat)
    start = time.perf_counter()
    chosen = bot.choose(match.game, known, seat)
    seconds = time.perf_counter() - start
    match.apply(seat, chosen)
    return round(seconds, 7)


def failure_message(contest: Contest, fixture: Fixture, match: Match, error: Exception) -> str:
    """Return a sentence that names the bot, the game and the move that failed."""
    seat = match.waiting[0]
    name, place = contest.names[fixture.seats[seat]], f"game {fixture.number}, seat {seat}"
    return f"{name} failed in {place}, move {len(match.moves) + 1}: {type(error).__name__}: {error}"


def warm_up(contest: Contest) -> None:
    """Let every bot choose once, so that compiling and loading are not measured."""
    contest.game.prepare()
    match = contest.game.new(seed=0, **contest.options)
    seat = match.waiting[0]
    for contestant in contest.bots:
        bot = contestant.bot(0)
        bot.prepare(match.game)
        bot.choose(match.game, match.concealed(seat), seat)
