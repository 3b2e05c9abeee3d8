"""Deals that players can verify.

1. When a table opens it draws a secret of 32 bytes and publishes its SHA-256, the *commitment*.
2. Whoever takes a seat draws 32 bytes and publishes their SHA-256, the seat's *pledge*. The table does it for bots.
3. When the game starts every seat shows its bytes. The seed is the SHA-256 of the secret followed by the bytes of all seats in order.
4. When the game is over the table shows its secret.

The secret was fixed before the pledges, the pledges before any bytes were shown: as long as one of the parties drew honestly and kept its bytes to
itself until then, nobody could predict or choose the deal.
"""

from collections.abc import Sequence
from hashlib import sha256

BYTES = 32


def pledge(secret: bytes) -> str:
    """What is published of bytes before they are shown."""
    return sha256(secret).hexdigest()


def is_pledge(text: str) -> bool:
    """64 hex digits, lower case."""
    return len(text) == 2 * BYTES and all(letter in "0123456789abcdef" for letter in text)


def read_bytes(text: str) -> bytes | None:
    """32 bytes from hex, or None."""
    return bytes.fromhex(text) if is_pledge(text) else None


def seed_of(secret: bytes, shown: Sequence[bytes]) -> bytes:
    """The key of all chance in the match."""
    return sha256(secret + b"".join(shown)).digest()
