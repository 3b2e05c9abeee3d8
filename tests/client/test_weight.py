"""How much a page weighs, how it is installed, and that links become scannable."""

import json
import urllib.request
from collections.abc import Callable

import pytest

from spookhouse.games import FOLDERS
from support.browser import Guest
from support.servers import Client, Server

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("client-1")]

MOST = 200_000  # bytes that the first load of a game page may take, all in, as they travel


@pytest.mark.parametrize("game", FOLDERS)
def test_the_first_load_of_a_game_page(
    guest: Callable[..., Guest], house: Server, game: str
) -> None:
    """A guest who comes straight to a table where a game is on, with an empty cache."""
    table = playing(house, game)
    eve = guest()
    line = eve.context.new_cdp_session(eve.page)
    line.send("Network.enable")
    weights: list[float] = []
    line.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    eve.go(f"/t/{table}").at_the_board()
    eve.page.wait_for_timeout(400)
    assert len(weights) > 20
    assert sum(weights) < MOST, f"{sum(weights):.0f} bytes in {len(weights)} files"
    print(f"{game}: {sum(weights) / 1000:.0f} KB in {len(weights)} files")


def playing(house: Server, game: str) -> str:
    """A table of bots and one guest, the game on."""
    client = Client(house).connect()
    facts = next(each for each in client.json("/api/games")["games"] if each["name"] == game)
    table = client.open_table(game)
    client.watch(table)
    assert client.sit(0)["ok"]
    for seat in range(1, len(client.table["seats"])):
        assert client.do(do="add-bot", seat=seat, level="thumb")["ok"], facts
    assert client.do(do="start")["ok"]
    assert client.show(0)["ok"]
    client.close()
    return table


def test_the_house_can_be_installed(guest: Callable[..., Guest], house: Server) -> None:
    ann = guest().go("/")
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
    line = ann.context.new_cdp_session(ann.page)
    assert line.send("Page.getAppManifest")["errors"] == []


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
"""  # the same link, encoded by another program


def test_a_qr_code_is_what_another_program_makes_of_the_link(guest: Callable[..., Guest]) -> None:
    ann = guest().go("/")
    base = (
        ann.page.locator("script[type=module]").evaluate("script => script.src").rsplit("/", 1)[0]
    )
    rows = ann.page.evaluate(
        "([base, link]) => import(`${base}/parts/qr-code.js`).then(({ qr }) => qr(link).map(row => row.join('')))",
        [base, LINK],
    )
    assert rows == ROWS.split()
