"""HTTP routes of finished games: replay, verification, and continuing from any step."""

import msgspec
from starlette.requests import Request

from spookhouse.table.errors import Refused
from spookhouse.web import api_types as api
from spookhouse.web.requests import context_for, guest_of, read_body, require_allowed
from spookhouse.web.table_routes import open_table, require_room

# Points of view of a replay that are not seats: all cards open, or a spectator's.
OPEN, NOBODY = "open", "nobody"
# A step has fewer digits; larger numbers are not parsed.
MAX_DIGITS = 8

PointOfView = tuple[int | None, bool]


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
    seat, open_cards = await point_of_view(request)
    table, moves = await context_for(request).host.replays.overview(
        request.path_params["table"], seat, open_cards
    )
    return api.Replay(table=table, moves=msgspec.convert(moves, list[api.ReplayMove]))


async def replay_steps(request: Request) -> api.ReplaySteps:
    """Return some steps of a replay."""
    seat, open_cards = await point_of_view(request)
    first: str = request.path_params["first"]
    first_step = parse_step("first", first)
    last_step = parse_step("last", request.query_params.get("last", first))
    steps = await context_for(request).host.replays.steps(
        request.path_params["table"], seat, open_cards, first_step, last_step
    )
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
    steps = await context_for(request).host.replays.verify(request.path_params["table"])
    return api.Verification(steps=[api.CheckedStep(**step.to_json()) for step in steps])


async def continue_game(request: Request) -> api.OpenedTable:
    """Open a table whose game begins where the finished one stood."""
    require_allowed(request)
    guest_of(request)
    wanted = await read_body(request, api.ContinueFrom)
    command = await context_for(request).host.replays.continue_from(
        request.path_params["table"], wanted.step
    )
    await require_room(request)
    return await open_table(request, command)


async def record(request: Request) -> api.Record:
    """Return the whole log of a finished game, with everything that is needed to verify it."""
    table = request.path_params["table"]
    entries = await context_for(request).host.replays.record(table)
    return api.Record(1, table, [api.RecordEntry(**entry.to_json()) for entry in entries])
