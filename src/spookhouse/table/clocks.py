"""Clocks: so many seconds for each decision, and a reserve that is used up after them. Times come from outside; nothing here looks at a clock."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Pace:
    """The option: seconds a decision, and a reserve for the whole game."""

    move: float
    reserve: float


@dataclass(slots=True)
class Clock:
    """The clocks of all seats."""

    pace: Pace
    reserves: list[float]
    running: dict[int, float] = field(default_factory=dict)  # seat: since when it owes its decision

    @classmethod
    def wound(cls, pace: Pace, seats: int) -> "Clock":
        return cls(pace, [pace.reserve] * seats)

    def start(self, seat: int, at: float) -> None:
        self.running.setdefault(seat, at)

    def stop(self, seat: int, at: float) -> None:
        """The decision is made; what it took beyond the seconds of a move comes off the reserve."""
        since = self.running.pop(seat, None)
        if since is not None:
            over = max(0.0, at - since - self.pace.move)
            self.reserves[seat] = max(0.0, self.reserves[seat] - over)

    def deadline(self, seat: int) -> float | None:
        """When the seat runs out of time; None if its clock does not run."""
        since = self.running.get(seat)
        return None if since is None else since + self.pace.move + self.reserves[seat]

    def left(self, seat: int, at: float) -> tuple[float, float]:
        """Seconds left of the move and of the reserve."""
        since = self.running.get(seat, at)
        used = max(0.0, at - since)
        over = max(0.0, used - self.pace.move)
        return max(0.0, self.pace.move - used), max(0.0, self.reserves[seat] - over)
