"""Decide how tables open: new ones, and games that continue a finished one."""

from math import isfinite
from typing import TYPE_CHECKING

from msgspec import UNSET

from spookhouse.games import game as find_game
from spookhouse.kernel.errors import BadOption
from spookhouse.table import commands as ask
from spookhouse.table.commitments import pledge
from spookhouse.table.errors import Refused
from spookhouse.table.log import ClockLimits, Draft, Opened
from spookhouse.table.table import Table

if TYPE_CHECKING:
    from spookhouse.table.decide import Environment

# Seconds.
MIN_MOVE, MAX_MOVE, MAX_RESERVE = 1, 86_400, 604_800


def decide_open(
    table: Table, command: ask.OpenTable, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether a table can open with these options, clock and position."""
    assert table.version == 0
    game = find_game(command.game)
    settled, edition = game.settled(command.options), game.checked_edition(command.edition)
    if command.start is not None:
        match = game.load(command.start, edition=edition)
        if match.options != game.completed(game.logged(settled)) or not match.waiting:
            raise BadOption("start", "the position has other options, or its game is over")
    elif command.origin is not None:
        raise BadOption("origin", "a game that is dealt continues no other game")
    opened = Opened(
        game=game.name,
        edition=edition,
        options=game.logged(settled),
        players=settled.get("players", game.min_players),
        clock=None if command.clock is None else clock_limits(command.clock),
        commitment=pledge(table.secret),
        public=command.public,
        spectators=command.spectators,
        hints=command.hints,
        start=UNSET if command.start is None else command.start,
        undo="shown",
        origin=UNSET if command.origin is None else command.origin,
    )
    return [Draft(author, opened)]


def clock_limits(clock: dict[str, float]) -> ClockLimits:
    """Return the limits of a clock; refuse those that nobody could play with."""
    if set(clock) != {"move", "reserve"}:
        raise Refused("clock/bad", "a clock has a move and a reserve")
    move, reserve = clock["move"], clock["reserve"]
    is_valid = (
        isfinite(move)
        and isfinite(reserve)
        and MIN_MOVE <= move <= MAX_MOVE
        and 0 <= reserve <= MAX_RESERVE
    )
    if not is_valid:
        raise Refused(
            "clock/bad",
            f"a clock needs {MIN_MOVE} to {MAX_MOVE} seconds a move "
            f"and a reserve of at most {MAX_RESERVE}",
        )
    return ClockLimits(move=move, reserve=reserve)
