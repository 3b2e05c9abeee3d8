"""Everything that can be refused, in one tree.

    SpookhouseError
    ├── UnknownGame        game/unknown          no game of that name
    ├── BadOption          option/bad            an option, a player count or a seed that cannot be
    ├── IllegalMove        move/illegal          a move that a rule forbids; `rule` is its number
    │   ├── UnknownMove    move/unknown          a text that is no move of this game
    │   ├── NotYourTurn    move/not-your-turn    a seat that owes no decision
    │       └── GameOver   move/game-over        nobody owes a decision any more
    └── Defective                                data from outside; `defects` lists every reason
        ├── BrokenPosition position/broken       a position that cannot be
        └── BrokenRecord   record/broken         a record that does not replay

`code` is a stable word for programs, the message a sentence for people: it holds what came in and says what would be right.
"""

from collections.abc import Sequence


class SpookhouseError(Exception):
    """Anything that Spookhouse refuses."""

    code = "error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class UnknownGame(SpookhouseError, LookupError):
    """No game of that name."""

    code = "game/unknown"


class BadOption(SpookhouseError, ValueError):
    """An option, a number of players or a seed that cannot be."""

    code = "option/bad"

    def __init__(self, option: str, message: str) -> None:
        super().__init__(message)
        self.option = option


class IllegalMove(SpookhouseError, ValueError):
    """A move that a rule forbids in this position."""

    code = "move/illegal"

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}" if rule else reason)
        self.rule = rule
        self.reason = reason


class UnknownMove(IllegalMove):
    """A text that is no move of this game at all."""

    code = "move/unknown"


class NotYourTurn(IllegalMove):
    """The seat owes no decision now."""

    code = "move/not-your-turn"


class GameOver(NotYourTurn):
    """Nobody owes a decision any more."""

    code = "move/game-over"


class Defective(SpookhouseError, ValueError):
    """Data from outside with one or more defects, all of them listed."""

    def __init__(self, what: str, defects: Sequence[str]) -> None:
        self.defects = tuple(defects)
        super().__init__(f"{what}: " + "; ".join(self.defects))


class BrokenPosition(Defective):
    """A position that cannot be."""

    code = "position/broken"


class BrokenRecord(Defective):
    """A record of a match that does not replay."""

    code = "record/broken"
