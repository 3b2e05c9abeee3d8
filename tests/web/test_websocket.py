"""The WebSocket's frames, byte by byte: what a client may send is heard however it is cut, what it may not send ends the line with the right code."""

import json
import os
import socket
import time
from collections.abc import Iterator

import pytest

from support.metrics import read_metrics
from support.servers import Client, Server, served

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("house")]

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(f"sqlite:///{tmp_path_factory.mktemp('wire')}/house.db") as running:
        yield running


def cookie_of(person: Client) -> str:
    return "; ".join(f"{each.name}={each.value}" for each in person.jar)


class Raw:
    """A client that writes its frames itself."""

    def __init__(self, server: Server, person: Client) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lines = [
            "GET /ws HTTP/1.1",
            "Host: x",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
        ]
        lines += [
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            f"Cookie: {cookie_of(person)}",
            "",
            "",
        ]
        self.socket.sendall("\r\n".join(lines).encode())
        self.stream = self.socket.makefile("rb")
        assert b"101" in self.stream.readline()
        while self.stream.readline() != b"\r\n":
            pass

    def frame(
        self,
        kind: int,
        payload: bytes,
        *,
        last: bool = True,
        masked: bool = True,
        reserved: int = 0,
    ) -> bytes:
        first, size, mask = kind | reserved | (0x80 if last else 0), len(payload), os.urandom(4)
        bit = 0x80 if masked else 0
        head = (
            bytes((first, bit | size))
            if size < 126
            else bytes((first, bit | 126)) + size.to_bytes(2, "big")
        )
        return (
            head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
            if masked
            else head + payload
        )

    def send(self, *frames: bytes) -> None:
        self.socket.sendall(b"".join(frames))

    def hear(self) -> tuple[int, bytes]:
        first, second = self.stream.read(2)
        size = (
            second
            if second < 126
            else int.from_bytes(self.stream.read(2 if second == 126 else 8), "big")
        )
        return first & 15, self.stream.read(size)

    def hear_close(self) -> int:
        kind, payload = self.hear()
        assert kind == CLOSE
        return int.from_bytes(payload[:2], "big")

    def close(self) -> None:
        self.stream.close()
        self.socket.close()


@pytest.fixture
def raw(server: Server) -> Iterator[Raw]:
    line = Raw(server, Client(server))
    yield line
    line.close()


def ping(number: int) -> bytes:
    return json.dumps({"ask": "ping", "id": number}).encode()


def answered(raw: Raw, number: int) -> None:
    kind, payload = raw.hear()
    assert (kind, json.loads(payload)) == (TEXT, {"re": number, "ok": True})


def test_frames_are_heard_however_they_are_cut(raw: Raw) -> None:
    third = raw.frame(TEXT, ping(3))
    raw.send(raw.frame(TEXT, ping(1)), raw.frame(TEXT, ping(2) + b" " * 300), third[:5])
    answered(raw, 1)
    answered(raw, 2)
    raw.send(third[5:])
    answered(raw, 3)


def test_a_frame_may_come_byte_by_byte(raw: Raw) -> None:
    for byte in raw.frame(TEXT, ping(5) + b" " * 150):
        raw.send(bytes((byte,)))
    answered(raw, 5)


def test_a_message_may_come_in_parts_with_a_ping_between(raw: Raw) -> None:
    message = ping(6)
    raw.send(
        raw.frame(TEXT, message[:4], last=False),
        raw.frame(PING, b"there?"),
        raw.frame(0, message[4:]),
    )
    assert raw.hear() == (PONG, b"there?")
    answered(raw, 6)


def test_many_requests_at_once_are_answered_in_order(raw: Raw) -> None:
    raw.send(*(raw.frame(TEXT, ping(number)) for number in range(50)))
    for number in range(50):
        answered(raw, number)


@pytest.mark.parametrize(
    ("code", "kind", "payload", "details"),
    [
        (1002, TEXT, b"{}", {"masked": False}),
        (1002, TEXT, b"{}", {"reserved": 0x40}),
        (1002, 0, b"{}", {}),
        (1002, PING, b"x" * 126, {}),
        (1002, PING, b"", {"last": False}),
        (1002, 11, b"", {}),
        (1002, 3, b"{}", {}),
        (1007, TEXT, b"\xff\xfe", {}),
        (1009, TEXT, b"x" * 20_000, {}),
        (1000, CLOSE, b"\x03\xe8", {}),
    ],
)
def test_what_may_not_be_sent_ends_the_line(
    raw: Raw, code: int, kind: int, payload: bytes, details: dict[str, int]
) -> None:
    raw.send(raw.frame(kind, payload, **details))  # type: ignore[arg-type]
    assert raw.hear_close() == code
    assert raw.stream.read(1) == b""


def test_a_close_without_a_code_is_answered_without_one(raw: Raw) -> None:
    raw.send(raw.frame(CLOSE, b""))
    assert raw.hear() == (CLOSE, b"")
    assert raw.stream.read(1) == b""


def test_bytes_are_read_like_text(raw: Raw) -> None:
    raw.send(raw.frame(BINARY, b'{"ask": "ping", "id": 7}'), raw.frame(BINARY, b"\xff\xfe"))
    assert json.loads(raw.hear()[1]) == {"re": 7, "ok": True}
    assert json.loads(raw.hear()[1])["code"] == "message/broken"


def test_parts_of_a_message_may_not_be_too_many(raw: Raw) -> None:
    raw.send(raw.frame(TEXT, b"x" * 9_000, last=False), raw.frame(0, b"x" * 9_000, last=False))
    assert raw.hear_close() == 1009


def test_there_is_no_line_elsewhere(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as other:
        other.sendall(
            b"GET /t/x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        )
        other.sendall(b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
        assert b" 404 " in other.recv(1000)


def test_a_handshake_that_fails_takes_no_place(server: Server) -> None:
    """A guest may have fifty lines here, and an address two hundred: broken handshakes are none of them."""
    client = Client(server)
    ask = f"GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nCookie: {cookie_of(client)}\r\n"
    for number in range(250):
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as other:
            other.sendall(
                (ask + ("Sec-WebSocket-Version: 13\r\n\r\n" if number % 2 else "\r\n")).encode()
            )
            assert other.recv(1000).partition(b" ")[2][:3] in (b"400", b"426")
    line = Raw(server, client)
    line.send(line.frame(TEXT, ping(1)))
    answered(line, 1)
    line.close()


def test_who_does_not_read_is_cut_off_and_others_play_on(server: Server) -> None:
    ann = Client(server).connect()
    table = ann.open_table(options={"players": 2})
    ann.watch(table)
    ann.sit(0)
    eve = Raw(server, Client(server))
    eve.send(eve.frame(TEXT, json.dumps({"ask": "watch", "id": 1, "table": table}).encode()))
    eve.hear()
    before = sockets(ann)
    deadline = time.monotonic() + 60
    while sockets(ann) == before:
        assert time.monotonic() < deadline
        assert ann.do(do="say", text="boo " * 120)["ok"]
    assert ann.ask("ping")["ok"]
    eve.close()
    ann.close()


def sockets(client: Client) -> float:
    return read_metrics(client)["spookhouse_sockets"]
