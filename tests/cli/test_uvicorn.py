"""The parts of uvicorn that `spookhouse serve` overrides. They are undocumented and may change with any version."""

import inspect
import signal
from typing import Any

import pytest
import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from spookhouse.cli.serve import Server

OVERRIDDEN = ("capture_signals", "handle_exit", "shutdown")


async def app(scope: Any, receive: Any, send: Any) -> None:
    """An application that answers nothing."""


@pytest.fixture
def server() -> Server:
    return Server(uvicorn.Config(app))


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
    """The override is needed as long as this holds."""
    plain = uvicorn.Server(uvicorn.Config(app))
    with pytest.raises(KeyboardInterrupt), plain.capture_signals():
        signal.raise_signal(signal.SIGINT)
