"""Bodies of HTTP requests and responses. `web.openapi` describes them for programs.

A field of a response is always there, unless its default is UNSET. JSON contains the fields in the
order of their declaration.
"""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from spookhouse.kernel.options import Option
from spookhouse.table.phases import Phase
from spookhouse.table.views import SeatKind

Json = dict[str, Any]


def documented(**schema: Any) -> Meta:
    """Describe a limit that a route checks by itself, because its refusal has a code of its own."""
    return Meta(extra_json_schema=schema)


# === REQUESTS ===


class Clock(Struct, forbid_unknown_fields=True):
    """Seconds for each decision, and a reserve for the whole game."""

    move: Annotated[float, documented(minimum=1, maximum=86_400)]
    reserve: Annotated[float, documented(minimum=0, maximum=604_800)]


class NewTable(Struct, forbid_unknown_fields=True):
    """The game, the options and the access of a new table."""

    game: str
    options: Json = {}
    public: bool = False
    spectators: bool = True
    hints: bool = True
    clock: Clock | None = None


class NewName(Struct, forbid_unknown_fields=True):
    """The name that a guest wants to be called."""

    name: str


class ContinueFrom(Struct, forbid_unknown_fields=True):
    """The step of a finished game from which a new one continues."""

    step: Annotated[int, documented(minimum=0, maximum=100_000)]


# === RESPONSES ===


class Refusal(Struct):
    """Why a request was refused; `code` is stable, `message` is for humans."""

    ok: Literal[False]
    code: str
    message: str


class Answer(Struct):
    """The response to a request that was not refused."""

    ok: Literal[True] = True


class Guest(Answer, kw_only=True):
    """The guest whom a cookie identifies."""

    guest: str
    name: Annotated[str, documented(maxLength=24)]


class DeviceLink(Answer, kw_only=True):
    """A link that makes another device the same guest, once."""

    link: str


class LinkPreview(Answer, kw_only=True):
    """The guest whom a link would make this device, and what the device would lose."""

    name: str
    is_you: bool
    your_name: str
    your_tables: int
    your_unfinished: int


class GameOption(Struct):
    """A choice before the game.

    If `choices` is null, every value that `allowed` describes is valid.
    """

    name: str
    default: Any
    allowed: str
    about: str
    choices: tuple[Any, ...] | None
    names_seat: bool

    @classmethod
    def of(cls, option: Option) -> "GameOption":
        """Return an option of a game as the API shows it."""
        return cls(**{name: getattr(option, name) for name in cls.__struct_fields__})


class Game(Struct):
    """A game that can be played here.

    `compiled` names the rule that is being compiled, or is `ready`.
    """

    name: str
    title: str
    about: str
    minutes: int
    compiled: str
    edition: Annotated[int, Meta(ge=1)]
    min_players: int
    max_players: int
    options: list[GameOption]


class Games(Answer, kw_only=True):
    """All games."""

    games: list[Game]


class Bot(Struct):
    """A bot that the owner of a table may seat."""

    name: str
    title: str
    about: str
    strength: int
    seconds: float


class Bots(Answer, kw_only=True):
    """All bots, the weakest first; `usual` is the one to seat if nobody chooses."""

    usual: str
    bots: list[Bot]


class TableSeat(Struct):
    """The occupant of a seat, as lists show it."""

    kind: SeatKind
    name: str | None


class Continued(Struct):
    """The game that a table continues, and after how many moves; null if they are unknown."""

    table: str | None
    step: int | None


class TableSummary(Struct):
    """A table in a list. The fields after `changed` are absent where finding them takes long."""

    table: str
    game: str
    phase: Phase
    changed: float
    options: Json | UnsetType = UNSET
    clock: Clock | UnsetType | None = UNSET
    spectators: bool | UnsetType = UNSET
    hints: bool | UnsetType = UNSET
    continued: Continued | UnsetType | None = UNSET
    seats: list[TableSeat] | UnsetType = UNSET
    free: int | UnsetType = UNSET
    waiting: list[str] | UnsetType = UNSET
    your_turn: bool | UnsetType = UNSET


class OpenTables(Answer, kw_only=True):
    """A page of the public tables that wait for players.

    `next` is the parameter `after` of the next page; null on the last one.
    """

    tables: list[TableSummary]
    next: str | None


class Tables(Answer, kw_only=True):
    """Public tables that wait for players (the first page), and those of the guest."""

    open: list[TableSummary]
    next: str | None
    yours: list[TableSummary]


class OpenedTable(Answer, kw_only=True):
    """The id of a new table, and its address."""

    table: str
    link: str


class RecordEntry(Struct):
    """An entry in the log of a table."""

    version: int
    at: float
    kind: str
    by: str
    key: str
    data: Json
    hash: str


class Record(Struct):
    """The whole log of a finished game."""

    format: Literal[1]
    table: str
    entries: list[RecordEntry]


# === RULEBOOKS ===


class Heading(Struct, tag_field="kind", tag="heading"):
    """The heading of a section."""

    level: int
    number: str | None
    title: str
    id: str | UnsetType = UNSET


class Rule(Struct, tag_field="kind", tag="rule"):
    """A numbered rule, and its fine print."""

    number: str
    text: str
    fine: list[str]
    id: str | UnsetType = UNSET


class Example(Struct, tag_field="kind", tag="example"):
    """A worked example."""

    title: str
    text: str
    id: str | UnsetType = UNSET


class ItemList(Struct, tag_field="kind", tag="list"):
    """A list."""

    items: list[str]


class TextTable(Struct, tag_field="kind", tag="table"):
    """A table; the first row is its head."""

    rows: list[list[str]]


class Paragraph(Struct, tag_field="kind", tag="text"):
    """A paragraph."""

    text: str


Block = Heading | Rule | Example | ItemList | TextTable | Paragraph


class RulebookPart(Answer, kw_only=True):
    """One rule or section of a rulebook."""

    game: str
    title: str
    prefix: str
    blocks: list[Block]


class Rulebook(Answer, kw_only=True):
    """A whole rulebook, as Markdown and as blocks."""

    game: str
    title: str
    prefix: str
    text: str
    blocks: list[Block]


# === REPLAYS ===


class ReplayMove(Struct):
    """A move of a finished game; `told` describes it as the seat read it."""

    step: int
    seat: int
    move: str | None
    told: list[str]


class Replay(Answer, kw_only=True):
    """The table of a finished game, and its moves."""

    table: Json
    moves: list[ReplayMove]


class ReplayStep(Struct):
    """The position after a number of moves: the first one whole, others as changes."""

    step: int
    waiting: list[int]
    view: Json
    open: list[Json]
    events: list[Json]


class ReplaySteps(Answer, kw_only=True):
    """Some steps of a replay."""

    steps: list[ReplayStep]


class CheckedStep(Struct):
    """One step of verifying a game; `warnings` say what it does not show."""

    step: str
    holds: bool
    found: str
    defects: list[str]
    warnings: list[str]


class Verification(Answer, kw_only=True):
    """All steps of verifying a game."""

    steps: list[CheckedStep]
