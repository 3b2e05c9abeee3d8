"""A bot receives what a human in its seat would see, and nothing else."""

import json
from pathlib import Path

import numpy as np
import pytest

from proof import server_patches
from proof.clients import GuestClient, options_for
from proof.proof_runs import record_run, repetitions
from proof.server_processes import Patch, forked_server
from spookhouse.games import FOLDERS, game
from spookhouse.remote.messages import Json

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-secrecy")]

GAMES = repetitions("bots", 1, 25)


def play(folder: Path, name: str, leaks: bool = False) -> tuple[list[bytes], list[Json]]:
    """Play a game in which a bot plays a human's seat while the human watches.

    Return the records that the bot received, and the views that the human received.
    """
    file = folder / "bot-inputs"
    file.unlink(missing_ok=True)
    record = server_patches.record_bot_inputs
    patch = Patch.of(server_patches.leak_and_record_bot_inputs if leaks else record, str(file))
    views: list[Json] = []
    with forked_server(f"sqlite:///{folder}/house.db", patch, bot_pause=0.01) as server:
        client = GuestClient(server.address).connect()
        client.watch(client.open_table(name, options=options_for(name, 2)))
        client.sit(0)
        client.add_bots()
        client.do("start")
        client.show(0)
        client.on_view = lambda each: views.append(view_of(each))
        client.watch(client.table_id, 0)
        client.do("away", seat=0)
        client.wait_until(lambda view: view.phase == "over")
        client.close()
    inputs = [json.loads(line) for line in file.read_text(encoding="ascii").splitlines()]
    return [bytes.fromhex(record) for seat, record in inputs if seat == 0], views


def view_of(client: GuestClient) -> Json:
    """Return the view that a client shows."""
    assert client.view.game is not None
    view: Json = client.view.game["view"]
    return view


def differences(name: str, records: list[bytes], views: list[Json]) -> list[str]:
    """Return where the bot received anything that the human did not see at that time."""
    title, found, record_of = game(name), list[str](), dict[str, bytes]()
    shown, place = [json.dumps(view, sort_keys=True) for view in views], 0
    for record in records:
        state = np.frombuffer(record, title.rules.STATE).copy()[0]
        view = json.dumps(title.notation.write_view(state, 0, views[0]["options"]), sort_keys=True)
        title.rules.conceal(state, 0)
        if state.tobytes() != record:
            found.append("the record contains something that the seat may not know")
        if view in shown[place:]:
            place = shown.index(view, place)
        else:
            found.append("the bot received a position that the human did not see, or saw before")
        if record_of.setdefault(view, record) != record:
            found.append("two records have one view: the bot can tell apart what the human cannot")
    return found


@pytest.mark.parametrize("name", FOLDERS)
def test_bots_receive_what_their_seat_sees(tmp_path: Path, name: str) -> None:
    for _ in range(GAMES):
        records, views = play(tmp_path, name)
        assert len(records) > 3
        assert differences(name, records, views) == []
        how = "a human watches while a bot plays the seat; the bot's record is the human's view"
        record_run("leaks", "bots receive what humans see", how, games=1, decisions=len(records))


def test_a_bot_that_receives_more_is_caught(tmp_path: Path) -> None:
    found = differences("ghooost", *play(tmp_path, "ghooost", leaks=True))
    assert any("may not know" in difference for difference in found)
