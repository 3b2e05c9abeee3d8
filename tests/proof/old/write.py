"""Writes what this version keeps, for later versions to open: `python tests/proof/old/write.py [name]` makes tests/proof/old/<name>/ once, named by
the version unless another name is given.

A real server writes it: a database with every game in every phase and every kind of entry, the same as an export, the record of every finished
table, a record of a match of every game, and the cookies of the guests, so that they can come back to their seats.
"""

import json
import random
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[2]
sys.path.insert(0, str(TESTS))

import spookhouse  # noqa: E402
from proof.people import options_of  # noqa: E402
from proof.raw import cookie_of  # noqa: E402
from spookhouse.games import FOLDERS, game  # noqa: E402
from spookhouse.kernel.conformance import play_through  # noqa: E402
from spookhouse.kernel.record import Record  # noqa: E402
from support.servers import Client, Server, served  # noqa: E402

PHASES = ("lobby", "showing", "playing", "over")


def furnish(server: Server) -> tuple[Client, dict[str, list[str]]]:
    """One guest with a table of every game in every phase; the names of the tables, by phase."""
    client, tables = Client(server), {phase: list[str]() for phase in PHASES}
    client.json("/api/me", {"name": "Ann Ömer 'x'"})
    for name in FOLDERS:
        for phase in PHASES:
            tables[phase].append(bring_to(client.connect(), name, phase))
            client.close()
    everything(client.connect(), Client(server).connect(), tables)
    client.close()
    return client, tables


def everything(ann: Client, bob: Client, tables: dict[str, list[str]]) -> None:
    """All that can happen at a table, at one of three; then a rematch, and a table that goes on from the middle of its game."""
    name = ann.open_table("ghooost", options={"players": 3})
    tables["over"].append(name)
    for seat, client in enumerate((ann, bob)):
        client.watch(name)
        must(client.sit(seat))
    bot = {"do": "add-bot", "seat": 2, "level": "thumb"}
    must(
        ann.do(**bot),
        ann.do(do="remove", seat=2),
        ann.do(do="arrange", order=[1, 0, 2]),
        ann.do(do="say", text="boo"),
    )
    must(ann.do(do="set-options", options={"players": 3, "dawn": 5}))
    must(
        ann.do(do="hand-over", guest=bob.guest),
        bob.do(do="hand-over", guest=ann.guest),
        ann.do(**bot),
    )
    must(
        ann.do(do="start"),
        ann.do(do="show", seat=1, bytes=ann.bytes_for(0).hex()),
        ann.do(do="call-off"),
    )
    must(
        ann.sit(1),
        ann.do(**bot),
        ann.do(do="start"),
        ann.show(1),
        bob.do(do="show", seat=0, bytes=bob.bytes_for(1).hex()),
    )
    must(ann.watch(name, 1), bob.watch(name, 0))
    move_and_ask(ann, bob)
    must(
        ann.do(do="away", seat=1),
        ann.do(do="back", seat=1),
        bob.do(do="resign", seat=0),
        ann.do(do="away", seat=1),
    )
    ann.wait_for(lambda each: each.table["phase"] == "over" and each.table["secret"])
    must(ann.do(do="rematch"))
    tables["lobby"] += [
        ann.watch(name)["table"]["rematch"],
        ann.json(f"/api/tables/{name}/continue", {"step": 2})["table"],
    ]
    bob.close()


def move_and_ask(ann: Client, bob: Client) -> None:
    """A move that taught something, and the other's leave to take it back."""
    while True:
        for client, other in ((ann, bob), (bob, ann)):
            client.watch(client.name, client.seat)
            if client.owes:
                must(client.move("luck"), client.do(do="undo", seat=client.seat))
                if client.watch(client.name, client.seat)["table"]["asks_undo"] is not None:
                    must(other.do(do="answer", agree=True))
                    return


def must(*answers: dict[str, Any]) -> None:
    for answer in answers:
        assert answer["ok"], answer


def bring_to(client: Client, name: str, phase: str) -> str:
    """A table at which seats 0 and 1 are the guest's own and bots hold the others."""
    table = client.open_table(
        name,
        options=options_of(name, 3),
        public=phase == "lobby",
        clock={"move": 86400, "reserve": 600},
    )
    client.watch(table)
    client.sit(0)
    client.do(do="say", text="Good evening. ü")
    if phase == "lobby":
        return table
    client.sit(1)
    for seat in range(2, len(client.table["seats"])):
        client.do(do="add-bot", seat=seat, level="thumb")
    client.do(do="start")
    client.show(0)
    if phase == "showing":
        return table
    client.show(1)
    play(client, table, 6)
    if phase == "over":
        for seat in (0, 1):
            client.watch(table, seat)
            client.do(do="away", seat=seat)
        client.wait_for(lambda each: each.table["phase"] == "over" and each.table["secret"])
    return table


def play(client: Client, table: str, moves: int) -> None:
    """So many moves of the guest's two seats, whatever the bots do meanwhile."""
    rng = random.Random(table)
    while moves and client.watch(table)["table"]["phase"] == "playing":
        for seat in set(client.table["waiting"]) & {0, 1}:
            client.watch(table, seat)
            if client.owes:
                assert client.game is not None
                moves -= bool(client.move(rng.choice(client.game["owed"]["moves"]))["ok"])
                break


def write(folder: Path) -> None:
    folder.mkdir()
    database = f"sqlite:///{folder}/house.db"
    with served(database) as server:
        client, tables = furnish(server)
        for table in tables["over"]:
            with urllib.request.urlopen(f"{server.url}/api/tables/{table}/record") as response:
                (folder / f"table-{table}.json").write_bytes(response.read())
    (folder / "guest.json").write_text(
        json.dumps({"cookie": cookie_of(client), "guest": client.guest, "tables": tables}, indent=1)
        + "\n",
        encoding="utf-8",
    )
    subprocess.run(
        [
            sys.executable,
            "-m",
            "spookhouse",
            "export",
            str(folder / "house.jsonl"),
            "--database",
            database,
        ],
        check=True,
    )
    for name in FOLDERS:
        match = game(name).new(seed=1)
        for _ in play_through(match, random.Random(1)):
            pass
        (folder / f"match-{name}.json").write_text(
            json.dumps(Record.of(match).to_json()) + "\n", encoding="utf-8"
        )
    for leftover in folder.glob("house.db-*"):
        leftover.unlink()


if __name__ == "__main__":
    made = Path(__file__).parent / (sys.argv[1] if len(sys.argv) > 1 else spookhouse.__version__)
    try:
        write(made)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
