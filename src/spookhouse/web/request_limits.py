"""Limits on the HTTP requests of one address, whether it comes through a proxy or not."""

import asyncio

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from spookhouse.web.context import context_of
from spookhouse.web.errors import WebRefused
from spookhouse.web.proxy import client_network
from spookhouse.web.requests import refuse

TOO_FAST, TOO_MANY = "too many requests: slow down", "too many requests at once"
# Seconds until a request is refused. Otherwise a flood of refusals would occupy the server.
REFUSAL_DELAY = 1.0


class RequestLimits:
    """Middleware that refuses requests beyond the limits."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        context = context_of(scope["app"])
        network = client_network(HTTPConnection(scope), context.settings)
        is_file = scope["path"].startswith("/client/")
        bucket = context.files_of_address if is_file else context.requests_of_address
        running = context.running_requests
        if not bucket.take(network):
            context.metrics.limited += 1
            await answer_later(scope, receive, send, TOO_FAST)
        elif not running.enter(network):
            context.metrics.limited += 1
            await answer_later(scope, receive, send, TOO_MANY)
        else:
            try:
                await self.app(scope, receive, send)
            finally:
                running.leave(network)


async def answer_later(scope: Scope, receive: Receive, send: Send, reason: str) -> None:
    """Refuse a request after a while, unless the client disconnects.

    Otherwise a client that connects again and again would leave thousands of requests behind.
    """
    try:
        async with asyncio.timeout(REFUSAL_DELAY):
            while (await receive())["type"] != "http.disconnect":
                pass
    except TimeoutError:
        await refusal(scope["path"], reason)(scope, receive, send)


def refusal(path: str, reason: str) -> Response:
    """Return the response to a request beyond the limits: JSON from the API, else text."""
    if path.startswith("/api/"):
        return refuse(WebRefused("limit/rate", reason))
    return PlainTextResponse(f"{reason}\n", 429)
