"""Tables as lists show them: players, open seats, whose turn it is."""

from spookhouse.kernel.errors import SpookhouseError
from spookhouse.table.phases import LOBBY, OVER, SHOWING
from spookhouse.table.store_protocol import TableRow
from spookhouse.table.table import Table
from spookhouse.table.views import Names, kind_of, name_of, origin_view
from spookhouse.web.api_types import Clock, Continued, TableSeat, TableSummary
from spookhouse.web.context import ServerContext

# Tables of a list whose players are shown; the rest is only named.
MAX_DETAILED = 30


async def summarize(context: ServerContext, rows: list[TableRow], guest: str) -> list[TableSummary]:
    """Return the rows of a list, with the details of the first tables."""
    tables = {
        row["id"]: table
        for row in rows[:MAX_DETAILED]
        if (table := await find_quickly(context, row)) is not None
    }
    guests = {guest for table in tables.values() for guest in table.guests}
    names = await context.host.names.find(guests)
    return [summary_of(row, tables.get(row["id"]), names, guest) for row in rows]


async def find_quickly(context: ServerContext, row: TableRow) -> Table | None:
    """Return a table unless that takes long: a list must not wait for rules or finished games."""
    needs_rules = row["phase"] not in (LOBBY, SHOWING)
    if row["phase"] == OVER or (needs_rules and not context.compiling.is_ready(row["game"])):
        return None
    try:
        return (await context.host.registry.find(row["id"])).table
    except SpookhouseError:
        return None


def summary_of(row: TableRow, table: Table | None, names: Names, guest: str) -> TableSummary:
    """Return one line of a list."""
    summary = TableSummary(
        table=row["id"], game=row["game"], phase=row["phase"], changed=row["changed"]
    )
    if table is not None:
        add_details(summary, table, names, guest)
    return summary


def add_details(summary: TableSummary, table: Table, names: Names, guest: str) -> None:
    """Add the players of a table and whose turn it is."""
    called = [name_of(number, seat, names) for number, seat in enumerate(table.seats)]
    limits, origin = table.clock_limits, origin_view(table)
    summary.options = table.options
    summary.clock = None if limits is None else Clock(move=limits.move, reserve=limits.reserve)
    summary.spectators, summary.hints = table.spectators, table.hints
    summary.continued = None if origin is None else Continued(**origin)
    summary.seats = [
        TableSeat(kind_of(seat), name) for seat, name in zip(table.seats, called, strict=True)
    ]
    summary.free = len(table.open_seats)
    summary.waiting = [called[seat] or "" for seat in sorted(table.owed)]
    summary.your_turn = any(
        seat in table.owed and not table.seats[seat].stand_in for seat in table.seats_of(guest)
    )
