"""The web application: routes, headers, start and stop."""

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from hashlib import sha256
from typing import Protocol

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spookhouse.host.background import TROUBLE_TEXT
from spookhouse.host.host import Host
from spookhouse.kernel.errors import SpookhouseError
from spookhouse.table.store_protocol import Store, call_now
from spookhouse.web import requests
from spookhouse.web.api_types import Refusal
from spookhouse.web.context import ServerContext, context_of
from spookhouse.web.messages import encode
from spookhouse.web.operations import description, make_routes
from spookhouse.web.settings import Settings
from spookhouse.web.static_files import BOOT_RETRY

# The page contains one script; its hash allows this one and no other.
BOOT_RETRY_HASH = b64encode(sha256(BOOT_RETRY).digest()).decode()
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        f"script-src 'self' 'sha256-{BOOT_RETRY_HASH}'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
NO_SNIFFING = (b"x-content-type-options", b"nosniff")
PAGE_HEADERS = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    NO_SNIFFING,
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
# There are many files, and the other headers concern pages.
FILE_HEADERS = [NO_SNIFFING]


class Listener(Protocol):
    """Receives the versions that other processes have written."""

    def close(self) -> None:
        """Stop listening."""


# Starts a listener, which calls the function with the table and its version.
StartListener = Callable[[Callable[[str, int], None]], Listener]


class SecurityHeaders:
    """Middleware that adds the headers that protect pages to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        is_file = scope.get("path", "").startswith("/client/")
        added = FILE_HEADERS if is_file else PAGE_HEADERS

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *added]
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


async def refuse(request: Request, error: Exception) -> Response:
    """Return the response to a refused request."""
    assert isinstance(error, SpookhouseError)
    context_of(request.app).metrics.refusals += 1
    return requests.refuse(error)


async def report_trouble(request: Request, error: Exception) -> Response:
    """Return the response to a request that failed; uvicorn logs the error."""
    return requests.reply(Refusal(False, "house/trouble", TROUBLE_TEXT), 503)


def make_app(
    store: Store, settings: Settings, start_listener: StartListener | None = None
) -> Starlette:
    """Return the application; `web.websocket` adds the WebSockets.

    `start_listener` is needed if other processes write to the same store.
    """
    context = ServerContext(store, settings)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        context.compiling.start()
        loop = asyncio.get_running_loop()
        store.call_soon = loop.call_soon_threadsafe
        listener = None
        if start_listener is not None:
            listener = start_listener(partial(follow_version, context.host, loop))
        yield
        await context.host.close()
        store.call_soon = call_now
        if listener is not None:
            listener.close()

    app = Starlette(
        routes=make_routes(),
        lifespan=lifespan,
        exception_handlers={SpookhouseError: refuse, Exception: report_trouble},
    )
    app.state.context = context
    app.state.description = encode(description())
    app.add_middleware(SecurityHeaders)
    return app


def follow_version(host: Host, loop: asyncio.AbstractEventLoop, table: str, version: int) -> None:
    """Let the event loop read what another process wrote; called in the listener's thread."""
    asyncio.run_coroutine_threadsafe(host.on_version(table, version), loop)
