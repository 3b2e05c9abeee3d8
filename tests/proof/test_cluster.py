"""Three server processes on one PostgreSQL: one is killed, one paused, one cut off.

Guests go elsewhere, nothing is lost, and all servers recover.
"""

import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pytest

from proof import network_cuts, server_patches
from proof.clients import GuestClient
from proof.log_checks import check_tables
from proof.network_cuts import (
    PausableProxy,
    dial_postgresql,
    dial_server,
    make_namespace,
    url_through,
)
from proof.proof_runs import record_run, repetitions
from proof.server_processes import ForkedServer, Patch
from proof.simulated_guests import (
    SimulatedGuest,
    finish_guests,
    start_guests,
    wait_for_moves,
)
from proof.waiting import eventually
from spookhouse.games import FOLDERS
from spookhouse.remote.address import ServerAddress
from support.databases import fresh_database

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-postgresql")]

ROUNDS = repetitions("cluster", 2, 40)  # of three failures each
GUESTS = 5
GUEST_TIMEOUT = 2.0  # seconds until a guest tries another server
SHORTEST_FAILURE = 3.0  # seconds
UNNOTICED = 8.0  # seconds; a silent database connection is noticed sooner


@pytest.fixture
def database() -> Iterator[str]:
    yield from fresh_database("postgresql")


class Cluster:
    """Servers A, B and C. C can be cut off from the database and from its guests.

    `patch` is a patch of B.
    """

    def __init__(self, database: str, patch: Patch | None = None) -> None:
        self.database, self.lock, self.connects = database, threading.Lock(), 0
        self.namespace = make_namespace()
        host = self.namespace.outer_host if self.namespace else "127.0.0.1"
        self.proxies = [PausableProxy(dial_postgresql(database), host)]
        self.servers = [
            ForkedServer(database),
            ForkedServer(database, patch),
            self._server_to_cut_off(),
        ]
        for server in self.servers:
            server.wait_until_ready()
        if self.namespace is None:
            self._add_proxy(self.servers[2])

    def _server_to_cut_off(self) -> ForkedServer:
        url = url_through(self.database, self.proxies[0])
        if self.namespace is None:
            return ForkedServer(url)
        patch = Patch.of(network_cuts.enter_namespace, self.namespace.name)
        return ForkedServer(url, patch, host=self.namespace.inner_host)

    def _add_proxy(self, server: ForkedServer) -> None:
        """Let guests reach a server through a proxy only."""
        proxy = PausableProxy(dial_server(server.address))
        self.proxies.append(proxy)
        server.address = ServerAddress("http", proxy.host, proxy.port)

    def address(self) -> ServerAddress:
        """Return the address of each server in turn."""
        with self.lock:
            self.connects += 1
            return self.servers[self.connects % len(self.servers)].address

    def cut(self) -> None:
        """Cut C off."""
        if self.namespace:
            self.namespace.cut()
        else:
            for proxy in self.proxies:
                proxy.pause()

    def restore(self) -> None:
        """Connect C again."""
        if self.namespace:
            self.namespace.restore()
        else:
            for proxy in self.proxies:
                proxy.resume()

    @property
    def method(self) -> str:
        """How C is cut off."""
        if self.namespace:
            return "network namespace, link taken down"
        return "paused TCP proxy (no right to make a network namespace)"

    def close(self) -> None:
        """End all servers."""
        for server in self.servers:
            with suppress(ProcessLookupError):
                server.send(signal.SIGCONT)
        self.restore()
        for server in self.servers:
            server.end()
            server.log.unlink(missing_ok=True)
        for proxy in self.proxies:
            proxy.close()
        if self.namespace:
            self.namespace.close()


@pytest.fixture
def cluster(database: str) -> Iterator[Cluster]:
    made = Cluster(database)
    yield made
    made.close()


def play_on(cluster: Cluster) -> list[SimulatedGuest]:
    """Let guests play on all servers; one of them with a bot."""
    guests = [
        SimulatedGuest(cluster.address, list(FOLDERS), seed, seed == 0, GUEST_TIMEOUT)
        for seed in range(GUESTS)
    ]
    start_guests(guests)
    return guests


def test_killed_paused_and_cut_off(database: str, cluster: Cluster) -> None:
    rng, guests = random.Random(2), play_on(cluster)
    for _ in range(ROUNDS):
        for fail in (kill, pause, cut_off):
            time.sleep(rng.uniform(0.0, 0.3))
            fail(cluster, guests)
    check_recovered(cluster)
    counted = check_tables(database, finish_guests(guests))
    assert counted["acknowledged"] == sum(guest.moves for guest in guests)
    record_run(
        "lost",
        "one of three processes killed, paused, cut off; PostgreSQL",
        f"3 processes, {GUESTS} guests; cut off by: {cluster.method}",
        troubles=3 * ROUNDS,
        **counted,
    )


def kill(cluster: Cluster, guests: list[SimulatedGuest]) -> None:
    """Kill A; the guests go on before another one starts."""
    cluster.servers[0].end()
    wait_for_moves(guests)
    cluster.servers[0].log.unlink()
    cluster.servers[0] = ForkedServer(cluster.database)
    cluster.servers[0].wait_until_ready()


def pause(cluster: Cluster, guests: list[SimulatedGuest]) -> None:
    """Pause B for a while."""
    cluster.servers[1].send(signal.SIGSTOP)
    last(guests)
    cluster.servers[1].send(signal.SIGCONT)


def cut_off(cluster: Cluster, guests: list[SimulatedGuest]) -> None:
    """Cut C off for a while."""
    cluster.cut()
    last(guests)
    cluster.restore()


def last(guests: list[SimulatedGuest]) -> None:
    """Let a failure last until all guests have gone on, and not too short."""
    until = time.monotonic() + SHORTEST_FAILURE
    wait_for_moves(guests)
    time.sleep(max(0.0, until - time.monotonic()))


def check_recovered(cluster: Cluster, seconds: float = 30.0) -> None:
    """Check that every server takes commands, and sends what happens on every other one."""
    for server in cluster.servers:
        server.wait_until_ready()
    eventually(lambda: sends_what_others_do(cluster), seconds)


def sends_what_others_do(cluster: Cluster) -> bool:
    """Say a word on each server; return whether all words arrive on all servers."""
    clients = [GuestClient(server.address, timeout=5.0) for server in cluster.servers]
    table = clients[0].open_table(options={"players": 3})
    for seat, client in enumerate(clients):
        client.connect().watch(table)
        client.sit(seat)
    words = [uuid4().hex for _ in clients]
    for client, word in zip(clients, words, strict=True):
        client.do("say", text=word)
    for client in clients:
        client.wait_until(lambda view: [each["text"] for each in view.table["chat"]] == words, 5.0)
        client.close()
    return True


def test_a_watcher_behind_a_cut_receives_what_it_missed(cluster: Cluster) -> None:
    near, far = (GuestClient(cluster.servers[number].address, timeout=20.0) for number in (0, 2))
    table = near.open_table(options={"players": 2})
    near.connect().watch(table)
    near.sit(0)
    far.connect().watch(table)
    cluster.cut()
    time.sleep(UNNOTICED)
    near.do("say", text="during the cut")
    cluster.restore()
    wait_for_chat(far, ["during the cut"])
    near.do("say", text="after the cut")
    wait_for_chat(far, ["during the cut", "after the cut"])
    for client in (near, far):
        client.close()
    record_run("lost", "a watcher behind a cut receives what it missed", cluster.method, times=1)


def wait_for_chat(client: GuestClient, texts: list[str]) -> None:
    """Wait until the chat consists of these texts."""
    client.wait_until(lambda view: [each["text"] for each in view.table["chat"]] == texts, 20.0)


def test_stopped_in_the_middle_of_a_transaction(database: str, tmp_path: Path) -> None:
    """The database releases the locks of a process that stopped; its tables go on elsewhere."""
    flag = tmp_path / "stop"
    cluster = Cluster(database, Patch.of(server_patches.stop_before_commit, str(flag)))
    try:
        guests = play_on(cluster)
        flag.touch()
        eventually(lambda: not flag.exists(), 30)
        wait_for_moves(guests, seconds=30)
        cluster.servers[1].send(signal.SIGCONT)
        check_recovered(cluster)
        counted = check_tables(database, finish_guests(guests))
        assert counted["acknowledged"] == sum(guest.moves for guest in guests)
        record_run(
            "lost",
            "a process stopped between its writes and the commit; PostgreSQL",
            "SIGSTOP from inside",
            times=1,
            **counted,
            slowest=round(max(guest.slowest_move for guest in guests), 1),
        )
    finally:
        cluster.close()
