"""The report of a contest agrees with its records, computed again in another way."""

import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import msgspec
import numpy as np
import pytest
from openskill.models import PlackettLuce

import spookhouse
from spookhouse.kernel.contract import Json
from spookhouse.kernel.match_record import Record, replay
from spookhouse.lab.arena import Report, Standings, plan, to_markdown
from spookhouse.lab.arena.rating import Ratings
from spookhouse.lab.arena.standings import Score, places_of
from support.arenas import finished


@dataclass(frozen=True)
class Stored:
    """A contest in a folder: its report and its games as they were written."""

    path: Path
    report: Report

    @property
    def games(self) -> list[Json]:
        """The contents of all game files."""
        files = sorted((self.path / "games").glob("*.json"))
        return [json.loads(file.read_text()) for file in files]


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    path = tmp_path_factory.mktemp("arena")
    contest = plan("ghooost", "thumb,uniform", 105, options={"players": 3})
    return Stored(path, finished(contest, path).write_report())


def test_records_of_arena_games_replay(stored: Stored) -> None:
    game = spookhouse.game("ghooost")
    for data in stored.games:
        record = Record.from_json(data["record"])
        assert replay(game, record).outcome is not None


def test_the_stored_report_reads_back(stored: Stored) -> None:
    text = (stored.path / "report.json").read_text()
    assert msgspec.json.decode(text, type=Report) == stored.report
    assert json.loads(text) == json.loads(json.dumps(stored.report.to_json()))


def test_scores_and_times_agree_with_the_records(stored: Stored) -> None:
    wins: Counter[str] = Counter()
    losses: Counter[str] = Counter()
    seats: Counter[str] = Counter()
    seconds: dict[str, list[float]] = defaultdict(list)
    returns: dict[str, list[float]] = defaultdict(list)
    for data in stored.games:
        bots, outcome = data["arena"]["bots"], data["record"]["outcome"]
        for seat, bot in enumerate(bots):
            seats[bot] += 1
            wins[bot] += outcome["ranks"][seat] == 1
            losses[bot] += outcome["ranks"][seat] == 3
            returns[bot].append(outcome["returns"][seat])
        for (seat, _), spent in zip(data["record"]["moves"], data["arena"]["seconds"], strict=True):
            seconds[bots[seat]].append(spent)
    assert stored.report.games == 108
    for row in stored.report.bots:
        score, times = row.score, row.seconds_per_move
        assert score.seats == seats[row.bot] == 162
        assert (score.wins, score.losses) == (wins[row.bot], losses[row.bot])
        assert score.win_rate.value == wins[row.bot] / 162
        assert score.mean_return.value == pytest.approx(fmean(returns[row.bot]))
        assert row.moves == len(seconds[row.bot])
        assert times is not None
        assert times.mean == pytest.approx(fmean(seconds[row.bot]))
        assert times.p95 == pytest.approx(np.percentile(seconds[row.bot], 95))


def test_scores_of_the_seats_agree_with_the_records(stored: Stored) -> None:
    report = stored.report
    by_seat = sum(row.score.wins for row in report.seats)
    assert by_seat == report.games == sum(row.score.wins for row in report.bots)
    wins = sum(data["record"]["outcome"]["ranks"][0] == 1 for data in stored.games)
    assert report.seats[0].score.wins == wins
    assert report.first_seat_advantage.value == pytest.approx(wins / 108 - 1 / 3)


def test_the_score_of_the_first_to_move_agrees_with_the_records(stored: Stored) -> None:
    wins = 0
    for data in stored.games:
        first = data["arena"]["first"]
        assert first == data["record"]["moves"][0][0]
        wins += data["record"]["outcome"]["ranks"][first] == 1
    assert stored.report.first_to_move.wins == wins


def test_the_comparison_of_each_pair_agrees_with_the_records(stored: Stored) -> None:
    results = []
    for data in stored.games:
        players = list(
            zip(data["arena"]["bots"], data["record"]["outcome"]["returns"], strict=True)
        )
        own = [value for bot, value in players if bot == "thumb"]
        others = [value for bot, value in players if bot == "uniform"]
        results += [0.5 * (1 + np.sign(one - other)) for one in own for other in others]
    assert stored.report.ahead["thumb"]["uniform"] == pytest.approx(fmean(results))
    assert stored.report.ahead["uniform"]["thumb"] == pytest.approx(1 - fmean(results))


def test_the_verdict_agrees_with_the_records(stored: Stored) -> None:
    edges: dict[int, list[float]] = defaultdict(list)
    for data in stored.games:
        bots, returns = data["arena"]["bots"], data["record"]["outcome"]["returns"]
        for bot, value in zip(bots, returns, strict=True):
            signed = value if bot == "thumb" else -value
            edges[data["arena"]["deal"]].append(signed / bots.count(bot))
    share = 0.5 + fmean(sum(each) / 6 for each in edges.values()) / 2
    verdict = stored.report.verdict
    assert verdict is not None
    assert verdict.share == pytest.approx(share)
    assert verdict.clear
    assert verdict.words.startswith(
        f"thumb is stronger than uniform: {share:.1%} of the points (95% interval "
    )
    assert verdict.words.endswith(" after 108 games (18 deals)")


def test_ratings_are_those_of_openskill() -> None:
    """Rate two players game by game, in the order of the numbers."""
    run = finished(plan("ghooost", "thumb,uniform", 10, options={"players": 2}))
    model = PlackettLuce(tau=0.0)
    rated = [model.rating(), model.rating()]
    for _, game in sorted(run.games.items()):
        # With two players the ranks are those by returns.
        ranks = dict(zip(game.fixture.seats, game.ranks, strict=True))
        teams = model.rate([[rated[0]], [rated[1]]], ranks=[ranks[0], ranks[1]])
        rated = [team[0] for team in teams]
    for row, rating in zip(run.report().bots, rated, strict=True):
        assert row.rating.mu == pytest.approx(rating.mu)
        assert row.rating.sigma == pytest.approx(rating.sigma)
    backwards = Standings.of(run.contest, reversed(list(run.games.values())))
    for bot in (0, 1):
        assert backwards.ratings.of(bot) == run.standings.ratings.of(bot)


def test_ratings_depend_on_returns_only() -> None:
    assert places_of((0.25, 0.25, -0.75, 0.25)) == [1, 1, 4, 1]
    assert places_of((-0.25, 0.25, 0.25, -0.25)) == [3, 1, 1, 3]
    run = finished(plan("ghooost", "uniform,thumb", 8))
    expected = Ratings(2)
    for _, game in sorted(run.games.items()):
        loser = game.ranks.index(4)
        expected.add(game.fixture.seats, [4 if seat == loser else 1 for seat in range(4)])
    assert [run.standings.ratings.of(bot) for bot in (0, 1)] == [expected.of(bot) for bot in (0, 1)]


def test_shared_places_count_as_fractions() -> None:
    """Wins and losses sum to the number of games, so the even share is the same for all."""
    ranks = [(1, 1, 3, 3), (1, 2, 3, 4), (1, 1, 1, 1), (2, 2, 2, 1)]
    scores = [Score() for _ in range(4)]
    for deal, each in enumerate(ranks):
        for seat, score in enumerate(scores):
            score.add(deal, seat, each, 0.0)
    assert [score.wins for score in scores] == [0.5 + 1 + 0.25, 0.5 + 0.25, 0.25, 0.25 + 1]
    assert [score.losses for score in scores] == pytest.approx(
        [0.25 + 1 / 3, 0.25 + 1 / 3, 0.5 + 0.25 + 1 / 3, 0.5 + 1 + 0.25]
    )
    assert sum(score.wins for score in scores) == len(ranks)


def test_the_report_as_markdown(stored: Stored) -> None:
    text = to_markdown(stored.report, "Ghooost!")
    assert (stored.path / "report.md").read_text() == text
    assert text.startswith(
        "# Arena: Ghooost!\n\n108 games; 3 players; players=3, mode=single, dawn=30; seed 0;"
    )
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {line.count("|") for line in rows} == {13, 8, 4}
    score = stored.report.bots[0].score
    assert score.win_rate.interval is not None
    low, high = score.win_rate.interval
    rate = f"{score.win_rate.value:.1%} ({low:.1%} to {high:.1%})"
    assert f"| thumb | 162 | {score.wins:g} | {rate} |" in text
