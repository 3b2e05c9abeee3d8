"""The heuristic of Graveyards: how often it wins, and which moves it chooses."""

import numpy as np
import pytest

import spookhouse
from spookhouse.kernel.chance import key_from_seed, new_chance
from spookhouse.kernel.match import Match
from support.graveyards import kids, scene, table
from support.playouts import heuristic_among_random, play_heuristic_games

pytestmark = pytest.mark.compiled

GAME = spookhouse.game("graveyards")


def test_beats_uniform_play_with_two_players() -> None:
    """It wins at least 95 of 100 games, with alternating seats."""
    seats = np.arange(400) % 2
    returns = play_heuristic_games(GAME, 1 << seats, 5, players=2)[np.arange(400), seats]
    assert (returns > 0).mean() >= 0.95


@pytest.mark.parametrize(("players", "wins"), [(3, 0.9), (4, 0.9)])
def test_beats_uniform_play_with_more_players(players: int, wins: float) -> None:
    assert (heuristic_among_random(GAME, 200, 5, players) > 0).mean() >= wins


def test_leaves_the_record_as_it_was() -> None:
    """It tries moves on the record that it is given and takes them back."""
    chance = new_chance(key_from_seed(1))[0]
    actions = np.zeros(GAME.rules.MAX_ACTIONS, np.int32)
    for seed in range(6):
        match = GAME.new(players=2 + seed % 3, seed=seed)
        while match.waiting:
            seat = match.waiting[0]
            state = match.concealed(seat)
            before = state.tobytes()
            found = GAME.rules.legal(state, seat, actions)
            choice = GAME.heuristic.choose(state, seat, actions, found, chance)
            assert state.tobytes() == before
            match.apply(seat, choice)


def heuristic_move(match: Match) -> str:
    actions = np.zeros(GAME.rules.MAX_ACTIONS, np.int32)
    seat = match.waiting[0]
    state = match.concealed(seat)
    found = GAME.rules.legal(state, seat, actions)
    return GAME.notation.write_move(
        int(GAME.heuristic.choose(state, seat, actions, found, new_chance(key_from_seed(1))[0]))
    )


def test_joins_two_sections() -> None:
    """White ghosts lie on both sides of a gap, and one tile joins them."""
    match = scene(
        """
        WW .. WW
        WW .. WB
        BB GB OG
        GG BB BG
        """,
        ["3", "9"],
        4,
    )
    assert heuristic_move(match).startswith("tile 3 1,0")


def test_puts_up_a_house_where_it_shows_its_own() -> None:
    match = table("0 0,0; 52 1,0", ["57", "9"], 4)
    assert heuristic_move(match) == "house white 0,0"


def test_sends_kids_to_its_own() -> None:
    match = table("0 0,0; 52 1,0", ["57", "9"], 4, phase="token", placed=[kids(3, 1)])
    assert heuristic_move(match).split()[1] in ("kids", "investigator")
