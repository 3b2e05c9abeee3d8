"""The heuristic of Rest in Peace beats uniform play."""

import numpy as np
import pytest

import spookhouse
from support.playouts import heuristic_among_random

pytestmark = pytest.mark.compiled

GAMES = 3000


def test_the_heuristic_beats_uniform_play() -> None:
    """Mix levels 0 to 4 and alternate seats."""
    game = spookhouse.game("rest-in-peace")
    returns = np.concatenate(
        [
            heuristic_among_random(game, GAMES // 5, seed=level, players=2, level=level)
            for level in range(5)
        ]
    )
    assert len(returns) == GAMES
    assert (returns > 0).mean() >= 0.8
