"""Requests, answers and notifications of docs/reference/protocol.md, as structs.

Only what a player needs is declared.
"""

import msgspec

from spookhouse.kernel.contract import Json as Json

# === COMMANDS ===


class Command(msgspec.Struct, tag_field="do", kw_only=True, omit_defaults=True):
    """What a request `do` executes; commands with the same `key` are executed once."""

    key: str = ""


class Sit(Command, tag="sit"):
    """Take an open seat, with the commitment to secret bytes."""

    seat: int
    pledge: str


class AddBot(Command, tag="add-bot"):
    """Seat a bot of the server."""

    seat: int
    level: str


class Start(Command, tag="start"):
    """Start the game."""


class Reveal(Command, tag="show"):
    """Reveal the secret bytes of a seat, in hex."""

    seat: int
    bytes: str


class Move(Command, tag="move"):
    """Make a move; `version` is the one that the decision carries."""

    seat: int
    version: int
    move: str


class AnswerUndo(Command, tag="answer"):
    """Allow another player to take a move back, or not."""

    agree: bool


class Back(Command, tag="back"):
    """Take a seat back from the bot that stands in."""

    seat: int


# === REQUESTS ===


class Request(msgspec.Struct, tag_field="ask", kw_only=True):
    """A request; `id` is set when it is sent."""

    id: int = 0


class Ping(Request, tag="ping"):
    """Ask whether the server is there."""


class Watch(Request, tag="watch"):
    """Watch a table as a seat, or as a spectator (seat None); the answer is a `Snapshot`."""

    table: str
    seat: int | None


class Unwatch(Request, tag="unwatch"):
    """Stop watching a table."""

    table: str


class Do(Request, tag="do"):
    """Execute a command; the answer is `Done`."""

    table: str
    command: Command


class AskHint(Request, tag="hint"):
    """Ask for the server's advice; the answer is a `Hint`."""

    table: str
    seat: int


class AskState(Request, tag="state"):
    """Ask for the concealed record of a seat; the answer is a `ConcealedState`."""

    table: str
    seat: int


# === ANSWERS ===


class Head(msgspec.Struct):
    """What is read of every message first. Answers have `re`, notifications have `tell`."""

    re: int | None = None
    ok: bool = True
    tell: str = ""
    of: str = ""
    version: int = 0


class Refusal(msgspec.Struct):
    """Why a request was refused."""

    code: str
    message: str
    rule: str = ""


class Done(msgspec.Struct):
    """The table's version after a command."""

    version: int = 0


class Snapshot(msgspec.Struct):
    """A whole table, and the game as a seat may know it."""

    version: int
    table: Json
    game: Json | None


class Hint(msgspec.Struct):
    """The move that the server advises."""

    move: str


class ConcealedState(msgspec.Struct):
    """A concealed record, with what identifies its type and the rules."""

    version: int
    layout: str
    edition: int
    state: bytes


# === NOTIFICATIONS ===


class Event(msgspec.Struct):
    """Something that a move caused, in words."""

    text: str = ""


class Change(msgspec.Struct):
    """What changed at a table between two versions."""

    of: str
    was: int
    version: int
    table: Json
    game: Json
    events: list[Event] = []


# === PARTS OF A TABLE ===


class Seat(msgspec.Struct):
    """A seat of a table."""

    seat: int
    kind: str
    guest: str | None = None
    shown: str | None = None
    played_by_bot: str | None = None


class Owed(msgspec.Struct):
    """A decision that a seat owes: its version, and every legal move."""

    version: int
    moves: list[str]


class Outcome(msgspec.Struct):
    """How a game ended."""

    reason: str
    ranks: list[int]
    returns: list[float]


encode = msgspec.json.Encoder().encode
read_head = msgspec.json.Decoder(Head).decode
read_change = msgspec.json.Decoder(Change).decode
read_refusal = msgspec.json.Decoder(Refusal).decode
