"""Measure what one move costs in WebSocket frames: the library alone, and the server's connection around it."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

from uvicorn.server import ServerState
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from spookhouse.web.settings import Settings
from spookhouse.web.websocket import WebSocketProtocol

MOVE = (
    b'{"ask":"do","id":7,"table":"k7mwp3xqd4",'
    b'"command":{"do":"move","seat":0,"version":13,"move":"luck","key":"0-13"}}'
)
ANSWER = b'{"re":7,"ok":true,"version":14}'
BATCH = 1_000
# The fastest round counts: other programs use the machine too.
ROUNDS = 5


@dataclass(frozen=True)
class FrameCost:
    """CPU microseconds of receiving and sending one small text frame."""

    what: str
    receive: float
    send: float


def measure_frames(seconds: float) -> list[FrameCost]:
    return [measure_library(seconds / 4), measure_connection(seconds / 4)]


def measure_library(seconds: float) -> FrameCost:
    protocol, frame = ServerProtocol(state=OPEN), masked_frame(MOVE)

    def receive() -> None:
        protocol.receive_data(frame)
        protocol.events_received()

    def send() -> None:
        protocol.send_text(ANSWER)
        protocol.data_to_send()

    return FrameCost("websockets alone", cost_of(receive, seconds), cost_of(send, seconds))


def measure_connection(seconds: float) -> FrameCost:
    connection, frame = offline_connection(lambda message: None), masked_frame(MOVE)

    def receive() -> None:
        connection.data_received(frame)

    def send() -> None:
        connection.send(ANSWER)
        connection.flush()

    return FrameCost("the server", cost_of(receive, seconds), cost_of(send, seconds))


def cost_of(work: Callable[[], None], seconds: float) -> float:
    """Return the CPU microseconds of one call, in the fastest of several rounds."""
    return min(time_round(work, seconds / ROUNDS) for _ in range(ROUNDS))


def time_round(work: Callable[[], None], seconds: float) -> float:
    calls, start = 0, time.thread_time()
    while (spent := time.thread_time() - start) < seconds:
        for _ in range(BATCH):
            work()
        calls += BATCH
    return spent / calls * 1e6


def masked_frame(payload: bytes) -> bytes:
    """Return a text frame as a client sends it; the payload has less than 64 KiB."""
    mask, size = b"\x5a\xa5\x3c\xc3", len(payload)
    head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
    return head + mask + bytes(byte ^ mask[place & 3] for place, byte in enumerate(payload))


def offline_connection(receive: Callable[[bytes], None]) -> WebSocketProtocol:
    """Return an open connection without a socket; messages go to `receive`, what it sends is discarded."""
    house = SimpleNamespace(
        settings=Settings(), write_batch=SimpleNamespace(add=lambda writer: None)
    )
    app = SimpleNamespace(state=SimpleNamespace(house=house))
    connection = WebSocketProtocol(cast(Any, SimpleNamespace(app=app)), ServerState())
    transport = SimpleNamespace(write=lambda data: None, is_closing=lambda: False)
    connection.connection_made(cast(asyncio.Transport, transport))
    connection.protocol = ServerProtocol(state=OPEN)
    connection.session = cast(Any, SimpleNamespace(hear=receive))
    return connection
