"""Secrets of the dropping (GB 3.5), which random games never reach, from prepared positions."""

import random
from typing import Any

import numpy as np
import pytest

import spookhouse
from spookhouse.games.ghostbumpers import rules
from spookhouse.kernel.conformance import (
    check_events_of_move,
    check_loading,
    check_observer,
    imagine_match,
    observers,
    play_through,
)
from support.ghostbumpers import load, play, position

GAME = spookhouse.game("ghostbumpers")

PREPARED: list[tuple[dict[str, Any], list[str], int]] = [
    # position, the play after which cards must be dropped, the least number of choices
    (position(["3 4 4", "7 7 9", "1 2"], "6x1", rest=2, round=6), ["7x2"], 3),  # mid-trick
    (position(["8 8 8 8 1 2", "9", ""], rest=1, round=6), ["8x4"], 4),  # twice in a row
    (
        position(["7 7 7", "1 2 2", "3", "4 4 5"], rest=2, round=8),
        ["7x3"],
        3,
    ),  # nothing left in the drawing hand
    (
        position(
            ["3 4 5", "7 9", "1"],
            "6x1 7x2",
            phase="drop",
            owed=1,
            dropped=[None, "0/10", None],
            rest=2,
            round=6,
        ),
        [],
        2,
    ),  # one has chosen
]


@pytest.mark.rule("GB 3.5")
@pytest.mark.parametrize(("found", "opening", "choices"), PREPARED)
@pytest.mark.parametrize("seed", range(3))
def test_dropping_keeps_its_secrets(
    found: dict[str, Any], opening: list[str], choices: int, seed: int
) -> None:
    """At every step an imagined world has the same view, moves and events.

    Positions read back.
    """
    match, rng, chance = (
        play(load(found, seed), *opening),
        random.Random(seed),
        GAME.chances(1, seed)[0],
    )
    pieces, dropping = GAME.notation.count_pieces(match.state), 0
    for step, (seat, action) in enumerate(play_through(match, rng)):
        check_loading(GAME, match)
        assert GAME.notation.count_pieces(match.state) == pieces
        dropping += match.position()["phase"] == "drop"
        for observer in observers(match):
            check_observer(match, imagine_match(match, observer, chance), observer, rng)
            check_events_of_move(
                match, imagine_match(match, observer, chance), observer, seat, action
            )
        if step > 12:
            break
    assert dropping >= choices


@pytest.mark.rule("GB 3.5")
def test_imagined_dropped_cards_are_any_that_are_unseen() -> None:
    """Its player knows the card; another seat imagines any card that it does not see."""
    match = load(
        position(["3 4 4 5", "7 9", "0/10 0/10 0/10 0/10"], "6x1 7x2", phase="drop", owed=1, rest=1)
    )
    play(match, "drop 3")
    chance = GAME.chances(1, 1)[0]
    assert {imagine_match(match, 0, chance).position()["dropped"][0] for _ in range(20)} == {"3"}
    assert {imagine_match(match, 2, chance).position()["dropped"][0] for _ in range(300)} == set(
        "123456789"
    )


@pytest.mark.rule("GB 2.2")
def test_every_place_of_the_scared_card_is_imagined() -> None:
    """Of a deck of three cards everybody knows only their number (GB 2.2, Information)."""
    match = load(position(["1 6", "2 6", "3 6"], characters="7/1 3/2 5/0"))
    chance = GAME.chances(1, 1)[0]
    worlds = [imagine_match(match, 0, chance).position()["characters"] for _ in range(200)]
    assert [{world[seat]["above"] for world in worlds} for seat in range(3)] == [
        {1},
        {0, 1, 2},
        {0, 1, 2, 3, 4},
    ]


@pytest.mark.rule("GB 2.2")
def test_only_seats_that_have_chosen_have_imagined_scare_levels() -> None:
    """A seat that has not chosen has chosen in no world."""
    match = load(position(["1", "2", "3"], phase="scare", characters="7/- 7/4 7/-"))
    chance = GAME.chances(1, 1)[0]
    worlds = [imagine_match(match, 0, chance).position()["characters"] for _ in range(200)]
    assert [{world[seat]["above"] for world in worlds} for seat in range(3)] == [
        {None},
        set(range(7)),
        {None},
    ]


def test_many_games_at_once_end() -> None:
    states, chances = GAME.blank(3, players=3), GAME.chances(3, 1, fast=True)
    GAME.setup_many(states, chances)
    assert GAME.rules.outcome(states[0], np.zeros(6)) == 0
    moves, returns = GAME.random_playouts(states, chances)
    assert moves > 3 * 3 * 6
    assert np.allclose(returns.sum(axis=1), 0)
    outcomes = [GAME.rules.outcome(state, np.zeros(6)) for state in states]
    assert outcomes == [rules.ROUNDS_PLAYED] * 3
