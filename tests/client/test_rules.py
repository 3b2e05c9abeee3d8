"""The rulebooks in the browser, and the reasons that lead there; first words, hints, sounds."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from spookhouse.games import game as find_game
from spookhouse.games import games
from spookhouse.kernel.rulebook import read_rulebook
from support.browser import Guest

pytestmark = [pytest.mark.compiled]

SILENT = """window.heard = 0;
const Real = window.AudioContext;
window.AudioContext = class extends Real { constructor() { super(); window.heard++; } };"""


@pytest.mark.xdist_group("client-2")
@pytest.mark.parametrize("name", [game.name for game in games()])
def test_every_rule_has_its_place(guest: Callable[..., Guest], name: str) -> None:
    page = guest().go(f"/rules/{name}").page
    page.locator(".a-rule").first.wait_for()
    book, prefix = read_rulebook(find_game(name).rulebook), page.evaluate(f"fetch('/api/rules/{name}').then((found) => found.json())")["prefix"]
    places = set(page.locator("[id]").evaluate_all("found => found.map((each) => each.id)"))
    assert {f"{prefix}-{number.replace(' ', '-').lower()}" for number in (*book.rules, *book.sections)} <= places
    assert page.locator(".pieces svg").count() > 10
    assert page.locator(".ruling").count() > 2
    whole = page.locator(".a-rule").count()
    page.get_by_placeholder("Search the rules").fill("house ruling")
    expect(page.get_by_role("status").filter(has_text="passages")).to_be_visible()
    assert 0 < page.locator(".a-rule").count() < whole


@pytest.mark.xdist_group("client-2")
def test_a_reason_leads_to_its_rule_beside_the_table(guest: Callable[..., Guest]) -> None:
    ann = guest().go("/")
    page = ann.page
    page.get_by_role("button", name="Play Ghooost! now").click()
    ann.at_the_board().until_owing()
    page.locator(".all-moves summary").click()
    page.locator("#wanted-move").fill("13x4")
    page.keyboard.press("Enter")
    page.locator(".toast a.rule").click()
    page.locator(".beside .wanted").wait_for()
    assert page.locator(".beside .wanted").get_attribute("id") in (page.locator(".toast a.rule").get_attribute("href") or "")


@pytest.mark.xdist_group("client-2")
def test_first_words_are_dismissed_and_recalled(guest: Callable[..., Guest]) -> None:
    ann = guest().go("/")
    page = ann.page
    page.get_by_role("button", name="Play Graveyards, Ghosts & Haunted Houses now").click()
    ann.at_the_board().until_owing()
    first = page.locator(".coach p").inner_text()
    page.get_by_role("button", name="I see").click()
    expect(page.locator(".coach p")).not_to_have_text(first)
    page.reload()
    ann.at_the_board().until_owing()
    expect(page.locator(".coach p")).not_to_have_text(first)
    page.get_by_role("button", name="No more of these").click()
    page.locator(".coach").wait_for(state="detached")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Explain again").click()
    expect(page.locator(".coach p")).to_have_text(first)


@pytest.mark.xdist_group("client-2")
def test_a_hint_shows_candidates_and_plays_them(guest: Callable[..., Guest]) -> None:
    ann = guest().go("/")
    page = ann.page
    page.get_by_role("button", name="Play Rest in Peace now").click()
    ann.at_the_board()
    moves = ann.until_owing()
    page.get_by_role("button", name="Hint").click()
    page.locator(".hints [data-hint]").first.wait_for()
    offered = [str(each.get_attribute("data-hint")) for each in page.locator(".hints [data-hint]").all()]
    assert set(offered) <= set(moves)
    page.locator(".hints [data-hint]").first.click()
    page.locator(".hints").wait_for(state="detached")


@pytest.mark.xdist_group("client-2")
def test_nothing_is_heard_until_somebody_asks(guest: Callable[..., Guest]) -> None:
    ann = guest()
    ann.context.add_init_script(SILENT)
    page = ann.go("/").page
    page.get_by_role("button", name="Play Rest in Peace now").click()
    ann.at_the_board().until_owing()
    assert page.evaluate("window.heard") == 0
    ann.go("/settings")
    page.get_by_label("Sound").check()
    page.get_by_role("button", name="Listen").click()
    assert page.evaluate("window.heard") == 1
