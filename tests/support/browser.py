"""Guests who click, type and touch in a real browser, and all messages of their pages."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    Response,
    ViewportSize,
    WebSocket,
    sync_playwright,
)

from spookhouse.kernel.contract import Json
from support.servers import Server

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
]
WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}

# With SLOW_PAGES=1 answers arrive late, and a test that does not wait for what it asserts fails.
SLOW = bool(os.environ.get("SLOW_PAGES"))
SLOW_NETWORK = {
    "offline": False,
    "latency": 250,  # ms
    "downloadThroughput": 400_000,  # bytes per second
    "uploadThroughput": 400_000,
}
DELAY_MESSAGES = """
  const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
  Object.defineProperty(WebSocket.prototype, "onmessage", {
    set(receive) { set.call(this, (event) => setTimeout(() => receive(event), 60)); },
  });
"""
TIMEOUT = 200_000 if SLOW else 25_000  # ms

# Show events without pauses. Pages of the browser itself have no storage.
SET_QUICK_PACE = """
  try {
    localStorage.getItem("settings") ?? localStorage.setItem("settings", '{"pace": "quick"}');
  } catch {}
"""

AUTOPILOT = """(seed) => {
  const random = () => (seed = (seed * 16807 + 11) % 2147483647) / 2147483647;
  clearInterval(window.pilot);
  window.made = 0;
  window.pilot = setInterval(() => {
    document.querySelector(".pass-screen button")?.click();
    const list = document.querySelector(".all-moves");
    if (!list) return;
    list.open = true;
    const moves = [...list.querySelectorAll("[data-move]")];
    if (!moves.length) return;
    moves[Math.floor(random() * moves.length)].click();
    window.made++;
  }, 10);
}"""


def find_chromium() -> str:
    """Return the path of the browser.

    Without one the test is skipped, or fails where `CI` is set.
    """
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
def launched_browser() -> Iterator[Browser]:
    """Yield a browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield browser
        browser.close()


class BrowserGuest:
    """A guest with a browser context, which holds the cookie, and one page.

    All messages of the page's WebSocket are kept, and everything that went wrong in the page.
    """

    def __init__(
        self,
        browser: Browser,
        server: Server,
        size: ViewportSize = WIDE,
        *,
        motion: bool = False,
        touch: bool = False,
        late: bool = SLOW,
    ) -> None:
        self.server = server
        self.context: BrowserContext = browser.new_context(
            viewport=size,
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=touch,
            is_mobile=touch,
        )
        self.context.set_default_timeout(TIMEOUT)
        if late:
            self.context.add_init_script(DELAY_MESSAGES)
        if not motion:
            self.context.add_init_script(SET_QUICK_PACE)
        self.received: list[Json] = []
        self.sent: list[Json] = []
        self.problems: list[str] = []
        self.page = self.new_tab()

    def new_tab(self) -> Page:
        """Open another page with the same cookie."""
        page = self.context.new_page()
        page.on("console", self.on_console)
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("requestfailed", self.on_failed_request)
        page.on("response", self.on_response)
        page.on("websocket", self.on_websocket)
        if SLOW:
            devtools = self.context.new_cdp_session(page)
            devtools.send("Network.enable")
            devtools.send("Network.emulateNetworkConditions", SLOW_NETWORK)
        return page

    def on_console(self, message: ConsoleMessage) -> None:
        """Note every message on the console as a problem."""
        self.problems.append(f"console: {message.text}")

    def on_failed_request(self, request: Request) -> None:
        """Note a failed request, unless the guest left the page before the answer."""
        if request.failure != "net::ERR_ABORTED":
            self.problems.append(f"failed: {request.url} {request.failure}")

    def on_response(self, response: Response) -> None:
        """Note a response with an error status."""
        if response.status >= 400:
            self.problems.append(f"{response.status}: {response.url}")

    def on_websocket(self, socket: WebSocket) -> None:
        """Keep all messages of a WebSocket."""
        socket.on("framereceived", lambda text: self.received.append(json.loads(text)))
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))

    def forgive(self, *words: str) -> None:
        """Drop the problems that contain one of these words, because the test caused them."""
        self.problems[:] = [
            problem for problem in self.problems if not any(word in problem for word in words)
        ]

    def go(self, path: str) -> "BrowserGuest":
        """Open a path of the server, or a whole address."""
        self.page.goto(self.server.url + path if path.startswith("/") else path)
        return self

    @property
    def table(self) -> str:
        """The name of the table in the address."""
        return self.page.url.rsplit("/", 1)[1]

    # === BEFORE THE GAME ===

    def set_name(self, name: str) -> "BrowserGuest":
        """Enter a name in the dialog of the header."""
        self.page.locator(".top .me").click()
        self.page.locator("dialog input[name=name]").fill(name)
        self.page.locator("dialog .name-field button").click()
        self.page.locator("dialog").wait_for(state="detached")
        return self

    def open_table(self, title: str, **options: object) -> str:
        """Open a table with the dialog on the home page, and return its name.

        The values of options that are radio buttons are their labels.
        """
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

    def sit(self, number: int) -> "BrowserGuest":
        """Sit down; seats are numbered from 1, as on the page."""
        self.page.get_by_role("button", name=f"Sit at seat {number}").click()
        self.page.locator(f'[data-seat-row="{number - 1}"].person').wait_for()
        return self

    def fill_with_bots(self) -> "BrowserGuest":
        """Seat bots in all open seats."""
        self.page.get_by_role("button", name="Bots for the rest").click()
        self.page.get_by_role("button", name="Start the game").wait_for()
        return self

    def start(self) -> "BrowserGuest":
        """Start the game."""
        self.page.get_by_role("button", name="Start the game").click()
        return self.wait_for_board()

    # === PLAYING ===

    def wait_for_board(self) -> "BrowserGuest":
        """Wait until the page shows the board."""
        self.page.locator("[data-board]").wait_for()
        return self

    def wait_for_moves(self) -> list[str]:
        """Wait until the guest owes a decision, and return the moves that the list shows."""
        self.page.locator(".all-moves [data-move]").first.wait_for(state="attached")
        return [
            str(move)
            for move in self.page.locator(".all-moves [data-move]").evaluate_all(
                "found => found.map(each => each.dataset.move)"
            )
        ]

    def wait_for_result(self) -> "BrowserGuest":
        """Wait until the game is over; a whole game takes a browser long."""
        self.page.locator(".result").wait_for(timeout=4 * TIMEOUT)
        return self

    def open_move_list(self) -> "BrowserGuest":
        """Open the list of all moves, which is closed below boards with buttons of their own."""
        self.page.evaluate("() => { document.querySelector('.all-moves').open = true; }")
        return self

    def play(self, move: str) -> None:
        """Make a move with its button in the list of all moves."""
        self.open_move_list().page.locator(f'.all-moves [data-move="{move}"]').click()

    def played(self) -> list[str]:
        """Return the moves that the page has sent."""
        commands = (message.get("command", {}) for message in self.sent)
        return [command["move"] for command in commands if command.get("do") == "move"]

    def start_autopilot(self, seed: int) -> "BrowserGuest":
        """Press random buttons of the list of all moves from now on."""
        self.page.evaluate(AUTOPILOT, seed)
        return self

    def stop_autopilot(self) -> int:
        """Stop pressing buttons, and return how many were pressed."""
        return int(
            self.page.evaluate("() => { clearInterval(window.pilot); return window.made ?? 0; }")
        )

    def describe(self) -> str:
        """Return what the page shows, for the report of a failed test."""
        try:
            text = self.page.locator("body").inner_text(timeout=1000)[:600]
        except Error as error:
            text = f"(the page does not answer: {error.message[:100]})"
        received = [json.dumps(each)[:200] for each in self.received[-4:]]
        return f"{self.page.url}\n{text}\n{self.problems}\n{received}"

    def close(self) -> None:
        """Close the browser context, and fail if anything went wrong in its pages."""
        self.context.close()
        assert not self.problems, self.problems


class NewGuest(Protocol):
    """Opens a browser for another guest; the type of a fixture."""

    def __call__(
        self,
        *,
        server: Server | None = None,
        size: ViewportSize = WIDE,
        motion: bool = False,
        touch: bool = False,
        late: bool = SLOW,
    ) -> BrowserGuest:
        """Return a new guest; `late` slows the network down."""
        ...
