"""Links to another device: the page asks before it replaces the guest of this one."""

import pytest
from playwright.sync_api import expect

from support.browser import BrowserGuest, NewGuest

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("client-2")]


def new_link(guest: BrowserGuest) -> str:
    """Make a link to another device in the dialog of the header; return its path."""
    guest.go("/").page.locator(".top .me").click()
    guest.page.get_by_role("button", name="Go on with another device").click()
    link = guest.page.locator("code.link").inner_text()
    return link.removeprefix(guest.server.url)


def heading(guest: BrowserGuest, text: str) -> None:
    """Wait until the page has this heading."""
    guest.page.get_by_role("heading", name=text).wait_for()


def test_a_link_asks_before_it_replaces_a_guest(new_guest: NewGuest) -> None:
    ann, bob = new_guest(), new_guest()
    link = new_link(ann.go("/").set_name("Ann"))
    table = bob.go("/").set_name("Bob").open_table("Ghooost!", players=2)
    bob.sit(1)
    bob.go(link)
    heading(bob, "Be Ann on this device?")
    expect(bob.page.locator("main")).to_contain_text("It loses 1 table, 1 of them not finished yet")
    expect(bob.page.locator("main")).to_contain_text("Say yes only if you made this link yourself")
    bob.page.get_by_role("button", name="No, stay Bob").click()
    bob.page.locator(f'.yours a[href="/t/{table}"]').wait_for()
    expect(bob.page.locator(".top .me")).to_contain_text("Bob")

    bob.go(link).page.get_by_role("button", name="Yes, be Ann here").click()
    bob.page.locator(".game-card").first.wait_for()
    expect(bob.page.locator(".top .me")).to_contain_text("Ann")
    expect(bob.page.locator(f'.yours a[href="/t/{table}"]')).to_have_count(0)


def test_a_link_that_cannot_be_used_says_why(new_guest: NewGuest) -> None:
    ann, bob, eve = new_guest(), new_guest(), new_guest()
    link = new_link(ann)
    ann.go(link)
    heading(ann, "You are Guest already")
    bob.go(link)
    expect(bob.page.locator("main")).to_contain_text("It holds no tables")
    bob.page.get_by_role("button", name="Yes, be Guest here").click()
    bob.page.locator(".game-card").first.wait_for()
    eve.go(link)
    heading(eve, "This link is used up")
    eve.forgive("410")
    eve.go("/come/dd49656340e14a5c.1794771022.forged")
    heading(eve, "This link leads nowhere")
    eve.forgive("404")


@pytest.mark.parametrize("path", ["/t/%E0%A4%A", "/come/%FF", "/rules/%"])
def test_an_address_that_cannot_be_decoded_has_no_page(new_guest: NewGuest, path: str) -> None:
    heading(new_guest().go(path), "Nobody lives here")
