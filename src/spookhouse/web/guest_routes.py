"""HTTP routes of guests: their name, and links to their other devices."""

import time

from starlette.requests import Request
from starlette.responses import Response

from spookhouse.host.name_policy import clean_name
from spookhouse.web import api_types as api
from spookhouse.web.errors import WebRefused
from spookhouse.web.guests import VerifiedLink
from spookhouse.web.page_routes import FIRST_NAME, set_cookie
from spookhouse.web.requests import (
    base_of,
    context_for,
    guest_of,
    read_body,
    reply,
    require_allowed,
)


async def me(request: Request) -> api.Guest:
    """Return the guest who sent the request."""
    guest = guest_of(request)
    return api.Guest(guest=guest, name=await name_of(request, guest))


async def name_of(request: Request, guest: str) -> str:
    """Return the name of a guest."""
    context = context_for(request)
    names = await context.host.background.read(context.store.guest_names, [guest])
    return names.get(guest, FIRST_NAME)


async def rename(request: Request) -> api.Guest:
    """Change the name of the guest."""
    context, guest = context_for(request), guest_of(request)
    require_allowed(request)
    wanted = await read_body(request, api.NewName)
    await context.host.rename(guest, clean_name(wanted.name))
    return await me(request)


async def make_device_link(request: Request) -> api.DeviceLink:
    """Return a link that makes another device the same guest."""
    require_allowed(request)
    token = context_for(request).guests.sign_link(guest_of(request))
    return api.DeviceLink(link=f"{base_of(request)}/come/{token}")


async def describe_link(request: Request) -> api.LinkPreview:
    """Return what using a link would change on this device."""
    context, guest = context_for(request), guest_of(request)
    link, store, read = verified_link(request), context.store, context.host.background.read
    if await read(store.is_link_used, link.digest):
        raise used_already()
    return api.LinkPreview(
        name=await name_of(request, link.guest),
        is_you=link.guest == guest,
        your_name=await name_of(request, guest),
        your_tables=await read(store.count_tables, guest),
        your_unfinished=await read(store.count_unfinished, guest),
    )


async def use_link(request: Request) -> Response:
    """Make this device the guest of the device that made the link; a link works once."""
    context = context_for(request)
    guest_of(request)
    require_allowed(request)
    link, store = verified_link(request), context.store
    arguments = link.digest, link.expires, time.time()
    if not await context.host.background.read(store.use_link, *arguments):
        raise used_already()
    name = await name_of(request, link.guest)
    response = reply(api.Guest(guest=link.guest, name=name))
    set_cookie(request, response, link.guest)
    return response


def verified_link(request: Request) -> VerifiedLink:
    """Return the link in the path; refuse one that is forged or too old."""
    link = context_for(request).guests.verify_link(request.path_params["token"])
    if link is None:
        raise WebRefused(
            "link/invalid",
            "this link is too old, or was never one: make a new one on the other device",
        )
    return link


def used_already() -> WebRefused:
    """Return the refusal of a link that was used."""
    return WebRefused("link/used", "this link was used already: make a new one on the other device")
