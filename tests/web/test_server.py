"""A real server process with SQLite and with PostgreSQL: scripted clients play whole games."""

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
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from spookhouse.bench.simulated_players import SimulatedGuest, SimulatedTable, Tally
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.contract import Json
from spookhouse.remote.blocking import BlockingWebSocket, wait_for
from spookhouse.remote.errors import Disconnected, NotAdmitted
from spookhouse.remote.http import HttpSession
from spookhouse.web.static_files import StaticFiles
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


def start_game(
    server: Server, humans: int, title: str = "ghooost", bots: int = 0, **settings: object
) -> list[Client]:
    """Start a game at a new table; return the clients, each of which watches its own seat."""
    options = {"players": humans + bots} if "players" in game(title).option_names else {}
    clients = [Client(server).connect() for _ in range(humans)]
    table = clients[0].open_table(title, options=options, **settings)
    for seat, client in enumerate(clients):
        assert client.watch(table)["ok"]
        assert client.sit(seat)["ok"]
        assert client.watch(table, seat)["ok"]
    for seat in range(humans, humans + bots):
        assert clients[0].do(do="add-bot", seat=seat, level="thumb")["ok"]
    assert clients[0].do(do="start")["ok"]
    for seat, client in enumerate(clients):
        client.wait_until(lambda view: view.phase == "showing")
        assert client.show(seat)["ok"]
    for client in clients:
        client.wait_until(lambda view: view.phase in ("playing", "over"))
    return clients


def play(clients: list[Client], rng: random.Random, max_moves: int = 10**6) -> None:
    """Make random moves for all clients until the game is over, or so many were made."""
    made = 0
    while clients[0].view.phase == "playing" and made < max_moves:
        mover = next((client for client in clients if client.owes), None)
        if mover is None:
            clients[0].receive()
            catch_up(clients)
            continue
        answer = mover.move(rng.choice(mover.owed.moves))
        assert answer["ok"], answer
        made += 1
        catch_up(clients, answer["version"])


def catch_up(clients: list[Client], version: int = 0) -> None:
    """Receive messages until all clients hold this version, and the newest that one of them has."""
    newest = max(version, *(client.version for client in clients))
    for client in clients:
        client.wait_until(lambda view: view.version >= newest)


def mover_and_other(clients: list[Client]) -> tuple[Client, Client]:
    """Return the one of two clients that owes a decision, and the other one."""
    first, second = clients
    return (first, second) if first.owes else (second, first)


# === GAMES ===


@pytest.mark.parametrize("title", FOLDERS)
def test_a_whole_game_of_every_title(server: Server, title: str) -> None:
    clients = start_game(server, game(title).min_players, title)
    spectator = Client(server).connect()
    assert spectator.watch(clients[0].table_id)["ok"]
    play(clients, random.Random(1))
    catch_up([*clients, spectator])
    assert all(
        client.table["outcome"] == clients[0].table["outcome"] for client in [*clients, spectator]
    )
    assert clients[0].table["outcome"] is not None
    assert clients[0].table["secret"] is not None
    fresh = Client(server, like=clients[0]).connect()
    fresh.watch(clients[0].table_id, 0)
    assert (fresh.table, fresh.game) == (clients[0].table, clients[0].game)
    for client in [*clients, spectator, fresh]:
        client.close()


def test_a_human_plays_against_bots(server: Server) -> None:
    clients = start_game(server, 1, bots=3)
    play(clients, random.Random(2))
    assert clients[0].table["outcome"] is not None
    assert any(event["text"] for change in clients[0].changes for event in change["events"])


def test_a_client_that_reconnects_misses_nothing(server: Server) -> None:
    clients = start_game(server, 2)
    rng = random.Random(3)
    play(clients, rng, 10)
    clients[1].close()
    if clients[0].owes:
        play(clients[:1], rng, 1)
    clients[1].connect()
    assert clients[1].watch(clients[1].table_id, 1)["ok"]
    catch_up(clients)
    play(clients, rng, 10)


def test_two_connections_of_one_guest(server: Server) -> None:
    clients = start_game(server, 2)
    second = Client(server, like=clients[0]).connect()
    assert second.watch(clients[0].table_id, 0)["ok"]
    play(clients, random.Random(4), 6)
    catch_up([*clients, second])
    assert second.game == clients[0].game


def test_several_seats_on_one_device(server: Server) -> None:
    """The view of another seat is sent when it is requested, not before."""
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
        answer = client.move(rng.choice(client.owed.moves))
        assert answer["ok"]
        catch_up([client], answer["version"])


def test_a_bot_plays_for_a_human_who_is_out_of_time(server: Server) -> None:
    clients = start_game(server, 2, clock={"move": 1, "reserve": 0})
    clients[0].wait_until(lambda view: any(seat.played_by_bot == "clock" for seat in view.seats))
    catch_up(clients)
    late = next(client for client in clients if client.view.seats[client.seat or 0].played_by_bot)
    assert late.do(do="back", seat=late.seat)["ok"]


# === REFUSALS AND HINTS ===


def test_a_double_click_plays_once(server: Server) -> None:
    mover, _ = mover_and_other(start_game(server, 2))
    command = {
        "do": "move",
        "seat": mover.seat,
        "version": mover.owed.version,
        "move": mover.owed.moves[0],
        "key": "click",
    }
    first, again = mover.do(**command), mover.do(**command)
    assert first["version"] == again["version"]
    stale = mover.do(**command | {"key": "other"})
    assert stale["code"] in ("move/stale", "move/not-your-turn")


def test_an_illegal_move_is_refused_with_its_rule(server: Server) -> None:
    mover, _ = mover_and_other(start_game(server, 2))
    refused = mover.move("mansion")
    assert (refused["code"], refused["rule"]) == ("move/illegal", "GH 3.6.2")
    question = {"table": mover.table_id, "seat": mover.seat}
    assert mover.ask("why", **question, move="mansion")["why"]["rule"] == "GH 3.6.2"
    assert mover.ask("why", **question, move="luck")["legal"]


def test_requests_for_the_seats_of_others_are_refused(server: Server) -> None:
    mover, other = mover_and_other(start_game(server, 2))
    answers = [
        other.do(do="move", seat=mover.seat, version=1, move="luck"),
        other.ask("why", table=mover.table_id, seat=mover.seat, move="luck"),
        other.ask("hint", table=mover.table_id, seat=mover.seat),
        other.ask("watch", table=mover.table_id, seat=mover.seat),
    ]
    assert [answer["code"] for answer in answers] == ["seat/not-yours"] * 4
    assert other.ask("watch", table="nowhere", seat=None)["code"] == "table/unknown"


def test_a_hint_is_searched_once_for_each_decision(server: Server) -> None:
    mover, other = mover_and_other(start_game(server, 2))
    hint = mover.ask("hint", table=mover.table_id, seat=mover.seat)
    candidates = hint["candidates"]
    assert {found["move"] for found in candidates} <= set(mover.owed.moves)
    assert hint["move"] == candidates[0]["move"]
    assert 0 < sum(found["visits"] for found in candidates) <= hint["iterations"]
    again = mover.ask("hint", table=mover.table_id, seat=mover.seat)
    assert again["candidates"] == candidates
    answer = other.ask("hint", table=mover.table_id, seat=other.seat)
    assert answer["code"] == "table/not-playing"


def test_a_table_without_hints_refuses_them(server: Server) -> None:
    mover, _ = mover_and_other(start_game(server, 2, hints=False))
    assert mover.ask("hint", table=mover.table_id, seat=mover.seat)["code"] == "table/private"


def test_a_table_without_spectators_refuses_them(server: Server) -> None:
    clients = start_game(server, 2, spectators=False)
    assert Client(server).connect().watch(clients[0].table_id)["code"] == "table/private"


INVALID = [
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
    '{"ask":"do","id":1,"table":"t","command":{"do":"move","seat":0}}',
    '{"ask":"do","id":1,"table":"t","command":{"do":"fly"}}',
]


def test_invalid_messages_are_answered(server: Server) -> None:
    client = Client(server).connect()
    websocket = client.connection.websocket
    for text in INVALID:
        websocket.send(text)
        answer = json.loads(websocket.receive(20))
        number = 1 if '"id":1' in text else None
        assert (answer["ok"], answer["code"], answer["re"]) == (False, "message/broken", number)
    assert client.ask("ping")["ok"]


def test_a_message_that_is_too_large_closes_the_connection(server: Server) -> None:
    websocket = Client(server).connect().connection.websocket
    websocket.send("x" * 100_000)
    with pytest.raises(Disconnected):
        websocket.receive(20)


def test_no_connection_without_a_cookie_or_from_another_site(server: Server) -> None:
    cookie = Client(server).cookie
    for headers in (
        {},
        {"Cookie": "spookhouse=eve.00"},
        {"Cookie": cookie, "Origin": "https://elsewhere.example"},
    ):
        with pytest.raises(NotAdmitted, match="403"):
            BlockingWebSocket(server.address, headers)
    BlockingWebSocket(server.address, {"Cookie": cookie, "Origin": server.url}).close()


# === HTTP ===

REFUSED_REQUESTS = [
    # path, body, status, code
    ("/api/tables", {"game": "chess"}, 400, "game/unknown"),
    ("/api/tables", {"game": "ghooost", "options": {"players": 9}}, 400, "option/bad"),
    ("/api/tables", {"game": "ghooost", "colour": 1}, 400, "message/broken"),
    ("/api/tables", {"game": "ghooost", "clock": {"move": 0, "reserve": 0}}, 400, "clock/bad"),
    ("/api/tables", b"[[[", 400, "message/broken"),
    ("/api/tables", b"x" * 20_000, 400, "message/broken"),
    ("/api/me", {"name": "  "}, 400, "guest/name"),
    ("/api/me", {"name": "\u3164"}, 400, "guest/name"),
    ("/api/me", {"name": "Agatha"}, 400, "guest/name"),
    ("/api/me", {"name": "<b>Bob"}, 400, "guest/name"),
    ("/api/me", {"name": 5}, 400, "message/broken"),
    ("/api/tables/nowhere/record", None, 404, "table/unknown"),
]


@pytest.mark.parametrize(("path", "body", "status", "code"), REFUSED_REQUESTS)
def test_http_refusals(server: Server, path: str, body: object, status: int, code: str) -> None:
    response = Client(server).http(path, body)
    assert (response.status, response.json()["code"]) == (status, code)


def test_pages_have_a_content_security_policy(server: Server) -> None:
    response = Client(server).http("/")
    assert response.status == 200
    assert b"Spookhouse" in response.body
    assert "script-src 'self'" in response.headers["content-security-policy"]
    assert response.headers["x-content-type-options"] == "nosniff"


def test_posts_from_another_site_are_refused(server: Server) -> None:
    client, name = Client(server), {"name": "Eve"}
    assert client.http("/api/me", name, {"Origin": "https://elsewhere.example"}).status == 403
    assert client.http("/api/me", name, {"Origin": server.url}).status == 200


def test_health_and_metrics_are_served(server: Server) -> None:
    client = Client(server)
    assert client.http("/healthz").status == 200
    assert b"spookhouse_moves_total" in client.http("/metrics").body


def test_names_are_cleaned_and_published(server: Server) -> None:
    clients = start_game(server, 2)
    found = clients[1].json("/api/me", {"name": "  Bob\n\0the   Ghost  who is so long"})
    assert found["name"] == "Bob the Ghost who is so"
    clients[0].wait_until(lambda view: view.table["seats"][1]["name"] == found["name"])


def test_the_name_of_a_new_player_is_published_at_once(server: Server) -> None:
    clients = [Client(server).connect() for _ in range(2)]
    table = clients[0].open_table(options={"players": 2})
    for client in clients:
        assert client.watch(table)["ok"]
    clients[1].json("/api/me", {"name": "Bob"})
    assert clients[1].sit(1)["ok"]
    clients[0].wait_until(lambda view: view.table["seats"][1]["name"] == "Bob")


def test_a_name_that_looks_like_another_players_is_refused(server: Server) -> None:
    clients = start_game(server, 2)
    assert clients[0].json("/api/me", {"name": "Alice"})["ok"]
    response = clients[1].http("/api/me", {"name": "AIice"})
    assert (response.status, response.json()["code"]) == (400, "guest/name")
    assert "choose another name" in response.json()["message"]
    assert clients[1].json("/api/me")["name"] == "Guest"


def new_link(client: Client) -> str:
    """Return the path of a new link to another device, for programs."""
    return "/api/links/" + str(client.json("/api/me/link", {})["link"]).rsplit("/", 1)[1]


def test_opening_a_link_changes_nothing(server: Server) -> None:
    """Another site can make a browser open it."""
    here, there = Client(server), Client(server)
    assert here.json("/api/me", {"name": "Ann"})["ok"]
    assert there.json("/api/me", {"name": "Bob"})["ok"]
    there.open_table(options={"players": 2})
    link, guest = new_link(here), there.guest
    page = there.http(link.replace("/api/links/", "/come/"))
    assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    expected = {
        "ok": True,
        "name": "Ann",
        "is_you": False,
        "your_name": "Bob",
        "your_tables": 1,
        "your_unfinished": 1,
    }
    assert there.json(link) == expected
    assert there.json("/api/me")["guest"] == guest
    assert here.json(link)["is_you"]
    foreign = there.http(link, {}, {"Origin": "https://evil.example"})
    assert (foreign.status, foreign.json()["code"]) == (403, "guest/foreign")
    assert there.json("/api/me")["guest"] == guest
    assert there.json(link, {}) == {"ok": True, "guest": here.guest, "name": "Ann"}


def test_a_link_moves_one_guest_to_another_device(server: Server) -> None:
    here, there, thief = Client(server), Client(server), Client(server)
    link = new_link(here)
    assert there.json(link, {})["ok"]
    assert there.json("/api/me")["guest"] == here.guest
    bodies: list[Json | None] = [None, {}]
    for body in bodies:
        used = thief.http(link, body)
        assert (used.status, used.json()["code"]) == (410, "link/used")
        invalid = thief.http("/api/links/x.99999999999.y", body)
        assert (invalid.status, invalid.json()["code"]) == (404, "link/invalid")
    assert thief.json("/api/me")["guest"] != here.guest


def test_a_link_is_used_once_by_many_devices_at_once(server: Server) -> None:
    here, others = Client(server), [Client(server) for _ in range(8)]
    link = new_link(here)
    with ThreadPoolExecutor(len(others)) as threads:
        answers = list(threads.map(lambda client: client.json(link, {}), others))
    assert sorted(answer.get("code", "") for answer in answers) == ["", *["link/used"] * 7]
    assert [client.json("/api/me")["guest"] for client in others].count(here.guest) == 1


def test_own_and_public_tables_are_listed(server: Server) -> None:
    client = Client(server).connect()
    table = client.open_table(public=True, options={"players": 2})
    client.watch(table)
    client.sit(0)
    listed = client.json("/api/tables")
    assert table in [row["table"] for row in listed["yours"]]
    assert table in [row["table"] for row in Client(server).json("/api/tables")["open"]]
    (row,) = [row for row in listed["open"] if row["table"] == table]
    assert row["seats"] == [{"kind": "person", "name": "Guest"}, {"kind": "open", "name": None}]
    assert (row["free"], row["options"]["players"]) == (1, 2)
    assert (row["waiting"], row["your_turn"]) == ([], False)
    hidden = client.open_table(options={"players": 2})
    assert hidden not in [row["table"] for row in Client(server).json("/api/tables")["open"]]


def test_the_list_of_tables_shows_whose_turn_it_is(server: Server) -> None:
    clients = start_game(server, 2)
    rows = [listed_table(client) for client in clients]
    assert [row["your_turn"] for row in rows] == [client.owes for client in clients]
    assert all(row["waiting"] == ["Guest"] for row in rows)


def test_a_table_of_bots_is_listed_as_playing(server: Server) -> None:
    owner = Client(server).connect()
    owner.watch(owner.open_table(options={"players": 2}))
    for seat in (0, 1):
        assert owner.do(do="add-bot", seat=seat, level="thumb")["ok"]
    owner.do(do="start")
    assert listed_table(owner)["phase"] in ("playing", "over")


def listed_table(client: Client) -> Json:
    """Return the entry of the watched table in the list of the guest's own tables."""
    rows: list[Json] = client.json("/api/tables")["yours"]
    (row,) = [row for row in rows if row["table"] == client.table_id]
    return row


def test_a_rulebook_is_served(server: Server) -> None:
    found = Client(server).json("/api/rules/ghooost")
    assert (found["prefix"], found["title"]) == ("GH", "Ghooost!")
    assert "**3.1.1**" in found["text"]
    assert "GH-3.1.1" in [block.get("id") for block in found["blocks"]]
    assert Client(server).json("/api/rules/chess")["code"] == "game/unknown"


def test_records_are_private_until_the_game_is_over(server: Server) -> None:
    clients = start_game(server, 2)
    path = f"/api/tables/{clients[0].table_id}/record"
    assert clients[0].json(path)["code"] == "table/not-over"
    assert clients[0].do(do="resign", seat=0)["ok"]
    entries = clients[0].json(path)["entries"]
    assert entries[-1]["kind"] == "secret"
    assert clients[1].do(do="rematch")["ok"]
    clients[0].wait_until(lambda view: view.table["rematch"])
    assert Client(server).connect().watch(clients[0].table["rematch"])["ok"]


def test_a_game_that_is_not_dealt_says_so(server: Server) -> None:
    """In the list, at the table, in the record and when it is verified."""
    ann, bob = start_game(server, 2)
    origin = ann.table_id
    assert ann.table["continued"] is None
    assert listed_table(ann)["continued"] is None
    assert ann.do(do="resign", seat=0)["ok"]
    table = ann.json(f"/api/tables/{origin}/continue", {"step": 0})["table"]
    told = {"table": origin, "step": 0}
    for client, seat in ((ann, 0), (bob, 1)):
        assert client.watch(table)["ok"]
        assert client.table["continued"] == told
        assert client.sit(seat)["ok"]
        assert listed_table(client)["continued"] == told
    assert ann.do(do="start")["ok"]
    for client, seat in ((ann, 0), (bob, 1)):
        assert client.show(seat)["ok"]
    assert bob.do(do="resign", seat=1)["ok"]
    opened = ann.json(f"/api/tables/{table}/record")["entries"][0]["data"]
    assert opened["origin"] == told
    assert "start" in opened
    steps = ann.json(f"/api/tables/{table}/verified")["steps"]
    assert all(step["holds"] for step in steps)
    (seed,) = [step for step in steps if step["warnings"]]
    assert seed["step"] == "seed"
    assert origin in seed["warnings"][1]
    assert ann.json(f"/api/tables/{table}/replay")["table"]["continued"] == told
    assert not any(step["warnings"] for step in ann.json(f"/api/tables/{origin}/verified")["steps"])


def test_guests_cannot_open_a_table_with_a_position_of_their_own(server: Server) -> None:
    client = Client(server).connect()
    client.watch(client.open_table(options={"players": 2}))
    command = {"game": "ghooost", "options": {"players": 2}}
    position = game("ghooost").new(players=2, seed=1).position()
    for more in ({"start": position}, {"origin": {"table": client.table_id, "step": 0}}):
        assert client.json("/api/tables", command | more)["code"] == "message/broken"
        assert client.do(do="open-table", **command, **more)["code"] == "message/broken"
    path = f"/api/tables/{client.table_id}/continue"
    assert client.json(path, {"step": 0})["code"] == "table/not-over"
    assert client.json(path, {"step": 0, "start": position})["code"] == "message/broken"


LONG_NUMBER = "9" * 4000  # nearly as long as an address may be


def test_unusual_paths_cause_no_server_error(server: Server) -> None:
    clients = start_game(server, 2)
    assert clients[0].do(do="resign", seat=0)["ok"]
    replay = f"/api/tables/{clients[0].table_id}/replay"
    for path, status in (
        ("/client/%00.js", 404),
        (f"/client/{'a' * 300}.js", 404),
        (f"/client/{'a/' * 2000}x.js", 404),  # longer than a path of the file system may be
        (f"/client/{'a/' * 3000}x.js", 414),
        (f"/api/tables/x/replay/{LONG_NUMBER}", 404),
        (f"{replay}/{LONG_NUMBER}", 400),
        (f"{replay}/{'9' * 5000}", 414),  # more digits than Python converts to an integer
        (f"{replay}/-1", 400),
        (f"{replay}/x", 400),
        (f"{replay}?by={LONG_NUMBER}", 400),
        (f"{replay}/0?last={LONG_NUMBER}", 400),
        (f"{replay}/0?by=%C2%B2", 400),
    ):
        response = clients[0].http(path)
        assert (response.status, b"house/trouble" in response.body) == (status, False), path
    assert clients[0].http(f"{replay}/0?by=1").status == 200


# === STATIC FILES ===


def test_browsers_cache_files_with_a_version(server: Server) -> None:
    client = Client(server)
    shell = client.http("/").body.decode()
    address = re.search(r'"(/client/v-[0-9a-f]{12}/app\.js)"', shell)
    assert address is not None
    compressed = client.http(address[1], headers={"Accept-Encoding": "gzip"})
    assert compressed.status == 200
    assert compressed.headers["content-encoding"] == "gzip"
    assert compressed.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert compressed.headers["content-type"] == "text/javascript; charset=utf-8"
    assert gzip.decompress(compressed.body) == client.http("/client/app.js").body
    # For another version the server sends the current file, which must not be cached.
    current = client.http("/client/v-000000000000/app.js").headers
    assert current["cache-control"] == "no-cache"
    known = {"If-None-Match": current["etag"]}
    assert client.http("/client/app.js", headers=known).status == 304


@pytest.mark.parametrize(
    "path",
    [
        "/client/nothing.js",
        "/client/index.html",
        "/client/../web/table_routes.py",
        "/client/..%2fweb%2froutes.py",
        "/client/vendor/preact.d.ts",
        "/client/",
    ],
)
def test_other_files_are_not_served(server: Server, path: str) -> None:
    assert Client(server).http(path).status == 404


def test_a_file_is_cached_once_under_all_its_paths() -> None:
    files = StaticFiles()
    assert files.find("app.js") is files.find("parts/../app.js") is files.find("1/../app.js")
    assert len(files.cache) == 1


# === LIMITS ===


def test_the_message_rate_of_a_guest_is_limited(database: str) -> None:
    with served(database, messages_per_second=20, message_burst=30) as server:
        eve, quiet = Client(server).connect(), Client(server).connect()
        assert "limit/rate" in codes_of_pings(eve, 200)
        assert quiet.ask("ping")["ok"]
        # Another connection has no burst of its own.
        second = Client(server, like=eve).connect()
        assert codes_of_pings(second, 30).count("limit/rate") > 5


def codes_of_pings(client: Client, number: int) -> list[str | None]:
    """Send pings all at once; return the codes of the refusals, and None for each answer."""
    websocket = client.connection.websocket
    for _ in range(number):
        websocket.send('{"ask":"ping","id":1}')
    return [json.loads(websocket.receive(20)).get("code") for _ in range(number)]


def test_commands_of_an_address_are_limited_in_rate(database: str) -> None:
    """They fill logs; moves, which end games, are not limited with them."""
    limits = {"messages_per_second": 0.1, "message_burst": 30}
    with served(database, **limits) as server:
        codes = []
        for number in range(7):
            client = Client(server).connect()
            client.watch(client.open_table(options={"players": 2}))
            assert client.sit(0)["ok"] or number
            codes += [client.do(do="stand", seat=number).get("code") for _ in range(25)]
            client.close()
        assert "limit/rate" not in codes[:140]
        assert codes[-5:] == ["limit/rate"] * 5


def test_too_many_new_tables_are_refused(database: str) -> None:
    with served(database, tables_per_address=2) as server:
        answers = [Client(server).json("/api/tables", {"game": "ghooost"}) for _ in range(3)]
        assert [found.get("code") for found in answers] == [None, None, "limit/tables"]


def test_too_many_new_guests_are_refused(database: str) -> None:
    with served(database, guests_per_address=3) as server:
        known = Client(server)
        visits = [wait_for(HttpSession(server.address).request("GET", "/")) for _ in range(4)]
        assert [response.status for response in visits] == [200, 200, 429, 429]
        assert known.http("/").status == 200


def test_too_many_connections_are_refused(database: str) -> None:
    with served(database, connections_per_guest=3) as server:
        client = Client(server)
        connected = [Client(server, like=client).connect() for _ in range(3)]
        with pytest.raises(NotAdmitted, match="too many connections"):
            Client(server, like=client).connect()
        connected[0].close()
        time.sleep(0.5)
        Client(server, like=client).connect()


# === COMPILING ===


def test_games_wait_for_compilation_and_pages_do_not(tmp_path: Path) -> None:
    """With an empty compile cache, pages are served at once.

    The first game starts as soon as its rules are compiled. A request that waits for other rules
    when the server stops is refused; the server does not wait for the compiler.
    """
    # On one core, one game is compiled at a time, so the rules of graveyards are not ready.
    with one_core():
        server = Server(f"sqlite:///{tmp_path}/spookhouse.db", cache=str(tmp_path / "cache"))
    try:
        server.wait_until_ready()
        started = time.monotonic()
        client = Client(server).connect()
        assert time.monotonic() - started < 5
        states = {found["compiled"] for found in client.json("/api/games")["games"]}
        assert states != {"ready"}
        clients = start_game(server, 1, bots=1)
        assert clients[0].view.phase == "playing"
        assert client.ask("ping")["ok"]
        check_stop_while_waiting(server, client)
    finally:
        server.stop()


@contextmanager
def one_core() -> Iterator[None]:
    """Let processes that are started meanwhile have one core."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    yield
    os.sched_setaffinity(0, cores)


def check_stop_while_waiting(server: Server, client: Client) -> None:
    """Stop the server while a command waits for the compiler."""
    assert client.watch(client.open_table("graveyards", options={"players": 2}))["ok"]
    assert client.sit(0)["ok"]
    assert client.do(do="add-bot", seat=1, level="thumb")["ok"]
    assert client.do(do="start")["ok"]
    threading.Timer(0.5, server.process.send_signal, [signal.SIGTERM]).start()
    assert client.show(0)["code"] == "house/trouble"
    assert server.process.wait(10) == 0
    assert "Traceback" not in server.output()


# === SHUTDOWN ===


def test_a_clean_shutdown_is_announced_and_loses_nothing(database: str) -> None:
    with served(database) as server:
        clients = start_game(server, 2)
        play(clients, random.Random(6), 12)
        server.process.send_signal(signal.SIGTERM)
        clients[0].wait_until_notified("closing")
        assert server.process.wait(20) == 0
    with served(database) as restarted:
        returned = Client(restarted, like=clients[0]).connect()
        assert returned.watch(clients[0].table_id, 0)["ok"]
        assert returned.game == clients[0].game


def test_a_shutdown_under_load_leaves_no_traceback(database: str) -> None:
    with served(database, proxy_hops=1) as server:
        run(open_tables_until_shutdown(server))
        assert server.process.wait(20) == 0
        assert "Traceback" not in server.output()


async def open_tables_until_shutdown(server: Server) -> None:
    """Open tables and take their seats as fast as twenty pairs of guests can; stop the server."""
    guests = [await SimulatedGuest(server.address, number).enter() for number in range(40)]
    tables = [
        SimulatedTable(Tally(), "ghooost", {"players": 2}, guests[place : place + 2], most_moves=1)
        for place in range(0, 40, 2)
    ]

    async def open_again_and_again(table: SimulatedTable) -> None:
        while True:
            await table.begin()
            table.is_playing = False

    tasks = [asyncio.create_task(open_again_and_again(table)) for table in tables]
    await asyncio.sleep(1)
    server.process.send_signal(signal.SIGTERM)
    await asyncio.wait(tasks, timeout=3)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for guest in guests:
        guest.leave()
    await asyncio.sleep(0.1)


# === SEVERAL PROCESSES ===


def test_two_servers_share_a_database() -> None:
    """Each server serves every table, and learns of the moves that the other one commits."""
    for address in fresh_database("postgresql"):
        with served(address) as one, served(address) as two:
            ann = Client(one).connect()
            bob = Client(two).connect()
            table = ann.open_table(options={"players": 2})
            for seat, client in enumerate((ann, bob)):
                assert client.watch(table)["ok"]
                assert client.sit(seat)["ok"]
                assert client.watch(table, seat)["ok"]
            ann.wait_until(lambda view: view.seats[1].kind == "person")
            assert ann.do(do="start")["ok"]
            bob.wait_until(lambda view: view.phase == "showing")
            assert ann.show(0)["ok"]
            assert bob.show(1)["ok"]
            for client in (ann, bob):
                client.wait_until(lambda view: view.phase == "playing")
            play([ann, bob], random.Random(7))
            assert ann.table["outcome"] == bob.table["outcome"]
            assert ann.table["outcome"] is not None


def test_workers_share_a_port_and_are_replaced() -> None:
    for address in fresh_database("postgresql"):
        with served(address, workers=2) as server:
            before = workers_of(server)
            assert len(before) == 2
            clients = start_game(server, 2)
            play(clients, random.Random(8), 20)
            killed = before.pop()
            os.kill(killed, signal.SIGKILL)
            deadline = time.monotonic() + 20
            while len(workers_of(server) - {killed}) < 2 and time.monotonic() < deadline:
                time.sleep(0.1)
            assert len(workers_of(server) - {killed}) == 2
            survivor = Client(server, like=clients[0]).connect()
            assert survivor.watch(clients[0].table_id, 0)["ok"]
            assert survivor.version >= clients[0].version
            assert server.stop() == 0


def workers_of(server: Server) -> set[int]:
    """Return the process ids of the server's workers."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    return set(map(int, children.read_text().split()))
