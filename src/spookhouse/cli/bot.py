"""`spookhouse bot`: a player from outside, over the protocol of docs/reference/protocol.md and nothing else."""

import http.cookiejar
import json
import random
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from hashlib import sha256
from typing import Annotated, Any
from urllib.parse import urlsplit

import typer
from rich.text import Text

from spookhouse.cli.console import console
from spookhouse.kernel.errors import BadOption, SpookhouseError
from spookhouse.kernel.validation import shown

PAUSE = 1.0  # seconds before the next try when the line is broken
PATIENCE = 60.0  # seconds without a line before a bot gives up

Json = dict[str, Any]


class Sent(SpookhouseError):
    """The house refused; `code` is the house's own word."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class LineBroken(Exception):
    """The connection is gone."""


def bot(
    table: Annotated[str, typer.Option(help="The link of the table, as it is sent to friends.")],
    level: Annotated[
        str,
        typer.Option(
            help="first: the first legal move; random: any; hint: what the house advises, if hints are allowed."
        ),
    ] = "random",
    seat: Annotated[
        int | None, typer.Option(min=0, help="The seat to take; without it the first open one.")
    ] = None,
    patience: Annotated[
        float, typer.Option(min=0, help="Seconds to keep trying when the house cannot be reached.")
    ] = PATIENCE,
) -> None:
    """Take an open seat at a table and play until the game is over, as any program may: see docs/reference/protocol.md.

    A player from outside knows what its seat is shown and which moves are legal, not the records that the house's own bots choose with. That is
    why the levels are first, random and hint.
    """
    if level not in LEVELS:
        raise BadOption(
            "level",
            f"there is no level {level!r} for a bot from outside; there are: {', '.join(LEVELS)}",
        )
    outcome = Outsider(table, LEVELS[level], seat, patience).play()
    say(f"The game is over: {outcome['reason']}, ranks {outcome['ranks']}")


def say(text: str) -> None:
    console.print(
        Text("".join(letter if letter.isprintable() else "?" for letter in text)), soft_wrap=True
    )


# === THE LINE ===


class Door:
    """The house behind a link: its cookie, and lines to it."""

    def __init__(self, link: str) -> None:
        parts = urlsplit(link)
        self.table = parts.path.rpartition("/t/")[2]
        if (
            parts.scheme not in ("http", "https")
            or not parts.netloc
            or "/t/" not in parts.path
            or not self.table
            or "/" in self.table
        ):
            raise BadOption(
                "table",
                f"{shown(link)} is not the link of a table: it ends with /t/ and the table's name",
            )
        self.base = f"{parts.scheme}://{parts.netloc}{parts.path.rpartition('/t/')[0]}"
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.guest = ""

    def enter(self) -> None:
        """Get the cookie, once, and ask who we are."""
        try:
            if not self.guest:
                self.opener.open(self.base + "/", timeout=20).close()
                with self.opener.open(self.base + "/api/me", timeout=20) as answer:
                    self.guest = str(json.load(answer)["guest"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise LineBroken(str(error)) from error

    def connect(self) -> Any:
        from websockets.exceptions import InvalidHandshake
        from websockets.sync.client import connect

        self.enter()
        cookie = "; ".join(f"{each.name}={each.value}" for each in self.jar)
        try:
            return connect(
                self.base.replace("http", "ws", 1) + "/ws",
                additional_headers={"Cookie": cookie},
                max_size=None,
            )
        except (OSError, InvalidHandshake) as error:
            raise LineBroken(str(error)) from error


class Line:
    """One connection: questions with answers, and what is told in between."""

    def __init__(self, socket: Any, told: Callable[[Json], None]) -> None:
        self.socket, self.told = socket, told
        self.next = 1

    def hear(self) -> Json:
        from websockets.exceptions import ConnectionClosed

        try:
            message: Json = json.loads(self.socket.recv())
        except ConnectionClosed as error:
            raise LineBroken(str(error)) from error
        if "tell" in message:
            self.told(message)
        return message

    def ask(self, what: str, **details: Any) -> Json:
        from websockets.exceptions import ConnectionClosed

        number, self.next = self.next, self.next + 1
        try:
            self.socket.send(json.dumps({"ask": what, "id": number, **details}))
        except ConnectionClosed as error:
            raise LineBroken(str(error)) from error
        while True:
            message = self.hear()
            if "re" in message and message["re"] in (number, None):
                if message["ok"]:
                    return message
                raise Sent(message["code"], message["message"])


# === THE PLAYER ===


class Outsider:
    """Keeps a seat's view by what it is told, and does what is due."""

    def __init__(self, link: str, choose: "Choose", seat: int | None, patience: float) -> None:
        self.door, self.choose, self.wanted, self.patience = Door(link), choose, seat, patience
        self.bytes = secrets.token_bytes(32)
        self.seat: int | None = None
        self.table: Json = {}
        self.game: Json | None = None
        self.version = 0
        self.missed = self.answered = False
        self.line: Line

    def play(self) -> Json:
        """Until the game is over, on as many lines as it takes; gives the outcome."""
        since = time.monotonic()
        while True:
            try:
                with self.door.connect() as socket:
                    self.line = Line(socket, self.take)
                    self.seat = None
                    self.watch(None)
                    since = time.monotonic()
                    return self.play_on()
            except LineBroken as error:
                if time.monotonic() - since > self.patience:
                    raise Sent("house/away", f"the house cannot be reached: {error}") from error
                say("The line is broken; trying again.")
                time.sleep(min(PAUSE, self.patience))

    def play_on(self) -> Json:
        while self.table["phase"] != "over":
            try:
                if not self.act():
                    self.line.hear()
            except Sent as refusal:
                self.take_refusal(refusal)
            if self.missed:
                self.watch(self.seat)
        outcome: Json = self.table["outcome"]
        return outcome

    def take_refusal(self, refusal: Sent) -> None:
        """What the table has moved on from, or what came too fast, is tried again after a look; all else is the end."""
        if refusal.code == "limit/rate":
            time.sleep(PAUSE)
        elif refusal.code not in (
            "move/stale",
            "move/not-your-turn",
            "seat/taken",
            "table/not-playing",
            "seat/bot-plays",
            "undo/nothing",
        ):
            raise refusal
        self.missed = True

    def watch(self, seat: int | None) -> None:
        try:
            found = self.line.ask("watch", table=self.door.table, seat=seat)
        except Sent as refusal:
            if seat is None or refusal.code != "seat/not-yours":
                raise
            found, self.seat = self.line.ask("watch", table=self.door.table, seat=None), None
        self.table, self.game, self.version, self.missed = (
            found["table"],
            found["game"],
            found["version"],
            False,
        )

    def take(self, message: Json) -> None:
        """Put what changed into what is held, and say what happened."""
        if message["tell"] != "change" or message["of"] != self.door.table:
            return
        if message["was"] != self.version:
            self.missed = True
            return
        self.version, self.table = message["version"], changed(self.table, message["table"])
        game = message["game"]
        self.game = (
            game["all"]
            if "all" in game
            else game | {"view": changed(self.game["view"] if self.game else {}, game["view"])}
        )
        for event in message["events"]:
            if event["text"]:
                say(event["text"])

    def act(self) -> bool:
        """The next thing that is due, if any."""
        mine = [seat["seat"] for seat in self.table["seats"] if seat["guest"] == self.door.guest]
        if not mine:
            return self.sit()
        if self.seat != mine[0]:
            self.seat = mine[0]
            self.watch(self.seat)
        own = self.table["seats"][self.seat]
        if self.table["phase"] == "showing" and own["shown"] is None:
            return self.do("show", seat=self.seat, bytes=self.bytes.hex())
        if self.table["phase"] == "playing" and own["played_by_bot"] in ("away", "clock"):
            return self.do("back", seat=self.seat)
        return self.answer() or self.move()

    def sit(self) -> bool:
        """Take a seat with a pledge; fresh bytes each time, since bytes that were shown are spent."""
        self.seat = None
        if self.table["phase"] != "lobby":
            raise BadOption("table", "the game has begun, and no seat there is ours")
        open_seats = [
            seat["seat"]
            for seat in self.table["seats"]
            if seat["kind"] == "open" and self.wanted in (None, seat["seat"])
        ]
        if not open_seats:
            raise BadOption(
                "seat",
                "no seat is open" if self.wanted is None else f"seat {self.wanted} is not open",
            )
        self.bytes = secrets.token_bytes(32)
        say(f"Taking seat {open_seats[0]}.")
        return self.do("sit", seat=open_seats[0], pledge=sha256(self.bytes).hexdigest())

    def answer(self) -> bool:
        """A bot does not mind when somebody takes a move back."""
        asked = self.table["asks_undo"]
        if asked is None or asked == self.seat or self.answered:
            self.answered = self.answered and asked is not None
            return False
        self.answered = True
        return self.do("answer", agree=True)

    def move(self) -> bool:
        owed = self.game["owed"] if self.game else None
        if self.table["phase"] != "playing" or not owed:
            return False
        chosen = self.choose(self, owed["moves"])
        return self.do(
            "move",
            seat=self.seat,
            version=owed["version"],
            move=chosen,
            key=f"{self.seat}-{owed['version']}",
        )

    def do(self, what: str, **details: Any) -> bool:
        """Done when the change was told, which may be before or after the answer."""
        done = self.line.ask("do", table=self.door.table, command={"do": what, **details})
        while self.version < done["version"] and not self.missed:
            self.line.hear()
        return True


def changed(old: Json, changes: Json) -> Any:
    """What is held now, from what was held and what changed."""
    if "all" in changes:
        return changes["all"]
    gone = changes.get("gone", [])
    return {name: value for name, value in (old | changes["set"]).items() if name not in gone}


Choose = Callable[[Outsider, list[str]], str]

LEVELS: dict[str, Choose] = {
    "first": lambda player, moves: moves[0],
    "random": lambda player, moves: random.choice(moves),
    "hint": lambda player, moves: str(
        player.line.ask("hint", table=player.door.table, seat=player.seat)["move"]
    ),
}
