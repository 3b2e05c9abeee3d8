"""Decide whether a rematch can open, and what it takes over from the game before."""

from typing import TYPE_CHECKING

from spookhouse.games import game as find_game
from spookhouse.table import commands as ask
from spookhouse.table.access import require_phase, require_player
from spookhouse.table.decide_lobby import seat_bot
from spookhouse.table.decide_new_table import decide_open
from spookhouse.table.errors import Refused
from spookhouse.table.ids import table_id
from spookhouse.table.log import Draft, RematchOpened
from spookhouse.table.phases import OVER
from spookhouse.table.table import Table

if TYPE_CHECKING:
    from spookhouse.table.decide import Environment


def decide_rematch(
    table: Table, command: ask.Rematch, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether a rematch can open. The log names its table; `rematch_drafts` opens it."""
    require_phase(table, OVER)
    require_player(table, author)
    if table.rematch:
        raise Refused("table/not-over", f"there is a rematch already: table {table.rematch}")
    return [Draft(author, RematchOpened(table=table_id(environment.random_bytes())))]


def rematch_drafts(table: Table, new: Table, environment: "Environment") -> list[Draft]:
    """Return the first drafts of a rematch's table.

    Game, owner, clock and access stay; the game chooses its options by the result. Bots keep their
    seats; humans take theirs when they come.
    """
    outcome, limits = table.outcome, table.clock_limits
    assert outcome is not None
    command = ask.OpenTable(
        game=table.game,
        options=find_game(table.game).rematch(table.options, outcome["ranks"]),
        clock=None if limits is None else {"move": limits.move, "reserve": limits.reserve},
        public=table.public,
        spectators=table.spectators,
        hints=table.hints,
    )
    bots = [
        seat_bot(new.secret, table.owner, number, seat.level)
        for number, seat in enumerate(table.seats)
        if seat.level
    ]
    return [*decide_open(new, command, table.owner, 0.0, environment), *bots]
