"""Who gave a seat up sees nothing from there any more."""

from collections.abc import Iterator

import pytest

from support.servers import Client, Server, served

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("house")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(f"sqlite:///{tmp_path_factory.mktemp('house')}/house.db", bot_pause=0.3) as running:
        yield running


@pytest.mark.parametrize("leaves", ["stand", "remove"])
def test_a_seat_that_was_given_up_is_seen_no_more(server: Server, leaves: str) -> None:
    ann, eve = Client(server), Client(server)
    table = ann.open_table(options={"players": 2})
    ann.connect().watch(table)
    eve.connect().watch(table)
    eve.sit(0)
    eve.watch(table, 0)
    ann.watch(table)
    leaver = eve if leaves == "stand" else ann
    assert leaver.do(do=leaves, seat=0)["ok"]
    assert ann.sit(0)["ok"]
    assert ann.do(do="add-bot", seat=1, level="thumb")["ok"]
    assert ann.do(do="start")["ok"]
    assert ann.show(0)["ok"]
    assert ann.watch(table, 0)["game"]["view"]["hand"] is not None
    eve.wait_for(lambda client: client.table["phase"] == "playing")
    assert eve.game is not None
    assert eve.game["seat"] is None
    assert eve.game["view"]["hand"] is None
    for client in (ann, eve):
        client.close()


def test_who_looked_on_in_the_lobby_is_sent_out_where_spectators_are_not_welcome(
    server: Server,
) -> None:
    ann, eve = Client(server), Client(server)
    table = ann.open_table(options={"players": 2}, spectators=False)
    ann.connect().watch(table)
    eve.connect().watch(table)
    ann.sit(0)
    ann.do(do="add-bot", seat=1, level="thumb")
    ann.do(do="start")
    ann.show(0)
    told = eve.hear()
    while told["tell"] != "private":
        told = eve.hear()
    assert eve.game is None
    assert ann.table["phase"] == "playing"  # who sits at the table may look on
    for client in (ann, eve):
        client.close()
