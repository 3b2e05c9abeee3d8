"""Attacks of one client on a running server, each as one round that is repeated.

A round ends early with an `OSError` if the server refuses or disconnects the client; then the next
round begins. `run_attacks` is a process of its own: what an attack costs its client delays nobody.
"""

import json
import os
import random
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event

from proof.bad_inputs import HOSTILE_VALUES
from proof.forkserver import end_with_parent
from proof.hostile_client import (
    ADDRESS,
    GUESTS,
    PIECE,
    HostileClient,
    Talk,
    Targets,
    command_frame,
    discard,
    watch_frame,
)
from proof.raw_sockets import CONTINUATION, PING, PONG, TEXT, RawWebSocket, frame, request_bytes

Attack = Callable[[HostileClient], None]

# Priority of the attacking process below that of the guest who is measured on the same core.
NICENESS = 10
# Connections that an attack opens: more than the server accepts from one address.
CONNECTIONS = 220
# Seconds for which slow clients are held open; the server disconnects them after 20.
HOLD = 15.0
BOT_TABLES = 50
MEGABYTE = 1 << 20
# Attacks at a time, and seconds of each, when all are mixed.
MIXED_AT_ONCE, MIXED_SECONDS = 5, (2.0, 15.0)

# === HEADS OF REQUESTS ===


def backslashes(client: HostileClient) -> None:
    """Send a quoted cookie of backslashes: far too large, and just small enough."""
    for size in (200_000, 8_000):
        cookie = 'Cookie: spookhouse="' + "\\" * size + '"'
        client.exchange(client.request("/api/me", cookie))


def long_url(client: HostileClient) -> None:
    """Send a request line of 60 MB."""
    client.pour(b"GET /", b"a" * PIECE, 60 * MEGABYTE // PIECE)


def large_headers(client: HostileClient) -> None:
    """Send headers of 20 MB."""
    header = b"X-Large: " + b"a" * 4000 + b"\r\n"
    client.pour(b"GET / HTTP/1.1\r\nHost: x\r\n", header * 16, 20 * MEGABYTE // (16 * len(header)))


def small_headers(client: HostileClient) -> None:
    """Send as many of the smallest headers as a request may have bytes, and never end it."""
    with ExitStack() as open_:
        for _ in range(CONNECTIONS):
            connection = open_.enter_context(client.socket())
            with suppress(OSError):
                connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n" + b"a:b\r\n" * 5_000)
        client.pause(4.0)


def pipelines(client: HostileClient) -> None:
    """Send many large requests on each connection, while the first one waits for its turn."""
    path = f"/api/tables/{client.targets.replay}/verified"
    large = client.request(path, *[f"X-{number}: {'a' * 130}" for number in range(90)], keep=True)
    with ExitStack() as open_:
        for _ in range(CONNECTIONS):
            connection = open_.enter_context(client.socket())
            with suppress(OSError):
                connection.sendall(large * 16)
        client.pause(4.0)


def half_open(client: HostileClient) -> None:
    """Open connections that never send a whole request."""
    beginnings = (
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
    )
    with ExitStack() as open_:
        for number in range(CONNECTIONS):
            connection = open_.enter_context(client.socket())
            connection.sendall(beginnings[number % len(beginnings)])
        client.pause(2.0)


def endless_bodies(client: HostileClient) -> None:
    """Send bodies without an end: in one piece, and in chunks of one byte."""
    head = ["POST /api/tables HTTP/1.1", "Host: x", f"Cookie: {client.cookies[0]}"]
    client.pour(request_bytes([*head, f"Content-Length: {1 << 33}"]), b" " * PIECE, 2_000)
    client.pour(request_bytes([*head, "Transfer-Encoding: chunked"]), b"1\r\n \r\n" * 10_000, 100)


# === FRAMES ===


def fragments(client: HostileClient) -> None:
    """Send a message in fragments of one byte."""
    with closing(client.websocket()) as websocket:
        rest = frame(b" ", CONTINUATION, final=False) * 16_000
        websocket.send(frame(b"{", TEXT, final=False) + rest)
        discard(websocket, 1.0)


def pings_and_pongs(client: HostileClient) -> None:
    """Send pings, and pongs that nobody has asked for."""
    with closing(client.websocket()) as websocket:
        for _ in range(20):
            websocket.send((frame(b"", PING) + frame(b"", PONG)) * 2_000)
        discard(websocket, 1.0)


def large_messages(client: HostileClient) -> None:
    """Send deep, odd, large and unlimited messages."""
    for data in (
        frame(b"[" * 16_000) * 40,
        frame(b'{"a":' * 3_000) * 40,
        frame(json.dumps(HOSTILE_VALUES[:26]).encode()) * 40,
        frame(b" " * MEGABYTE),
        b"\x81\xff" + (1 << 40).to_bytes(8, "big") + bytes(4 + MEGABYTE),
    ):
        with closing(client.websocket()) as websocket, suppress(OSError):
            websocket.send(data)
            discard(websocket, 0.2)


def handshakes(client: HostileClient) -> None:
    """Open and close WebSockets, with and without a cookie."""
    for cookie in (client.cookies[0], "spookhouse=nobody.nothing"):
        with suppress(OSError):
            RawWebSocket(client.port, cookie, source=ADDRESS).close()


# === CLIENTS THAT DO NOT READ ===


def never_read(client: HostileClient, connections: int, paths: Sequence[str]) -> None:
    """Request large responses on many connections, sixteen on each, and read nothing."""
    with ExitStack() as open_:
        for number in range(connections):
            connection = open_.enter_context(client.socket(is_slow=True))
            path = paths[number % len(paths)]
            with suppress(OSError):
                connection.sendall(client.request(path, guest=0, keep=True) * 16)
        client.pause(HOLD)


def unread_records(client: HostileClient) -> None:
    """Do not read a record of ten megabytes."""
    never_read(client, 200, [f"/api/tables/{client.targets.record}/record"])


def unread_replays(client: HostileClient) -> None:
    """Do not read replays: all moves in words, and pages of steps with open cards."""
    path = f"/api/tables/{client.targets.replay}/replay"
    never_read(client, 100, [path, f"{path}/0?last=59", f"{path}/60?last=119"])


def unread_files(client: HostileClient) -> None:
    """Do not read other large responses."""
    paths = ["/api/openapi.json", "/client/lib.js", "/api/rules/rest-in-peace", "/api/tables"]
    never_read(client, 100, paths)


def unread_websockets(client: HostileClient) -> None:
    """Watch all tables again and again on 200 WebSockets, and read nothing."""
    tables = [client.targets.record, client.targets.replay, *client.tables]
    with ExitStack() as open_:
        sockets: list[RawWebSocket] = []
        for number in range(CONNECTIONS):
            with suppress(OSError):
                websocket = client.websocket(number % GUESTS, is_slow=True)
                sockets.append(open_.enter_context(closing(websocket)))
        for _ in range(200):
            for websocket in sockets:
                with suppress(OSError):
                    websocket.send(watch_frame(client.rng.choice(tables)))
            client.pause(HOLD / 200)
            if client.is_over:
                return


def waiting_messages(client: HostileClient) -> None:
    """Send large messages behind a hint on all WebSockets; they wait until it is found."""
    ping = frame(json.dumps({"ask": "ping", "id": 1}).encode() + b" " * 16_000)
    with ExitStack() as open_:
        for number in range(CONNECTIONS):
            with suppress(OSError):
                guest = number % GUESTS
                websocket = open_.enter_context(closing(client.websocket(guest)))
                websocket.socket.settimeout(0.1)
                request = {"ask": "hint", "id": 1, "table": client.tables[guest], "seat": 0}
                websocket.send(frame(json.dumps(request).encode()) + ping * 40)
        client.pause(2.0)


# === TABLES ===


def chat_flood(client: HostileClient) -> None:
    """Sit down in a lobby with others and write the largest messages."""
    lobby = client.targets.lobby
    for guest in range(1, 6):
        with Talk(client.websocket(guest), lobby) as talk:
            talk.do("sit", seat=guest, pledge="0" * 64)
            for text in ("\N{GHOST}" * 250, "\N{GHOST}" * 500):
                talk.websocket.send(command_frame(lobby, "say", text=text) * 30)
            discard(talk.websocket, 0.05)


def bots_and_hints(client: HostileClient) -> None:
    """Let 50 tables of the strongest bots play, and request hints for all own tables."""
    if not client.bot_tables:
        client.start_bot_tables(BOT_TABLES, "midnight")
    for guest in range(GUESTS):
        with Talk(client.websocket(guest), client.tables[guest]) as talk:
            for seat in (0, 1):
                request = {"ask": "hint", "id": 1, "table": talk.table, "seat": seat}
                talk.websocket.send(frame(json.dumps(request).encode()) * 5)
            move_and_undo(talk, 1)


def undo_flood(client: HostileClient) -> None:
    """Make and undo moves, and ask for what is not there."""
    guest = client.rng.randrange(GUESTS)
    with Talk(client.websocket(guest), client.tables[guest]) as talk:
        move_and_undo(talk, 20)
        for command in ("undo", "away", "back", "answer"):
            details = {"agree": True} if command == "answer" else {"seat": 0}
            talk.websocket.send(command_frame(talk.table, command, **details) * 10)
        discard(talk.websocket, 0.05)


def move_and_undo(talk: Talk, times: int) -> None:
    """Make the first legal move and undo it, so many times, without waiting for answers."""
    for seat in (0, 1):
        game = talk.ask("watch", seat=seat).get("game")
        if game and game["owed"]:
            version, move = game["owed"]["version"], game["owed"]["moves"][0]
            for number in range(times):
                owed = version + 2 * number
                talk.websocket.send(
                    command_frame(talk.table, "move", seat=seat, version=owed, move=move)
                    + command_frame(talk.table, "undo", seat=seat)
                )


def lobby_churn(client: HostileClient) -> None:
    """Seat bots and remove them, and change options, at a table that everybody sees."""
    guest = client.rng.randrange(GUESTS)
    table = client.open_table(guest, 6, public=True)
    with Talk(client.websocket(guest), table) as talk:
        for _ in range(10):
            talk.websocket.send(
                command_frame(table, "add-bot", seat=1, level="midnight")
                + command_frame(table, "set-options", options={"players": 6, "dawn": 20})
                + command_frame(table, "remove", seat=1)
            )
        discard(talk.websocket, 0.05)


def watched_by_many(client: HostileClient) -> None:
    """Watch all own tables on all connections; then move, and rename those who play."""
    with ExitStack() as open_:
        sockets: list[RawWebSocket] = []
        for number in range(CONNECTIONS):
            with suppress(OSError):
                websocket = client.websocket(number % GUESTS)
                sockets.append(open_.enter_context(closing(websocket)))
        readers = threading.Thread(target=read_all_of, args=(client, sockets), daemon=True)
        readers.start()
        for table in client.tables:
            for websocket in sockets:
                with suppress(OSError):
                    websocket.send(watch_frame(table))
        while not client.is_over:
            with suppress(OSError):
                undo_flood(client)
            for _ in range(5):
                renames(client)


def read_all_of(client: HostileClient, sockets: Sequence[RawWebSocket]) -> None:
    """Read what arrives on many WebSockets."""
    while not client.is_over:
        for websocket in sockets:
            with suppress(OSError):
                websocket.socket.setblocking(False)
                websocket.socket.recv(1 << 18)
        time.sleep(0.01)


def open_tables(client: HostileClient) -> None:
    """Open public tables, also from replays, and read the list of them."""
    guest = client.rng.randrange(GUESTS)
    client.open_table(guest, 2, public=True)
    path = f"/api/tables/{client.targets.replay}/continue"
    client.exchange(client.request(path, method="POST", body=b'{"step": 0}', guest=guest))
    for _ in range(10):
        client.exchange(client.request("/api/tables", guest=client.rng.randrange(GUESTS)))


def verifications(client: HostileClient) -> None:
    """Request 64 verifications and replays at once."""
    path = f"/api/tables/{client.targets.replay}"
    paths = [f"{path}/verified", f"{path}/replay", f"{path}/replay/0?last=59"]
    paths.append(f"/api/tables/{client.targets.record}/verified")
    with ExitStack() as open_:
        connections = [open_.enter_context(client.socket()) for _ in range(64)]
        for number, connection in enumerate(connections):
            connection.sendall(client.request(paths[number % len(paths)]))
        for connection in connections:
            with suppress(OSError):
                while connection.recv(1 << 18):
                    pass


def guess_names(client: HostileClient) -> None:
    """Request tables that do not exist."""
    names = [f"{client.rng.getrandbits(60):x}" for _ in range(50)]
    with closing(client.websocket()) as websocket:
        for name in names:
            websocket.send(watch_frame(name))
        pipeline(client, [f"/api/tables/{name}/record" for name in names])
        discard(websocket, 0.2)


# === GUESTS AND PAGES ===


def new_guests(client: HostileClient) -> None:
    """Load pages without a cookie."""
    pipeline(client, ["/", "/t/nowhere", "/settings"] * 5, guest=None)


def renames(client: HostileClient) -> None:
    """Change the name of a guest."""
    guest = client.rng.randrange(GUESTS)
    client.post("/api/me", {"name": f"Eve {client.rng.randrange(10_000)}"}, guest)


def device_links(client: HostileClient) -> None:
    """Make links to other devices, and guess those of others."""
    guest = client.rng.randrange(GUESTS)
    client.exchange(client.request("/api/me/link", method="POST", guest=guest))
    guesses = [f"/api/links/{client.rng.getrandbits(200):x}.aaaa.bbbb" for _ in range(15)]
    pipeline(client, guesses, guest)


def expensive_requests(client: HostileClient) -> None:
    """Request whatever the server must compute, as fast as possible."""
    paths = ("/metrics", "/api/tables", "/api/games", "/api/rules/ghooost", "/api/openapi.json")
    pipeline(client, paths * 3)


def many_files(client: HostileClient) -> None:
    """Request files of the page, which have a larger limit."""
    pipeline(client, ["/client/lib.js", "/client/index.html", "/client/../../x"] * 5)


def pipeline(client: HostileClient, paths: Sequence[str], guest: int | None = 0) -> None:
    """Send requests on one connection without waiting for responses, then read these."""
    with client.socket() as connection:
        *first, last = paths
        requests = [client.request(path, guest=guest, keep=True) for path in first]
        connection.sendall(b"".join(requests) + client.request(last, guest=guest))
        while connection.recv(1 << 18):
            pass


ATTACKS: dict[str, Attack] = {
    "cookies of backslashes": backslashes,
    "a URL of 60 MB": long_url,
    "headers of 20 MB": large_headers,
    "5,000 small headers": small_headers,
    "pipelines of large requests": pipelines,
    "half-open connections": half_open,
    "endless bodies": endless_bodies,
    "fragments of one byte": fragments,
    "pings and pongs": pings_and_pongs,
    "huge and deep messages": large_messages,
    "handshakes": handshakes,
    "records that are not read": unread_records,
    "replays that are not read": unread_replays,
    "other responses that are not read": unread_files,
    "200 WebSockets that are not read": unread_websockets,
    "messages that wait": waiting_messages,
    "chat": chat_flood,
    "bots and hints": bots_and_hints,
    "moves and undos": undo_flood,
    "changes in lobbies": lobby_churn,
    "20 tables, each watched 200 times": watched_by_many,
    "opened and listed tables": open_tables,
    "64 verifications at once": verifications,
    "guessed names of tables": guess_names,
    "new guests": new_guests,
    "renames": renames,
    "guessed device links": device_links,
    "expensive requests": expensive_requests,
    "files of the page": many_files,
}

# === THE PROCESS ===


def run_attacks(
    names: Sequence[str], port: int, targets: Targets, over: Event, parent: Connection
) -> None:
    """Prepare, tell the parent, attack until it is over, and send how many rounds there were."""
    end_with_parent()
    os.nice(NICENESS)
    ending = threading.Event()
    client = HostileClient(port, targets, ending)
    client.enter()
    client.start_tables()
    rounds = dict.fromkeys(names, 0)
    at_once = min(len(names), MIXED_AT_ONCE)
    threads = [
        threading.Thread(target=keep_attacking, args=(client, rounds, seed), daemon=True)
        for seed in range(at_once)
    ]
    parent.send("ready")
    parent.recv()
    for thread in threads:
        thread.start()
    over.wait()
    ending.set()
    for thread in threads:
        thread.join(10.0)
    parent.send(rounds)


def keep_attacking(client: HostileClient, rounds: dict[str, int], seed: int) -> None:
    """Carry out one attack after the other, or always the same if there is only one."""
    rng = random.Random(seed)
    while not client.is_over:
        name = rng.choice(list(rounds))
        turn = client.turn(rng.uniform(*MIXED_SECONDS))
        while not turn.is_over:
            with suppress(OSError, ValueError, KeyError):  # refused, or an answer without content
                ATTACKS[name](turn)
            rounds[name] += 1
