"""Lost connections, pages that are loaded again, and several pages of one guest."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from spookhouse.kernel.contract import Json
from support.browser import BrowserGuest, NewGuest
from support.secrets import Shown, check_nothing_hidden_received, views_by_version
from support.servers import Server, reserved_port, served

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("client-1")]

# What a page shows of a table: players, board and moves.
SHOWN = """() => [".players", "[data-board]", ".all-moves [data-move]"].map((selector) =>
  [...document.querySelectorAll(selector)].map((each) => each.dataset.move ?? each.innerText))"""

# Let a test close the connection of a page, and keep the page from opening another one.
CONTROL_CONNECTIONS = """
  window.isUnreachable = false;
  window.WebSocket = class extends WebSocket {
    constructor(address) {
      super(window.isUnreachable ? address + "-unreachable" : address);
      window.connection = this;
    }
  };
"""
DISCONNECT = "() => { window.isUnreachable = true; window.connection.close(); }"
RECONNECT = "() => { window.isUnreachable = false; }"


def start_duel(
    new_guest: NewGuest, server: Server | None = None
) -> tuple[BrowserGuest, BrowserGuest]:
    """Start a game of Ghooost! between two guests."""
    ann, bob = new_guest(server=server), new_guest(server=server)
    ann.context.add_init_script(CONTROL_CONNECTIONS)
    table = ann.open_table("Ghooost!", players=2)
    ann.sit(1)
    bob.go(f"/t/{table}").sit(2)
    ann.start()
    bob.wait_for_board()
    return ann, bob


def wait_for_turn(*guests: BrowserGuest) -> BrowserGuest:
    """Wait until a page lists moves, and return its guest."""
    for _ in range(200):
        for each in guests:
            if each.page.locator(".all-moves [data-move]").count():
                return each
        guests[0].page.wait_for_timeout(25)
    raise AssertionError("no page lists moves")


def play_first_move(*guests: BrowserGuest) -> None:
    """Make the first listed move of the guest whose turn it is, and wait for its effect."""
    mover = wait_for_turn(*guests)
    before = newest(mover)[0]
    mover.play(mover.wait_for_moves()[0])
    wait_for_version(mover, before + 1)


def newest(guest: BrowserGuest) -> tuple[int, Shown]:
    """Return the newest version that the page of a guest received, and what it then held."""
    return newest_in(guest.table, guest.received)


def newest_in(table: str, received: list[Json]) -> tuple[int, Shown]:
    """Return the newest version in the messages of a page, and what it then held."""
    shown = views_by_version(table, received)
    return max(shown), shown[max(shown)]


def wait_for_version(guest: BrowserGuest, version: int) -> None:
    """Wait until the page of a guest has received a version."""
    for _ in range(400):
        if newest(guest)[0] >= version:
            return
        guest.page.wait_for_timeout(25)
    raise AssertionError(f"version {version} did not arrive; the newest is {newest(guest)[0]}")


def check_whole_state(guest: BrowserGuest) -> None:
    """Check that a page holds and shows the same as a page that is opened now."""
    page, received = open_fresh_page(guest)
    version, snapshot = newest_in(guest.table, received)
    wait_for_version(guest, version)
    assert newest(guest)[0] == version
    assert newest(guest)[1][:2] == snapshot[:2]
    expected = page.evaluate(SHOWN)
    assert all(expected[:2]), "the page shows no players or no board"
    guest.page.wait_for_function(
        f"expected => JSON.stringify(({SHOWN})()) === JSON.stringify(expected)", arg=expected
    )
    page.close()


def open_fresh_page(guest: BrowserGuest) -> tuple[Page, list[Json]]:
    """Open the table in another page of the guest, and return all messages that it receives."""
    page = guest.context.new_page()
    received: list[Json] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda text: received.append(json.loads(text))),
    )
    page.goto(guest.page.url)
    page.locator("[data-board]").wait_for()
    page.wait_for_timeout(200)
    return page, received


def test_a_page_loaded_again_in_mid_game(new_guest: NewGuest) -> None:
    ann, bob = start_duel(new_guest)
    for _ in range(6):
        play_first_move(ann, bob)
    log = ann.page.locator(".log li")
    log.first.wait_for()
    bob.page.wait_for_timeout(200)
    before, lines = newest(ann), log.count()
    ann.received.clear()
    ann.page.reload()
    ann.wait_for_board()
    log.first.wait_for()
    assert newest(ann)[0] == before[0]
    assert newest(ann)[1][:2] == before[1][:2]
    assert log.count() == lines
    play_first_move(ann, bob)


def test_a_lost_connection_misses_nothing(new_guest: NewGuest) -> None:
    """Ann's connection is lost while Bob moves and writes; then her page catches up."""
    ann, bob = start_duel(new_guest)
    while wait_for_turn(ann, bob) is not bob:
        play_first_move(ann)
    wait_for_version(ann, newest(bob)[0])
    ann.page.evaluate(DISCONNECT)
    ann.page.locator(".connection-state").wait_for()
    missed_from = newest(ann)[0]
    play_first_move(bob)
    bob.page.get_by_role("button", name="Chat").click()
    bob.page.get_by_role("button", name="Boo!").click()
    wait_for_version(bob, missed_from + 2)
    assert newest(ann)[0] == missed_from
    ann.page.evaluate(RECONNECT)
    ann.page.locator(".connection-state").wait_for(state="detached")
    for each in (ann, bob):
        check_whole_state(each)
    assert newest(ann)[0] >= missed_from + 2
    play_first_move(ann, bob)
    for each in (ann, bob):
        check_whole_state(each)
    ann.forgive("WebSocket connection to", "ERR_CONNECTION")


@pytest.fixture
def port() -> Iterator[int]:
    with reserved_port() as reserved:
        yield reserved


def test_the_server_stops_and_starts_again(new_guest: NewGuest, tmp_path: Path, port: int) -> None:
    database = f"sqlite:///{tmp_path}/spookhouse.db"
    first = Server(database, port=port)
    first.wait_until_ready()
    ann, bob = start_duel(new_guest, first)
    mover = wait_for_turn(ann, bob)
    move, before = mover.wait_for_moves()[0], newest(mover)[0]
    assert first.stop() == 0
    mover.page.locator(".connection-state").wait_for()
    mover.play(move)  # sent when the connection is open again
    second = Server(database, port=port)
    try:
        assert second.url == first.url
        second.wait_until_ready()
        for each in (ann, bob):
            each.page.locator(".connection-state").wait_for(state="detached")
        mover.page.locator(".log li").first.wait_for()
        assert mover.played() == [move]
        wait_for_version(mover, before + 1)
        for each in (ann, bob):
            check_whole_state(each)
        play_first_move(ann, bob)
        for each in (ann, bob):
            check_whole_state(each)
            # Browsers report lost connections as errors.
            each.forgive("WebSocket connection to", "ERR_CONNECTION")
            each.page.close()
    finally:
        second.stop()


def test_a_page_repeats_its_first_request_if_it_fails(new_guest: NewGuest) -> None:
    ann = new_guest()
    failed: list[str] = []

    def refuse(route: Route) -> None:
        if len(failed) == 2:
            route.continue_()
        else:
            failed.append(route.request.url)
            answer = {"ok": False, "code": "house/trouble", "message": "try again"}
            route.fulfill(status=503, json=answer)

    ann.page.route("**/api/me", refuse)
    page = ann.go("/").page
    page.locator(".connection-state").wait_for()
    expect(page.locator(".top .me")).to_contain_text("Guest")
    page.locator(".connection-state").wait_for(state="detached")
    assert ann.set_name("Ann").page.locator(".top .me").inner_text().endswith("Ann")
    assert len(failed) == 2
    ann.forgive("503")


def test_a_slow_page_shows_that_it_is_loading(new_guest: NewGuest) -> None:
    ann = new_guest()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page = ann.go("/").page
    page.route("**/pages/settings.js", hold)
    page.locator(".top .me").click()
    page.locator("dialog").get_by_role("link", name="Settings").click()
    page.get_by_text("The door creaks open…").wait_for()
    held[0].continue_()
    page.get_by_label("Sound").wait_for()
    expect(page.get_by_text("The door creaks open…")).to_have_count(0)


class AbortFirst:
    """A route that aborts the first request and lets all others pass."""

    def __init__(self) -> None:
        self.aborted = 0
        self.passed = 0

    def __call__(self, route: Route) -> None:
        """Abort a request, or let it pass."""
        if self.aborted:
            self.passed += 1
            route.continue_()
        else:
            self.aborted += 1
            route.abort()


def test_a_page_is_loaded_again_if_its_file_failed(new_guest: NewGuest) -> None:
    ann, abort_first = new_guest(), AbortFirst()
    page = ann.go("/").page
    page.route("**/pages/settings.js", abort_first)
    page.locator(".top .me").click()
    page.locator("dialog").get_by_role("link", name="Settings").click()
    page.get_by_label("Sound").wait_for()
    assert abort_first.aborted == 1
    assert abort_first.passed >= 1
    ann.forgive("settings.js", "ERR_FAILED")


ARRIVED = """file => performance.getEntriesByType("resource")
  .some((each) => each.name.endsWith(file) && each.responseStatus === 200)"""
FIRST_FILES = [
    "app.js",
    "net/connection.js",
    "vendor/preact.js",
    "style/base.css",
    "games/ghooost/index.js",
    "games/ghooost/board.css",
]


@pytest.mark.parametrize("file", FIRST_FILES)
def test_the_app_is_loaded_again_if_one_of_its_files_failed(new_guest: NewGuest, file: str) -> None:
    """The app itself, a module or style that it needs, or a board that is loaded later."""
    ann, abort_first = new_guest(), AbortFirst()
    ann.page.route(f"**/{file}", abort_first)
    page = ann.go("/").page
    expect(page.locator(".top .me")).to_contain_text("Guest")
    page.get_by_role("button", name="Open a table of Ghooost!").wait_for()
    page.wait_for_function(ARRIVED, arg=file)
    assert abort_first.aborted == 1
    ann.forgive(file, "ERR_FAILED")


def test_a_page_gives_up_after_several_attempts(new_guest: NewGuest) -> None:
    ann = new_guest()
    ann.page.route("**/net/connection.js", lambda route: route.abort())
    ann.context.add_init_script(
        "window.setTimeout = ((wait) => (what, ms) => wait(what, ms / 20))(window.setTimeout)"
    )
    loads: list[str] = []
    ann.page.on("domcontentloaded", lambda page: loads.append(page.url))
    ann.go("/").page.get_by_text("The door stays shut").wait_for()
    ann.page.wait_for_timeout(500)
    assert len(loads) == 7  # the first attempt and six more
    ann.forgive("connection.js", "ERR_FAILED")


def test_answers_do_not_replace_a_name_that_is_being_typed(new_guest: NewGuest) -> None:
    ann = new_guest()
    held: list[Route] = []

    def hold_question(route: Route) -> None:
        if route.request.method == "GET":
            held.append(route)
        else:
            route.continue_()

    ann.page.route("**/api/me", hold_question)
    page = ann.go("/").page
    page.locator(".top .me").click()
    page.locator("dialog input[name=name]").fill("Ann")
    held[0].continue_()
    expect(page.locator(".top .me")).to_contain_text("Guest")
    expect(page.locator("dialog input[name=name]")).to_have_value("Ann")
    page.locator("dialog .name-field button").click()
    expect(page.locator(".top .me")).to_contain_text("Ann")


class LoseAnswer:
    """A WebSocket that breaks before the page receives the answer to its first chat message."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.lost: list[str] = []

    def __call__(self, connection: WebSocketRoute) -> None:
        """Pass messages on, but break instead of passing on the answer."""
        server = connection.connect_to_server()

        def on_request(message: str | bytes) -> None:
            server.send(message)
            if '"do":"say"' in str(message):
                self.said.append(str(message))

        def on_answer(message: str | bytes) -> None:
            if self.said and not self.lost and '"re"' in str(message):
                self.lost.append(str(message))
                connection.close(code=1011)
            else:
                connection.send(message)

        connection.on_message(on_request)
        server.on_message(on_answer)


def test_a_command_whose_answer_is_lost_is_carried_out_once(new_guest: NewGuest) -> None:
    """The page sends the command again with the same key."""
    ann, bob, lose_answer = new_guest(), new_guest(), LoseAnswer()
    ann.page.route_web_socket("**/ws", lose_answer)
    table = ann.open_table("Ghooost!", players=2)
    ann.sit(1)
    bob.go(f"/t/{table}").sit(2)
    ann.page.get_by_role("button", name="Chat").click()
    ann.page.get_by_label("Say something").fill("Boo, once")
    ann.page.get_by_role("button", name="Send").click()
    for _ in range(100):
        if len(lose_answer.said) == 2:
            break
        ann.page.wait_for_timeout(100)
    first, *again = lose_answer.said
    assert again == [first], "not the same message with the same key"
    assert len(lose_answer.lost) == 1
    expect(ann.page.locator(".connection-state")).to_have_count(0)
    bob.page.get_by_role("button", name="Chat").click()
    for each in (ann, bob):
        each.page.locator(".messages li", has_text="Boo, once").wait_for()
    bob.page.wait_for_timeout(300)
    for each in (ann, bob):
        expect(each.page.locator(".messages li")).to_have_count(1)


def test_two_tabs_of_one_guest(new_guest: NewGuest) -> None:
    ann, bob = start_duel(new_guest)
    second = ann.context.new_page()
    second.goto(ann.page.url)
    second.locator("[data-board]").wait_for()
    for _ in range(4):
        play_first_move(ann, bob)
        wait_for_version(ann, newest(bob)[0])
    wait_for_turn(ann, bob)
    second.wait_for_function(
        f"expected => JSON.stringify(({SHOWN})()) === JSON.stringify(expected)",
        arg=ann.page.evaluate(SHOWN),
    )
    check_whole_state(ann)
    second.close()


@pytest.mark.parametrize("late", [False, True])
def test_several_seats_on_one_device(new_guest: NewGuest, late: bool) -> None:
    """Between turns a screen covers the page, and the page contains nothing of a hand.

    The cover opens even if messages of the next seat are still on their way.
    """
    ann = new_guest(late=late)
    ann.open_table("Ghooost!", players=3, dawn=3)
    ann.sit(1).sit(2).sit(3)
    ann.page.get_by_role("button", name="Start the game").click()
    ann.wait_for_board()
    opened: list[int] = []
    for _ in range(6):
        if ann.page.locator(".result").count():
            break
        cover = ann.page.locator(".pass-screen")
        cover.or_(ann.page.locator(".all-moves [data-move]").first).first.wait_for(state="attached")
        if cover.count():
            behind = ann.page.locator("[data-board] > :not(.pass-screen, .bubbles), [data-move]")
            assert behind.count() == 0
            number = int(cover.locator("h2").inner_text().rsplit(" ", 1)[1])
            cover.locator("button").click()
            ann.wait_for_moves()
            games = [message["game"] for message in ann.received if message.get("game")]
            assert games[-1].get("all", games[-1])["seat"] == number - 1
            opened.append(number)
        ann.play(ann.wait_for_moves()[0])
        ann.page.wait_for_timeout(100)
    assert len(set(opened)) >= 2, f"only the seats {opened} were covered"
    ann.start_autopilot(5).wait_for_result()


def test_a_spectator_sees_the_game_and_no_hand(new_guest: NewGuest, database: Path) -> None:
    ann, bob = start_duel(new_guest)
    eve = new_guest().go(f"/t/{ann.table}").wait_for_board()
    eve.page.get_by_text("You are watching.").wait_for()
    for _ in range(8):
        play_first_move(ann, bob)
    eve.page.locator(".log li").first.wait_for()
    wait_for_version(eve, max(newest(ann)[0], newest(bob)[0]))
    assert eve.page.locator(".all-moves, [data-move]").count() == 0
    check_nothing_hidden_received(database, ann.table, None, eve.received)
    assert newest(eve)[1].game is not None
    eve.page.get_by_role("button", name="Chat").click()
    eve.page.get_by_text("Only who sits at the table may speak.").wait_for()


def test_a_table_without_spectators_is_closed(new_guest: NewGuest) -> None:
    ann = new_guest().go("/")
    ann.page.get_by_role("button", name="Open a table of Ghooost!").click()
    ann.page.get_by_label("Spectators welcome").uncheck()
    ann.page.get_by_role("button", name="Open the table").click()
    ann.page.locator(".lobby").wait_for()
    ann.sit(1).fill_with_bots().start()
    eve = new_guest().go(f"/t/{ann.table}")
    eve.page.get_by_role("heading", name="A closed round").wait_for()


def test_a_page_says_that_too_many_are_open(new_guest: NewGuest, tmp_path: Path) -> None:
    """It works as soon as another page is closed."""
    with served(f"sqlite:///{tmp_path}/spookhouse.db", connections_per_guest=1) as server:
        ann = new_guest(server=server).go("/")
        ann.page.get_by_role("button", name="Open a table of Ghooost!").wait_for()
        second = ann.new_tab()
        second.goto(server.url)
        state = second.locator(".connection-state")
        expect(state).to_contain_text("Too many pages of the house are open at once.")
        expect(state.get_by_role("button", name="Load again")).to_be_visible()
        # Every further attempt is refused as well, and the message stays.
        for _ in range(10):
            second.wait_for_timeout(100)
            assert state.count() == 1
        ann.page.close()
        expect(state).to_have_count(0)
        second.get_by_role("button", name="Open a table of Ghooost!").click()
        second.get_by_role("button", name="Open the table").click()
        second.locator(".lobby").wait_for()
        second.close()


def test_a_page_says_that_the_cookie_is_lost(new_guest: NewGuest) -> None:
    ann = new_guest()
    ann.context.add_init_script(CONTROL_CONNECTIONS)
    page = ann.go("/").page
    expect(page.locator(".top .me")).to_contain_text("Guest")
    ann.context.clear_cookies()
    page.evaluate("() => window.connection.close()")
    state = page.locator(".connection-state")
    expect(state).to_contain_text("Your cookie is lost")
    page.wait_for_timeout(500)
    state.get_by_role("button", name="Load again").click()
    expect(state).to_have_count(0)
    expect(page.locator(".top .me")).to_contain_text("Guest")
    assert [cookie["name"] for cookie in ann.context.cookies()] == ["spookhouse"]
    ann.forgive("401", "WebSocket")
