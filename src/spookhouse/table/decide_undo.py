"""Decide whether a move is undone at once, after a vote, or not at all."""

from typing import TYPE_CHECKING

from spookhouse.table import commands as ask
from spookhouse.table.access import require_own_seat, require_phase
from spookhouse.table.errors import Refused
from spookhouse.table.log import SERVER, Draft, UndoAnswered, UndoAsked, Undone
from spookhouse.table.phases import PLAYING
from spookhouse.table.table import Table
from spookhouse.table.undo_consent import undo_method, undo_voters

if TYPE_CHECKING:
    from spookhouse.table.decide import Environment


def decide_undo(
    table: Table, command: ask.Undo, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether a move is undone at once, or after a vote."""
    require_phase(table, PLAYING)
    require_own_seat(table, command.seat, author)
    assert table.match is not None
    moves = table.match.last_move_of(command.seat)
    if moves is None:
        raise Refused("undo/nothing", "you have not moved yet")
    if undo_method(table, command.seat) == "free":
        return [Draft(author, Undone(moves=moves))]
    return [Draft(author, UndoAsked(seat=command.seat, moves=moves))]


def decide_answer(
    table: Table, command: ask.Answer, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether a vote on an undo counts; the last one to agree undoes the move."""
    require_phase(table, PLAYING)
    if table.undo_asker is None:
        raise Refused("undo/nothing", "nobody asks for an undo")
    voters = undo_voters(table, table.seats[table.undo_asker].guest)
    if author not in voters:
        raise Refused("seat/not-yours", "only the other players are asked")
    drafts = [Draft(author, UndoAnswered(agree=command.agree))]
    if command.agree and set(voters) <= table.undo_agreed | {author}:
        assert table.match is not None
        moves = table.match.last_move_of(table.undo_asker)
        assert moves is not None
        drafts.append(Draft(SERVER, Undone(moves=moves)))
    return drafts
