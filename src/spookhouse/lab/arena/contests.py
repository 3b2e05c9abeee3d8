"""A contest: the request and the games that it takes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

import msgspec

from spookhouse.games import game as find_game
from spookhouse.kernel.compile_cache import source_digest
from spookhouse.kernel.contract import Options
from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.game import Game
from spookhouse.lab.arena.contestants import Contestant, read_contestant, read_contestants
from spookhouse.lab.arena.lineups import (
    Lineup,
    Seating,
    all_among,
    cyclic_orders,
    round_robin,
    seatings,
)


@dataclass(frozen=True)
class Fixture:
    """A game to be played: its number, its deal, and the number of the bot in each seat."""

    number: int
    deal: int
    seats: Seating


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that decides the games of a contest, as it is stored."""

    game: str
    options: Options
    bots: list[str]
    among: bool
    games: int
    seed: int
    until_clear: bool
    rules: str  # digest of the sources: games by different rules do not belong together


@dataclass(frozen=True)
class Contest:
    """A request for games between bots.

    Equal contests give equal games, unless a bot stops by the clock.
    """

    game_name: str
    options: Options
    bots: tuple[Contestant, ...]  # with `among` the last one is the crowd
    requested: int  # the number of games, before it is rounded up to whole deals
    seed: int = 0
    among: bool = False
    until_clear: bool = False

    @property
    def game(self) -> Game:
        """The game that is played."""
        return find_game(self.game_name)

    @property
    def players(self) -> int:
        """The number of players in each game."""
        return int(self.options.get("players", self.game.min_players))

    @property
    def names(self) -> list[str]:
        """The texts that name the bots."""
        return [bot.text for bot in self.bots]

    @property
    def is_duel(self) -> bool:
        """Whether two bots are compared."""
        return len(self.bots) == 2

    @property
    def settings(self) -> Settings:
        """The contest as it is stored."""
        return Settings(
            game=self.game_name,
            options=self.options,
            bots=self.names,
            among=self.among,
            games=self.requested,
            seed=self.seed,
            until_clear=self.until_clear,
            rules=source_digest(),
        )

    # === THE GAMES ===

    @cached_property
    def lineups(self) -> list[Lineup]:
        """The line-ups that play on each deal."""
        return (all_among if self.among else round_robin)(len(self.bots), self.players)

    @cached_property
    def orders(self) -> list[list[Seating]]:
        """The cyclic orders of each line-up."""
        return [cyclic_orders(lineup) for lineup in self.lineups]

    @cached_property
    def games_per_deal(self) -> int:
        """The number of games on each deal."""
        return len(list(seatings(self.orders, 0)))

    @property
    def deals(self) -> int:
        """The number of deals."""
        return -(-self.requested // self.games_per_deal)

    @property
    def games(self) -> int:
        """The number of games, rounded up to whole deals."""
        return self.deals * self.games_per_deal

    def fixtures(self) -> Iterator[Fixture]:
        """Yield all games in the order of the deals."""
        for deal in range(self.deals):
            for i, seats in enumerate(seatings(self.orders, deal)):
                yield Fixture(deal * self.games_per_deal + i, deal, seats)

    # === CHANCE ===

    def deal_key(self, deal: int) -> bytes:
        """Return the key of all games on a deal."""
        return sha256(f"spookhouse arena {self.seed} deal {deal}".encode()).digest()

    def bot_key(self, number: int, seat: int) -> bytes:
        """Return the key of the bot in a seat of a game."""
        return sha256(f"spookhouse arena {self.seed} game {number} seat {seat}".encode()).digest()


def plan(
    name: str,
    bots: str,
    games: int,
    *,
    among: str | None = None,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    until_clear: bool = False,
) -> Contest:
    """Return the contest that was asked for; raise `BadOption` if a value is invalid."""
    game = find_game(name)
    contestants = read_contestants(bots)
    if among is not None:
        contestants = (*contestants, read_crowd(among, contestants))
    if games < 1:
        raise BadOption("games", f"invalid number of games: got {games}, expected at least 1")
    contest = Contest(
        game.name,
        game.settled(options or {}),
        contestants,
        games,
        seed,
        among is not None,
        until_clear,
    )
    if until_clear and not contest.is_duel:
        raise BadOption(
            "until_clear",
            f"invalid bots with --until-clear: got {len(contestants)}, "
            "expected two, or one with --among",
        )
    return contest


def read_crowd(text: str, contestants: tuple[Contestant, ...]) -> Contestant:
    """Read the bot among whose copies the others play."""
    crowd = read_contestant(text)
    if crowd.text in [each.text for each in contestants]:
        raise BadOption(
            "among", f"invalid --among: got {crowd.text!r}, expected a bot that is not in --bots"
        )
    return crowd
