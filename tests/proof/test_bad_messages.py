"""Bad messages over WebSockets, by the hundred thousand.

Each is answered, nothing crashes, no traceback leaves the server, tables go on, and memory stays.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import get_args

import pytest

from proof.bad_inputs import bad_input
from proof.bystander import Bystander, tracebacks
from proof.clients import (
    NO_LIMITS,
    TROUBLE,
    GuestClient,
    table_in_phase,
    table_of_every_game,
)
from proof.log_checks import check_table
from proof.proof_runs import record_run, repetitions
from proof.raw_sockets import BINARY, TEXT, RawWebSocket, frame
from proof.server_processes import ForkedServer, forked_server
from spookhouse.remote.errors import RequestRefused
from spookhouse.remote.messages import Json
from spookhouse.stores import SqlStore
from spookhouse.table.commands import AnyCommand
from support.databases import KINDS, fresh_database

pytestmark = [pytest.mark.compiled]

MESSAGES = repetitions("messages", 50_000, 480_000)  # on each database
IN_FLIGHT = 250
FIRST_ID = 10_000_000  # all have eight digits, so that no number contains another
LARGEST_GROWTH = 60  # megabytes


@pytest.fixture(
    params=[pytest.param(kind, marks=pytest.mark.xdist_group(f"proof-{kind}")) for kind in KINDS]
)
def server(request: pytest.FixtureRequest) -> Iterator[ForkedServer]:
    for database in fresh_database(request.param):
        with forked_server(database, **NO_LIMITS) as opened:
            yield opened


def test_bad_messages(server: ForkedServer) -> None:
    rng, codes, client = random.Random(3), Counter[str](), GuestClient(server.address)
    tables = some_tables(client)
    templates = valid_requests(client, tables)
    bystander = Bystander(server)
    with closing(RawWebSocket(server.port, client.cookie)) as websocket:
        for number in range(0, MESSAGES, IN_FLIGHT):
            try:
                messages = [bad_message(templates, number + i, rng) for i in range(IN_FLIGHT)]
                exchange(websocket, messages, codes)
            except (AssertionError, ConnectionError) as error:
                logged = tracebacks(server.output())[:1]
                raise AssertionError(f"{error!r:.2000}\n{logged}") from error
            if number <= MESSAGES // 5:
                bystander.note_memory()
        check_nothing_else_comes(websocket)
    grown = bystander.finish(LARGEST_GROWTH)
    check_tables_go_on(server, client, tables)
    assert sum(codes.values()) == MESSAGES
    kind = server.database.partition(":")[0].partition("+")[0]
    record_run(
        "breaks",
        f"bad messages over a WebSocket, {kind}",
        "mutated requests, corrupted bytes, noise; one answer each",
        inputs=MESSAGES,
        refused=MESSAGES - codes["ok"],
        memory_mb=grown,
        slowest_move_of_another_s=round(bystander.guest.slowest_move, 2),
    )


# === WHAT IS SENT ===


def bad_message(templates: Sequence[Json], number: int, rng: random.Random) -> bytes:
    """Return a bad message. Before it was changed it had a unique number."""
    return bad_input([{**rng.choice(templates), "id": FIRST_ID + number}], rng)


def some_tables(client: GuestClient) -> list[str]:
    """Open a running table of every game, and a table in every other phase."""
    clock = {"move": 3600, "reserve": 60}
    others = [table_in_phase(client, phase, clock=clock) for phase in ("lobby", "showing", "over")]
    return [*table_of_every_game(client), *others]


def valid_requests(client: GuestClient, tables: Sequence[str]) -> list[Json]:
    """Return every kind of request for every table."""
    commands = valid_commands(client.guest)
    requests: list[Json] = [
        {"ask": "do", "id": 1, "table": table, "command": command}
        for command in commands
        for table in tables
    ]
    for table in tables:
        requests += [{"ask": "watch", "id": 2, "table": table, "seat": seat} for seat in (None, 0)]
        requests += [
            {"ask": "why", "id": 3, "table": table, "seat": 0, "move": "1x1"},
            {"ask": "hint", "id": 4, "table": table, "seat": 0},
            {"ask": "unwatch", "id": 5, "table": table},
            {"ask": "state", "id": 7, "table": table, "seat": 0},
        ]
    return [*requests, {"ask": "ping", "id": 6}]


def valid_commands(guest: str) -> list[Json]:
    """Return every kind of command."""
    commands: list[Json] = [
        {"do": "arrange", "order": [1, 0]},
        {"do": "set-options", "options": {"players": 2, "dawn": 9}},
        {"do": "start"},
        {"do": "resign", "seat": 5},
        {"do": "sit", "seat": 1, "pledge": "0" * 64},
        {"do": "stand", "seat": 1},
        {"do": "add-bot", "seat": 1, "level": "thumb"},
        {"do": "remove", "seat": 1},
        {"do": "hand-over", "guest": guest},
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
    known = {kind.__struct_config__.tag for kind in get_args(AnyCommand)}
    assert {command["do"] for command in commands} == known
    return commands


# === WHAT COMES BACK ===


def exchange(websocket: RawWebSocket, messages: Sequence[bytes], codes: Counter[str]) -> None:
    """Send all messages at once; each must be answered once, in their order."""
    websocket.send(b"".join(frame(each, TEXT if is_utf8(each) else BINARY) for each in messages))
    for message in messages:
        answer = receive_answer(websocket)
        assert answer["re"] is None or str(answer["re"]).encode() in message, (answer, message)
        codes[answer.get("code", "ok")] += 1
        assert "Traceback" not in answer.get("message", ""), (answer, message)
        assert answer.get("code") != TROUBLE, (answer, message)


def receive_answer(websocket: RawWebSocket) -> Json:
    """Return the next answer; skip notifications."""
    while True:
        opcode, payload = websocket.receive()
        assert opcode == TEXT, (opcode, payload)
        if payload.startswith(b'{"re":'):
            answer: Json = json.loads(payload)
            return answer


def check_nothing_else_comes(websocket: RawWebSocket) -> None:
    """Check that the next answer is the one to the next request."""
    websocket.send(frame(b'{"ask":"ping","id":987654321}'))
    assert receive_answer(websocket) == {"re": 987654321, "ok": True}


def is_utf8(data: bytes) -> bool:
    """Return whether bytes are valid text."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def check_tables_go_on(server: ForkedServer, client: GuestClient, tables: Sequence[str]) -> None:
    """Check that the tables follow the rules, and that the guest can move at the running ones."""
    store = SqlStore(server.database)
    for table in tables:
        check_table(store, table)
    store.close()
    client.connect()
    for table in tables:
        if client.watch(table).phase == "playing":
            move_any_seat(client, table)
    client.close()


def move_any_seat(client: GuestClient, table: str) -> None:
    """Make a move for a seat of the guest that owes a decision, if there is one."""
    for seat in client.watch(table).table["waiting"]:
        try:
            client.watch(table, seat)
        except RequestRefused as refusal:
            if refusal.code != "seat/not-yours":
                raise
            continue
        client.try_to("back", seat=seat)
        owed = client.watch(table, seat).owed
        if owed is not None:
            client.move(owed.moves[0])
            return
