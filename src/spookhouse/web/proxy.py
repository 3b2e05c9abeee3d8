"""The client's address and scheme, as trusted proxies report them.

Nothing else reads X-Forwarded-For or X-Forwarded-Proto. Each proxy appends the address from which
it received the request, so only as many values as there are trusted proxies can be believed: the
last ones.
"""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from spookhouse.web.settings import Settings

# An IPv6 customer has at least this network, and can use every address in it.
IPV6_PREFIX = 64
UNKNOWN = "unknown"


def address_of(connection: HTTPConnection, settings: Settings) -> str:
    """Return the client's address: as the first trusted proxy saw it, else the peer's."""
    return forwarded(connection, settings, "x-forwarded-for") or (
        connection.client.host if connection.client else UNKNOWN
    )


def client_network(connection: HTTPConnection, settings: Settings) -> str:
    """Return the name under which a client's address is limited."""
    return network_of(address_of(connection, settings))


@lru_cache(maxsize=4_096)
def network_of(address: str) -> str:
    """Return the network of an address: itself, or an IPv6 /64."""
    try:
        found = ip_address(address)
    except ValueError:
        # A proxy may write a port or a name.
        return address[:64]
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if isinstance(found, IPv4Address):
        return str(found)
    return str(IPv6Network((int(found), IPV6_PREFIX), strict=False))


def scheme_of(connection: HTTPConnection, settings: Settings) -> str:
    """Return the scheme of the address that the client used."""
    scheme = forwarded(connection, settings, "x-forwarded-proto")
    return scheme if scheme in ("http", "https") else connection.url.scheme


def is_secure(connection: HTTPConnection, settings: Settings) -> bool:
    """Return whether clients reach the server over TLS: by its public address, if it has one."""
    public = settings.public_url
    return (urlsplit(public).scheme if public else scheme_of(connection, settings)) == "https"


def forwarded(connection: HTTPConnection, settings: Settings, header: str) -> str:
    """Return what the first trusted proxy wrote; empty if there is none, or if it wrote nothing."""
    hops = settings.proxy_hops
    if not hops:
        return ""
    values = ",".join(connection.headers.getlist(header)).split(",")
    return values[-hops].strip() if len(values) >= hops else ""
