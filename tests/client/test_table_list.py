"""The list of public tables on the home page: page after page, with the keyboard too."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from spookhouse.stores import SqlStore
from support.browser import PHONE, NewGuest
from support.public_tables import change, open_public
from support.servers import Server, served

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("client-2")]

GUESTS = 45
FOCUSED = "() => document.activeElement.getAttribute('href') ?? document.activeElement.innerText"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    """Yield a store with a public table of each of many guests; `t44` is the newest."""
    with closing(SqlStore(f"sqlite:///{tmp_path}/house.db")) as opened:
        for guest in range(GUESTS):
            open_public(opened, f"guest{guest}", [(f"t{guest}", 1000.0 + guest)])
        yield opened


@pytest.fixture
def listing(store: SqlStore) -> Iterator[Server]:
    """Yield a server with these tables."""
    with served(store.url) as server:
        yield server


def test_more_tables_are_listed_and_stay(
    listing: Server, new_guest: NewGuest, store: SqlStore
) -> None:
    page = new_guest(server=listing).go("/").page
    rows = page.locator(".open-tables li")
    more = page.get_by_role("button", name="More tables")
    expect(rows).to_have_count(20)
    more.focus()
    page.keyboard.press("Enter")
    expect(rows).to_have_count(40)
    # The focus is on the first of the new tables, and stays there when the list is sorted anew.
    assert page.evaluate(FOCUSED) == "/t/t24"
    change(store, "t24", time.time())
    expect(rows.first.locator("a")).to_have_attribute("href", "/t/t24", timeout=10_000)
    expect(rows).to_have_count(40)
    assert page.evaluate(FOCUSED) == "/t/t24"
    more.focus()
    page.keyboard.press("Space")
    expect(rows).to_have_count(GUESTS)
    expect(more).to_have_count(0)
    assert page.evaluate(FOCUSED).startswith("/t/")
    wait_for_refresh(rows)
    assert len(set(addresses(rows))) == GUESTS


def test_tables_that_start_leave_the_list(
    listing: Server, new_guest: NewGuest, store: SqlStore
) -> None:
    page = new_guest(server=listing, size=PHONE, touch=True).go("/").page
    rows = page.locator(".open-tables li")
    page.get_by_role("button", name="More tables").tap()
    expect(rows).to_have_count(40)
    change(store, "t24", time.time(), starts=True)
    expect(page.locator('.open-tables a[href="/t/t24"]')).to_have_count(0, timeout=10_000)
    expect(rows).to_have_count(40)


def addresses(rows: Locator) -> list[str]:
    """Return the addresses of the tables in the list."""
    found: list[str] = rows.locator("a").evaluate_all(
        "links => links.map((link) => link.getAttribute('href'))"
    )
    return found


def wait_for_refresh(rows: Locator) -> None:
    """Wait until the page has requested the lists again."""
    with rows.page.expect_response("**/api/tables/open?after=*", timeout=10_000):
        pass
    rows.page.wait_for_timeout(300)
