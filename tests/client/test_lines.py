"""Lines that break, pages that are loaded again, more than one page of a person."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

from support.browser import Guest
from support.secrets import views_by_version
from support.servers import Server, held_port

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("client-1")]


def duel(guest: Callable[..., Guest], **wanted: Any) -> tuple[Guest, Guest]:
    """Two people at a table of Ghooost! for two, the game on."""
    ann, bob = guest(**wanted), guest(**wanted)
    table = ann.open_table("Ghooost!", players=2)
    ann.sit(1)
    bob.go(f"/t/{table}").sit(2)
    ann.start()
    bob.at_the_board()
    return ann, bob


def whose(*guests: Guest) -> Guest:
    """Who is to move, as the pages say."""
    for _ in range(200):
        for each in guests:
            if each.page.locator(".all-moves [data-move]").count():
                return each
        guests[0].page.wait_for_timeout(25)
    raise AssertionError("nobody is to move")


def test_a_page_loaded_again_in_mid_game(guest: Callable[..., Guest]) -> None:
    ann, bob = duel(guest)
    for _ in range(6):
        mover = whose(ann, bob)
        mover.play(mover.until_owing()[0])
        mover.page.locator(".all-moves .faint").or_(
            mover.page.locator(".all-moves [data-move]")
        ).first.wait_for(state="attached")
    log = ann.page.locator(".log li")
    log.first.wait_for()
    bob.page.wait_for_timeout(200)
    before, told = views_by_version(ann.table, ann.received), log.count()
    ann.received.clear()
    ann.page.reload()
    ann.at_the_board()
    log.first.wait_for()
    after = views_by_version(ann.table, ann.received)
    assert after[max(after)][:2] == before[max(before)][:2]
    assert log.count() == told
    mover = whose(ann, bob)
    mover.play(mover.until_owing()[0])


@pytest.fixture
def port() -> Iterator[int]:
    with held_port() as held:
        yield held


def test_the_house_goes_down_and_comes_back(
    guest: Callable[..., Guest], tmp_path: Path, port: int
) -> None:
    first = Server(f"sqlite:///{tmp_path}/house.db", port=port)
    first.wait_until_ready()
    ann, bob = duel(guest, server=first)
    mover = whose(ann, bob)
    move = mover.until_owing()[0]
    assert first.stop() == 0
    mover.page.locator(".line-state").wait_for()
    mover.play(move)  # while nobody listens: it is sent when the line is back
    second = Server(f"sqlite:///{tmp_path}/house.db", port=port)
    try:
        assert second.url == first.url
        second.wait_until_ready()
        for each in (ann, bob):
            each.page.locator(".line-state").wait_for(state="detached")
        mover.page.locator(".log li").first.wait_for()
        assert sum(json.dumps(each).count('"do": "move"') for each in mover.sent) >= 1
        other = whose(ann, bob)
        other.play(other.until_owing()[0])
        for each in (ann, bob):  # what a browser says of a line that broke is no fault of the page
            each.problems[:] = [
                problem
                for problem in each.problems
                if "WebSocket connection to" not in problem and "ERR_CONNECTION" not in problem
            ]
            each.page.close()
    finally:
        second.stop()


def test_a_page_whose_first_question_fails_asks_again(guest: Callable[..., Guest]) -> None:
    ann, missed = guest(), []

    def refuse(route: Route) -> None:
        if len(missed) == 2:
            route.continue_()
        else:
            missed.append(route.request.url)
            route.fulfill(
                status=503, json={"ok": False, "code": "house/trouble", "message": "try again"}
            )

    ann.page.route("**/api/me", refuse)
    page = ann.go("/").page
    page.locator(".line-state").wait_for()
    expect(page.locator(".top .me")).to_contain_text("Guest")
    page.locator(".line-state").wait_for(state="detached")
    assert ann.call("Ann").page.locator(".top .me").inner_text().endswith("Ann")
    ann.problems = [each for each in ann.problems if "503" not in each]


def test_a_page_that_takes_its_time_says_so(guest: Callable[..., Guest]) -> None:
    ann = guest()
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page = ann.go("/").page
    page.route("**/pages/settings.js", hold)
    page.locator(".top .me").click()
    page.locator("dialog").get_by_role("link", name="Settings").click()
    page.get_by_text("The door creaks open…").wait_for()
    late[0].continue_()
    page.get_by_label("Sound").wait_for()
    expect(page.get_by_text("The door creaks open…")).to_have_count(0)


def test_a_page_whose_files_did_not_come_is_loaded_again(guest: Callable[..., Guest]) -> None:
    ann, missed = guest(), []
    page = ann.go("/").page
    page.route(
        "**/pages/settings.js",
        lambda route: route.continue_() if missed else (missed.append(route), route.abort()),
    )
    page.locator(".top .me").click()
    page.locator("dialog").get_by_role("link", name="Settings").click()
    page.get_by_label("Sound").wait_for()
    assert len(missed) == 1
    ann.problems = [
        each for each in ann.problems if "settings.js" not in each and "ERR_FAILED" not in each
    ]


CAME = "file => performance.getEntriesByType('resource').some(each => each.name.endsWith(file) && each.responseStatus === 200)"
FIRST_FILES = [
    "app.js",
    "net/connection.js",
    "vendor/preact.js",
    "style/base.css",
    "games/ghooost/index.js",
    "games/ghooost/board.css",
]


@pytest.mark.parametrize("file", FIRST_FILES)
def test_a_page_whose_first_files_did_not_come_is_loaded_again(
    guest: Callable[..., Guest], file: str
) -> None:
    """Whichever it was: the page itself, what it is made of, its style, or a board that is asked for later."""
    ann, missed = guest(), []
    ann.page.route(
        f"**/{file}",
        lambda route: route.continue_() if missed else (missed.append(route), route.abort()),
    )
    page = ann.go("/").page
    expect(page.locator(".top .me")).to_contain_text("Guest")
    page.get_by_role("button", name="Open a table of Ghooost!").wait_for()
    page.wait_for_function(CAME, arg=file)
    assert len(missed) == 1
    ann.problems = [each for each in ann.problems if file not in each and "ERR_FAILED" not in each]


def test_a_file_that_is_held_back_for_good_is_said_so(guest: Callable[..., Guest]) -> None:
    ann = guest()
    ann.page.route("**/net/connection.js", lambda route: route.abort())
    ann.context.add_init_script(
        "window.setTimeout = ((wait) => (what, ms) => wait(what, ms / 20))(window.setTimeout)"
    )
    loads: list[str] = []
    ann.page.on("domcontentloaded", lambda page: loads.append(page.url))
    ann.go("/").page.get_by_text("The door stays shut").wait_for()
    ann.page.wait_for_timeout(500)
    assert len(loads) == 7  # once, and six times by itself
    ann.problems = [
        each for each in ann.problems if "connection.js" not in each and "ERR_FAILED" not in each
    ]


def test_a_name_that_is_being_typed_stays(guest: Callable[..., Guest]) -> None:
    """Whatever the page hears meanwhile: here who this is, which it asked when it was opened."""
    ann, late = guest(), []
    ann.page.route(
        "**/api/me",
        lambda route: late.append(route) if route.request.method == "GET" else route.continue_(),
    )
    page = ann.go("/").page
    page.locator(".top .me").click()
    page.locator("dialog input[name=name]").fill("Ann")
    late[0].continue_()
    expect(page.locator(".top .me")).to_contain_text("Guest")
    expect(page.locator("dialog input[name=name]")).to_have_value("Ann")
    page.locator("dialog .name-field button").click()
    expect(page.locator(".top .me")).to_contain_text("Ann")


def test_a_command_whose_answer_was_lost_is_carried_out_once(guest: Callable[..., Guest]) -> None:
    """The line breaks after the command was carried out and before the answer comes; the page sends it again with the same key."""
    ann, bob = guest(), guest()
    said: list[str] = []
    lost: list[str] = []

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(text: Any) -> None:
            server.send(text)
            if '"do":"say"' in str(text):
                said.append(str(text))

        def answer(text: Any) -> None:
            if said and not lost and '"re"' in str(text):
                lost.append(str(text))
                line.close(code=1011)
            else:
                line.send(text)

        line.on_message(pass_on)
        server.on_message(answer)

    ann.page.route_web_socket("**/ws", between)
    table = ann.open_table("Ghooost!", players=2)
    ann.sit(1)
    bob.go(f"/t/{table}").sit(2)
    ann.page.get_by_role("button", name="Chat").click()
    ann.page.get_by_label("Say something").fill("Boo, once")
    ann.page.get_by_role("button", name="Send").click()
    for _ in range(100):
        if len(said) == 2:
            break
        ann.page.wait_for_timeout(100)
    assert said == [said[0], said[0]], "the same words, with the same key"
    assert len(lost) == 1
    expect(ann.page.locator(".line-state")).to_have_count(0)
    bob.page.get_by_role("button", name="Chat").click()
    for each in (ann, bob):
        each.page.locator(".words li", has_text="Boo, once").wait_for()
    bob.page.wait_for_timeout(300)
    for each in (ann, bob):
        expect(each.page.locator(".words li")).to_have_count(1)


def test_two_tabs_of_one_person(guest: Callable[..., Guest]) -> None:
    ann, bob = duel(guest)
    second = ann.tab()
    second.goto(ann.page.url)
    second.locator("[data-board]").wait_for()
    for _ in range(4):
        mover = whose(ann, bob)
        mover.play(mover.until_owing()[0])
        ann.page.wait_for_timeout(150)
    offered = "() => [...document.querySelectorAll('.people, .all-moves [data-move]')].map(each => each.dataset.move ?? each.innerText)"
    whose(ann, bob)
    second.wait_for_function(
        f"wanted => JSON.stringify(({offered})()) === JSON.stringify(wanted)",
        arg=ann.page.evaluate(offered),
    )
    second.close()


@pytest.mark.parametrize("late", [False, True])
def test_several_seats_on_one_device(guest: Callable[..., Guest], late: bool) -> None:
    """The device is passed round; behind the curtain nothing of a hand is in the page. It opens even if the seat behind it is still on its way."""
    ann = guest(late=late)
    ann.open_table("Ghooost!", players=3, dawn=3)
    ann.sit(1).sit(2).sit(3)
    ann.page.get_by_role("button", name="Start the game").click()
    ann.at_the_board()
    turns = 0
    while ann.page.locator(".result").count() == 0 and turns < 6:
        curtain = ann.page.locator(".curtain")
        curtain.or_(ann.page.locator(".all-moves [data-move]").first).first.wait_for(
            state="attached"
        )
        if curtain.count():
            assert (
                ann.page.locator("[data-board] > :not(.curtain, .bubbles), [data-move]").count()
                == 0
            )
            name = curtain.locator("h2").inner_text()
            curtain.locator("button").click()
            ann.until_owing()
            number = name.rsplit(" ", 1)[1]
            seat = next(message for message in reversed(ann.received) if message.get("game"))[
                "game"
            ]
            assert seat.get("all", seat)["seat"] == int(number) - 1
        ann.play(ann.until_owing()[0])
        turns += 1
        ann.page.wait_for_timeout(100)
    ann.pilot(5).until_over()


def test_a_spectator_sees_the_game_and_no_hand(guest: Callable[..., Guest]) -> None:
    ann, bob = duel(guest)
    eve = guest().go(f"/t/{ann.table}").at_the_board()
    eve.page.get_by_text("You are watching.").wait_for()
    for _ in range(4):
        mover = whose(ann, bob)
        mover.play(mover.until_owing()[0])
        ann.page.wait_for_timeout(100)
    eve.page.locator(".log li").first.wait_for()
    assert eve.page.locator(".all-moves, [data-move]").count() == 0
    games = [message["game"] for message in eve.received if message.get("game")]
    views = [game.get("all", game).get("view", {}) for game in games]
    assert not any(
        "hand" in (view.get("set", view)) and view.get("set", view)["hand"] for view in views
    )
    eve.page.get_by_role("button", name="Chat").click()
    eve.page.get_by_text("Only who sits at the table may speak.").wait_for()


def test_a_table_without_spectators_is_closed(guest: Callable[..., Guest]) -> None:
    ann = guest().go("/")
    ann.page.get_by_role("button", name="Open a table of Ghooost!").click()
    ann.page.get_by_label("Spectators welcome").uncheck()
    ann.page.get_by_role("button", name="Open the table").click()
    ann.page.locator(".lobby").wait_for()
    ann.sit(1).fill_with_bots().start()
    eve = guest().go(f"/t/{ann.table}")
    eve.page.get_by_role("heading", name="A closed round").wait_for()
