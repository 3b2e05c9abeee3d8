"""What is said over a WebSocket. docs/reference/protocol.md shows each message with an example."""

from collections.abc import Iterable
from typing import Any

import msgspec

from spookhouse.table import AnyCommand


class Request(msgspec.Struct, forbid_unknown_fields=True, tag_field="ask", kw_only=True):
    """A request carries a number of the client's own; the answer repeats it."""

    id: int


class Watch(Request, tag="watch"):
    """See a table: as a seat that you hold, or as a spectator (seat null). Everything that changes is told from now on."""

    table: str
    seat: int | None = None


class Unwatch(Request, tag="unwatch"):
    """Stop seeing a table."""

    table: str


class Do(Request, tag="do"):
    """Do something at a table."""

    table: str
    command: AnyCommand


class Why(Request, tag="why"):
    """Why may this seat of mine not make that move?"""

    table: str
    seat: int
    move: str


class Hint(Request, tag="hint"):
    """What would a sensible player do?"""

    table: str
    seat: int


class State(Request, tag="state"):
    """Request the concealed record of a seat that you hold, as a bot would be given it."""

    table: str
    seat: int


class Ping(Request, tag="ping"):
    """Are you there?"""


class Numbered(msgspec.Struct):
    """All that can be read of many a broken request."""

    id: int


AnyRequest = Watch | Unwatch | Do | Why | Hint | State | Ping

CHANGE = b'{"tell":"change","of":%b,"was":%d,"version":%d,"table":%b,"game":%b,"events":[%b]}'
TROUBLE = "the house is in trouble: try again in a moment; with the same key nothing is done twice"

decode = msgspec.json.Decoder(AnyRequest).decode
decode_number = msgspec.json.Decoder(Numbered).decode
encode = msgspec.json.Encoder().encode


def number_of(message: bytes) -> int | None:
    """The number of a request that is broken, if that much of it can be read."""
    try:
        return decode_number(message).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def answer(request: int, **found: Any) -> bytes:
    return encode({"re": request, "ok": True, **found})


def answer_deed(request: int, version: int) -> bytes:
    """What nearly every answer is: a deed was done, and the table has that version now."""
    return b'{"re":%d,"ok":true,"version":%d}' % (request, version)


def change(
    table: bytes, was: int, version: int, of_table: bytes, of_game: bytes, events: Iterable[bytes]
) -> bytes:
    """What changed of a table, and of the game as a seat may know it, between two versions. All parts come as JSON."""
    return CHANGE % (table, was, version, of_table, of_game, b",".join(events))


def refusal(request: int | None, code: str, message: str, rule: str = "") -> bytes:
    return encode({"re": request, "ok": False, "code": code, "message": message, "rule": rule})
