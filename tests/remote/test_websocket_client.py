"""The client's WebSocket against servers of the library `websockets` and bare sockets."""

import json
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
from spookhouse.remote.blocking import BlockingConnection, BlockingWebSocket
from spookhouse.remote.errors import Disconnected, NotAdmitted, RequestRefused
from spookhouse.remote.http import HttpSession
from spookhouse.remote.messages import Done, Head, Json
from spookhouse.remote.pending_requests import read_answer

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
            case str() if '"answer"' in message:
                request = json.loads(message)
                for each in (*request["notifications"], request["answer"] | {"re": request["id"]}):
                    connection.send(json.dumps(each))
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


# === REQUESTS ===


@pytest.fixture
def told() -> list[Head]:
    """Return the heads of the notifications that the connection has passed on."""
    return []


@pytest.fixture
def connection(server: ServerAddress, told: list[Head]) -> Iterator[BlockingConnection]:
    session = HttpSession(server, {"X-Kind": "friend"}, timeout=SOON)
    opened = BlockingConnection(session, lambda head, message: told.append(head))
    yield opened
    opened.close()


def request_for(answer: Json, *notifications: Json) -> Json:
    """Return a request to which the server sends notifications, then an answer."""
    return {"answer": answer, "notifications": notifications}


def test_a_request_waits_for_its_answer(connection: BlockingConnection, told: list[Head]) -> None:
    change = {"tell": "change", "of": "t", "version": 4}
    for version in (4, 5):
        request = request_for({"ok": True, "version": version}, change, {"tell": "closing"})
        assert read_answer(*connection.exchange(request), Done).version == version
    assert [head.tell for head in told] == ["change", "closing"] * 2
    assert told[0] == Head(tell="change", of="t", version=4)


def test_a_refusal_is_raised_or_returned(connection: BlockingConnection) -> None:
    refusal = {"ok": False, "code": "seat/taken", "message": "this seat is taken"}
    head, message = connection.exchange(request_for(refusal))
    assert (head.re, head.ok) == (1, False)
    assert json.loads(message) == {"re": 1, **refusal}
    with pytest.raises(RequestRefused, match="this seat is taken") as caught:
        read_answer(head, message, Done)
    assert caught.value.code == "seat/taken"


def test_notifications_are_received_between_requests(
    connection: BlockingConnection, told: list[Head]
) -> None:
    connection.websocket.send(json.dumps({"tell": "private", "of": "t"}))  # sent back as it is
    assert told == []
    connection.receive()
    assert [head.tell for head in told] == ["private"]
    with pytest.raises(TimeoutError):
        connection.receive(timeout=0.05)


def test_a_request_on_a_lost_connection_fails(connection: BlockingConnection) -> None:
    connection.websocket.send("break")
    with pytest.raises(Disconnected):
        connection.exchange(request_for({"ok": True}))
