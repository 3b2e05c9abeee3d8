"""Decide on absence: a bot plays for a guest who is away, out of time, or has resigned."""

from typing import TYPE_CHECKING

from spookhouse.table import commands as ask
from spookhouse.table.access import require_own_seat, require_phase
from spookhouse.table.decide_move import open_secret
from spookhouse.table.errors import Refused
from spookhouse.table.log import SERVER, Draft, Resigned, Returned, StandIn
from spookhouse.table.phases import PLAYING
from spookhouse.table.table import Table

if TYPE_CHECKING:
    from spookhouse.table.decide import Environment


def decide_away(
    table: Table, command: ask.Away, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether a bot can play for a guest."""
    require_phase(table, PLAYING)
    require_own_seat(table, command.seat, author)
    why = table.seats[command.seat].stand_in or "away"
    return [Draft(author, StandIn(seat=command.seat, why=why))]


def decide_back(
    table: Table, command: ask.Back, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether a guest can take the seat back from the bot."""
    require_phase(table, PLAYING)
    require_own_seat(table, command.seat, author)
    if table.seats[command.seat].stand_in == "resigned":
        raise Refused("seat/bot-plays", "you resigned: the bot continues")
    return [Draft(author, Returned(seat=command.seat))]


def decide_resign(
    table: Table, command: ask.Resign, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether a player can resign. A game of two players ends."""
    require_phase(table, PLAYING)
    require_own_seat(table, command.seat, author)
    draft = Draft(author, Resigned(seat=command.seat))
    return [draft, open_secret(table)] if table.players == 2 else [draft]


def decide_check_clock(
    table: Table, command: ask.CheckClock, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether a human has run out of time. Then a bot plays until the human returns."""
    late = table.deadline()
    if table.phase != PLAYING or late is None or late[0] > at:
        return []
    return [Draft(SERVER, StandIn(seat=late[1], why="clock"))]
