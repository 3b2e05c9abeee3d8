"""Names of tables: nobody guesses them, and people can read them out and type them in."""

import re

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is mistaken for another
LENGTH = 10  # almost 50 bits


def table_name(fresh: bytes) -> str:
    """A name from random bytes."""
    return "".join(LETTERS[byte % len(LETTERS)] for byte in fresh[:LENGTH])


def was_table_name(text: str) -> bool:
    """Whether tables are called so, or ever were: before they could be typed, names were other letters, or digits of a larger number."""
    return re.fullmatch(r"[A-Za-z0-9_-]{10,16}", text) is not None
