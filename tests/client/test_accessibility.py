"""Whole games with the keyboard and the accessibility tree alone, and axe on every page."""

from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import CDPSession, ViewportSize, expect

from support.browser import PHONE, WIDE, BrowserGuest, NewGuest
from support.browser_games import start_from_position
from support.graveyards import all_tiles
from support.graveyards import position as graveyards
from support.rest_in_peace import position as rest_in_peace
from support.servers import Server

pytestmark = [pytest.mark.compiled]

AXE = Path(__file__).parents[2] / "tools" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ANIMATIONS_FINISHED = """() => {
  const ends = (animation) => animation.effect.getComputedTiming().endTime !== Infinity;
  const animations = document.getAnimations().filter(ends);
  return Promise.allSettled(animations.map((each) => each.finished));
}"""
RULES = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}


class Keys:
    """A guest who presses keys and knows only the role and the name of the focused element."""

    def __init__(self, guest: BrowserGuest) -> None:
        self.guest, self.keyboard = guest, guest.page.keyboard
        self.devtools: CDPSession = guest.context.new_cdp_session(guest.page)
        self.devtools.send("Accessibility.enable")

    def focused(self) -> tuple[str, str]:
        """Return role and name of the focused element, from the accessibility tree."""
        found = self.devtools.send("Runtime.evaluate", {"expression": "document.activeElement"})
        nodes = self.devtools.send(
            "Accessibility.getPartialAXTree",
            {"objectId": found["result"]["objectId"], "fetchRelatives": False},
        )["nodes"]
        return nodes[0].get("role", {}).get("value", ""), nodes[0].get("name", {}).get("value", "")

    def tab_to(self, role: str, name: str, limit: int = 120) -> int:
        """Press Tab until an element of that role and name has the focus; return how often."""
        passed = []
        for _ in range(limit):
            self.keyboard.press("Tab")
            passed.append(self.focused())
            if passed[-1][0] == role and name in passed[-1][1]:
                return len(passed)
        raise AssertionError(f"no {role} {name!r} among {passed}")

    def press(self, role: str, name: str) -> None:
        """Move the focus to an element and press Enter."""
        self.tab_to(role, name)
        self.keyboard.press("Enter")

    def moves(self) -> list[str]:
        """Return the names of the moves in the list, from the accessibility tree."""
        return (
            self.guest.page.get_by_role("list", name="All moves")
            .get_by_role("button")
            .all_inner_texts()
        )


GAMES = [
    pytest.param("Ghooost!", {"players": 2, "dawn": 3}, marks=pytest.mark.xdist_group("client-1")),
    pytest.param(
        "Ghostbumpers", {"players": 3, "rounds": 3}, marks=pytest.mark.xdist_group("client-1")
    ),
    pytest.param("Rest in Peace", {}, marks=pytest.mark.xdist_group("client-2")),
    pytest.param(
        "Graveyards, Ghosts & Haunted Houses",
        {"players": 2},
        marks=pytest.mark.xdist_group("client-2"),
    ),
]


@pytest.mark.parametrize(("title", "options"), GAMES)
def test_a_whole_game_with_keys_alone(
    new_guest: NewGuest, title: str, options: dict[str, int]
) -> None:
    ann = new_guest().go("/")
    keys = Keys(ann)
    ann.page.get_by_role("button", name=f"Open a table of {title}").wait_for()
    keys.press("button", f"Open a table of {title}")
    for name, value in options.items():
        set_option(keys, name, value)
    keys.press("button", "Open the table")
    ann.page.get_by_role("heading", name="Seats").wait_for()
    keys.press("button", "Sit at seat 1")
    ann.page.get_by_role("button", name="Stand up from seat 1").wait_for()
    keys.press("button", "Bots for the rest")
    ann.page.get_by_role("button", name="Start the game").wait_for()
    keys.press("button", "Start the game")
    play_with_keys(ann, keys)
    assert ann.page.get_by_role("region", name="The end").count() == 1
    ann.page.get_by_role("button", name="Play again").wait_for()


def set_option(keys: Keys, name: str, value: int) -> None:
    """Type a number, or reach a radio button with the arrow keys."""
    if keys.guest.page.get_by_role("spinbutton", name=name).count():
        keys.tab_to("spinbutton", name.capitalize())
        keys.keyboard.press("Control+A")
        keys.keyboard.type(str(value))
        return
    keys.tab_to("radio", "")
    while keys.focused() != ("radio", str(value)):
        keys.keyboard.press("Tab" if not keys.focused()[1].isdigit() else "ArrowDown")


def play_with_keys(ann: BrowserGuest, keys: Keys) -> None:
    """Press Enter on the first move of the list until the game is over.

    The focus is never lost on the way, and stays near the list.
    """
    page, tabs = ann.page, list[int]()
    offered = page.get_by_role("list", name="All moves").get_by_role("button").first
    ending = page.get_by_role("region", name="The end")
    opened = False
    while True:
        page.get_by_text("All moves").wait_for()
        if (
            not opened
            and page.get_by_role("textbox", name="Find a move, or ask why not").count() == 0
        ):
            keys.press("DisclosureTriangle", "All moves")
        opened = True
        ending.or_(offered).first.wait_for()
        if ending.count():
            break
        wanted = keys.moves()[0]
        tabs.append(keys.tab_to("button", wanted))
        keys.keyboard.press("Enter")
        page.wait_for_function(
            "wanted => document.activeElement?.textContent !== wanted", arg=wanted
        )
        if not ending.count():
            assert page.evaluate("() => document.activeElement !== document.body"), "no focus"
    assert len(tabs) >= 3
    assert median(tabs) <= 4, f"too many keys from one move to the next: {tabs}"


# === AXE ===


def check_with_axe(guest: BrowserGuest, where: str) -> None:
    """Check that axe finds no violation that is serious or critical."""
    assert AXE.exists(), "axe-core is missing: make check-client installs it"
    guest.page.wait_for_timeout(50)
    guest.page.evaluate(ANIMATIONS_FINISHED)
    if not guest.page.evaluate("() => 'axe' in window"):
        guest.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = guest.page.evaluate("rules => axe.run(document, rules)", RULES)
    assert found["passes"], f"{where}: no rule was checked"
    serious = [
        (each["id"], each["help"], [node["html"][:160] for node in each["nodes"][:3]])
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]
    assert serious == [], where


@pytest.mark.xdist_group("client-1")
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing_serious(new_guest: NewGuest, size: ViewportSize) -> None:
    ann = new_guest(size=size)
    page = ann.go("/").page
    page.locator(".game-card").first.wait_for()
    check_with_axe(ann, "home")
    page.get_by_role("button", name="Open a table of Graveyards").click()
    check_with_axe(ann, "new table")
    page.get_by_role("button", name="Open the table").click()
    page.locator(".lobby").wait_for()
    ann.sit(1)
    check_with_axe(ann, "lobby")
    page.get_by_role("button", name="Seat a bot at seat 2").click()
    check_with_axe(ann, "choice of bots")
    page.keyboard.press("Escape")
    ann.fill_with_bots().start().wait_for_moves()
    check_with_axe(ann, "graveyards")
    page.get_by_role("button", name="Chat").click()
    check_with_axe(ann, "chat")
    for title in ("Ghooost!", "Ghostbumpers", "Rest in Peace"):
        ann.go("/").page.get_by_role("button", name=f"Play {title} now, against bots").click()
        ann.wait_for_board().wait_for_moves()
        check_with_axe(ann, title)
    page.get_by_role("button", name="More", exact=True).click()
    check_with_axe(ann, "more")
    page.get_by_role("button", name="Give up").click()
    page.locator("dialog").get_by_role("button", name="Give up").click()
    ann.wait_for_result()
    check_with_axe(ann, "result")
    for path, there in (
        ("/rules/rest-in-peace", ".a-rule"),
        ("/settings", ".panel"),
        ("/t/abcdefghjk", "h1"),
    ):
        ann.go(path).page.locator(there).first.wait_for()
        check_with_axe(ann, path)
    ann.go(new_link(new_guest())).page.locator(".panel").wait_for()
    check_with_axe(ann, "link from another device")


def new_link(guest: BrowserGuest) -> str:
    """Make a link to another device."""
    script = "() => fetch('/api/me/link', { method: 'POST' }).then((found) => found.json())"
    return str(guest.go("/").page.evaluate(script)["link"])


SIZES = [
    pytest.param(WIDE, marks=pytest.mark.xdist_group("client-1"), id="wide"),
    pytest.param(PHONE, marks=pytest.mark.xdist_group("client-2"), id="phone"),
]


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_serious_in_boards_and_replays(
    new_guest: NewGuest, server: Server, database: Path, size: ViewportSize
) -> None:
    """Check full boards, the rules beside them, the end, and the replay with all cards open."""
    ann = new_guest(size=size)
    page = ann.page
    reserves = ("10", "11")
    rich = rest_in_peace(("g3 p8", "g5 g2 p25=1,4"), ("1 2 4 6", "3 4"), reserves, watch=3)
    start_from_position(ann, server, database, rich).wait_for_moves()
    page.get_by_role("button", name="Poltergeist").first.click()
    check_with_axe(ann, "rest in peace, choosing")
    page.get_by_role("button", name="Back").first.click()
    page.get_by_role("button", name="Rules", exact=True).first.click()
    page.locator(".quick-reference li").first.wait_for()
    check_with_axe(ann, "quick reference")
    page.get_by_role("button", name="The whole rulebook").click()
    page.locator(".sidebar-rulebook .a-rule").first.wait_for()
    check_with_axe(ann, "rules beside the table")
    last_round = rest_in_peace(
        ("", "g6"),
        ("1", "1"),
        tenth=("g3?", "g4? p8?"),
        round=9,
        won=((1, 1), (2, 1)),
        here="M",
        last="M",
    )
    start_from_position(ann, server, database, last_round).wait_for_moves()
    finish_and_watch(ann, "rest in peace")
    full = graveyards(all_tiles()[:57], ["57", ""], stack=0, final=1, houses={"white": [0, 0]})
    start_from_position(ann, server, database, full).wait_for_moves()
    page.locator('[data-thing="hand:57"]').click()
    page.locator('[data-thing^="place:"]').first.click()
    page.locator(".gg .chip").first.click()
    check_with_axe(ann, "graveyards, laying")
    finish_and_watch(ann, "graveyards")


def finish_and_watch(ann: BrowserGuest, title: str) -> None:
    """Finish the game at random, then check its result, its replay and its verification."""
    page = ann.page
    ann.start_autopilot(3).wait_for_result()
    ann.stop_autopilot()
    check_with_axe(ann, f"{title}, over")
    page.get_by_role("link", name="Watch the replay").click()
    page.locator(".replay-controls").wait_for()
    page.get_by_role("button", name="Play on from here").click()
    check_with_axe(ann, f"{title}, playing on")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-log li:nth-child(2) button")).to_have_attribute(
        "aria-current", "step"
    )
    check_with_axe(ann, f"{title}, replay")
    page.keyboard.press("End")
    page.locator(".result").wait_for()
    page.get_by_role("button", name="Verify this game").click()
    page.locator(".verified h2").wait_for()
    check_with_axe(ann, f"{title}, verified")
