"""A decision of a bot, or a hint: who waits for it, and how long it may take."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, IntEnum

from spookhouse.bots import TimeLimit


class Urgency(IntEnum):
    """Who waits for a decision. The lowest number comes first."""

    # A player watches the table, or has asked for a hint.
    PLAYER = 0
    SPECTATOR = 1
    NOBODY = 2


class Effort(Enum):
    """How much work a decision is. Each kind has threads of its own."""

    # No search at all.
    NONE = "instant"
    # So many iterations, which take milliseconds.
    ITERATIONS = "short"
    # A search for a fraction of a second, which a limit can end earlier.
    SECONDS = "long"


@dataclass(eq=False, slots=True)
class ThinkingJob:
    """One decision that waits for a thread, or that a thread works on."""

    # The guest whose turn it takes: the owner of the table, or whoever asked for a hint.
    guest: str
    # The network of that guest.
    network: str
    urgency: Urgency
    effort: Effort
    # How long the decision takes when nothing else is to be done; 0 if it cannot be shortened.
    seconds: float = 0.0
    limit: TimeLimit = field(default_factory=TimeLimit)
    # Starts the work in a thread.
    begin: Callable[[], None] = lambda: None
    arrived: float = 0.0
    # None as long as the job waits.
    started: float | None = None
