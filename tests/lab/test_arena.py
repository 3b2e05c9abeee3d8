"""The arena: equal deals for all bots, repeatable games, folders that resume, and refusals."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import spookhouse
from spookhouse.bots import Bot, UniformBot
from spookhouse.kernel.contract import State
from spookhouse.kernel.errors import ArenaStopped, WrongArenaFolder
from spookhouse.kernel.game import Game
from spookhouse.lab.arena import (
    Contest,
    Contestant,
    Executor,
    Folder,
    Run,
    contestants,
    plan,
    play_game,
    read_contestant,
)
from support.arenas import finished, records


class FixedBot(Bot):
    """Play the legal move at a fixed place of the list, without randomness."""

    name = "fixed"

    def __init__(self, place: int = 0) -> None:
        self.place = place

    def choose(self, game: Game, state: State, seat: int) -> int:
        """Return the legal action at that place."""
        actions = np.zeros(game.rules.MAX_ACTIONS, np.int32)
        return int(actions[: game.rules.legal(state, seat, actions)][self.place])


def replace_bots(monkeypatch: pytest.MonkeyPatch, make_bot: Callable[..., Bot]) -> None:
    """Let this function make the bots of every contest."""
    monkeypatch.setattr(contestants, "make_bot", make_bot)


# === BALANCE ===


@pytest.mark.parametrize("among", [None, "thumb"])
def test_all_bots_play_the_same_deals_from_every_seat(among: str | None) -> None:
    contest = plan("ghooost", "uniform" if among else "uniform,thumb", 16, among=among)
    seeds: dict[int, set[bytes | None]] = defaultdict(set)
    seats: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for game in finished(contest).games.values():
        seeds[game.fixture.deal].add(game.record.seed)
        seats[game.fixture.deal].append(game.fixture.seats)
    assert {len(found) for found in seeds.values()} == {1}
    assert len(set.union(*seeds.values())) == contest.deals == (4 if among else 2)
    for found in seats.values():
        assert sorted(found) == sorted(set(found))
        alone = Counter(each.index(0) for each in found if each.count(0) == 1)
        assert alone == Counter(range(4))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("among", [False, True])
def test_equal_bots_without_randomness_are_exactly_even(
    players: int, among: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_bots(monkeypatch, lambda name, seed: FixedBot())
    bots = (Contestant("one", "one"), Contestant("other", "other"))
    options = {"players": players, "mode": "single", "dawn": 3}
    run = finished(Contest("ghooost", options, bots, 40, among=among))
    assert run.duel is not None
    edges = np.array(run.duel.bets.edges)
    by_deal = edges.reshape(run.contest.deals, run.contest.games_per_deal)
    assert by_deal.mean(axis=1) == pytest.approx(np.zeros(run.contest.deals))
    means = [row.score.mean_return.value for row in run.report().bots]
    assert means == pytest.approx([0, 0])


def test_games_are_rounded_up_to_whole_deals() -> None:
    contest = plan("ghooost", "uniform,thumb", 100, options={"players": 3})
    assert (contest.games_per_deal, contest.deals, contest.games) == (6, 17, 102)
    assert [fixture.number for fixture in contest.fixtures()] == list(range(102))


def test_bots_receive_concealed_records(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = plan("ghooost", "uniform", 1)
    concealed = []

    class SpyingBot(UniformBot):
        def choose(self, game: Game, state: State, seat: int) -> int:
            again = np.array([state], game.rules.STATE)
            game.rules.conceal(again[0], seat)
            concealed.append(again.tobytes() == state.tobytes())
            return super().choose(game, state, seat)

    replace_bots(monkeypatch, lambda name, seed: SpyingBot(seed))
    game = play_game(contest, next(contest.fixtures()))
    assert len(concealed) == len(game.record.moves) == len(game.seconds)
    assert all(concealed)


# === REPEATING AND RESUMING ===


def test_a_contest_repeats_exactly_and_another_seed_differs() -> None:
    contest = plan("ghooost", "uniform,thumb", 8, seed=3)
    once = records(finished(contest))
    assert records(finished(contest)) == once
    assert records(finished(plan("ghooost", "uniform,thumb", 8, seed=4))) != once


def test_worker_processes_play_the_same_games() -> None:
    contest = plan("ghooost", "uniform,thumb", 16)
    run = Run(contest)
    with Executor(contest, 2) as executor:
        assert len(list(run.play(executor))) == 16
        workers = list(executor.workers.values())
    assert not any(worker.is_alive() for worker in workers)
    assert records(run) == records(finished(contest))


def test_a_contest_resumes_where_it_stopped(tmp_path: Path) -> None:
    contest = plan("ghooost", "uniform,thumb", 24)
    stopped = finished(contest, tmp_path, games=10)
    assert len(list((tmp_path / "games").iterdir())) == len(stopped.games) == 10
    again = Run(contest, Folder(tmp_path, contest))
    assert again.resume() == 10
    done = finished(contest, tmp_path)
    assert records(done) == records(finished(contest))
    assert finished(contest, tmp_path).report() == done.report()


def test_invalid_game_files_are_played_again(tmp_path: Path) -> None:
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
        match=r"holds another contest \(seed is 0, expected 1\).*run the same command as before",
    ):
        finished(plan("ghooost", "uniform,thumb", 8, seed=1), tmp_path)
    (tmp_path / "arena.json").unlink()
    with pytest.raises(WrongArenaFolder, match="neither empty nor written by an arena"):
        finished(plan("ghooost", "uniform,thumb", 8), tmp_path)


def test_a_folder_of_an_earlier_version_can_be_resumed(tmp_path: Path) -> None:
    """Earlier versions wrote the key "until clear" in arena.json."""
    contest = plan("ghooost", "uniform,thumb", 8)
    finished(contest, tmp_path)
    settings = json.loads((tmp_path / "arena.json").read_text())
    settings["until clear"] = settings.pop("until_clear")
    (tmp_path / "arena.json").write_text(json.dumps(settings, indent=2) + "\n")
    assert Run(contest, Folder(tmp_path, contest)).resume() == 8


def test_the_report_of_a_clear_answer_does_not_depend_on_which_game_ended_first(
    tmp_path: Path,
) -> None:
    contest = plan("ghooost", "thumb", 400, among="uniform", until_clear=True)
    run = finished(contest, tmp_path)
    assert run.duel is not None
    assert run.duel.is_settled
    games = len(run.games)
    assert games == run.duel.next * 4 < 400
    later = play_game(contest, list(contest.fixtures())[games + 1])
    Folder(tmp_path, contest).save(later)
    again = finished(contest, tmp_path)
    assert len(again.games) == games + 1
    assert again.report() == run.report()


# === REFUSALS ===


@pytest.mark.parametrize(
    ("bots", "among", "message"),
    [
        ("gandalf", None, "invalid bot: got 'gandalf', expected one of "),
        ("thumb,thumb", None, "got 'thumb' twice, expected each bot once"),
        ("thumb:fast", None, "invalid bot: got 'thumb:fast', expected name or name:key=value"),
        ("thumb:=3", None, "invalid bot: got 'thumb:=3'"),
        (
            "thumb:colour=red",
            None,
            "invalid settings of thumb: got colour, expected none; "
            "only a bare search takes settings, such as search-300it:exploration=0.5",
        ),
        (
            "search-9it:exploration=2,search-9it:depth=3",
            None,
            "invalid setting of search-9it: got 'depth', expected one of exploration, ",
        ),
        (
            "search-9it:randomness=101",
            None,
            "invalid randomness of search-9it: got 101, expected a whole number from 0 to 100",
        ),
        ("thumb,", None, "invalid bot: got ''"),
        ("thumb", "thumb", "invalid --among: got 'thumb', expected a bot that is not in --bots"),
    ],
)
def test_invalid_bots_are_refused(bots: str, among: str | None, message: str) -> None:
    with pytest.raises(spookhouse.BadOption) as error:
        plan("ghooost", bots, 10, among=among)
    assert message in error.value.message


def test_settings_reach_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def make_bot(name: str, seed: int, **settings: object) -> Bot:
        made.append((name, settings))
        return FixedBot()

    replace_bots(monkeypatch, make_bot)
    text = "deep:ms=100:style=bold:share=0.5"
    assert read_contestant(text).text == text
    assert made == [("deep", {"ms": 100, "style": "bold", "share": 0.5})]


def test_until_clear_expects_two_bots() -> None:
    with pytest.raises(
        spookhouse.BadOption, match="invalid bots with --until-clear: got 1, expected two"
    ):
        plan("ghooost", "thumb", 10, until_clear=True)


def test_invalid_numbers_are_refused() -> None:
    with pytest.raises(spookhouse.BadOption, match="invalid number of games: got 0"):
        plan("ghooost", "thumb", 0)
    with pytest.raises(spookhouse.BadOption, match="invalid option players: got 7"):
        plan("ghooost", "thumb", 10, options={"players": 7})


def test_a_bot_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = plan("ghooost", "thumb", 10)
    replace_bots(monkeypatch, lambda name, seed: FixedBot(place=10_000))
    with pytest.raises(ArenaStopped, match=r"thumb failed in game 0, seat \d, move 1: IndexError"):
        finished(contest)
