"""docs/explanation/path-of-a-move.md lists the functions that one move runs through."""

import asyncio
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from types import FrameType, SimpleNamespace
from typing import Any, cast

import pytest
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

import spookhouse
from spookhouse.bench.offline_connection import masked_frame
from spookhouse.stores import SqlStore
from spookhouse.table import commands as ask
from spookhouse.web.context import ServerContext
from spookhouse.web.messages import encode
from spookhouse.web.settings import Settings
from spookhouse.web.websocket_connection import WebSocketProtocol
from support.markdown import DOCS, read

pytestmark = pytest.mark.compiled

PAGE = DOCS / "explanation" / "path-of-a-move.md"
PACKAGE = f"{Path(spookhouse.__file__).parent}{os.sep}"
MAX_HOPS = 15
ANN, SECRET, TIMEOUT = "ann", b"a" * 32, 20.0

Hop = tuple[str, str]  # file and function


def documented_hops() -> list[Hop]:
    """Return the file and the function of each hop on the page."""
    rows = [line.split("|") for line in read(PAGE).splitlines() if line.startswith("| ")]
    return [(row[2].strip(" `"), row[3].strip(" `")) for row in rows if row[1].strip().isdigit()]


class Trace:
    """The calls of this project's functions in all threads, in their order."""

    def __init__(self) -> None:
        self.calls: list[Hop] = []
        self.is_recording = False

    def note(self, frame: FrameType, event: str, argument: object) -> None:
        """Record a call."""
        path = frame.f_code.co_filename
        if self.is_recording and event == "call" and path.startswith(PACKAGE):
            name = path.removeprefix(PACKAGE).replace(os.sep, "/")
            self.calls.append((name, frame.f_code.co_qualname))


@contextmanager
def traced() -> Iterator[Trace]:
    """Trace this thread, and those that start meanwhile."""
    trace, before = Trace(), sys.getprofile()
    threading.setprofile(trace.note)
    sys.setprofile(trace.note)
    try:
        yield trace
    finally:
        sys.setprofile(before)
        threading.setprofile(None)


class Browser:
    """A client without a socket: frames go in, and what the server writes is kept."""

    def __init__(self, context: ServerContext) -> None:
        self.written = bytearray()
        transport = SimpleNamespace(
            write=self.written.extend,
            is_closing=lambda: False,
            set_write_buffer_limits=lambda high: None,
        )
        app = SimpleNamespace(state=SimpleNamespace(context=context))
        self.connection = WebSocketProtocol(cast(Config, SimpleNamespace(app=app)), ServerState())
        self.connection.connection_made(cast(asyncio.Transport, transport))
        self.connection.protocol = ServerProtocol(state=OPEN)
        self.connection.start_session(ANN, "127.0.0.1")

    async def ask(self, *expected: bytes, **request: Any) -> None:
        """Send a request and wait until the server has written all that is expected."""
        self.written.clear()
        self.connection.data_received(masked_frame(encode({"id": 1, **request})))
        async with asyncio.timeout(TIMEOUT):
            while not all(text in self.written for text in expected):
                await asyncio.sleep(0.001)


async def deal(context: ServerContext) -> str:
    """Return a table at which Ann holds both seats, with the game dealt."""
    host = context.host
    context.compiling.load_rules("ghooost")
    table = await host.open(ask.OpenTable(game="ghooost", options={"players": 2}), ANN)
    for seat in range(2):
        await host.perform(table, ask.Sit(seat=seat, pledge=sha256(SECRET).hexdigest()), ANN)
    await host.perform(table, ask.Start(), ANN)
    for seat in range(2):
        await host.perform(table, ask.Show(seat=seat, bytes=SECRET.hex()), ANN)
    return table


async def move_once(store: SqlStore, trace: Trace) -> None:
    """Record one move from the bytes of its request to the bytes of its patches."""
    store.call_soon = asyncio.get_running_loop().call_soon_threadsafe
    context = ServerContext(store, Settings())
    table = await deal(context)
    browser = Browser(context)
    await browser.ask(b'"ok":true', ask="watch", table=table, seat=0)
    live = context.host.registry.get(table)
    assert live is not None
    assert live.table.match is not None
    (seat, version), *_ = live.table.owed.items()
    move = live.table.match.legal(seat)[0]
    command = ask.Move(seat=seat, version=version, move=move)
    trace.is_recording = True
    await browser.ask(
        b'"tell":"change"', b'"re":1,"ok":true', ask="do", table=table, command=command
    )
    trace.is_recording = False
    if browser.connection.ping_timer is not None:
        browser.connection.ping_timer.cancel()
    await context.host.close()


def test_a_move_runs_through_the_documented_functions_in_order(tmp_path: Path) -> None:
    hops = documented_hops()
    assert 10 <= len(hops) <= MAX_HOPS
    with traced() as trace, closing(SqlStore(f"sqlite:///{tmp_path}/house.db")) as store:
        asyncio.run(move_once(store, trace))
    calls = iter(trace.calls)
    missing = [hop for hop in hops if hop not in calls]
    assert not missing, [call for call in trace.calls if call[0] in dict(hops)]
