"""Games in arrays of states are the same as single matches."""

import numpy as np
import pytest

import spookhouse
from spookhouse.games import FOLDERS


@pytest.mark.parametrize("name", FOLDERS)
def test_many_games_are_dealt_as_single_ones(name: str) -> None:
    game = spookhouse.game(name)
    states, chances = game.blank(3), game.chances(3, seed=7)
    game.setup_many(states, chances)
    assert states[0].tobytes() == game.new(seed=7).state.tobytes()
    assert states[1].tobytes() != states[0].tobytes()


@pytest.mark.parametrize("name", FOLDERS)
def test_many_games_are_played_as_single_ones(name: str) -> None:
    game = spookhouse.game(name)
    states, chances = game.blank(2), game.chances(2, seed=7)
    game.setup_many(states, chances)
    match = game.new(seed=7)
    for _ in range(20):
        seats = np.array(
            [
                next(seat for seat in range(8) if bits >> seat & 1)
                for bits in game.waiting_many(states).tolist()
            ]
        )
        actions, found = game.legal_many(states, seats)
        assert actions[0, : found[0]].tolist() == match.actions(int(seats[0]))
        game.play_many(states, seats, actions[:, 0], chances)
        match.apply(int(seats[0]), match.actions(int(seats[0]))[0])
        assert states[0].tobytes() == match.state.tobytes()


@pytest.mark.parametrize("name", FOLDERS)
def test_playouts_end(name: str) -> None:
    game = spookhouse.game(name)
    states, chances = game.blank(4), game.chances(4, seed=1, fast=True)
    game.setup_many(states, chances)
    moves, returns = game.random_playouts(states, chances)
    assert moves > 0
    assert not game.waiting_many(states).any()
    assert np.allclose(returns.sum(axis=1), 0)


def test_lengths_must_agree() -> None:
    game = spookhouse.game("ghooost")
    with pytest.raises(ValueError, match="one length"):
        game.setup_many(game.blank(3, players=2), game.chances(2))


def test_moves_are_drawn_uniformly() -> None:
    """Ghooost! draws a move without listing all legal ones."""
    game = spookhouse.game("ghooost")
    chance = game.chances(1, seed=1, fast=True)[0]
    buffer = np.zeros(game.rules.MAX_ACTIONS, np.int32)
    match = game.new(players=4, seed=20)
    for _ in range(30):
        (seat,) = match.waiting
        actions = match.actions(seat)
        drawn = [
            game.loops.draw_move(match.state, seat, buffer, chance)
            for _ in range(100 * len(actions))
        ]
        counts = [drawn.count(action) for action in actions]
        assert sum(counts) == len(drawn)
        assert 50 < min(counts) <= max(counts) < 150
        match.apply(seat, actions[-1])
