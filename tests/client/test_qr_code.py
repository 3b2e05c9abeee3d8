"""QR codes of links to tables, read by an independent decoder."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

from support.browser import NewGuest

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("client-1")]

CLIENT = Path(__file__).parents[2] / "src/spookhouse/client"
PACKAGES = Path(__file__).parents[2] / "tools/node_modules"
DECODER = PACKAGES / "qr"

TABLE = "abcdefghjk"
SHORTEST = f"http://a/t/{TABLE}"
LONGEST = f"https://{'h' * 253}:65535/t/{TABLE}"  # DNS names have at most 253 characters

DECODE = """
  const decode = (read, draw, size) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
    const paper = canvas.getContext("2d");
    paper.fillStyle = "#fff";
    paper.fillRect(0, 0, size, size);
    paper.fillStyle = "#000";
    draw(paper);
    return read(paper.getImageData(0, 0, size, size), { timeLimit: 10_000 });
  };
"""
ENCODE_AND_DECODE = (
    """async ([base, links]) => {
  const { qr } = await import(`${base}/parts/qr-code.js`);
  const { default: read } = await import(`${base}/decoder/decode.js`);
"""
    + DECODE
    + """
  const scale = 3, margin = 4;
  return links.map((link) => {
    const rows = qr(link);
    const draw = (paper) => rows.forEach((row, y) => row.forEach((bit, x) => {
      if (bit) paper.fillRect((x + margin) * scale, (y + margin) * scale, scale, scale);
    }));
    return [rows.length, decode(read, draw, (rows.length + 2 * margin) * scale)];
  });
}"""
)
DECODE_PICTURE = (
    """async (base) => {
  const { default: read } = await import(`${base}/decoder/decode.js`);
"""
    + DECODE
    + """
  const picture = document.querySelector("svg.qr").cloneNode(true);
  picture.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const image = new Image(300, 300);
  image.src = `data:image/svg+xml,${encodeURIComponent(picture.outerHTML)}`;
  await image.decode();
  return decode(read, (paper) => paper.drawImage(image, 0, 0, 300, 300), 300);
}"""
)


def links() -> list[str]:
    """Return a link to a table for each possible length."""
    tail = len(LONGEST) - len(SHORTEST)
    hosts = [("abc-123.example." * 20)[: length + 1] for length in range(tail + 1)]
    return [f"http://{host}/t/{TABLE}" for host in hosts]


def with_decoder(page: Page) -> str:
    """Let the page import the decoder, and return the address of the client's files."""
    assert DECODER.exists(), "the package qr is missing: make check-client installs it"

    def serve(route: Route) -> None:
        file = DECODER / route.request.url.rsplit("/", 1)[1]
        route.fulfill(body=file.read_bytes(), content_type="text/javascript")

    page.route("**/decoder/*.js", serve)
    app: str = page.locator("script[type=module]").evaluate("script => script.src")
    return app.rsplit("/", 1)[0]


def test_links_of_every_length_can_be_scanned(new_guest: NewGuest) -> None:
    page = new_guest().go("/settings").page
    expected = links()
    assert (len(expected[0]), len(expected[-1])) == (len(SHORTEST), len(LONGEST))
    found = page.evaluate(ENCODE_AND_DECODE, [with_decoder(page), expected])
    assert [text for _, text in found] == expected
    versions = {(size - 17) // 4 for size, _ in found}
    assert versions == set(range(2, 13))


def test_the_code_in_the_lobby_is_the_link_beside_it(new_guest: NewGuest) -> None:
    ann = new_guest()
    ann.open_table("Ghooost!", players=2)
    ann.page.locator("svg.qr").wait_for()
    link = ann.page.locator(".invite code.link").inner_text()
    assert link == f"{ann.server.url}/t/{ann.table}"
    assert ann.page.evaluate(DECODE_PICTURE, with_decoder(ann.page)) == link


def test_the_vendored_file_is_that_of_the_package() -> None:
    package = PACKAGES / "lean-qr"
    assert package.exists(), "lean-qr is missing: make check-client installs it"
    vendored = CLIENT / "vendor/lean-qr.js"
    assert vendored.read_bytes() == (package / "index.mjs").read_bytes()
