"""Commands: requests to a table. In a message, the field `do` names the command."""

from typing import Annotated, Any

import msgspec

from spookhouse.table.log import Origin

# A key must fit its column, in characters that every database stores.
Key = Annotated[str, msgspec.Meta(max_length=64, pattern="^[ -~]*$")]


class Command(msgspec.Struct, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """A request of a guest. A command that arrives twice with the same key is carried out once."""

    key: Key = ""


class Sit(Command, tag="sit"):
    """Take an open seat, with a pledge for the deal (see `commitments`)."""

    seat: int
    pledge: str


class Stand(Command, tag="stand"):
    """Give up a seat before the game."""

    seat: int


class AddBot(Command, tag="add-bot"):
    """Seat a bot; for the owner."""

    seat: int
    level: str


class Remove(Command, tag="remove"):
    """Empty a seat before the game; for the owner."""

    seat: int


class HandOver(Command, tag="hand-over"):
    """Make another guest at the table the owner; for the owner."""

    guest: str


class Arrange(Command, tag="arrange"):
    """Move the players to other seats before the game; for the owner.

    `order` names for each seat the old seat of its new player.
    """

    order: list[int]


class SetOptions(Command, tag="set-options"):
    """Choose other options before the game, but not another number of seats; for the owner."""

    options: dict[str, Any]


class Start(Command, tag="start"):
    """Start the game; for the owner. Every seat must be taken. Then each seat reveals its bytes."""


class Show(Command, tag="show"):
    """Reveal the bytes of a seat for the deal, in hex."""

    seat: int
    bytes: str


class CallOff(Command, tag="call-off"):
    """Cancel a start because a seat does not reveal its bytes; for the owner."""


class Move(Command, tag="move"):
    """Make a move; `version` is the one that the seat's decision carries."""

    seat: int
    version: int
    move: str


class Undo(Command, tag="undo"):
    """Undo the last move: at once if it revealed nothing, else the other players are asked."""

    seat: int


class Answer(Command, tag="answer"):
    """Agree to another player's undo, or refuse it."""

    agree: bool


class Away(Command, tag="away"):
    """Let a bot play your seat until you return."""

    seat: int


class Back(Command, tag="back"):
    """Take your seat back from the bot."""

    seat: int


class Resign(Command, tag="resign"):
    """Resign: a game of two players ends; in a larger one a bot continues."""

    seat: int


class Rematch(Command, tag="rematch"):
    """Open a new table with the same players, bots and options."""


class Say(Command, tag="say"):
    """Write a chat message."""

    text: str


AnyCommand = (
    Sit
    | Stand
    | AddBot
    | Remove
    | HandOver
    | Arrange
    | SetOptions
    | Start
    | Show
    | CallOff
    | Move
    | Undo
    | Answer
    | Away
    | Back
    | Resign
    | Rematch
    | Say
)


# === COMMANDS OF THE SERVER ===
# No message can contain them.


class OpenTable(Command, tag="open-table"):
    """Open a table; the author becomes the owner."""

    game: str
    options: dict[str, Any]
    clock: dict[str, float] | None = None
    public: bool = False
    spectators: bool = True
    hints: bool = True
    # The position to start from, instead of a deal.
    start: dict[str, Any] | None = None
    # The finished game that this position comes from; None if the server does not know it.
    origin: Origin | None = None
    # The edition of the rules, by default the current one.
    edition: int | None = None


class CheckClock(Command, tag="check-clock"):
    """Let a bot play for a human who has run out of time."""


AnyTableCommand = AnyCommand | OpenTable | CheckClock
