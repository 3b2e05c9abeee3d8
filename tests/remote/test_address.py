"""Addresses of servers and links of tables."""

import pytest

from spookhouse.kernel.errors import BadOption
from spookhouse.remote.address import ServerAddress, TableLink


@pytest.mark.parametrize(
    ("text", "authority", "websocket_url"),
    [
        ("http://127.0.0.1:8000", "127.0.0.1:8000", "ws://127.0.0.1:8000/ws"),
        ("127.0.0.1:8000", "127.0.0.1:8000", "ws://127.0.0.1:8000/ws"),
        ("https://ghosts.example/", "ghosts.example", "wss://ghosts.example/ws"),
        ("http://[::1]:80", "[::1]", "ws://[::1]/ws"),
        ("https://ghosts.example:444/games", "ghosts.example:444", None),
    ],
)
def test_server_addresses(text: str, authority: str, websocket_url: str | None) -> None:
    server = ServerAddress.parse(text)
    assert server.authority == authority
    assert server.websocket_url == (websocket_url or "wss://ghosts.example:444/games/ws")


@pytest.mark.parametrize(
    "text", ["", "http://", "ftp://x", "http://x:99999", "http://x:0", "http://["]
)
def test_invalid_server_addresses(text: str) -> None:
    with pytest.raises(BadOption, match="invalid address of a server"):
        ServerAddress.parse(text)


def test_links_of_tables() -> None:
    link = TableLink.parse("https://ghosts.example/games/t/k7mwp3xqd4")
    assert link == TableLink(ServerAddress("https", "ghosts.example", 443, "/games"), "k7mwp3xqd4")
    assert TableLink.parse("http://127.0.0.1:8000/t/x").server.prefix == ""


@pytest.mark.parametrize("link", ["hello", "http://x", "http://x/t/", "http://x/t/a/b", "x/t/a"])
def test_invalid_links(link: str) -> None:
    with pytest.raises(BadOption, match="not the link of a table"):
        TableLink.parse(link)
