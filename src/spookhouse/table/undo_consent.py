"""Decide whether a player can undo a move, and whom to ask.

Nobody is asked if the player learned nothing from the move: it drew nothing from chance, and none
of its events showed the player something hidden.
"""

from spookhouse.kernel.chance import new_chance, use_fast_rng
from spookhouse.kernel.events import SILENT
from spookhouse.kernel.match import Match
from spookhouse.table.phases import PLAYING
from spookhouse.table.table import Table

# Worlds that servers sampled before events said what they show.
SAMPLED_WORLDS = 16


def undo_voters(table: Table, guest: str) -> list[str]:
    """Return the guests who must agree before this guest's move is undone.

    A guest who is away returns later and must not find that others know more than they may.
    """
    return list(
        dict.fromkeys(
            seat.guest
            for seat in table.seats
            if seat.guest and seat.guest != guest and seat.stand_in != "resigned"
        )
    )


def has_undo_voters(table: Table, guest: str) -> bool:
    """Return whether anybody must agree. Views ask this after every move."""
    for seat in table.seats:
        if seat.guest and seat.guest != guest and seat.stand_in != "resigned":
            return True
    return False


def undo_method(table: Table, seat: int) -> str | None:
    """Return how a seat can undo its last move: "free", "ask", or None if it cannot."""
    if table.phase != PLAYING or table.match is None or table.match.last_move_of(seat) is None:
        return None
    if not has_undo_voters(table, table.seats[seat].guest):
        return "free"
    is_free = table.last_mover == seat and not table.match.reveals(seat)
    return "free" if is_free else "ask"


# === LOGS OF EARLIER SERVERS ===


def was_free_by_sampling(match: Match) -> bool:
    """Return whether earlier servers let the last move be undone without asking.

    They replayed it in a few worlds that its player could not tell from the true one, drawn with
    the key of the match. That missed some moves that reveal something, so it serves only to verify
    the logs of those servers.
    """
    assert match.last_move is not None
    if match.drew:
        return False
    rules, (seat, action) = match.game.rules, match.last_move
    before = before_last_move(match)
    after = match.concealed(seat).tobytes()
    fast = new_chance(match.key)
    use_fast_rng(fast[0])
    for _ in range(SAMPLED_WORLDS):
        world = before.copy()
        rules.conceal(world.state, seat)
        rules.imagine(world.state, seat, fast[0])
        rules.play(world.state, seat, action, world.chance, SILENT)
        if world.concealed(seat).tobytes() != after:
            return False
    return True


def before_last_move(match: Match) -> Match:
    """Return the match before its last move."""
    before = match.again()
    for seat, action in match.moves[:-1]:
        before.apply(seat, action)
    return before
