"""The house guests: five levels, from a child's opponent to the strongest.

The weaker ones play like weak people, not like dice: they look less far, think less long, are sure of one guess about what is hidden, and
overlook moves.
"""

from dataclasses import dataclass

from spookhouse.bots.search import UNLIMITED, Budget, SearchConfig

HASTE = 1.2  # seconds after which every guest moves, however slow the machine


@dataclass(frozen=True)
class Character:
    """A character, and how it thinks."""

    name: str
    title: str
    about: str
    strength: int
    seconds: float  # that it takes for a move, typically
    config: SearchConfig


CHARACTERS = (
    Character(
        "pip",
        "Pip the Pillowcase",
        "The youngest ghost of the house, two holes in a pillowcase. Overlooks half of the moves and giggles when it goes wrong.",
        1,
        0.01,
        SearchConfig(Budget(40, HASTE), horizon=2, patience=UNLIMITED, overlooks=50, is_naive=True),
    ),
    Character(
        "drowse",
        "Great-Aunt Drowse",
        "Has haunted the same armchair for ninety years. Nods off between turns, and is quite sure what everybody holds. It is not what they hold.",
        2,
        0.01,
        SearchConfig(Budget(120, HASTE), horizon=12, patience=UNLIMITED, overlooks=20),
    ),
    Character(
        "creak",
        "Mr Creak",
        "The butler under the stairs. Correct and unhurried, hardly ever a foolish move; what is many steps away he leaves to his betters.",
        3,
        0.02,
        SearchConfig(Budget(300, HASTE)),
    ),
    Character(
        "umbra",
        "Madame Umbra",
        "Reads shadows for a living. Has counted every card that was seen, and has a fair idea of yours.",
        4,
        0.15,
        SearchConfig(Budget(seconds=0.15)),
    ),
    Character(
        "midnight",
        "Old Mother Midnight",
        "Lives in the grandfather clock and has all the time in the world, but never needs more than a second of it.",
        5,
        1.0,
        SearchConfig(Budget(seconds=1.0)),
    ),
)
USUAL = "creak"  # whom the house seats if nobody is asked for
