"""docs/reference/protocol.md against a real server: every example is sent, every answer has the shape that the page shows."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from spookhouse.table.commands import AnyCommand
from spookhouse.table.errors import CODES
from spookhouse.web import app
from spookhouse.web.messages import AnyRequest
from spookhouse.web.operations import operations
from support.servers import Client, Server, served

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("house")]

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "protocol.md").read_text(
    encoding="utf-8"
)
MARKS = re.compile(
    r"^### `(?P<verb>GET|POST) (?P<path>\S+)`$|^```json (?P<kind>\w+)\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)


def examples() -> Iterator[tuple[str, str, Any]]:
    """(where, kind, content) of every example, in the order of the page; `where` is the heading for HTTP, empty for the WebSocket."""
    where = ""
    for found in MARKS.finditer(PAGE):
        if found["verb"]:
            where = f"{found['verb']} {found['path']}"
            continue
        if found["kind"] == "ask":
            where = ""
        yield where, found["kind"], json.loads(found["text"])


def misfit(example: Any, real: Any, path: str = "") -> str:
    """Where two values are of different shape; empty if nowhere."""
    if example is None or real is None:
        return ""
    if isinstance(example, dict) and isinstance(real, dict):
        missing = set(example) - set(real) - {"…"}
        more = set() if "…" in example else set(real) - set(example)
        if missing or more:
            return f"{path}: the page has {sorted(missing)} more, the server {sorted(more)}"
        return next(
            (
                found
                for name in example
                if name != "…" and (found := misfit(example[name], real[name], f"{path}.{name}"))
            ),
            "",
        )
    if isinstance(example, list) and isinstance(real, list):
        return misfit(example[0], real[0], f"{path}[0]") if example and real else ""
    kinds = [
        float if isinstance(each, int | float) and not isinstance(each, bool) else type(each)
        for each in (example, real)
    ]
    return "" if kinds[0] is kinds[1] else f"{path}: {example!r} and {real!r}"


class Reading:
    """Somebody who types in what the page shows, with the table, guest, version and move of the day."""

    def __init__(self, server: Server) -> None:
        self.client = Client(server).connect()
        self.name = ""
        self.sent: Any = None

    def http(self, where: str, body: Any) -> Any:
        path = where.split()[1].replace("{table}", self.name)
        found = self.client.json(path, body)
        self.name = (
            found.get("table", self.name)
            if isinstance(found, dict) and where == "POST /api/tables"
            else self.name
        )
        return found

    def ask(self, request: Any) -> Any:
        command = request.get("command", {})
        self.prepare(request["ask"], command.get("do", ""))
        asked = {name: value for name, value in request.items() if name not in ("ask", "id")}
        if "command" in asked:
            asked["command"] = self.filled(command)
        if asked.get("table", "no-such-table") != "no-such-table":
            asked["table"] = self.name
        if request["ask"] == "watch":
            return self.client.watch(asked["table"], asked.get("seat"))
        return self.client.ask(request["ask"], **asked)

    def filled(self, command: Any) -> Any:
        if command["do"] == "hand-over":
            return command | {"guest": self.client.guest}
        if command["do"] == "move":
            assert self.client.game is not None
            owed = self.client.game["owed"]
            return command | {"version": owed["version"], "move": owed["moves"][0]}
        return command

    def prepare(self, what: str, command: str) -> None:
        """What the page takes for granted."""
        if command == "say":
            self.client.watch(self.name)
        if command in ("start", "show"):
            self.fill_and(start=command == "show")
        if what in ("hint", "why", "state") or command == "move":
            self.client.wait_for(lambda client: client.owes)

    def fill_and(self, start: bool) -> None:
        for seat, command in enumerate([SIT, BOT]):
            if self.client.table["seats"][seat]["kind"] == "open":
                assert self.client.do(**command)["ok"]
        if start:
            assert self.client.do(do="start")["ok"]


SIT = {
    "do": "sit",
    "seat": 0,
    "pledge": "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
}
BOT = {"do": "add-bot", "seat": 1, "level": "creak"}


def test_every_example_of_the_page(tmp_path: Path) -> None:
    steps = list(examples())
    with served(f"sqlite:///{tmp_path}/house.db", bot_pause=0.4) as server:
        reader = Reading(server)
        real: Any = None
        for place, (where, kind, content) in enumerate(steps):
            following = steps[place + 1][1] if place + 1 < len(steps) else ""
            if kind == "ask":
                reader.client.told.clear()
                real = reader.ask(content)
                assert real["ok"] or following == "answer", (content, real)
            elif kind == "body":
                real = reader.http(where, content)
            elif kind == "answer":
                real = reader.http(where, None) if where.startswith("GET") else real
                assert not misfit(content, real), (where, content, real, misfit(content, real))
                assert content.get("ok") == real.get("ok")
            else:
                assert kind == "told"
                assert reader.client.told
                assert not misfit(content, reader.client.told[0]), misfit(
                    content, reader.client.told[0]
                )
        reader.client.close()


def test_everything_that_can_be_asked_is_on_the_page() -> None:
    asked = [content for _, kind, content in examples() if kind == "ask"]
    assert {request["ask"] for request in asked} == {
        kind.__struct_config__.tag for kind in get_args(AnyRequest)
    }
    assert {request["command"]["do"] for request in asked if "command" in request} == {
        kind.__struct_config__.tag for kind in get_args(AnyCommand)
    }


def test_every_path_and_code_is_on_the_page() -> None:
    for operation in operations():
        assert operation.path in PAGE, operation.path
    words = "table|seat|deal|move|undo|chat|bot|guest|limit|message|house|clock"
    room = "".join(
        path.read_text(encoding="utf-8") for path in Path(app.__file__).parent.glob("*.py")
    )
    written = re.findall(rf'"((?:{words})/[a-z-]+)"', room)
    for code in {*CODES, *written}:
        assert f"`{code}`" in PAGE, code
