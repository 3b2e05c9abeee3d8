"""The board of Rest in Peace: choosing in place, what restricts, what would happen if the turn ended now, how totals come about, the finale."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from support.browser import PHONE, Guest
from support.rest_in_peace import position
from support.scenes import begin
from support.servers import Server

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("client-1")]

Begin = Callable[..., Guest]
ROWS, HANDS = ("g3 g3", "g5 g2 g4"), ("1 2 4 6", "3 4")  # 6 against 11
LAST: dict[str, Any] = {
    "round": 9,
    "turn": 1,
    "won": ((1, 1), (2, 1)),
    "here": "M",
    "last": "M",
    "hands": ("1", "1"),
}


@pytest.fixture
def start(guest: Callable[..., Guest], house: Server, database: Path) -> Begin:
    """A game that begins where the test wants it, with the guest to move."""

    def at(
        *pieces: Any, seat: int = 0, browser: dict[str, Any] | None = None, **others: Any
    ) -> Guest:
        found = begin(
            guest(**browser or {}), house, database, position(*pieces, **others), seat=seat
        )
        found.until_owing()
        return found

    return at


def psychic(page: Page, name: str) -> Locator:
    return page.locator(".rip-near .rip-waiting").and_(page.get_by_role("button", name=name))


def played(guest: Guest) -> list[str]:
    return [
        each["command"]["move"]
        for each in guest.sent
        if each.get("command", {}).get("do") == "move"
    ]


# === CHOOSING IN PLACE ===


DECLINED = [
    ("16", "Double vision", "Copy no ghost: worth 0", "p16"),
    ("22", "Playing dead", "Take nothing back", "p22"),
    ("28", "House swap", "Swap no mansions", "p28"),
]


@pytest.mark.parametrize(("number", "name", "words", "move"), DECLINED)
def test_a_choice_may_be_declined(
    start: Begin, number: str, name: str, words: str, move: str
) -> None:
    """RIP 4.5: the psychic is not played before it is chosen or declined."""
    ann = start(ROWS, HANDS, (number, "8"), watch=3)
    psychic(ann.page, name).click()
    assert played(ann) == []
    ann.page.get_by_role("button", name=words).click()
    assert played(ann) == [move]


def test_a_value_is_chosen_with_the_psychic(start: Begin) -> None:
    """The psychic is read first, its values are picked below its words, and the total says how it comes about."""
    ann = start(ROWS, HANDS, ("10 25", "8"), watch=3)
    page = ann.page
    psychic(page, "Poltergeist").click()
    reader = page.get_by_role("complementary", name="What is this?")
    expect(reader).to_contain_text("Your Ghosts of that value are worth 2 more this round.")
    expect(reader.locator(".rip-choice")).to_have_count(6)
    reader.get_by_role("button", name="Poltergeist: 3s, you 2, they 0").click()
    mine = page.locator(".rip-row").last
    expect(mine.locator(".rip-total")).to_have_text("10")
    expect(mine.locator(".rip-sum small").first).to_have_text("3+2")
    mine.locator(".rip-played").first.click()
    expect(reader).to_contain_text("base 3")
    expect(reader).to_contain_text("+2 Poltergeist")
    assert played(ann) == ["p10=3"]


def test_two_values_and_a_way_back(start: Begin) -> None:
    ann = start(ROWS, HANDS, ("25", "8"), watch=3)
    page = ann.page
    psychic(page, "They were never seen again").click()
    choices, prompt = page.locator(".rip-choice"), page.locator(".rip-choosing .rip-prompt")
    choices.nth(1).click()
    expect(prompt).to_have_text("2, and …?")
    expect(choices).to_have_count(5)
    page.get_by_role("button", name="Back").click()
    expect(prompt).to_have_text("Choose two values that nobody may play.")
    assert not played(ann)
    page.keyboard.press("4")
    page.keyboard.press("6")
    expect(page.locator(".rip-hand .rip-ban")).to_have_count(2)
    assert played(ann) == ["p25=4,6"]


@pytest.mark.parametrize(
    ("name", "glowing", "count", "picks", "move"),
    [
        ("Be gone!", ".rip-played.glow", 3, [0], "p11=g5"),
        ("Double vision", ".rip-played.glow", 1, [0], "p16=3"),
        ("House swap", ".rip-mansion.glow", 7, [1, 4], "p28=5,9"),
    ],
)
def test_targets_glow_where_they_lie(
    start: Begin, name: str, glowing: str, count: int, picks: list[int], move: str
) -> None:
    ann = start(ROWS, HANDS, ("11 16 28", "8"), watch=3, browser={"size": PHONE, "touch": True})
    page = ann.page
    expect(page.locator(glowing)).to_have_count(0)
    psychic(page, name).tap()
    expect(page.locator(glowing)).to_have_count(count)
    for pick in picks:
        page.locator(glowing).nth(pick).tap()
    psychic(page, name).wait_for(state="detached")
    assert played(ann) == [move]


# === RESTRICTIONS ===


def test_restrictions_are_shown_where_they_bite(start: Begin) -> None:
    ann = start(("", "p25=1,4 g6 p24"), HANDS, ("10", ""), watch=3)
    page = ann.page
    bonds = page.locator(".rip-near .rip-bond")
    expect(bonds).to_have_text(["Ghosts only", "No 1, 4"])
    expect(page.locator(".rip-hand .rip-stack.shut .rip-ban")).to_have_count(2)
    page.get_by_role("button", name="1, cannot be played now, banned").click(
        force=True
    )  # it says that it is disabled, and answers
    expect(page.locator(".toast a.rule", has_text="RIP Card 25")).to_be_visible()
    psychic(page, "Poltergeist").click()
    page.get_by_role("button", name="Why not?").click(force=True)
    page.locator(".toast a.rule", has_text="RIP 5.3").click()
    assert page.locator(".beside .wanted").get_attribute("id") == "RIP-5.3"
    assert not played(ann)


# === THE END OF THE TURN ===


def test_what_would_happen_if_the_turn_ended_now(start: Begin) -> None:
    ann = start(ROWS, HANDS, ("", ""), watch=3)
    page, told = ann.page, ann.page.locator(".rip-ending")
    expect(told).to_contain_text(
        "You would withdraw: Bram takes a Manor, you take “Reveal yourself!”."
    )
    expect(page.locator(".rip-do.withdraw")).to_have_text("Withdraw")
    page.keyboard.press("Tab")
    page.locator(".rip").focus()
    page.keyboard.press("6")
    expect(told).to_contain_text("12 beats 11: Bram must answer or withdraw.")
    page.get_by_role("button", name="End turn").click()
    expect(page.locator(".log")).to_contain_text("Guest ends the turn, 12 against 11.")
    assert played(ann) == ["g6", "end"]


# === THE LAST MANSION ===


def test_the_last_mansion_opens_as_a_finale(start: Begin) -> None:
    """The pile is counted in the line before; then every card is turned up, one after the other, and psychics with a choice act."""
    ann = start(("g6", ""), tenth=("g3?", "g4? p10?"), seat=1, browser={"motion": True}, **LAST)
    page = ann.page
    pile = page.locator(".rip-pile")
    assert (pile.locator(".mine").inner_text(), pile.locator(".theirs").inner_text()) == ("2", "1")
    ann.play("end")
    page.get_by_role("button", name="Lay nothing", exact=True).click()
    finale = page.locator(".rip-finale")
    finale.wait_for()
    expect(finale.locator(".turn")).not_to_have_count(0)
    assert finale.locator(".rip-side").count() == 2
    finale.wait_for(state="detached")
    expect(page.locator(".rip-asked")).to_have_text("Let your psychics act, in any order.")
    page.locator(".rip-played.glow").click()
    page.locator(".rip-choice").nth(3).click()
    ann.until_over()
    expect(page.locator(".result h2")).to_have_text("You win!")
    expect(page.locator(".result")).to_contain_text("The 10th round is won.")
    assert played(ann) == ["end", "skip", "p10=4"]
