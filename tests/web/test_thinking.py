"""One guest with many bots delays neither the bots nor the hints of another guest."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from statistics import median

import pytest

from support.metrics import read_metrics
from support.servers import Client, Server, served

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("server")]

TABLES = 50
BOT_SECONDS, HINT_SECONDS = 1.0, 0.4  # of `midnight` and of a hint
DECISIONS = 8
# Seconds in which 99 of 100 requests of another guest are answered.
QUICK = 0.05


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server behind a proxy, after it has loaded the search."""
    folder = tmp_path_factory.mktemp("thinking")
    database = f"sqlite:///{folder}/house.db"
    with served(database, message_burst=10**6, proxy_hops=1) as running:
        with closing(client_from(running, "192.0.2.9")) as ann:
            start_table(ann, bots=1, humans=1)
            measure_decisions(ann, decisions=1)
        yield running


def client_from(server: Server, address: str) -> Client:
    """Return the client of a new guest at this address."""
    client = Client(server)
    client.session.headers["X-Forwarded-For"] = address
    return client.connect()


def start_table(client: Client, bots: int, humans: int = 0) -> None:
    """Start a game of the client's with the strongest bots; watch it."""
    table = client.open_table(options={"players": humans + bots})
    assert client.watch(table)["ok"]
    for seat in range(humans):
        assert client.sit(seat)["ok"]
        assert client.watch(table, seat)["ok"]
    for seat in range(humans, humans + bots):
        assert client.do(do="add-bot", seat=seat, level="midnight")["ok"]
    assert client.do(do="start")["ok"]
    for seat in range(humans):
        client.wait_until(lambda view: view.phase == "showing")
        assert client.show(seat)["ok"]


@contextmanager
def many_bots(server: Server, guests: int = 1) -> Iterator[None]:
    """Let bots at many tables occupy the server. Their guests have one address.

    The guests sit there and watch, so their bots are as urgent as those of all other players.
    """
    with ExitStack() as clients:
        for _ in range(guests):
            eve = clients.enter_context(closing(client_from(server, "192.0.2.1")))
            for _ in range(TABLES // guests):
                start_table(eve, bots=4, humans=1)
                assert eve.do(do="away", seat=0)["ok"]
        yield


def seconds_of(call: Callable[[], object]) -> float:
    """Return how long a call takes."""
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


def measure_decisions(
    client: Client, decisions: int = DECISIONS
) -> tuple[list[float], list[float]]:
    """Play against a bot; return the seconds of its moves, and those of hints."""
    moves, hints = list[float](), list[float]()
    while len(moves) < decisions and client.view.phase == "playing":
        while not client.owes and client.view.phase == "playing":
            moves.append(seconds_of(client.receive))
        if len(hints) < decisions and client.owes:
            hints.append(seconds_of(partial(request_hint, client)))
        if client.owes:
            assert client.move(client.owed.moves[0])["ok"]
    return moves, hints


def request_hint(client: Client) -> None:
    """Request a hint for the decision that a client owes."""
    assert client.ask("hint", table=client.table_id, seat=client.seat)["ok"]


def require_attack(client: Client) -> None:
    """Check that many decisions wait that are as urgent as the client's."""
    text = client.http("/metrics").body.decode()
    found = re.search(r'^spookhouse_thinking_waiting\{for="player"\} (\S+)$', text, re.MULTILINE)
    assert found is not None
    assert float(found[1]) > TABLES / 2


def test_one_guest_with_many_bots_delays_nobody_else(server: Server) -> None:
    """The other guest even has the same address."""
    with closing(client_from(server, "192.0.2.1")) as ann, many_bots(server):
        start_table(ann, bots=1, humans=1)
        moves, hints = measure_decisions(ann)
        require_attack(ann)
        metrics = read_metrics(ann)
    assert len(hints) >= 3
    assert max(moves) < 2 * BOT_SECONDS, moves
    assert max(hints) < 2 * HINT_SECONDS, hints
    assert median(moves) > 0.9 * BOT_SECONDS, "the bot thinks as long as ever"
    assert metrics["spookhouse_thinking_shortened_total"] > 0
    assert metrics["spookhouse_thinking_wait_seconds_count"] > len(moves) + len(hints)


def test_many_guests_at_one_address_do_not_weaken_the_bots_of_others(server: Server) -> None:
    with closing(client_from(server, "192.0.2.2")) as ann, many_bots(server, guests=25):
        start_table(ann, bots=1, humans=1)
        moves, hints = measure_decisions(ann)
        require_attack(ann)
    assert max(moves) < 2 * BOT_SECONDS, moves
    assert max(hints) < 2 * HINT_SECONDS, hints
    assert median(moves) > 0.9 * BOT_SECONDS, moves


def test_requests_are_answered_quickly_while_bots_think(server: Server) -> None:
    times: list[float] = []
    with closing(client_from(server, "192.0.2.2")) as ann, many_bots(server):
        for _ in range(300):
            times.append(seconds_of(lambda: ann.ask("ping")))
            times.append(seconds_of(lambda: ann.http("/api/bots")))
            time.sleep(0.005)
        require_attack(ann)
    times.sort()
    assert times[len(times) * 99 // 100] < QUICK, times[-10:]
