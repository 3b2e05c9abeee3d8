"""Messages over a WebSocket. docs/reference/protocol.md shows each one with an example."""

import msgspec

from spookhouse.host.watchers import Message
from spookhouse.kernel.errors import IllegalMove, SpookhouseError
from spookhouse.table.commands import AnyCommand
from spookhouse.table.log import Json

# Characters of a decoder's error that a client is told.
MAX_ERROR_CHARACTERS = 200


class Request(msgspec.Struct, forbid_unknown_fields=True, tag_field="ask", kw_only=True):
    """A request carries a number of the client's choice; the response repeats it."""

    id: int


class Watch(Request, tag="watch"):
    """Watch a table from a seat of yours, or as a spectator (seat null)."""

    table: str
    seat: int | None = None


class Unwatch(Request, tag="unwatch"):
    """Stop watching a table."""

    table: str


class Do(Request, tag="do"):
    """Carry out a command at a table."""

    table: str
    command: AnyCommand


class Why(Request, tag="why"):
    """Ask why a move of your seat is illegal."""

    table: str
    seat: int
    move: str


class Hint(Request, tag="hint"):
    """Ask what a strong player would consider in your seat."""

    table: str
    seat: int


class State(Request, tag="state"):
    """Request the concealed record of a seat that you hold, as a bot would be given it."""

    table: str
    seat: int


class Ping(Request, tag="ping"):
    """Check the connection."""


class Numbered(msgspec.Struct):
    """The number of a request that is otherwise invalid."""

    id: int


AnyRequest = Watch | Unwatch | Do | Why | Hint | State | Ping

decode_request = msgspec.json.Decoder(AnyRequest).decode
decode_number = msgspec.json.Decoder(Numbered).decode
encode = msgspec.json.Encoder().encode


def number_of(message: bytes) -> int | None:
    """Return the number of an invalid request, if it can be read."""
    try:
        return decode_number(message).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


# === RESPONSES ===


def response(request: int, fields: Json) -> bytes:
    """Return the response to a successful request."""
    return encode({"re": request, "ok": True, **fields})


def command_response(request: int, version: int) -> bytes:
    """Return the response to a command: the version that it became. Nearly all responses are."""
    return b'{"re":%d,"ok":true,"version":%d}' % (request, version)


def refusal(request: int | None, code: str, message: str, rule: str = "") -> bytes:
    """Return the response to a refused request."""
    return encode({"re": request, "ok": False, "code": code, "message": message, "rule": rule})


def refusal_of(request: int, error: SpookhouseError) -> bytes:
    """Return the response that reports an error; an illegal move names its rule."""
    rule = error.rule if isinstance(error, IllegalMove) else ""
    return refusal(request, error.code, error.message, rule)


def invalid_message(message: bytes, error: Exception) -> bytes:
    """Return the response to a message that is no request."""
    return refusal(number_of(message), "message/broken", str(error)[:MAX_ERROR_CHARACTERS])


class PatchEncoder:
    """Encodes each message of the host once, however many clients receive it in a row."""

    __slots__ = ("encoded", "message")

    def __init__(self) -> None:
        self.message: Message | None = None
        self.encoded = b""

    def encode(self, message: Message) -> bytes:
        """Return a message as JSON."""
        if message is not self.message:
            self.message, self.encoded = message, encode(message)
        return self.encoded
