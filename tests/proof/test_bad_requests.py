"""Bad HTTP requests, and bytes that are no HTTP at all."""

import http.client
import random
import re
import time
from collections import Counter
from collections.abc import Iterator

import pytest

from proof.bad_inputs import bad_input, corrupt, noise
from proof.bystander import Bystander, tracebacks
from proof.clients import NO_LIMITS, GuestClient, table_in_phase
from proof.proof_runs import record_run, repetitions
from proof.raw_sockets import (
    CLOSE,
    RawWebSocket,
    frame,
    handshake,
    open_socket,
    request_bytes,
)
from proof.server_processes import ForkedServer, forked_server
from proof.waiting import eventually
from spookhouse.games import FOLDERS
from spookhouse.remote.messages import Json
from support.databases import KINDS, fresh_database

pytestmark = [pytest.mark.compiled]

REQUESTS = repetitions("requests", 4_000, 40_000)  # on each database
BURSTS = repetitions("bursts", 1_000, 10_000)  # of noise on a bare socket
LARGEST_GROWTH = 60  # megabytes
LONGEST_BODY = 16_384  # bytes; the server need not read a longer one before it hangs up
DROPPED = 0  # counted in place of a status

METHODS = ("GET", "POST", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "FOO")
WITH_BODY = ("POST", "PUT", "FOO")
ODD_VALUES = (
    "%00",
    "%ff",
    "%ed%a0%80",
    "..%2f..",
    "a" * 500,
    "9" * 5000,
    "%",
    "é".encode().hex(),
    "1.2.3",
    "..",
    "-1",
    "%C2%B2",
    "x/../app",
    "0",
)
QUERIES = (
    "",
    "",
    "?a=%00",
    "?" + "a" * 300,
    "/",
    "//",
    "#x",
    "?by=0",
    "?by=%00",
    "?by=" + "9" * 5000,
    "?last=" + "9" * 5000,
    "?last=%ff&by=open",
)
BODIES: tuple[Json, ...] = (
    {"step": 0},
    {
        "game": "ghooost",
        "options": {"players": 2},
        "public": False,
        "spectators": True,
        "hints": True,
        "clock": {"move": 3600, "reserve": 600},
    },
    {"game": "graveyards", "options": {}},
    {"name": "Ann"},
    {},
)


@pytest.fixture(
    params=[pytest.param(kind, marks=pytest.mark.xdist_group(f"proof-{kind}")) for kind in KINDS]
)
def server(request: pytest.FixtureRequest) -> Iterator[ForkedServer]:
    for database in fresh_database(request.param):
        with forked_server(database, **NO_LIMITS) as opened:
            yield opened


# === HTTP ===


class RequestMaker:
    """Makes bad requests of one guest. The standard library's HTTP client can send all of them."""

    def __init__(self, server: ForkedServer, rng: random.Random) -> None:
        self.server, self.rng = server, rng
        client = GuestClient(server.address)
        self.cookie = client.cookie
        self.tables = [table_in_phase(client, phase) for phase in ("playing", "over")]
        self.paths = [*client.get("/api/openapi.json")["paths"], "/ws", "/nothing"]

    def method(self) -> str:
        """Return a method, seldom a valid one for the path."""
        return self.rng.choice(METHODS)

    def path(self) -> str:
        """Return a path with odd values in it, but without blanks and line ends."""
        good = {
            "table": self.rng.choice(self.tables),
            "game": self.rng.choice(list(FOLDERS)),
            "first": "0",
            "path": "app.js",
            "token": "x",
            "part": "3",
        }
        path = re.sub(
            r"{(\w+)}",
            lambda found: good[found[1]] if self.rng.random() < 0.6 else self.odd_value(),
            self.rng.choice(self.paths),
        )
        return path + self.rng.choice(QUERIES)

    def odd_value(self) -> str:
        """Return a value that a path should not have."""
        return self.rng.choice(ODD_VALUES)

    def body(self) -> bytes:
        """Return a bad body, sometimes a very long one."""
        if self.rng.random() < 0.8:
            return bad_input(BODIES, self.rng)
        return noise(self.rng) * self.rng.choice((1, 1, 200))

    def headers(self, number: int) -> dict[str, str]:
        """Return headers: a broken cookie or a foreign origin at times, and an address."""
        cookie = self.cookie
        if self.rng.random() >= 0.9:
            cookie = corrupt(cookie.encode(), self.rng).decode("latin-1")
        headers = {
            "Cookie": "".join(letter for letter in cookie if letter.isprintable()),
            "X-Forwarded-For": f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}",
        }
        if self.rng.random() < 0.1:
            own = f"http://127.0.0.1:{self.server.port}"
            headers["Origin"] = self.rng.choice(
                ("null", "http://evil.example", own, "http://[", "%")
            )
        return headers


def test_bad_requests(server: ForkedServer) -> None:
    rng, statuses = random.Random(4), Counter[int]()
    maker, bystander = RequestMaker(server, rng), Bystander(server)
    bystander.note_memory()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    for number in range(REQUESTS):
        statuses[send_bad_request(connection, maker, number)] += 1
    connection.close()
    grown = bystander.finish(LARGEST_GROWTH)
    assert statuses[DROPPED] <= REQUESTS // 100, statuses
    counts = {f"status_{status}": times for status, times in sorted(statuses.items()) if status}
    record_run(
        "breaks",
        "bad HTTP requests",
        "mutated bodies, odd paths, methods, cookies and origins",
        inputs=REQUESTS,
        memory_mb=grown,
        dropped=statuses[DROPPED],
        **counts,
    )


def send_bad_request(
    connection: http.client.HTTPConnection, maker: RequestMaker, number: int
) -> int:
    """Send one request and return the status of the answer, which must be no error of the server.

    Return `DROPPED` if the server hung up on a body that is too long.
    """
    method, path = maker.method(), maker.path()
    body, headers = maker.body(), maker.headers(number)
    try:
        connection.request(method, path, body if method in WITH_BODY else None, headers)
        response = connection.getresponse()
        content = response.read()
    except ConnectionError:
        connection.close()
        if len(body) <= LONGEST_BODY:
            raise
        return DROPPED
    if response.status >= 500 or b"Traceback" in content:
        time.sleep(0.5)  # the log is written after the answer
        raise AssertionError(
            f"{method} {path} {headers} {body!r:.500}: {content!r:.500}\n"
            f"{tracebacks(maker.server.output())[:1]}"
        )
    return response.status


# === BARE SOCKETS ===


@pytest.mark.parametrize(
    "server", [pytest.param("sqlite", marks=pytest.mark.xdist_group("proof-sqlite"))], indirect=True
)
def test_noise_on_a_bare_socket(server: ForkedServer) -> None:
    """Send bytes that are no HTTP, handshakes that must fail, and frames that must not be sent."""
    rng, cookie = random.Random(5), GuestClient(server.address).cookie
    bystander, files_before = Bystander(server), server.open_files()
    for number in range(BURSTS):
        match number % 6:
            case 0:
                send_bad_handshake(server.port, cookie, rng)
            case 2 | 4:
                send_bad_frame(server.port, cookie, rng, number)
            case _:
                send_noise(server.port, rng)
    bystander.note_memory()
    grown = bystander.finish(LARGEST_GROWTH)
    eventually(lambda: server.open_files() <= files_before + 10, 30)
    record_run(
        "breaks",
        "noise on bare sockets",
        "no HTTP, no frames, connections dropped in the middle",
        inputs=BURSTS,
        memory_mb=grown,
    )


def send_noise(port: int, rng: random.Random) -> None:
    """Send noise or a corrupted request, and hang up."""
    request = b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabcde"
    with open_socket(port) as connection:
        connection.sendall(rng.choice((noise(rng), corrupt(request, rng))))


def send_bad_handshake(port: int, cookie: str, rng: random.Random) -> None:
    """Request a WebSocket with one header that is wrong or missing; it must be refused."""
    lines = handshake(port, cookie)
    wrong = rng.randrange(2, len(lines))
    name = lines[wrong].partition(":")[0]
    lines[wrong] = rng.choice((f"{name}: {noise(rng).hex()}", "X: y"))
    with open_socket(port) as connection:
        connection.sendall(request_bytes(lines))
        answer = connection.recv(100)
    assert answer.startswith(b"HTTP/1.1 4"), (answer, lines)


def send_bad_frame(port: int, cookie: str, rng: random.Random, number: int) -> None:
    """Open a WebSocket, send something broken, and hang up."""
    address = f"X-Forwarded-For: 10.0.{number >> 8 & 255}.{number & 255}"
    websocket = RawWebSocket(port, cookie, address)
    ping = frame(b'{"ask":"ping","id":1}')
    websocket.send(rng.choice((noise(rng), bad_frame(rng), corrupt(ping, rng))))
    websocket.close()


def bad_frame(rng: random.Random) -> bytes:
    """Return a frame that a client must not send."""
    payload = rng.randbytes(rng.randrange(300))
    match rng.randrange(5):
        case 0:
            return frame(payload, masked=False)
        case 1:
            return frame(payload, opcode=rng.choice((3, 5, 11, 15)))
        case 2:
            return frame(payload, final=False) * 3
        case 3:
            return frame(payload, opcode=CLOSE)
        case _:
            return frame(bytes(20_000))
