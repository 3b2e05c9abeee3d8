"""Bots at the table are given what people in their seats are told, and nothing else."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proof.effort import count, note
from proof.houses import housed
from proof.people import options_of
from spookhouse.games import FOLDERS, game
from support.servers import Client

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-wire")]

GAMES = count("bots", 1, 25)


class Onlooker(Client):
    """Keeps every view that it was shown."""

    views: list[Any] = []  # noqa: RUF012  set anew for every game

    def take(self, message: dict[str, Any]) -> None:
        super().take(message)
        if self.game is not None:
            self.views.append(self.game["view"])


def play(folder: Path, name: str, patch: str = "write_down") -> tuple[list[Any], list[Any]]:
    """A game in which a bot plays a person's seat while the person looks on: what the bot was given, and every view that the person was shown."""
    file = folder / "given"
    file.unlink(missing_ok=True)
    with housed(
        f"sqlite:///{folder}/house.db",
        patch=f"proof.witness:{patch}",
        argument=str(file),
        bot_pause=0.01,
    ) as house:
        client = Onlooker(house)
        client.connect()
        options = options_of(name, 2)
        client.watch(client.open_table(name, options=options))
        client.sit(0)
        for seat in range(1, len(client.table["seats"])):
            client.do(do="add-bot", seat=seat, level="uniform")
        client.do(do="start")
        client.show(0)
        client.views = [client.watch(client.name, 0)["game"]["view"]]
        client.do(do="away", seat=0)
        while client.table["phase"] != "over":
            client.hear()
        client.close()
    given = [json.loads(line) for line in file.read_text(encoding="ascii").splitlines()]
    return [state for seat, state in given if seat == 0], client.views


def differences(name: str, given: list[Any], views: list[Any]) -> list[str]:
    """Where a bot was given anything that its person was not shown."""
    title, found, known = game(name), list[str](), dict[str, str]()
    shown = {json.dumps(view, sort_keys=True) for view in views}
    for text in given:
        state = np.frombuffer(bytes.fromhex(text), title.rules.STATE).copy()[0]
        honest = state.copy()
        title.rules.conceal(honest, 0)
        if honest.tobytes() != state.tobytes():
            found.append("what the seat may not know was left in the record")
        view = json.dumps(title.notation.write_view(state, 0, views[0]["options"]), sort_keys=True)
        if view not in shown:
            found.append("the bot saw a position that its person was not shown")
        if known.setdefault(view, text) != text:
            found.append(
                "two records with one view: the bot could tell apart what its person cannot"
            )
    return found


@pytest.mark.parametrize("name", FOLDERS)
def test_a_bot_is_given_what_its_person_is_shown(tmp_path: Path, name: str) -> None:
    for _ in range(GAMES):
        given, views = play(tmp_path, name)
        assert given
        assert differences(name, given, views) == []
        how = "a person looks on while a bot plays the seat; the record that the bot is given is the person's view"
        note("leaks", "bots are given what people are shown", how, games=1, decisions=len(given))


def test_a_bot_that_is_given_more_is_caught(tmp_path: Path) -> None:
    assert differences("ghooost", *play(tmp_path, "ghooost", "leak_and_write_down")) != []
