"""Keyboard and accessibility tree alone: a whole game of every title; and axe finds nothing serious on any page."""

from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect

from support.browser import PHONE, WIDE, Guest
from support.graveyards import position as graveyards
from support.rest_in_peace import position as rest_in_peace
from support.scenes import begin, every_tile
from support.servers import Server

pytestmark = [pytest.mark.compiled]

AXE = Path(__file__).parents[2] / "tools" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AT_REST = """() => {
  const ending = document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime !== Infinity);
  return Promise.allSettled(ending.map((each) => each.finished));
}"""
RULES = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}


class Keys:
    """Somebody who sees nothing: presses keys, and hears role and name of what has the focus."""

    def __init__(self, guest: Guest) -> None:
        self.guest, self.keyboard = guest, guest.page.keyboard
        self.line: CDPSession = guest.context.new_cdp_session(guest.page)
        self.line.send("Accessibility.enable")

    def focused(self) -> tuple[str, str]:
        """Role and name of what has the focus, from the accessibility tree."""
        found = self.line.send("Runtime.evaluate", {"expression": "document.activeElement"})
        nodes = self.line.send(
            "Accessibility.getPartialAXTree",
            {"objectId": found["result"]["objectId"], "fetchRelatives": False},
        )["nodes"]
        return nodes[0].get("role", {}).get("value", ""), nodes[0].get("name", {}).get("value", "")

    def tab_to(self, role: str, name: str, most: int = 120) -> int:
        """Press Tab until something of that role and name has the focus; gives how often."""
        heard = []
        for _ in range(most):
            self.keyboard.press("Tab")
            heard.append(self.focused())
            if heard[-1][0] == role and name in heard[-1][1]:
                return len(heard)
        raise AssertionError(f"no {role} {name!r} among {heard}")

    def press(self, role: str, name: str) -> None:
        self.tab_to(role, name)
        self.keyboard.press("Enter")

    def moves(self) -> list[str]:
        """The names of the moves in the list, from the accessibility tree."""
        return (
            self.guest.page.get_by_role("list", name="All moves")
            .get_by_role("button")
            .all_inner_texts()
        )


TITLES = [
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


@pytest.mark.parametrize(("title", "options"), TITLES)
def test_a_whole_game_with_keys_alone(
    guest: Callable[..., Guest], title: str, options: dict[str, Any]
) -> None:
    ann = guest().go("/")
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


def set_option(keys: Keys, name: str, value: Any) -> None:
    """A number is typed; of a few choices one is reached with the arrow keys."""
    if keys.guest.page.get_by_role("spinbutton", name=name).count():
        keys.tab_to("spinbutton", name.capitalize())
        keys.keyboard.press("Control+A")
        keys.keyboard.type(str(value))
        return
    keys.tab_to("radio", "")
    while keys.focused() != ("radio", str(value)):
        keys.keyboard.press("Tab" if not keys.focused()[1].isdigit() else "ArrowDown")


def play_with_keys(ann: Guest, keys: Keys) -> None:
    """Until the end: wait for the list of moves, go to the first one, press Enter. Focus is never lost on the way, and stays near the list."""
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
            assert page.evaluate("() => document.activeElement !== document.body"), (
                "the focus got lost"
            )
    assert len(tabs) >= 3
    assert median(tabs) <= 4, f"from one move to the next it takes too many keys: {tabs}"


# === AXE ===


def must_be_accessible(guest: Guest, where: str) -> None:
    """Nothing that axe calls serious or critical."""
    assert AXE.exists(), "axe-core is missing: make check-client installs it"
    guest.page.wait_for_timeout(50)
    guest.page.evaluate(AT_REST)
    if not guest.page.evaluate("() => 'axe' in window"):
        guest.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = guest.page.evaluate("rules => axe.run(document, rules)", RULES)["violations"]
    serious = [
        f"{where}: {each['id']}: {each['help']}: {[node['html'][:160] for node in each['nodes'][:3]]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]
    assert not serious, "\n".join(serious)


@pytest.mark.xdist_group("client-1")
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing_serious(guest: Callable[..., Guest], size: dict[str, int]) -> None:
    ann = guest(size=size)
    page = ann.go("/").page
    page.locator(".game-card").first.wait_for()
    must_be_accessible(ann, "door")
    page.get_by_role("button", name="Open a table of Graveyards").click()
    must_be_accessible(ann, "new table")
    page.get_by_role("button", name="Open the table").click()
    page.locator(".lobby").wait_for()
    ann.sit(1)
    must_be_accessible(ann, "lobby")
    page.get_by_role("button", name="Seat a bot at seat 2").click()
    must_be_accessible(ann, "choice of bots")
    page.keyboard.press("Escape")
    ann.fill_with_bots().start().until_owing()
    must_be_accessible(ann, "graveyards")
    page.get_by_role("button", name="Chat").click()
    must_be_accessible(ann, "chat")
    for title in ("Ghooost!", "Ghostbumpers", "Rest in Peace"):
        ann.go("/").page.get_by_role("button", name=f"Play {title} now, against bots").click()
        ann.at_the_board().until_owing()
        must_be_accessible(ann, title)
    page.get_by_role("button", name="More", exact=True).click()
    must_be_accessible(ann, "more")
    page.get_by_role("button", name="Give up").click()
    page.locator("dialog").get_by_role("button", name="Give up").click()
    ann.until_over()
    must_be_accessible(ann, "result")
    for path, there in (
        ("/rules/rest-in-peace", ".a-rule"),
        ("/settings", ".panel"),
        ("/t/abcdefghjk", "h1"),
    ):
        ann.go(path).page.locator(there).first.wait_for()
        must_be_accessible(ann, path)


SIZES = [
    pytest.param(WIDE, marks=pytest.mark.xdist_group("client-1"), id="wide"),
    pytest.param(PHONE, marks=pytest.mark.xdist_group("client-2"), id="phone"),
]


@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_serious_in_boards_and_replays(
    guest: Callable[..., Guest], house: Server, database: Path, size: dict[str, int]
) -> None:
    """Boards with all that they can show, the rules beside them, the end, and the replay with everything open."""
    ann = guest(size=size)
    page = ann.page
    begin(
        ann,
        house,
        database,
        rest_in_peace(("g3 p8", "g5 g2 p25=1,4"), ("1 2 4 6", "3 4"), ("10", "11"), watch=3),
    ).until_owing()
    page.get_by_role("button", name="Poltergeist").first.click()
    must_be_accessible(ann, "rest in peace, choosing")
    page.get_by_role("button", name="Back").first.click()
    page.get_by_role("button", name="Rules", exact=True).first.click()
    page.locator(".quick-reference li").first.wait_for()
    must_be_accessible(ann, "quick reference")
    page.get_by_role("button", name="The whole rulebook").click()
    page.locator(".beside .a-rule").first.wait_for()
    must_be_accessible(ann, "rules beside the table")
    last = {"round": 9, "won": ((1, 1), (2, 1)), "here": "M", "last": "M", "hands": ("1", "1")}
    begin(
        ann, house, database, rest_in_peace(("", "g6"), tenth=("g3?", "g4? p8?"), **last)
    ).until_owing()
    watch_it_all(ann, "rest in peace")
    begin(
        ann,
        house,
        database,
        graveyards(every_tile()[:57], ["57", ""], stack=0, final=1, houses={"white": [0, 0]}),
    ).until_owing()
    page.locator('[data-thing="hand:57"]').click()
    page.locator('[data-thing^="place:"]').first.click()
    page.locator(".gg .chip").first.click()
    must_be_accessible(ann, "graveyards, laying")
    watch_it_all(ann, "graveyards")


def watch_it_all(ann: Guest, title: str) -> None:
    """To the end at random; the result, then the replay in the middle with open cards, and at its end, verified."""
    page = ann.page
    ann.pilot(3).until_over()
    ann.rest()
    must_be_accessible(ann, f"{title}, over")
    page.get_by_role("link", name="Watch the replay").click()
    page.locator(".replay-controls").wait_for()
    page.get_by_role("button", name="Play on from here").click()
    must_be_accessible(ann, f"{title}, playing on")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-log li:nth-child(2) button")).to_have_attribute(
        "aria-current", "step"
    )
    must_be_accessible(ann, f"{title}, replay")
    page.keyboard.press("End")
    page.locator(".result").wait_for()
    page.get_by_role("button", name="Verify this game").click()
    page.locator(".verified h2").wait_for()
    must_be_accessible(ann, f"{title}, verified")
