"""Several seats on one device: while it is passed on, the page has nothing of a single seat."""

from html import unescape

import pytest
from playwright.sync_api import expect

from spookhouse.kernel.contract import Json
from support.browser import BrowserGuest, NewGuest

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("client-2")]

# Keep the page and its moves after every change, for as long as `take` does not ask for them.
WATCH_PAGE = """
  window.states = new Map();
  new MutationObserver(() => {
    const covered = document.querySelector(".pass-screen") !== null;
    const found = document.querySelectorAll("[data-move]");
    const state = {
      covered,
      moves: [...found].map((each) => each.dataset.move),
      page: covered ? `${document.title} ${document.documentElement.outerHTML}` : "",
    };
    window.states.set(JSON.stringify(state), state);
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
"""
TAKE_STATES = """() => {
  const states = [...window.states.values()];
  window.states.clear();
  return states;
}"""
# What belongs to the seat that is to move.
PRIVATE_PARTS = ".toast, .hints, .banner, .coach, .flight, .all-moves, [data-move], [data-place]"
TURNS = 8


def share_device(new_guest: NewGuest, *, motion: bool) -> BrowserGuest:
    """Start a game between two seats of one guest."""
    ann = new_guest(motion=motion)
    ann.context.add_init_script(WATCH_PAGE)
    ann.open_table("Ghooost!", players=2)
    ann.sit(1).sit(2)
    ann.page.get_by_role("button", name="Start the game").click()
    return ann


def secrets_received(guest: BrowserGuest) -> dict[int, list[str]]:
    """Return the sentences of all secret events that the page received, by seat."""
    found: dict[int, list[str]] = {0: [], 1: []}
    for message in guest.received:
        for event in message.get("events", ()):
            if "seen_by" in event and event["text"]:
                found[message["game"]["seat"]].append(event["text"].strip())
    return found


def take_states(guest: BrowserGuest) -> list[Json]:
    """Return every state of the page since the last call."""
    states: list[Json] = guest.page.evaluate(TAKE_STATES)
    return states


def check_covered(guest: BrowserGuest, states: list[Json], secrets: list[str]) -> int:
    """Check that no covered state has anything of a seat; return how many were covered."""
    covered = [unescape(state["page"]) for state in states if state["covered"]]
    for page in covered:
        assert [secret for secret in secrets if secret in page] == []
        assert "data-move" not in page
        assert "A sensible ghost would play" not in page
    assert guest.page.locator(PRIVATE_PARTS).count() == 0
    board = guest.page.locator("[data-board] > :not(.pass-screen, .bubbles)")
    assert board.count() == 0
    return len(covered)


def ask_for_secrets(guest: BrowserGuest) -> None:
    """Ask for a hint and for a reason: both depend on the cards of the seat."""
    guest.page.get_by_role("button", name="Hint", exact=True).click()
    guest.page.locator(".hints").wait_for()
    guest.open_move_list().page.locator("#wanted-move").fill("13x4")
    guest.page.locator("#wanted-move").press("Enter")
    guest.page.locator(".toast").wait_for()


def play_turn(guest: BrowserGuest) -> list[str]:
    """Make the last listed move until the turn is over; return all moves that were listed."""
    cover, offered = guest.page.locator(".pass-screen"), list[str]()
    listed = guest.page.locator(".all-moves [data-move]")
    while not cover.count():
        moves = guest.wait_for_moves()
        offered += moves
        guest.play(moves[-1])
        cover.or_(listed.first).first.wait_for(state="attached")
    return offered


def private_log(guest: BrowserGuest, secrets: list[str]) -> list[str]:
    """Return the lines of the log that are secret."""
    lines = guest.page.locator(".log li").all_inner_texts()
    return [line.strip() for line in lines if line.strip() in secrets]


@pytest.mark.parametrize("motion", [False, True], ids=["still", "moving"])
def test_nothing_of_a_seat_is_on_the_page_while_it_is_passed_on(
    new_guest: NewGuest, motion: bool
) -> None:
    ann = share_device(new_guest, motion=motion)
    cover, offered, covered = ann.page.locator(".pass-screen"), list[str](), 0
    for turn in range(TURNS):
        cover.wait_for()
        states, secrets = take_states(ann), secrets_received(ann)
        covered += check_covered(ann, states, [*secrets[0], *secrets[1]])
        shown = {move for state in states for move in state["moves"]}
        assert shown <= {*offered}, "moves of the next seat were on the page"
        number = int(cover.locator("h2").inner_text().rsplit(" ", 1)[1])
        cover.locator("button").click()
        ann.wait_for_moves()
        assert private_log(ann, [*secrets[0], *secrets[1]]) == secrets[number - 1]
        if turn < 2:
            ask_for_secrets(ann)
        take_states(ann)
        offered = play_turn(ann)
    assert covered >= TURNS
    assert all(secrets_received(ann).values()), "no seat drew anything"


def test_a_page_that_is_loaded_again_stays_covered(new_guest: NewGuest) -> None:
    """Whoever loads it may be another player than the one who had the device."""
    ann = share_device(new_guest, motion=False)
    for _ in range(4):
        ann.page.locator(".pass-screen button").click()
        play_turn(ann)
    ann.page.locator(".pass-screen button").click()
    ann.wait_for_moves()
    ann.page.reload()
    ann.page.locator(".pass-screen").wait_for()
    ann.page.wait_for_timeout(500)
    secrets = secrets_received(ann)
    states = take_states(ann)
    assert check_covered(ann, states, [*secrets[0], *secrets[1]])
    assert not any(state["moves"] for state in states)
    ann.page.locator(".pass-screen button").click()
    ann.wait_for_moves()


def test_answers_that_come_after_the_turn_are_dropped(new_guest: NewGuest) -> None:
    """A hint that arrives late belongs to a player who has passed the device on."""
    ann = share_device(new_guest, motion=False)
    ann.page.locator(".pass-screen button").click()
    moves = ann.wait_for_moves()
    ann.page.evaluate(
        """move => {
          document.querySelector(".all-moves").open = true;
          [...document.querySelectorAll(".actions button")]
            .find((each) => each.textContent.trim() === "Hint").click();
          document.querySelector(`.all-moves [data-move="${move}"]`).click();
        }""",
        moves[0],
    )
    ann.page.locator(".pass-screen").wait_for()
    answers = (message for message in ann.received if "candidates" in message)
    for _ in range(100):
        if next(answers, None):
            break
        ann.page.wait_for_timeout(50)
        answers = (message for message in ann.received if "candidates" in message)
    else:
        pytest.fail("the hint did not arrive")
    ann.page.wait_for_timeout(200)
    check_covered(ann, take_states(ann), [])
    ann.page.locator(".pass-screen button").click()
    ann.wait_for_moves()
    expect(ann.page.locator(".hints")).to_have_count(0)
