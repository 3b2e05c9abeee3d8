"""The home page and the table: everything beside moving."""

import re

import pytest
from playwright.sync_api import Route, expect

from support.browser import PHONE, BrowserGuest, NewGuest

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("client-2")]

LISTED_MOVES = """() => {
  return [...document.querySelectorAll(".all-moves [data-move]")].map((each) => each.dataset.move);
}"""


def test_play_now_takes_one_click_and_no_name(new_guest: NewGuest) -> None:
    ann = new_guest().go("/")
    ann.page.get_by_role("button", name="Play Ghooost! now, against bots").click()
    ann.wait_for_board().wait_for_moves()
    assert ann.page.locator(".player-chip").count() == 4
    ann.go("/")
    mine = ann.page.locator(".yours a", has_text="Ghooost!")
    mine.get_by_text("Your turn").wait_for()
    mine.click()
    ann.wait_for_board()


def test_tables_are_joined_by_code_in_any_form_and_from_the_list(
    new_guest: NewGuest,
) -> None:
    ann, bob, eve = new_guest(), new_guest(), new_guest()
    ann.go("/").page.get_by_role("button", name="Open a table of Ghostbumpers").click()
    ann.page.get_by_label("Listed at the door").check()
    ann.page.get_by_role("button", name="Open the table").click()
    ann.page.locator(".lobby").wait_for()
    ann.set_name("Ann").sit(1)
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


def test_seats_are_arranged_with_keys_and_by_dragging(new_guest: NewGuest) -> None:
    ann, bob = new_guest(), new_guest()
    table = ann.open_table("Ghooost!", players=3)
    ann.set_name("Ann").sit(1)
    bob.go(f"/t/{table}").set_name("Bob").sit(2)

    def order(each: BrowserGuest) -> list[str]:
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
    bob.wait_for_board()


def test_a_deal_that_waits_for_the_rules_says_so(new_guest: NewGuest) -> None:
    """A new server compiles the rules first. Here Bob is gone, so the deal waits for him."""
    ann, bob = new_guest(), new_guest()
    table = ann.open_table("Ghooost!", players=2)
    ann.set_name("Ann").sit(1)
    bob.go(f"/t/{table}").sit(2)
    ann.page.locator('[data-seat-row="1"].person').wait_for()
    bob.page.close()

    def still_compiling(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(
            response=answer,
            body=answer.text().replace(
                '"compiled":"ready"', '"compiled":"compiling play, 3 of 13"'
            ),
        )

    ann.page.route("**/api/games", still_compiling)
    ann.page.get_by_role("button", name="Start the game").click()
    ann.page.get_by_text("the ghosts of Ghooost! are just waking up").wait_for()
    ann.page.unroute("**/api/games")
    ann.page.get_by_text("Everybody's device helps to shuffle").wait_for()


def test_colours_are_handed_round_before_the_start(new_guest: NewGuest) -> None:
    ann = new_guest()
    ann.open_table("Graveyards, Ghosts & Haunted Houses", players=3)
    ann.sit(1)
    ann.page.get_by_label("Colour of seat 1").select_option("blue")
    ann.page.wait_for_function(
        "() => document.querySelector('[data-seat-row=\"2\"] select').value === 'white'"
    )
    ann.fill_with_bots().start()
    games = [message["game"] for message in ann.received if message.get("game")]
    whole = [
        game for each in games if "options" in (game := each.get("all") or each).get("view", {})
    ]
    assert whole[-1]["view"]["options"]["colours"] == [["blue"], ["orange"], ["white"]]


def test_bots_are_chosen_by_character_and_removed(new_guest: NewGuest) -> None:
    ann = new_guest()
    ann.open_table("Ghooost!", players=2)
    ann.sit(1).page.get_by_role("button", name="Seat a bot at seat 2").click()
    choice = ann.page.locator(".bot-list button").first
    title = choice.locator("b").inner_text()
    choice.click()
    ann.page.locator('[data-seat-row="1"].bot', has_text=title.split("\n")[0]).wait_for()
    ann.page.get_by_role("button", name=re.compile("^Remove")).click()
    ann.page.locator('[data-seat-row="1"].open').wait_for()


def test_who_starts_is_chosen_and_shown_in_the_lobby(new_guest: NewGuest) -> None:
    """The owner chooses and the others see it; in a rematch the loser starts."""
    ann, bob = new_guest(), new_guest()
    ann.open_table("Ghooost!", players=2)
    ann.set_name("Ann").sit(1)
    bob.go(f"/t/{ann.table}").set_name("Bob").sit(2)
    expect(bob.page.locator(".named-seat")).to_have_text("Starts the first round: a random player")
    ann.page.get_by_label("Starts the first round").select_option("Bob (seat 2)")
    expect(bob.page.locator(".named-seat")).to_have_text("Starts the first round: Bob (seat 2)")
    ann.start()
    bob.wait_for_moves()
    bob.page.get_by_role("button", name="More", exact=True).click()
    bob.page.get_by_role("button", name="Give up").click()
    bob.page.locator("dialog").get_by_role("button", name="Give up").click()
    ann.wait_for_result().page.get_by_role("button", name="Play again").click()
    expect(ann.page.locator(".lobby .named-seat")).to_contain_text("Starts the first round")
    expect(ann.page.get_by_label("Starts the first round")).to_have_value("1")


def test_why_not_names_its_rule_and_links_to_it(new_guest: NewGuest) -> None:
    ann = new_guest().go("/")
    ann.page.get_by_role("button", name="Play Ghooost! now, against bots").click()
    ann.wait_for_board().wait_for_moves()
    ann.open_move_list().page.get_by_label("Find a move, or ask why not").fill("mansion")
    ann.page.keyboard.press("Enter")
    link = ann.page.locator(".toast a.rule")
    link.wait_for()
    assert link.get_attribute("href") == "/rules/ghooost#GH-3.6.2"
    ann.go("/rules/ghooost#GH-3.6.2").page.locator("#GH-3\\.6\\.2").wait_for()
    ann.page.wait_for_function(
        "() => document.getElementById('GH-3.6.2').getBoundingClientRect().top < 900"
    )


def test_a_hint_and_an_undo(new_guest: NewGuest) -> None:
    ann = new_guest()
    ann.open_table("Rest in Peace")
    ann.sit(1).fill_with_bots().start().wait_for_moves()
    ann.page.get_by_role("button", name="Hint", exact=True).click()
    ann.open_move_list().page.locator(".move.best").wait_for()
    ann.play(ann.wait_for_moves()[0])
    ann.page.get_by_role("button", name="Undo").click()
    ann.page.locator(".log li", has_text="A move was taken back.").wait_for()
    ann.wait_for_moves()


def test_leaving_a_seat_to_a_bot_returning_and_giving_up(new_guest: NewGuest) -> None:
    ann, bob = new_guest(), new_guest()
    ann.open_table("Rest in Peace")
    ann.sit(1)
    bob.go(f"/t/{ann.table}").sit(2)
    ann.start()
    bob.wait_for_board()
    ann.page.get_by_role("button", name="More", exact=True).click()
    ann.page.get_by_role("button", name="Step away").click()
    bob.page.locator(".player-chip", has_text="away, a bot plays").wait_for()
    ann.page.get_by_role("button", name="I am back").click()
    ann.page.get_by_role("button", name="I am back").wait_for(state="detached")
    ann.page.get_by_role("button", name="More", exact=True).click()
    ann.page.get_by_role("button", name="Give up").click()
    ann.page.get_by_text("This cannot be taken back.").wait_for()
    ann.page.locator("dialog").get_by_role("button", name="Give up").click()
    ann.wait_for_result()
    assert (
        ann.page.get_by_role("link", name="Watch the replay").get_attribute("href")
        == f"/replay/{ann.table}"
    )


def turn_passed(mover: BrowserGuest, other: BrowserGuest, moves: list[str]) -> bool:
    """Return whether the other guest owes the next decision, or the mover once more.

    Until the answer to a move arrives, no page lists moves.
    """
    for _ in range(1000):
        if other.page.evaluate(LISTED_MOVES):
            return True
        if mover.page.evaluate(LISTED_MOVES) not in ([], moves):
            return False
        mover.page.wait_for_timeout(25)
    raise AssertionError("nobody owes a decision")


def test_asking_for_an_undo_and_a_running_clock(new_guest: NewGuest) -> None:
    ann, bob = new_guest(), new_guest()
    ann.go("/").page.get_by_role("button", name="Open a table of Rest in Peace").click()
    ann.page.get_by_role("radio", name="Quick").check()
    ann.page.get_by_role("button", name="Open the table").click()
    ann.sit(1)
    bob.go(f"/t/{ann.table}").sit(2)
    ann.start()
    bob.wait_for_board()
    mover, other = (ann, bob) if ann.page.locator(".player-chip.turn.you").count() else (bob, ann)
    running = mover.page.locator(".clock.running").first
    before = running.inner_text()
    assert re.fullmatch(r"2:\d\d", before)
    mover.page.wait_for_function(
        "before => document.querySelector('.clock.running').textContent !== before", arg=before
    )
    for _ in range(40):
        moves = mover.wait_for_moves()
        mover.play("end" if "end" in moves else moves[0])
        if turn_passed(mover, other, moves):
            break
    # After a move of the other player, an undo always needs that player's consent.
    other.play(other.wait_for_moves()[0])
    mover.page.get_by_role("button", name=re.compile("[Uu]ndo")).click()
    mover.page.get_by_text("You asked for an undo.").wait_for()
    other.page.get_by_role("button", name="Agree").click()
    mover.wait_for_moves()
    for each in (ann, bob):
        each.page.locator(".log li", has_text="A move was taken back.").first.wait_for()


def test_names_are_refused_with_a_sentence(new_guest: NewGuest) -> None:
    """A name at the table must look like no other; whoever cannot sit may choose another one."""
    ann, bob = new_guest(), new_guest()
    table = ann.open_table("Ghooost!", players=3)
    ann.set_name("Alice").sit(1)
    bob.go("/").page.locator(".top .me").click()
    dialog = bob.page.get_by_role("dialog")
    field = dialog.locator("input[name=name]")
    for name, sentence in (("Agatha", "belongs to a bot"), ("A\u0430", "letters of one alphabet")):
        field.fill(name)
        field.press("Enter")
        dialog.get_by_role("alert").get_by_text(sentence).wait_for()
    field.fill("AIice")
    field.press("Enter")
    bob.page.locator(".top .me", has_text="AIice").wait_for()
    bob.go(f"/t/{table}").page.get_by_role("button", name="Sit at seat 2").click()
    dialog.get_by_text("has a name that looks the same: choose another name").wait_for()
    field.fill("Bob")
    dialog.get_by_role("button", name="Save").click()
    ann.page.locator('[data-seat-row="1"]', has_text="Bob").wait_for()
    bob.forgive("400: ", "status of 400")


def test_bots_have_a_mark_that_no_name_can_imitate(new_guest: NewGuest) -> None:
    ann, eve = new_guest(), new_guest()
    ann.go("/").page.get_by_role("button", name="Open a table of Ghooost!").click()
    seats = ann.page.get_by_role("group", name="Players")
    seats.get_by_role("radio", name="3", exact=True).check()
    ann.page.get_by_label("Listed at the door").check()
    ann.page.get_by_role("button", name="Open the table").click()
    ann.page.locator(".lobby").wait_for()
    ann.sit(1).page.get_by_role("button", name="Seat a bot at seat 2").click()
    ann.page.locator(".bot-list button").first.click()
    row = ann.page.locator('[data-seat-row="1"].bot')
    row.get_by_role("img", name="bot").wait_for()
    assert ann.page.locator('[data-seat-row="0"]').get_by_role("img", name="bot").count() == 0
    listed = eve.go("/").page.locator(f'.open-tables a[href="/t/{ann.table}"]')
    listed.get_by_role("img", name="bot").wait_for()
    ann.fill_with_bots().start()
    for place in (".players", "[data-board]"):
        marked = ann.page.locator(place).get_by_role("img", name="bot", exact=True)
        marked.first.wait_for()
        assert marked.count() == 2
    ann.start_autopilot(3).wait_for_result()
    assert ann.page.locator(".ranks").get_by_role("img", name="bot").count() == 2


def test_chat_reactions_and_muting(new_guest: NewGuest) -> None:
    ann, bob = new_guest(), new_guest()
    table = ann.open_table("Ghooost!", players=2)
    ann.set_name("Ann").sit(1)
    bob.go(f"/t/{table}").sit(2)
    ann.start()
    bob.wait_for_board().page.get_by_role("button", name="Chat").click()
    ann.page.get_by_role("button", name="Chat").click()
    ann.page.get_by_role("button", name="Boo!").click()
    bob.page.locator(".messages li", has_text="Ann").get_by_role("img", name="Boo!").wait_for()
    bob.page.locator(".bubble").wait_for(state="attached")
    bob.page.get_by_text("Mute", exact=True).click()
    bob.page.get_by_role("checkbox", name="Ann").check()
    bob.page.locator(".messages li").wait_for(state="detached")
    ann.page.get_by_label("Say something").fill("anybody there?")
    ann.page.keyboard.press("Enter")
    ann.page.locator(".messages li", has_text="anybody").wait_for()
    bob.page.wait_for_timeout(100)
    assert bob.page.locator(".messages li").count() == 0
    bob.page.get_by_role("checkbox", name="Ann").uncheck()
    assert bob.page.locator(".messages li").count() == 2


def test_a_message_that_is_refused_can_be_changed(new_guest: NewGuest) -> None:
    ann = new_guest()
    ann.open_table("Ghooost!", players=2)
    ann.sit(1).page.get_by_role("button", name="Chat").click()
    field = ann.page.get_by_label("Say something")
    field.fill("\U0001f47b" * 249)
    field.press("Enter")
    ann.page.locator(".messages li").wait_for()
    field.fill("\u5e7d" * 400)
    field.press("Enter")
    ann.page.locator(".toast", has_text="too long").wait_for()
    assert len(field.input_value()) == 400
    assert ann.page.locator(".messages li").count() == 1


def test_a_phone_with_touch(new_guest: NewGuest) -> None:
    """Moves are made by tapping buttons of enough size, and no page is wider than the phone."""
    ann = new_guest(size=PHONE, touch=True).go("/")
    ann.page.get_by_role("button", name="Play Ghooost! now, against bots").tap()
    ann.wait_for_board()
    for _ in range(4):
        ann.wait_for_moves()
        ann.open_move_list()
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


def test_animated_events_are_shown_in_order(new_guest: NewGuest) -> None:
    """With animations the log and the live region still contain all events in order."""
    ann = new_guest(motion=True).go("/")
    ann.page.get_by_role("button", name="Play Ghooost! now, against bots").click()
    ann.wait_for_board().wait_for_moves()
    ann.play(ann.wait_for_moves()[0])
    ann.wait_for_moves()
    for _ in range(100):  # the page shows one event after another
        expected = [
            event["text"].strip()
            for message in ann.received
            for event in message.get("events", [])
            if event["text"]
        ]
        if ann.page.locator(".log li").all_inner_texts() == expected:
            break
        ann.page.wait_for_timeout(100)
    assert ann.page.locator(".log li").all_inner_texts() == expected
    spoken = ann.page.locator("[role=log] p").all_inner_texts()
    assert spoken
    assert spoken == expected[-len(spoken) :]
