"""HTTP routes of finished games: their moves, step by step, and another game from any of them."""

import secrets

import msgspec
from starlette.requests import Request

from spookhouse.table import (
    Refused,
    Table,
    continue_table,
    names_at,
    show_moves,
    show_steps,
    show_table,
)
from spookhouse.table.replay import finished
from spookhouse.table.verify import verify_log
from spookhouse.web import api_types as api
from spookhouse.web.requests import guest_of, house_of, must_be_allowed, read_body
from spookhouse.web.routes import must_have_room, opened

# Points of view of a replay that are no seat: all cards open, or what a spectator saw.
OPEN, NOBODY = "open", "nobody"


async def find(request: Request) -> tuple[Table, dict[str, str]]:
    """Return the table of a finished game, and the names of its guests."""
    house, name = house_of(request), request.path_params["table"]
    live = await house.hub.find(name)
    finished(live.table)
    names = await house.hub.names_of([live.table.owner, *live.table.guests])
    return live.table, names


def point_of_view(request: Request, table: Table) -> tuple[int | None, bool]:
    """Return the seat whose view is asked for (None: a spectator's), and whether cards are open."""
    asked = request.query_params.get("by", OPEN)
    if asked in (OPEN, NOBODY):
        return None, asked == OPEN
    if asked in map(str, range(table.players)):
        return int(asked), False
    raise Refused(
        "seat/unknown",
        f"by is {asked!r:.20}; it can be open, nobody, or a seat from 0 to {table.players - 1}",
    )


async def replay(request: Request) -> api.Replay:
    """Return the table of a finished game, and every move in words."""
    table, names = await find(request)
    seat, open_cards = point_of_view(request, table)
    found = await house_of(request).hub.read(
        show_moves, table, seat, open_cards, names_at(table, names)
    )
    moves = msgspec.convert(found, list[api.ReplayMove])
    return api.Replay(table=show_table(table, names), moves=moves)


async def replay_steps(request: Request) -> api.ReplaySteps:
    """Return some steps of a replay."""
    table, names = await find(request)
    seat, open_cards = point_of_view(request, table)
    first: str = request.path_params["first"]
    first_step = step_of("first", first)
    last_step = step_of("last", request.query_params.get("last", first))
    found = await house_of(request).hub.read(
        show_steps, table, seat, open_cards, first_step, last_step, names_at(table, names)
    )
    return api.ReplaySteps(steps=msgspec.convert(found, list[api.ReplayStep]))


def step_of(name: str, asked: str) -> int:
    if not (asked.isascii() and asked.isdigit() and len(asked) < 9):
        raise Refused("replay/no-step", f"{name} is {asked!r:.20}; it must be a whole number")
    return int(asked)


async def verification(request: Request) -> api.Verification:
    """Return what `spookhouse verify` finds about this game."""
    table, _ = await find(request)
    house = house_of(request)

    def verify() -> list[api.CheckedStep]:
        steps = verify_log(table.id, house.store.read(table.id))
        return [api.CheckedStep(**step.to_json()) for step in steps]

    return api.Verification(steps=await house.hub.read(verify))


async def continue_game(request: Request) -> api.OpenedTable:
    """Open a table whose game begins where the finished one stood."""
    must_be_allowed(request)
    house, guest = house_of(request), guest_of(request)
    wanted = await read_body(request, api.ContinueFrom)
    table, _ = await find(request)
    await must_have_room(request, house, guest)
    secret = secrets.token_bytes(32)
    draft = await house.hub.read(continue_table, guest, table, wanted.step, secret)
    return await opened(request, draft, secret)
