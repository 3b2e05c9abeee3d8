"""Sets of seats as bits, and the numbers of observers.

The observers of a match are its seats and a spectator.
"""

from spookhouse.kernel.rule import rule

SPECTATOR = 7  # the number of the observer without a seat
LOOKERS = 8  # the number of observers, the spectator included


@rule
def first_seat(bits):
    """Return the lowest seat of a set that is not empty."""
    seat = 0
    while not (bits >> seat) & 1:
        seat += 1
    return seat
