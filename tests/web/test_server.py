"""A real server process, real sockets, on a real SQLite and a real PostgreSQL: whole games by scripted clients."""

import asyncio
import gzip
import json
import os
import random
import re
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from spookhouse.bench.simulated_players import SimulatedGuest, SimulatedTable, Tally
from spookhouse.games import FOLDERS, game
from spookhouse.remote.address import ServerAddress
from spookhouse.web.static_files import Files
from support.databases import KINDS, fresh_database
from support.running import run
from support.servers import Client, Server, served

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("server")]


@pytest.fixture(params=KINDS, scope="module")
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    yield from fresh_database(request.param)


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with served(database) as running:
        yield running


def seated(
    server: Server, people: int, title: str = "ghooost", bots: int = 0, **wanted: Any
) -> list[Client]:
    """So many people (and bots) at a new table, the game on."""
    facts = game(title)
    options = wanted.pop("options", {})
    if "players" in facts.option_names:
        options["players"] = people + bots
    clients = [Client(server).connect() for _ in range(people)]
    table = clients[0].open_table(title, options=options, **wanted)
    for seat, client in enumerate(clients):
        assert client.watch(table)["ok"]
        assert client.sit(seat)["ok"]
        assert client.watch(table, seat)["ok"]
    for seat in range(people, people + bots):
        assert clients[0].do(do="add-bot", seat=seat, level="thumb")["ok"]
    assert clients[0].do(do="start")["ok"]
    for seat, client in enumerate(clients):
        client.wait_for(lambda each: each.table["phase"] == "showing")
        assert client.show(seat)["ok"]
    for client in clients:
        client.wait_for(lambda each: each.table["phase"] in ("playing", "over"))
    return clients


def play_on(clients: list[Client], rng: random.Random, most: int = 10**6) -> int:
    """Random legal moves by whoever owes one, until the game is over or so many are made."""
    made = 0
    while clients[0].table["phase"] == "playing" and made < most:
        mover = next((client for client in clients if client.owes), None)
        if mover is None:
            clients[0].hear()
            catch_up(clients)
            continue
        assert mover.game is not None
        answer = mover.move(rng.choice(mover.game["owed"]["moves"]))
        assert answer["ok"], answer
        made += 1
        catch_up(clients, answer["version"])
    return made


def catch_up(clients: list[Client], version: int = 0) -> None:
    newest = max(version, *(client.version for client in clients))
    for client in clients:
        client.wait_for(lambda each: each.version >= newest)


@pytest.mark.parametrize("title", FOLDERS)
def test_whole_games_of_every_title(server: Server, title: str) -> None:
    clients = seated(server, game(title).min_players, title)
    spectator = Client(server).connect()
    assert spectator.watch(clients[0].name)["ok"]
    play_on(clients, random.Random(1))
    catch_up([*clients, spectator])
    assert all(
        client.table["outcome"] == clients[0].table["outcome"] for client in [*clients, spectator]
    )
    assert clients[0].table["outcome"] is not None
    assert clients[0].table["secret"] is not None
    fresh = Client(server, like=clients[0]).connect()
    fresh.watch(clients[0].name, 0)
    assert (fresh.table, fresh.game) == (clients[0].table, clients[0].game)
    for client in [*clients, spectator, fresh]:
        client.close()


def test_a_person_against_bots(server: Server) -> None:
    clients = seated(server, 1, bots=3)
    play_on(clients, random.Random(2))
    assert clients[0].table["outcome"] is not None
    assert any(event["text"] for message in clients[0].told for event in message["events"])


def test_a_lost_line_misses_nothing(server: Server) -> None:
    clients = seated(server, 2)
    rng = random.Random(3)
    play_on(clients, rng, 10)
    clients[1].close()
    play_on(clients[:1], rng, 1) if clients[0].owes else None
    clients[1].connect()
    assert clients[1].watch(clients[1].name, 1)["ok"]
    catch_up(clients)
    play_on(clients, rng, 10)


def test_two_lines_of_one_person(server: Server) -> None:
    clients = seated(server, 2)
    second = Client(server, like=clients[0]).connect()
    assert second.watch(clients[0].name, 0)["ok"]
    play_on(clients, random.Random(4), 6)
    catch_up([*clients, second])
    assert second.game == clients[0].game


def test_a_double_click_plays_once(server: Server) -> None:
    clients = seated(server, 2)
    mover = next(client for client in clients if client.owes)
    assert mover.game is not None
    owed = mover.game["owed"]
    command = {
        "do": "move",
        "seat": mover.seat,
        "version": owed["version"],
        "move": owed["moves"][0],
        "key": "click",
    }
    first, again = mover.do(**command), mover.do(**command)
    assert first["version"] == again["version"]
    stale = mover.do(**command | {"key": "other"})
    assert stale["code"] in ("move/stale", "move/not-your-turn")


def test_refusals_say_why(server: Server) -> None:
    clients = seated(server, 2)
    mover = next(client for client in clients if client.owes)
    other = next(client for client in clients if client is not mover)
    refused = mover.move("mansion")
    assert (refused["code"], refused["rule"]) == ("move/illegal", "GH 3.6.2")
    assert (
        mover.ask("why", table=mover.name, seat=mover.seat, move="mansion")["why"]["rule"]
        == "GH 3.6.2"
    )
    assert mover.ask("why", table=mover.name, seat=mover.seat, move="luck")["legal"]
    assert (
        other.ask("why", table=mover.name, seat=mover.seat, move="luck")["code"] == "seat/not-yours"
    )
    assert mover.game is not None
    hint = mover.ask("hint", table=mover.name, seat=mover.seat)
    assert {found["move"] for found in hint["candidates"]} <= set(mover.game["owed"]["moves"])
    assert hint["move"] == hint["candidates"][0]["move"]
    assert 0 < sum(found["visits"] for found in hint["candidates"]) <= hint["iterations"]
    again = mover.ask("hint", table=mover.name, seat=mover.seat)
    assert (
        again["candidates"] == hint["candidates"]
    )  # a decision is thought about once, however often somebody asks
    assert other.ask("hint", table=mover.name, seat=other.seat)["code"] == "table/not-playing"
    assert other.do(do="move", seat=mover.seat, version=1, move="luck")["code"] == "seat/not-yours"
    assert other.ask("watch", table=other.name, seat=mover.seat)["code"] == "seat/not-yours"
    assert other.ask("watch", table="nowhere", seat=None)["code"] == "table/unknown"


BROKEN = [
    "",
    "{",
    "[]",
    "null",
    "5",
    '"x"',
    "{}",
    '{"ask":"dance","id":1}',
    '{"ask":"watch"}',
    '{"ask":"watch","id":"x","table":"t"}',
    "[" * 5000,
]
BROKEN += [
    '{"ask":"do","id":1,"table":"t","command":{"do":"move","seat":0}}',
    '{"ask":"do","id":1,"table":"t","command":{"do":"fly"}}',
]


def test_broken_messages_are_answered(server: Server) -> None:
    client = Client(server).connect()
    assert client.socket is not None
    for text in BROKEN:
        client.socket.send(text)
        answer = json.loads(client.socket.recv(20))
        assert (answer["ok"], answer["code"], answer["re"]) == (
            False,
            "message/broken",
            1 if '"id":1' in text else None,
        )
    assert client.ask("ping")["ok"]


def test_a_message_that_is_too_large_ends_the_line(server: Server) -> None:
    client = Client(server).connect()
    assert client.socket is not None
    client.socket.send("x" * 100_000)
    with pytest.raises(ConnectionClosed):
        client.socket.recv(20)


def test_no_line_without_a_cookie_or_from_another_site(server: Server) -> None:
    address = server.url.replace("http", "ws") + "/ws"
    with pytest.raises(InvalidStatus):
        connect(address, legacy=True)
    cookie = "; ".join(f"{each.name}={each.value}" for each in Client(server).jar)
    for headers in (
        {"Cookie": "spookhouse=eve.00"},
        {"Cookie": cookie, "Origin": "https://elsewhere.example"},
    ):
        with pytest.raises(InvalidStatus):
            connect(address, additional_headers=headers, legacy=True)
    connect(
        address, additional_headers={"Cookie": cookie, "Origin": server.url}, legacy=True
    ).close()


HTTP = [
    # path, body, status, code
    ("/api/tables", {"game": "chess"}, 400, "game/unknown"),
    ("/api/tables", {"game": "ghooost", "options": {"players": 9}}, 400, "option/bad"),
    ("/api/tables", {"game": "ghooost", "colour": 1}, 400, "message/broken"),
    ("/api/tables", {"game": "ghooost", "clock": {"move": 0, "reserve": 0}}, 400, "clock/bad"),
    ("/api/tables", b"[[[", 400, "message/broken"),
    ("/api/tables", b"x" * 20_000, 400, "message/broken"),
    ("/api/me", {"name": "  "}, 400, "guest/name"),
    ("/api/me", {"name": 5}, 400, "message/broken"),
    ("/api/tables/nowhere/record", None, 404, "table/unknown"),
]


@pytest.mark.parametrize(("path", "body", "status", "code"), HTTP)
def test_http_refusals(server: Server, path: str, body: Any, status: int, code: str) -> None:
    found, text, _ = Client(server).get(path, body)
    assert (found, json.loads(text)["code"]) == (status, code)


def test_pages_are_safe(server: Server) -> None:
    status, body, headers = Client(server).get("/")
    assert status == 200
    assert b"Spookhouse" in body
    assert "script-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert Client(server).get("/client/../web/routes.py")[0] == 404
    assert Client(server).get("/healthz")[0] == 200
    assert b"spookhouse_moves_total" in Client(server).get("/metrics")[1]
    assert (
        Client(server).get("/api/me", {"name": "Eve"}, {"Origin": "https://elsewhere.example"})[0]
        == 403
    )


def test_names_are_tidied_and_told(server: Server) -> None:
    clients = seated(server, 2)
    assert (
        clients[1].json("/api/me", {"name": "  <b>Bob\n\0the   Ghost  who is long"})["name"]
        == "<b>Bob the Ghost who is "[:24].strip()
    )
    clients[0].wait_for(lambda each: each.table["seats"][1]["name"].startswith("<b>Bob"))


def test_who_sits_down_is_known_by_name_at_once(server: Server) -> None:
    clients = [Client(server).connect() for _ in range(2)]
    table = clients[0].open_table(options={"players": 2})
    for client in clients:
        assert client.watch(table)["ok"]
    clients[1].json("/api/me", {"name": "Bob"})
    assert clients[1].sit(1)["ok"]
    clients[0].wait_for(lambda each: each.table["seats"][1]["name"] == "Bob")


def test_a_link_moves_a_guest_to_another_device(server: Server) -> None:
    here, there = Client(server), Client(server)
    link = here.json("/api/me/link", {})["link"]
    assert there.json("/api/me")["guest"] != here.guest
    there.get(link.removeprefix(server.url))
    assert there.json("/api/me")["guest"] == here.guest
    assert Client(server).get("/come/x.99999999999.y")[0] == 403


def test_your_games_and_open_tables_are_found(server: Server) -> None:
    client = Client(server).connect()
    table = client.open_table(public=True, options={"players": 2})
    client.watch(table)
    client.sit(0)
    listed = client.json("/api/tables")
    assert table in [row["table"] for row in listed["yours"]]
    assert table in [row["table"] for row in Client(server).json("/api/tables")["open"]]
    (row,) = [row for row in listed["open"] if row["table"] == table]
    assert row["seats"] == [{"kind": "person", "name": "Guest"}, {"kind": "open", "name": None}]
    assert (row["free"], row["options"]["players"], row["waiting"], row["your_turn"]) == (
        1,
        2,
        [],
        False,
    )
    hidden = client.open_table(options={"players": 2})
    assert hidden not in [row["table"] for row in Client(server).json("/api/tables")["open"]]


def test_a_list_says_whose_turn_it_is(server: Server) -> None:
    clients = seated(server, 2)
    rows = [
        next(row for row in client.json("/api/tables")["yours"] if row["table"] == clients[0].name)
        for client in clients
    ]
    assert [row["your_turn"] for row in rows] == [client.owes for client in clients]
    assert all(row["waiting"] == ["Guest"] for row in rows)


def test_files_of_the_page_are_kept_by_browsers(server: Server) -> None:
    client = Client(server)
    shell = client.get("/")[1].decode()
    address = re.search(r'"(/client/v-[0-9a-f]{12}/app\.js)"', shell)
    assert address is not None
    status, body, headers = client.get(address[1], headers={"Accept-Encoding": "gzip"})
    assert (status, headers["content-encoding"], headers["cache-control"]) == (
        200,
        "gzip",
        "public, max-age=31536000, immutable",
    )
    assert headers["content-type"] == "text/javascript; charset=utf-8"
    assert gzip.decompress(body) == client.get("/client/app.js")[1]
    plain = client.get("/client/v-000000000000/app.js")[
        2
    ]  # of another version: what is here now, not to be kept
    assert plain["cache-control"] == "no-cache"
    assert client.get("/client/app.js", headers={"If-None-Match": plain["etag"]})[0] == 304
    for missing in (
        "/client/nothing.js",
        "/client/index.html",
        "/client/..%2fweb%2froutes.py",
        "/client/vendor/preact.d.ts",
        "/client/",
    ):
        assert client.get(missing)[0] == 404, missing


def test_one_file_is_kept_once_whatever_it_is_called() -> None:
    files = Files()
    assert files.find("app.js") is files.find("parts/../app.js") is files.find("1/../app.js")
    assert len(files.kept) == 1


LONG = "9" * 5000  # digits, more than Python reads as a number


def test_odd_addresses_are_no_trouble(server: Server) -> None:
    clients = seated(server, 2)
    assert clients[0].do(do="resign", seat=0)["ok"]
    over = f"/api/tables/{clients[0].name}/replay"
    for path, status in (
        ("/client/%00.js", 404),
        (f"/client/{'a' * 300}.js", 404),
        (f"/client/{'a/' * 3000}x.js", 404),
        (f"/api/tables/x/replay/{LONG}", 404),
        (f"{over}/{LONG}", 400),
        (f"{over}/-1", 400),
        (f"{over}/x", 400),
        (f"{over}?by={LONG}", 400),
        (f"{over}/0?last={LONG}", 400),
        (f"{over}/0?by=%C2%B2", 400),
    ):
        found, body, _ = clients[0].get(path)
        assert (found, b"house/trouble" in body) == (status, False), path
    assert clients[0].get(f"{over}/0?by=1")[0] == 200


def test_bots_alone_are_shown_as_playing(server: Server) -> None:
    owner = Client(server).connect()
    owner.watch(owner.open_table(options={"players": 2}))
    for seat in (0, 1):
        assert owner.do(do="add-bot", seat=seat, level="thumb")["ok"]
    owner.do(do="start")
    found = [
        each["phase"] for each in owner.json("/api/tables")["yours"] if each["table"] == owner.name
    ]
    assert found in (["playing"], ["over"])


def test_a_rulebook_is_served(server: Server) -> None:
    found = Client(server).json("/api/rules/ghooost")
    assert (found["prefix"], found["title"]) == ("GH", "Ghooost!")
    assert "**3.1.1**" in found["text"]
    assert "GH-3.1.1" in [block.get("id") for block in found["blocks"]]
    assert Client(server).json("/api/rules/chess")["code"] == "game/unknown"


def test_records_are_closed_until_the_end(server: Server) -> None:
    clients = seated(server, 2)
    path = f"/api/tables/{clients[0].name}/record"
    assert clients[0].json(path)["code"] == "table/not-over"
    assert clients[0].do(do="resign", seat=0)["ok"]
    entries = clients[0].json(path)["entries"]
    assert entries[-1]["kind"] == "secret"
    assert clients[1].do(do="rematch")["ok"]
    clients[0].wait_for(lambda each: each.table["rematch"])
    assert Client(server).connect().watch(clients[0].table["rematch"])["ok"]


def test_spectators_stay_out_where_they_are_not_welcome(server: Server) -> None:
    clients = seated(server, 2, spectators=False)
    assert Client(server).connect().watch(clients[0].name)["code"] == "table/private"


def test_hints_only_where_the_table_allows_them(server: Server) -> None:
    clients = seated(server, 2, hints=False)
    mover = next(client for client in clients if client.owes)
    assert mover.ask("hint", table=mover.name, seat=mover.seat)["code"] == "table/private"


def test_who_is_too_slow_is_played_by_a_bot(server: Server) -> None:
    clients = seated(server, 2, clock={"move": 1, "reserve": 0})
    clients[0].wait_for(
        lambda each: any(seat["played_by_bot"] == "clock" for seat in each.table["seats"])
    )
    catch_up(clients)
    late = next(
        client for client in clients if client.table["seats"][client.seat or 0]["played_by_bot"]
    )
    assert late.do(do="back", seat=late.seat)["ok"]


def test_several_seats_on_one_device(server: Server) -> None:
    """The view of another seat is sent when it is asked for, not before."""
    client = Client(server).connect()
    table = client.open_table(options={"players": 2})
    client.watch(table)
    assert client.sit(0)["ok"]
    assert client.sit(1)["ok"]
    client.do(do="start")
    client.show(0)
    client.show(1)
    client.watch(table, 0)
    rng = random.Random(5)
    for _ in range(20):
        assert client.game is not None
        assert client.game["view"]["seat"] == client.seat
        if not client.owes:
            client.watch(table, 1 - (client.seat or 0))
            continue
        assert client.move(rng.choice(client.game["owed"]["moves"]))["ok"]
        client.wait_for(lambda each: each.version == each.version)


def test_a_flood_is_slowed_and_others_play_on(database: str) -> None:
    with served(database, messages_per_second=20, message_burst=30) as server:
        flooder, quiet = Client(server).connect(), Client(server).connect()
        assert flooder.socket is not None
        for _ in range(200):
            flooder.socket.send('{"ask":"ping","id":1}')
        codes = [json.loads(flooder.socket.recv(20)).get("code") for _ in range(200)]
        assert "limit/rate" in codes
        assert quiet.ask("ping")["ok"]
        second = Client(server, like=flooder).connect()  # another line is no way round
        assert second.socket is not None
        for _ in range(30):
            second.socket.send('{"ask":"ping","id":1}')
        codes = [json.loads(second.socket.recv(20)).get("code") for _ in range(30)]
        assert codes.count("limit/rate") > 5  # with a burst of its own there would be none


def test_too_many_new_tables_are_refused(database: str) -> None:
    with served(database, tables_per_address=2) as server:
        answers = [Client(server).json("/api/tables", {"game": "ghooost"}) for _ in range(3)]
        assert [found.get("code") for found in answers] == [None, None, "limit/tables"]


def test_too_many_new_guests_are_refused(database: str) -> None:
    with served(database, guests_per_address=3) as server:
        known = Client(server)
        statuses = [Client.fresh_visit(server) for _ in range(4)]
        assert statuses == [200, 200, 429, 429]
        assert known.get("/")[0] == 200


def test_a_game_waits_for_its_rules_and_the_page_does_not(tmp_path: Path) -> None:
    """From an empty compile cache: pages answer at once, and the first game starts when its rules are compiled. Others take long to compile: who
    waits for these when the house is stopped is told so, and the house does not wait with them."""
    with (
        on_one_core()
    ):  # where one game is compiled at a time: what nobody waits for here need not be
        server = Server(f"sqlite:///{tmp_path}/house.db", cache=str(tmp_path / "cache"))
    try:
        server.wait_until_ready()
        begun = time.monotonic()
        client = Client(server).connect()
        assert time.monotonic() - begun < 5
        states = {found["compiled"] for found in client.json("/api/games")["games"]}
        assert states != {"ready"}
        clients = seated(server, 1, bots=1)
        assert clients[0].table["phase"] == "playing"
        assert client.ask("ping")["ok"]
        stop_while_waiting(server, client)
    finally:
        server.stop()


@contextmanager
def on_one_core() -> Iterator[None]:
    """Processes that are started meanwhile have one core."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    yield
    os.sched_setaffinity(0, cores)


def stop_while_waiting(server: Server, client: Client) -> None:
    assert client.watch(client.open_table("graveyards", options={"players": 2}))["ok"]
    assert client.sit(0)["ok"]
    assert client.do(do="add-bot", seat=1, level="thumb")["ok"]
    assert client.do(do="start")["ok"]
    threading.Timer(0.5, server.process.send_signal, [signal.SIGTERM]).start()
    assert client.show(0)["code"] == "house/trouble"
    assert server.process.wait(10) == 0
    assert "Traceback" not in server.output()


def test_too_many_lines_are_refused(database: str) -> None:
    with served(database, connections_per_guest=3) as server:
        client = Client(server)
        lines = [Client(server, like=client).connect() for _ in range(3)]
        with pytest.raises(InvalidStatus):
            Client(server, like=client).connect()
        lines[0].close()
        time.sleep(0.5)
        Client(server, like=client).connect()


def test_a_clean_stop_tells_and_loses_nothing(database: str) -> None:
    with served(database) as server:
        clients = seated(server, 2)
        play_on(clients, random.Random(6), 12)
        server.process.send_signal(signal.SIGTERM)
        assert next(
            message
            for message in iter(lambda: clients[0].hear(20), None)
            if message.get("tell") == "closing"
        )
        assert server.process.wait(20) == 0
        held = clients[0].game
    with served(database) as again:
        clients[0].server = again
        clients[0].connect()
        assert clients[0].watch(clients[0].name, 0)["ok"]
        assert clients[0].game == held


def test_a_stop_while_many_come_and_go_leaves_no_traceback(database: str) -> None:
    with served(database, trust_proxy=True) as server:
        run(bustle(server))
        assert server.process.wait(20) == 0
        assert "Traceback" not in server.output()


async def bustle(server: Server) -> None:
    """Open tables and sit down at twenty of them as fast as can be, until the server stops."""
    address = ServerAddress.parse(server.url)
    guests = [await SimulatedGuest(address, number).enter() for number in range(40)]
    tables = [
        SimulatedTable(Tally(), "ghooost", {"players": 2}, guests[place : place + 2], most_moves=1)
        for place in range(0, 40, 2)
    ]

    async def come_and_go(table: SimulatedTable) -> None:
        while True:
            await table.begin()
            table.is_playing = False

    works = [asyncio.create_task(come_and_go(table)) for table in tables]
    await asyncio.sleep(1)
    server.process.send_signal(signal.SIGTERM)
    await asyncio.wait(works, timeout=3)
    for work in works:
        work.cancel()
    await asyncio.gather(*works, return_exceptions=True)
    for guest in guests:
        guest.leave()
    await asyncio.sleep(0.1)


def test_two_servers_on_one_postgresql() -> None:
    """Any process may serve any table; word of a move reaches the other one's sockets."""
    for address in fresh_database("postgresql"):
        with served(address) as one, served(address) as two:
            ann = Client(one).connect()
            bob = Client(two).connect()
            table = ann.open_table(options={"players": 2})
            for seat, client in enumerate((ann, bob)):
                assert client.watch(table)["ok"]
                assert client.sit(seat)["ok"]
                assert client.watch(table, seat)["ok"]
            ann.wait_for(lambda each: each.table["seats"][1]["kind"] == "person")
            assert ann.do(do="start")["ok"]
            bob.wait_for(lambda each: each.table["phase"] == "showing")
            assert ann.show(0)["ok"]
            assert bob.show(1)["ok"]
            for client in (ann, bob):
                client.wait_for(lambda each: each.table["phase"] == "playing")
            play_on([ann, bob], random.Random(7))
            assert ann.table["outcome"] == bob.table["outcome"]
            assert ann.table["outcome"] is not None


def test_several_workers_share_a_port_and_one_that_dies_is_replaced() -> None:
    for address in fresh_database("postgresql"):
        with served(address, workers=2) as server:
            children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
            workers = children.read_text().split()
            assert len(workers) == 2
            clients = seated(server, 2)
            play_on(clients, random.Random(8), 20)
            os.kill(int(workers[0]), signal.SIGKILL)
            deadline = time.monotonic() + 20
            while (
                len(set(children.read_text().split()) - {workers[0]}) < 2
                and time.monotonic() < deadline
            ):
                time.sleep(0.1)
            assert len(set(children.read_text().split()) - {workers[0]}) == 2
            survivor = Client(server, like=clients[0]).connect()
            assert survivor.watch(clients[0].name, 0)["ok"]
            assert survivor.version >= clients[0].version
            assert server.stop() == 0
