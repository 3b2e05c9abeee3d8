"""The server is killed in mid-game, again and again: what was acknowledged is there, nothing is played twice, and every table goes on."""

import json
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from spookhouse.stores import Store
from spookhouse.table import find_breaks
from support.databases import KINDS, fresh_database
from support.servers import Client, Server

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("server")]

KILLS = int(os.environ.get("KILLS", "6"))  # more of them: KILLS=100 pytest tests/web/test_kills.py
TABLES = 3


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    yield from fresh_database(request.param)


class Player(threading.Thread):
    """One person with both seats of a table, who plays until the line breaks and remembers what was acknowledged."""

    def __init__(self, client: Client, table: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.client, self.table, self.rng = client, table, random.Random(seed)
        self.acknowledged: dict[str, int] = {}  # key: version

    def run(self) -> None:
        try:
            self.client.connect()
            self.play()
        except (WebSocketException, ConnectionClosed, ConnectionError, TimeoutError, OSError, EOFError):
            return

    def play(self) -> None:
        while True:
            seat = self.client.watch(self.table)["table"]["waiting"]
            if not seat:
                return
            self.client.watch(self.table, seat[0])
            if self.client.game is None or not self.client.game["owed"]:
                continue
            key = uuid4().hex
            answer = self.client.move(self.rng.choice(self.client.game["owed"]["moves"]), key=key)
            assert answer["ok"], answer
            self.acknowledged[key] = answer["version"]


def opened(server: Server, seed: int) -> Player:
    """A table with one person in both seats, the game on."""
    client = Client(server).connect()
    table = client.open_table(options={"players": 2, "dawn": 0})
    client.watch(table)
    for seat in (0, 1):
        assert client.sit(seat)["ok"]
    assert client.do(do="start")["ok"]
    for seat in (0, 1):
        assert client.show(seat)["ok"]
    client.close()
    return Player(client, table, seed)


def again(player: Player, server: Server, seed: int) -> Player:
    """The same person at the same table, on a new line."""
    client = Client.__new__(Client)
    client.__dict__.update(player.client.__dict__)
    client.server, client.socket, client.told = server, None, []
    fresh = Player(client, player.table, seed)
    fresh.acknowledged = player.acknowledged
    return fresh


def test_killed_again_and_again(database: str) -> None:
    rng = random.Random(1)
    server = Server(database)
    server.wait_until_ready()
    players = [opened(server, seed) for seed in range(TABLES)]
    for kill in range(KILLS):
        for player in players:
            player.start()
        time.sleep(rng.uniform(0.2, 0.7))
        server.process.send_signal(signal.SIGKILL)
        server.process.wait(10)
        for player in players:
            player.join(20)
        if server.process.stdout is not None:
            server.process.stdout.close()
        server = Server(database)
        server.wait_until_ready()
        players = [again(player, server, kill * 100 + seed) for seed, player in enumerate(players)]
    server.stop()
    check(database, players)


def check(database: str, players: list[Player]) -> None:
    store = Store(database)
    for player in players:
        entries = store.read(player.table)
        assert find_breaks(entries) == []
        written = {entry.key: entry.version for entry in entries if entry.kind == "moved"}
        assert len(written) == sum(entry.kind == "moved" for entry in entries), "a move was played twice"
        lost = {key: version for key, version in player.acknowledged.items() if written.get(key, version + 1) > version}
        assert not lost, json.dumps(lost)
        assert len(player.acknowledged) > KILLS
        table = store.load(player.table)
        assert table is not None
        assert table.phase == "over" or table.owed
    store.close()
