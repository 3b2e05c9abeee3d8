"""Bad inputs by the hundred thousand: every one is answered, nothing crashes, no traceback leaves the house, tables go on, memory stays."""

import http.client
import itertools
import json
import random
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from typing import Any, get_args

import pytest

from proof.effort import count, note
from proof.houses import House, housed
from proof.ledgers import check_any, check_tables
from proof.mutants import NASTY, bad, noise, spoiled
from proof.people import Person, options_of
from proof.raw import BINARY, TEXT, Line, cookie_of, frame
from spookhouse.games import FOLDERS
from spookhouse.stores import SqlStore
from spookhouse.table import AnyCommand
from spookhouse.web.operations import description
from support.databases import KINDS, fresh_database
from support.servers import Client

pytestmark = [pytest.mark.compiled]

MESSAGES = count("messages", 50_000, 480_000)  # on each database
REQUESTS = count("requests", 4_000, 40_000)
BURSTS = count("bursts", 1_000, 10_000)  # of noise on a bare socket
AT_ONCE = 250
MEGABYTE = 1 << 20
LEFT_OPEN = {
    "message_burst": 10**9,
    "messages_per_second": 1e9,
    "tables_per_guest": 10**6,
    "connections_per_address": 10**6,
    "trust_proxy": True,
}


@pytest.fixture(
    params=[pytest.param(kind, marks=pytest.mark.xdist_group(f"proof-{kind}")) for kind in KINDS]
)
def house(request: pytest.FixtureRequest) -> Iterator[House]:
    for database in fresh_database(request.param):
        with housed(database, **LEFT_OPEN) as opened:
            yield opened


class Undisturbed:
    """Somebody plays on meanwhile; afterwards the log is clean and the tables are whole."""

    def __init__(self, house: House) -> None:
        self.house, self.person = house, Person(lambda: house, list(FOLDERS), 5)
        self.person.start()
        self.memory = 0

    def settle(self) -> None:
        """From here on memory is compared."""
        self.memory = self.house.memory()

    def end(self, megabytes: int) -> int:
        moved = self.person.moved
        deadline = time.monotonic() + 30
        while self.person.moved < moved + 5:
            assert self.person.failed is None, self.person.failed
            assert time.monotonic() < deadline, "a table is stuck"
            time.sleep(0.01)
        self.person.finish()
        check_tables(self.house.database, self.person.tables)
        log = self.house.output()
        assert not failures(log), failures(log)[0]
        grown = (self.house.memory() - self.memory) // MEGABYTE
        assert grown < megabytes, f"memory grew by {grown} MB"
        return grown


def failures(log: str) -> list[str]:
    """Tracebacks in the log; but for bytes that are no UTF-8, which the web server notes with one of its own."""
    pieces = log.split("Traceback (most recent call last)")
    return [
        after[:4000]
        for before, after in itertools.pairwise(pieces)
        if "Invalid UTF-8" not in before[-100:]
    ]


# === WEBSOCKET ===


def templates(client: Client, tables: list[str]) -> list[Any]:
    """Every request that there is, good ones, for tables of every game and in every phase."""
    commands: list[dict[str, Any]] = [
        {"do": "arrange", "order": [1, 0]},
        {"do": "set-options", "options": {"players": 2, "dawn": 9}},
        {"do": "start"},
        {"do": "resign", "seat": 5},
        {"do": "sit", "seat": 1, "pledge": "0" * 64},
        {"do": "stand", "seat": 1},
        {"do": "add-bot", "seat": 1, "level": "thumb"},
        {"do": "remove", "seat": 1},
        {"do": "hand-over", "guest": client.guest},
        {"do": "call-off"},
        {"do": "show", "seat": 0, "bytes": "0" * 64},
        {"do": "move", "seat": 0, "version": 9, "move": "luck", "key": "k"},
        {"do": "undo", "seat": 0},
        {"do": "answer", "agree": True},
        {"do": "away", "seat": 5},
        {"do": "back", "seat": 0},
        {"do": "rematch"},
        {"do": "say", "text": "boo"},
    ]
    assert {each["do"] for each in commands} == {
        kind.__struct_config__.tag for kind in get_args(AnyCommand)
    }
    asks: list[dict[str, Any]] = [
        {"ask": "do", "id": 1, "table": table, "command": each}
        for each in commands
        for table in tables
    ]
    for table in tables:
        asks += [{"ask": "watch", "id": 2, "table": table, "seat": seat} for seat in (None, 0)]
        asks += [
            {"ask": "why", "id": 3, "table": table, "seat": 0, "move": "1x1"},
            {"ask": "hint", "id": 4, "table": table, "seat": 0},
            {"ask": "state", "id": 7, "table": table, "seat": 0},
        ]
        asks += [{"ask": "unwatch", "id": 5, "table": table}]
    return [*asks, {"ask": "ping", "id": 6}]


def table_at(client: Client, phase: str, name: str = "ghooost", **wanted: Any) -> str:
    """A table whose seats are all the guest's own, in that phase."""
    table = client.open_table(name, options=options_of(name, 2), **wanted)
    client.connect().watch(table)
    seats = range(len(client.table["seats"]))
    for seat in seats if phase != "lobby" else ():
        assert client.sit(seat)["ok"]
    if phase != "lobby":
        assert client.do(do="start")["ok"]
    for seat in seats if phase in ("playing", "over") else ():
        assert client.show(seat)["ok"]
    if phase == "over":
        for seat in seats:
            client.do(do="resign", seat=seat)
        client.wait_for(lambda each: each.table["phase"] == "over")
    client.close()
    return table


def some_tables(client: Client) -> list[str]:
    """Of every game one where the game is on; and one in every other phase."""
    clock = {"move": 3600, "reserve": 60}
    return [table_at(client, "playing", name) for name in FOLDERS] + [
        table_at(client, phase, clock=clock) for phase in ("lobby", "showing", "over")
    ]


def are_whole(house: House, client: Client, tables: list[str]) -> None:
    """What took all the bad messages has followed the rules, and goes on: who sits there can move."""
    store = SqlStore(house.database)
    for name in tables:
        check_any(store, name)
    store.close()
    client.connect()
    for name in tables:
        client.watch(name)
        for seat in client.table["waiting"] if client.table["phase"] == "playing" else ():
            if not client.watch(name, seat)["ok"]:
                continue
            client.do(do="back", seat=seat)
            client.watch(name, seat)
            if client.owes:
                assert client.game is not None
                assert client.move(client.game["owed"]["moves"][0])["ok"]
                break
    client.close()


def exchange(line: Line, messages: list[bytes], codes: Counter[str]) -> None:
    """Send them all at once; each gets one answer, whatever it was."""
    line.send(b"".join(frame(each, TEXT if is_text(each) else BINARY) for each in messages))
    answered = 0
    while answered < len(messages):
        opcode, payload = line.receive()
        assert opcode == TEXT, (opcode, payload)
        if payload.startswith(b'{"re":'):
            answered += 1
            answer = json.loads(payload)
            codes[answer.get("code", "ok")] += 1
            assert "Traceback" not in answer.get("message", ""), answer
            assert answer.get("code") != "house/trouble", [answer, *messages]


def is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def test_bad_messages(house: House) -> None:
    rng, codes, client = random.Random(3), Counter[str](), Client(house)
    tables = some_tables(client)
    made = templates(client, tables)
    meanwhile = Undisturbed(house)
    with closing(Line(house.port, cookie_of(client))) as line:
        for number in range(0, MESSAGES, AT_ONCE):
            try:
                exchange(line, [bad(made, rng) for _ in range(AT_ONCE)], codes)
            except (AssertionError, ConnectionError) as error:
                raise AssertionError(f"{error!r:.2000}\n{failures(house.output())[:1]}") from error
            if number <= MESSAGES // 5:
                meanwhile.settle()
    grown = meanwhile.end(megabytes=60)
    are_whole(house, client, tables)
    assert sum(codes.values()) == MESSAGES
    kind = house.database.partition(":")[0].partition("+")[0]
    slowest = round(meanwhile.person.slowest, 2)
    note(
        "breaks",
        f"bad messages over a WebSocket, {kind}",
        "mutated requests, spoiled bytes, noise; one answer each",
        inputs=MESSAGES,
        refused=MESSAGES - codes["ok"],
        memory_mb=grown,
        slowest_move_of_another_s=slowest,
    )


# === HTTP ===

PATHS = [*description()["paths"], "/ws", "/nothing"]
ODD = (
    "%00",
    "%ff",
    "%ed%a0%80",
    "..%2f..",
    "a" * 500,
    "9" * 5000,
    "%",
    "é".encode().hex(),
    "1.2.3",
    "..",
    "-1",
    "%C2%B2",
    "x/../app",
    "0",
)
QUERIES = (
    "",
    "",
    "?a=%00",
    "?" + "a" * 300,
    "/",
    "//",
    "#x",
    "?by=0",
    "?by=%00",
    "?by=" + "9" * 5000,
    "?last=" + "9" * 5000,
    "?last=%ff&by=open",
)
BODIES: list[Any] = [
    {"step": 0},
    {
        "game": "ghooost",
        "options": {"players": 2},
        "public": False,
        "spectators": True,
        "hints": True,
        "clock": {"move": 3600, "reserve": 600},
    },
    {"game": "graveyards", "options": {}},
    {"name": "Ann"},
    {},
]


def path_of(rng: random.Random, tables: list[str]) -> str:
    """A path that an HTTP client can still send: no blanks, no line ends."""
    good = {
        "table": rng.choice(tables),
        "game": rng.choice(list(FOLDERS)),
        "first": "0",
        "path": "app.js",
        "token": "x",
        "part": "3",
    }
    path = re.sub(
        r"{(\w+)}",
        lambda found: good[found[1]] if rng.random() < 0.6 else rng.choice(ODD),
        rng.choice(PATHS),
    )
    return path + rng.choice(QUERIES)


def test_bad_requests(house: House) -> None:
    rng, statuses, client = random.Random(4), Counter[int](), Client(house)
    tables = [table_at(client, phase) for phase in ("playing", "over")]
    meanwhile, line = (
        Undisturbed(house),
        http.client.HTTPConnection("127.0.0.1", house.port, timeout=30),
    )
    meanwhile.settle()
    for number in range(REQUESTS):
        method = rng.choice(
            ("GET", "POST", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "FOO")
        )
        body = bad(BODIES, rng) if rng.random() < 0.8 else noise(rng) * rng.choice((1, 1, 200))
        headers = {
            "Cookie": cookie_of(client)
            if rng.random() < 0.9
            else spoiled(cookie_of(client).encode(), rng).decode("latin-1")
        }
        headers["Cookie"] = "".join(letter for letter in headers["Cookie"] if letter.isprintable())
        headers["X-Forwarded-For"] = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        if rng.random() < 0.1:
            headers["Origin"] = rng.choice(
                ("null", "http://evil.example", f"http://127.0.0.1:{house.port}", "http://[", "%")
            )
        path = path_of(rng, tables)
        try:
            line.request(method, path, body if method in ("POST", "PUT", "FOO") else None, headers)
            response = line.getresponse()
            found = response.read()
        except (http.client.HTTPException, ConnectionError):
            line.close()
            statuses[0] += 1
            continue
        statuses[response.status] += 1
        if response.status >= 500 or b"Traceback" in found:
            line.close()
            time.sleep(0.5)  # the log comes after the answer
            raise AssertionError(
                f"{method} {path} {headers} {body!r:.500}: {found!r:.500}\n{failures(house.output())[:1]}"
            )
    line.close()
    grown = meanwhile.end(megabytes=60)
    assert statuses[0] < REQUESTS // 2, statuses
    what = {f"status_{status}": times for status, times in sorted(statuses.items()) if status}
    note(
        "breaks",
        "bad HTTP requests",
        "mutated bodies, odd paths, methods, cookies and origins",
        inputs=REQUESTS,
        memory_mb=grown,
        **what,
    )


@pytest.mark.parametrize(
    "house", [pytest.param("sqlite", marks=pytest.mark.xdist_group("proof-sqlite"))], indirect=True
)
def test_noise_on_a_bare_socket(house: House) -> None:
    """Bytes that are no HTTP, and frames that no WebSocket may send."""
    rng, client = random.Random(5), Client(house)
    meanwhile, before = Undisturbed(house), house.files()
    for number in range(BURSTS):
        if number % 2:
            with socket.create_connection(("127.0.0.1", house.port), timeout=10) as line:
                line.sendall(
                    noise(rng)
                    if number % 4 == 1
                    else spoiled(
                        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabcde", rng
                    )
                )
            continue
        if number % 6 == 0:
            hands_not_shaken(house.port, cookie_of(client), rng)
            continue
        raw = Line(
            house.port,
            cookie_of(client),
            f"X-Forwarded-For: 10.0.{number >> 8 & 255}.{number & 255}\r\n",
        )
        raw.send(
            rng.choice(
                (noise(rng), broken_frame(rng), spoiled(frame(b'{"ask":"ping","id":1}'), rng))
            )
        )
        raw.close()
    meanwhile.settle()
    grown = meanwhile.end(megabytes=60)
    deadline = time.monotonic() + 30
    while house.files() > before + 10:
        assert time.monotonic() < deadline, f"{house.files()} files are open, {before} were before"
        time.sleep(0.1)
    note(
        "breaks",
        "noise on bare sockets",
        "no HTTP, no frames, lines dropped in the middle",
        inputs=BURSTS,
        memory_mb=grown,
    )


def hands_not_shaken(port: int, cookie: str, rng: random.Random) -> None:
    """A WebSocket that was asked for in a wrong way is refused, and takes nobody's place."""
    lines = [
        "GET /ws HTTP/1.1",
        "Host: x",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
    ]
    lines += ["Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", f"Cookie: {cookie}"]
    wrong = rng.randrange(1, len(lines))
    lines[wrong] = rng.choice((lines[wrong].partition(":")[0] + ": " + noise(rng).hex(), "X: y"))
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode())
        line.recv(100)


def broken_frame(rng: random.Random) -> bytes:
    payload = rng.randbytes(rng.randrange(300))
    match rng.randrange(5):
        case 0:
            return frame(payload, masked=False)
        case 1:
            return frame(payload, opcode=rng.choice((3, 5, 11, 15)))
        case 2:
            return frame(payload, final=False) * 3
        case 3:
            return frame(payload, opcode=8)
        case _:
            return frame(bytes(20_000))


# === TOO MUCH ===


def paced(house: House, seconds: float) -> float:
    """Somebody plays for a while; the slowest answer to a move."""
    person = Person(lambda: house, ["ghooost"], 9)
    person.rng = random.Random(9)
    person.start()
    time.sleep(seconds)
    person.finish()
    assert person.moved > 3, "nobody could play"
    return person.slowest


@pytest.mark.xdist_group("proof-sqlite")
def test_rude_guests_disturb_nobody(tmp_path: Any) -> None:
    """Half-open lines by the thousand, clients that never read, floods, huge and deep messages: another guest plays on."""
    half_open = count("half_open", 2000, 5000)
    settings = {
        "connections_per_address": 10**6,
        "message_burst": 10**6,
        "messages_per_second": 1e6,
    }
    with housed(f"sqlite:///{tmp_path}/house.db", **settings) as house:
        calm = paced(house, 2.0)
        client = Client(house)
        playing = table_at(client, "playing")
        lines = [
            socket.create_connection(("127.0.0.1", house.port), timeout=30)
            for _ in range(half_open)
        ]
        for number, each in enumerate(lines):
            each.sendall(
                (
                    b"",
                    b"GET",
                    b"GET / HTTP/1.1\r\nHost: x\r\n",
                    b"POST /api/me HTTP/1.1\r\nContent-Length: 100\r\n\r\n{",
                )[number % 4]
            )
        deaf = [Line(house.port, cookie_of(Client(house))) for _ in range(10)]
        for each in deaf:
            each.send(frame(json.dumps({"ask": "watch", "id": 1, "table": playing}).encode()))
        before, stopping = house.memory(), threading.Event()
        flood = threading.Thread(target=flooding, args=(house, client, playing, deaf, stopping))
        flood.start()
        busy = paced(house, count("rude_seconds", 5, 60))
        stopping.set()
        flood.join()
        grown = (house.memory() - before) // MEGABYTE
        for each in [*lines, *[line.socket for line in deaf]]:
            each.close()
        again = paced(house, 1.0)
        log = house.output()
    assert not failures(log), failures(log)[0]
    assert grown < 150, f"memory grew by {grown} MB"
    assert busy < 2.0, f"a move took {busy:.1f} s"
    how = f"{half_open} half-open lines, 10 clients that never read, a flood of chat, pings, huge and deep messages; slowest move of another guest"
    note(
        "breaks",
        "rude guests",
        how,
        rounds=1,
        calm_s=round(calm, 3),
        busy_s=round(busy, 3),
        afterwards_s=round(again, 3),
        memory_mb=grown,
    )


@pytest.mark.xdist_group("proof-sqlite")
def test_half_open_lines_are_closed(tmp_path: Any) -> None:
    """Who never finishes a request is hung up on; a line that became a WebSocket is not."""
    with housed(
        f"sqlite:///{tmp_path}/house.db", patch="proof.pausing:hurry", argument=1.0
    ) as house:
        client = Client(house).connect()
        for beginning in (
            b"",
            b"GET",
            b"GET / HTTP/1.1\r\nHost: x\r\n",
            b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
        ):
            with socket.create_connection(("127.0.0.1", house.port), timeout=20) as line:
                line.sendall(beginning)
                while line.recv(4096):
                    pass
        assert client.ask("ping")["ok"]
        client.close()


def flooding(
    house: House, client: Client, table: str, deaf: list[Line], stopping: threading.Event
) -> None:
    """As fast as one line goes, until told to stop."""
    word = json.dumps(
        {"ask": "do", "id": 1, "table": table, "command": {"do": "say", "text": "boo " * 100}}
    ).encode()
    pieces = [
        word,
        b'{"ask":"ping","id":1}',
        b"[" * 16_000,
        b'{"a":' * 3000,
        json.dumps(NASTY[:26]).encode(),
    ]
    line = Line(house.port, cookie_of(client))
    while not stopping.is_set():
        line.send(b"".join(frame(each) for each in pieces * 4))
        for each in deaf:
            try:
                each.send(frame(b'{"ask":"ping","id":1}') * 20)
            except OSError:
                continue
        for _ in pieces * 4:
            line.receive()
    line.close()
