"""Writes what this version keeps, for later versions to open: `python tests/proof/old/write.py` makes tests/proof/old/<version>/ once.

A real server writes it: a database with every game in every phase, the same as an export, the record of every finished table, a record of a
match of every game, and the cookies of the guests, so that they can come back to their seats.
"""

import json
import random
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

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
    return client, tables


def bring_to(client: Client, name: str, phase: str) -> str:
    """A table at which seats 0 and 1 are the guest's own and bots hold the others."""
    table = client.open_table(name, options=options_of(name, 3), public=phase == "lobby", clock={"move": 86400, "reserve": 600})
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
        json.dumps({"cookie": cookie_of(client), "guest": client.guest, "tables": tables}, indent=1) + "\n", encoding="utf-8"
    )
    subprocess.run([sys.executable, "-m", "spookhouse", "export", str(folder / "house.jsonl"), "--database", database], check=True)
    for name in FOLDERS:
        match = game(name).new(seed=1)
        for _ in play_through(match, random.Random(1)):
            pass
        (folder / f"match-{name}.json").write_text(json.dumps(Record.of(match).to_json()) + "\n", encoding="utf-8")
    for leftover in folder.glob("house.db-*"):
        leftover.unlink()


if __name__ == "__main__":
    made = Path(__file__).parent / spookhouse.__version__
    try:
        write(made)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
