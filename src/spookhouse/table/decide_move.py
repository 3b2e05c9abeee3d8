"""Decide whether a move is legal."""

from functools import lru_cache
from typing import TYPE_CHECKING

from spookhouse.table import commands as ask
from spookhouse.table.access import require_own_seat, require_phase, require_seat
from spookhouse.table.errors import Refused
from spookhouse.table.log import SERVER, Draft, Moved, SecretOpened, write_canonical
from spookhouse.table.phases import PLAYING
from spookhouse.table.table import Table

if TYPE_CHECKING:
    from spookhouse.table.decide import Environment


def decide_move(
    table: Table, command: ask.Move, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether a move is legal. Bots move as `SERVER`."""
    require_phase(table, PLAYING)
    seat = command.seat
    if author == SERVER:
        if not require_seat(table, seat).is_bot:
            raise Refused("seat/not-yours", f"no bot plays seat {seat}")
    else:
        require_own_seat(table, seat, author)
        if table.seats[seat].stand_in:
            raise Refused("seat/bot-plays", "a bot plays for you: take the seat back first")
    owed = table.owed.get(seat)
    if owed is not None and command.version != owed:
        raise Refused(
            "move/stale",
            f"the decision of seat {seat} carries version {owed}, not {command.version}: "
            "look at the table again",
        )
    assert table.match is not None
    after = table.match.copy()
    after.play(seat, command.move)
    data, written = legal_move(seat, command.move)
    draft = Draft(author, data, written=written, after=after)
    return [draft] if after.waiting else [draft, open_secret(table)]


@lru_cache(maxsize=4_096)
def legal_move(seat: int, move: str) -> tuple[Moved, str]:
    """Return the data of a legal move, and its canonical JSON. The same moves recur."""
    data = Moved(seat=seat, move=move)
    return data, write_canonical(data)


def open_secret(table: Table) -> Draft:
    """Return the draft that ends a game: the server reveals its secret."""
    return Draft(SERVER, SecretOpened(bytes=table.secret.hex()))
