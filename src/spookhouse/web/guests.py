"""Guests: humans who are identified by a signed cookie, without an account.

The id of a guest is public; the signature in the cookie is not. Another device becomes the same
guest by a link that contains the id, a random number, a time and a signature. Each link works once.
"""

import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from itsdangerous import BadSignature, Signer, TimestampSigner
from starlette.requests import HTTPConnection

from spookhouse.web.settings import STORED_KEY

COOKIE = "spookhouse"
# The name behind TLS. Browsers accept it from this host only, not from a sibling under one domain.
HOST_COOKIE = f"__Host-{COOKIE}"
# Seconds in which a link to another device works.
LINK_SECONDS = 600
# Seconds by which the clocks of servers may differ: they remember used links for so much longer.
CLOCK_DIFFERENCE = 3_600


@dataclass(frozen=True, slots=True)
class VerifiedLink:
    """A link that this server signed: to which guest, and how a store remembers its use."""

    guest: str
    # Of what was signed. The text of a signature has several spellings.
    digest: str
    expires: float


class Guests:
    """Signs and verifies cookies and device links. The first key signs, all keys verify."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        self.keys = keys
        # itsdangerous expects the oldest key first and signs with the last.
        oldest_first = list(reversed(keys))
        self.cookies = Signer(
            oldest_first, salt="spookhouse.cookie", key_derivation="hmac", digest_method=sha256
        )
        self.links = TimestampSigner(
            oldest_first, salt="spookhouse.link", key_derivation="hmac", digest_method=sha256
        )

    def new_id(self) -> str:
        """Return the id of a new guest."""
        return secrets.token_hex(8)

    def sign(self, guest: str) -> str:
        """Return the value of the guest's cookie."""
        return self.cookies.sign(guest).decode()

    def verify(self, cookie: str) -> str | None:
        """Return the guest of a cookie, or None if none of the keys signed it."""
        try:
            return self.cookies.unsign(cookie).decode()
        except (BadSignature, UnicodeError):
            return self.verify_old(cookie)

    def verify_old(self, cookie: str) -> str | None:
        """Return the guest of a cookie of version 0.1; upgrades must not cost a seat."""
        guest, _, signature = cookie.partition(".")
        expected = [old_signature(key, guest) for key in self.keys]
        known = [hmac.compare_digest(signature.encode(), each.encode()) for each in expected]
        return guest if guest and any(known) else None

    def find(self, connection: HTTPConnection) -> str | None:
        """Return the guest who sends a request, or None without a valid cookie.

        Behind TLS, guests of earlier versions have a cookie with the plain name.
        """
        cookies = (cookie_of(connection, name) for name in (HOST_COOKIE, COOKIE))
        guests = (self.verify(cookie) for cookie in cookies if cookie is not None)
        return next((guest for guest in guests if guest is not None), None)

    def has_newest_cookie(self, connection: HTTPConnection, guest: str, name: str = COOKIE) -> bool:
        """Return whether the guest's cookie has this name and is signed with the first key."""
        return cookie_of(connection, name) == self.sign(guest)

    def sign_link(self, guest: str) -> str:
        """Return a token that makes another device the same guest, for a few minutes."""
        return self.links.sign(f"{guest}.{secrets.token_hex(8)}").decode()

    def verify_link(self, token: str) -> VerifiedLink | None:
        """Return the link of a token, or None if it is forged or too old."""
        try:
            signed, made = self.links.unsign(token, max_age=LINK_SECONDS, return_timestamp=True)
        except (BadSignature, UnicodeError):
            return None
        guest, _, nonce = signed.decode().partition(".")
        if not nonce:
            return None
        expires = made.timestamp() + LINK_SECONDS + CLOCK_DIFFERENCE
        return VerifiedLink(guest, sha256(signed).hexdigest(), expires)


def choose_keys(names: Sequence[str], stored: bytes) -> list[bytes]:
    """Return the keys that the setting `cookie_keys` names; `stored` is the one in the database."""
    return [stored if name == STORED_KEY else name.encode() for name in names]


def old_signature(key: bytes, guest: str) -> str:
    """Return the signature of a guest's cookie of version 0.1."""
    return hmac.new(key, f"cookie:{guest}".encode(), sha256).hexdigest()[:40]


def cookie_of(connection: HTTPConnection, wanted: str) -> str | None:
    """Return a cookie by its name.

    Starlette would unquote all cookies. That takes quadratic time in Python before 3.11.10 and
    3.12.6.
    """
    found = None
    for header in connection.headers.getlist("cookie"):
        for part in header.split(";"):
            name, _, value = part.partition("=")
            found = value.strip() if name.strip() == wanted else found
    return found
