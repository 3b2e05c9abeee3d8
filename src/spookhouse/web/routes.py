"""HTTP: the door, tables, records, health."""

import asyncio
import gzip
import secrets
import time
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)

from spookhouse.bots import CHARACTERS, DEFAULT_CHARACTER
from spookhouse.games import game as find_game
from spookhouse.games import games
from spookhouse.kernel.errors import SpookhouseError
from spookhouse.kernel.game import Game
from spookhouse.kernel.rulebook import anchored, read_rulebook
from spookhouse.kernel.validation import shown
from spookhouse.table import Draft, Refused, open_table
from spookhouse.web.context import House, same_origin
from spookhouse.web.guests import COOKIE, tidy_name
from spookhouse.web.messages import encode
from spookhouse.web.metrics import CONTENT_TYPE
from spookhouse.web.proxy import address_of, scheme_of
from spookhouse.web.summaries import glance

DESCRIPTION = Path(__file__).with_name("openapi.json")
LARGEST_BODY = 16_384
YEAR = 365 * 24 * 3600
STATUS = {
    "table/unknown": 404,
    "rule/unknown": 404,
    "limit/rate": 429,
    "limit/tables": 429,
    "guest/unknown": 401,
    "guest/foreign": 403,
    "house/trouble": 503,
}


class Clock(msgspec.Struct, forbid_unknown_fields=True):
    """Seconds a decision, and a reserve for the whole game."""

    move: float
    reserve: float


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """What a new table is asked for with."""

    game: str
    options: dict[str, Any] = {}
    public: bool = False
    spectators: bool = True
    hints: bool = True
    clock: Clock | None = None


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    """What a guest wants to be called."""

    name: str


class WebRefused(SpookhouseError):
    """A request that the web refuses by itself."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def reply(data: Any, status: int = 200) -> Response:
    return Response(encode(data), status, media_type="application/json")


def refuse(error: SpookhouseError) -> Response:
    return reply(
        {"ok": False, "code": error.code, "message": error.message}, STATUS.get(error.code, 400)
    )


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def guest_of(request: Request) -> str:
    guest = house_of(request).guests.find(request)
    if guest is None:
        raise WebRefused(
            "guest/unknown",
            "load a page of the house first: it gives you the cookie that you are known by",
        )
    return guest


def must_be_allowed(request: Request) -> None:
    """The right origin, and not too often."""
    house = house_of(request)
    if not same_origin(request, house.settings):
        raise WebRefused("guest/foreign", "this request comes from another site")
    if not house.requests.take(address_of(request, house.settings)):
        house.metrics.limited += 1
        raise WebRefused("limit/rate", "too many requests: slow down")


async def body_of(request: Request, kind: Any) -> Any:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise WebRefused("message/broken", f"a request may hold {LARGEST_BODY} bytes")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise WebRefused("message/broken", str(error)[:200]) from error


# === PAGES ===


async def page(request: Request) -> Response:
    """The one shell of every page; whoever comes without a cookie gets one."""
    house = house_of(request)
    response = HTMLResponse(house.files.shell(), headers={"Cache-Control": "no-cache"})
    guest = house.guests.find(request)
    if guest is None:
        if not house.newcomers.take(address_of(request, house.settings)):
            house.metrics.limited += 1
            return PlainTextResponse(
                "Too many new guests come from your address. Come back in an hour, with the cookie that you have.",
                429,
            )
        await welcome(house, response, house.guests.new_id(), request)
    elif not house.guests.has_newest_cookie(request, guest):
        set_cookie(request, response, guest)
    return response


async def client_file(request: Request) -> Response:
    return house_of(request).files.serve(request)


async def welcome(house: House, response: Response, guest: str, request: Request) -> None:
    await asyncio.wrap_future(house.store.save_guest(guest, "Guest", time.time()))
    set_cookie(request, response, guest)


def set_cookie(request: Request, response: Response, guest: str) -> None:
    house = house_of(request)
    secure = base_of(request).startswith("https")
    response.set_cookie(
        COOKIE, house.guests.sign(guest), max_age=YEAR, httponly=True, samesite="lax", secure=secure
    )


async def come(request: Request) -> Response:
    """A secret link makes this device the same guest."""
    house = house_of(request)
    guest = house.guests.verify_link(request.path_params["token"])
    if guest is None:
        return PlainTextResponse(
            "This link is too old, or was never one. Make a new one on the other device.", 403
        )
    response = RedirectResponse("/", 303)
    set_cookie(request, response, guest)
    return response


# === WHAT PROGRAMS ASK ===


async def me(request: Request) -> Response:
    house, guest = house_of(request), guest_of(request)
    if request.method == "POST":
        must_be_allowed(request)
        wanted: NewName = await body_of(request, NewName)
        name = tidy_name(wanted.name)
        if not name:
            raise WebRefused("guest/name", "a name needs at least one letter")
        await asyncio.wrap_future(house.store.save_guest(guest, name, time.time()))
        house.hub.rename(guest, name)
    names = await house.hub.read(house.store.guest_names, [guest])
    return reply({"ok": True, "guest": guest, "name": names.get(guest, "Guest")})


async def link(request: Request) -> Response:
    must_be_allowed(request)
    house = house_of(request)
    return reply(
        {"ok": True, "link": f"{base_of(request)}/come/{house.guests.sign_link(guest_of(request))}"}
    )


def base_of(request: Request) -> str:
    """Return the address of this server as guests type it."""
    settings = house_of(request).settings
    seen = request.base_url.replace(scheme=scheme_of(request, settings))
    return (settings.public_url or str(seen)).rstrip("/")


OPTION_FACTS = ("name", "default", "allowed", "about", "choices", "names_seat")


async def list_games(request: Request) -> Response:
    found = []
    for game in games():
        options = [
            {name: getattr(option, name) for name in OPTION_FACTS} for option in game.options
        ]
        state = house_of(request).waking.progress[game.name]
        facts = {
            "name": game.name,
            "title": game.title,
            "about": game.about,
            "minutes": game.minutes,
            "compiled": state,
            "edition": game.edition,
        }
        found.append(
            facts
            | {"min_players": game.min_players, "max_players": game.max_players, "options": options}
        )
    return reply({"ok": True, "games": found})


async def list_bots(request: Request) -> Response:
    """The house guests who can be seated; `usual` is whom the house would seat."""
    shown = ("name", "title", "about", "strength", "seconds")
    return reply(
        {
            "ok": True,
            "usual": DEFAULT_CHARACTER,
            "bots": [{name: getattr(level, name) for name in shown} for level in CHARACTERS],
        }
    )


async def rules(request: Request) -> Response:
    """Return a game's rulebook: the Markdown, and the same as blocks with the anchors that reasons lead to."""
    game = find_game(request.path_params["game"])
    return packed_reply(request, *rulebook_reply(game, None, game.rulebook.stat().st_mtime_ns))


async def part_of_rules(request: Request) -> Response:
    """Return one rule or section of a rulebook as blocks."""
    game, wanted = find_game(request.path_params["game"]), request.path_params["part"]
    book = read_rulebook(game.rulebook)
    if not 0 < len(wanted) <= LONGEST_PART or not book.part(wanted):
        raise WebRefused(
            "rule/unknown",
            f"{game.title} has no rule or section {shown(wanted)}, expected a number like {next(iter(book.rules))}",
        )
    return packed_reply(request, *rulebook_reply(game, wanted, game.rulebook.stat().st_mtime_ns))


LONGEST_PART = 40  # characters of a rule's number or a section's title


@lru_cache(maxsize=64)
def rulebook_reply(game: Game, part: str | None, _changed: int) -> tuple[bytes, bytes]:
    """Return the answer as JSON, plain and compressed; it is made again when the file has changed."""
    book = read_rulebook(game.rulebook)
    found = {"ok": True, "game": game.name, "title": game.title, "prefix": game.prefix}
    found |= {"text": book.text} if part is None else {}
    plain = encode(
        found | {"blocks": anchored(book.blocks if part is None else book.part(part), game.prefix)}
    )
    return plain, gzip.compress(plain, 9, mtime=0)


def packed_reply(request: Request, plain: bytes, packed: bytes) -> Response:
    """Answer with the compressed body if the client takes it."""
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(plain, media_type="application/json", headers={"Vary": "Accept-Encoding"})
    return Response(
        packed,
        media_type="application/json",
        headers={"Vary": "Accept-Encoding", "Content-Encoding": "gzip"},
    )


async def describe(request: Request) -> Response:
    """What is answered over HTTP, for programs."""
    return FileResponse(DESCRIPTION, media_type="application/json")


async def tables(request: Request) -> Response:
    """GET: the open tables, and yours. POST: a new one."""
    house, guest = house_of(request), guest_of(request)
    if request.method == "POST":
        must_be_allowed(request)
        return await new_table(request, house, guest)
    public = await house.hub.read(house.store.public_tables)
    held = await house.hub.read(house.store.tables_of, guest)
    return reply(
        {
            "ok": True,
            "open": await glance(house, public, guest),
            "yours": await glance(house, held, guest),
        }
    )


async def new_table(request: Request, house: House, guest: str) -> Response:
    wanted: NewTable = await body_of(request, NewTable)
    await must_have_room(request, house, guest)
    if wanted.clock is not None and not (
        1 <= wanted.clock.move <= 86_400 and 0 <= wanted.clock.reserve <= 604_800
    ):
        raise WebRefused(
            "clock/bad", "a clock needs 1 to 86400 seconds a move and a reserve of at most 604800"
        )
    secret = secrets.token_bytes(32)
    clock = (
        None
        if wanted.clock is None
        else {"move": wanted.clock.move, "reserve": wanted.clock.reserve}
    )
    access = {"public": wanted.public, "spectators": wanted.spectators, "hints": wanted.hints}
    return await opened(
        request, open_table(guest, wanted.game, wanted.options, secret, clock, **access), secret
    )


async def must_have_room(request: Request, house: House, guest: str) -> None:
    """A guest has so many unfinished tables, an address opens so many an hour."""
    if await house.hub.read(house.store.count_unfinished, guest) >= house.settings.tables_per_guest:
        raise WebRefused(
            "limit/tables",
            f"you have {house.settings.tables_per_guest} unfinished tables: finish some first",
        )
    if not house.tables_of_address.take(address_of(request, house.settings)):
        house.metrics.limited += 1
        raise WebRefused(
            "limit/tables",
            f"{house.settings.tables_per_address} new tables an hour may come from one address: wait a while",
        )


async def opened(request: Request, draft: Draft, secret: bytes) -> Response:
    name = await house_of(request).hub.open(draft, secret)
    return reply({"ok": True, "table": name, "link": f"{base_of(request)}/t/{name}"}, 201)


async def record(request: Request) -> Response:
    """The whole log of a finished game, with everything that is needed to verify it."""
    house, name = house_of(request), request.path_params["table"]
    row = await house.hub.read(house.store.find, name)
    if row is None:
        raise Refused("table/unknown", "there is no such table")
    if row["phase"] != "over":
        raise Refused("table/not-over", "the record of a game is opened when it is over")
    entries = await house.hub.read(house.store.read, name)
    return reply({"format": 1, "table": name, "entries": [entry.to_json() for entry in entries]})


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
