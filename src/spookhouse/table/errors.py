"""What a table refuses beside illegal moves: one error, whose code says which."""

from spookhouse.kernel.errors import SpookhouseError

CODES = {
    "table/unknown": "no such table",
    "table/not-owner": "only the owner may do that",
    "table/not-in-lobby": "only before the game",
    "table/not-playing": "only while the game is on",
    "table/not-over": "only when the game is over",
    "table/not-full": "a seat is still open",
    "table/private": "spectators are not welcome here",
    "seat/unknown": "no such seat",
    "seat/taken": "somebody sits there",
    "seat/not-yours": "you do not hold that seat",
    "seat/bot-plays": "a bot plays that seat for you",
    "deal/bad-pledge": "not a pledge, or bytes that do not fit it",
    "move/stale": "the table has moved on",
    "replay/no-step": "the game has no such step",
    "undo/nothing": "there is nothing to undo, or to answer",
    "chat/empty": "nothing to say",
    "bot/unknown": "no bot of that level",
}


class Refused(SpookhouseError):
    """A command that the table does not carry out; `code` is one of CODES."""

    def __init__(self, code: str, message: str) -> None:
        assert code in CODES, code
        super().__init__(message)
        self.code = code
