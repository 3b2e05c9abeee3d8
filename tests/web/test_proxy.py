"""The client's address and scheme, with and without trusted proxies."""

import pytest
from starlette.requests import HTTPConnection

from spookhouse.web.proxy import address_of, client_network, is_secure, network_of, scheme_of
from spookhouse.web.settings import Settings

DIRECT, ONE, TWO = Settings(), Settings(proxy_hops=1), Settings(proxy_hops=2)
PEER = "192.0.2.1"


def connection(*headers: tuple[str, str]) -> HTTPConnection:
    """Return a request with some headers, from 192.0.2.1."""
    found = [(name.encode(), value.encode()) for name, value in headers]
    scope = {"type": "http", "scheme": "http", "path": "/", "server": ("192.0.2.9", 80)}
    return HTTPConnection({**scope, "headers": found, "client": (PEER, 4000)})


def forwarded_for(*values: str) -> HTTPConnection:
    """Return a request with these headers of proxies."""
    return connection(*(("x-forwarded-for", value) for value in values))


@pytest.mark.parametrize(
    ("headers", "one", "two"),
    [
        (["203.0.113.7"], "203.0.113.7", PEER),
        (["203.0.113.7, 198.51.100.2"], "198.51.100.2", "203.0.113.7"),
        (["1.1.1.1, 203.0.113.7, 198.51.100.2"], "198.51.100.2", "203.0.113.7"),
        (["203.0.113.7", "198.51.100.2"], "198.51.100.2", "203.0.113.7"),
        ([" 2001:db8::1 "], "2001:db8::1", PEER),
        ([""], PEER, PEER),
        ([], PEER, PEER),
    ],
)
def test_only_what_trusted_proxies_wrote_sets_the_address(
    headers: list[str], one: str, two: str
) -> None:
    request = forwarded_for(*headers)
    assert address_of(request, ONE) == one
    assert address_of(request, TWO) == two
    assert address_of(request, DIRECT) == PEER


def test_without_a_peer_the_address_is_unknown() -> None:
    assert address_of(HTTPConnection({"type": "http", "headers": []}), DIRECT) == "unknown"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("unknown", "unknown"),
        ("x" * 5000, "x" * 64),
    ],
)
def test_addresses_are_limited_by_network(address: str, network: str) -> None:
    assert network_of(address) == network
    assert client_network(forwarded_for(address), ONE) == network


@pytest.mark.parametrize(
    ("header", "one", "two"),
    [("https", "https", "http"), ("https, http", "http", "https"), ("ftp", "http", "http")],
)
def test_only_trusted_proxies_set_the_scheme(header: str, one: str, two: str) -> None:
    request = connection(("x-forwarded-proto", header))
    assert scheme_of(request, ONE) == one
    assert scheme_of(request, TWO) == two
    assert scheme_of(request, DIRECT) == "http"


def test_the_public_address_decides_whether_the_server_is_behind_tls() -> None:
    plain, secure = connection(), connection(("x-forwarded-proto", "https"))
    assert not is_secure(plain, DIRECT)
    assert not is_secure(secure, DIRECT)
    assert is_secure(secure, ONE)
    assert is_secure(plain, Settings(public_url="https://ghosts.example"))
    assert not is_secure(secure, Settings(public_url="http://ghosts.example", proxy_hops=1))
