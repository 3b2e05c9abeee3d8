"""Headers of responses, and the cookie that identifies a guest, with and without TLS."""

from collections.abc import Iterator

import pytest

from spookhouse.remote.blocking import wait_for
from spookhouse.remote.http import HttpSession, Response
from support.servers import Server, served

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("sockets")]

TLS = {"X-Forwarded-Proto": "https"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server behind a proxy that may or may not use TLS."""
    database = f"sqlite:///{tmp_path_factory.mktemp('headers')}/house.db"
    with served(database, proxy_hops=1) as running:
        yield running


class Browser:
    """A session over TLS or without."""

    def __init__(self, server: Server, *, is_secure: bool, cookie: str = "") -> None:
        self.headers = dict(TLS) if is_secure else {}
        self.session = HttpSession(server.address)
        if cookie:
            self.headers["Cookie"] = cookie

    def get(self, path: str) -> Response:
        """Return the response to a request."""
        return wait_for(self.session.request("GET", path, headers=self.headers))

    @property
    def cookies(self) -> dict[str, str]:
        """The cookies that were set."""
        return self.session.cookies


def test_the_cookie_without_tls_has_a_plain_name(server: Server) -> None:
    page = Browser(server, is_secure=False).get("/")
    assert page.headers["set-cookie"].startswith("spookhouse=")
    assert "httponly" in page.headers["set-cookie"].lower()
    assert "samesite=lax" in page.headers["set-cookie"].lower()
    assert "secure" not in page.headers["set-cookie"].lower()
    assert "strict-transport-security" not in page.headers


def test_the_cookie_behind_tls_belongs_to_one_host(server: Server) -> None:
    page = Browser(server, is_secure=True).get("/")
    name, *flags = page.headers["set-cookie"].split("; ")
    assert name.startswith("__Host-spookhouse=")
    assert {"Path=/", "Secure", "HttpOnly"} <= set(flags)
    assert not any(flag.lower().startswith("domain") for flag in flags)
    assert page.headers["strict-transport-security"] == "max-age=31536000"


def test_a_plain_cookie_behind_tls_is_replaced(server: Server) -> None:
    """The guest stays the same."""
    before = Browser(server, is_secure=False)
    before.get("/")
    plain = f"spookhouse={before.cookies['spookhouse']}"
    old = Browser(server, is_secure=True, cookie=plain)
    guest = old.get("/api/me").json()["guest"]
    page = old.get("/")
    assert old.cookies["__Host-spookhouse"] == before.cookies["spookhouse"]
    assert 'spookhouse=""' in page.headers["set-cookie"]
    assert "Max-Age=0" in page.headers["set-cookie"]
    renewed = f"__Host-spookhouse={old.cookies['__Host-spookhouse']}"
    new = Browser(server, is_secure=True, cookie=renewed)
    assert new.get("/api/me").json()["guest"] == guest
    assert "set-cookie" not in new.get("/").headers


def test_private_responses_are_not_stored(server: Server) -> None:
    browser = Browser(server, is_secure=False)
    assert browser.get("/").headers["cache-control"] == "no-store"
    for path in ("/api/me", "/api/tables", "/api/tables/nowhere/record", "/api/games"):
        assert browser.get(path).headers["cache-control"] == "no-store", path
    assert browser.get("/").headers["cache-control"] == "no-cache"
    assert browser.get("/client/app.js").headers["cache-control"] == "no-cache"
