"""Two bots compared: the edge of every deal, in the order of the deals."""

from collections.abc import Sequence
from statistics import fmean

from spookhouse.kernel.contract import Json
from spookhouse.lab.arena.contests import Contest
from spookhouse.lab.arena.playing import Played
from spookhouse.lab.arena.sequential import ERROR_RATE, Bets


class Duel:
    """Bets on complete deals only, in their order: games that end early may not be heard earlier, or short games would count for more."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.bets = Bets()
        self.open: dict[int, list[float]] = {}
        self.next = 0  # the first deal that is not complete

    def add(self, played: Played) -> None:
        """Take in a game; no more is taken in once the answer is clear and only that was asked."""
        self.open.setdefault(played.fixture.deal, []).append(
            edge(played.fixture.seats, played.returns)
        )
        while (
            len(self.open.get(self.next, [])) == self.contest.games_a_deal and not self.is_settled
        ):
            self.bets.add(
                sorted(self.open.pop(self.next))
            )  # sums do not depend on who finished first
            self.next += 1

    @property
    def is_settled(self) -> bool:
        return self.contest.until_clear and self.bets.is_clear

    def to_json(self) -> Json:
        low, high = self.bets.interval()
        return {
            "first": self.contest.names[0],
            "second": self.contest.names[1],
            "deals": self.next,
            "games": self.next * self.contest.games_a_deal,
            "clear": self.bets.is_clear,
            "stronger": self.contest.names[self.bets.leader] if self.bets.is_clear else None,
            "share": share(self.bets.edge),
            "interval": [share(low), share(high)],
            "wealth": self.bets.wealth,
            "error rate": ERROR_RATE,
            "words": self.words(),
        }

    def words(self) -> str:
        """The answer as a sentence."""
        (first, second), bets = self.contest.names, self.bets
        low, high = bets.interval()
        games = f"after {self.next * self.contest.games_a_deal:,} games ({self.next:,} deals)"
        if not bets.is_clear:
            return f"{first} and {second} are not told apart {games}: {first} has {points(bets.edge, low, high)}"
        if bets.leader == 0:
            return f"{first} is stronger than {second}: {points(bets.edge, low, high)} {games}"
        return f"{second} is stronger than {first}: {points(-bets.edge, -high, -low)} {games}"


def edge(seats: Sequence[int], returns: Sequence[float]) -> float:
    """The mean return of the first bot's seats less that of the second's."""
    own = [
        [value for bot, value in zip(seats, returns, strict=True) if bot == each] for each in (0, 1)
    ]
    return fmean(own[0]) - fmean(own[1])


def share(edge: float) -> float:
    """Of the points: a half is even. With two players it is the share of games won, draws counting half."""
    return 0.5 + edge / 2


def points(edge: float, low: float, high: float) -> str:
    return f"{share(edge):.1%} of the points (95% interval {share(low):.1%} to {share(high):.1%})"
