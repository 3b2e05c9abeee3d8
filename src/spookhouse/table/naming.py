"""Names of tables: nobody guesses them, and people can read them out and type them in."""

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is mistaken for another
LENGTH = 10  # almost 50 bits


def table_name(fresh: bytes) -> str:
    """A name from random bytes."""
    return "".join(LETTERS[byte % len(LETTERS)] for byte in fresh[:LENGTH])


def is_table_name(text: str) -> bool:
    return len(text) == LENGTH and all(letter in LETTERS for letter in text)


def bytes_of(name: str) -> bytes:
    """Bytes that the name could have come from."""
    return bytes(LETTERS.index(letter) for letter in name)
