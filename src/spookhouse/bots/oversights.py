"""Oversights: weak bots do not notice some of their legal moves."""

import hashlib

BYTE_VALUES_PER_PERCENT = 256 / 100


def overlooks(key: bytes, action: int, percent: int) -> bool:
    """Return whether a bot overlooks an action that it overlooks in so many percent of decisions.

    The answer depends on the key of the decision alone, not on the time spent.
    """
    byte = hashlib.sha256(key + action.to_bytes(4, "little")).digest()[0]
    return byte < percent * BYTE_VALUES_PER_PERCENT
