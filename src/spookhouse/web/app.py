"""The web application: routes, headers, start and stop."""

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spookhouse.kernel.errors import SpookhouseError
from spookhouse.table import Store, call_now
from spookhouse.web import requests
from spookhouse.web.api_types import Refusal
from spookhouse.web.context import House
from spookhouse.web.messages import TROUBLE, encode
from spookhouse.web.operations import description, make_routes
from spookhouse.web.settings import Settings
from spookhouse.web.static_files import BOOT_RETRY

ALLOWED = b64encode(
    sha256(BOOT_RETRY).digest()
).decode()  # the one script that stands in the shell; no other does
POLICY = (
    f"default-src 'none'; script-src 'self' 'sha256-{ALLOWED}'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]

Listening = Callable[
    [Callable[[str, int], None]], Any
]  # starts a listener, gives something that can be closed


FOR_FILES = [
    header for header in HEADERS if header[0] == b"x-content-type-options"
]  # the rest is for pages, and there are many files


class Headers:
    """Every answer carries the headers that keep pages safe."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_file = scope.get("path", "").startswith("/client/")

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message.get("headers", []),
                    *(FOR_FILES if is_file else HEADERS),
                ]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


async def refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, SpookhouseError)
    request.app.state.house.metrics.refusals += 1
    return requests.refuse(error)


async def admit_trouble(request: Request, error: Exception) -> Response:
    """The house's own fault. The server writes the error to its log; the client learns nothing of it."""
    return requests.reply(Refusal(False, "house/trouble", TROUBLE), 503)


def make_app(store: Store, settings: Settings, listening: Listening | None = None) -> Starlette:
    """The house, ready to be served over HTTP; `web.websocket` brings its WebSockets. `listening` brings word of other processes that share the store."""
    house = House(store, settings)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        house.waking.start()

        def heard(table: str, version: int) -> None:
            asyncio.run_coroutine_threadsafe(house.hub.heard(table, version), loop)

        listener = listening(heard) if listening is not None else None
        store.call_soon = loop.call_soon_threadsafe
        yield
        await house.hub.close()
        store.call_soon = call_now
        if listener is not None:
            listener.close()

    app = Starlette(
        routes=make_routes(),
        lifespan=lifespan,
        exception_handlers={SpookhouseError: refuse, Exception: admit_trouble},
    )
    app.state.house = house
    app.state.description = encode(description())
    app.add_middleware(Headers)
    return app
