"""HTTP routes for the host: health, metrics, and the description of the API."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from spookhouse.web.metrics import CONTENT_TYPE
from spookhouse.web.requests import context_for


async def health(request: Request) -> Response:
    """Report that the process is alive."""
    return PlainTextResponse("alive\n")


async def ready(request: Request) -> Response:
    """Report whether the database answers."""
    context = context_for(request)
    try:
        await context.host.background.read(context.store.ping)
    except Exception:
        context.log.exception("the database does not answer")
        return PlainTextResponse("the database does not answer\n", 503)
    return PlainTextResponse("ready\n")


async def metrics(request: Request) -> Response:
    """Return the metrics for Prometheus."""
    text = context_for(request).metrics.text()
    return Response(text, headers={"Content-Type": CONTENT_TYPE})


async def description(request: Request) -> Response:
    """Return the description of the HTTP API."""
    return Response(request.app.state.description, media_type="application/json")
