"""HTTP routes of guests: their name, and links to their other devices."""

from starlette.requests import Request

from spookhouse.host.name_policy import clean_name
from spookhouse.web import api_types as api
from spookhouse.web.page_routes import FIRST_NAME
from spookhouse.web.requests import (
    base_of,
    context_for,
    guest_of,
    read_body,
    require_allowed,
)


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
    await context.host.rename(guest, clean_name(wanted.name))
    return await me(request)


async def make_device_link(request: Request) -> api.DeviceLink:
    """Return a link that makes another device the same guest."""
    require_allowed(request)
    token = context_for(request).guests.sign_link(guest_of(request))
    return api.DeviceLink(link=f"{base_of(request)}/come/{token}")
