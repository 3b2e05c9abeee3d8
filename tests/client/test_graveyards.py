"""The board of Graveyards under mouse, fingers and keys: laying, turning, looking around, going back, asking why not; and how smooth it is."""

import math
import re
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from support.browser import PHONE, Guest
from support.fingers import Fingers, circle, middle
from support.graveyards import kids, position, table
from support.scenes import begin, every_tile
from support.servers import Server

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("client-2")]

Begin = Callable[..., Guest]
BOARD = "16 0,0; 5 1,0"


@pytest.fixture
def start(guest: Callable[..., Guest], house: Server, database: Path) -> Begin:
    """A game that begins where the test wants it, with the guest to move."""

    def at(
        board: Any = BOARD,
        hands: Any = ("3 20 40",),
        size: dict[str, int] | None = None,
        **others: Any,
    ) -> Guest:
        touch = {"size": size, "touch": True} if size else {}
        found = begin(guest(**touch), house, database, position(board, list(hands), **others))
        found.until_owing()
        return found

    return at


def thing(page: Page, name: str) -> Locator:
    return page.locator(f'[data-thing="{name}"]')


def drafted(page: Page) -> str:
    """The move that the button under the board would play; nothing while more is to be chosen."""
    go = page.locator(".gg-does .go")
    return (go.get_attribute("data-move") or "") if go.count() else ""


def becomes(page: Page, move: str) -> None:
    expect(page.locator(".gg-does .go")).to_have_attribute("data-move", move)


def played(guest: Guest) -> list[str]:
    return [
        each["command"]["move"]
        for each in guest.sent
        if each.get("command", {}).get("do") == "move"
    ]


def camera(page: Page) -> tuple[float, float, float]:
    """Where the paper lies, and how large it is."""
    x, y, scale = map(
        float,
        re.findall(
            r"-?\d[\d.]*", page.locator(".gg-paper").evaluate("paper => paper.style.transform")
        ),
    )
    return x, y, scale


# === LAYING TILES ===


def test_a_tile_is_dragged_with_a_finger(start: Begin) -> None:
    ann = start(size=PHONE)
    page, fingers = ann.page, Fingers(ann)
    piece, yard = thing(page, "hand:20"), page.locator(".gg-yard")
    fingers.move(
        (middle(piece), middle(yard)), lift=False
    )  # over a tile: nothing can be laid there, so it hangs at the finger
    carried = page.locator(".gg-carried")
    expect(carried).to_be_visible()
    x, y, scale = camera(page)
    edge = yard.bounding_box() or {}
    fingers.touch("touchMove", (edge["x"] + x + 250 * scale, edge["y"] + y + 60 * scale))
    becomes(page, "tile 20 2,0 r0")
    expect(carried).to_have_css("opacity", "0")
    expect(page.locator(".laid.ghostly")).to_have_count(1)
    fingers.touch("touchEnd")
    carried.wait_for(state="detached")
    page.locator(".gg-does .turns").tap()
    becomes(page, "tile 20 2,0 r1")
    page.locator(".gg-does .go").tap()
    expect(page.locator('.laid:not(.ghostly) [data-thing="tile:2,0"]')).to_have_count(1)
    assert played(ann)[0] == "tile 20 2,0 r1"


def test_a_tile_is_tapped_and_turned(start: Begin) -> None:
    """By tap, key, wheel and button; every time the ghosted preview shows it."""
    ann = start()
    page = ann.page
    expect(page.locator('.gg-board [data-thing^="place:"]')).to_have_count(0)
    thing(page, "hand:20").click()
    expect(page.locator('.gg-board [data-thing^="place:"].can')).to_have_count(6)
    thing(page, "place:1,-1").click()
    becomes(page, "tile 20 1,-1 r0")
    looks = [page.locator(".laid.ghostly").inner_html()]
    for turn, move in (
        (lambda: thing(page, "place:1,-1").click(), "r1"),
        (lambda: page.keyboard.press("r"), "r2"),
        (lambda: page.mouse.wheel(0, 100), "r3"),
    ):
        turn()
        becomes(page, f"tile 20 1,-1 {move}")
        looks.append(page.locator(".laid.ghostly").inner_html())
    assert len(set(looks)) == 4
    page.mouse.wheel(0, -100)
    becomes(page, "tile 20 1,-1 r2")
    thing(page, "place:2,0").click()  # elsewhere, as it is turned now
    becomes(page, "tile 20 2,0 r2")
    page.locator(".gg-does .go").click()
    expect(page.locator(".laid:not(.ghostly)")).not_to_have_count(2)
    assert played(ann)[0] == "tile 20 2,0 r2"


def test_there_is_a_way_back(start: Begin) -> None:
    """Step by step with the button and with Escape, and none of it is played."""
    ann = start()
    page = ann.page
    back = page.get_by_role("button", name="Back")
    thing(page, "hand:3").click()
    thing(page, "place:0,1").click()
    becomes(page, "tile 3 0,1 r0")
    back.click()
    assert drafted(page) == ""
    expect(thing(page, "hand:3")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(thing(page, "hand:3")).to_have_attribute("aria-pressed", "false")
    expect(back).to_have_count(0)
    thing(page, "house:white").click()
    page.locator('[data-thing="window:1,0"]').click()
    becomes(page, "house white 1,0")
    thing(page, "hand:40").click()  # something else instead
    expect(thing(page, "house:white")).to_have_attribute("aria-pressed", "false")
    assert not played(ann)


def test_keys_alone_lay_a_tile(start: Begin) -> None:
    ann = start()
    page = ann.page
    thing(page, "hand:40").focus()
    page.keyboard.press("Enter")
    thing(page, "place:0,-1").focus()
    page.keyboard.press("ArrowRight")
    expect(thing(page, "place:1,-1")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("R")
    becomes(page, "tile 40 1,-1 r3")
    page.keyboard.press("Enter")
    expect(page.locator('.laid:not(.ghostly) [data-thing="tile:1,-1"]')).to_have_count(1)
    assert played(ann)[0] == "tile 40 1,-1 r3"


# === ACTIONS ===


def test_a_swap_on_the_board(start: Begin) -> None:
    """Two tiles, each turned as wished; before the second the first can be let go."""
    ann = start("16 0,0; 5 1,0; 3 2,0", ["20 40 41"], phase="swap")
    page = ann.page
    thing(page, "tile:0,0").click()
    page.get_by_role("button", name="Back").click()
    thing(page, "tile:1,0").click()
    thing(page, "tile:2,0").click()
    becomes(page, "swap 1,0 2,0")
    expect(page.locator(".laid.ghostly")).to_have_count(2)
    page.locator(".gg-does .go").click()
    becomes(page, "spin r0")
    page.locator(".gg-does .turns").click()
    becomes(page, "spin r1")
    page.locator(".gg-does .go").click()
    becomes(page, "spin r0")
    assert played(ann) == ["swap 1,0 2,0", "spin r1"]


def test_a_house_snaps_to_windows(start: Begin) -> None:
    ann = start("16 0,0; 5 1,0; 3 2,0", ["20 40 41"])
    page = ann.page
    edge, (x, y, scale) = page.locator(".gg-yard").bounding_box() or {}, camera(page)
    page.mouse.move(*middle(thing(page, "house:orange")))
    page.mouse.down()
    page.mouse.move(
        edge["x"] + x + 208 * scale, edge["y"] + y + 61 * scale, steps=6
    )  # near the middle of 3,0 to 4,1
    becomes(page, "house orange 3,0")
    expect(page.locator(".standing.ghostly")).to_have_attribute("transform", "translate(150 0)")
    page.mouse.up()
    becomes(page, "house orange 3,0")
    assert not played(ann)


# === LOOKING ===


def test_the_board_pans_pinches_and_zooms(start: Begin) -> None:
    ann = start(every_tile()[:40], ["55 56 57"], size=PHONE)
    page, fingers, yard = ann.page, Fingers(ann), ann.page.locator(".gg-yard")
    x0, y0, scale = camera(page)
    centre = middle(yard)
    fingers.move((centre, (centre[0] + 60, centre[1] - 40)))
    x, y, now = camera(page)
    assert (round(x - x0), round(y - y0), now) == (60, -40, scale)
    fingers.move(
        *[
            ((centre[0] + side * 40, centre[1]), (centre[0] + side * 100, centre[1]))
            for side in (-1, 1)
        ]
    )
    assert camera(page)[2] == pytest.approx(2.5 * scale, rel=0.05)
    box = yard.bounding_box() or {}
    held = [
        (middle_x - at) / size
        for middle_x, at, size in (
            (centre[0] - box["x"], x, now),
            (centre[0] - box["x"], camera(page)[0], camera(page)[2]),
        )
    ]
    assert held[0] == pytest.approx(held[1], abs=6)  # what lay between the fingers still does
    assert not page.locator(".gg .chosen").count(), "looking around touches nothing"
    for press, way in (("+", 1), ("-", -1)):
        before = camera(page)[2]
        thing(page, "hand:55").press(press)
        assert math.copysign(1, camera(page)[2] - before) == way
    page.mouse.move(*centre)
    before = camera(page)[2]
    page.mouse.wheel(0, -200)
    page.wait_for_function(
        "was => !document.querySelector('.gg-paper').style.transform.includes(`scale(${was})`)",
        arg=before,
    )
    assert camera(page)[2] > before
    page.get_by_role("button", name="See everything").tap()
    assert camera(page) == pytest.approx((x0, y0, scale), abs=0.01)


@pytest.mark.parametrize("colour", ["white", "blue"])
def test_what_counts_is_lit_up(start: Begin, colour: str) -> None:
    scene: Any = {
        "board": "0 0,0; 8 1,0; 3 2,0",
        "hands": ["20 40 41"],
        "placed": [kids(4, 0)],
        "stack": 0,
        "final": 2,
    }
    page, view = start(**scene).page, table(**scene).view(0)
    chip = page.get_by_role(
        "button", name=re.compile(f"^{colour} scores {view['scores'][colour]}:")
    )
    chip.click()
    assert view["sections"][colour]
    expect(page.locator(".section.lit .glow")).to_have_count(len(view["sections"][colour]))
    chip.click()
    expect(page.locator(".section.lit")).to_have_count(0)
    expect(page.locator(".gg-final")).to_have_text("Final turns: 2 to go")
    expect(page.locator(".gg-stack b")).to_have_text("0")


# === WHY NOT ===


@pytest.mark.parametrize(
    ("touched", "rule"),
    [("kind:kids", "GG 3.4"), ("tile:0,0", "GG 3.4")],
)
def test_what_cannot_be_touched_says_why(start: Begin, touched: str, rule: str) -> None:
    ann = start()
    page = ann.page
    thing(page, touched).click()
    page.locator(".toast a.rule", has_text=rule).click()
    assert page.locator(".beside .wanted").get_attribute("id") == rule.replace(" ", "-")
    assert not played(ann)


# === SMOOTHNESS ===

SLOWER = 4  # a phone's processor beside this one
TURNS, STEPS = 5, 20  # a figure is danced so often, with so many movements
MOST_WORK = 6.0  # ms of script, style and layout a frame: over a third of a frame it would be felt; it takes about one


WATCH_LAYER = """() => {
  window.layers = [];
  const paper = document.querySelector(".gg-paper");
  new MutationObserver(() => window.layers.push(paper.style.willChange)).observe(paper, { attributes: true, attributeFilter: ["style"] });
}"""

COUNT_CHANGES = """() => {
  window.changes = 0;
  const picture = document.querySelector(".gg-paper svg"), everything = { subtree: true, childList: true, attributes: true };
  new MutationObserver((found) => { window.changes += found.length; }).observe(picture, everything);
}"""


def test_all_tiles_on_a_phone_move_smoothly(start: Begin) -> None:
    """58 tiles, all of them offered, moved by one and by two fingers. Frames of a busy machine come late whatever the page does, so what
    counts is the work a frame takes in the middle one of several turns, that no layout is made, and that nothing in the picture changes
    while it is moved."""
    ann = start(
        every_tile(),
        ["", ""],
        size=PHONE,
        stack=0,
        final=1,
        phase="swap",
        placed=[kids(3, 3)],
        houses={"white": [0, 0], "blue": [9, 8]},
    )
    page, fingers = ann.page, Fingers(ann)
    expect(page.locator(".laid")).to_have_count(58)
    page.wait_for_timeout(400)
    page.evaluate(COUNT_CHANGES)
    x, y = middle(page.locator(".gg-yard"))
    figures: dict[str, Callable[[float], list[tuple[float, float]]]] = {
        "pan": lambda now: [circle((x, y), 60, now)],
        "pinch": lambda now: [(x + side * (50 + 25 * math.sin(2 * now)), y) for side in (-1, 1)],
    }
    for name, figure in figures.items():
        turns = []
        for _ in range(TURNS):
            before = camera(page)
            with fingers.watched(SLOWER) as smooth:
                fingers.dance(STEPS, figure)
            turns.append(smooth)
            print(f"{name}: {smooth}")
            assert camera(page) != before
            assert smooth.layouts <= 2, f"{name}: {smooth.layouts} layouts"
        assert statistics.median(smooth.work for smooth in turns) < MOST_WORK, (
            f"{name}: {'; '.join(map(str, turns))}"
        )
    assert page.evaluate("window.changes") == 0, "tiles were drawn again"
    page.evaluate(WATCH_LAYER)
    fingers.move(((x, y), (x + 40, y)))
    page.wait_for_function(
        "() => window.layers.includes('transform')"
    )  # what moves is a layer of its own
    page.wait_for_function(
        "() => document.querySelector('.gg-paper').style.willChange === ''"
    )  # and is sharp again when it rests
