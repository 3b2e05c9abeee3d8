"""HTTP routes of pages, of the client's files, and of links to other devices."""

import asyncio
import time

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from spookhouse.web.guests import COOKIE
from spookhouse.web.proxy import address_of
from spookhouse.web.requests import base_of, house_of

YEAR = 365 * 24 * 3600
FIRST_NAME = "Guest"
TOO_MANY_GUESTS = (
    "Too many new guests come from your address. "
    "Come back in an hour, with the cookie that you have."
)
INVALID_LINK = "This link is too old, or was never one. Make a new one on the other device."


async def page(request: Request) -> Response:
    """Return the one page of the client; a stranger becomes a guest."""
    house = house_of(request)
    response = HTMLResponse(house.files.shell(), headers={"Cache-Control": "no-cache"})
    guest = house.guests.find(request)
    if guest is None:
        if not house.newcomers.take(address_of(request, house.settings)):
            house.metrics.limited += 1
            return PlainTextResponse(TOO_MANY_GUESTS, 429)
        set_cookie(request, response, await add_guest(request))
    elif not house.guests.has_newest_cookie(request, guest):
        set_cookie(request, response, guest)
    return response


async def client_file(request: Request) -> Response:
    return house_of(request).files.serve(request)


async def use_device_link(request: Request) -> Response:
    """Make this device the guest of the device that made the link."""
    guest = house_of(request).guests.verify_link(request.path_params["token"])
    if guest is None:
        return PlainTextResponse(INVALID_LINK, 403)
    response = RedirectResponse("/", 303)
    set_cookie(request, response, guest)
    return response


async def add_guest(request: Request) -> str:
    """Store a new guest; return the id."""
    house = house_of(request)
    guest = house.guests.new_id()
    await asyncio.wrap_future(house.store.save_guest(guest, FIRST_NAME, time.time()))
    return guest


def set_cookie(request: Request, response: Response, guest: str) -> None:
    cookie, is_secure = house_of(request).guests.sign(guest), base_of(request).startswith("https")
    response.set_cookie(
        COOKIE, cookie, max_age=YEAR, httponly=True, samesite="lax", secure=is_secure
    )
