"""Select the best of several weighted moves."""

from spookhouse.kernel.chance import pick
from spookhouse.kernel.rule_decorator import rule

LEAST = -(1 << 40)  # below every worth


@rule
def prefer(action, worth, best, most, ties, chance):
    """Compare one more action with the best so far.

    Return the best, its worth, and the number of actions that share it. Start with any action,
    `LEAST` and 0. Among equals each is equally likely.
    """
    if worth > most:
        return action, worth, 1
    if worth == most:
        ties += 1
        if pick(chance, ties) == 0:
            best = action
    return best, most, ties
