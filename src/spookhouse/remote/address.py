"""Addresses: of a server, and of a table on it."""

from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.validation import shown

TABLES = "/t/"
PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class ServerAddress:
    """Where a server is; `prefix` is the path that a proxy may put before its own paths."""

    scheme: str
    host: str
    port: int
    prefix: str = ""

    @classmethod
    def parse(cls, text: str) -> "ServerAddress":
        """Read an address like http://127.0.0.1:8000; without a scheme it is http."""
        parts = split(text if "//" in text else f"http://{text}")
        if parts is None:
            raise BadOption(
                "url",
                f"invalid address of a server: got {shown(text)}, "
                "expected one like http://127.0.0.1:8000",
            )
        return cls.of(parts, parts.path.rstrip("/"))

    @classmethod
    def of(cls, parts: SplitResult, prefix: str) -> "ServerAddress":
        """Return the address that the parts of a URL name."""
        assert parts.hostname is not None
        return cls(parts.scheme, parts.hostname, parts.port or PORTS[parts.scheme], prefix)

    @property
    def is_secure(self) -> bool:
        """Whether the connection is encrypted."""
        return self.scheme == "https"

    @property
    def authority(self) -> str:
        """Host and port as they stand in a URL and in the header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def websocket_url(self) -> str:
        """The URL that takes WebSockets."""
        scheme = "wss" if self.is_secure else "ws"
        return f"{scheme}://{self.authority}{self.prefix}/ws"


@dataclass(frozen=True)
class TableLink:
    """The link of a table, as it is sent to friends."""

    server: ServerAddress
    table: str

    @classmethod
    def parse(cls, link: str) -> "TableLink":
        """Read a link like http://127.0.0.1:8000/t/k7mwp3xqd4."""
        parts = split(link)
        prefix, _, table = parts.path.rpartition(TABLES) if parts else ("", "", "")
        if parts is None or not table or "/" in table:
            raise BadOption(
                "table",
                f"invalid table: got {shown(link)}, which is not the link of a table, "
                "expected one that ends with /t/ and the table's name",
            )
        return cls(ServerAddress.of(parts, prefix), table)


def split(url: str) -> SplitResult | None:
    """Return the parts of an http or https URL with a host, or None."""
    try:
        parts = urlsplit(url)
        is_usable = parts.scheme in PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return None
    return parts if is_usable else None
