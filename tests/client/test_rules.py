"""The rulebooks in the browser, and the reasons that lead there; first words, hints, sounds."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from spookhouse.games import game as find_game
from spookhouse.games import games
from spookhouse.kernel.examples import read_examples
from spookhouse.kernel.rulebook import read_rulebook
from support.browser import Guest

pytestmark = [pytest.mark.compiled]

SMALL = {"width": 360, "height": 640}

WRITTEN = """board => [...[...board.querySelectorAll("[data-hinted]")].map((each) => each.dataset.hinted),
  ...[...board.querySelectorAll(".gh-hint, .gb-hint, .hint text")].map((each) => each.textContent)]"""
SILENT = """window.heard = 0;
const Real = window.AudioContext;
window.AudioContext = class extends Real {
  constructor() { super(); window.heard++; }
  createBuffer(...sizes) { window.wind = (window.wind ?? 0) + 1; return super.createBuffer(...sizes); } // only the terrifying ghost needs one
};"""


@pytest.mark.xdist_group("client-2")
@pytest.mark.parametrize("name", [game.name for game in games()])
def test_every_rule_has_its_place(guest: Callable[..., Guest], name: str) -> None:
    page = guest().go(f"/rules/{name}").page
    page.locator(".a-rule").first.wait_for()
    book, prefix = (
        read_rulebook(find_game(name).rulebook),
        page.evaluate(f"fetch('/api/rules/{name}').then((found) => found.json())")["prefix"],
    )
    places = set(page.locator("[id]").evaluate_all("found => found.map((each) => each.id)"))
    assert {
        f"{prefix}-{number.replace(' ', '-').lower()}" for number in (*book.rules, *book.sections)
    } <= places
    page.locator(".pieces svg").nth(10).wait_for()
    assert page.locator(".ruling").count() > 2
    whole = page.locator(".a-rule").count()
    page.get_by_placeholder("Search the rules").fill("house ruling")
    expect(page.get_by_role("status").filter(has_text="passages")).to_be_visible()
    assert 0 < page.locator(".a-rule").count() < whole


@pytest.mark.xdist_group("client-2")
@pytest.mark.parametrize("name", [game.name for game in games()])
def test_examples_are_illustrated_and_fine_print_is_folded(
    guest: Callable[..., Guest], name: str
) -> None:
    page = guest(size=SMALL).go(f"/rules/{name}").page
    page.locator(".example figure svg").first.wait_for()
    titles, drawn = (
        page.locator(".example > p > b:first-child").all_inner_texts(),
        [found.locator(".frames > figure").count() for found in page.locator(".example").all()],
    )
    steps = {
        title: [example, *example["steps"]]
        for title, example in read_examples(find_game(name)).items()
    }
    assert dict(zip(titles, drawn, strict=True)) == {
        f"Example: {title}.": sum("caption" in each for each in found)
        for title, found in steps.items()
    }
    assert all(figure.locator("svg").count() for figure in page.locator(".frames > figure").all())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    fine = page.locator("details.fine")
    assert fine.count() > 2
    assert not any(fine.evaluate_all("found => found.map(each => each.open)"))
    page.get_by_placeholder("Search the rules").fill("house ruling")
    expect(page.locator("details.fine").first).to_have_attribute("open", "")


@pytest.mark.xdist_group("client-2")
@pytest.mark.parametrize("title", ["Ghooost!", "Ghostbumpers", "Rest in Peace", "Graveyards"])
def test_the_quick_reference_is_one_tap_away_and_fits_a_small_phone(
    guest: Callable[..., Guest], title: str
) -> None:
    ann = guest(size=SMALL, touch=True).go("/")
    page = ann.page
    page.get_by_role("button", name=f"Play {title}").click()
    ann.at_the_board()
    page.get_by_role("button", name="Rules", exact=True).first.tap()
    page.locator(".quick-reference li").first.wait_for()
    size = page.locator("dialog").evaluate(
        "found => [found.scrollHeight, found.clientHeight, found.scrollWidth, found.clientWidth]"
    )
    assert size[0] <= size[1] <= SMALL["height"]
    assert size[2] <= size[3]
    page.get_by_role("button", name="The whole rulebook").tap()
    page.locator(".beside .a-rule").first.wait_for()


@pytest.mark.xdist_group("client-2")
def test_search_finds_words_by_their_beginning(guest: Callable[..., Guest]) -> None:
    page = guest().go("/rules/rest-in-peace").page
    page.locator(".a-rule").first.wait_for()
    page.get_by_placeholder("Search the rules").fill("tie")
    texts = page.locator(".a-rule").all_inner_texts()
    assert texts
    assert all(re.search(r"\btie", text, re.IGNORECASE) for text in texts), "not only 'penalties'"


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
    assert page.locator(".beside .wanted").get_attribute("id") in (
        page.locator(".toast a.rule").get_attribute("href") or ""
    )


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


def owed(message: dict[str, Any]) -> list[str]:
    """The legal moves of a message, all of them; the page lists sixty."""
    game = message.get("game") or {}
    return list((game.get("all", game).get("owed") or {}).get("moves", []))


@pytest.mark.xdist_group("client-2")
@pytest.mark.parametrize("title", ["Ghooost!", "Ghostbumpers", "Rest in Peace", "Graveyards"])
def test_a_hint_shows_candidates_and_plays_them(guest: Callable[..., Guest], title: str) -> None:
    """On the board, each with the result that is expected of it, the best with a star; and in a list."""
    ann = guest().go("/")
    page = ann.page
    page.get_by_role("button", name=f"Play {title}").click()
    ann.at_the_board().until_owing()
    moves = next(found for each in reversed(ann.received) if (found := owed(each)))
    page.get_by_role("button", name="Hint").click()
    page.locator(".hints [data-hint]").first.wait_for()
    offered = [
        str(each.get_attribute("data-hint")) for each in page.locator(".hints [data-hint]").all()
    ]
    assert set(offered) <= set(moves)
    written = page.locator("[data-board]").evaluate(WRITTEN)
    assert title != "Graveyards" or page.locator(".gg-board .hint text").count()
    assert all(re.fullmatch(r"(★ )?[+−][01]\.\d\d", each) for each in written), written
    assert any(each.startswith("★") for each in written), written
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


@pytest.mark.xdist_group("client-2")
@pytest.mark.parametrize(("title", "howls"), [("Ghooost!", True), ("Rest in Peace", False)])
def test_the_loser_of_ghooost_hears_a_terrifying_ghost(
    guest: Callable[..., Guest], title: str, howls: bool
) -> None:
    ann = guest()
    ann.context.add_init_script(SILENT)
    ann.context.add_init_script(
        """localStorage.setItem("settings", '{"pace": "quick", "sound": true}')"""
    )
    ann.open_table(title, **({"players": 2} if title == "Ghooost!" else {}))
    page = ann.sit(1).fill_with_bots().start().page
    ann.until_owing()
    assert not page.evaluate("window.wind")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Give up").click()
    page.locator("dialog").get_by_role("button", name="Give up").click()
    ann.until_over()
    page.wait_for_timeout(200)
    assert bool(page.evaluate("window.wind")) == howls
