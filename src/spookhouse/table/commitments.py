"""Deals that players can verify.

1. The server draws a secret of 32 bytes for a new table. It publishes the secret's SHA-256, the
   *commitment*.
2. Each player draws 32 bytes for a seat and publishes their SHA-256, the seat's *pledge*. The
   server does it for bots.
3. When the game starts, every seat reveals its bytes. The seed is the SHA-256 of the secret
   followed by the bytes of all seats in order.
4. When the game is over, the server reveals its secret.

The secret is fixed before the pledges, and the pledges before any bytes are revealed. So nobody can
predict or choose the deal, as long as one party draws at random and keeps its bytes secret until
the start.
"""

from collections.abc import Sequence
from hashlib import sha256

SECRET_BYTES = 32


def pledge(secret: bytes) -> str:
    """Return the hash that is published before the bytes are revealed."""
    return sha256(secret).hexdigest()


def is_pledge(text: str) -> bool:
    """Return whether the text is 64 hex digits in lower case."""
    return len(text) == 2 * SECRET_BYTES and all(letter in "0123456789abcdef" for letter in text)


def read_bytes(text: str) -> bytes | None:
    """Return 32 bytes from hex, or None."""
    return bytes.fromhex(text) if is_pledge(text) else None


def seed_of(secret: bytes, revealed: Sequence[bytes]) -> bytes:
    """Return the key of all chance in the match."""
    return sha256(secret + b"".join(revealed)).digest()


def bot_bytes(secret: bytes, seat: int) -> bytes:
    """Return a bot's bytes: derived from the secret, so that nobody needs to store them."""
    return bytes.fromhex(pledge(secret + f"bot at seat {seat}".encode()))
