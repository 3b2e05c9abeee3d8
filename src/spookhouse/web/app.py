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
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spookhouse.kernel.errors import SpookhouseError
from spookhouse.table import Store, call_now
from spookhouse.web import replay_routes, routes
from spookhouse.web.context import House
from spookhouse.web.messages import TROUBLE
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
    return routes.refuse(error)


async def admit_trouble(request: Request, error: Exception) -> Response:
    """The house's own fault. The server writes the error to its log; the client learns nothing of it."""
    return routes.reply({"ok": False, "code": "house/trouble", "message": TROUBLE}, 503)


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

    paths = [
        Route("/", routes.page),
        Route("/t/{table}", routes.page),
        Route("/replay/{table}", routes.page),
        Route("/rules/{game}", routes.page),
        Route("/settings", routes.page),
        Route("/client/{path:path}", routes.client_file),
        Route("/come/{token}", routes.come),
        Route("/api/me", routes.me, methods=["GET", "POST"]),
        Route("/api/me/link", routes.link, methods=["POST"]),
        Route("/api/games", routes.list_games),
        Route("/api/bots", routes.list_bots),
        Route("/api/rules/{game}", routes.rules),
        Route("/api/rules/{game}/{part}", routes.part_of_rules),
        Route("/api/openapi.json", routes.describe),
        Route("/api/tables", routes.tables, methods=["GET", "POST"]),
        Route("/api/tables/{table}/record", routes.record),
        Route("/api/tables/{table}/replay", replay_routes.moves),
        Route("/api/tables/{table}/replay/{first}", replay_routes.steps),
        Route("/api/tables/{table}/verified", replay_routes.verified),
        Route("/api/tables/{table}/continue", replay_routes.go_on, methods=["POST"]),
        Route("/healthz", routes.health),
        Route("/readyz", routes.ready),
        Route("/metrics", routes.metrics),
    ]
    app = Starlette(
        routes=paths,
        lifespan=lifespan,
        exception_handlers={SpookhouseError: refuse, Exception: admit_trouble},
    )
    app.state.house = house
    app.add_middleware(Headers)
    return app
