"""HTTP: finished games, move by move."""

import secrets
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

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
from spookhouse.web.routes import (
    body_of,
    guest_of,
    house_of,
    must_be_allowed,
    must_have_room,
    opened,
    reply,
)

OPEN, NOBODY = "open", "nobody"


class Onward(msgspec.Struct, forbid_unknown_fields=True):
    """From where a finished game is to be continued."""

    step: int


async def find(request: Request) -> tuple[Table, dict[str, str]]:
    """The table of a finished game, and what its people are called."""
    house, name = house_of(request), request.path_params["table"]
    live = await house.hub.find(name)
    finished(live.table)
    names = await house.hub.names_of([live.table.owner, *live.table.guests])
    return live.table, names


def eyes(request: Request, table: Table) -> tuple[int | None, bool]:
    """Through whose eyes: a seat's, nobody's (a spectator's), or with open cards, which everybody may after the end."""
    asked = request.query_params.get("by", OPEN)
    if asked in (OPEN, NOBODY):
        return None, asked == OPEN
    if asked in map(str, range(table.players)):
        return int(asked), False
    raise Refused(
        "seat/unknown",
        f"by is {asked!r:.20}; it can be open, nobody, or a seat from 0 to {table.players - 1}",
    )


async def moves(request: Request) -> Response:
    """What a replay is about, and every move in words."""
    table, names = await find(request)
    seat, open_cards = eyes(request, table)
    found = await house_of(request).hub.read(
        show_moves, table, seat, open_cards, names_at(table, names)
    )
    return reply({"ok": True, "table": show_table(table, names), "moves": found})


async def steps(request: Request) -> Response:
    """Some steps of a replay."""
    table, names = await find(request)
    seat, open_cards = eyes(request, table)
    first: str = request.path_params["first"]
    first_step, last_step = (
        step_of("first", first),
        step_of("last", request.query_params.get("last", first)),
    )
    found = await house_of(request).hub.read(
        show_steps, table, seat, open_cards, first_step, last_step, names_at(table, names)
    )
    return reply({"ok": True, "steps": found})


def step_of(name: str, asked: str) -> int:
    if not (asked.isascii() and asked.isdigit() and len(asked) < 9):
        raise Refused("replay/no-step", f"{name} is {asked!r:.20}; it must be a whole number")
    return int(asked)


async def verified(request: Request) -> Response:
    """What `spookhouse verify` would say of this game."""
    table, _ = await find(request)
    house = house_of(request)

    def check() -> list[Any]:
        return [step.to_json() for step in verify_log(table.id, house.store.read(table.id))]

    return reply({"ok": True, "steps": await house.hub.read(check)})


async def go_on(request: Request) -> Response:
    """A new table whose game begins where the finished one stood."""
    must_be_allowed(request)
    house, guest = house_of(request), guest_of(request)
    wanted: Onward = await body_of(request, Onward)
    table, _ = await find(request)
    await must_have_room(request, house, guest)
    secret = secrets.token_bytes(32)
    return await opened(
        request, await house.hub.read(continue_table, guest, table, wanted.step, secret), secret
    )
