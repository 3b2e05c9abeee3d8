"""Cookies and device links.

Whatever this server signed is accepted, in every version and with every key; nothing else is.
"""

import hmac
import string
import time
from hashlib import sha256

import pytest
from starlette.requests import HTTPConnection

from spookhouse.web.guests import (
    CLOCK_DIFFERENCE,
    COOKIE,
    HOST_COOKIE,
    LINK_SECONDS,
    Guests,
    VerifiedLink,
    choose_keys,
)

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
        pytest.param(Guests([STORED]).sign_link(GUEST), id="a link"),
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


def test_the_cookie_of_a_host_wins_over_a_plain_one() -> None:
    """Another host under the same domain can set a plain one only."""
    guests, other = Guests([STORED]), "00112233aabbccdd"
    plain, host = f"{COOKIE}={guests.sign(other)}", f"{HOST_COOKIE}={guests.sign(GUEST)}"
    for cookies in ([plain, host], [host, plain], [f"{plain}; {host}"], [host]):
        assert guests.find(request(*cookies)) == GUEST
    assert guests.find(request(plain, f"{HOST_COOKIE}=forged")) == other
    assert guests.has_newest_cookie(request(host), GUEST, HOST_COOKIE)
    assert not guests.has_newest_cookie(request(f"{COOKIE}={GUEST}"), GUEST, HOST_COOKIE)


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
    assert guest_of(guests, token) == GUEST
    monkeypatch.setattr(time, "time", lambda: now + LINK_SECONDS - 2)
    assert guest_of(guests, token) == GUEST
    monkeypatch.setattr(time, "time", lambda: now + LINK_SECONDS + 2)
    assert guests.verify_link(token) is None


def guest_of(guests: Guests, token: str) -> str | None:
    """Return the guest of a link."""
    link = guests.verify_link(token)
    return None if link is None else link.guest


def test_every_link_is_remembered_by_itself() -> None:
    guests = Guests([STORED])
    links = [guests.verify_link(guests.sign_link(GUEST)) for _ in range(20)]
    assert len({link.digest for link in links if link is not None}) == 20


def test_two_spellings_of_a_link_are_the_same_link() -> None:
    """The last character of a signature has bits that mean nothing."""
    guests = Guests([STORED])
    token = guests.sign_link(GUEST)
    letters = string.ascii_letters + string.digits + "-_"
    links = [guests.verify_link(token[:-1] + letter) for letter in letters]
    assert {link.digest for link in links if link} == {verified(guests, token).digest}
    assert len([link for link in links if link]) > 1


def verified(guests: Guests, token: str) -> VerifiedLink:
    """Return a link that must be valid."""
    link = guests.verify_link(token)
    assert link is not None
    return link


def test_a_used_link_is_remembered_longer_than_any_server_accepts_it() -> None:
    guests = Guests([STORED])
    link = verified(guests, guests.sign_link(GUEST))
    assert link.expires - time.time() > LINK_SECONDS + CLOCK_DIFFERENCE - 10


def test_links_of_an_earlier_version_are_refused() -> None:
    """They had no number of their own."""
    guests = Guests([STORED])
    assert guests.verify_link(guests.links.sign(GUEST).decode()) is None


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
