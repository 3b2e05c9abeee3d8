"""HTTP routes of guests, games, tables, records and health."""

import asyncio
import secrets
import time

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from spookhouse.bots import CHARACTERS, DEFAULT_CHARACTER
from spookhouse.games import games
from spookhouse.kernel.game import Game
from spookhouse.table import Draft, Refused, open_table
from spookhouse.web import api_types as api
from spookhouse.web.context import House
from spookhouse.web.guests import tidy_name
from spookhouse.web.metrics import CONTENT_TYPE
from spookhouse.web.page_routes import FIRST_NAME
from spookhouse.web.proxy import address_of
from spookhouse.web.requests import (
    WebRefused,
    base_of,
    guest_of,
    house_of,
    must_be_allowed,
    read_body,
)
from spookhouse.web.summaries import glance

# === GUESTS ===


async def me(request: Request) -> api.Guest:
    """Return the guest who asks."""
    house, guest = house_of(request), guest_of(request)
    names = await house.hub.read(house.store.guest_names, [guest])
    return api.Guest(guest=guest, name=names.get(guest, FIRST_NAME))


async def rename(request: Request) -> api.Guest:
    """Give the guest another name."""
    house, guest = house_of(request), guest_of(request)
    must_be_allowed(request)
    wanted = await read_body(request, api.NewName)
    name = tidy_name(wanted.name)
    if not name:
        raise WebRefused("guest/name", "a name needs at least one letter")
    await asyncio.wrap_future(house.store.save_guest(guest, name, time.time()))
    house.hub.rename(guest, name)
    return await me(request)


async def make_device_link(request: Request) -> api.DeviceLink:
    must_be_allowed(request)
    token = house_of(request).guests.sign_link(guest_of(request))
    return api.DeviceLink(link=f"{base_of(request)}/come/{token}")


# === GAMES AND BOTS ===


async def list_games(request: Request) -> api.Games:
    progress = house_of(request).waking.progress
    return api.Games(games=[describe_game(game, progress[game.name]) for game in games()])


def describe_game(game: Game, compiled: str) -> api.Game:
    return api.Game(
        name=game.name,
        title=game.title,
        about=game.about,
        minutes=game.minutes,
        compiled=compiled,
        edition=game.edition,
        min_players=game.min_players,
        max_players=game.max_players,
        options=[api.GameOption.of(option) for option in game.options],
    )


async def list_bots(request: Request) -> api.Bots:
    bots = [
        api.Bot(each.name, each.title, each.about, each.strength, each.seconds)
        for each in CHARACTERS
    ]
    return api.Bots(usual=DEFAULT_CHARACTER, bots=bots)


# === TABLES ===


async def list_tables(request: Request) -> api.Tables:
    """Return the public tables that wait for players, and those of the guest."""
    house, guest = house_of(request), guest_of(request)
    public = await house.hub.read(house.store.public_tables)
    held = await house.hub.read(house.store.tables_of, guest)
    lists = [await glance(house, public, guest), await glance(house, held, guest)]
    found, yours = msgspec.convert(lists, list[list[api.TableSummary]])
    return api.Tables(open=found, yours=yours)


async def new_table(request: Request) -> api.OpenedTable:
    house, guest = house_of(request), guest_of(request)
    must_be_allowed(request)
    wanted = await read_body(request, api.NewTable)
    await must_have_room(request, house, guest)
    clock = None if wanted.clock is None else checked_clock(wanted.clock)
    secret = secrets.token_bytes(32)
    access = {"public": wanted.public, "spectators": wanted.spectators, "hints": wanted.hints}
    draft = open_table(guest, wanted.game, wanted.options, secret, clock, **access)
    return await opened(request, draft, secret)


def checked_clock(clock: api.Clock) -> dict[str, float]:
    if not (1 <= clock.move <= 86_400 and 0 <= clock.reserve <= 604_800):
        raise WebRefused(
            "clock/bad", "a clock needs 1 to 86400 seconds a move and a reserve of at most 604800"
        )
    return {"move": clock.move, "reserve": clock.reserve}


async def must_have_room(request: Request, house: House, guest: str) -> None:
    """Refuse a new table to a guest with too many unfinished ones, or from a busy address."""
    settings = house.settings
    if await house.hub.read(house.store.count_unfinished, guest) >= settings.tables_per_guest:
        raise WebRefused(
            "limit/tables",
            f"you have {settings.tables_per_guest} unfinished tables: finish some first",
        )
    if not house.tables_of_address.take(address_of(request, settings)):
        house.metrics.limited += 1
        raise WebRefused(
            "limit/tables",
            f"{settings.tables_per_address} new tables an hour may come from one address: "
            "wait a while",
        )


async def opened(request: Request, draft: Draft, secret: bytes) -> api.OpenedTable:
    """Open a table; return its name and address."""
    name = await house_of(request).hub.open(draft, secret)
    return api.OpenedTable(table=name, link=f"{base_of(request)}/t/{name}")


async def record(request: Request) -> api.Record:
    """Return the whole log of a finished game, with everything that is needed to verify it."""
    house, name = house_of(request), request.path_params["table"]
    row = await house.hub.read(house.store.find, name)
    if row is None:
        raise Refused("table/unknown", "there is no such table")
    if row["phase"] != "over":
        raise Refused("table/not-over", "the record of a game is opened when it is over")
    entries = await house.hub.read(house.store.read, name)
    return api.Record(1, name, [api.RecordEntry(**entry.to_json()) for entry in entries])


# === HEALTH ===


async def health(request: Request) -> Response:
    return PlainTextResponse("alive\n")


async def ready(request: Request) -> Response:
    house = house_of(request)
    try:
        await house.hub.read(house.store.ping)
    except Exception:
        house.log.exception("the database does not answer")
        return PlainTextResponse("the database does not answer\n", 503)
    return PlainTextResponse("ready\n")


async def metrics(request: Request) -> Response:
    house = house_of(request)
    house.metrics.tables_live = len(house.hub.live)
    return Response(house.metrics.text(), headers={"Content-Type": CONTENT_TYPE})


async def description(request: Request) -> Response:
    """Return the description of the HTTP API."""
    return Response(request.app.state.description, media_type="application/json")
