"""A connection of the server without a socket, to measure what it costs."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from spookhouse.web.settings import Settings
from spookhouse.web.websocket_connection import WebSocketProtocol
from spookhouse.web.websocket_session import Session


def offline_connection(receive: Callable[[bytes], None]) -> WebSocketProtocol:
    """Return an open connection that passes messages to `receive` and discards what it sends."""
    context = SimpleNamespace(
        settings=Settings(), flush_queue=SimpleNamespace(add=lambda writer: None)
    )
    app = SimpleNamespace(state=SimpleNamespace(context=context))
    connection = WebSocketProtocol(cast(Config, SimpleNamespace(app=app)), ServerState())
    transport = SimpleNamespace(write=lambda data: None, is_closing=lambda: False)
    connection.connection_made(cast(asyncio.Transport, transport))
    connection.protocol = ServerProtocol(state=OPEN)
    connection.session = cast(Session, SimpleNamespace(receive=receive))
    connection.has_whole_frames = True
    return connection


def masked_frame(payload: bytes) -> bytes:
    """Return a text frame as a client sends it."""
    return Frame(Opcode.TEXT, payload).serialize(mask=True)
