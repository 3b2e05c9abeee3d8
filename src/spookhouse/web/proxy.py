"""The client's address and scheme, as a trusted proxy reports them.

Nothing else reads X-Forwarded-For or X-Forwarded-Proto.
"""

from starlette.requests import HTTPConnection

from spookhouse.web.settings import Settings


def address_of(connection: HTTPConnection, settings: Settings) -> str:
    """Return the client's address: the first that a trusted proxy names, else the peer's."""
    return forwarded(connection, settings, "x-forwarded-for") or (
        connection.client.host if connection.client else "unknown"
    )


def scheme_of(connection: HTTPConnection, settings: Settings) -> str:
    """Return the scheme of the address that the client used."""
    scheme = forwarded(connection, settings, "x-forwarded-proto")
    return scheme if scheme in ("http", "https") else connection.url.scheme


def forwarded(connection: HTTPConnection, settings: Settings, header: str) -> str:
    """Return the first value of a proxy's header; empty unless the proxy is trusted."""
    text = connection.headers.get(header, "") if settings.trust_proxy else ""
    return text.split(",")[0].strip()
