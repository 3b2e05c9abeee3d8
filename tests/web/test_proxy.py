"""The client's address and scheme, with and without a proxy that is trusted."""

import pytest
from starlette.requests import HTTPConnection

from spookhouse.web.proxy import address_of, scheme_of
from spookhouse.web.settings import Settings

TRUSTING, ALONE = Settings(trust_proxy=True), Settings()


def connection(**headers: str) -> HTTPConnection:
    found = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "scheme": "http", "path": "/", "server": ("192.0.2.9", 80)}
    return HTTPConnection({**scope, "headers": found, "client": ("192.0.2.1", 4000)})


@pytest.mark.parametrize(
    ("header", "address"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("203.0.113.7, 198.51.100.2", "203.0.113.7"),
        (" 2001:db8::1 ", "2001:db8::1"),
        ("", "192.0.2.1"),
    ],
)
def test_a_trusted_proxy_names_the_address(header: str, address: str) -> None:
    assert address_of(connection(x_forwarded_for=header), TRUSTING) == address
    assert address_of(connection(x_forwarded_for=header), ALONE) == "192.0.2.1"


def test_without_headers_the_peer_counts() -> None:
    assert address_of(connection(), TRUSTING) == "192.0.2.1"
    assert address_of(HTTPConnection({"type": "http", "headers": []}), ALONE) == "unknown"


@pytest.mark.parametrize(("header", "scheme"), [("https", "https"), ("ftp", "http"), ("", "http")])
def test_a_trusted_proxy_names_the_scheme(header: str, scheme: str) -> None:
    assert scheme_of(connection(x_forwarded_proto=header), TRUSTING) == scheme
    assert scheme_of(connection(x_forwarded_proto=header), ALONE) == "http"
