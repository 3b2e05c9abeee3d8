"""Write what this version keeps, for later versions to open.

Usage: `python tests/proof/old/write.py [NAME]`. It makes tests/proof/old/NAME once; the default
name is the version.

A real server writes a database with every game in every phase and every kind of entry. The same
is written as an export, together with the record of every finished table, the record of a match
of every game, and the guest's cookie, so that the guest can return to the seats.
"""

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[2]
sys.path.insert(0, str(TESTS))

import spookhouse  # noqa: E402
from proof.clients import GuestClient, options_for  # noqa: E402
from spookhouse.games import FOLDERS, game  # noqa: E402
from spookhouse.kernel.conformance import play_through  # noqa: E402
from spookhouse.kernel.match_record import Record  # noqa: E402
from spookhouse.remote.address import ServerAddress  # noqa: E402
from spookhouse.remote.table_view import TableView  # noqa: E402
from support.servers import served  # noqa: E402

PHASES = ("lobby", "showing", "playing", "over")

Tables = dict[str, list[str]]  # by phase


def set_up_tables(server: ServerAddress) -> tuple[GuestClient, Tables]:
    """Return a guest with a table of every game in every phase, and the tables."""
    client = GuestClient(server)
    tables: Tables = {phase: [] for phase in PHASES}
    client.post("/api/me", {"name": "Ann Ömer 'x'"})
    for name in FOLDERS:
        for phase in PHASES:
            tables[phase].append(table_in_phase(client.connect(), name, phase))
            client.close()
    write_every_kind(client.connect(), GuestClient(server).connect(), tables)
    client.close()
    return client, tables


def write_every_kind(ann: GuestClient, bob: GuestClient, tables: Tables) -> None:
    """Do everything that can be done at a table of three, then continue and repeat its game."""
    name = ann.open_table("ghooost", options={"players": 3})
    tables["over"].append(name)
    for seat, client in enumerate((ann, bob)):
        client.watch(name)
        client.sit(seat)
    use_lobby(ann, bob)
    show_twice(ann, bob)
    ann.watch(name, 1)
    bob.watch(name, 0)
    move_and_undo(ann, bob)
    ann.do("away", seat=1)
    ann.do("back", seat=1)
    bob.do("resign", seat=0)
    ann.do("away", seat=1)
    ann.wait_until(is_finished)
    ann.do("rematch")
    rematch = str(ann.watch(name).table["rematch"])
    continued = str(ann.post(f"/api/tables/{name}/continue", {"step": 2})["table"])
    tables["lobby"] += [rematch, continued]
    bob.close()


def use_lobby(ann: GuestClient, bob: GuestClient) -> None:
    """Do everything that can be done before the start; then all seats are taken."""
    ann.do("add-bot", seat=2, level="thumb")
    ann.do("remove", seat=2)
    ann.do("arrange", order=[1, 0, 2])
    ann.do("say", text="boo")
    ann.do("set-options", options={"players": 3, "dawn": 5})
    ann.do("hand-over", guest=bob.guest)
    bob.do("hand-over", guest=ann.guest)
    ann.do("add-bot", seat=2, level="thumb")


def show_twice(ann: GuestClient, bob: GuestClient) -> None:
    """Start, call the start off after some bytes were shown, and start again."""
    ann.do("start")
    # Ann pledged at seat 0 and was moved to seat 1 since; Bob the other way round.
    ann.do("show", seat=1, bytes=ann.secret_bytes(0).hex())
    ann.do("call-off")
    ann.sit(1)
    ann.do("add-bot", seat=2, level="thumb")
    ann.do("start")
    ann.show(1)
    bob.do("show", seat=0, bytes=bob.secret_bytes(1).hex())


def move_and_undo(ann: GuestClient, bob: GuestClient) -> None:
    """Make a move that reveals something, and take it back with the other guest's consent."""
    while True:
        for client, other in ((ann, bob), (bob, ann)):
            seat = client.view.seat
            if client.watch(client.table_id, seat).owed is None:
                continue
            client.move("luck")
            client.do("undo", seat=seat)
            if client.watch(client.table_id, seat).table["asks_undo"] is not None:
                other.do("answer", agree=True)
                return


def is_finished(view: TableView) -> bool:
    """Return whether the game is over and the server has shown its secret."""
    return view.phase == "over" and bool(view.table["secret"])


def table_in_phase(client: GuestClient, name: str, phase: str) -> str:
    """Open a table whose seats 0 and 1 are the guest's own, with bots on the others."""
    table = client.open_table(
        name,
        options=options_for(name, 3),
        public=phase == "lobby",
        clock={"move": 86400, "reserve": 600},
    )
    client.watch(table)
    client.sit(0)
    client.do("say", text="Good evening. ü")
    if phase == "lobby":
        return table
    client.sit(1)
    client.add_bots("thumb")
    client.do("start")
    client.show(0)
    if phase == "showing":
        return table
    client.show(1)
    play(client, table, 6)
    if phase == "over":
        for seat in (0, 1):
            client.watch(table, seat)
            client.do("away", seat=seat)
        client.wait_until(is_finished)
    return table


def play(client: GuestClient, table: str, moves: int) -> int:
    """Make so many moves of the guest's two seats; return how many there were before the end."""
    rng, made = random.Random(table), 0
    while made < moves and client.watch(table).phase == "playing":
        for seat in set(client.view.table["waiting"]) & {0, 1}:
            owed = client.watch(table, seat).owed
            if owed is not None:
                made += client.try_to(
                    "move", seat=seat, version=owed.version, move=rng.choice(owed.moves)
                )
                break
    return made


def write(folder: Path) -> None:
    """Write everything into a new folder."""
    folder.mkdir()
    database = f"sqlite:///{folder}/house.db"
    with served(database) as server:
        client, tables = set_up_tables(server.address)
        for table in tables["over"]:
            record = client.request("GET", f"/api/tables/{table}/record")
            (folder / f"table-{table}.json").write_bytes(record.body)
    guest = {"cookie": client.cookie, "guest": client.guest, "tables": tables}
    text = json.dumps(guest, indent=1) + "\n"
    (folder / "guest.json").write_text(text, encoding="utf-8")
    export = ["export", str(folder / "house.jsonl"), "--database", database]
    subprocess.run([sys.executable, "-m", "spookhouse", *export], check=True)
    for name in FOLDERS:
        write_match(folder / f"match-{name}.json", name)
    for leftover in folder.glob("house.db-*"):
        leftover.unlink()


def write_match(path: Path, name: str) -> None:
    """Write the record of a random game."""
    match = game(name).new(seed=1)
    for _ in play_through(match, random.Random(1)):
        pass
    path.write_text(json.dumps(Record.of(match).to_json()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    target = Path(__file__).parent / (sys.argv[1] if len(sys.argv) > 1 else spookhouse.__version__)
    try:
        write(target)
    except BaseException:
        shutil.rmtree(target, ignore_errors=True)
        raise
