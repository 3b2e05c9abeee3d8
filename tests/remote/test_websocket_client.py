"""The client's WebSocket against servers of the library `websockets` and bare sockets."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

import pytest
from websockets.http11 import Request, Response
from websockets.sync.server import Server, ServerConnection, serve

from spookhouse.remote.address import ServerAddress
from spookhouse.remote.blocking import BlockingWebSocket
from spookhouse.remote.errors import Disconnected, NotAdmitted

SOON = 20.0  # seconds


def converse(connection: ServerConnection) -> None:
    """Do what each message of the client asks for."""
    for message in connection:
        match message:
            case "fragments":
                connection.send(iter(["one ", "two ", "three"]))
            case "ping":
                connection.send("alive" if connection.ping().wait(SOON) else "dead")
            case "headers":
                assert connection.request is not None
                connection.send(connection.request.headers["X-Kind"])
            case "large":
                connection.send("x" * 3_000_000)
            case "close":
                connection.close(1012, "the server is closing")
            case "break":
                connection.socket.shutdown(2)
            case _:
                connection.send(message)


def answer_handshake(connection: ServerConnection, request: Request) -> Response | None:
    if request.headers.get("X-Kind") == "stranger":
        return connection.respond(HTTPStatus.FORBIDDEN, "too many connections\n")
    return None


@contextmanager
def running_server() -> Iterator[ServerAddress]:
    """Run a server that answers as `converse` says."""
    with serve(
        converse, "127.0.0.1", 0, process_request=answer_handshake, compression=None
    ) as server:
        assert isinstance(server, Server)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield ServerAddress("http", "127.0.0.1", server.socket.getsockname()[1])
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def server() -> Iterator[ServerAddress]:
    with running_server() as address:
        yield address


@pytest.fixture
def websocket(server: ServerAddress) -> Iterator[BlockingWebSocket]:
    opened = BlockingWebSocket(server, {"X-Kind": "friend"}, SOON)
    yield opened
    opened.close()


def test_messages_arrive_whole_and_in_order(websocket: BlockingWebSocket) -> None:
    for message in ("a", "fragments", "b", "headers", "é" * 40_000):
        websocket.send(message)
    received = [websocket.receive().decode() for _ in range(5)]
    assert received == ["a", "one two three", "b", "friend", "é" * 40_000]


def test_pings_are_answered_while_nobody_receives(websocket: BlockingWebSocket) -> None:
    websocket.send("ping")
    assert websocket.receive() == b"alive"


def test_large_snapshots_arrive(websocket: BlockingWebSocket) -> None:
    websocket.send("large")
    assert len(websocket.receive()) == 3_000_000


def test_the_close_code_is_raised_after_the_last_message(websocket: BlockingWebSocket) -> None:
    websocket.send("a")
    websocket.send("close")
    assert websocket.receive() == b"a"
    for _ in range(2):
        with pytest.raises(Disconnected, match="1012 the server is closing"):
            websocket.receive()
    websocket.send("nobody reads this")


def test_a_broken_connection_is_noticed(websocket: BlockingWebSocket) -> None:
    websocket.send("break")
    with pytest.raises(Disconnected):
        websocket.receive()


def test_receiving_times_out(websocket: BlockingWebSocket) -> None:
    with pytest.raises(TimeoutError):
        websocket.receive(timeout=0.05)


def test_a_refused_handshake_says_why(server: ServerAddress) -> None:
    with pytest.raises(NotAdmitted, match="403 too many connections") as caught:
        BlockingWebSocket(server, {"X-Kind": "stranger"}, SOON)
    assert caught.value.status == 403


def test_a_refused_connection_is_reported() -> None:
    with pytest.raises(Disconnected, match="cannot be reached"):
        BlockingWebSocket(ServerAddress("http", "127.0.0.1", 9), {}, SOON)


@pytest.mark.parametrize("data", [b"HTTP/1.1 200 OK\r\n\r\n", b"SSH-2.0-x\r\n\r\n", b""])
def test_a_server_without_websockets_is_reported(data: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(1 << 16)
                connection.sendall(data)

        threading.Thread(target=answer, daemon=True).start()
        with pytest.raises((Disconnected, NotAdmitted)):
            BlockingWebSocket(ServerAddress("http", *listening.getsockname()), {}, SOON)


def test_a_silent_server_times_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        began = time.monotonic()
        with pytest.raises(Disconnected, match="within"):
            BlockingWebSocket(ServerAddress("http", *listening.getsockname()), {}, 0.2)
        assert time.monotonic() - began < SOON
