"""Tables as lists show them: who sits there, which seats are free, whose turn it is."""

from typing import Any

from spookhouse.kernel.errors import SpookhouseError
from spookhouse.table import LOBBY, OVER, SHOWING, Table
from spookhouse.table.views import name_of
from spookhouse.web.context import House

MOST = 30  # tables of a list that are looked into; the rest is only named


async def glance(house: House, rows: list[dict[str, Any]], guest: str) -> list[dict[str, Any]]:
    """The rows of a list, with what can be seen of each table."""
    tables = {
        row["id"]: found for row in rows[:MOST] if (found := await look(house, row)) is not None
    }
    people = {sitter for table in tables.values() for sitter in table.guests}
    names = await house.hub.names_of(people)
    return [
        listed(row) | (facts(tables[row["id"]], names, guest) if row["id"] in tables else {})
        for row in rows
    ]


async def look(house: House, row: dict[str, Any]) -> Table | None:
    """A table that can be had quickly: nobody waits at the door for rules to be compiled, or for a game that is over."""
    quick = row["phase"] in (LOBBY, SHOWING) or house.waking.ready[row["game"]].is_reached
    if row["phase"] == OVER or not quick:
        return None
    try:
        return (await house.hub.find(row["id"])).table
    except SpookhouseError:
        return None


def listed(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "table": row["id"],
        "game": row["game"],
        "phase": row["phase"],
        "changed": row["changed"],
    }


def facts(table: Table, names: dict[str, str], guest: str) -> dict[str, Any]:
    sitting = [name_of(number, seat, names) for number, seat in enumerate(table.seats)]
    kinds = ["open" if seat.is_open else "bot" if seat.level else "person" for seat in table.seats]
    return {
        "options": table.options,
        "clock": None
        if table.pace is None
        else {"move": table.pace.move, "reserve": table.pace.reserve},
        "spectators": table.spectators,
        "hints": table.hints,
        "seats": [{"kind": kind, "name": name} for kind, name in zip(kinds, sitting, strict=True)],
        "free": kinds.count("open"),
        "waiting": [sitting[seat] for seat in sorted(table.owed)],
        "your_turn": any(
            seat in table.owed and not table.seats[seat].stand_in for seat in table.seats_of(guest)
        ),
    }
