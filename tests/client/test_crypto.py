"""The hash function of the browser client, and the pledges that it makes with it."""

import hashlib
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from support.browser import BrowserGuest, NewGuest

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("client-1")]

VENDORED = Path(__file__).parents[2] / "src/spookhouse/client/vendor/noble-hashes"
PACKAGE = Path(__file__).parents[2] / "tools/node_modules/@noble/hashes"

# The padding of SHA-256 changes at 56 bytes and a block has 64.
LENGTHS = (0, 1, 55, 56, 57, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, 1_000, 100_000)
KNOWN = {
    b"": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    b"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": (
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
}

LOADED = """(part) =>
  performance.getEntriesByType("resource").some((each) => each.name.includes(part))
"""
RELOADED = "() => performance.getEntriesByType('navigation')[0].type === 'reload'"

# Pages without https have no crypto.subtle, except on localhost.
NO_SUBTLE = "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined });"


def hashed(page: Page, messages: list[bytes]) -> list[str]:
    """Return the hashes of messages, computed in the page."""
    app = page.locator("script[type=module]").get_attribute("src") or ""
    script = """async ([file, messages]) => {
      const { sha256 } = await import(file);
      return messages.map((message) => sha256(Uint8Array.from(message)));
    }"""
    file = f"{app.removesuffix('app.js')}net/sha256.js"
    found: list[str] = page.evaluate(script, [file, [list(each) for each in messages]])
    return found


def test_known_hashes(new_guest: NewGuest) -> None:
    page = new_guest().go("/settings").page
    assert hashed(page, list(KNOWN)) == list(KNOWN.values())


def test_hashes_at_the_boundaries_of_blocks_equal_those_of_python(new_guest: NewGuest) -> None:
    messages = [bytes(at * 7 % 256 for at in range(length)) for length in LENGTHS]
    page = new_guest().go("/settings").page
    assert hashed(page, messages) == [hashlib.sha256(each).hexdigest() for each in messages]


def test_pages_without_https_can_hash(new_guest: NewGuest) -> None:
    ann = new_guest()
    ann.context.add_init_script(NO_SUBTLE)
    page = ann.go("/settings").page
    assert page.evaluate("() => crypto.subtle === undefined")
    assert hashed(page, [b"abc"]) == [KNOWN[b"abc"]]


def pledges_sent(guest: BrowserGuest) -> list[str]:
    commands = [each["command"] for each in guest.sent if each.get("ask") == "do"]
    return [each["pledge"] for each in commands if each["do"] == "sit"]


def test_a_pledge_is_the_hash_of_the_bytes_that_the_browser_keeps(new_guest: NewGuest) -> None:
    ann = new_guest()
    ann.open_table("Ghooost!", players=2)
    ann.sit(1).sit(2)
    pledges = pledges_sent(ann)
    assert len(set(pledges)) == 2
    for pledge in pledges:
        kept = ann.page.evaluate("(key) => localStorage.getItem(key)", f"pledge {pledge}")
        assert len(kept) == 64
        assert hashlib.sha256(bytes.fromhex(kept)).hexdigest() == pledge


def test_the_hash_function_is_loaded_when_somebody_sits_down(new_guest: NewGuest) -> None:
    """It weighs 19 KB, which the first load of a table does not need."""
    ann = new_guest()
    ann.open_table("Ghooost!", players=2)
    assert not ann.page.evaluate(LOADED, "noble-hashes")
    ann.sit(1)
    assert ann.page.evaluate(LOADED, "noble-hashes")


def test_a_page_that_cannot_load_the_hash_function_is_reloaded(new_guest: NewGuest) -> None:
    ann = new_guest()
    missed: list[str] = []

    def fail_once(route: Route) -> None:
        if missed:
            route.continue_()
        else:
            missed.append(route.request.url)
            route.abort()

    ann.page.route("**/noble-hashes/sha2.js", fail_once)
    ann.open_table("Ghooost!", players=2)
    ann.page.get_by_role("button", name="Sit at seat 1").click()
    expect(ann.page.locator(".toast")).to_contain_text("Try again in a moment")
    ann.page.wait_for_function(RELOADED)
    ann.page.locator(".lobby").wait_for()
    ann.sit(1)
    assert len(pledges_sent(ann)) == 1
    ann.problems = [
        each for each in ann.problems if "sha2.js" not in each and "ERR_FAILED" not in each
    ]


@pytest.mark.parametrize("file", ["sha2.js", "_md.js", "_u64.js", "utils.js"])
def test_the_vendored_files_are_those_of_the_package(file: str) -> None:
    assert PACKAGE.exists(), "@noble/hashes is missing: make check-client installs it"
    assert (VENDORED / file).read_bytes() == (PACKAGE / file).read_bytes()
