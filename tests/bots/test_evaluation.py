"""Evaluations of all games: beliefs fit what a seat knows, and expectations sum to zero."""

import numpy as np
import pytest

import spookhouse
from spookhouse.bots import bot
from spookhouse.games import FOLDERS
from spookhouse.kernel.chance import key_from_seed, new_chance

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("name", FOLDERS)
def test_a_believed_world_looks_like_the_real_one_to_the_seat(name: str) -> None:
    game = spookhouse.game(name)
    match, chance, mover = game.new(seed=6), new_chance(key_from_seed(6))[0], bot("uniform", 6)
    while match.waiting and len(match.moves) < 150:
        seat = match.waiting[0]
        known = match.concealed(seat)
        world = match.copy()
        game.rules.conceal(world.state, seat)
        game.rules.imagine(world.state, seat, chance)
        game.evaluation.believe(world.state, seat, chance)
        assert world.concealed(seat).tobytes() == known.tobytes()
        match.apply(seat, mover.choose(game, known, seat))


@pytest.mark.parametrize("name", FOLDERS)
def test_expected_returns_sum_to_zero_at_every_step(name: str) -> None:
    game = spookhouse.game(name)
    match, mover = game.new(seed=7), bot("uniform", 7)
    returns, seen = np.zeros(8), set()
    while match.waiting and len(match.moves) < 400:
        game.evaluation.expect(match.state, returns)
        assert abs(returns[: match.players].sum()) < 1e-9
        assert np.abs(returns).max() <= 1
        seen.add(returns.tobytes())
        seat = match.waiting[0]
        match.apply(seat, mover.choose(game, match.concealed(seat), seat))
    assert len(seen) > 5
