"""docs/reference/protocol.md against a real server.

Every example is sent, and every answer has the shape that the page shows.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

import spookhouse
from spookhouse.kernel.contract import Json
from spookhouse.table.commands import AnyCommand
from spookhouse.table.errors import CODES
from spookhouse.web.messages import AnyRequest
from spookhouse.web.operations import operations
from support.servers import Client, Server, served

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("running-server")]

PACKAGE = Path(spookhouse.__file__).parent
PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "protocol.md").read_text(
    encoding="utf-8"
)
MARKS = re.compile(
    r"^### `(?P<verb>GET|POST) (?P<path>\S+)`$|^```json (?P<kind>\w+)\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)


class Example(NamedTuple):
    """An example of the page."""

    route: str  # the heading, such as "GET /api/me"; empty for the WebSocket
    kind: str  # ask, answer, body or told
    content: Json


def examples() -> Iterator[Example]:
    """Yield every example in the order of the page."""
    route = ""
    for found in MARKS.finditer(PAGE):
        if found["verb"]:
            route = f"{found['verb']} {found['path']}"
            continue
        if found["kind"] == "ask":
            route = ""
        yield Example(route, found["kind"], json.loads(found["text"]))


def misfit(example: object, real: object, path: str = "") -> str:
    """Return where two values differ in shape, or "" if they do not."""
    if example is None or real is None:
        return ""
    if isinstance(example, dict) and isinstance(real, dict):
        missing = set(example) - set(real) - {"…"}
        more = set() if "…" in example else set(real) - set(example)
        if missing or more:
            return f"{path}: only the page has {sorted(missing)}, only the server {sorted(more)}"
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


class Reader:
    """A client that sends the examples, with its own table, guest, version and move."""

    def __init__(self, server: Server) -> None:
        self.client = Client(server).connect()
        self.table = self.token = ""

    def send_http(self, route: str, body: Json | None) -> Json:
        """Send an example over HTTP and return the answer."""
        path = route.split()[1].replace("{table}", self.table).replace("{token}", self.token)
        found = self.client.json(path, body)
        if route == "POST /api/tables":
            self.table = found["table"]
        if route == "POST /api/me/link":
            self.token = found["link"].rsplit("/", 1)[1]
        return found

    def ask(self, request: Json) -> Json:
        """Send an example over the WebSocket and return the answer."""
        command = request.get("command", {})
        self.prepare(request["ask"], command.get("do", ""))
        details = {name: value for name, value in request.items() if name not in ("ask", "id")}
        if command:
            details["command"] = self.filled(command)
        if details.get("table", "no-such-table") != "no-such-table":
            details["table"] = self.table
        if request["ask"] == "watch":
            return self.client.watch(details["table"], details.get("seat"))
        return self.client.ask(request["ask"], **details)

    def filled(self, command: Json) -> Json:
        """Return a command with a guest or a move that exists."""
        if command["do"] == "hand-over":
            return command | {"guest": self.client.guest}
        if command["do"] == "move":
            assert self.client.game is not None
            owed = self.client.game["owed"]
            return command | {"version": owed["version"], "move": owed["moves"][0]}
        return command

    def prepare(self, request: str, command: str) -> None:
        """Bring about what the page takes for granted."""
        if command == "say":
            self.client.watch(self.table)
        if command in ("start", "show"):
            self.fill_seats()
        if command == "show":
            assert self.client.do(do="start")["ok"]
        if request in ("hint", "why", "state") or command == "move":
            self.client.wait_until(lambda view: view.owed)

    def fill_seats(self) -> None:
        """Sit down, and seat a bot."""
        for seat, command in enumerate([SIT, BOT]):
            if self.client.table["seats"][seat]["kind"] == "open":
                assert self.client.do(**command)["ok"]


SIT: Json = {
    "do": "sit",
    "seat": 0,
    "pledge": "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
}
BOT: Json = {"do": "add-bot", "seat": 1, "level": "creak"}


def test_every_example_of_the_page(tmp_path: Path) -> None:
    steps = list(examples())
    compared = 0
    with served(f"sqlite:///{tmp_path}/spookhouse.db", bot_pause=0.4) as server:
        reader = Reader(server)
        real: Json = {}
        told: Iterator[Json] = iter(())
        for place, (route, kind, content) in enumerate(steps):
            following = steps[place + 1].kind if place + 1 < len(steps) else ""
            if kind == "ask":
                reader.client.changes.clear()
                real = reader.ask(content)
                told = iter(reader.client.changes)
                assert real["ok"] or following == "answer", (content, real)
            elif kind == "body":
                real = reader.send_http(route, content)
            elif kind == "answer":
                if route.startswith("GET"):
                    real = reader.send_http(route, None)
                assert misfit(content, real) == "", (route, content, real)
                assert content.get("ok") == real.get("ok")
                compared += 1
            else:
                assert kind == "told"
                assert misfit(content, next(told)) == ""
                compared += 1
        reader.client.close()
    assert compared > 20


def test_every_request_and_command_is_on_the_page() -> None:
    asked = [example.content for example in examples() if example.kind == "ask"]
    assert {request["ask"] for request in asked} == {
        kind.__struct_config__.tag for kind in get_args(AnyRequest)
    }
    assert {request["command"]["do"] for request in asked if "command" in request} == {
        kind.__struct_config__.tag for kind in get_args(AnyCommand)
    }


CODE = re.compile(r'"([a-z]+/[a-z-]+)"')
MEDIA_TYPES = ("application/", "image/", "text/")


def test_every_path_and_code_is_on_the_page() -> None:
    for operation in operations():
        assert operation.path in PAGE, operation.path
    source = "".join(
        path.read_text(encoding="utf-8")
        for package in ("host", "table", "web")
        for path in (PACKAGE / package).glob("*.py")
    )
    written = {code for code in CODE.findall(source) if not code.startswith(MEDIA_TYPES)}
    assert len(written) > 20
    assert [code for code in sorted({*CODES, *written}) if f"`{code}`" not in PAGE] == []
