"""Clocks: seconds for each decision, and a reserve for the whole game.

Times come from the log; no function here reads the time.
"""

from dataclasses import dataclass, field

from spookhouse.table.log import ClockLimits


@dataclass(slots=True)
class Clock:
    """The clocks of all seats."""

    limits: ClockLimits
    reserves: list[float]
    # By seat: the time since which it owes its decision.
    running: dict[int, float] = field(default_factory=dict)

    @classmethod
    def full(cls, limits: ClockLimits, seats: int) -> "Clock":
        """Return clocks that have not run yet."""
        return cls(limits, [limits.reserve] * seats)

    def start(self, seat: int, at: float) -> None:
        """Start the clock of a seat, unless it runs already."""
        self.running.setdefault(seat, at)

    def stop(self, seat: int, at: float) -> None:
        """Stop the clock of a seat; time beyond the limit of a move is taken from the reserve."""
        since = self.running.pop(seat, None)
        if since is not None:
            over = max(0.0, at - since - self.limits.move)
            self.reserves[seat] = max(0.0, self.reserves[seat] - over)

    def restart(self, seat: int, at: float) -> None:
        """Let a running clock start anew."""
        if self.running.pop(seat, None) is not None:
            self.start(seat, at)

    def update(self, waiting: tuple[int, ...], mover: int | None, at: float) -> None:
        """Stop the clocks of seats that have decided; start those of seats that owe a decision."""
        for seat in [*self.running]:
            if seat not in waiting or seat == mover:
                self.stop(seat, at)
        for seat in waiting:
            self.start(seat, at)

    def deadline(self, seat: int) -> float | None:
        """Return when the seat runs out of time, or None if its clock does not run."""
        since = self.running.get(seat)
        return None if since is None else since + self.limits.move + self.reserves[seat]

    def left(self, seat: int, at: float) -> tuple[float, float]:
        """Return the seconds left of the move and of the reserve."""
        since = self.running.get(seat, at)
        used = max(0.0, at - since)
        over = max(0.0, used - self.limits.move)
        return max(0.0, self.limits.move - used), max(0.0, self.reserves[seat] - over)
