"""Cookies and device links.

Whatever this server signed is accepted, in every version and with every key; nothing else is.
"""

import hmac
import time
from hashlib import sha256

import pytest
from starlette.requests import HTTPConnection

from spookhouse.web.guests import COOKIE, LINK_SECONDS, Guests, choose_keys

STORED, NEW = bytes(range(32)), b"n" * 32
GUEST = "dd49656340e14a5c"


def old_cookie(key: bytes, guest: str) -> str:
    """Sign as version 0.1 did."""
    return f"{guest}.{hmac.new(key, f'cookie:{guest}'.encode(), sha256).hexdigest()[:40]}"


def request(*cookies: str) -> HTTPConnection:
    """Return a request with a header `Cookie` for each text."""
    headers = [(b"cookie", cookie.encode()) for cookie in cookies]
    return HTTPConnection({"type": "http", "headers": headers})


def test_a_cookie_is_verified() -> None:
    guests = Guests([STORED])
    guest = guests.new_id()
    assert len(guest) == 16
    assert guests.verify(guests.sign(guest)) == guest


@pytest.mark.parametrize(
    "cookie",
    [
        "",
        ".",
        GUEST,
        f"{GUEST}.",
        f"{GUEST}.00",
        f"{GUEST}.é",
        Guests([NEW]).sign(GUEST),
        old_cookie(NEW, GUEST),
        old_cookie(STORED, ""),
        Guests([STORED]).sign_link(GUEST),
        Guests([STORED]).sign(GUEST)[:-1],
        Guests([STORED]).sign(GUEST).replace("d", "e", 1),
        old_cookie(STORED, GUEST)[:-1],
    ],
)
def test_other_cookies_are_refused(cookie: str) -> None:
    assert Guests([STORED]).verify(cookie) is None


def test_a_cookie_of_an_earlier_version_is_verified() -> None:
    assert Guests([STORED]).verify(old_cookie(STORED, GUEST)) == GUEST
    assert Guests([NEW, STORED]).verify(old_cookie(STORED, GUEST)) == GUEST
    assert Guests([NEW]).verify(old_cookie(STORED, GUEST)) is None


def test_the_first_key_signs_and_all_verify() -> None:
    old, both, new = Guests([STORED]), Guests([NEW, STORED]), Guests([NEW])
    assert both.verify(old.sign(GUEST)) == GUEST
    assert both.sign(GUEST) == new.sign(GUEST) != old.sign(GUEST)
    assert new.verify(old.sign(GUEST)) is None


def test_a_cookie_of_an_old_key_is_renewed() -> None:
    guests = Guests([NEW, STORED])
    for cookie, is_newest in (
        (guests.sign(GUEST), True),
        (Guests([STORED]).sign(GUEST), False),
        (old_cookie(STORED, GUEST), False),
    ):
        connection = request(f"{COOKIE}={cookie}")
        assert guests.find(connection) == GUEST
        assert guests.has_newest_cookie(connection, GUEST) == is_newest


def test_the_cookie_is_found_among_others() -> None:
    guests = Guests([STORED])
    ours = f"{COOKIE}={guests.sign(GUEST)}"
    for cookies in ([ours], [f"a=1; {ours}; b=2"], ["a=1", ours], [f'odd;"x;{ours}']):
        assert guests.find(request(*cookies)) == GUEST
    for cookies in ([], [""], ["a=1"], [COOKIE], [f"x{ours}"]):
        assert guests.find(request(*cookies)) is None


def test_a_large_cookie_is_read_quickly() -> None:
    """Python before 3.11.10 unquotes backslashes in quadratic time."""
    start = time.process_time()
    assert Guests([STORED]).find(request(f'{COOKIE}="{chr(92) * 60_000}"')) is None
    assert time.process_time() - start < 0.5


def test_a_link_works_for_a_few_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    guests, now = Guests([STORED]), time.time()
    token = guests.sign_link(GUEST)
    assert guests.verify_link(token) == GUEST
    monkeypatch.setattr(time, "time", lambda: now + LINK_SECONDS - 2)
    assert guests.verify_link(token) == GUEST
    monkeypatch.setattr(time, "time", lambda: now + LINK_SECONDS + 2)
    assert guests.verify_link(token) is None


@pytest.mark.parametrize("token", ["", "x", "x.99999999999.y"])
def test_other_links_are_refused(token: str) -> None:
    assert Guests([STORED]).verify_link(token) is None


def test_links_of_another_key_and_cookies_are_no_links() -> None:
    assert Guests([STORED]).verify_link(Guests([NEW]).sign_link(GUEST)) is None
    assert Guests([STORED]).verify_link(Guests([STORED]).sign(GUEST)) is None


def test_keys_are_chosen_by_name() -> None:
    key = "k" * 32
    assert choose_keys(["stored"], STORED) == [STORED]
    assert choose_keys([key, "stored"], STORED) == [key.encode(), STORED]
    assert choose_keys([key], STORED) == [key.encode()]
