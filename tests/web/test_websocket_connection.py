"""Frames of the WebSocket, byte by byte.

Valid messages are answered, however they are split. An invalid frame closes the connection with
the right code.
"""

import asyncio
import json
import os
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import cast
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from spookhouse.bench.offline_connection import offline_connection
from spookhouse.table.chat import MAX_GUEST_MESSAGES
from spookhouse.web.context import ServerContext
from spookhouse.web.flush_queue import FlushQueue
from spookhouse.web.limits import Count
from spookhouse.web.websocket_connection import (
    FEW_UNREAD_BYTES,
    MAX_UNREAD_BYTES,
    SLICE_BYTES,
    WebSocketProtocol,
    text_frame,
)
from spookhouse.web.websocket_session import MAX_QUEUED_BYTES, Session
from support.metrics import read_metrics
from support.running import run
from support.servers import Client, Server, served

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("sockets")]

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(f"sqlite:///{tmp_path_factory.mktemp('server')}/spookhouse.db") as running:
        yield running


def handshake(*headers: str, path: str = "/ws") -> bytes:
    """Return a request for a WebSocket, with some headers more."""
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: x",
        "Connection: Upgrade",
        "Upgrade: websocket",
        *headers,
        "",
        "",
    ]
    return "\r\n".join(lines).encode()


VERSION = "Sec-WebSocket-Version: 13"
KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="


class RawClient:
    """A client that writes its frames itself."""

    def __init__(self, server: Server, guest: Client | None, *headers: str) -> None:
        cookies = [] if guest is None else [f"Cookie: {guest.cookie}"]
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.sendall(handshake(VERSION, KEY, *cookies, *headers))
        self.stream = self.socket.makefile("rb")
        assert b"101" in self.stream.readline()
        while self.stream.readline() != b"\r\n":
            pass

    def send(self, *frames: bytes) -> None:
        """Send frames in one write."""
        self.socket.sendall(b"".join(frames))

    def send_anyway(self, data: bytes) -> None:
        """Send data to a server that may disconnect meanwhile."""
        with suppress(OSError):
            self.socket.sendall(data)

    def wait_for_close(self) -> int:
        """Return the code of the next close frame, or 0 if the connection ends without one.

        The system discards what a client has not received when a server closes its connection.
        """
        with suppress(OSError, ValueError):
            while True:
                opcode, payload = self.receive()
                if opcode == CLOSE:
                    return int.from_bytes(payload[:2], "big")
        return 0

    def receive(self) -> tuple[int, bytes]:
        """Return the opcode and the payload of the next frame."""
        first, second = self.stream.read(2)
        size = second
        if second >= 126:
            size = int.from_bytes(self.stream.read(2 if second == 126 else 8), "big")
        return first & 15, self.stream.read(size)

    def receive_close(self) -> int:
        """Return the code of a close frame, which must be next."""
        opcode, payload = self.receive()
        assert opcode == CLOSE
        return int.from_bytes(payload[:2], "big")

    def receive_answer(self, number: int) -> None:
        """Receive the answer to a ping request, which must be next."""
        opcode, payload = self.receive()
        assert (opcode, json.loads(payload)) == (TEXT, {"re": number, "ok": True})

    def close(self) -> None:
        """Close the connection without a handshake."""
        self.stream.close()
        self.socket.close()


def frame(
    opcode: int,
    payload: bytes,
    *,
    final: bool = True,
    masked: bool = True,
    reserved: int = 0,
    mask: bytes = b"",
) -> bytes:
    """Return a frame of less than 64 KiB."""
    first, flag = opcode | reserved | (0x80 if final else 0), 0x80 if masked else 0
    if len(payload) < 126:
        head = bytes((first, flag | len(payload)))
    else:
        head = bytes((first, flag | 126)) + len(payload).to_bytes(2, "big")
    if not masked:
        return head + payload
    mask = mask or os.urandom(4)
    return head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))


def ping_request(number: int) -> bytes:
    """Return the request `ping`, which is an ordinary message of the protocol."""
    return json.dumps({"ask": "ping", "id": number}).encode()


@pytest.fixture
def raw(server: Server) -> Iterator[RawClient]:
    client = RawClient(server, Client(server))
    yield client
    client.close()


# === VALID FRAMES ===


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_text_frames_are_those_of_the_library(size: int) -> None:
    message = b"x" * size
    expected = Frame(Opcode.TEXT, message).serialize(mask=False, extensions=[])
    assert text_frame(message) == expected


# Parts of a stream. Joined and cut anywhere, they make valid and invalid streams of frames.
PARTS = st.sampled_from(
    [
        frame(TEXT, b"{}", mask=b"abcd"),
        frame(TEXT, b"", mask=b"\x81\x80\x81\x82"),
        frame(TEXT, b"x" * 125, mask=b"\x00\x00\x00\x00"),
        frame(TEXT, b"x" * 126, mask=b"abcd"),
        frame(TEXT, b"\xff", mask=b"abcd"),
        frame(TEXT, "\N{GHOST}".encode(), mask=b"abcd"),
        frame(TEXT, b"[", final=False, mask=b"abcd"),
        frame(CONTINUATION, b"]", mask=b"abcd"),
        frame(BINARY, b"\xff", mask=b"abcd"),
        frame(PING, b"there?", mask=b"abcd"),
        frame(CLOSE, b"\x03\xe8", mask=b"abcd"),
        frame(TEXT, b"{}", masked=False),
        b"\x81",
        b"\x81\x80",
    ]
)


def messages_of(chunks: Sequence[bytes], *, whole: bool) -> tuple[list[bytes], State]:
    """Return the messages that a connection receives, and its state in the end."""
    messages: list[bytes] = []
    connection = offline_connection(messages.append)
    connection.has_whole_frames = whole
    with (
        patch.object(WebSocketProtocol, "disconnect"),
        patch.object(WebSocketProtocol, "count_frame"),
    ):
        for chunk in chunks:
            if connection.is_open:
                connection.data_received(chunk)
    return messages, connection.protocol.state


@example([[b"\x81"], [frame(TEXT, b"{}", mask=b"abcd")]], 20)
@example([[frame(TEXT, b"[", final=False, mask=b"abcd")], [frame(TEXT, b"{}", mask=b"abcd")]], 20)
@given(st.lists(st.lists(PARTS, min_size=1, max_size=3), max_size=6), st.integers(0, 20))
def test_short_texts_are_read_as_the_library_reads_them(parts: list[list[bytes]], cut: int) -> None:
    chunks = [b"".join(each) for each in parts]
    chunks = [piece for chunk in chunks for piece in (chunk[:cut], chunk[cut:]) if piece]
    assert messages_of(chunks, whole=True) == messages_of(chunks, whole=False)


def test_frames_are_read_however_they_are_split(raw: RawClient) -> None:
    third = frame(TEXT, ping_request(3))
    raw.send(frame(TEXT, ping_request(1)), frame(TEXT, ping_request(2) + b" " * 300), third[:5])
    raw.receive_answer(1)
    raw.receive_answer(2)
    raw.send(third[5:])
    raw.receive_answer(3)


def test_a_frame_may_arrive_byte_by_byte(raw: RawClient) -> None:
    for byte in frame(TEXT, ping_request(5) + b" " * 150):
        raw.send(bytes((byte,)))
    raw.receive_answer(5)


def test_a_message_may_arrive_in_fragments_with_a_ping_between(raw: RawClient) -> None:
    message = ping_request(6)
    raw.send(
        frame(TEXT, message[:4], final=False),
        frame(PING, b"there?"),
        frame(CONTINUATION, message[4:]),
    )
    assert raw.receive() == (PONG, b"there?")
    raw.receive_answer(6)


def test_many_requests_at_once_are_answered_in_order(raw: RawClient) -> None:
    raw.send(*(frame(TEXT, ping_request(number)) for number in range(50)))
    for number in range(50):
        raw.receive_answer(number)


def test_binary_messages_are_read_like_text(raw: RawClient) -> None:
    raw.send(frame(BINARY, ping_request(7)), frame(BINARY, b"\xff\xfe"))
    raw.receive_answer(7)
    assert json.loads(raw.receive()[1])["code"] == "message/broken"


# === INVALID FRAMES ===


@pytest.mark.parametrize(
    ("code", "invalid"),
    [
        pytest.param(1002, frame(TEXT, b"{}", masked=False), id="not masked"),
        pytest.param(1002, frame(TEXT, b"{}", reserved=0x40), id="reserved bit"),
        pytest.param(1002, frame(CONTINUATION, b"{}"), id="continuation of nothing"),
        pytest.param(1002, frame(PING, b"x" * 126), id="large ping"),
        pytest.param(1002, frame(PING, b"", final=False), id="fragmented ping"),
        pytest.param(1002, frame(11, b""), id="reserved control opcode"),
        pytest.param(1002, frame(3, b"{}"), id="reserved data opcode"),
        pytest.param(1007, frame(TEXT, b"\xff\xfe"), id="invalid UTF-8"),
        pytest.param(1009, frame(TEXT, b"x" * 20_000), id="large message"),
        pytest.param(1000, frame(CLOSE, b"\x03\xe8"), id="close"),
    ],
)
def test_an_invalid_frame_closes_the_connection(raw: RawClient, code: int, invalid: bytes) -> None:
    raw.send(invalid)
    assert raw.receive_close() == code
    assert raw.stream.read(1) == b""


def test_a_close_without_a_code_is_answered_without_one(raw: RawClient) -> None:
    raw.send(frame(CLOSE, b""))
    assert raw.receive() == (CLOSE, b"")
    assert raw.stream.read(1) == b""


def test_fragments_may_not_add_up_to_a_large_message(raw: RawClient) -> None:
    part = b"x" * 9_000
    raw.send(frame(TEXT, part, final=False), frame(CONTINUATION, part, final=False))
    assert raw.receive_close() == 1009


# === HANDSHAKES ===


def first_response(server: Server, request: bytes) -> bytes:
    """Return what the server answers on a connection of its own."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(request)
        return connection.recv(1000)


def test_other_paths_accept_no_websockets(server: Server) -> None:
    response = first_response(server, handshake(VERSION, KEY, path="/t/x"))
    assert b" 404 " in response


def test_a_large_handshake_opens_a_connection(server: Server) -> None:
    """Large heads are parsed in turns; the connection is read afterwards."""
    headers = [f"X-{number}: {'a' * 1_000}" for number in range(10)]
    raw = RawClient(server, Client(server), *headers)
    for number in range(3):
        raw.send(frame(TEXT, ping_request(number)))
        raw.receive_answer(number)
    raw.close()


def test_failed_handshakes_do_not_count_as_connections(server: Server) -> None:
    """A guest may have 50 connections here, and an address 200."""
    guest = Client(server)
    cookie = f"Cookie: {guest.cookie}"
    for _ in range(125):
        for headers in ((cookie,), (cookie, VERSION)):
            assert first_response(server, handshake(*headers)).split()[1] in (b"400", b"426")
    raw = RawClient(server, guest)
    raw.send(frame(TEXT, ping_request(1)))
    raw.receive_answer(1)
    raw.close()


def test_a_page_is_told_why_it_gets_no_connection(server: Server) -> None:
    """It cannot see the status of a handshake; a program can."""
    for cookie, code in ((None, 4003), ("spookhouse=eve.00", 4003)):
        headers = [] if cookie is None else [f"Cookie: {cookie}"]
        assert refused_page(server, *headers) == code
        response = first_response(server, handshake(VERSION, KEY, *headers))
        assert b" 403 " in response
    elsewhere = handshake(VERSION, KEY, "Origin: https://elsewhere.example")
    assert b" 403 " in first_response(server, elsewhere)


def test_pages_of_a_guest_with_too_many_connections_are_told(tmp_path: Path) -> None:
    """Those that were refused occupy no place."""
    settings = {"connections_per_guest": 2, "connections_per_address": 3}
    with served(f"sqlite:///{tmp_path}/spookhouse.db", **settings) as server:
        guests = [Client(server) for _ in range(2)]
        ann, _ = (f"Cookie: {guest.cookie}" for guest in guests)
        connections = [RawClient(server, guests[0]) for _ in range(2)]
        for _ in range(5):
            assert refused_page(server, ann) == 4029
        connections.append(RawClient(server, guests[1]))
        connections.pop(0).close()
        time.sleep(0.3)
        connections.append(RawClient(server, guests[0]))
        for each in connections:
            each.send(frame(TEXT, ping_request(1)))
            each.receive_answer(1)
            each.close()


def refused_page(server: Server, *headers: str) -> int:
    """Open a WebSocket as a page does; return the code with which it is closed at once."""
    raw = RawClient(server, None, "Origin: http://x", *headers)
    code = raw.receive_close()
    assert raw.stream.read(1) == b""
    raw.close()
    return code


def test_handshakes_are_limited_in_rate(tmp_path: Path) -> None:
    settings = {"requests_per_second": 0.1, "request_burst": 20}
    with served(f"sqlite:///{tmp_path}/spookhouse.db", **settings) as server:
        guest = Client(server)
        request = handshake(VERSION, KEY, f"Cookie: {guest.cookie}")
        statuses = [first_response(server, request).split()[1] for _ in range(30)]
        assert statuses[0] == b"101"
        assert statuses[-1] == b"429"


# === FLOODS ===

FLOODS = [
    pytest.param(frame(TEXT, b"", final=False), frame(CONTINUATION, b"x", final=False), id="parts"),
    pytest.param(b"", frame(PING, b""), id="pings"),
    pytest.param(b"", frame(PONG, b""), id="pongs"),
    pytest.param(b"", frame(TEXT, ping_request(1)), id="messages"),
    pytest.param(b"", frame(BINARY, b"{}"), id="broken messages"),
]


@pytest.fixture(scope="module")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server with the limits of messages that hosts have."""
    folder = tmp_path_factory.mktemp("strict")
    limits = {"messages_per_second": 20, "message_burst": 60}
    with served(f"sqlite:///{folder}/spookhouse.db", **limits) as running:
        yield running


@pytest.mark.parametrize(("first", "flood"), FLOODS)
def test_a_flood_of_frames_closes_the_connection(
    strict_server: Server, first: bytes, flood: bytes
) -> None:
    """Other guests, also at this address, are answered meanwhile."""
    quiet = Client(strict_server).connect()
    guest = Client(strict_server)
    for _ in range(3):
        eve = RawClient(strict_server, guest)
        threading.Thread(target=eve.send_anyway, args=(first + flood * 16_000,)).start()
        for _ in range(5):
            started = time.monotonic()
            assert quiet.ask("ping")["ok"]
            assert time.monotonic() - started < 0.5
        assert eve.wait_for_close() in (1008, 0)
        eve.close()
    assert quiet.ask("ping")["ok"]
    quiet.close()


def test_a_guest_may_be_a_little_too_fast(strict_server: Server) -> None:
    """Messages that come too fast are refused, and the connection stays open."""
    raw = RawClient(strict_server, Client(strict_server))
    raw.send(*(frame(TEXT, ping_request(number)) for number in range(300)))
    answers = [json.loads(raw.receive()[1]) for _ in range(300)]
    assert [answer["ok"] for answer in answers[:60]] == [True] * 60
    assert answers[-1]["code"] == "limit/rate"
    raw.send(*(frame(PONG, b"") for _ in range(100)), frame(PING, b"there?"))
    assert raw.receive() == (PONG, b"there?")
    raw.close()


class HeldTransport(asyncio.Transport):
    """A transport that notes whether it is read."""

    is_paused = False

    def pause_reading(self) -> None:
        """Note that nothing is read."""
        self.is_paused = True

    def resume_reading(self) -> None:
        """Note that it is read again."""
        self.is_paused = False

    def is_closing(self) -> bool:
        """Return that it is open."""
        return False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Discard data."""


def held_connection(received: list[bytes]) -> tuple[WebSocketProtocol, HeldTransport]:
    """Return a connection without a socket."""
    connection, transport = offline_connection(received.append), HeldTransport()
    connection.transport = transport
    return connection, transport


def test_much_data_is_parsed_in_slices() -> None:
    """Nothing more is read, and the event loop turns between two slices."""

    async def receive() -> None:
        received: list[bytes] = []
        connection, transport = held_connection(received)
        messages = [b"%d" % number for number in range(5_000)]
        connection.data_received(b"".join(frame(TEXT, each) for each in messages))
        most = 0
        while transport.is_paused:
            before = len(received)
            await asyncio.sleep(0)
            most = max(most, len(received) - before)
        assert received == messages
        assert 0 < most <= SLICE_BYTES / 6

    run(receive())


def test_nothing_is_parsed_while_a_session_is_busy() -> None:
    async def receive() -> None:
        received: list[bytes] = []
        connection, transport = held_connection(received)
        connection.hold()
        connection.data_received(frame(TEXT, b"1") * 1_000)
        await asyncio.sleep(0.01)
        assert received == []
        connection.release()
        while transport.is_paused:
            await asyncio.sleep(0)
        assert len(received) == 1_000

    run(receive())


# === SLOW READERS ===


def test_a_client_that_does_not_read_is_disconnected(server: Server) -> None:
    """Other guests play on."""
    ann = Client(server).connect()
    table = ann.open_table(options={"players": 2})
    ann.watch(table)
    ann.sit(0)
    eve = RawClient(server, Client(server))
    watch = frame(TEXT, json.dumps({"ask": "watch", "id": 1, "table": table}).encode())
    eve.send(watch)
    eve.receive()
    before = open_connections(ann)
    deadline = time.monotonic() + 60
    while open_connections(ann) == before:
        assert time.monotonic() < deadline
        with suppress(OSError):
            eve.send(watch * 100)
    assert ann.ask("ping")["ok"]
    eve.close()
    ann.close()


class UnreadTransport(HeldTransport):
    """A transport whose client reads nothing."""

    unread = 0
    is_closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Keep data."""
        self.unread += len(data)

    def get_write_buffer_size(self) -> int:
        """Return how many bytes are unread."""
        return self.unread

    def is_closing(self) -> bool:
        """Return whether the server has closed the connection."""
        return self.is_closed

    def close(self) -> None:
        """Note the end."""
        self.is_closed = True

    abort = close


def unread_connection(slow_readers: Count) -> tuple[WebSocketProtocol, UnreadTransport]:
    """Return a connection of an address that shares a limit of slow readers."""
    connection, transport = offline_connection(lambda message: None), UnreadTransport()
    connection.transport = transport
    connection.context = cast(
        ServerContext, SimpleNamespace(slow_readers=slow_readers, flush_queue=FlushQueue())
    )
    connection.session = cast(
        Session, SimpleNamespace(address="192.0.2.1", leave=lambda: None, receive=bytes)
    )
    return connection, transport


def test_few_clients_of_an_address_may_read_slowly() -> None:
    """One that reads again, or disconnects, makes room."""

    async def work() -> None:
        limit = Count(2)
        connections, transports = zip(*(unread_connection(limit) for _ in range(5)), strict=True)
        for connection in connections[:3]:
            connection.pause_writing()
        assert [transport.is_closed for transport in transports[:3]] == [False, False, True]
        connections[0].resume_writing()
        connections[3].pause_writing()
        connections[1].connection_lost(None)
        connections[4].pause_writing()
        assert not transports[3].is_closed
        assert not transports[4].is_closed
        assert limit.counted == {"192.0.2.1": 2}

    run(work())


def test_a_slow_reader_may_leave_much_unread_but_not_everything() -> None:
    async def work() -> None:
        connection, transport = unread_connection(Count(1))
        message = bytes(FEW_UNREAD_BYTES)
        connection.send(message)
        connection.flush()
        connection.pause_writing()
        while not transport.is_closed:
            assert transport.unread <= MAX_UNREAD_BYTES
            connection.send(message)
            connection.flush()
        assert transport.unread > MAX_UNREAD_BYTES

    run(work())


def test_waiting_requests_are_limited_in_bytes() -> None:
    """The connection is read again when there is room."""
    held: list[bool] = []
    session = Session.__new__(Session)
    session.queue, session.queued_bytes = [], 0
    session.is_busy, session.has_left = True, False
    session.connection = cast(
        WebSocketProtocol,
        SimpleNamespace(hold=lambda: held.append(True), release=lambda: held.append(False)),
    )
    session.receive(bytes(MAX_QUEUED_BYTES - 1))
    assert held == []
    session.receive(b"x")
    assert held == [True]
    session.is_busy = False
    with patch.object(Session, "begin", lambda self, message: None):
        session.continue_queue()
    assert held == [True, False]
    assert session.queued_bytes == 0


def test_chat_disconnects_nobody(server: Server) -> None:
    """Bob reads nothing while Ann writes as much as she can."""
    ann = Client(server).connect()
    table = ann.open_table(options={"players": 2})
    ann.watch(table)
    ann.sit(0)
    bob = RawClient(server, Client(server))
    bob.send(frame(TEXT, json.dumps({"ask": "watch", "id": 1, "table": table}).encode()))
    before = open_connections(ann)
    answers = [ann.do(do="say", text="boo " * 120) for _ in range(300)]
    assert {answer.get("code") for answer in answers} == {None, "chat/too-fast"}
    assert sum(answer["ok"] for answer in answers) == MAX_GUEST_MESSAGES
    assert open_connections(ann) == before
    bob.close()
    ann.close()


def open_connections(client: Client) -> float:
    """Return the number of WebSockets that the server has open."""
    return read_metrics(client)["spookhouse_sockets"]
