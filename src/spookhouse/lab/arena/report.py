"""The report of a contest as typed data."""

from collections.abc import Sequence
from statistics import fmean

import msgspec
import numpy as np

from spookhouse.kernel.contract import Json
from spookhouse.lab.arena.contests import Contest, Settings
from spookhouse.lab.arena.duels import Duel, Verdict
from spookhouse.lab.arena.intervals import around_mean, wilson
from spookhouse.lab.arena.standings import Score, Standings


class Estimate(msgspec.Struct, frozen=True):
    """A measured value with its 95% interval; None where there is too little data."""

    value: float | None
    interval: tuple[float, float] | None


class Rating(msgspec.Struct, frozen=True):
    """An OpenSkill rating."""

    mu: float
    sigma: float


class MoveTimes(msgspec.Struct, frozen=True):
    """The seconds that a bot took to choose a move."""

    mean: float
    median: float
    p95: float


class ScoreReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot or a seat reached. A shared place counts as a fraction of a win or a loss."""

    seats: int
    wins: float
    win_rate: Estimate
    losses: float
    loss_rate: Estimate
    mean_return: Estimate


class BotReport(msgspec.Struct, frozen=True, kw_only=True):
    """The results of one bot."""

    bot: str
    score: ScoreReport
    rating: Rating
    moves: int
    seconds_per_move: MoveTimes | None


class SeatReport(msgspec.Struct, frozen=True):
    """The results of one seat, whichever bot held it."""

    seat: int
    score: ScoreReport


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is known about a contest."""

    contest: Settings
    players: int
    games: int
    games_planned: int
    games_per_deal: int
    finished: bool
    even_share: float  # of wins, if all bots are equal
    bots: list[BotReport]
    seats: list[SeatReport]
    first_to_move: ScoreReport
    first_seat_advantage: Estimate
    # For each bot and each other one: the share of pairs of seats in which the first got more.
    ahead: dict[str, dict[str, float | None]]
    verdict: Verdict | None

    def to_json(self) -> Json:
        """Return the report as JSON-ready data."""
        data: Json = msgspec.to_builtins(self)
        return data


def make_report(contest: Contest, standings: Standings, duel: Duel | None) -> Report:
    """Return the report of these standings."""
    is_settled = duel is not None and duel.is_settled
    bots = range(len(contest.bots))
    return Report(
        contest=contest.settings,
        players=contest.players,
        games=standings.games,
        games_planned=contest.games,
        games_per_deal=contest.games_per_deal,
        finished=standings.games == contest.games or is_settled,
        even_share=1 / contest.players,
        bots=[bot_report(contest, standings, bot) for bot in bots],
        seats=[SeatReport(seat, score_report(s)) for seat, s in enumerate(standings.seats)],
        first_to_move=score_report(standings.first),
        first_seat_advantage=advantage(standings.seats[0], contest.players),
        ahead={contest.names[bot]: ahead_of(contest, standings, bot) for bot in bots},
        verdict=None if duel is None else duel.verdict(),
    )


def score_report(score: Score) -> ScoreReport:
    """Return the rates and the mean return of a score."""
    return ScoreReport(
        seats=score.seats,
        wins=score.wins,
        win_rate=rate(score.wins, score.seats),
        losses=score.losses,
        loss_rate=rate(score.losses, score.seats),
        mean_return=mean_of([fmean(values) for values in score.returns.values()]),
    )


def rate(hits: float, tries: int) -> Estimate:
    """Return a rate with Wilson's interval."""
    return Estimate(hits / tries if tries else None, wilson(hits, tries))


def mean_of(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values with its interval."""
    interval = around_mean(values) if len(values) > 1 else None
    return Estimate(fmean(values) if values else None, interval)


def bot_report(contest: Contest, standings: Standings, bot: int) -> BotReport:
    """Return the results of a bot."""
    return BotReport(
        bot=contest.names[bot],
        score=score_report(standings.bots[bot]),
        rating=Rating(*standings.ratings.of(bot)),
        moves=len(standings.seconds[bot]),
        seconds_per_move=move_times(standings.seconds[bot]),
    )


def move_times(seconds: Sequence[float]) -> MoveTimes | None:
    """Return the statistics of these times, or None if there are none."""
    if not seconds:
        return None
    median, p95 = np.quantile(np.asarray(seconds), [0.5, 0.95]).tolist()
    return MoveTimes(fmean(seconds), median, p95)


def advantage(first: Score, players: int) -> Estimate:
    """Return how much more than its share the first seat wins."""
    low, high = wilson(first.wins, first.seats)
    value = first.wins / first.seats - 1 / players if first.seats else None
    return Estimate(value, (low - 1 / players, high - 1 / players))


def ahead_of(contest: Contest, standings: Standings, bot: int) -> dict[str, float | None]:
    """Return for each bot the share of pairs of seats in which the given bot got more."""
    shares: dict[str, float | None] = {}
    for other, name in enumerate(contest.names):
        pairs = standings.ahead[bot][other] + standings.ahead[other][bot]
        shares[name] = standings.ahead[bot][other] / pairs if pairs else None
    return shares
