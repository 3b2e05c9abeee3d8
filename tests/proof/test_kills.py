"""The server is killed under load at random moments, again and again: nothing acknowledged is lost, nothing played twice, every table goes on."""

import random
import threading
import time
from collections.abc import Iterator

import pytest

from proof.effort import count, note
from proof.houses import House, housed
from proof.ledgers import check_tables
from proof.people import BROKEN, Person
from spookhouse.games import FOLDERS
from support.databases import KINDS, fresh_database
from support.servers import Client, Server, served

pytestmark = [pytest.mark.compiled]

KILLS = count("kills", 50, 1000)
PEOPLE = 4
GAMES = list(FOLDERS)


@pytest.fixture(
    params=[pytest.param(kind, marks=pytest.mark.xdist_group(f"proof-{kind}")) for kind in KINDS]
)
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    yield from fresh_database(request.param)


class Street:
    """Where people find the house; while there is none they wait."""

    def __init__(self, database: str) -> None:
        self.database, self.open = database, threading.Event()
        self.start()

    def start(self) -> None:
        self.house = House(
            self.database, tables_per_guest=10 * KILLS
        )  # a kill may leave a table behind that its person never heard of
        self.house.wait_until_ready()
        self.open.set()

    def kill(self) -> None:
        self.open.clear()
        assert self.house.end() == -9, self.house.output()
        assert "Traceback" not in self.house.output(), self.house.output()
        self.house.log.unlink()
        self.start()

    def door(self) -> Server:
        self.open.wait(60)
        return self.house


def test_killed_again_and_again(database: str) -> None:
    rng, street = random.Random(1), Street(database)
    people = [Person(street.door, GAMES, seed, bot=seed == 0) for seed in range(PEOPLE)]
    for person in people:
        person.start()
    wait_for(people, PEOPLE)
    for _ in range(KILLS):
        wait_for(people, sum(person.moved for person in people) + rng.choice((0, 1, 2, 5, 10)))
        time.sleep(rng.uniform(0.0, 0.02))
        street.kill()
    for person in people:
        goes_on(person)
    street.house.stop()
    moved, breaks = sum(person.moved for person in people), sum(person.breaks for person in people)
    counted = check_tables(database, [memory for person in people for memory in person.tables])
    assert breaks >= KILLS, "the kills disturbed nobody"
    assert not [
        answer
        for person in people
        for answer in person.troubles
        if answer["code"] == "house/trouble"
    ], "the database was well"
    assert counted["acknowledged"] == moved
    assert moved > KILLS
    kind = database.partition(":")[0].partition("+")[0]
    note(
        "lost",
        f"kill -9 under load, {kind}",
        "server process forked from a warm one; 4 people, all games, one with a bot",
        kills=KILLS,
        **counted,
    )


def wait_for(people: list[Person], moves: int) -> None:
    deadline = time.monotonic() + 60
    while sum(person.moved for person in people) < moves:
        assert not [person.failed for person in people if person.failed], [
            person.failed for person in people
        ]
        if time.monotonic() > deadline:
            server = people[0].door()
            stacks = server.stacks() if isinstance(server, House) else ""
            known = "\n".join(person.describe() for person in people)
            raise AssertionError(f"nothing moves any more:\n{known}\n{stacks}")
        time.sleep(0.001)


def goes_on(person: Person) -> None:
    """After the last kill every table takes another move, without hands."""
    wait_for([person], person.moved + 3)
    person.finish()


def test_killed_when_a_rematch_was_named(database: str) -> None:
    """Whoever hears of the new table finds it."""
    house = House(database, patch="proof.pausing:die_with_a_rematch")
    house.wait_until_ready()
    ann = Client(house).connect()
    old = ann.open_table(options={"players": 2})
    ann.watch(old)
    for seat in (0, 1):
        ann.sit(seat)
    ann.do(do="start")
    for seat in (0, 1):
        ann.show(seat)
    ann.do(do="resign", seat=0)
    with pytest.raises(BROKEN):
        ann.do(do="rematch")
    assert house.end() == -9
    with housed(database) as house:
        ann = Client(house, ann).connect()
        assert ann.watch(ann.watch(old)["table"]["rematch"])["ok"]
        ann.close()


@pytest.mark.xdist_group("proof-sqlite")
def test_the_command_line_is_killed_too(tmp_path: object) -> None:
    """The same with `spookhouse serve` as it is started by hand, once: what the forked servers stand for."""
    database = f"sqlite:///{tmp_path}/house.db"
    first = Server(database)
    first.wait_until_ready()
    doors: list[Server] = [first]
    person = Person(lambda: doors[0], GAMES, 7)
    person.start()
    wait_for([person], 5)
    first.process.kill()
    first.process.wait()
    with served(database) as second:
        doors[0] = second
        goes_on(person)
    check_tables(database, person.tables)
    if first.process.stdout is not None:
        first.process.stdout.close()
