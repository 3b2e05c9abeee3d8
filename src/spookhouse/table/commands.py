"""What can be asked of a table. Each command is a small struct; on the wire its `do` names it."""

from typing import Annotated, Any

import msgspec

Key = Annotated[
    str, msgspec.Meta(max_length=64, pattern="^[ -~]*$")
]  # as long as the store keeps it, in letters that every database takes


class Command(msgspec.Struct, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """`key` is the sender's own mark: a command that comes twice with the same key is carried out once."""

    key: Key = ""


class Sit(Command, tag="sit"):
    """Take an open seat, with a pledge for the deal (see `deals`)."""

    seat: int
    pledge: str


class Stand(Command, tag="stand"):
    """Give a seat up again, before the game."""

    seat: int


class AddBot(Command, tag="add-bot"):
    """The owner seats a bot."""

    seat: int
    level: str


class Remove(Command, tag="remove"):
    """The owner empties a seat, before the game."""

    seat: int


class HandOver(Command, tag="hand-over"):
    """The owner makes somebody else at the table the owner."""

    guest: str


class Arrange(Command, tag="arrange"):
    """The owner seats everybody anew, before the game: `order` names for each seat the one whose sitter comes here."""

    order: list[int]


class SetOptions(Command, tag="set-options"):
    """The owner chooses other options, before the game; the number of seats stays."""

    options: dict[str, Any]


class Start(Command, tag="start"):
    """The owner starts the game; every seat must be taken. Each seat now shows the bytes that it pledged."""


class Show(Command, tag="show"):
    """A seat's bytes for the deal, in hex."""

    seat: int
    bytes: str


class CallOff(Command, tag="call-off"):
    """The owner calls a start off because a seat does not show its bytes."""


class Move(Command, tag="move"):
    """A move; `version` is the one that the seat's decision carries."""

    seat: int
    version: int
    move: str


class Undo(Command, tag="undo"):
    """Take the last move back: at once where that harms nobody, else the others are asked."""

    seat: int


class Answer(Command, tag="answer"):
    """Agree to an undo that somebody asked for, or not."""

    agree: bool


class Away(Command, tag="away"):
    """Let a bot play your seat until you are back."""

    seat: int


class Back(Command, tag="back"):
    """Take your seat back from the bot."""

    seat: int


class Resign(Command, tag="resign"):
    """Give up: with two players the game ends, with more a bot plays on."""

    seat: int


class Rematch(Command, tag="rematch"):
    """A new table with the same people, bots and options."""


class Say(Command, tag="say"):
    """A word to the table."""

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
