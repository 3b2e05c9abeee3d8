"""May a move be taken back without asking? Only if its player learned nothing from it, no chance was drawn, and nobody has moved since."""

import numpy as np

from spookhouse.kernel.chance import CHANCE, new_chance, use_fast_rng
from spookhouse.kernel.events import SILENT
from spookhouse.kernel.match import Match, blank_records
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
    """Drop the match before the last move, and keep only the answer that it is needed for."""
    has_learned(table)
    table.before = table.previewed = None


def learned_something(before: Match, after: Match) -> bool:
    """Return whether the last move of `after` revealed something to the seat that made it.

    The move is replayed in worlds that its player could not tell from the true one.
    """
    assert after.last_move is not None
    game, (seat, action) = after.game, after.last_move
    _, records = blank_records(game.rules.STATE, 3)
    words = records.view(np.uint64).reshape(3, -1)
    _, replayed = blank_records(CHANCE)
    fast = new_chance(after.key)
    use_fast_rng(fast[0])
    return bool(
        game.loops.reveals_information(
            *(before.record, after.record, seat, action, WORLDS),
            *(records, words, replayed, fast, SILENT),
        )
    )
