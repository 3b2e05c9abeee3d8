"""A contest: what was asked for, and the games that it takes."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from spookhouse.games import game
from spookhouse.kernel.contract import Json, Options
from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.game import Game
from spookhouse.kernel.rule import source_digest
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
    """One game of a contest: its number, its deal, and the number of the bot in each seat."""

    number: int
    deal: int
    seats: Seating


@dataclass(frozen=True)
class Contest:
    """Everything that decides how the games go; two equal contests with bots that count iterations give the same games."""

    game: str
    options: Options
    bots: tuple[Contestant, ...]  # the last one is the crowd if `among`
    asked: int  # games that were asked for; whole deals are played
    seed: int = 0
    among: bool = False
    until_clear: bool = False

    @property
    def title(self) -> Game:
        return game(self.game)

    @property
    def players(self) -> int:
        return int(self.options.get("players", self.title.min_players))

    @property
    def names(self) -> list[str]:
        return [bot.text for bot in self.bots]

    @property
    def is_duel(self) -> bool:
        """Two bots are compared."""
        return len(self.bots) == 2

    # === THE GAMES ===

    @cached_property
    def lineups(self) -> list[Lineup]:
        return (all_among if self.among else round_robin)(len(self.bots), self.players)

    @cached_property
    def orders(self) -> list[list[Seating]]:
        return [cyclic_orders(lineup) for lineup in self.lineups]

    @cached_property
    def games_a_deal(self) -> int:
        return len(list(seatings(self.orders, 0)))

    @property
    def deals(self) -> int:
        return -(-self.asked // self.games_a_deal)

    @property
    def games(self) -> int:
        return self.deals * self.games_a_deal

    def fixtures(self) -> Iterator[Fixture]:
        """In the order of the deals."""
        for deal in range(self.deals):
            for i, seats in enumerate(seatings(self.orders, deal)):
                yield Fixture(deal * self.games_a_deal + i, deal, seats)

    # === CHANCE ===

    def deal_key(self, deal: int) -> bytes:
        """The same cards for all games of a deal."""
        return sha256(f"spookhouse arena {self.seed} deal {deal}".encode()).digest()

    def bot_key(self, number: int, seat: int) -> bytes:
        """A bot's own randomness in a game."""
        return sha256(f"spookhouse arena {self.seed} game {number} seat {seat}".encode()).digest()

    def to_json(self) -> Json:
        return {
            "game": self.game,
            "options": self.options,
            "bots": self.names,
            "among": self.among,
            "games": self.asked,
            "seed": self.seed,
            "until clear": self.until_clear,
            "rules": source_digest(),  # games by different rules do not belong together
        }


def plan(
    name: str,
    bots: str,
    games: int,
    *,
    among: str | None = None,
    options: dict[str, Any] | None = None,
    seed: int = 0,
    until_clear: bool = False,
) -> Contest:
    """A contest from what was typed; what cannot be is refused here."""
    title = game(name)
    settled = title.settled(options or {})
    contestants = read_contestants(bots)
    if among is not None:
        contestants = (*contestants, read_crowd(among, contestants))
    if games < 1:
        raise BadOption("games", f"{games} games cannot be played: ask for at least one")
    contest = Contest(title.name, settled, contestants, games, seed, among is not None, until_clear)
    if until_clear and not contest.is_duel:
        raise BadOption(
            "until_clear",
            f"--until-clear compares two bots, not {len(contestants)}: name two, or one with --among",
        )
    return contest


def read_crowd(text: str, contestants: tuple[Contestant, ...]) -> Contestant:
    crowd = read_contestant(text)
    if crowd.text in [each.text for each in contestants]:
        raise BadOption(
            "among",
            f"bot {crowd.text!r} cannot be among itself: name it in --bots or in --among, not in both",
        )
    return crowd
