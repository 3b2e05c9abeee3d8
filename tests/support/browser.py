"""A real browser at the house: guests who click, type and touch, and everything that their pages received."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Page,
    Request,
    Response,
    WebSocket,
    sync_playwright,
)

from support.servers import Server

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
]
WIDE, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}

# A page on a bad day (SLOW_PAGES=1): who asserts what is not there yet, instead of waiting for it, fails every time.
SLOW = bool(os.environ.get("SLOW_PAGES"))
SLOW_LINE = {
    "offline": False,
    "latency": 250,
    "downloadThroughput": 400_000,
    "uploadThroughput": 400_000,
}  # ms, bytes a second
LATE_WORDS = """const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
Object.defineProperty(WebSocket.prototype, "onmessage", { set(told) { set.call(this, (event) => setTimeout(() => told(event), 60)); } });"""
PATIENCE = 200_000 if SLOW else 25_000  # ms

# Nothing is held in view; pages of the browser's own have no storage.
QUICK = """try { localStorage.getItem("settings") ?? localStorage.setItem("settings", '{"pace": "quick"}'); } catch {}"""

AUTOPILOT = """(seed) => {
  const random = () => (seed = (seed * 16807 + 11) % 2147483647) / 2147483647;
  clearInterval(window.pilot);
  window.made = 0;
  window.pilot = setInterval(() => {
    document.querySelector(".curtain button")?.click();
    const list = document.querySelector(".all-moves");
    if (!list) return;
    list.open = true;
    const moves = [...list.querySelectorAll("[data-move]")];
    if (!moves.length) return;
    moves[Math.floor(random() * moves.length)].click();
    window.made++;
  }, 10);
}"""


def chromium() -> str:
    """Where the browser is. Without one these tests are left out at home, and fail where nothing may be left out."""
    found = next(
        (path for name in NAMES if (path := shutil.which(name))),
        os.environ.get("SPOOKHOUSE_CHROMIUM", ""),
    )
    if found:
        return found
    reason = (
        f"no browser: none of {', '.join(NAMES)} is installed, and SPOOKHOUSE_CHROMIUM names none"
    )
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@contextmanager
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield made
        made.close()


class Guest:
    """One person's browser: a context of its own, one page, and all that it was sent."""

    def __init__(
        self,
        browser: Browser,
        server: Server,
        size: dict[str, int] = WIDE,
        *,
        motion: bool = False,
        touch: bool = False,
        late: bool = SLOW,
    ) -> None:
        self.server = server
        self.context: BrowserContext = browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=touch,
            is_mobile=touch,
        )
        self.context.set_default_timeout(PATIENCE)
        if late:
            self.context.add_init_script(LATE_WORDS)
        if not motion:
            self.context.add_init_script(QUICK)
        self.received: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.problems: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        page = self.context.new_page()
        page.on("console", lambda message: self.problems.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("requestfailed", self.miss)
        page.on("response", self.look_at)
        page.on("websocket", self.listen)
        if SLOW:
            devtools = self.context.new_cdp_session(page)
            devtools.send("Network.enable")
            devtools.send("Network.emulateNetworkConditions", SLOW_LINE)
        return page

    def miss(self, request: Request) -> None:
        """Who leaves a page does not wait for what it was still asking for; nothing else may fail."""
        if request.failure != "net::ERR_ABORTED":
            self.problems.append(f"failed: {request.url} {request.failure}")

    def look_at(self, response: Response) -> None:
        if response.status >= 400:
            self.problems.append(f"{response.status}: {response.url}")

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.received.append(json.loads(text)))
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))

    def go(self, path: str) -> "Guest":
        self.page.goto(self.server.url + path if path.startswith("/") else path)
        return self

    @property
    def table(self) -> str:
        return self.page.url.rsplit("/", 1)[1]

    # === AT THE DOOR AND AT THE TABLE ===

    def call(self, name: str) -> "Guest":
        """Take a name, through the strip on top."""
        self.page.locator(".top .me").click()
        self.page.locator("dialog input[name=name]").fill(name)
        self.page.locator("dialog .name-field button").click()
        self.page.locator("dialog").wait_for(state="detached")
        return self

    def open_table(self, title: str, **options: Any) -> str:
        """Through the dialog at the door: a table of that title with these options; switches by their words."""
        page = self.go("/").page
        page.get_by_role("button", name=f"Open a table of {title}").click()
        for name, value in options.items():
            field = page.locator(f"#option-{name}")
            if field.count():
                field.fill(str(value))
            else:
                page.get_by_role("group", name=name.capitalize()).get_by_role(
                    "radio", name=str(value), exact=True
                ).check()
        page.get_by_role("button", name="Open the table").click()
        page.locator(".lobby").wait_for()
        return self.table

    def sit(self, number: int) -> "Guest":
        self.page.get_by_role("button", name=f"Sit at seat {number}").click()
        self.page.locator(f'[data-seat-row="{number - 1}"].person').wait_for()
        return self

    def fill_with_bots(self) -> "Guest":
        self.page.get_by_role("button", name="Bots for the rest").click()
        self.page.get_by_role("button", name="Start the game").wait_for()
        return self

    def start(self) -> "Guest":
        self.page.get_by_role("button", name="Start the game").click()
        return self.at_the_board()

    def at_the_board(self) -> "Guest":
        self.page.locator("[data-board]").wait_for()
        return self

    # === PLAYING ===

    def pilot(self, seed: int) -> "Guest":
        """Let the page's own buttons be pressed by themselves, at random, from now on."""
        self.page.evaluate(AUTOPILOT, seed)
        return self

    def rest(self) -> int:
        """Stop that; how many were pressed."""
        return int(
            self.page.evaluate("() => { clearInterval(window.pilot); return window.made ?? 0; }")
        )

    def until_over(self) -> "Guest":
        self.page.locator(".result").wait_for(
            timeout=4 * PATIENCE
        )  # a whole game is a lot of work for a browser
        return self

    def until_owing(self) -> list[str]:
        """Wait for a decision; the moves of the list."""
        self.page.locator(".all-moves [data-move]").first.wait_for(state="attached")
        return [
            str(move)
            for move in self.page.locator(".all-moves [data-move]").evaluate_all(
                "found => found.map(each => each.dataset.move)"
            )
        ]

    def open_list(self) -> "Guest":
        """The list of all moves; boards of their own keep it closed."""
        self.page.evaluate("() => { document.querySelector('.all-moves').open = true; }")
        return self

    def play(self, move: str) -> None:
        """One move, by its button in the list of all moves."""
        self.open_list().page.locator(f'.all-moves [data-move="{move}"]').click()

    def describe(self) -> str:
        """What the page shows, for a report."""
        try:
            words = self.page.locator("body").inner_text(timeout=1000)[:600]
        except Error as error:
            words = f"(the page does not answer: {error.message[:100]})"
        return f"{self.page.url}\n{words}\n{self.problems}\n{[json.dumps(each)[:200] for each in self.received[-4:]]}"

    def close(self) -> None:
        """Nothing may have gone wrong in the page, seen or unseen."""
        self.context.close()
        assert not self.problems, self.problems
