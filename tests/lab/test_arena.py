"""The arena: the same deals for all, games that repeat, folders that go on, and reports that the records bear out."""

import json
from collections import Counter, defaultdict
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from openskill.models import PlackettLuce

import spookhouse
from spookhouse.bots import Bot, UniformBot
from spookhouse.kernel.errors import ArenaStopped, WrongArenaFolder
from spookhouse.kernel.game import Game
from spookhouse.kernel.record import Record, replay
from spookhouse.lab.arena import (
    Contest,
    Contestant,
    Folder,
    Run,
    contestants,
    plan,
    read_contestant,
    to_markdown,
)
from spookhouse.lab.arena.executor import Crew
from spookhouse.lab.arena.playing import play_game
from spookhouse.lab.arena.rating import Ratings
from spookhouse.lab.arena.standings import Score, Standings, places_of


def finished(contest: Contest, path: Path | None = None, games: int | None = None) -> Run:
    """A run in this process, to its end or to so many new games."""
    run = Run(contest, None if path is None else Folder(path, contest))
    run.resume()
    with Crew(contest, 1) as crew:
        for new, _ in enumerate(run.play(crew), 1):
            if new == games:
                break
    return run


def records(run: Run) -> dict[int, Any]:
    return {number: played.record.to_json() for number, played in sorted(run.games.items())}


class Fixed(Bot):
    """Plays the first legal move, or the last: no randomness at all."""

    def __init__(self, which: int = 0) -> None:
        self.name, self.which = "fixed", which

    def choose(self, game: Game, state: Any, seat: int) -> int:
        actions = np.zeros(game.rules.MAX_ACTIONS, np.int32)
        return int(actions[: game.rules.legal(state, seat, actions)][self.which])


def stand_in(monkeypatch: pytest.MonkeyPatch, make: Any) -> None:
    monkeypatch.setattr(contestants, "make", make)


# === BALANCE ===


@pytest.mark.parametrize("among", [None, "thumb"])
def test_the_same_deals_for_all(among: str | None) -> None:
    contest = plan("ghooost", "uniform" if among else "uniform,thumb", 16, among=among)
    run = finished(contest)
    seeds, seats = defaultdict(set), defaultdict(list)
    for played in run.games.values():
        seeds[played.fixture.deal].add(played.record.seed)
        seats[played.fixture.deal].append(played.fixture.seats)
    assert {len(found) for found in seeds.values()} == {1}
    assert len(set.union(*seeds.values())) == contest.deals == (4 if among else 2)
    assert all(sorted(found) == sorted(set(found)) for found in seats.values())
    assert all(
        Counter(each.index(0) for each in found if each.count(0) == 1) == Counter(range(4))
        for found in seats.values()
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_equal_bots_without_randomness_come_out_exactly_even(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(monkeypatch, lambda name, seed: Fixed())
    bots = (Contestant("one", "one"), Contestant("other", "other"))
    for among in (False, True):
        run = finished(
            Contest(
                "ghooost", {"players": players, "mode": "single", "dawn": 3}, bots, 40, among=among
            )
        )
        assert run.duel is not None
        by_deal = np.reshape(run.duel.bets.edges, (run.contest.deals, run.contest.games_a_deal))
        assert by_deal.mean(axis=1) == pytest.approx(np.zeros(run.contest.deals))
        assert [row["mean return"]["value"] for row in run.report()["bots"]] == pytest.approx(
            [0, 0]
        )


def test_games_are_rounded_up_to_whole_deals() -> None:
    contest = plan("ghooost", "uniform,thumb", 100, options={"players": 3})
    assert (contest.games_a_deal, contest.deals, contest.games) == (6, 17, 102)
    assert [fixture.number for fixture in contest.fixtures()] == list(range(102))


def test_bots_are_handed_what_their_seat_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = plan("ghooost", "uniform", 1)
    hidden = []

    class Spy(UniformBot):
        def choose(self, game: Game, state: Any, seat: int) -> int:
            again = np.array([state], game.rules.STATE)
            game.rules.conceal(again[0], seat)
            hidden.append(again.tobytes() == state.tobytes())
            return super().choose(game, state, seat)

    stand_in(monkeypatch, lambda name, seed: Spy(seed))
    played = play_game(contest, next(contest.fixtures()))
    assert len(hidden) == len(played.record.moves) == len(played.seconds)
    assert all(hidden)


# === REPEATING AND GOING ON ===


def test_a_contest_repeats_exactly_and_another_seed_differs() -> None:
    contest = plan("ghooost", "uniform,thumb", 8, seed=3)
    once = records(finished(contest))
    assert records(finished(contest)) == once
    assert records(finished(plan("ghooost", "uniform,thumb", 8, seed=4))) != once


def test_workers_play_the_same_games() -> None:
    contest = plan("ghooost", "uniform,thumb", 16)
    run = Run(contest)
    with Crew(contest, 2) as crew:
        assert len(list(run.play(crew))) == 16
        workers = list(crew.workers.values())
    assert not any(worker.is_alive() for worker in workers)
    assert records(run) == records(finished(contest))


def test_a_contest_goes_on_where_it_stopped(tmp_path: Path) -> None:
    contest = plan("ghooost", "uniform,thumb", 24)
    stopped = finished(contest, tmp_path, games=10)
    assert len(list((tmp_path / "games").iterdir())) == len(stopped.games) == 10
    again = Run(contest, Folder(tmp_path, contest))
    assert again.resume() == 10
    done = finished(contest, tmp_path)
    assert records(done) == records(finished(contest))
    assert finished(contest, tmp_path).report() == done.report()


def test_games_that_cannot_be_read_are_played_again(tmp_path: Path) -> None:
    contest = plan("ghooost", "uniform,thumb", 8)
    whole = records(finished(contest, tmp_path))
    file = Folder(tmp_path, contest).file
    file(1).write_text(file(1).read_text()[:500])
    file(2).write_text("")
    file(3).write_text(file(4).read_text())
    file(5).unlink()
    run = Run(contest, Folder(tmp_path, contest))
    assert run.resume() == 4
    assert records(finished(contest, tmp_path)) == whole


def test_a_folder_belongs_to_one_contest(tmp_path: Path) -> None:
    finished(plan("ghooost", "uniform,thumb", 8), tmp_path)
    with pytest.raises(
        WrongArenaFolder,
        match=r"holds another contest.*seed 0 there, 1 here.*run the same command as before",
    ):
        finished(plan("ghooost", "uniform,thumb", 8, seed=1), tmp_path)
    (tmp_path / "arena.json").unlink()
    with pytest.raises(WrongArenaFolder, match="is not empty and no arena's"):
        finished(plan("ghooost", "uniform,thumb", 8), tmp_path)


def test_the_report_of_a_clear_answer_does_not_depend_on_who_finished_first(tmp_path: Path) -> None:
    contest = plan("ghooost", "thumb", 400, among="uniform", until_clear=True)
    run = finished(contest, tmp_path)
    assert run.duel is not None
    assert run.duel.is_settled
    games = len(run.games)
    assert games == run.duel.next * 4 < 400
    later = play_game(contest, list(contest.fixtures())[games + 1])
    Folder(tmp_path, contest).keep(later)
    again = finished(contest, tmp_path)
    assert len(again.games) == games + 1
    assert again.report() == run.report()


# === REPORTS ===


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    path = tmp_path_factory.mktemp("arena")
    return path, finished(
        plan("ghooost", "thumb,uniform", 105, options={"players": 3}), path
    ).write_report()


def read_games(path: Path) -> list[Any]:
    return [json.loads(file.read_text()) for file in sorted((path / "games").glob("*.json"))]


def test_records_of_arena_games_replay(kept: tuple[Path, Any]) -> None:
    game = spookhouse.game("ghooost")
    for data in read_games(kept[0]):
        record = Record.from_json(data["record"])
        assert replay(game, record).outcome is not None


def test_the_report_says_what_the_records_say(kept: tuple[Path, Any]) -> None:
    """Every number computed anew, another way, from the files."""
    path, found = kept
    assert json.loads((path / "report.json").read_text()) == found
    wins, losses, seats, seconds, returns = (
        Counter(),
        Counter(),
        Counter(),
        defaultdict(list),
        defaultdict(list),
    )  # type: ignore[var-annotated]
    for data in read_games(path):
        ranks = data["record"]["outcome"]["ranks"]
        for seat, bot in enumerate(data["arena"]["bots"]):
            seats[bot] += 1
            wins[bot] += ranks[seat] == 1
            losses[bot] += ranks[seat] == 3
            returns[bot].append(data["record"]["outcome"]["returns"][seat])
        for (seat, _), took in zip(data["record"]["moves"], data["arena"]["seconds"], strict=True):
            seconds[data["arena"]["bots"][seat]].append(took)
    assert found["games"] == 108
    for row in found["bots"]:
        bot = row["bot"]
        assert (
            (row["seats"], row["wins"], row["losses"])
            == (seats[bot], wins[bot], losses[bot])
            == (162, wins[bot], losses[bot])
        )
        assert row["win rate"]["value"] == wins[bot] / 162
        assert row["mean return"]["value"] == pytest.approx(fmean(returns[bot]))
        assert row["moves"] == len(seconds[bot])
        assert row["seconds to move"]["mean"] == pytest.approx(fmean(seconds[bot]))
        assert row["seconds to move"]["p95"] == pytest.approx(np.percentile(seconds[bot], 95))
    assert (
        sum(row["wins"] for row in found["seats"])
        == found["games"]
        == sum(row["wins"] for row in found["bots"])
    )
    assert found["seats"][0]["wins"] == sum(
        data["record"]["outcome"]["ranks"][0] == 1 for data in read_games(path)
    )
    assert found["first seat advantage"]["value"] == pytest.approx(
        found["seats"][0]["wins"] / 108 - 1 / 3
    )


def test_the_first_to_move_and_who_got_more(kept: tuple[Path, Any]) -> None:
    path, found = kept
    won, ahead, pairs = 0, 0.0, 0
    for data in read_games(path):
        ranks, returns, bots = (
            *(data["record"]["outcome"][key] for key in ("ranks", "returns")),
            data["arena"]["bots"],
        )
        assert data["arena"]["first"] == data["record"]["moves"][0][0]
        won += ranks[data["arena"]["first"]] == 1
        for one in range(3):
            for other in range(3):
                if (bots[one], bots[other]) == ("thumb", "uniform"):
                    ahead, pairs = (
                        ahead
                        + (
                            0.5 if returns[one] == returns[other] else returns[one] > returns[other]
                        ),
                        pairs + 1,
                    )
    assert found["first to move"]["wins"] == won
    assert found["ahead"]["thumb"]["uniform"] == pytest.approx(ahead / pairs)
    assert found["ahead"]["uniform"]["thumb"] == pytest.approx(1 - ahead / pairs)


def test_the_verdict_says_what_the_records_say(kept: tuple[Path, Any]) -> None:
    path, found = kept
    edges = defaultdict(list)
    for data in read_games(path):
        for bot, value in zip(
            data["arena"]["bots"], data["record"]["outcome"]["returns"], strict=True
        ):
            copies = data["arena"]["bots"].count(bot)
            edges[data["arena"]["deal"]].append((value if bot == "thumb" else -value) / copies)
    share = 0.5 + fmean(sum(each) / 6 for each in edges.values()) / 2
    assert found["verdict"]["share"] == pytest.approx(share)
    assert found["verdict"]["words"].startswith(
        f"thumb is stronger than uniform: {share:.1%} of the points (95% interval "
    )
    assert (
        found["verdict"]["words"].endswith(" after 108 games (18 deals)")
        == found["verdict"]["clear"]
        is True
    )


def test_ratings_are_those_of_openskill() -> None:
    """Two players, game by game in the order of their numbers."""
    run = finished(plan("ghooost", "thumb,uniform", 10, options={"players": 2}))
    model = PlackettLuce(tau=0.0)
    rated = [model.rating(), model.rating()]
    for _, played in sorted(run.games.items()):
        ranks = dict(
            zip(played.fixture.seats, played.ranks, strict=True)
        )  # with two players the same as by returns
        rated = [
            team[0] for team in model.rate([[rated[0]], [rated[1]]], ranks=[ranks[0], ranks[1]])
        ]
    for row, rating in zip(run.report()["bots"], rated, strict=True):
        assert row["rating"] == pytest.approx({"mu": rating.mu, "sigma": rating.sigma})
    backwards = Standings.of(run.contest, reversed(list(run.games.values())))
    assert [backwards.ratings.of(bot) for bot in (0, 1)] == [
        run.standings.ratings.of(bot) for bot in (0, 1)
    ]


def test_ratings_go_by_what_is_played_for() -> None:
    assert places_of((0.25, 0.25, -0.75, 0.25)) == [1, 1, 4, 1]
    assert places_of((-0.25, 0.25, 0.25, -0.25)) == [3, 1, 1, 3]
    run = finished(plan("ghooost", "uniform,thumb", 8))
    expected = Ratings(2)
    for _, played in sorted(run.games.items()):
        loser = played.ranks.index(4)
        expected.add(played.fixture.seats, [4 if seat == loser else 1 for seat in range(4)])
    assert [run.standings.ratings.of(bot) for bot in (0, 1)] == [expected.of(bot) for bot in (0, 1)]


def test_shared_places_count_as_fractions() -> None:
    """Even is the same for everybody: wins and losses sum to the games."""
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


def test_markdown(kept: tuple[Path, Any]) -> None:
    text = to_markdown(kept[1], "Ghooost!")
    assert (kept[0] / "report.md").read_text() == text
    assert text.startswith(
        "# Arena: Ghooost!\n\n108 games; 3 players; players=3, mode=single, dawn=30; seed 0;"
    )
    rows = [line for line in text.splitlines() if line.startswith("|")]
    heads = {line.count("|") for line in rows}
    assert heads == {13, 8, 4}
    thumb = kept[1]["bots"][0]
    low, high = thumb["win rate"]["interval"]
    assert (
        f"| thumb | 162 | {thumb['wins']:g} | {thumb['win rate']['value']:.1%} ({low:.1%} to {high:.1%}) |"
        in text
    )


# === REFUSALS ===


@pytest.mark.parametrize(
    ("bots", "among", "said"),
    [
        ("gandalf", None, "there is no bot 'gandalf'; there are: "),
        ("thumb,thumb", None, "bot 'thumb' is named twice"),
        ("thumb:fast", None, "bot 'thumb:fast' cannot be read: write name, or name:key=value"),
        ("thumb:=3", None, "bot 'thumb:=3' cannot be read"),
        (
            "thumb:colour=red",
            None,
            "thumb takes no settings (colour); only a bare search does, such as search-300it:exploration=0.5",
        ),
        (
            "search-9it:exploration=2,search-9it:depth=3",
            None,
            "search-9it has no setting 'depth'; there are: exploration, randomness, width,",
        ),
        (
            "search-9it:randomness=101",
            None,
            "search-9it cannot have randomness=101: randomness is a whole number from 0 to 100",
        ),
        ("thumb,", None, "there is no bot ''"),
        ("thumb", "thumb", "bot 'thumb' cannot be among itself"),
    ],
)
def test_bots_that_cannot_be(bots: str, among: str | None, said: str) -> None:
    with pytest.raises(spookhouse.BadOption) as refused:
        plan("ghooost", bots, 10, among=among)
    assert said in refused.value.message


def test_settings_are_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def make(name: str, seed: int, **settings: Any) -> Bot:
        made.append((name, settings))
        return Fixed()

    stand_in(monkeypatch, make)
    assert (
        read_contestant("deep:ms=100:style=bold:share=0.5").text
        == "deep:ms=100:style=bold:share=0.5"
    )
    assert made == [("deep", {"ms": 100, "style": "bold", "share": 0.5})]


def test_until_clear_is_for_two() -> None:
    with pytest.raises(
        spookhouse.BadOption,
        match="--until-clear compares two bots, not 1: name two, or one with --among",
    ):
        plan("ghooost", "thumb", 10, until_clear=True)
    with pytest.raises(spookhouse.BadOption, match="0 games cannot be played"):
        plan("ghooost", "thumb", 0)
    with pytest.raises(spookhouse.BadOption, match="players=7"):
        plan("ghooost", "thumb", 10, options={"players": 7})


def test_a_bot_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = plan("ghooost", "thumb", 10)
    stand_in(monkeypatch, lambda name, seed: Fixed(which=10_000))
    with pytest.raises(ArenaStopped, match=r"thumb failed in game 0, seat \d, move 1: IndexError"):
        finished(contest)
