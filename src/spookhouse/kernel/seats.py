"""Sets of seats, as bits."""

from spookhouse.kernel.rule import rule


@rule
def first_seat(bits):
    """The lowest seat of a set."""
    seat = 0
    while not (bits >> seat) & 1:
        seat += 1
    return seat
