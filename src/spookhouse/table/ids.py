"""Ids of tables: hard to guess, and easy to read out and type in."""

import re

# No letter that is mistaken for another one.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
# Almost 50 bits.
LENGTH = 10
# Ids of earlier versions had other letters, or digits of a larger number.
ANY_ID = re.compile(r"[A-Za-z0-9_-]{10,16}")


def table_id(random_bytes: bytes) -> str:
    """Return an id made from random bytes."""
    return "".join(LETTERS[byte % len(LETTERS)] for byte in random_bytes[:LENGTH])


def is_table_id(text: str) -> bool:
    """Return whether this version or an earlier one could have made the id."""
    return ANY_ID.fullmatch(text) is not None
