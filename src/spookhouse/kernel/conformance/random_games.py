"""Random games for the checks, and the error that a failed check raises."""

import json
import random
from collections.abc import Iterator

from spookhouse.kernel.contract import Options
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match

MAX_MOVES = 100_000  # a random game with more moves is taken to be endless


class ContractViolation(AssertionError):
    """A game does not keep a promise of the contract."""


def require(holds: bool, promise: str, match: Match, detail: object = "") -> None:
    """Raise `ContractViolation` with the position of the match unless the promise holds."""
    if not holds:
        seeds = f"key {match.key.hex()}, after {len(match.moves)} moves"
        position = json.dumps(match.position())
        raise ContractViolation(
            f"{match.game.name}: {promise} ({seeds}) {detail}\nposition: {position}"
        )


def option_variants(game: Game, rng: random.Random) -> Iterator[Options]:
    """Yield random options without end, with every number of players in turn."""
    while True:
        for players in range(game.min_players, game.max_players + 1):
            yield random_options(game, players, rng)


def random_options(game: Game, players: int, rng: random.Random) -> Options:
    """Return options that the game accepts, drawn from the choices where an option lists them."""
    while True:
        given = {
            option.name: rng.choice(option.choices) for option in game.options if option.choices
        }
        given |= {
            option.name: rng.choice([None, *range(players)])
            for option in game.options
            if option.names_seat
        }
        try:
            return game.settled(given | {"players": players})
        except ValueError:
            continue


def random_games(game: Game, games: int, seed: int) -> Iterator[tuple[Match, random.Random]]:
    """Yield new matches and the generator to draw their moves from."""
    rng = random.Random(seed)
    options = option_variants(game, rng)
    for number in range(games):
        yield game.new(seed=seed * 1_000_003 + number, **next(options)), rng


def play_through(match: Match, rng: random.Random) -> Iterator[tuple[int, int]]:
    """Play random legal moves to the end; yield each seat and action before it is played."""
    while match.waiting:
        require(len(match.moves) < MAX_MOVES, "the game ends", match)
        seat = rng.choice(match.waiting)
        actions = match.actions(seat)
        require(bool(actions), f"seat {seat} owes a decision and has a legal move", match)
        action = rng.choice(actions)
        yield seat, action
        match.apply(seat, action)


def observers(match: Match) -> list[int | None]:
    """Return the seats of a match, and None for a spectator."""
    return [*range(match.players), None]
