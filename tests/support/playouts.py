"""Measure the strength of a heuristic or a bot over many games."""

from pathlib import Path

import numpy as np

from spookhouse.bots import Bot
from spookhouse.kernel.contract import Array
from spookhouse.kernel.events import SILENT
from spookhouse.kernel.game import Game
from spookhouse.kernel.specialize import specialize

TEMPLATE = Path(__file__).with_name("playout_template.py")


def play_heuristic_games(game: Game, heuristic_seats: Array, seed: int, **options: int) -> Array:
    """Play one game per entry of `heuristic_seats` and return the returns of all seats.

    The bits of an entry are the seats of the heuristic. The other seats play random moves.
    """
    loops = specialize(TEMPLATE, game.rules, heuristic=game.heuristic.choose)
    size = len(heuristic_seats)
    states, chances = game.blank(size, **options), game.chances(size, seed)
    game.setup_many(states, chances)
    returns = np.zeros((size, game.max_players))
    actions = np.zeros(game.rules.MAX_ACTIONS, np.int32)
    seats = np.asarray(heuristic_seats, np.int64)
    concealed = game.blank(1, **options)
    loops.play_games(states, concealed, seats, chances, returns, actions, SILENT)
    return returns


def heuristic_among_random(
    game: Game, games: int, seed: int, players: int, **options: int
) -> Array:
    """Return the returns of one heuristic player among random ones, in each seat in turn."""
    seats = np.arange(games) % players
    options |= players_option(game, players)
    returns = play_heuristic_games(game, 1 << seats, seed, **options)
    return np.asarray(returns[np.arange(games), seats])


def bot_among_rivals(
    game: Game, hero: Bot, rival: Bot, games: range, players: int, **options: int
) -> Array:
    """Return the returns of one bot among equal rivals.

    The hero plays every deal once from each seat, so that the luck of the deal cancels out.
    """
    options |= players_option(game, players)
    return np.array(
        [return_of(game, hero, rival, i % players, i // players, **options) for i in games]
    )


def players_option(game: Game, players: int) -> dict[str, int]:
    """Return the option that sets the number of players, if the game has it."""
    return {"players": players} if "players" in game.option_names else {}


def return_of(game: Game, hero: Bot, rival: Bot, seat: int, seed: int, **options: int) -> float:
    """Play one game with the hero in this seat and return what it gets."""
    match = game.new(seed=seed, **options)
    while match.waiting:
        mover = match.waiting[0]
        bot = hero if mover == seat else rival
        match.apply(mover, bot.choose(game, match.concealed(mover), mover))
    assert match.outcome is not None
    return float(match.outcome.returns[seat])
