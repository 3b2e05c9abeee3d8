"""Clients that occupy, flood or ignore the server do not disturb other guests."""

import json
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from proof import server_patches
from proof.bad_inputs import HOSTILE_VALUES
from proof.bystander import MEGABYTE, check_no_traceback
from proof.clients import GuestClient, table_in_phase
from proof.proof_runs import record_run, repetitions
from proof.raw_sockets import RawWebSocket, frame, open_socket, read_all
from proof.server_processes import ForkedServer, Patch, forked_server
from proof.simulated_guests import SimulatedGuest

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-sqlite")]

HALF_OPEN = repetitions("half_open", 2000, 5000)
FLOOD_SECONDS = repetitions("flood_seconds", 5, 60)
NEVER_READING = 10
SLOWEST_MOVE = 2.0  # seconds
LARGEST_GROWTH = 150  # megabytes
PING = frame(b'{"ask":"ping","id":1}')
BEGINNINGS = (
    b"",
    b"GET",
    b"GET / HTTP/1.1\r\nHost: x\r\n",
    b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
)


def test_abusive_clients_do_not_disturb_others(tmp_path: Path) -> None:
    """A guest plays on beside half-open connections, clients that never read, and a flood."""
    # All of them share an address, whose limits would refuse most of the attack.
    limits = {
        "http_per_address": 10**6,
        "requests_per_second": 1e6,
        "request_burst": 10**6,
        "connections_per_address": 10**6,
        "message_burst": 10**6,
        "messages_per_second": 1e6,
    }
    with forked_server(f"sqlite:///{tmp_path}/house.db", **limits) as server, ExitStack() as open_:
        calm = slowest_move(server, 2.0)
        client = GuestClient(server.address)
        table = table_in_phase(client, "playing")
        for number in range(HALF_OPEN):
            connection = open_.enter_context(open_socket(server.port))
            connection.sendall(BEGINNINGS[number % len(BEGINNINGS)])
        never_reading = [watch_without_reading(server, table) for _ in range(NEVER_READING)]
        for websocket in never_reading:
            open_.enter_context(closing(websocket))
        memory = server.memory()
        flood = Flood(server, client.cookie, table, never_reading)
        flood.start()
        busy = slowest_move(server, FLOOD_SECONDS)
        flood.finish()
        grown = (server.memory() - memory) // MEGABYTE
        open_.close()
        afterwards = slowest_move(server, 1.0)
        check_no_traceback(server)
    assert flood.rounds > FLOOD_SECONDS, f"the flood had only {flood.rounds} rounds"
    assert grown < LARGEST_GROWTH, f"the server's memory grew by {grown} MB"
    assert busy < SLOWEST_MOVE, f"a move took {busy:.1f} s"
    how = (
        f"{HALF_OPEN} half-open connections, {NEVER_READING} clients that never read, a flood of "
        "chat, pings, huge and deep messages; slowest move of another guest"
    )
    record_run(
        "breaks",
        "abusive clients",
        how,
        rounds=1,
        calm_s=round(calm, 3),
        busy_s=round(busy, 3),
        afterwards_s=round(afterwards, 3),
        memory_mb=grown,
    )


def slowest_move(server: ForkedServer, seconds: float) -> float:
    """Play for a while and return the longest time until a move was answered."""
    guest = SimulatedGuest(lambda: server.address, ["ghooost"], 9)
    guest.start()
    time.sleep(seconds)
    guest.finish()
    assert guest.moves > 3, "the guest could not play"
    assert guest.disconnects == 0, f"the guest was disturbed: {guest.describe()}"
    return guest.slowest_move


def watch_without_reading(server: ForkedServer, table: str) -> RawWebSocket:
    """Return a WebSocket that watches a table and reads nothing."""
    websocket = RawWebSocket(server.port, GuestClient(server.address).cookie)
    websocket.send(frame(json.dumps({"ask": "watch", "id": 1, "table": table}).encode()))
    return websocket


class Flood(threading.Thread):
    """Send large and broken messages as fast as one connection can."""

    def __init__(
        self,
        server: ForkedServer,
        cookie: str,
        table: str,
        never_reading: Sequence[RawWebSocket],
    ) -> None:
        super().__init__(daemon=True)
        self.websocket = RawWebSocket(server.port, cookie)
        self.never_reading = never_reading
        word = {"do": "say", "text": "boo " * 100}
        messages = (
            json.dumps({"ask": "do", "id": 1, "table": table, "command": word}).encode(),
            b'{"ask":"ping","id":1}',
            b"[" * 16_000,
            b'{"a":' * 3000,
            json.dumps(HOSTILE_VALUES[:26]).encode(),
        )
        self.frames = [frame(each) for each in messages] * 4
        self.stopping = threading.Event()
        self.rounds = 0
        self.error: BaseException | None = None

    def run(self) -> None:
        """Send rounds until the flood is stopped."""
        try:
            while not self.stopping.is_set():
                self.send_round()
        except (OSError, AssertionError) as error:
            self.error = error
        self.websocket.close()

    def send_round(self) -> None:
        """Send all frames, and pings of those who never read; wait for as many frames."""
        self.websocket.send(b"".join(self.frames))
        for websocket in self.never_reading:
            with suppress(OSError):  # the server may have disconnected it
                websocket.send(PING * 20)
        for _ in self.frames:
            self.websocket.receive()
        self.rounds += 1

    def finish(self) -> None:
        """Stop; raise what ended the flood too early, if anything."""
        self.stopping.set()
        self.join(60)
        if self.error is not None:
            raise self.error


def test_half_open_connections_are_closed(tmp_path: Path) -> None:
    """A request that is never completed ends its connection; an idle WebSocket stays open."""
    seconds = 1.0
    patch = Patch.of(server_patches.shorten_request_timeout, seconds)
    with forked_server(f"sqlite:///{tmp_path}/house.db", patch) as server:
        client = GuestClient(server.address).connect()
        for beginning in BEGINNINGS:
            waited = seconds_until_closed(server.port, beginning)
            assert 0.9 * seconds < waited < 10 * seconds, (beginning, waited)
        client.ping()
        client.close()


def seconds_until_closed(port: int, beginning: bytes) -> float:
    """Send the beginning of a request and return how long the server waits for the rest."""
    started = time.monotonic()
    with open_socket(port) as connection:
        connection.sendall(beginning)
        read_all(connection)
    return time.monotonic() - started
