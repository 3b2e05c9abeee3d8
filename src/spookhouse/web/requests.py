"""What all routes share: the sender of a request, its body, its limits, and its response."""

from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from spookhouse.kernel.errors import SpookhouseError
from spookhouse.web.api_types import Refusal
from spookhouse.web.context import ServerContext, context_of, is_same_origin
from spookhouse.web.errors import WebRefused
from spookhouse.web.messages import MAX_ERROR_CHARACTERS, encode
from spookhouse.web.proxy import client_network, scheme_of

MAX_BODY_BYTES = 16_384
# By code of the refusal; all others are 400.
STATUS = {
    "table/unknown": 404,
    "rule/unknown": 404,
    "link/invalid": 404,
    "link/used": 410,
    "limit/rate": 429,
    "limit/tables": 429,
    "limit/names": 429,
    "limit/busy": 503,
    "guest/unknown": 401,
    "guest/foreign": 403,
    "house/trouble": 503,
}

Body = TypeVar("Body", bound=Struct)


def context_for(request: Request) -> ServerContext:
    """Return the context of the server that received a request."""
    return context_of(request.app)


def guest_of(request: Request) -> str:
    """Return the guest who sent a request; refuse clients without a valid cookie."""
    guest = context_for(request).guests.find(request)
    if guest is None:
        raise WebRefused(
            "guest/unknown", "load a page of this server first: it sets the cookie you need"
        )
    return guest


def base_of(request: Request) -> str:
    """Return the address of this server as guests type it."""
    settings = context_for(request).settings
    seen = request.base_url.replace(scheme=scheme_of(request, settings))
    return (settings.public_url or str(seen)).rstrip("/")


def require_allowed(request: Request) -> None:
    """Refuse requests from another site, and too many requests from one address."""
    context = context_for(request)
    if not is_same_origin(request, context.settings):
        raise WebRefused("guest/foreign", "this request comes from another site")
    if not context.changes.take(client_network(request, context.settings)):
        context.metrics.limited += 1
        raise WebRefused("limit/rate", "too many requests: slow down")


async def read_bytes(request: Request) -> bytes:
    """Return the body of a request, if it is complete and not too large."""
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MAX_BODY_BYTES:
                expected = f"expected at most {MAX_BODY_BYTES} bytes"
                raise WebRefused("message/broken", f"invalid body: {expected}")
    except ClientDisconnect as error:
        # Nobody receives this, and it leaves no traceback in the log.
        raise WebRefused("message/broken", "invalid body: it is not complete") from error
    return body


async def read_body(request: Request, kind: type[Body]) -> Body:
    """Return the body of a request; refuse one that is too large or invalid."""
    body = await read_bytes(request)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise WebRefused("message/broken", str(error)[:MAX_ERROR_CHARACTERS]) from error


def reply(data: Struct | dict[str, Any], status: int = 200) -> Response:
    """Return a JSON response."""
    return Response(encode(data), status, media_type="application/json")


def refuse(error: SpookhouseError) -> Response:
    """Return the response that reports a refusal."""
    return reply(Refusal(False, error.code, error.message), STATUS.get(error.code, 400))
