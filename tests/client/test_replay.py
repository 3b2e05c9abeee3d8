"""Finished games of every title in the browser: watched, verified, shared, continued."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from spookhouse.games import game as find_game
from spookhouse.kernel.contract import Json
from spookhouse.table import commands as ask
from spookhouse.table.hash_chain import GENESIS, hash_after
from spookhouse.table.log import Entry, Invalid, encode_json
from spookhouse.table.record_file import read_table_record
from spookhouse.table.table import Table
from spookhouse.table.verify import verify_log
from support.browser import PHONE, BrowserGuest, NewGuest
from support.browser_games import store_lobby
from support.servers import Client, Server
from support.tables import SECRET, Played, bytes_of, read_items, rechain

pytestmark = [pytest.mark.compiled]

GAMES = [
    pytest.param("ghooost", {"players": 3, "dawn": 4}, marks=pytest.mark.xdist_group("client-1")),
    pytest.param(
        "ghostbumpers", {"players": 3, "rounds": 3}, marks=pytest.mark.xdist_group("client-2")
    ),
    pytest.param("rest-in-peace", {"level": 4}, marks=pytest.mark.xdist_group("client-1")),
    pytest.param("graveyards", {"players": 2}, marks=pytest.mark.xdist_group("client-2")),
]
VERIFICATION_STEPS = 7


def finished(server: Server, game: str, options: dict[str, int]) -> str:
    """Play a game of random moves between a human and bots, and return its table."""
    client = Client(server).connect()
    table = client.open_table(game, options=options)
    client.watch(table)
    client.sit(0)
    for seat in range(1, options.get("players", 2)):
        assert client.do(do="add-bot", seat=seat, level="uniform")["ok"]
    assert client.do(do="start")["ok"]
    client.show(0)
    client.watch(table, 0)
    dice = random.Random(4)
    while client.table["phase"] != "over":
        client.wait_until(lambda view: view.owed or view.phase == "over")
        if client.owes:
            client.move(dice.choice(client.owed.moves))
    client.close()
    return table


def step_of(guest: BrowserGuest) -> int:
    """Return the step of the replay in the address."""
    return int(guest.page.url.split("step=")[1].split("&")[0])


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_replay_is_watched_shared_verified_and_continued(
    new_guest: NewGuest, server: Server, game: str, options: dict[str, int], tmp_path: Path
) -> None:
    table = finished(server, game, options)
    ann = new_guest().go(f"/replay/{table}")
    page = ann.page
    page.locator(".replay-controls").wait_for()
    last = int(page.locator(".replay-controls input").get_attribute("max") or 0)
    assert page.locator(".replay-log button").count() == last + 1
    assert page.locator(".open-hands li").count() == options.get("players", 2)

    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-controls")).to_contain_text(f"2 of {last}")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".replay-controls")).to_contain_text(f"1 of {last}")
    page.locator(".replay-log button").nth(min(7, last)).click()
    expect(page.locator(".replay-controls")).to_contain_text(f"{min(7, last)} of {last}")
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_timeout(1500)
    page.get_by_role("button", name="Pause").click()
    assert step_of(ann) > min(7, last) or step_of(ann) == last

    page.locator(".replay .actions select").select_option("1")
    page.wait_for_url("**by=1")
    assert page.locator(".open-hands").count() == 0
    bea = new_guest(size=PHONE).go(page.url)
    bea.page.locator(".replay-controls").wait_for()
    assert step_of(bea) == step_of(ann)
    expect(bea.page.locator(".replay .actions select")).to_have_value("1")

    page.get_by_role("button", name="To the end").click()
    page.locator(".result").wait_for()
    page.get_by_role("button", name="Verify this game").click()
    page.locator(".verified h2.good").wait_for()
    assert page.locator(".verified li.good").count() == VERIFICATION_STEPS

    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    download.value.save_as(tmp_path / "record.json")
    record = json.loads((tmp_path / "record.json").read_text())
    steps = verify_log(*read_table_record(record))
    assert [step.holds for step in steps] == [True] * VERIFICATION_STEPS

    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="In the seat of").first.click()
    ann.wait_for_board().wait_for_moves()
    ann.forgive("/record")  # a download counts as a failed request


BOARD_FITS = """() => {
  const boxOf = (name) => document.querySelector(name).getBoundingClientRect();
  const [board, yard] = [boxOf(".gg-board"), boxOf(".gg-viewport")];
  return board.left >= yard.left && board.right <= yard.right + 1
    && board.top >= yard.top && board.bottom <= yard.bottom + 1;
}"""


@pytest.mark.xdist_group("client-1")
def test_a_replay_on_a_phone(new_guest: NewGuest, server: Server) -> None:
    """Board and controls stay in view, and a click on a move of the log scrolls to the board."""
    table = finished(server, "graveyards", {"players": 2})
    page = new_guest(size=PHONE, touch=True).go(f"/replay/{table}").page
    page.locator(".replay-controls").wait_for()
    for _ in range(3):
        page.get_by_role("button", name="One step on").tap()
    expect(page.locator(".replay-controls")).to_contain_text("3 of")
    assert page.evaluate("scrollY") == 0
    expect(page.locator(".replay-controls")).to_be_in_viewport(ratio=1)
    page.locator(".replay-log button").nth(9).scroll_into_view_if_needed()
    expect(page.locator(".board-place")).not_to_be_in_viewport(ratio=0.5)
    page.locator(".replay-log button").nth(9).tap()
    expect(page.locator(".replay-controls")).to_contain_text("9 of")
    expect(page.locator(".board-place")).to_be_in_viewport(ratio=0.9)
    page.keyboard.press("End")
    page.locator(".result").wait_for()
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_function(BOARD_FITS)  # it has grown since the first step


@pytest.mark.xdist_group("client-1")
@pytest.mark.parametrize(
    ("old", "new", "promise"),
    [
        ('"kind":"moved"', '"kind":"moves"', "The log is one chain"),
        ('"commitment":"', '"commitment":"0', "The house kept to its secret"),
        ('"pledge":"', '"pledge":"0', "Everybody kept their word"),
    ],
)
def test_changes_of_a_record_are_detected(
    new_guest: NewGuest, server: Server, old: str, new: str, promise: str
) -> None:
    table = finished(server, "ghooost", {"players": 2, "dawn": 2})
    ann = new_guest()

    def change(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=response.text().replace(old, new, 1))

    ann.page.route("**/record", change)
    ann.go(f"/replay/{table}").page.get_by_role("button", name="Verify this game").click()
    ann.page.locator(".verified h2.bad").wait_for()
    assert promise in ann.page.locator(".verified").inner_text()
    assert ann.page.locator(".verified li.bad", has_text=promise).count() == 1


# === GAMES THAT ARE NOT DEALT ===


@pytest.mark.xdist_group("client-1")
def test_everybody_is_told_of_a_game_that_was_not_dealt(
    new_guest: NewGuest, server: Server
) -> None:
    """In the lobby before the seats, in the list, at the table, in the replay, when verified."""
    origin = finished(server, "ghooost", {"players": 2, "dawn": 6})
    owner = Client(server).connect()
    table = str(owner.post(f"/api/tables/{origin}/continue", {"step": 3})["table"])
    owner.watch(table)
    assert owner.do(do="add-bot", seat=0, level="uniform")["ok"]
    shown = formatted(origin)
    bob = new_guest(size=PHONE)
    page = bob.go(f"/t/{table}").page
    notice = page.locator(".continued-notice")
    expect(notice).to_contain_text(f"continues table {shown} after move 3")
    boxes = [page.locator(each).bounding_box() for each in (".continued-notice", ".seat-list")]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
    link = f"/replay/{origin}?step=3&by=nobody"
    expect(notice.get_by_role("link")).to_have_attribute("href", link)
    bob.sit(2)
    bob.go("/")
    expect(page.locator(f'.yours a[href="/t/{table}"]')).to_contain_text(
        f"No fresh deal: continues {shown} after move 3"
    )
    bob.go(f"/t/{table}").page.locator(".lobby").wait_for()
    assert owner.do(do="start")["ok"]
    bob.wait_for_board()
    eve = new_guest().go(f"/t/{table}").wait_for_board()
    for each in (bob, eve):
        line = each.page.locator(".continued-line")
        expect(line).to_contain_text(f"continues {shown} after move 3")
        expect(line.get_by_role("link")).to_have_attribute("href", link)
    bob.page.get_by_role("button", name="More", exact=True).click()
    bob.page.get_by_role("button", name="Give up").click()
    bob.page.locator("dialog").get_by_role("button", name="Give up").click()
    eve.wait_for_result()
    owner.close()
    check_warned_verification(eve.go(f"/replay/{table}"), shown)


def check_warned_verification(guest: BrowserGuest, origin: str) -> None:
    """Verify a continued game in the browser: it holds, and was not dealt."""
    page = guest.page
    expect(page.locator(".continued-line")).to_contain_text(origin)
    page.get_by_role("button", name="Verify this game").click()
    expect(page.locator(".verified h2.warned")).to_contain_text("this game was not dealt")
    warned = page.locator(".verified li.warned")
    expect(warned).to_have_count(1)
    expect(warned).to_contain_text("was not dealt from it")
    expect(warned).to_contain_text("after move 3")
    expect(warned).to_contain_text("That game was not checked")
    assert page.locator(".verified li.good").count() == VERIFICATION_STEPS - 1


def formatted(table: str) -> str:
    """Return the name of a table as pages show it."""
    return f"{table[:4]}-{table[4:8]}-{table[8:]}"


@pytest.mark.xdist_group("client-1")
def test_a_position_of_unknown_origin_is_told_as_such(
    new_guest: NewGuest, server: Server, database: Path
) -> None:
    position = find_game("ghooost").new(players=2, seed=1).position()
    bob = new_guest().go(f"/t/{store_lobby(database, position, Client(server).guest)}")
    notice = bob.page.locator(".continued-notice")
    expect(notice).to_contain_text("nobody can say which")
    assert notice.get_by_role("link").count() == 0
    bob.open_table("Ghooost!", players=2)
    assert bob.page.locator(".continued-notice").count() == 0


def short_game(*, again: bool = False, start: Json | None = None) -> list[Json]:
    """Return the log of a game of two, perhaps with a cancelled start, or from a position."""
    played = Played(players=2)
    if start is not None:
        command = ask.OpenTable(game="ghooost", options=start["options"], start=start)
        played.log, played.table = [], Table("t1", SECRET)
        played.do("ann", command)
    played.sit("ann", 0).sit("bob", 1)
    if again:
        played.do("ann", ask.Start())
        played.do("bob", ask.Show(seat=1, bytes=bytes_of("bob", 1).hex()))
        played.do("ann", ask.CallOff())
        played.sit("bob", 1)
    played.start().do("ann", ask.Resign(seat=0))
    return played.items()


def secret_first(items: list[Json]) -> list[Json]:
    """Return the log with the secret before the last bytes."""
    return rechain([*items[:-3], items[-1], *items[-3:-1]])


def check_in_browser(guest: BrowserGuest, items: list[Json]) -> dict[str, Json]:
    """Return what `net/verify.js` finds in a log, by the names of the steps."""
    base = guest.page.locator("script[type=module]").get_attribute("src") or ""
    script = """async ([base, text]) => {
      const { verify } = await import(base + "net/verify.js");
      return verify(text);
    }"""
    text = json.dumps({"format": 1, "table": "t1", "entries": items})
    found: list[Json] = guest.page.evaluate(script, [base.removesuffix("app.js"), text])
    return {step["step"]: step for step in found}


@pytest.mark.xdist_group("client-1")
def test_the_browser_finds_what_python_finds(new_guest: NewGuest) -> None:
    ann = new_guest().go("/settings")
    ann.page.locator("h1").wait_for()
    position = find_game("ghooost").new(players=2, seed=1).position()
    from_position = short_game(start=position)
    named = json.loads(json.dumps(from_position))
    named[0]["data"]["origin"] = {"table": "k7mwp3xqd4", "step": 3}
    for items, warning in (
        (short_game(), None),
        (short_game(again=True), None),
        (secret_first(short_game()), None),
        (from_position, "continued-unknown"),
        (rechain(named), "continued"),
    ):
        found = check_in_browser(ann, items)
        steps = {step.name: step for step in verify_log("t1", read_items(items))}
        for name in ("chain", "commitment", "order", "pledges"):
            assert found[name]["holds"] == steps[name].holds, name
        assert found["seed"].get("warning") == warning
        assert bool(warning) == bool(steps["seed"].warnings)
        assert found["seed"]["values"]["seed"] in steps["seed"].found or not steps["seed"].holds
    assert found["seed"]["values"] | {"table": "k7mwp3xqd4", "step": 3} == found["seed"]["values"]
    assert not check_in_browser(ann, secret_first(short_game()))["order"]["holds"]
    assert check_in_browser(ann, short_game(again=True))["order"]["values"] == {"calledOff": 1}


STRANGE: Json = {
    "z": 1.0,
    "a": [1000.0, 1e-07, 12345678901.25, -0.5, 3],
    "ä€😀": 'q"\\\n\t\x7f\u2028',
    "Z": None,
    "b": {"true": True, "": False},
    "\uffff": 1,
    "😀": 2,
}


@pytest.mark.xdist_group("client-1")
def test_the_browser_hashes_what_python_hashes(new_guest: NewGuest) -> None:
    """Both hash the same bytes: numbers as written, keys in order, letters beyond ASCII."""
    ann = new_guest().go("/settings")
    ann.page.locator("h1").wait_for()
    data = Invalid(found=STRANGE, error="")
    entry = Entry(1, 1000.0, "opened", "ann", "", data, "", encode_json(STRANGE))
    text = json.dumps(replace(entry, hash=hash_after(GENESIS, entry)).to_json())
    base = ann.page.locator("script[type=module]").get_attribute("src") or ""
    script = """async ([base, text]) => {
      const { readJson, canonical } = await import(base + "net/verify.js");
      const { sha256 } = await import(base + "net/sha256.js");
      const entry = readJson(text);
      const { version, at, kind, by, key, data } = entry;
      const body = canonical(["0".repeat(64), version, at, kind, by, key, data]);
      return [sha256(new TextEncoder().encode(body)), entry.hash];
    }"""
    found, expected = ann.page.evaluate(script, [base.removesuffix("app.js"), text])
    assert found == expected


@pytest.mark.xdist_group("client-1")
def test_an_unfinished_game_cannot_be_replayed(new_guest: NewGuest, server: Server) -> None:
    client = Client(server)
    table = client.open_table("ghooost", options={"players": 2})
    ann = new_guest().go(f"/replay/{table}")
    ann.page.get_by_text("when the game is over").wait_for()
    ann.problems.clear()  # the refused request
