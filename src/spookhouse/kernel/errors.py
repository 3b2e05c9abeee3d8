"""The error hierarchy: every error that a caller may want to handle.

    SpookhouseError
    ├── UnknownGame            game/unknown          no game has that name
    ├── BadOption              option/bad            an invalid option, number of players or seed
    ├── IllegalMove            move/illegal          a rule forbids the move; `rule` is its number
    │   ├── UnknownMove        move/unknown          the text is no move of this game
    │   └── NotYourTurn        move/not-your-turn    the seat owes no decision
    │       └── GameOver       move/game-over        the match has ended
    ├── InvalidData            -                     data from outside; `defects` lists all reasons
    │   ├── BrokenPosition     position/broken       an impossible position
    │   └── BrokenRecord       record/broken         a record that does not replay
    ├── ArenaStopped           arena/stopped         a game of an arena could not be finished
    ├── WrongArenaFolder       arena/other-contest   a folder holds the games of another contest
    │
    │   of other packages:
    │
    ├── table: Refused         a code of the table   a table refuses a command
    ├── web: WebRefused        a code of the server  the server refuses an HTTP request
    ├── remote: RemoteError    remote/failed         a client and a server cannot go on
    │   ├── Disconnected       remote/disconnected   the server is unreachable, or disconnected
    │   ├── NotAdmitted        remote/not-admitted   the server refused to open a WebSocket
    │   ├── RequestRefused     the server's code     the server refused a request
    │   └── RulesDiffer        remote/rules-differ   the server has other rules than this program
    └── bench: LoadFailed      load/failed           a server could not be driven or measured

`code` is stable and meant for programs. The message is a sentence for humans: it says what was
invalid and what is expected.
"""

from collections.abc import Sequence


class SpookhouseError(Exception):
    """Base of all errors that a caller may want to handle."""

    code = "error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class UnknownGame(SpookhouseError, LookupError):
    """No game has that name."""

    code = "game/unknown"


class BadOption(SpookhouseError, ValueError):
    """An option, a number of players or a seed is invalid."""

    code = "option/bad"

    def __init__(self, option: str, message: str) -> None:
        super().__init__(message)
        self.option = option


class IllegalMove(SpookhouseError, ValueError):
    """A rule forbids the move in this position."""

    code = "move/illegal"

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}" if rule else reason)
        self.rule = rule
        self.reason = reason


class UnknownMove(IllegalMove):
    """The text is no move of this game."""

    code = "move/unknown"


class NotYourTurn(IllegalMove):
    """The seat owes no decision now."""

    code = "move/not-your-turn"


class GameOver(NotYourTurn):
    """The match has ended: no seat owes a decision."""

    code = "move/game-over"


class InvalidData(SpookhouseError, ValueError):
    """Data from outside has one or more defects, all of them listed."""

    def __init__(self, what: str, defects: Sequence[str]) -> None:
        self.defects = tuple(defects)
        super().__init__(f"{what}: " + "; ".join(self.defects))


class BrokenPosition(InvalidData):
    """The position is impossible."""

    code = "position/broken"


class BrokenRecord(InvalidData):
    """The record of a match does not replay."""

    code = "record/broken"


class ArenaStopped(SpookhouseError):
    """A game of an arena could not be finished. Games that were finished before are kept."""

    code = "arena/stopped"


class WrongArenaFolder(SpookhouseError):
    """The folder holds the games of another contest."""

    code = "arena/other-contest"
