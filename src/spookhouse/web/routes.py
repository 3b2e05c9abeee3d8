"""HTTP routes of guests, games, tables and health."""

import asyncio
import time

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from spookhouse.games import games
from spookhouse.kernel.game import Game
from spookhouse.table.commands import OpenTable
from spookhouse.web import api_types as api
from spookhouse.web.guests import clean_name
from spookhouse.web.metrics import CONTENT_TYPE
from spookhouse.web.page_routes import FIRST_NAME
from spookhouse.web.proxy import client_network
from spookhouse.web.requests import (
    WebRefused,
    base_of,
    context_for,
    guest_of,
    read_body,
    require_allowed,
)
from spookhouse.web.summaries import summarize

# === GUESTS ===


async def me(request: Request) -> api.Guest:
    """Return the guest who sent the request."""
    context, guest = context_for(request), guest_of(request)
    names = await context.host.background.read(context.store.guest_names, [guest])
    return api.Guest(guest=guest, name=names.get(guest, FIRST_NAME))


async def rename(request: Request) -> api.Guest:
    """Change the name of the guest."""
    context, guest = context_for(request), guest_of(request)
    require_allowed(request)
    wanted = await read_body(request, api.NewName)
    name = clean_name(wanted.name)
    if not name:
        raise WebRefused("guest/name", "a name needs at least one letter")
    await asyncio.wrap_future(context.store.save_guest(guest, name, time.time()))
    context.host.rename(guest, name)
    return await me(request)


async def make_device_link(request: Request) -> api.DeviceLink:
    """Return a link that makes another device the same guest."""
    require_allowed(request)
    token = context_for(request).guests.sign_link(guest_of(request))
    return api.DeviceLink(link=f"{base_of(request)}/come/{token}")


# === GAMES AND BOTS ===


async def list_games(request: Request) -> api.Games:
    """Return all games, their options, and how far their rules are compiled."""
    progress = context_for(request).compiling.progress
    return api.Games(games=[describe_game(game, progress[game.name]) for game in games()])


def describe_game(game: Game, compiled: str) -> api.Game:
    """Return a game as the list of games shows it."""
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
    """Return all bots, the weakest first."""
    agents = context_for(request).host.agents
    bots = [
        api.Bot(each.name, each.title, each.about, each.strength, each.seconds)
        for each in agents.characters
    ]
    return api.Bots(usual=agents.default_character, bots=bots)


# === TABLES ===


async def list_tables(request: Request) -> api.Tables:
    """Return the public tables that wait for players, and those of the guest."""
    context, guest = context_for(request), guest_of(request)
    background = context.host.background
    public = await background.read(context.store.public_tables)
    own = await background.read(context.store.tables_of, guest)
    return api.Tables(
        open=await summarize(context, public, guest), yours=await summarize(context, own, guest)
    )


async def new_table(request: Request) -> api.OpenedTable:
    """Open a table."""
    guest_of(request)
    require_allowed(request)
    wanted = await read_body(request, api.NewTable)
    await require_room(request)
    clock = wanted.clock
    command = OpenTable(
        game=wanted.game,
        options=wanted.options,
        clock=None if clock is None else {"move": clock.move, "reserve": clock.reserve},
        public=wanted.public,
        spectators=wanted.spectators,
        hints=wanted.hints,
    )
    return await open_table(request, command)


async def require_room(request: Request) -> None:
    """Refuse a new table to a guest with too many unfinished ones, or from a busy address."""
    context, guest = context_for(request), guest_of(request)
    settings = context.settings
    unfinished = await context.host.background.read(context.store.count_unfinished, guest)
    if unfinished >= settings.tables_per_guest:
        raise WebRefused(
            "limit/tables",
            f"you have {settings.tables_per_guest} unfinished tables: finish some first",
        )
    if not context.tables_of_address.take(client_network(request, settings)):
        context.metrics.limited += 1
        raise WebRefused(
            "limit/tables",
            f"one address may open {settings.tables_per_address} tables an hour: wait a while",
        )


async def open_table(request: Request, command: OpenTable) -> api.OpenedTable:
    """Open a table; return its id and address."""
    table = await context_for(request).host.open(command, guest_of(request))
    return api.OpenedTable(table=table, link=f"{base_of(request)}/t/{table}")


# === HEALTH ===


async def health(request: Request) -> Response:
    """Report that the process is alive."""
    return PlainTextResponse("alive\n")


async def ready(request: Request) -> Response:
    """Report whether the database answers."""
    context = context_for(request)
    try:
        await context.host.background.read(context.store.ping)
    except Exception:
        context.log.exception("the database does not answer")
        return PlainTextResponse("the database does not answer\n", 503)
    return PlainTextResponse("ready\n")


async def metrics(request: Request) -> Response:
    """Return the metrics for Prometheus."""
    text = context_for(request).metrics.text()
    return Response(text, headers={"Content-Type": CONTENT_TYPE})


async def description(request: Request) -> Response:
    """Return the description of the HTTP API."""
    return Response(request.app.state.description, media_type="application/json")
