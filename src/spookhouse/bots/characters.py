"""The characters: five named bots, from a child's opponent to the strongest.

The weaker characters make human mistakes instead of random moves. They look less far ahead, search
less, trust a single guess about what is hidden, and overlook moves.
"""

from dataclasses import dataclass

from spookhouse.bots.timed_search import UNLIMITED, Budget, SearchConfig

MAX_SECONDS = 1.2  # upper bound for a move of any character, however slow the machine


@dataclass(frozen=True)
class Character:
    """A named bot: its texts for players and the search that it runs."""

    name: str
    title: str
    about: str
    strength: int
    seconds: float  # typical time for a move
    config: SearchConfig


CHARACTERS = (
    Character(
        "pip",
        "Pip the Pillowcase",
        "The youngest ghost of the house, two holes in a pillowcase. "
        "Overlooks half of the moves and giggles when it goes wrong.",
        1,
        0.01,
        SearchConfig(
            Budget(40, MAX_SECONDS),
            horizon=2,
            world_lifetime=UNLIMITED,
            overlook_percent=50,
            uses_heuristic=False,
        ),
    ),
    Character(
        "drowse",
        "Great-Aunt Drowse",
        "Has haunted the same armchair for ninety years. Nods off between turns, "
        "and is quite sure what everybody holds. It is not what they hold.",
        2,
        0.01,
        SearchConfig(
            Budget(120, MAX_SECONDS), horizon=12, world_lifetime=UNLIMITED, overlook_percent=20
        ),
    ),
    Character(
        "creak",
        "Mr Creak",
        "The butler under the stairs. Correct and unhurried, hardly ever a foolish move; "
        "what is many steps away he leaves to his betters.",
        3,
        0.02,
        SearchConfig(Budget(300, MAX_SECONDS)),
    ),
    Character(
        "umbra",
        "Madame Umbra",
        "Reads shadows for a living. Has counted every card that was seen, "
        "and has a fair idea of yours.",
        4,
        0.15,
        SearchConfig(Budget(seconds=0.15)),
    ),
    Character(
        "midnight",
        "Old Mother Midnight",
        "Lives in the grandfather clock and has all the time in the world, "
        "but never needs more than a second of it.",
        5,
        1.0,
        SearchConfig(Budget(seconds=1.0)),
    ),
)
DEFAULT_CHARACTER = "creak"
