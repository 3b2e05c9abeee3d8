"""The board of Rest in Peace: choices, restrictions, the end of a turn, totals, the finale."""

from pathlib import Path
from typing import Protocol, TypedDict, Unpack

import pytest
from playwright.sync_api import Locator, Page, expect

from support.browser import PHONE, BrowserGuest, NewGuest
from support.browser_games import start_from_position
from support.rest_in_peace import Arguments, Pair, position
from support.servers import Server

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("client-1")]

NOTHING = ("", "")
ROWS, HANDS = ("g3 g3", "g5 g2 g4"), ("1 2 4 6", "3 4")  # 6 against 11


class LastRound(TypedDict):
    """The fields of a position at the end of the 9th round."""

    round: int
    turn: int
    won: tuple[tuple[int, int], tuple[int, int]]
    here: str
    last: str


LAST: LastRound = {"round": 9, "turn": 1, "won": ((1, 1), (2, 1)), "here": "M", "last": "M"}


class Start(Protocol):
    """Starts a game from a position, with the guest to move; the type of a fixture."""

    def __call__(
        self,
        rows: Pair,
        hands: Pair = NOTHING,
        reserves: Pair = NOTHING,
        tenth: Pair = NOTHING,
        *,
        seat: int = 0,
        phone: bool = False,
        motion: bool = False,
        **others: Unpack[Arguments],
    ) -> BrowserGuest:
        """Return the guest, whose page shows the board."""
        ...


@pytest.fixture
def start(new_guest: NewGuest, server: Server, database: Path) -> Start:
    def at(
        rows: Pair,
        hands: Pair = NOTHING,
        reserves: Pair = NOTHING,
        tenth: Pair = NOTHING,
        *,
        seat: int = 0,
        phone: bool = False,
        motion: bool = False,
        **others: Unpack[Arguments],
    ) -> BrowserGuest:
        guest = new_guest(size=PHONE, touch=True) if phone else new_guest(motion=motion)
        found = position(rows, hands, reserves, tenth, **others)
        start_from_position(guest, server, database, found, seat=seat)
        guest.wait_for_moves()
        return guest

    return at


def psychic(page: Page, name: str) -> Locator:
    """Return a Psychic card in the reserve of the guest."""
    return page.locator(".rip-near .rip-waiting").and_(page.get_by_role("button", name=name))


# === CHOOSING IN PLACE ===


DECLINED = [
    ("16", "Double vision", "Copy no ghost: worth 0", "p16"),
    ("22", "Playing dead", "Take nothing back", "p22"),
    ("28", "House swap", "Swap no mansions", "p28"),
]


@pytest.mark.parametrize(("number", "name", "words", "move"), DECLINED)
def test_a_choice_may_be_declined(
    start: Start, number: str, name: str, words: str, move: str
) -> None:
    """RIP 4.5: a Psychic is played only after its choice is made or declined."""
    ann = start(ROWS, HANDS, (number, "8"), watch=3)
    psychic(ann.page, name).click()
    assert ann.played() == []
    ann.page.get_by_role("button", name=words).click()
    assert ann.played() == [move]


def test_a_value_is_chosen_with_the_psychic(start: Start) -> None:
    """The values are below the text of the Psychic, and the total shows its parts."""
    ann = start(ROWS, HANDS, ("10 25", "8"), watch=3)
    page = ann.page
    psychic(page, "Poltergeist").click()
    inspector = page.get_by_role("complementary", name="What is this?")
    expect(inspector).to_contain_text("Your Ghosts of that value are worth 2 more this round.")
    expect(inspector.locator(".rip-choice")).to_have_count(6)
    inspector.get_by_role("button", name="Poltergeist: 3s, you 2, they 0").click()
    mine = page.locator(".rip-row").last
    expect(mine.locator(".rip-total")).to_have_text("10")
    expect(mine.locator(".rip-sum small").first).to_have_text("3+2")
    mine.locator(".rip-played").first.click()
    expect(inspector).to_contain_text("base 3")
    expect(inspector).to_contain_text("+2 Poltergeist")
    assert ann.played() == ["p10=3"]


def test_two_values_are_chosen_and_the_first_can_be_undone(start: Start) -> None:
    ann = start(ROWS, HANDS, ("25", "8"), watch=3)
    page = ann.page
    psychic(page, "They were never seen again").click()
    choices, prompt = page.locator(".rip-choice"), page.locator(".rip-choosing .rip-prompt")
    choices.nth(1).click()
    expect(prompt).to_have_text("2, and …?")
    expect(choices).to_have_count(5)
    page.get_by_role("button", name="Back").click()
    expect(prompt).to_have_text("Choose two values that nobody may play.")
    assert not ann.played()
    page.keyboard.press("4")
    page.keyboard.press("6")
    expect(page.locator(".rip-hand .rip-ban")).to_have_count(2)
    assert ann.played() == ["p25=4,6"]


@pytest.mark.parametrize(
    ("name", "glowing", "count", "picks", "move"),
    [
        ("Be gone!", ".rip-played.glow", 3, [0], "p11=g5"),
        ("Double vision", ".rip-played.glow", 1, [0], "p16=3"),
        ("House swap", ".rip-mansion.glow", 7, [1, 4], "p28=5,9"),
    ],
)
def test_targets_glow_where_they_lie(
    start: Start, name: str, glowing: str, count: int, picks: list[int], move: str
) -> None:
    ann = start(ROWS, HANDS, ("11 16 28", "8"), watch=3, phone=True)
    page = ann.page
    expect(page.locator(glowing)).to_have_count(0)
    psychic(page, name).tap()
    expect(page.locator(glowing)).to_have_count(count)
    for pick in picks:
        page.locator(glowing).nth(pick).tap()
    psychic(page, name).wait_for(state="detached")
    assert ann.played() == [move]


# === RESTRICTIONS ===


def test_restrictions_are_shown_on_the_cards(start: Start) -> None:
    ann = start(("", "p25=1,4 g6 p24"), HANDS, ("10", ""), watch=3)
    page = ann.page
    bonds = page.locator(".rip-near .rip-bond")
    expect(bonds).to_have_text(["Ghosts only", "No 1, 4"])
    expect(page.locator(".rip-hand .rip-stack.blocked .rip-ban")).to_have_count(2)
    # The button is marked as disabled, but explains why.
    page.get_by_role("button", name="1, cannot be played now, banned").click(force=True)
    expect(page.locator(".toast a.rule", has_text="RIP Card 25")).to_be_visible()
    psychic(page, "Poltergeist").click()
    page.get_by_role("button", name="Why not?").click(force=True)
    page.locator(".toast a.rule", has_text="RIP 5.3").click()
    assert page.locator(".sidebar-rulebook .wanted").get_attribute("id") == "RIP-5.3"
    assert not ann.played()


# === THE END OF THE TURN ===


def test_the_end_of_the_turn_is_previewed(start: Start) -> None:
    ann = start(ROWS, HANDS, ("", ""), watch=3)
    page, preview = ann.page, ann.page.locator(".rip-ending")
    expect(preview).to_contain_text(
        "You would withdraw: Bram takes a Manor, you take “Reveal yourself!”."
    )
    expect(page.locator(".rip-action.withdraw")).to_have_text("Withdraw")
    page.keyboard.press("Tab")
    page.locator(".rip").focus()
    page.keyboard.press("6")
    expect(preview).to_contain_text("12 beats 11: Bram must answer or withdraw.")
    page.get_by_role("button", name="End turn").click()
    expect(page.locator(".log")).to_contain_text("Guest ends the turn, 12 against 11.")
    assert ann.played() == ["g6", "end"]


# === THE LAST MANSION ===


def test_the_last_mansion_opens_as_a_finale(start: Start) -> None:
    """Cards are counted, then turned up one by one, and Psychics with a choice act."""
    ann = start(("g6", ""), ("1", "1"), tenth=("g3?", "g4? p10?"), seat=1, motion=True, **LAST)
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
    expect(page.locator(".rip-prompt-main")).to_have_text("Let your psychics act, in any order.")
    page.locator(".rip-played.glow").click()
    page.locator(".rip-choice").nth(3).click()
    ann.wait_for_result()
    expect(page.locator(".result h2")).to_have_text("You win!")
    expect(page.locator(".result")).to_contain_text("The 10th round is won.")
    assert ann.played() == ["end", "skip", "p10=4"]
