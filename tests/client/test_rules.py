"""Rulebooks in the browser and the links that lead there, the coach, hints, sounds."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from spookhouse.games import game as find_game
from spookhouse.games import games
from spookhouse.kernel.contract import Json
from spookhouse.kernel.examples import read_examples
from spookhouse.kernel.rulebook import read_rulebook
from support.browser import NewGuest

pytestmark = [pytest.mark.compiled]

SMALL: ViewportSize = {"width": 360, "height": 640}

HINTS_ON_BOARD = """board => [
  ...[...board.querySelectorAll("[data-hinted]")].map((each) => each.dataset.hinted),
  ...[...board.querySelectorAll(".gh-hint, .gb-hint, .hint text")].map((each) => each.textContent),
]"""
# Count audio contexts, and the noise buffers that only the terrifying ghost needs.
COUNT_SOUNDS = """
  window.contexts = window.noises = 0;
  const Real = window.AudioContext;
  window.AudioContext = class extends Real {
    constructor() { super(); window.contexts++; }
    createBuffer(...sizes) { window.noises++; return super.createBuffer(...sizes); }
  };
"""


@pytest.mark.xdist_group("client-2")
@pytest.mark.parametrize("name", [game.name for game in games()])
def test_every_rule_has_an_anchor(new_guest: NewGuest, name: str) -> None:
    page = new_guest().go(f"/rules/{name}").page
    page.locator(".a-rule").first.wait_for()
    book, prefix = read_rulebook(find_game(name).rulebook), find_game(name).prefix
    anchors = set(page.locator("[id]").evaluate_all("found => found.map((each) => each.id)"))
    assert {
        f"{prefix}-{number.replace(' ', '-').lower()}" for number in (*book.rules, *book.sections)
    } <= anchors
    page.locator(".pieces svg").nth(10).wait_for()
    assert page.locator(".ruling").count() > 2
    whole = page.locator(".a-rule").count()
    page.get_by_placeholder("Search the rules").fill("house ruling")
    expect(page.get_by_role("status").filter(has_text="passages")).to_be_visible()
    assert 0 < page.locator(".a-rule").count() < whole


@pytest.mark.xdist_group("client-2")
@pytest.mark.parametrize("name", [game.name for game in games()])
def test_examples_are_illustrated_and_fine_print_is_folded(new_guest: NewGuest, name: str) -> None:
    page = new_guest(size=SMALL).go(f"/rules/{name}").page
    page.locator(".example figure svg").first.wait_for()
    titles = page.locator(".example > p > b:first-child").all_inner_texts()
    drawn = [found.locator(".frames > figure").count() for found in page.locator(".example").all()]
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
    new_guest: NewGuest, title: str
) -> None:
    ann = new_guest(size=SMALL, touch=True).go("/")
    page = ann.page
    page.get_by_role("button", name=f"Play {title}").click()
    ann.wait_for_board()
    page.get_by_role("button", name="Rules", exact=True).first.tap()
    page.locator(".quick-reference li").first.wait_for()
    height, visible_height, width, visible_width = page.locator("dialog").evaluate(
        "found => [found.scrollHeight, found.clientHeight, found.scrollWidth, found.clientWidth]"
    )
    assert height <= visible_height <= SMALL["height"]
    assert width <= visible_width
    page.get_by_role("button", name="The whole rulebook").tap()
    page.locator(".sidebar-rulebook .a-rule").first.wait_for()


@pytest.mark.xdist_group("client-2")
def test_search_finds_words_by_their_beginning(new_guest: NewGuest) -> None:
    page = new_guest().go("/rules/rest-in-peace").page
    page.locator(".a-rule").first.wait_for()
    page.get_by_placeholder("Search the rules").fill("tie")
    texts = page.locator(".a-rule").all_inner_texts()
    assert texts
    assert all(re.search(r"\btie", text, re.IGNORECASE) for text in texts), "not only 'penalties'"


@pytest.mark.xdist_group("client-2")
def test_a_reason_leads_to_its_rule_beside_the_table(new_guest: NewGuest) -> None:
    ann = new_guest().go("/")
    page = ann.page
    page.get_by_role("button", name="Play Ghooost! now").click()
    ann.wait_for_board().wait_for_moves()
    page.locator(".all-moves summary").click()
    page.locator("#wanted-move").fill("13x4")
    page.keyboard.press("Enter")
    page.locator(".toast a.rule").click()
    page.locator(".sidebar-rulebook .wanted").wait_for()
    rule = page.locator(".sidebar-rulebook .wanted").get_attribute("id")
    link = page.locator(".toast a.rule").get_attribute("href")
    assert link == f"/rules/ghooost#{rule}"


@pytest.mark.xdist_group("client-2")
def test_the_coach_is_dismissed_and_recalled(new_guest: NewGuest) -> None:
    ann = new_guest().go("/")
    page = ann.page
    page.get_by_role("button", name="Play Graveyards, Ghosts & Haunted Houses now").click()
    ann.wait_for_board().wait_for_moves()
    first = page.locator(".coach p").inner_text()
    page.get_by_role("button", name="I see").click()
    expect(page.locator(".coach p")).not_to_have_text(first)
    page.reload()
    ann.wait_for_board().wait_for_moves()
    expect(page.locator(".coach p")).not_to_have_text(first)
    page.get_by_role("button", name="No more of these").click()
    page.locator(".coach").wait_for(state="detached")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Explain again").click()
    expect(page.locator(".coach p")).to_have_text(first)


def moves_in(message: Json) -> list[str]:
    """Return all legal moves in a message; the page lists only sixty."""
    patch = message.get("game") or {}
    game = patch.get("all", patch) or {}
    return list((game.get("owed") or {}).get("moves", []))


@pytest.mark.xdist_group("client-2")
@pytest.mark.parametrize("title", ["Ghooost!", "Ghostbumpers", "Rest in Peace", "Graveyards"])
def test_a_hint_shows_candidates_and_plays_them(new_guest: NewGuest, title: str) -> None:
    """Board and list show candidates with their expected results, the best with a star."""
    ann = new_guest().go("/")
    page = ann.page
    page.get_by_role("button", name=f"Play {title}").click()
    ann.wait_for_board().wait_for_moves()
    moves = next(found for each in reversed(ann.received) if (found := moves_in(each)))
    page.get_by_role("button", name="Hint").click()
    page.locator(".hints [data-hint]").first.wait_for()
    offered = [
        str(each.get_attribute("data-hint")) for each in page.locator(".hints [data-hint]").all()
    ]
    assert set(offered) <= set(moves)
    shown = page.locator("[data-board]").evaluate(HINTS_ON_BOARD)
    assert title != "Graveyards" or page.locator(".gg-board .hint text").count()
    assert all(re.fullmatch(r"(★ )?[+−][01]\.\d\d", each) for each in shown), shown
    assert any(each.startswith("★") for each in shown), shown
    page.locator(".hints [data-hint]").first.click()
    page.locator(".hints").wait_for(state="detached")


@pytest.mark.xdist_group("client-2")
def test_there_is_no_sound_until_it_is_switched_on(new_guest: NewGuest) -> None:
    ann = new_guest()
    ann.context.add_init_script(COUNT_SOUNDS)
    page = ann.go("/").page
    page.get_by_role("button", name="Play Rest in Peace now").click()
    ann.wait_for_board().wait_for_moves()
    assert page.evaluate("window.contexts") == 0
    ann.go("/settings")
    page.get_by_label("Sound").check()
    page.get_by_role("button", name="Listen").click()
    assert page.evaluate("window.contexts") == 1


@pytest.mark.xdist_group("client-2")
@pytest.mark.parametrize(("title", "has_ghost"), [("Ghooost!", True), ("Rest in Peace", False)])
def test_the_loser_of_ghooost_hears_a_terrifying_ghost(
    new_guest: NewGuest, title: str, has_ghost: bool
) -> None:
    ann = new_guest()
    ann.context.add_init_script(COUNT_SOUNDS)
    ann.context.add_init_script(
        """localStorage.setItem("settings", '{"pace": "quick", "sound": true}')"""
    )
    ann.open_table(title, **({"players": 2} if title == "Ghooost!" else {}))
    page = ann.sit(1).fill_with_bots().start().page
    ann.wait_for_moves()
    assert not page.evaluate("window.noises")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Give up").click()
    page.locator("dialog").get_by_role("button", name="Give up").click()
    ann.wait_for_result()
    page.wait_for_timeout(200)
    assert bool(page.evaluate("window.noises")) == has_ghost
