"""Guests: known by a signed cookie, no account needed. A guest's id is public, the signature is not."""

import hmac
import secrets
import time
from hashlib import sha256

COOKIE = "spookhouse"
LINK_SECONDS = 600  # a link to another device works so long
LONGEST_NAME = 24


class Guests:
    """Signs and reads the marks that guests carry; all processes of a house share the key."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def new(self) -> str:
        return secrets.token_hex(8)

    def sign(self, guest: str) -> str:
        return f"{guest}.{self._mark('cookie', guest)}"

    def read(self, cookie: str | None) -> str | None:
        """The guest of a cookie, or None if it was not signed here."""
        guest, _, mark = (cookie or "").partition(".")
        return (
            guest
            if guest and hmac.compare_digest(mark.encode(), self._mark("cookie", guest).encode())
            else None
        )

    def link(self, guest: str, now: float | None = None) -> str:
        """A token that makes another device the same guest, for a few minutes."""
        until = int((time.time() if now is None else now) + LINK_SECONDS)
        return f"{guest}.{until}.{self._mark('link', f'{guest}.{until}')}"

    def follow(self, token: str, now: float | None = None) -> str | None:
        """The guest of such a token, if it is genuine and not too old."""
        guest, _, rest = token.partition(".")
        until, _, mark = rest.partition(".")
        genuine = hmac.compare_digest(
            mark.encode(), self._mark("link", f"{guest}.{until}").encode()
        )
        return (
            guest
            if genuine and until.isdigit() and int(until) >= (time.time() if now is None else now)
            else None
        )

    def _mark(self, purpose: str, text: str) -> str:
        return hmac.new(self.key, f"{purpose}:{text}".encode(), sha256).hexdigest()[:40]


def tidy_name(text: str) -> str:
    """A name as it is shown: printable, single blanks, not too long."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:LONGEST_NAME].strip()
