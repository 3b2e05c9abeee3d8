"""Three server processes on one PostgreSQL: one is killed, one paused, one cut off. People go elsewhere, nothing is lost, and all come back."""

import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from proof.cutting import Proxy, dial_postgres, island, through
from proof.effort import count, note
from proof.houses import House
from proof.ledgers import check_tables
from proof.people import Person
from spookhouse.games import FOLDERS
from support.databases import fresh_database
from support.servers import Client, Server

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-postgresql")]

ROUNDS = count("cluster", 2, 40)  # of three troubles each
PEOPLE = 5
PATIENCE = 2.0  # seconds until a person goes elsewhere
GONE = 3.0  # seconds that a trouble lasts at least


@pytest.fixture
def database() -> Iterator[str]:
    yield from fresh_database("postgresql")


class Cluster:
    """Houses A, B and C; the line of C can be cut. People knock at the next door whenever one does not open."""

    def __init__(self, database: str, **details: str) -> None:
        self.database, self.lock, self.knocks = database, threading.Lock(), 0
        self.island = island()
        self.database_line = Proxy(
            dial_postgres(database), self.island.here if self.island else "127.0.0.1"
        )
        self.houses = [House(database), House(database, **details), self.cut_off_house()]  # type: ignore[arg-type]
        self.people_line: Proxy | None = None
        for house in self.houses:
            house.wait_until_ready()
        if self.island is None:
            port = self.houses[2].port
            self.people_line = Proxy(
                lambda: __import__("socket").create_connection(("127.0.0.1", port))
            )
            self.houses[2].url = f"http://127.0.0.1:{self.people_line.port}"

    def cut_off_house(self) -> House:
        address = through(self.database, self.database_line)
        if self.island:
            return House(
                address,
                patch="proof.cutting:enter",
                argument=self.island.name,
                host=self.island.there,
            )
        return House(address)

    def door(self) -> Server:
        with self.lock:
            self.knocks += 1
            return self.houses[self.knocks % len(self.houses)]

    def cut(self) -> None:
        if self.island:
            self.island.cut()
        else:
            assert self.people_line is not None
            self.people_line.speaking.clear()
            self.database_line.speaking.clear()

    def join(self) -> None:
        if self.island:
            self.island.join()
        else:
            assert self.people_line is not None
            self.people_line.speaking.set()
            self.database_line.speaking.set()

    @property
    def how(self) -> str:
        return (
            "network namespace, cable pulled"
            if self.island
            else "silent TCP proxy (no right to make a network namespace)"
        )

    def close(self) -> None:
        for house in self.houses:
            with suppress(ProcessLookupError):
                os.kill(house.pid, signal.SIGCONT)
        self.join()
        for house in self.houses:
            house.end()
        self.database_line.close()
        if self.island:
            self.island.close()


@pytest.fixture
def cluster(database: str) -> Iterator[Cluster]:
    made = Cluster(database)
    yield made
    made.close()


def playing(cluster: Cluster, **details: float) -> list[Person]:
    people = [
        Person(cluster.door, list(FOLDERS), seed, bot=seed == 0, patience=PATIENCE)
        for seed in range(PEOPLE)
    ]
    for person in people:
        person.start()
    go_on(people)
    return people


def go_on(people: list[Person], moves: int = 2, within: float = 60.0) -> None:
    """Everybody makes so many moves more."""
    wanted, deadline = [person.moved + moves for person in people], time.monotonic() + within
    while any(person.moved < number for person, number in zip(people, wanted, strict=True)):
        assert not [person.failed for person in people if person.failed], [
            person.failed for person in people
        ]
        assert time.monotonic() < deadline, "somebody cannot go on:\n" + "\n".join(
            person.describe() for person in people
        )
        time.sleep(0.01)


def settle(database: str, people: list[Person]) -> dict[str, int]:
    for person in people:
        person.finish()
    return check_tables(database, [memory for person in people for memory in person.tables])


def test_killed_paused_and_cut_off(database: str, cluster: Cluster) -> None:
    rng, people = random.Random(2), playing(cluster)
    for _ in range(ROUNDS):
        for trouble in (kill, pause, cut_off):
            time.sleep(rng.uniform(0.0, 0.3))
            trouble(cluster, people)
    for house in cluster.houses:
        is_well(house)
    counted = settle(database, people)
    how = f"3 processes, 5 people; cut off by: {cluster.how}"
    note(
        "lost",
        "one of three processes killed, paused, cut off; PostgreSQL",
        how,
        troubles=3 * ROUNDS,
        **counted,
    )


def kill(cluster: Cluster, people: list[Person]) -> None:
    cluster.houses[0].end()
    go_on(people)
    cluster.houses[0] = House(cluster.database)
    cluster.houses[0].wait_until_ready()


def pause(cluster: Cluster, people: list[Person]) -> None:
    cluster.houses[1].send(signal.SIGSTOP)
    away(people)
    cluster.houses[1].send(signal.SIGCONT)


def cut_off(cluster: Cluster, people: list[Person]) -> None:
    cluster.cut()
    away(people)
    cluster.join()


def away(people: list[Person]) -> None:
    until = time.monotonic() + GONE
    go_on(people)
    time.sleep(max(0.0, until - time.monotonic()))


def is_well(house: House, within: float = 30.0) -> None:
    """It answers, takes a command, and tells what others do."""
    house.wait_until_ready()
    eventually(lambda: Client(house).open_table(options={"players": 2}) != "", within)


def eventually(holds: Callable[[], bool], within: float) -> None:
    deadline = time.monotonic() + within
    while True:
        try:
            if holds():
                return
        except (AssertionError, OSError, ValueError) as error:
            if time.monotonic() > deadline:
                raise AssertionError("it does not recover") from error
        assert time.monotonic() < deadline, "it does not recover"
        time.sleep(0.1)


def test_word_comes_again_after_a_cut(cluster: Cluster) -> None:
    """Who watches at the house that was cut off hears what happens elsewhere, when the cable is back."""
    far, near = Client(cluster.houses[2]), Client(cluster.houses[0])
    table = near.open_table(options={"players": 2})
    near.connect().watch(table)
    near.sit(0)
    far.connect().watch(table)
    cluster.cut()
    time.sleep(8)  # longer than a dead line stays unnoticed
    near.do(do="say", text="while you were away")
    cluster.join()
    far.patience = 20.0
    far.wait_for(lambda client: client.table["chat"])
    near.do(do="say", text="are you back?")
    far.wait_for(lambda client: len(client.table["chat"]) == 2)
    for client in (near, far):
        client.close()
    note("lost", "a watcher behind a cut cable hears what was missed", cluster.how, times=1)


def test_stopped_in_the_middle_of_a_transaction(database: str, tmp_path: Path) -> None:
    """A process that stops with its locks held: the database lets go of them, and the same tables go on elsewhere."""
    flag = tmp_path / "stop"
    cluster = Cluster(database, patch="proof.pausing:stop_before_commit", argument=str(flag))
    try:
        people = playing(cluster)
        flag.touch()
        deadline = time.monotonic() + 30
        while flag.exists():
            assert time.monotonic() < deadline, "the process did not stop"
            time.sleep(0.005)
        go_on(people, within=30)
        cluster.houses[1].send(signal.SIGCONT)
        is_well(cluster.houses[1])
        counted = settle(database, people)
        slowest = max(person.slowest for person in people)
        note(
            "lost",
            "a process stopped between its writes and the commit; PostgreSQL",
            "SIGSTOP from inside",
            times=1,
            **counted,
            slowest=round(slowest, 1),
        )
    finally:
        cluster.close()
