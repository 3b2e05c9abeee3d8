"""The heuristic of Ghostbumpers beats uniform play, and a state is small."""

import numpy as np
import pytest

import spookhouse
from support.playouts import heuristic_among_random

pytestmark = pytest.mark.compiled

GAME = spookhouse.game("ghostbumpers")


@pytest.mark.parametrize(("players", "bar"), [(3, 0.9), (6, 0.9)])
def test_the_heuristic_beats_uniform_play(players: int, bar: float) -> None:
    """A win counts 1 and a shared win its share; the measure is the mean over all games."""
    returns = heuristic_among_random(GAME, 3000, 5, players)
    assert np.mean(returns + 1 / players) >= bar


def test_the_heuristic_sees_nothing_hidden() -> None:
    """It makes the same choice in the true and in the concealed record, from equal chances."""
    match = GAME.new(players=4, seed=3)
    actions = np.zeros(GAME.rules.MAX_ACTIONS, np.int32)
    while match.waiting:
        seat = match.waiting[0]
        found = GAME.rules.legal(match.state, seat, actions)
        chances = [GAME.chances(1, 1)[0] for _ in range(2)]
        choices = [
            GAME.heuristic.choose(state, seat, actions, found, c)
            for state, c in zip((match.state, match.concealed(seat)), chances, strict=True)
        ]
        assert choices[0] == choices[1]
        match.apply(seat, choices[0])


def test_a_state_is_small() -> None:
    assert GAME.rules.STATE.itemsize <= 640
