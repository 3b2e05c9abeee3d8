"""The log of a table: typed entries, each with the hash of the one before.

An entry is stored as columns (version, time, kind, author, key, hash) and its data as canonical
JSON. The hash covers all of them, so no entry can be changed, added or left out unnoticed. The
canonical JSON is kept beside the decoded data: entries of earlier versions keep their hashes,
whatever a newer version would write.
"""

import json
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from spookhouse.kernel.match import Match

Json = dict[str, Any]

# The author of entries that no guest caused.
SERVER = "house"
# More moves than any game has.
MAX_STEP = 1_000_000


# === THE DATA OF EACH KIND OF ENTRY ===


class EntryData(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The data of an entry; KINDS names the kind of the entry."""


class ClockLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds for each decision, and a reserve for the whole game."""

    move: float
    reserve: float


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table that a game continues, and the number of moves that were made there."""

    table: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")]
    step: Annotated[int, Meta(ge=0, le=MAX_STEP)]


class Opened(EntryData, frozen=True, kw_only=True):
    """A guest opened the table."""

    game: str
    options: Json
    players: int
    clock: ClockLimits | None
    commitment: str
    public: bool
    spectators: bool
    hints: bool
    # The position that the game starts from, unless it is dealt.
    start: Json | UnsetType = UNSET
    # The edition of the rules; tables from before there were editions have none.
    edition: int | UnsetType = UNSET
    # Undos are decided by what a move showed; earlier servers sampled worlds and wrote nothing.
    undo: Literal["shown"] | UnsetType = UNSET
    # Where the position comes from; earlier servers wrote nothing.
    origin: Origin | UnsetType = UNSET


class Sat(EntryData, frozen=True, kw_only=True):
    """A guest or a bot took a seat; `level` names the bot's character."""

    seat: int
    guest: str
    level: str
    pledge: str


class Stood(EntryData, frozen=True, kw_only=True):
    """A seat became open."""

    seat: int


class OwnerChanged(EntryData, frozen=True, kw_only=True):
    """Another guest became the owner."""

    guest: str


class Arranged(EntryData, frozen=True, kw_only=True):
    """The players changed seats: `order` names the old seat of each new one."""

    order: list[int]
    pledges: list[str]


class OptionsChanged(EntryData, frozen=True, kw_only=True):
    """The owner chose other options."""

    options: Json


class Started(EntryData, frozen=True, kw_only=True):
    """The owner started the game; each seat now reveals its bytes."""


class CalledOff(EntryData, frozen=True, kw_only=True):
    """The owner cancelled the start."""


class Shown(EntryData, frozen=True, kw_only=True):
    """A seat revealed its bytes for the deal, in hex."""

    seat: int
    bytes: str


class Moved(EntryData, frozen=True, kw_only=True):
    """A player made a move."""

    seat: int
    move: str


class UndoAsked(EntryData, frozen=True, kw_only=True):
    """A player asked to undo: back to the given number of moves."""

    seat: int
    moves: int


class UndoAnswered(EntryData, frozen=True, kw_only=True):
    """A player answered the request to undo."""

    agree: bool


class Undone(EntryData, frozen=True, kw_only=True):
    """The match went back to the given number of moves."""

    moves: int


class StandIn(EntryData, frozen=True, kw_only=True):
    """A bot plays for a human; `why` is "away" or "clock"."""

    seat: int
    why: str


class Returned(EntryData, frozen=True, kw_only=True):
    """A human took the seat back from the bot."""

    seat: int


class Resigned(EntryData, frozen=True, kw_only=True):
    """A player resigned."""

    seat: int


class SecretOpened(EntryData, frozen=True, kw_only=True):
    """The game is over; the server revealed its secret, in hex."""

    bytes: str


class RematchOpened(EntryData, frozen=True, kw_only=True):
    """A player opened a table for a rematch."""

    table: str


class Said(EntryData, frozen=True, kw_only=True):
    """A player wrote a chat message."""

    text: str


class Invalid(EntryData, frozen=True, kw_only=True):
    """Data from outside that fits no kind of entry, and the reason."""

    found: Json
    error: str


KINDS: dict[str, type[EntryData]] = {
    "opened": Opened,
    "sat": Sat,
    "stood": Stood,
    "owner": OwnerChanged,
    "arranged": Arranged,
    "options": OptionsChanged,
    "started": Started,
    "called-off": CalledOff,
    "shown": Shown,
    "moved": Moved,
    "asked": UndoAsked,
    "answered": UndoAnswered,
    "undone": Undone,
    "stand-in": StandIn,
    "returned": Returned,
    "resigned": Resigned,
    "secret": SecretOpened,
    "rematch": RematchOpened,
    "said": Said,
}
DECODERS = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}
NAMES = {kind: name for name, kind in KINDS.items()} | {Invalid: "invalid"}


# === ENCODING AND DECODING ===

encode_json = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode


def fields_of(data: EntryData) -> Json:
    """Return the data as JSON-ready values."""
    if isinstance(data, Invalid):
        return data.found
    fields: Json = msgspec.to_builtins(data)
    return fields


def write_canonical(data: EntryData) -> str:
    """Return the data as JSON with sorted keys and no blanks."""
    return encode_json(fields_of(data))


def canonical(text: str) -> str:
    """Return JSON with sorted keys and no blanks. The first version stored keys in any order."""
    return encode_json(json.loads(text))


def decode_data(kind: str, written: str) -> EntryData:
    """Decode data that this server or an earlier version stored; raise `msgspec.DecodeError`."""
    if kind not in DECODERS:
        raise msgspec.ValidationError("there is no such kind of entry")
    return DECODERS[kind].decode(written)


def decode_untrusted(kind: str, fields: Json) -> EntryData:
    """Decode data from a file; return `Invalid` if it does not fit its kind."""
    try:
        # As a store decodes it, which is stricter than `msgspec.convert`: half a surrogate pair is
        # valid JSON, but not valid text.
        return decode_data(kind, encode_json(fields))
    except (msgspec.DecodeError, RecursionError) as error:
        return Invalid(found=fields, error=str(error))


# === ENTRIES ===

# Neither class is frozen, though no field changes: frozen instances take four times as long to
# make.


@dataclass(slots=True)
class Draft:
    """An entry that is not yet part of a log."""

    by: str
    data: EntryData
    # The sender's own mark: the same key of the same guest is the same command.
    key: str = ""
    # The canonical JSON, if it is known already.
    written: str = ""
    # Of a move: the match after it, computed when the move was decided. It is not part of the log.
    after: Match | None = None

    @property
    def kind(self) -> str:
        """The kind of the entry."""
        return NAMES[type(self.data)]


@dataclass(slots=True)
class Entry:
    """One record in the log of a table."""

    version: int
    at: float  # seconds since 1970
    kind: str
    by: str
    key: str
    data: EntryData
    hash: str
    # The data as it is hashed and stored.
    written: str
    # See Draft.
    after: Match | None = field(default=None, compare=False, repr=False)

    def to_json(self) -> Json:
        """Return the entry as a record shows it."""
        return {
            "version": self.version,
            "at": self.at,
            "kind": self.kind,
            "by": self.by,
            "key": self.key,
            "data": json.loads(self.written),
            "hash": self.hash,
        }
