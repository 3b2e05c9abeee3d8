"""Who may do and see what at a table."""

from spookhouse.table.errors import Refused
from spookhouse.table.phases import LOBBY, OVER, PLAYING, SHOWING
from spookhouse.table.table import Seat, Table

PHASE_CODES = {
    LOBBY: "table/not-in-lobby",
    SHOWING: "table/not-in-lobby",
    PLAYING: "table/not-playing",
    OVER: "table/not-over",
}
PHASE_TEXTS = {
    LOBBY: "the game has not started",
    SHOWING: "the cards are being dealt",
    PLAYING: "the game is running",
    OVER: "the game is over",
}

# === COMMANDS ===


def require_phase(table: Table, phase: str) -> None:
    """Refuse a command that belongs to another phase."""
    if table.phase != phase:
        raise Refused(PHASE_CODES[phase], f"you cannot do that now: {PHASE_TEXTS[table.phase]}")


def require_seat(table: Table, seat: int) -> Seat:
    """Return the seat with that number."""
    if not 0 <= seat < table.players:
        raise Refused(
            "seat/unknown", f"there is no seat {seat}; the seats are 0 to {table.players - 1}"
        )
    return table.seats[seat]


def require_open_seat(table: Table, seat: int) -> None:
    """Refuse a seat that has a player."""
    if not require_seat(table, seat).is_open:
        raise Refused("seat/taken", f"seat {seat} is taken; open: {table.open_seats}")


def require_own_seat(table: Table, seat: int, guest: str) -> None:
    """Refuse a guest who does not hold the seat."""
    if require_seat(table, seat).guest != guest or not guest:
        own = table.seats_of(guest)
        held = f"; you hold {own}" if own else ": you hold none here"
        raise Refused("seat/not-yours", f"seat {seat} is not yours{held}")


def require_player(table: Table, guest: str) -> None:
    """Refuse a guest who has no seat at the table."""
    if guest not in table.guests:
        raise Refused("seat/not-yours", "only players at this table can do that")


def require_owner(table: Table, guest: str) -> None:
    """Refuse everybody but the owner."""
    if guest != table.owner:
        raise Refused("table/not-owner", "only the owner of the table can do that")


# === VIEWS ===


def require_view(table: Table, seat: int | None, guest: str) -> None:
    """Refuse a guest who may not watch from this seat, or as a spectator (None)."""
    if seat is None:
        if not table.spectators and table.phase != LOBBY and guest not in table.guests:
            raise Refused("table/private", "this table does not allow spectators")
    elif seat not in table.seats_of(guest):
        raise Refused(
            "seat/not-yours", f"seat {seat} is not yours to look from; watch without a seat"
        )


def may_watch(table: Table, seat: int | None, guest: str) -> bool:
    """Return whether a guest may watch from this seat, or as a spectator (None)."""
    try:
        require_view(table, seat, guest)
    except Refused:
        return False
    return True


def require_hints(table: Table, seat: int, guest: str) -> None:
    """Refuse a hint where the guest may have none, or where there is nothing to decide."""
    require_view(table, seat, guest)
    if not table.hints:
        raise Refused("table/private", "this table is played without hints")
    if table.match is None or seat not in table.owed:
        raise Refused("table/not-playing", f"seat {seat} owes no decision now")


def require_record(phase: str) -> None:
    """Refuse to open the record of a game that is not over."""
    if phase != OVER:
        raise Refused("table/not-over", "the record of a game is opened when the game is over")
