"""The request `state` returns the concealed record to the holder of a seat during a game."""

from base64 import b64decode
from collections.abc import Iterator

import numpy as np
import pytest

from spookhouse.games import game
from support.servers import Client, Server, served

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("running-server")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(f"sqlite:///{tmp_path_factory.mktemp('server')}/spookhouse.db") as running:
        yield running


def start_duel(ann: Client, bob: Client) -> str:
    """Seat Ann and Bob at a new table and start the game."""
    table = ann.open_table(options={"players": 2})
    for seat, client in enumerate((ann, bob)):
        client.connect().watch(table)
        assert client.sit(seat)["ok"]
    assert ann.ask("state", table=table, seat=0)["code"] == "table/not-playing"
    assert ann.do(do="start")["ok"]
    assert ann.show(0)["ok"]
    assert bob.show(1)["ok"]
    return table


def test_only_the_holder_of_a_seat_gets_its_state(server: Server) -> None:
    ann, bob, eve = (Client(server) for _ in range(3))
    table = start_duel(ann, bob)
    eve.connect().watch(table)
    for stranger, seat in ((eve, 0), (eve, 1), (ann, 1), (bob, 0), (ann, 7)):
        assert stranger.ask("state", table=table, seat=seat)["code"] == "seat/not-yours"
    assert eve.ask("state", table=table, seat=None)["code"] == "message/broken"
    assert eve.ask("state", table="nowhere", seat=0)["code"] == "table/unknown"
    assert ann.ask("state", table=table, seat=0)["ok"]
    assert ann.do(do="resign", seat=0)["ok"]
    assert ann.ask("state", table=table, seat=0)["code"] == "table/not-playing"
    for client in (ann, bob, eve):
        client.close()


def test_the_state_is_the_concealed_record_of_the_seat(server: Server) -> None:
    ann, bob = Client(server), Client(server)
    table = start_duel(ann, bob)
    title = game("ghooost")
    for seat, client in enumerate((ann, bob)):
        view = client.watch(table, seat)["game"]["view"]
        answer = client.ask("state", table=table, seat=seat)
        assert answer["layout"] == title.layout_digest
        assert answer["edition"] == title.edition
        assert answer["version"] == client.version
        record = np.frombuffer(b64decode(answer["state"]), title.rules.STATE)[0].copy()
        assert title.notation.write_view(record, seat, view["options"]) == view
        concealed = record.copy()
        title.rules.conceal(concealed, seat)
        assert concealed.tobytes() == record.tobytes()
        client.close()
