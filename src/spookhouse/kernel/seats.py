"""Sets of seats as bits."""

from spookhouse.kernel.rule_decorator import rule

MAX_SEATS = 7  # of any game


@rule
def first_seat(bits):
    """Return the lowest seat of a set that is not empty."""
    seat = 0
    while not (bits >> seat) & 1:
        seat += 1
    return seat
