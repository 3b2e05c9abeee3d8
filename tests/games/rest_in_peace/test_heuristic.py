"""The rules of thumb are worth having."""

import numpy as np
import pytest

import spookhouse
from support.playouts import heuristic_among_random

pytestmark = pytest.mark.compiled

GAMES = 3000


def test_thumb_beats_uniform() -> None:
    """Levels 0 to 4 mixed, seats alternating."""
    game = spookhouse.game("rest-in-peace")
    returns = np.concatenate(
        [
            heuristic_among_random(game, GAMES // 5, seed=level, players=2, level=level)
            for level in range(5)
        ]
    )
    assert len(returns) == GAMES
    assert (returns > 0).mean() >= 0.8
