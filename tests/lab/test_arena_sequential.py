"""The sequential test: its error rate, its power and its intervals."""

import math

import numpy as np
import pytest

import spookhouse
from spookhouse.games import FOLDERS
from spookhouse.lab.arena.calibration import calibrate
from spookhouse.lab.arena.duels import edge
from spookhouse.lab.arena.intervals import around_mean, wilson
from spookhouse.lab.arena.sequential import CANDIDATES, ERROR_RATE, Bets, wealth_against


@pytest.mark.parametrize(("players", "spread"), [(2, 0.0), (4, 0.0), (2, 0.1)])
def test_equal_bots_rarely_cause_a_false_alarm(players: int, spread: float) -> None:
    """At most 5% of 400 runs evaluated after every deal, also if deals suit one bot better."""
    found = calibrate(players, 1 / players, cap=120 * players, spread=spread)
    assert found.clear <= 0.05 * found.runs


@pytest.mark.parametrize(("players", "chance", "cap"), [(2, 0.65, 400), (4, 0.4, 400)])
def test_a_real_difference_is_found(players: int, chance: float, cap: int) -> None:
    found = calibrate(players, chance, cap, runs=100)
    assert found.clear >= 95
    assert found.wrong == 0


def test_a_weaker_bot_is_found_as_well() -> None:
    found = calibrate(2, 0.3, 400, runs=50)
    assert found.wrong == found.clear == 50


@pytest.mark.parametrize(
    "seats", [(0.25,) * 4, (0.7, 0.2, 0.1, 0.0), (0.4, 0.3, 0.2, 0.1), (0.5, 0.5), (0.9, 0.1)]
)
def test_bets_on_equal_bots_do_not_pay(seats: tuple[float, ...]) -> None:
    """The mean wealth over all results of a deal is at most 1, and 1 if all seats are equal.

    The error rate depends on that.
    """
    mean = 0.0
    for won in np.ndindex(*(2,) * len(seats)):
        bets = Bets()
        bets.add([1.0 if each else -1 / (len(seats) - 1) for each in won])
        mean += bets.wealth * math.prod(
            chance if each else 1 - chance for chance, each in zip(seats, won, strict=True)
        )
    assert mean == pytest.approx(1) if len(set(seats)) == 1 else 0.5 < mean < 1


def test_the_answer_is_clear_when_even_is_outside_the_interval() -> None:
    rng = np.random.default_rng(5)
    bets, seen = Bets(), set()
    for won in rng.random((100, 2)) < 0.62:
        bets.add(np.where(won, 1.0, -1.0).tolist())
        low, high = bets.interval()
        assert bets.is_clear == (low > 0 or high < 0)
        assert low <= bets.edge <= high or bets.deals < 3
        seen.add(bets.is_clear)
    assert seen == {False, True}
    assert wealth_against(bets.edges)[len(CANDIDATES) // 2] == pytest.approx(bets.wealth)


def test_intervals_hold_the_truth_with_early_stopping() -> None:
    rng = np.random.default_rng(6)
    missed = 0
    for _ in range(200):
        bets = Bets()
        for won in rng.random((150, 2)) < 0.6:
            bets.add(np.where(won, 1.0, -1.0).tolist())
            if bets.is_clear:
                break
        low, high = bets.interval()
        missed += not low <= 0.2 <= high
    assert missed <= ERROR_RATE * 200


@pytest.mark.parametrize("name", FOLDERS)
def test_returns_of_every_game_lie_within_one_of_each_other(name: str) -> None:
    """Otherwise an edge could leave the range that the test assumes."""
    game = spookhouse.game(name)
    states, chances = game.blank(20), game.chances(20, 1, fast=True)
    game.setup_many(states, chances)
    players = game.new(seed=0).players
    returns = game.random_playouts(states, chances)[1][:, :players]
    assert (np.ptp(returns, axis=1) <= 1 + 1e-9).all()
    assert np.abs(returns.sum(axis=1)).max() < 1e-9


def test_the_edge_of_a_game_lies_between_minus_one_and_one() -> None:
    assert edge((0, 1), (0.5, -0.5)) == 1
    assert edge((1, 1, 0, 1), (-0.25, -0.25, 0.75, -0.25)) == 1
    assert edge((1, 0, 0, 0), (-0.75, 0.25, 0.25, 0.25)) == 1
    with pytest.raises(ValueError, match="returns of a game must lie within 1 of each other"):
        Bets().add([0.0, 2.0])


def test_wilson_and_mean_intervals() -> None:
    """Textbook values: 29.93% to 70.07% for 10 of 20, 0 to 27.75% for 0 of 10."""
    assert wilson(10, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)
    assert around_mean([0.0, 1.0] * 50) == pytest.approx((0.5 - 0.0985, 0.5 + 0.0985), abs=1e-4)
