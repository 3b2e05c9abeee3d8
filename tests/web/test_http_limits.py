"""Clients that ask for too much over HTTP: too fast, too much at once, or without reading it."""

import asyncio
import gc
import json
import select
import socket
import time
import weakref
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import cast

import pytest
from httptools import HttpParserError

from spookhouse.kernel.contract import Json
from spookhouse.stores import SqlStore
from spookhouse.table import commands as ask
from spookhouse.table.log import Draft, Said
from spookhouse.table.store_protocol import NewTable
from spookhouse.web.http_connection import (
    MAX_HEADER_BYTES,
    RECEIVE_BUFFER,
    HttpConnection,
    limit_receive_buffer,
)
from spookhouse.web.request_limits import answer_later
from support.metrics import read_metrics
from support.running import run
from support.servers import Client, Server, served
from support.tables import SECRET, Played

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("sockets")]

MEGABYTE = 1 << 20
# Settings of a server behind a proxy that says where requests come from.
PROXY = {"proxy_hops": 1}


def forwarded_for(address: str) -> dict[str, str]:
    """Return the header of a proxy that forwards a request."""
    return {"X-Forwarded-For": address}


def request_bytes(path: str, *headers: str, method: str = "GET") -> bytes:
    """Return a request without a body."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: x", *headers, "", ""]).encode()


def status_of(response: bytes) -> int:
    """Return the status of a response."""
    return int(response.split()[1])


# === RATE ===


def test_requests_of_an_address_are_limited_in_rate(tmp_path: Path) -> None:
    """Other addresses are not affected. A page needs many files, so they have a larger limit."""
    limits = {**PROXY, "requests_per_second": 0.1, "request_burst": 30}
    with served(f"sqlite:///{tmp_path}/house.db", **limits) as server:
        client = Client(server)
        here, there = forwarded_for("192.0.2.1"), forwarded_for("192.0.2.2")
        answers = [client.http("/api/games", headers=here) for _ in range(32)]
        assert [answer.status for answer in answers] == [200] * 30 + [429] * 2
        assert answers[-1].json()["code"] == "limit/rate"
        for path in ("/", "/metrics", "/api/tables/nowhere/record"):
            assert client.http(path, headers=here).status == 429
            assert client.http(path, headers=there).status != 429
        served_files = 0
        while client.http("/client/lib.js", headers=here).status == 200:
            served_files += 1
        assert 300 <= served_files < 400


def test_a_delayed_refusal_ends_with_its_connection() -> None:
    """Clients that disconnect and come again leave nothing behind."""

    async def work() -> None:
        ended = asyncio.Event()

        async def receive() -> dict[str, object]:
            await asyncio.sleep(0.01)
            return {"type": "http.disconnect"}

        async def send(message: object) -> None:
            ended.set()

        await asyncio.wait_for(answer_later({"path": "/"}, receive, send, "too fast"), 0.5)
        assert not ended.is_set()

    run(work())


def test_requests_in_progress_are_limited_behind_a_proxy(tmp_path: Path) -> None:
    """Nobody else is affected, and a request that ends makes room."""
    limits = {**PROXY, "http_per_address": 3}
    with served(f"sqlite:///{tmp_path}/house.db", **limits) as server, ExitStack() as open_:
        client, here = Client(server), forwarded_for("192.0.2.1")
        headers = (f"Cookie: {client.cookie}", "X-Forwarded-For: 192.0.2.1", "Content-Length: 9")
        for _ in range(3):
            connection = open_.enter_context(connected(server))
            connection.sendall(request_bytes("/api/me", *headers, method="POST"))
        time.sleep(0.3)
        refused = client.http("/api/games", headers=here)
        assert (refused.status, refused.json()["code"]) == (429, "limit/rate")
        assert client.http("/api/games").status == 200
        connection.sendall(b'{"name":1')
        assert status_of(connection.recv(1000)) == 400
        assert client.http("/api/games", headers=here).status == 200


@contextmanager
def connected(server: Server) -> Iterator[socket.socket]:
    """Yield a connection with a small buffer for what is received."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(20)
        connection.connect(("127.0.0.1", server.port))
        yield connection


# === HEADS OF REQUESTS ===

UNFINISHED = b"GET / HTTP/1.1\r\nHost: x\r\n"
HEADS = [
    pytest.param(414, b"GET /", b"a" * 65_536, id="request line"),
    pytest.param(431, UNFINISHED + b"X: ", b"a" * 65_536, id="one header"),
    pytest.param(431, UNFINISHED, b"X: aaaa\r\n" * 6_000, id="many headers"),
    pytest.param(431, UNFINISHED, b"a:b\r\n" * 101, id="more than a hundred small headers"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(f"sqlite:///{tmp_path_factory.mktemp('heads')}/house.db") as running:
        yield running


@pytest.mark.parametrize(("status", "first", "piece"), HEADS)
def test_a_large_head_is_refused_before_it_is_complete(
    server: Server, status: int, first: bytes, piece: bytes
) -> None:
    with connected(server) as connection:
        connection.sendall(first + piece)
        assert status_of(connection.recv(1000)) == status


def test_large_heads_are_parsed_in_turns(server: Server) -> None:
    """However a head arrives, it is read completely; a body may follow in the same piece."""
    cookie = f"Cookie: {Client(server).cookie}"
    headers = [f"X-{number}: {'a' * 1_000}" for number in range(14)]
    body = b'{"name": "Ann"}'
    length = f"Content-Length: {len(body)}"
    head = request_bytes("/api/me", cookie, length, "Connection: close", *headers, method="POST")
    for size in (100_000, 5_000, 2_048, 999):
        with connected(server) as connection:
            for start in range(0, len(head + body), size):
                connection.sendall((head + body)[start : start + size])
            assert status_of(connection.recv(1000)) == 200


def test_a_hundred_headers_are_accepted(server: Server) -> None:
    headers = [f"X-{number}: {number}" for number in range(97)]
    with connected(server) as connection:
        connection.sendall(request_bytes("/healthz", "Connection: close", *headers))
        assert status_of(connection.recv(1000)) == 200


def test_few_requests_wait_on_one_connection(server: Server) -> None:
    """A client that sends more before it has a response is disconnected."""
    request = request_bytes("/readyz")
    for requests, last in ((5, 200), (6, 429)):
        with connected(server) as connection:
            connection.sendall(
                request * (requests - 1) + request_bytes("/readyz", "Connection: close")
            )
            response = read_to_end(connection)
        statuses = [int(part.split()[0]) for part in response.split(b"HTTP/1.1 ")[1:]]
        assert statuses[-1] == last, statuses


def read_to_end(connection: socket.socket) -> bytes:
    """Return everything until the server closes the connection."""
    parts = []
    while part := connection.recv(1 << 20):
        parts.append(part)
    return b"".join(parts)


def test_the_system_receives_little_at_a_time() -> None:
    """One read of a connection returns at most what its buffer holds."""
    sizes: list[int] = []

    class Reader(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            limit_receive_buffer(cast(asyncio.Transport, transport))

        def data_received(self, data: bytes) -> None:
            sizes.append(len(data))
            time.sleep(0.001)

    async def work() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(Reader, "127.0.0.1", 0)
        _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        await asyncio.sleep(0.05)
        writer.write(bytes(MEGABYTE))
        while sum(sizes) < MEGABYTE:
            await asyncio.sleep(0.01)
        writer.close()
        server.close()

    run(work())
    assert max(sizes) <= 4 * RECEIVE_BUFFER


def test_connections_of_an_address_are_limited(tmp_path: Path) -> None:
    """One that ends makes room."""
    database = f"sqlite:///{tmp_path}/house.db"
    with served(database, http_per_address=5) as server, ExitStack() as open_:
        connections = [open_.enter_context(connected(server)) for _ in range(5)]
        time.sleep(0.2)
        with connected(server) as refused:
            assert status_of(refused.recv(1000)) == 429
        connections[0].close()
        time.sleep(0.2)
        assert Client(server).http("/healthz").status == 200


# === CLIENTS THAT DISCONNECT ===


def test_a_rejected_request_leaves_nothing_behind() -> None:
    """Its data stayed in memory until the next garbage collection, which delayed everybody."""

    def reject() -> "weakref.ref[HttpConnection]":
        connection = HttpConnection.__new__(HttpConnection)
        connection.headers = []
        with suppress(HttpParserError):
            connection.on_header(b"x", bytes(MAX_HEADER_BYTES))
        assert connection.rejected is not None
        return weakref.ref(connection)

    gc.disable()
    try:
        assert reject()() is None
    finally:
        gc.enable()


def test_clients_that_disconnect_leave_no_tracebacks_in_the_log(tmp_path: Path) -> None:
    """Each would take kilobytes: a client could fill the disk."""
    with served(f"sqlite:///{tmp_path}/house.db") as server:
        cookie = f"Cookie: {Client(server).cookie}"
        body = request_bytes("/api/me", cookie, "Content-Length: 100", method="POST") + b"{"
        tables = request_bytes("/api/tables", cookie)
        for data in (tables, tables * 4, tables * 9, tables * 3 + body, body, tables + b"?"):
            for pause in (0.0, 0.001, 0.003, 0.01):
                for _ in range(5):
                    with connected(server) as connection:
                        connection.sendall(data)
                        time.sleep(pause)
        assert Client(server).http("/healthz").status == 200
        log = stop_and_read(server)
    assert "Traceback" not in log, log[:3000]


def test_invalid_requests_are_counted_and_not_logged(tmp_path: Path) -> None:
    """A client could send thousands per second and fill the disk."""
    with served(f"sqlite:///{tmp_path}/house.db") as server:
        upgrade = request_bytes("/healthz", "Connection: upgrade", "Upgrade: h2c")
        for data in (b"\x00\r\n\r\n", b"GET /" + b"a" * 5_000, upgrade):
            with connected(server) as connection:
                connection.sendall(data)
                assert connection.recv(1000)
        assert read_metrics(Client(server))["spookhouse_refusals_total"] == 2
        log = stop_and_read(server)
    assert "request" not in log.lower(), log


def stop_and_read(server: Server) -> str:
    """Stop a server and return what it has printed."""
    server.process.terminate()
    return server.output()


# === LARGE RECORDS ===

MESSAGES = 20_000


@pytest.fixture(scope="module")
def talkative(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Played]:
    """Return a database with a finished game whose record has ten megabytes, and the game."""
    database = f"sqlite:///{tmp_path_factory.mktemp('large')}/house.db"
    played = Played(players=2).sit("ann", 0).sit("bob", 1).start()
    played.do("ann", ask.Resign(seat=0))
    played.store([Draft("ann", Said(text="boo " * 90)) for _ in range(MESSAGES)])
    store = SqlStore(database)
    row = NewTable(secret=SECRET, game="ghooost", public=False, created=1.0, changed=1.0)
    store.append("t1", played.log, played.table.phase, row).result()
    store.close()
    return database, played


def test_a_large_record_is_complete(talkative: tuple[str, Played]) -> None:
    database, played = talkative
    with served(database) as server:
        response = Client(server).http("/api/tables/t1/record")
    assert len(response.body) > 10_000_000
    record: Json = response.json()
    assert record == {"format": 1, "table": "t1", "entries": played.items()}


def test_clients_that_do_not_read_a_record_fill_no_memory(talkative: tuple[str, Played]) -> None:
    with served(talkative[0]) as server, ExitStack() as open_:
        client = Client(server)
        assert client.http("/api/tables/t1/record").status == 200
        before = memory_of(server)
        for _ in range(60):
            connection = open_.enter_context(connected(server))
            connection.sendall(request_bytes("/api/tables/t1/record"))
        for _ in range(20):
            started = time.monotonic()
            assert client.http("/readyz").status == 200
            assert time.monotonic() - started < 0.5
            time.sleep(0.1)
        assert memory_of(server) - before < 50 * MEGABYTE


def test_few_clients_of_an_address_may_read_slowly(talkative: tuple[str, Played]) -> None:
    """The others are disconnected, so that one address cannot fill the memory."""
    with served(talkative[0]) as server, ExitStack() as open_:
        assert Client(server).http("/api/tables/t1/record").status == 200
        connections = [open_.enter_context(connected(server)) for _ in range(30)]
        for connection in connections:
            connection.sendall(request_bytes("/api/tables/t1/record"))
            # One address has one turn at a time.
            assert status_of(connection.recv(20)) == 200
        client, deadline = Client(server), time.monotonic() + 30
        while read_metrics(client)["spookhouse_limited_total"] < 10:
            # The system's own buffers are filled first.
            assert time.monotonic() < deadline
            time.sleep(0.2)
        assert sum(is_sent_much(connection) for connection in connections) == 20


def is_sent_much(connection: socket.socket) -> bool:
    """Return whether the server sends as much as it could not have sent already."""
    with suppress(OSError):
        size = 0
        while size < 8 * MEGABYTE:
            part = connection.recv(1 << 20)
            if not part:
                return False
            size += len(part)
        return True
    return False


def memory_of(server: Server) -> int:
    """Return the bytes that a server has in memory."""
    lines = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    (line,) = [line for line in lines if line.startswith("VmRSS")]
    return int(line.split()[1]) * 1024


# === VERIFICATIONS ===


def test_one_address_cannot_occupy_the_pool_of_replays(talkative: tuple[str, Played]) -> None:
    """It gets one thread at a time; the other one, and everything else, is there for others."""
    with served(talkative[0], **PROXY) as server, ExitStack() as open_:
        ann = Client(server).connect()
        # Load the rules and the game.
        assert ann.http("/api/tables/t1/replay/0").status == 200
        connections = [open_.enter_context(connected(server)) for _ in range(64)]
        for connection in connections:
            address = "X-Forwarded-For: 192.0.2.1"
            connection.sendall(request_bytes("/api/tables/t1/verified", address))
        for path in ("/readyz", "/api/games", "/api/tables", "/api/tables/t1/replay/0"):
            for _ in range(3):
                started = time.monotonic()
                assert ann.http(path, headers=forwarded_for("192.0.2.2")).status == 200, path
                assert ann.ask("ping")["ok"]
                assert time.monotonic() - started < 3, path
        answered, _, _ = select.select(connections, [], [], 1.0)
        responses = [connection.recv(1000) for connection in answered]
        refused = [response for response in responses if status_of(response) == 503]
        assert len(refused) >= 40
        assert all(b"limit/busy" in response for response in refused)
        ann.close()


# === NAMES OF TABLES ===


def test_a_guest_who_guesses_names_of_tables_is_refused(tmp_path: Path) -> None:
    """Over HTTP and WebSocket; own tables stay usable, and so is everything for others."""
    limits = {"unknown_tables_per_guest": 8}
    with served(f"sqlite:///{tmp_path}/house.db", **limits) as server:
        ann, eve = Client(server).connect(), Client(server).connect()
        table, own = ann.open_table(), eve.open_table(options={"players": 2})
        assert eve.watch(own)["ok"]
        found = [guess(eve, number, f"guess{number}") for number in range(14)]
        assert found == ["table/unknown"] * 8 + ["limit/names"] * 6
        # Refused is also what exists, or else guessing would go on.
        assert [guess(eve, number, table) for number in range(6)] == ["limit/names"] * 6
        second = Client(server, like=eve).connect()
        assert guess(second, 0, table) == "limit/names"
        assert second.watch(own)["ok"]
        assert eve.sit(0)["ok"]
        assert eve.json(f"/api/tables/{own}/record")["code"] == "table/not-over"
        assert ann.watch(table)["ok"]
        for each in (ann, eve, second):
            each.close()


def guess(client: Client, number: int, table: str) -> str:
    """Request a table in one of several ways; return the code of the refusal."""
    requests: list[Json] = [
        {"ask": "watch", "seat": None},
        {"ask": "do", "command": {"do": "say", "text": "boo"}},
        {"ask": "why", "seat": 0, "move": "luck"},
        {"ask": "state", "seat": 0},
    ]
    paths = [f"/api/tables/{table}/record", f"/api/tables/{table}/replay/0"]
    place = number % (len(requests) + len(paths))
    if place < len(requests):
        return str(client.answer({**requests[place], "table": table}).get("code"))
    return str(client.json(paths[place - len(requests)]).get("code"))


def test_an_address_that_guesses_with_many_guests_is_refused(tmp_path: Path) -> None:
    limits = {**PROXY, "unknown_tables_per_address": 10}
    with served(f"sqlite:///{tmp_path}/house.db", **limits) as server:
        here, there = forwarded_for("192.0.2.1"), forwarded_for("192.0.2.2")
        path = "/api/tables/guess/verified"
        statuses = [Client(server).http(path, headers=here).status for _ in range(12)]
        assert statuses == [404] * 10 + [429] * 2
        assert Client(server).http(path, headers=there).status == 404
        ann = Client(server)
        refused = ann.http(path, headers=here | {"Cookie": ""})
        assert json.loads(refused.body)["code"] == "limit/names"
