"""How everybody stands after some games."""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence

from spookhouse.lab.arena.contests import Contest
from spookhouse.lab.arena.playing import Played
from spookhouse.lab.arena.rating import Ratings


class Score:
    """What a bot or a seat has reached. A shared place counts as a fraction, so that even is the same for everybody."""

    def __init__(self) -> None:
        self.seats = 0
        self.wins = 0.0
        self.losses = 0.0
        self.returns: dict[int, list[float]] = defaultdict(list)  # by deal

    def add(self, deal: int, seat: int, ranks: Sequence[int], value: float) -> None:
        self.seats += 1
        self.wins += share_of(ranks, seat, min(ranks))
        self.losses += share_of(ranks, seat, max(ranks))
        self.returns[deal].append(value)


def share_of(ranks: Sequence[int], seat: int, place: int) -> float:
    """1 for whoever has the place alone; those who share it have equal parts."""
    return 1 / ranks.count(place) if ranks[seat] == place else 0.0


def places_of(returns: Sequence[float]) -> list[int]:
    """Ranks by what is played for: where only the last one loses, the others share the first place, in whatever order they left."""
    rounded = [round(value, 9) for value in returns]
    return [1 + sum(other > value for other in rounded) for value in rounded]


class Standings:
    """Scores, ratings, times and who did better than whom."""

    def __init__(self, contest: Contest) -> None:
        bots = range(len(contest.bots))
        self.contest = contest
        self.games = 0
        self.bots = [Score() for _ in bots]
        self.seats = [Score() for _ in range(contest.players)]
        self.first = Score()  # whoever moved first, where one seat alone did
        self.seconds = [array("d") for _ in bots]
        self.ahead = [
            [0.0 for _ in bots] for _ in bots
        ]  # by pairs of seats; equal returns count half
        self.ratings = Ratings(len(bots))

    @classmethod
    def of(cls, contest: Contest, games: Iterable[Played]) -> "Standings":
        """Ratings depend on the order of games: here it is that of the contest, whoever finished first."""
        standings = cls(contest)
        for played in sorted(games, key=lambda played: played.fixture.number):
            standings.add(played)
        return standings

    def add(self, played: Played) -> None:
        seats, places = played.fixture.seats, places_of(played.returns)
        self.games += 1
        for seat, bot in enumerate(seats):
            for score in self.scores(bot, seat, played):
                score.add(played.fixture.deal, seat, played.ranks, played.returns[seat])
            for other, rival in enumerate(seats):
                if rival != bot:
                    self.ahead[bot][rival] += 0.5 * (
                        1 + (places[seat] < places[other]) - (places[seat] > places[other])
                    )
        for (seat, _), seconds in zip(played.record.moves, played.seconds, strict=True):
            self.seconds[seats[seat]].append(seconds)
        self.ratings.add(seats, places)

    def scores(self, bot: int, seat: int, played: Played) -> list[Score]:
        return [self.bots[bot], self.seats[seat]] + ([self.first] if played.first == seat else [])
