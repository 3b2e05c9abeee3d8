"""The server is killed under load at random moments, again and again.

Nothing acknowledged is lost, nothing is played twice, and every table goes on.
"""

import random
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from proof import server_patches
from proof.clients import TROUBLE, GuestClient
from proof.log_checks import check_tables
from proof.proof_runs import record_run, repetitions
from proof.server_processes import ForkedServer, Patch, forked_server
from proof.simulated_guests import (
    SimulatedGuest,
    finish_guests,
    raise_errors,
    start_guests,
    wait_for_moves,
)
from spookhouse.games import FOLDERS
from spookhouse.remote.address import ServerAddress
from support.databases import KINDS, fresh_database
from support.servers import Server, served

pytestmark = [pytest.mark.compiled]

KILLS = repetitions("kills", 50, 1000)
GUESTS = 4
GAMES = list(FOLDERS)


@pytest.fixture(
    params=[pytest.param(kind, marks=pytest.mark.xdist_group(f"proof-{kind}")) for kind in KINDS]
)
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    yield from fresh_database(request.param)


class KillableServer:
    """A server that is started again after each kill. Guests wait meanwhile."""

    def __init__(self, database: str) -> None:
        self.database, self.is_open = database, threading.Event()
        self.start()

    def start(self) -> None:
        """Start the server and let the guests connect."""
        # A kill may leave a table behind of which its guest never learned.
        self.server = ForkedServer(self.database, tables_per_guest=10 * KILLS)
        self.server.wait_until_ready()
        self.is_open.set()

    def kill(self) -> None:
        """Kill the server and start another one."""
        self.is_open.clear()
        assert self.server.end() == -9, self.server.output()
        assert "Traceback" not in self.server.output(), self.server.output()
        self.server.log.unlink()
        self.start()

    def address(self) -> ServerAddress:
        """Return the address of the running server; wait while there is none."""
        self.is_open.wait(60)
        return self.server.address


def test_killed_again_and_again(database: str) -> None:
    rng, killable = random.Random(1), KillableServer(database)
    guests = [
        SimulatedGuest(killable.address, GAMES, seed, with_bot=seed == 0) for seed in range(GUESTS)
    ]
    start_guests(guests)
    for _ in range(KILLS):
        wait_for_total(guests, rng.choice((0, 1, 2, 5, 10)), killable)
        time.sleep(rng.uniform(0.0, 0.02))
        killable.kill()
    wait_for_moves(guests, 3)
    played = finish_guests(guests)
    killable.server.stop()
    counted = check_tables(database, played)
    moves = sum(guest.moves for guest in guests)
    refusals = {refusal.code for guest in guests for refusal in guest.refusals}
    assert sum(guest.disconnects for guest in guests) >= KILLS, "the kills disturbed nobody"
    assert TROUBLE not in refusals, "the database was never in trouble"
    assert counted["acknowledged"] == moves > KILLS
    assert counted["states"] > moves
    kind = database.partition(":")[0].partition("+")[0]
    record_run(
        "lost",
        f"kill -9 under load, {kind}",
        f"server process forked from a warm one; {GUESTS} guests, all games, one with a bot",
        kills=KILLS,
        **counted,
    )


def wait_for_total(
    guests: Sequence[SimulatedGuest], moves: int, killable: KillableServer, seconds: float = 60.0
) -> None:
    """Wait until the guests together have made so many more moves."""
    wanted = sum(guest.moves for guest in guests) + moves
    deadline = time.monotonic() + seconds
    while sum(guest.moves for guest in guests) < wanted:
        raise_errors(guests)
        if time.monotonic() > deadline:
            known = "\n".join(guest.describe() for guest in guests)
            raise AssertionError(f"no guest moves:\n{known}\n{killable.server.stacks()}")
        time.sleep(0.001)


def test_killed_when_a_rematch_was_named(database: str) -> None:
    """The table of a rematch exists as soon as its name can be known."""
    server = ForkedServer(database, Patch.of(server_patches.kill_after_rematch, None))
    server.wait_until_ready()
    ann = GuestClient(server.address).connect()
    table = ann.open_table(options={"players": 2})
    ann.watch(table)
    ann.sit(0, 1)
    ann.do("start")
    ann.show(0, 1)
    ann.do("resign", seat=0)
    with pytest.raises(ConnectionError):
        ann.do("rematch")
    assert server.end() == -9
    server.log.unlink()
    with forked_server(database) as restarted:
        ann = GuestClient(restarted.address, ann.session.cookies).connect()
        rematch = ann.watch(table).table["rematch"]
        assert ann.watch(rematch).phase == "lobby"
        ann.close()


@pytest.mark.xdist_group("proof-sqlite")
def test_the_command_line_is_killed_too(tmp_path: Path) -> None:
    """Kill `spookhouse serve` itself, once, for comparison with the forked servers."""
    database = f"sqlite:///{tmp_path}/house.db"
    first = Server(database)
    first.wait_until_ready()
    addresses = [first.address]
    guest = SimulatedGuest(lambda: addresses[-1], GAMES, 7)
    start_guests([guest])
    wait_for_moves([guest], 5)
    first.process.kill()
    first.process.wait()
    with served(database) as second:
        addresses.append(second.address)
        wait_for_moves([guest], 3)
        guest.finish()
    counted = check_tables(database, guest.tables)
    assert counted["acknowledged"] == guest.moves
    if first.process.stdout is not None:
        first.process.stdout.close()
