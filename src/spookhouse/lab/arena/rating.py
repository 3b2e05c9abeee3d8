"""OpenSkill ratings: the Plackett-Luce model, from places with ties."""

from collections.abc import Sequence
from statistics import fmean

from openskill.models import PlackettLuce


class Ratings:
    """A rating for each bot, updated by every game.

    Bots do not learn, so no uncertainty is added between games (tau is 0).
    """

    def __init__(self, bots: int) -> None:
        self.model = PlackettLuce(tau=0.0)
        self.bots = [self.model.rating() for _ in range(bots)]

    def add(self, seats: Sequence[int], places: Sequence[int]) -> None:
        """Update the ratings by one game.

        The rating of a bot in several seats becomes the mean over them. A game of one bot against
        itself changes nothing.
        """
        if len(set(seats)) < 2:
            return
        teams = [[self.bots[bot]] for bot in seats]
        rated = self.model.rate(teams, ranks=[float(place) for place in places])
        for bot in set(seats):
            own = [team[0] for team, each in zip(rated, seats, strict=True) if each == bot]
            mu, sigma = fmean(each.mu for each in own), fmean(each.sigma for each in own)
            self.bots[bot] = self.model.rating(mu=mu, sigma=sigma)

    def of(self, bot: int) -> tuple[float, float]:
        """Return mu and sigma of a bot."""
        return self.bots[bot].mu, self.bots[bot].sigma
