"""The web application: routes, headers, start and stop."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Protocol

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from spookhouse.host.background import TROUBLE_TEXT
from spookhouse.host.host import Host
from spookhouse.kernel.errors import SpookhouseError
from spookhouse.table.store_protocol import Store, call_now
from spookhouse.web import requests
from spookhouse.web.api_types import Refusal
from spookhouse.web.context import ServerContext, context_of
from spookhouse.web.messages import encode
from spookhouse.web.operations import description, make_routes
from spookhouse.web.request_limits import RequestLimits
from spookhouse.web.security_headers import SecurityHeaders
from spookhouse.web.settings import Settings


class Listener(Protocol):
    """Receives the versions that other processes have written."""

    def close(self) -> None:
        """Stop listening."""


# Starts a listener, which calls the function with the table and its version.
StartListener = Callable[[Callable[[str, int], None]], Listener]


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
    """Return the application; `web.websocket_connection` adds the WebSockets.

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
    # The last one is the outermost.
    app.add_middleware(RequestLimits)
    app.add_middleware(SecurityHeaders)
    return app


def follow_version(host: Host, loop: asyncio.AbstractEventLoop, table: str, version: int) -> None:
    """Let the event loop read what another process wrote; called in the listener's thread."""
    asyncio.run_coroutine_threadsafe(host.others.on_version(table, version), loop)
