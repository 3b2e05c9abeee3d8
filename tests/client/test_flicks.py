"""A quick drag with a finger, then a tap: browsers take such a drag for a flick, and would lose the tap."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from support.browser import PHONE, Guest
from support.fingers import Fingers, middle

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("client-2")]

Guests = Callable[..., Guest]


def flick(page: Page, fingers: Fingers, start: str, dx: float, dy: float) -> None:
    """A finger that is quickly gone again."""
    x, y = middle(page.locator(start).first)
    fingers.move(((x, y), (x + dx, y + dy)), steps=4)


@pytest.fixture
def alone(guest: Guests) -> Callable[[str, int], Guest]:
    """A table on a phone, everybody else a bot."""

    def at(title: str, players: int) -> Guest:
        ann = guest(size=PHONE, touch=True)
        ann.open_table(title, players=players)
        ann.sit(1).fill_with_bots()
        return ann

    return at


def test_after_looking_around(alone: Callable[[str, int], Guest]) -> None:
    ann = alone("Graveyards, Ghosts & Haunted Houses", 2).start()
    ann.until_owing()
    for _ in range(3):
        flick(ann.page, Fingers(ann), ".gg-yard", 90, 60)
        before = ann.page.locator(".gg-paper").evaluate("paper => paper.style.transform")
        ann.page.locator(".gg-zoom button").first.tap()
        ann.page.wait_for_function(
            "was => document.querySelector('.gg-paper').style.transform !== was", arg=before
        )


def test_after_arranging_seats(alone: Callable[[str, int], Guest]) -> None:
    ann = alone("Ghooost!", 3)
    for seat in (0, 1, 0):
        ann.page.locator(f'[data-seat-row="{seat}"]').scroll_into_view_if_needed()
        down = ann.page.locator('[data-seat-row="1"]').bounding_box() or {}
        flick(
            ann.page,
            Fingers(ann),
            f'[data-seat-row="{seat}"] .handle',
            0,
            (1 - 2 * seat) * down["height"],
        )
        ann.page.locator(f'[data-seat-row="{1 - seat}"].person').wait_for()
    ann.page.get_by_role("button", name="Start the game").tap()
    ann.at_the_board()


def test_after_a_card_was_dropped_nowhere(alone: Callable[[str, int], Guest]) -> None:
    ann = alone("Ghostbumpers", 3).start()
    ann.until_owing()
    for gap in (2, 4, 1):
        flick(ann.page, Fingers(ann), ".gb-scared-card", 60, -300)
        expect(ann.page.locator(".gb-dragged")).to_have_count(0)
        ann.page.locator(f'.gb-gap[data-move="scare {gap}"]').tap()
        expect(ann.page.locator(".gb-scare-foot .gb-do")).to_have_attribute(
            "data-move", f"scare {gap}"
        )
