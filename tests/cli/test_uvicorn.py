"""The undocumented parts of uvicorn on which the server relies.

They may change with any version. When one of these tests fails after an update, adapt the code that
the message names, then raise the upper version bound in pyproject.toml.
"""

import inspect
import signal

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import HANDLED_SIGNALS, ServerState

from spookhouse.cli.serve import Server

OVERRIDDEN = ("capture_signals", "handle_exit", "shutdown")


async def app(scope: object, receive: object, send: object) -> None:
    """Answer nothing."""


@pytest.fixture
def server() -> Server:
    return Server(uvicorn.Config(app))


# === THE SERVER: cli/serve.py ===


@pytest.mark.parametrize("name", OVERRIDDEN)
def test_uvicorn_calls_the_overridden_method(name: str) -> None:
    assert f"self.{name}" in inspect.getsource(uvicorn.Server)


@pytest.mark.parametrize("kind", HANDLED_SIGNALS)
def test_a_signal_stops_the_server_and_is_not_raised_again(
    server: Server, kind: signal.Signals
) -> None:
    before = signal.getsignal(kind)
    with server.capture_signals():
        assert signal.getsignal(kind) != before
        signal.raise_signal(kind)
    assert server.should_exit
    assert signal.getsignal(kind) == before


def test_uvicorn_alone_would_raise_the_signal_again() -> None:
    """If this fails, the override is no longer needed."""
    plain = uvicorn.Server(uvicorn.Config(app))
    with pytest.raises(KeyboardInterrupt), plain.capture_signals():
        signal.raise_signal(signal.SIGINT)


# === HTTP AND WEBSOCKETS: web/http_connection.py and web/websocket_connection.py ===


@pytest.mark.parametrize(
    "name",
    [
        "connection_made",
        "data_received",
        "on_message_begin",
        "on_url",
        "on_header",
        "on_headers_complete",
        "send_400_response",
        "pause_writing",
        "resume_writing",
        "on_message_complete",
        "_start_asgi_task",
        "handle_websocket_upgrade",
        "connection_lost",
    ],
)
def test_http_connections_have_the_overridden_method(name: str) -> None:
    assert callable(getattr(HttpToolsProtocol, name, None)), "adapt web/http_connection.py"


ATTRIBUTES = (
    "client",
    "config",
    "cycle",
    "flow",
    "headers",
    "logger",
    "loop",
    "pipeline",
    "transport",
    "url",
)


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_http_connections_have_the_attribute_that_the_override_reads(name: str) -> None:
    assert f"self.{name}" in inspect.getsource(HttpToolsProtocol), "adapt web/http_connection.py"


def test_uvicorn_upgrades_a_connection_as_expected() -> None:
    """It makes the protocol, passes the request on as bytes, and puts it in place of HTTP."""
    source = inspect.getsource(HttpToolsProtocol.handle_websocket_upgrade)
    for line in (
        "self.ws_protocol_class(",
        "config=self.config,",
        "server_state=self.server_state,",
        "app_state=self.app_state,",
        "protocol.connection_made(self.transport)",
        "protocol.data_received(",
        "self.transport.set_protocol(protocol)",
    ):
        assert line in source, f"{line} is missing: adapt web/websocket_connection.py"
    assert "self.handle_websocket_upgrade()" in inspect.getsource(HttpToolsProtocol.data_received)


def test_uvicorn_shuts_down_the_connections_that_a_protocol_registers() -> None:
    assert ServerState().connections == set(), "adapt web/websocket_connection.py"
    assert "connection.shutdown()" in inspect.getsource(uvicorn.Server), (
        "adapt web/websocket_connection.py"
    )
