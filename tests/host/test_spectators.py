"""Guests who lose a seat, or the right to watch, receive nothing more from there."""

from collections.abc import Iterator

import pytest

from support.servers import Client, Server, served

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("sockets")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(
        f"sqlite:///{tmp_path_factory.mktemp('server')}/spookhouse.db", bot_pause=0.3
    ) as running:
        yield running


@pytest.mark.parametrize("command", ["stand", "remove"])
def test_a_former_seat_is_no_longer_visible(server: Server, command: str) -> None:
    ann, eve = Client(server), Client(server)
    table = ann.open_table(options={"players": 2})
    ann.connect().watch(table)
    eve.connect().watch(table)
    eve.sit(0)
    eve.watch(table, 0)
    ann.watch(table)
    sender = eve if command == "stand" else ann
    assert sender.do(do=command, seat=0)["ok"]
    assert ann.sit(0)["ok"]
    assert ann.do(do="add-bot", seat=1, level="thumb")["ok"]
    assert ann.do(do="start")["ok"]
    assert ann.show(0)["ok"]
    assert ann.watch(table, 0)["game"]["view"]["hand"] is not None
    eve.wait_until(lambda view: view.phase == "playing")
    assert eve.game is not None
    assert eve.game["seat"] is None
    assert eve.game["view"]["hand"] is None
    for client in (ann, eve):
        client.close()


def test_lobby_spectators_lose_access_to_a_private_game(server: Server) -> None:
    ann, eve = Client(server), Client(server)
    table = ann.open_table(options={"players": 2}, spectators=False)
    ann.connect().watch(table)
    eve.connect().watch(table)
    ann.sit(0)
    ann.do(do="add-bot", seat=1, level="thumb")
    ann.do(do="start")
    ann.show(0)
    eve.wait_until_notified("private")
    assert eve.game is None
    # A player may watch without a seat.
    assert (ann.seat, ann.table["phase"]) == (None, "playing")
    for client in (ann, eve):
        client.close()
