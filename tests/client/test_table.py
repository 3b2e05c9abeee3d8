"""The door and the table: everything that can be done beside moving."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from support.browser import PHONE, Guest

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("client-2")]

OFFERED = """() => [...document.querySelectorAll(".all-moves [data-move]")].map((each) => each.dataset.move)"""


def test_play_now_is_one_click_with_no_name_asked(guest: Callable[..., Guest]) -> None:
    ann = guest().go("/")
    ann.page.get_by_role("button", name="Play Ghooost! now, against bots").click()
    ann.at_the_board().until_owing()
    assert ann.page.locator(".chip-person").count() == 4
    ann.go("/")
    mine = ann.page.locator(".yours a", has_text="Ghooost!")
    mine.get_by_text("Your turn").wait_for()
    mine.click()
    ann.at_the_board()


def test_tables_are_joined_by_code_in_any_form_and_from_the_list(
    guest: Callable[..., Guest],
) -> None:
    ann, bob, eve = guest(), guest(), guest()
    ann.go("/").page.get_by_role("button", name="Open a table of Ghostbumpers").click()
    ann.page.get_by_label("Listed at the door").check()
    ann.page.get_by_role("button", name="Open the table").click()
    ann.page.locator(".lobby").wait_for()
    ann.call("Ann").sit(1)
    shown = ann.page.locator(".invite .code").inner_text()
    assert re.fullmatch(r"[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{2}", shown)
    bob.go("/").page.get_by_label("Code or link of a table").fill(
        f"  {shown.upper().replace('-', ' ')} "
    )
    bob.page.get_by_role("button", name="Join").click()
    bob.sit(2)
    assert bob.table == ann.table
    row = eve.go("/").page.locator(f'.open-tables a[href="/t/{ann.table}"]')
    row.get_by_text("2 free seats").wait_for()
    assert "Ann" in row.inner_text()
    row.click()
    eve.page.locator(".lobby").wait_for()
    eve.go("/t/abcd-efgh-jk").page.get_by_role("heading", name="No such table").wait_for()


def test_seats_are_arranged_with_keys_and_by_dragging(guest: Callable[..., Guest]) -> None:
    ann, bob = guest(), guest()
    table = ann.open_table("Ghooost!", players=3)
    ann.call("Ann").sit(1)
    bob.go(f"/t/{table}").call("Bob").sit(2)

    def order(each: Guest) -> list[str]:
        rows = each.page.locator(".seat-row .who").all_inner_texts()
        return [row.split("\n")[0] for row in rows]

    ann.page.locator('[data-seat-row="1"].person').wait_for()
    ann.page.get_by_role("button", name="Move seat 1").focus()
    ann.page.keyboard.press("ArrowDown")
    bob.page.locator('[data-seat-row="0"]', has_text="Bob").wait_for()
    assert order(bob) == ["Bob", "Ann", "open"]
    start, end = (
        ann.page.locator(f'[data-seat-row="{seat}"] .handle').bounding_box() for seat in (0, 2)
    )
    assert start is not None
    assert end is not None
    ann.page.mouse.move(start["x"] + 8, start["y"] + 8)
    ann.page.mouse.down()
    ann.page.mouse.move(end["x"] + 8, end["y"] + 8, steps=4)
    ann.page.mouse.up()
    bob.page.locator('[data-seat-row="2"]', has_text="Bob").wait_for()
    assert order(bob) == ["Ann", "open", "Bob"]
    assert bob.page.get_by_role("button", name="Move seat").count() == 0
    ann.fill_with_bots().start()
    bob.at_the_board()


def test_a_deal_that_waits_for_the_rules_says_so(guest: Callable[..., Guest]) -> None:
    """On the first day of a house they are still being compiled. Here Bob is gone, so that the deal waits for him."""
    ann, bob = guest(), guest()
    table = ann.open_table("Ghooost!", players=2)
    ann.call("Ann").sit(1)
    bob.go(f"/t/{table}").sit(2)
    ann.page.locator('[data-seat-row="1"].person').wait_for()
    bob.page.close()

    def not_yet(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(
            response=answer,
            body=answer.text().replace(
                '"compiled":"ready"', '"compiled":"compiling play, 3 of 13"'
            ),
        )

    ann.page.route("**/api/games", not_yet)
    ann.page.get_by_role("button", name="Start the game").click()
    ann.page.get_by_text("the ghosts of Ghooost! are just waking up").wait_for()
    ann.page.unroute("**/api/games")
    ann.page.get_by_text("Everybody's device helps to shuffle").wait_for()


def test_colours_are_handed_round_before_the_start(guest: Callable[..., Guest]) -> None:
    ann = guest()
    ann.open_table("Graveyards, Ghosts & Haunted Houses", players=3)
    ann.sit(1)
    ann.page.get_by_label("Colour of seat 1").select_option("blue")
    ann.page.locator('[data-seat-row="2"] select').evaluate("each => each.value")
    ann.page.wait_for_function(
        "() => document.querySelector('[data-seat-row=\"2\"] select').value === 'white'"
    )
    ann.fill_with_bots().start()
    games = [message["game"] for message in ann.received if message.get("game")]
    whole = [
        game for each in games if "options" in (game := each.get("all") or each).get("view", {})
    ]
    assert whole[-1]["view"]["options"]["colours"] == [["blue"], ["orange"], ["white"]]


def test_bots_are_chosen_by_character_and_removed(guest: Callable[..., Guest]) -> None:
    ann = guest()
    ann.open_table("Ghooost!", players=2)
    ann.sit(1).page.get_by_role("button", name="Seat a bot at seat 2").click()
    choice = ann.page.locator(".bot-list button").first
    title = choice.locator("b").inner_text()
    choice.click()
    ann.page.locator('[data-seat-row="1"].bot', has_text=title.split("\n")[0]).wait_for()
    ann.page.get_by_role("button", name=re.compile("^Remove")).click()
    ann.page.locator('[data-seat-row="1"].open').wait_for()


def test_who_starts_is_chosen_and_shown_in_the_lobby(guest: Callable[..., Guest]) -> None:
    """The owner chooses, the others read it; in a rematch it is the loser."""
    ann, bob = guest(), guest()
    ann.open_table("Ghooost!", players=2)
    ann.call("Ann").sit(1)
    bob.go(f"/t/{ann.table}").call("Bob").sit(2)
    expect(bob.page.locator(".named-seat")).to_have_text("Starts the first round: a random player")
    ann.page.get_by_label("Starts the first round").select_option("Bob (seat 2)")
    expect(bob.page.locator(".named-seat")).to_have_text("Starts the first round: Bob (seat 2)")
    ann.start()
    bob.until_owing()
    bob.page.get_by_role("button", name="More", exact=True).click()
    bob.page.get_by_role("button", name="Give up").click()
    bob.page.locator("dialog").get_by_role("button", name="Give up").click()
    ann.until_over().page.get_by_role("button", name="Play again").click()
    expect(ann.page.locator(".lobby .named-seat")).to_contain_text("Starts the first round")
    expect(ann.page.get_by_label("Starts the first round")).to_have_value("1")


def test_why_not_names_its_rule_and_links_to_it(guest: Callable[..., Guest]) -> None:
    ann = guest().go("/")
    ann.page.get_by_role("button", name="Play Ghooost! now, against bots").click()
    ann.at_the_board().until_owing()
    ann.open_list().page.get_by_label("Find a move, or ask why not").fill("mansion")
    ann.page.keyboard.press("Enter")
    link = ann.page.locator(".toast a.rule")
    link.wait_for()
    assert link.get_attribute("href") == "/rules/ghooost#GH-3.6.2"
    ann.go("/rules/ghooost#GH-3.6.2").page.locator("#GH-3\\.6\\.2").wait_for()
    assert (
        ann.page.evaluate("() => document.getElementById('GH-3.6.2').getBoundingClientRect().top")
        < 900
    )


def test_a_hint_and_an_undo(guest: Callable[..., Guest]) -> None:
    ann = guest()
    ann.open_table("Rest in Peace")
    ann.sit(1).fill_with_bots().start().until_owing()
    ann.page.get_by_role("button", name="Hint", exact=True).click()
    ann.open_list().page.locator(".move.best").wait_for()
    ann.play(ann.until_owing()[0])
    ann.page.get_by_role("button", name="Undo").click()
    ann.page.locator(".log li", has_text="A move was taken back.").wait_for()
    ann.until_owing()


def test_stepping_away_coming_back_and_giving_up(guest: Callable[..., Guest]) -> None:
    ann, bob = guest(), guest()
    ann.open_table("Rest in Peace")
    ann.sit(1)
    bob.go(f"/t/{ann.table}").sit(2)
    ann.start()
    bob.at_the_board()
    ann.page.get_by_role("button", name="More", exact=True).click()
    ann.page.get_by_role("button", name="Step away").click()
    bob.page.locator(".chip-person", has_text="away, a bot plays").wait_for()
    ann.page.get_by_role("button", name="I am back").click()
    ann.page.get_by_role("button", name="I am back").wait_for(state="detached")
    ann.page.get_by_role("button", name="More", exact=True).click()
    ann.page.get_by_role("button", name="Give up").click()
    ann.page.get_by_text("This cannot be taken back.").wait_for()
    ann.page.locator("dialog").get_by_role("button", name="Give up").click()
    ann.until_over()
    assert (
        ann.page.get_by_role("link", name="Watch the replay").get_attribute("href")
        == f"/replay/{ann.table}"
    )


def passes(mover: Guest, other: Guest, moves: list[str]) -> bool:
    """Whether the other has to decide after the move, or the mover once more. While it is on its way nobody is offered anything."""
    for _ in range(1000):
        if other.page.evaluate(OFFERED):
            return True
        if mover.page.evaluate(OFFERED) not in ([], moves):
            return False
        mover.page.wait_for_timeout(25)
    raise AssertionError("nobody has to decide")


def test_asking_for_an_undo_and_a_clock_that_runs(guest: Callable[..., Guest]) -> None:
    ann, bob = guest(), guest()
    ann.go("/").page.get_by_role("button", name="Open a table of Rest in Peace").click()
    ann.page.get_by_role("radio", name="Quick").check()
    ann.page.get_by_role("button", name="Open the table").click()
    ann.sit(1)
    bob.go(f"/t/{ann.table}").sit(2)
    ann.start()
    bob.at_the_board()
    mover, other = (ann, bob) if ann.page.locator(".chip-person.turn.you").count() else (bob, ann)
    running = mover.page.locator(".clock.running").first
    before = running.inner_text()
    assert re.fullmatch(r"2:\d\d", before)
    mover.page.wait_for_function(
        "before => document.querySelector('.clock.running').textContent !== before", arg=before
    )
    for _ in range(40):  # until the turn has passed: then the other has to be asked
        moves = mover.until_owing()
        mover.play("end" if "end" in moves else moves[0])
        if passes(mover, other, moves):
            break
    other.until_owing()
    mover.page.get_by_role("button", name=re.compile("[Uu]ndo")).click()
    asked = mover.page.get_by_text("You asked for an undo.")
    asked.or_(mover.page.locator(".all-moves [data-move]").first).first.wait_for(state="attached")
    if asked.count():
        other.page.get_by_role("button", name="Agree").click()
    mover.until_owing()


def test_chat_reactions_and_muting(guest: Callable[..., Guest]) -> None:
    ann, bob = guest(), guest()
    table = ann.open_table("Ghooost!", players=2)
    ann.call("Ann").sit(1)
    bob.go(f"/t/{table}").sit(2)
    ann.start()
    bob.at_the_board().page.get_by_role("button", name="Chat").click()
    ann.page.get_by_role("button", name="Chat").click()
    ann.page.get_by_role("button", name="Boo!").click()
    bob.page.locator(".words li", has_text="Ann").get_by_role("img", name="Boo!").wait_for()
    bob.page.locator(".bubble").wait_for(state="attached")
    bob.page.get_by_text("Mute", exact=True).click()
    bob.page.get_by_role("checkbox", name="Ann").check()
    bob.page.locator(".words li").wait_for(state="detached")
    ann.page.get_by_label("Say something").fill("anybody there?")
    ann.page.keyboard.press("Enter")
    ann.page.locator(".words li", has_text="anybody").wait_for()
    bob.page.wait_for_timeout(100)
    assert bob.page.locator(".words li").count() == 0


def test_a_phone_with_touch(guest: Callable[..., Guest]) -> None:
    """No page is wider than the phone; everything that is touched is large enough; a game is played by tapping."""
    ann = guest(size=PHONE, touch=True).go("/")
    ann.page.get_by_role("button", name="Play Ghooost! now, against bots").tap()
    ann.at_the_board()
    for _ in range(4):
        ann.until_owing()
        ann.page.evaluate("() => { document.querySelector('.all-moves').open = true; }")
        button = ann.page.locator(".all-moves [data-move]").first
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
        button.tap()
        ann.page.wait_for_timeout(60)
    for path in ("/", f"/t/{ann.table}", "/rules/graveyards", "/settings"):
        ann.go(path).page.locator("main > div").first.wait_for()
        ann.page.wait_for_timeout(200)
        assert ann.page.evaluate("() => document.documentElement.scrollWidth") <= 390, path


def test_pieces_travel_and_events_follow_each_other(guest: Callable[..., Guest]) -> None:
    """With motion on, what happens is still told in order, and the page keeps up."""
    ann = guest(motion=True).go("/")
    ann.page.get_by_role("button", name="Play Ghooost! now, against bots").click()
    ann.at_the_board().until_owing()
    ann.play(ann.until_owing()[0])
    ann.until_owing()
    for _ in range(100):  # the page shows one thing after the other
        told = [
            event["text"].strip()
            for message in ann.received
            for event in message.get("events", [])
            if event["text"]
        ]
        if ann.page.locator(".log li").all_inner_texts() == told:
            break
        ann.page.wait_for_timeout(100)
    assert ann.page.locator(".log li").all_inner_texts() == told
    spoken = ann.page.locator("[role=log] p").all_inner_texts()
    assert spoken == told[-len(spoken) :]
