"""The size of the first load, the installable app, and QR codes of links."""

import json
import urllib.request

import pytest

from spookhouse.games import FOLDERS
from support.browser import NewGuest
from support.servers import Client, Server

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("client-1")]

MAX_BYTES = 200_000  # of the first load of a game page, compressed


@pytest.mark.parametrize("game", FOLDERS)
def test_the_first_load_of_a_game_page(new_guest: NewGuest, server: Server, game: str) -> None:
    """A guest with an empty cache opens the link of a table whose game has begun."""
    table = start_game(server, game)
    eve = new_guest()
    devtools = eve.context.new_cdp_session(eve.page)
    devtools.send("Network.enable")
    sizes: list[float] = []
    devtools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    eve.go(f"/t/{table}").wait_for_board()
    eve.page.wait_for_timeout(400)
    assert len(sizes) > 20
    assert sum(sizes) < MAX_BYTES, f"{sum(sizes):.0f} bytes in {len(sizes)} files"
    print(f"{game}: {sum(sizes) / 1000:.0f} KB in {len(sizes)} files")


def start_game(server: Server, game: str) -> str:
    """Start a game between a guest and bots, and return its table."""
    client = Client(server).connect()
    table = client.open_table(game)
    client.watch(table)
    assert client.sit(0)["ok"]
    for seat in range(1, len(client.table["seats"])):
        assert client.do(do="add-bot", seat=seat, level="thumb")["ok"]
    assert client.do(do="start")["ok"]
    assert client.show(0)["ok"]
    client.close()
    return table


def test_the_app_can_be_installed(new_guest: NewGuest, server: Server) -> None:
    ann = new_guest().go("/")
    address = ann.page.locator("link[rel=manifest]").evaluate("link => link.href")
    with urllib.request.urlopen(address) as answer:
        assert answer.headers["content-type"] == "application/manifest+json"
        manifest = json.load(answer)
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == (
        "Spookhouse",
        "/",
        "standalone",
    )
    for icon in manifest["icons"]:
        with urllib.request.urlopen(address.rsplit("/", 1)[0] + "/" + icon["src"]) as answer:
            assert answer.headers["content-type"] == icon["type"]
    devtools = ann.context.new_cdp_session(ann.page)
    assert devtools.send("Page.getAppManifest")["errors"] == []


LINK = "http://127.0.0.1:8000/t/abcdefghjk"
ROWS = """
11111110010111110001101111111
10000010010011111000101000001
10111010111101010011101011101
10111010100010110111001011101
10111010111010011111001011101
10000010111000000100001000001
11111110101010101010101111111
00000000111110101000000000000
10111110000010000100101111100
00000101101101110011011010001
10111010100111111010001010000
00010101101101000000011010010
01011111000000100100110101100
10100101111010001011001010101
00000110001110010110010000100
00010001011010100010010100010
11101011001010000100110000100
11001001000011101011011011101
10001010001011110110001101100
10100001110011010000011110010
10110111011110100101111110111
00000000101010001011100011111
11111110000000011001101011100
10000010100000101010100010011
10111010101100010100111111110
10111010110010101010110100011
10111010101010010000101011010
10000010011101101001110000010
11111110101010110100000011100
"""  # LINK, encoded by another program


def test_a_qr_code_equals_that_of_another_program(new_guest: NewGuest) -> None:
    ann = new_guest().go("/")
    base = (
        ann.page.locator("script[type=module]").evaluate("script => script.src").rsplit("/", 1)[0]
    )
    script = """async ([base, link]) => {
      const { qr } = await import(`${base}/parts/qr-code.js`);
      return qr(link).map((row) => row.join(""));
    }"""
    rows = ann.page.evaluate(script, [base, LINK])
    assert rows == ROWS.split()
