"""HTTP routes of finished games: replay, verification, and continuing from any step."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from spookhouse.host.replays import RECORD_PAGE, Replays
from spookhouse.table.errors import Refused
from spookhouse.table.log import Entry
from spookhouse.web import api_types as api
from spookhouse.web.messages import encode
from spookhouse.web.proxy import client_network
from spookhouse.web.requests import context_for, guest_of, read_body, require_allowed
from spookhouse.web.table_routes import open_table, require_room

# Points of view of a replay that are not seats: all cards open, or a spectator's.
OPEN, NOBODY = "open", "nobody"
# A step has fewer digits; larger numbers are not parsed.
MAX_DIGITS = 8

PointOfView = tuple[int | None, bool]


@asynccontextmanager
async def turn_at_table(request: Request) -> AsyncIterator[str]:
    """Yield the name of the table when it is this address's turn.

    One client cannot occupy the pool of replays, and cannot try many names.
    """
    context, table = context_for(request), request.path_params["table"]
    guest = context.guests.find(request) or ""
    address = client_network(request, context.settings)
    async with context.replay_turns.take(address):
        context.table_names.require_allowed(table, guest, address)
        try:
            yield table
        except Refused as error:
            context.table_names.note_refusal(error, guest, address)
            raise
        context.table_names.note_known(table, guest)


async def point_of_view(request: Request) -> PointOfView:
    """Return the seat whose view is requested (None: a spectator's), and whether cards are open.

    An unknown or unfinished table is refused first.
    """
    replays, table = context_for(request).host.replays, request.path_params["table"]
    await replays.find_finished(table)
    wanted = request.query_params.get("by", OPEN)
    if wanted in (OPEN, NOBODY):
        return None, wanted == OPEN
    seats = await replays.players(table)
    if wanted in map(str, range(seats)):
        return int(wanted), False
    raise Refused(
        "seat/unknown",
        f"invalid by: got {wanted!r:.20}, expected open, nobody, or a seat from 0 to {seats - 1}",
    )


async def replay(request: Request) -> api.Replay:
    """Return the table of a finished game, and every move in words."""
    async with turn_at_table(request) as name:
        seat, open_cards = await point_of_view(request)
        replays = context_for(request).host.replays
        table, moves = await replays.overview(name, seat, open_cards)
    return api.Replay(table=table, moves=msgspec.convert(moves, list[api.ReplayMove]))


async def replay_steps(request: Request) -> api.ReplaySteps:
    """Return some steps of a replay."""
    async with turn_at_table(request) as table:
        seat, open_cards = await point_of_view(request)
        first: str = request.path_params["first"]
        first_step = parse_step("first", first)
        last_step = parse_step("last", request.query_params.get("last", first))
        replays = context_for(request).host.replays
        steps = await replays.steps(table, seat, open_cards, first_step, last_step)
    return api.ReplaySteps(steps=msgspec.convert(steps, list[api.ReplayStep]))


def parse_step(name: str, text: str) -> int:
    """Return the number of a step."""
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS):
        raise Refused(
            "replay/no-step", f"invalid {name}: got {text!r:.20}, expected a whole number"
        )
    return int(text)


async def verification(request: Request) -> api.Verification:
    """Return what `spookhouse verify` finds about this game."""
    async with turn_at_table(request) as table:
        steps = await context_for(request).host.replays.verify(table)
    return api.Verification(steps=[api.CheckedStep(**step.to_json()) for step in steps])


async def continue_game(request: Request) -> api.OpenedTable:
    """Open a table whose game begins where the finished one stood."""
    require_allowed(request)
    guest_of(request)
    wanted = await read_body(request, api.ContinueFrom)
    async with turn_at_table(request) as table:
        command = await context_for(request).host.replays.continue_from(table, wanted.step)
    await require_room(request)
    return await open_table(request, command)


async def record(request: Request) -> Response:
    """Return the whole log of a finished game, with everything that is needed to verify it.

    It is read as fast as the client reads the response: a log may have many megabytes.
    """
    replays = context_for(request).host.replays
    async with turn_at_table(request) as table:
        page = await replays.record(table)
    return StreamingResponse(write_record(replays, table, page), media_type="application/json")


async def write_record(replays: Replays, table: str, page: list[Entry]) -> AsyncIterator[bytes]:
    """Yield the parts of `api.Record`, from its first page to its last."""
    yield b'{"format":1,"table":%s,"entries":[' % encode(table)
    yield encode_page(page)
    while len(page) == RECORD_PAGE:
        page = await replays.record_after(table, page[-1].version)
        if page:
            yield b"," + encode_page(page)
    yield b"]}"


def encode_page(page: list[Entry]) -> bytes:
    """Return entries as the inside of a JSON array."""
    return encode([api.RecordEntry(**entry.to_json()) for entry in page])[1:-1]
