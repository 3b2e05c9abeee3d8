"""The conformance suite: promises that every game must keep, checked on random games.

`spookhouse check` runs it. A check takes a game and the number of games to play. It raises
`ContractViolation` with the position if a promise does not hold.
"""

from collections.abc import Callable
from dataclasses import dataclass

from spookhouse.kernel.conformance.checks import (
    check_ends,
    check_loading,
    check_notation,
    check_pieces,
    check_positions,
    check_refusals,
    check_replay,
    check_wording,
)
from spookhouse.kernel.conformance.interpreted import check_interpreted
from spookhouse.kernel.conformance.random_games import (
    MAX_MOVES,
    ContractViolation,
    observers,
    option_variants,
    play_through,
    random_games,
)
from spookhouse.kernel.conformance.secrecy import (
    check_events,
    check_events_of_move,
    check_features,
    check_observer,
    check_reveals,
    check_reveals_of_move,
    check_secrets,
    imagine_match,
    remembered_events,
)
from spookhouse.kernel.game import Game

__all__ = [
    "CHECKS",
    "MAX_MOVES",
    "Check",
    "ContractViolation",
    "check_events_of_move",
    "check_loading",
    "check_observer",
    "check_reveals_of_move",
    "imagine_match",
    "observers",
    "option_variants",
    "play_through",
    "random_games",
    "remembered_events",
]


@dataclass(frozen=True)
class Check:
    """A check and the number of games that it plays by default."""

    name: str
    run: Callable[[Game, int], None]
    games: int

    @property
    def promise(self) -> str:
        """What the check demands, in a sentence."""
        summary = (self.run.__doc__ or "").partition("\n")[0]
        promise = summary.removeprefix("Check that ")
        return promise[:1].upper() + promise[1:]


CHECKS = (
    Check("ends", check_ends, 40),
    Check("notation", check_notation, 20),
    Check("refusals", check_refusals, 5),
    Check("positions", check_positions, 15),
    Check("pieces", check_pieces, 20),
    Check("secrets", check_secrets, 8),
    Check("events", check_events, 8),
    Check("reveals", check_reveals, 8),
    Check("wording", check_wording, 20),
    Check("replay", check_replay, 40),
    Check("features", check_features, 15),
    Check("interpreted", check_interpreted, 10),
)
