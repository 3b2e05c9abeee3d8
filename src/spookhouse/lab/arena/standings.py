"""The standings after some games: scores, ratings, times and comparisons."""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence

from spookhouse.lab.arena.contests import Contest
from spookhouse.lab.arena.playing import FinishedGame
from spookhouse.lab.arena.rating import Ratings


class Score:
    """What a bot or a seat reached.

    A shared place counts as a fraction, so that the even share is the same for all.
    """

    def __init__(self) -> None:
        self.seats = 0
        self.wins = 0.0
        self.losses = 0.0
        self.returns: dict[int, list[float]] = defaultdict(list)  # by deal

    def add(self, deal: int, seat: int, ranks: Sequence[int], value: float) -> None:
        """Count the rank and the return of a seat in one game."""
        self.seats += 1
        self.wins += share_of(ranks, seat, min(ranks))
        self.losses += share_of(ranks, seat, max(ranks))
        self.returns[deal].append(value)


def share_of(ranks: Sequence[int], seat: int, place: int) -> float:
    """Return the share of a place that a seat has; seats with equal ranks share it equally."""
    return 1 / ranks.count(place) if ranks[seat] == place else 0.0


def places_of(returns: Sequence[float]) -> list[int]:
    """Return ranks by returns.

    In a game with a single loser all others share the first place, whatever their ranks.
    """
    rounded = [round(value, 9) for value in returns]
    return [1 + sum(other > value for other in rounded) for value in rounded]


class Standings:
    """Scores, ratings, times, and how often each bot got more than each other one."""

    def __init__(self, contest: Contest) -> None:
        bots = range(len(contest.bots))
        self.contest = contest
        self.games = 0
        self.bots = [Score() for _ in bots]
        self.seats = [Score() for _ in range(contest.players)]
        self.first = Score()  # of the seat that moved first, where it did so alone
        self.seconds = [array("d") for _ in bots]
        # Counts pairs of seats; equal returns count half.
        self.ahead = [[0.0 for _ in bots] for _ in bots]
        self.ratings = Ratings(len(bots))

    @classmethod
    def of(cls, contest: Contest, games: Iterable[FinishedGame]) -> "Standings":
        """Return the standings after games taken in the order of their numbers.

        Ratings depend on the order, which must not depend on which game ended first.
        """
        standings = cls(contest)
        for game in sorted(games, key=lambda game: game.fixture.number):
            standings.add(game)
        return standings

    def add(self, game: FinishedGame) -> None:
        """Count one game."""
        seats, places = game.fixture.seats, places_of(game.returns)
        self.games += 1
        for seat, bot in enumerate(seats):
            for score in self.scores(bot, seat, game):
                score.add(game.fixture.deal, seat, game.ranks, game.returns[seat])
            self.compare(seat, seats, places)
        for (seat, _), seconds in zip(game.record.moves, game.seconds, strict=True):
            self.seconds[seats[seat]].append(seconds)
        self.ratings.add(seats, places)

    def scores(self, bot: int, seat: int, game: FinishedGame) -> list[Score]:
        """Return the scores to which the result of a seat counts."""
        return [self.bots[bot], self.seats[seat]] + ([self.first] if game.first == seat else [])

    def compare(self, seat: int, seats: Sequence[int], places: Sequence[int]) -> None:
        """Count the other bots' seats that a seat is ahead of."""
        for other, rival in enumerate(seats):
            if rival != seats[seat]:
                wins, losses = places[seat] < places[other], places[seat] > places[other]
                self.ahead[seats[seat]][rival] += 0.5 * (1 + wins - losses)
