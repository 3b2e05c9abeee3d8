"""May a move be taken back without asking? Only if its player learned nothing from it, no chance was drawn, and nobody has moved since."""

from spookhouse.kernel.match import Match
from spookhouse.table.table import Table

WORLDS = 16  # imagined; a card that could have been another one in the true world is another one in some of these


def is_free(table: Table, seat: int) -> bool:
    """Whether the seat may undo the last move at once."""
    return table.last_mover == seat and not has_learned(table)


def has_learned(table: Table) -> bool:
    """Whether the last mover learned something by that move."""
    if table.learned is None:
        table.learned = (
            table.match is None
            or table.before is None
            or learned_something(table.before, table.match)
        )
    return table.learned


def release(table: Table) -> None:
    """Nobody looks any more. The match before the last move is as large as the match, and needed for one answer only, which can be kept."""
    has_learned(table)
    table.before = table.previewed = None
    if table.match is not None:
        table.match.fold()


def learned_something(before: Match, after: Match) -> bool:
    """The move is played again in worlds that its player could not tell from the real one: does the player see the same in all of them?"""
    return before.learns(after, WORLDS)
