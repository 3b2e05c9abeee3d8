"""What all routes share: who sent a request, what it holds, whether it is allowed, and how it is answered."""

from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from spookhouse.kernel.errors import SpookhouseError
from spookhouse.web.api_types import Refusal
from spookhouse.web.context import House, same_origin
from spookhouse.web.messages import encode
from spookhouse.web.proxy import address_of, scheme_of

LARGEST_BODY = 16_384
STATUS = {
    "table/unknown": 404,
    "rule/unknown": 404,
    "limit/rate": 429,
    "limit/tables": 429,
    "guest/unknown": 401,
    "guest/foreign": 403,
    "house/trouble": 503,
}

Body = TypeVar("Body", bound=Struct)


class WebRefused(SpookhouseError):
    """A request that the web package refuses by itself."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def guest_of(request: Request) -> str:
    """Return the guest who sent a request; refuse strangers."""
    guest = house_of(request).guests.find(request)
    if guest is None:
        raise WebRefused(
            "guest/unknown",
            "load a page of the house first: it gives you the cookie that you are known by",
        )
    return guest


def base_of(request: Request) -> str:
    """Return the address of this server as guests type it."""
    settings = house_of(request).settings
    seen = request.base_url.replace(scheme=scheme_of(request, settings))
    return (settings.public_url or str(seen)).rstrip("/")


def must_be_allowed(request: Request) -> None:
    """Refuse a request from another site, and more requests than an address may send."""
    house = house_of(request)
    if not same_origin(request, house.settings):
        raise WebRefused("guest/foreign", "this request comes from another site")
    if not house.requests.take(address_of(request, house.settings)):
        house.metrics.limited += 1
        raise WebRefused("limit/rate", "too many requests: slow down")


async def read_body(request: Request, kind: type[Body]) -> Body:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise WebRefused("message/broken", f"a request may hold {LARGEST_BODY} bytes")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise WebRefused("message/broken", str(error)[:200]) from error


def reply(data: Struct | dict[str, Any], status: int = 200) -> Response:
    return Response(encode(data), status, media_type="application/json")


def refuse(error: SpookhouseError) -> Response:
    return reply(Refusal(False, error.code, error.message), STATUS.get(error.code, 400))
