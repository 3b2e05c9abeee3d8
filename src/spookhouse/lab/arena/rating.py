"""OpenSkill ratings: the Plackett-Luce model, from places with ties."""

from collections.abc import Sequence
from statistics import fmean

from openskill.models import PlackettLuce


class Ratings:
    """A rating for each bot, moved by every game. Bots do not learn, so no doubt is added between games (tau 0)."""

    def __init__(self, bots: int) -> None:
        self.model = PlackettLuce(tau=0.0)
        self.bots = [self.model.rating() for _ in range(bots)]

    def add(self, seats: Sequence[int], places: Sequence[int]) -> None:
        """A bot that holds several seats moves by the mean of what they tell; a game of one bot with itself tells nothing."""
        if len(set(seats)) < 2:
            return
        rated = self.model.rate(
            [[self.bots[bot]] for bot in seats], ranks=[float(place) for place in places]
        )
        for bot in set(seats):
            own = [team[0] for team, each in zip(rated, seats, strict=True) if each == bot]
            self.bots[bot] = self.model.rating(
                mu=fmean(each.mu for each in own), sigma=fmean(each.sigma for each in own)
            )

    def of(self, bot: int) -> tuple[float, float]:
        return self.bots[bot].mu, self.bots[bot].sigma
