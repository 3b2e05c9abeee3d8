"""HTTP routes of pages and of the client's files."""

import asyncio
import time

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from spookhouse.web.guests import COOKIE, HOST_COOKIE, cookie_of
from spookhouse.web.proxy import client_network, is_secure
from spookhouse.web.requests import context_for

SECONDS_PER_YEAR = 365 * 24 * 3600
FIRST_NAME = "Guest"
TOO_MANY_GUESTS = (
    "Too many new guests come from your address. "
    "Come back in an hour, with the cookie that you have."
)


async def page(request: Request) -> Response:
    """Return the one page of the client; a new visitor becomes a guest."""
    context = context_for(request)
    response = HTMLResponse(context.files.page(), headers={"Cache-Control": "no-cache"})
    guest = context.guests.find(request)
    if guest is None:
        if not context.newcomers.take(client_network(request, context.settings)):
            context.metrics.limited += 1
            return PlainTextResponse(TOO_MANY_GUESTS, 429)
        set_cookie(request, response, await add_guest(request))
    elif not context.guests.has_newest_cookie(request, guest, cookie_name(request)):
        set_cookie(request, response, guest)
    return response


async def client_file(request: Request) -> Response:
    """Return a file of the client."""
    return context_for(request).files.serve(request)


async def add_guest(request: Request) -> str:
    """Store a new guest; return the id."""
    context = context_for(request)
    guest = context.guests.new_id()
    await asyncio.wrap_future(context.store.save_guest(guest, FIRST_NAME, time.time()))
    return guest


def cookie_name(request: Request) -> str:
    """Return the name of the cookie that identifies a guest."""
    return HOST_COOKIE if is_secure(request, context_for(request).settings) else COOKIE


def set_cookie(request: Request, response: Response, guest: str) -> None:
    """Set the cookie that identifies a guest; behind TLS it replaces one with the plain name."""
    name = cookie_name(request)
    response.set_cookie(
        name,
        context_for(request).guests.sign(guest),
        max_age=SECONDS_PER_YEAR,
        httponly=True,
        samesite="lax",
        secure=name == HOST_COOKIE,
    )
    if name != COOKIE and cookie_of(request, COOKIE) is not None:
        response.delete_cookie(COOKIE, secure=True, httponly=True, samesite="lax")
