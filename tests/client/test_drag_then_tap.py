"""A tap right after a quick drag: browsers take such a drag for a flick and may lose the tap."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from support.browser import PHONE, BrowserGuest, NewGuest
from support.touch import TouchScreen, middle

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("client-2")]

SitAmongBots = Callable[[str, int], BrowserGuest]


def flick(page: Page, screen: TouchScreen, start: str, dx: float, dy: float) -> None:
    """Drag from the middle of an element in a few movements."""
    x, y = middle(page.locator(start).first)
    screen.drag(((x, y), (x + dx, y + dy)), steps=4)


@pytest.fixture
def sit_among_bots(new_guest: NewGuest) -> SitAmongBots:
    """Return a function that opens a table on a phone with bots in all other seats."""

    def sit(title: str, players: int) -> BrowserGuest:
        ann = new_guest(size=PHONE, touch=True)
        ann.open_table(title, players=players)
        return ann.sit(1).fill_with_bots()

    return sit


def test_after_panning_the_board(sit_among_bots: SitAmongBots) -> None:
    ann = sit_among_bots("Graveyards, Ghosts & Haunted Houses", 2).start()
    ann.wait_for_moves()
    for _ in range(3):
        flick(ann.page, TouchScreen(ann), ".gg-viewport", 90, 60)
        before = ann.page.locator(".gg-paper").evaluate("paper => paper.style.transform")
        ann.page.locator(".gg-zoom button").first.tap()
        ann.page.wait_for_function(
            "was => document.querySelector('.gg-paper').style.transform !== was", arg=before
        )


def test_after_arranging_seats(sit_among_bots: SitAmongBots) -> None:
    ann = sit_among_bots("Ghooost!", 3)
    for seat in (0, 1, 0):
        ann.page.locator(f'[data-seat-row="{seat}"]').scroll_into_view_if_needed()
        row = ann.page.locator('[data-seat-row="1"]').bounding_box()
        assert row is not None
        flick(
            ann.page,
            TouchScreen(ann),
            f'[data-seat-row="{seat}"] .handle',
            0,
            (1 - 2 * seat) * row["height"],
        )
        ann.page.locator(f'[data-seat-row="{1 - seat}"].person').wait_for()
    ann.page.get_by_role("button", name="Start the game").tap()
    ann.wait_for_board()


def test_after_dropping_a_card_outside_all_targets(sit_among_bots: SitAmongBots) -> None:
    ann = sit_among_bots("Ghostbumpers", 3).start()
    ann.wait_for_moves()
    for gap in (2, 4, 1):
        flick(ann.page, TouchScreen(ann), ".gb-scared-card", 60, -300)
        expect(ann.page.locator(".gb-dragged")).to_have_count(0)
        ann.page.locator(f'.gb-gap[data-move="scare {gap}"]').tap()
        expect(ann.page.locator(".gb-scare-foot .gb-action")).to_have_attribute(
            "data-move", f"scare {gap}"
        )
