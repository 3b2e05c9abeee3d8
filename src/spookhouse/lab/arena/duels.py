"""The comparison of two bots by the edges of their deals, in the order of the deals."""

from collections.abc import Sequence
from statistics import fmean

import msgspec

from spookhouse.lab.arena.contests import Contest
from spookhouse.lab.arena.playing import FinishedGame
from spookhouse.lab.arena.sequential import ERROR_RATE, Bets


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What the comparison of two bots found; shares are shares of the points."""

    first: str
    second: str
    deals: int
    games: int
    clear: bool
    stronger: str | None
    share: float
    interval: tuple[float, float]
    wealth: float
    error_rate: float
    words: str


class Duel:
    """The sequential test on complete deals, taken in their order.

    Games that end early must not count earlier, or short games would get more weight.
    """

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.bets = Bets()
        self.open: dict[int, list[float]] = {}  # edges of deals that are not complete
        self.next = 0  # the first deal that is not complete

    @property
    def games(self) -> int:
        """The number of games on complete deals."""
        return self.next * self.contest.games_per_deal

    @property
    def is_settled(self) -> bool:
        """Whether the contest may stop because the answer is clear."""
        return self.contest.until_clear and self.bets.is_clear

    def add(self, game: FinishedGame) -> None:
        """Add a game. Once the duel is settled, further deals are ignored."""
        edges = self.open.setdefault(game.fixture.deal, [])
        edges.append(edge(game.fixture.seats, game.returns))
        while self.is_complete(self.next) and not self.is_settled:
            # Sorted, because the sum of floats must not depend on which game ended first.
            self.bets.add(sorted(self.open.pop(self.next)))
            self.next += 1

    def is_complete(self, deal: int) -> bool:
        """Return whether all games of a deal are finished."""
        return len(self.open.get(deal, [])) == self.contest.games_per_deal

    def verdict(self) -> Verdict:
        """Return the result so far."""
        (first, second), bets = self.contest.names, self.bets
        low, high = bets.interval()
        return Verdict(
            first=first,
            second=second,
            deals=self.next,
            games=self.games,
            clear=bets.is_clear,
            stronger=self.contest.names[bets.leader] if bets.is_clear else None,
            share=share(bets.edge),
            interval=(share(low), share(high)),
            wealth=bets.wealth,
            error_rate=ERROR_RATE,
            words=self.words(),
        )

    def words(self) -> str:
        """Return the result as a sentence."""
        (first, second), bets = self.contest.names, self.bets
        low, high = bets.interval()
        after = f"after {self.games:,} games ({self.next:,} deals)"
        if not bets.is_clear:
            found = points(bets.edge, low, high)
            return f"{first} and {second} are not told apart {after}: {first} has {found}"
        if bets.leader == 0:
            return f"{first} is stronger than {second}: {points(bets.edge, low, high)} {after}"
        return f"{second} is stronger than {first}: {points(-bets.edge, -high, -low)} {after}"


def edge(seats: Sequence[int], returns: Sequence[float]) -> float:
    """Return the mean return of the first bot's seats minus that of the second bot's."""
    first, second = (
        fmean(value for bot, value in zip(seats, returns, strict=True) if bot == each)
        for each in (0, 1)
    )
    return first - second


def share(edge: float) -> float:
    """Return the share of the points for an edge; even is a half.

    With two players it is the share of games won, with draws counted as half.
    """
    return 0.5 + edge / 2


def points(edge: float, low: float, high: float) -> str:
    """Return an edge and its interval as text."""
    return f"{share(edge):.1%} of the points (95% interval {share(low):.1%} to {share(high):.1%})"
