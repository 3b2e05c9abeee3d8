"""The refusals of a table other than illegal moves: one error with a stable code."""

from spookhouse.kernel.errors import SpookhouseError

CODES = {
    "table/unknown": "no such table",
    "table/not-owner": "only the owner can do that",
    "table/not-in-lobby": "only before the game",
    "table/not-playing": "only during the game",
    "table/not-over": "only after the game",
    "table/not-full": "a seat is still open",
    "table/full": "the log of the table is too long",
    "table/private": "spectators are not allowed",
    "seat/unknown": "no such seat",
    "seat/taken": "the seat is taken",
    "seat/not-yours": "you do not hold that seat",
    "seat/bot-plays": "a bot plays that seat for you",
    "deal/bad-pledge": "an invalid pledge, or bytes that do not fit it",
    "clock/bad": "invalid limits of a clock",
    "move/stale": "the table has changed meanwhile",
    "replay/no-step": "the game has no such step",
    "undo/nothing": "there is nothing to undo or to answer",
    "chat/empty": "the message is empty",
    "chat/too-long": "the message is too long",
    "chat/too-fast": "too many messages in a short time",
    "chat/full": "the table accepts no more messages",
    "guest/name": "the name is not allowed, or looks like another player's",
    "bot/unknown": "no such character",
}


class Refused(SpookhouseError):
    """A command that the table refuses; `code` is one of CODES."""

    def __init__(self, code: str, message: str) -> None:
        assert code in CODES, code
        super().__init__(message)
        self.code = code
