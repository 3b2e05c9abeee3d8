"""How good are the rules of thumb? Many games at machine speed, some seats by thumb, the others any legal move."""

from pathlib import Path
from typing import Any

import numpy as np

from spookhouse.bots.bot import Bot
from spookhouse.kernel.contract import Array
from spookhouse.kernel.events import SILENT
from spookhouse.kernel.game import Game
from spookhouse.kernel.specialize import bind

CONTEST = Path(__file__).with_name("contest.py")


def contest(game: Game, thumbs: Array, seed: int, **options: Any) -> Array:
    """Play one game for each entry of `thumbs` (bits: the seats that play by thumb); the returns of every seat in every game."""
    loops = bind(CONTEST, game.rules, heuristic=game.heuristic.choose)
    states, chances = game.blank(len(thumbs), **options), game.chances(len(thumbs), seed)
    game.setup_many(states, chances)
    returns = np.zeros((len(thumbs), game.max_players))
    actions = np.zeros(game.rules.MAX_ACTIONS, np.int32)
    loops.play_contests(
        states,
        game.blank(1, **options),
        np.asarray(thumbs, np.int64),
        chances,
        returns,
        actions,
        SILENT,
    )
    return returns


def one_against_all(game: Game, games: int, seed: int, players: int, **options: Any) -> Array:
    """The returns of one thumb among uniform players, its seat going round."""
    seats = np.arange(games) % players
    if "players" in game.option_names:
        options["players"] = players
    return np.asarray(contest(game, 1 << seats, seed, **options)[np.arange(games), seats])


def seated_among(
    game: Game, hero: Bot, rival: Bot, games: range, players: int, **options: Any
) -> Array:
    """The returns of one bot among equal rivals. Every deal is played once from each seat, so that nobody is better off by luck of the deal."""
    if "players" in game.option_names:
        options["players"] = players
    return np.array(
        [return_of(game, hero, rival, i % players, i // players, **options) for i in games]
    )


def return_of(game: Game, hero: Bot, rival: Bot, seat: int, seed: int, **options: Any) -> float:
    match = game.new(seed=seed, **options)
    while match.waiting:
        mover = match.waiting[0]
        match.apply(
            mover, (hero if mover == seat else rival).choose(game, match.concealed(mover), mover)
        )
    assert match.outcome is not None
    return float(match.outcome.returns[seat])
