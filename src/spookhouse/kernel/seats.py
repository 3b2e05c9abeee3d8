"""Sets of seats, as bits; and of lookers, who are the seats and, beside them, whoever looks on."""

from spookhouse.kernel.rule import rule

SPECTATOR = 7  # the looker who has no seat
LOOKERS = 8


@rule
def first_seat(bits):
    """The lowest seat of a set."""
    seat = 0
    while not (bits >> seat) & 1:
        seat += 1
    return seat
