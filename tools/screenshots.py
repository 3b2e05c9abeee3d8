"""Take screenshots of every page and state at the widths of a phone and a desktop.

Usage: `make screenshots`, or `python tools/screenshots.py FOLDER [SCENE ...]`.
"""

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import Browser, ViewportSize

from spookhouse.kernel.contract import Json
from support.browser import PHONE, WIDE, BrowserGuest, launched_browser
from support.browser_games import start_from_position
from support.graveyards import all_tiles, kids
from support.graveyards import position as graveyards
from support.rest_in_peace import position as rest_in_peace
from support.servers import Server, served

TITLES = ("Ghooost!", "Ghostbumpers", "Rest in Peace", "Graveyards, Ghosts & Haunted Houses")


class Album:
    """A folder of screenshots of one size, and the guests who appear in them."""

    def __init__(
        self, folder: Path, browser: Browser, server: Server, database: Path, size: ViewportSize
    ) -> None:
        self.folder, self.size = folder, size
        self.browser, self.server, self.database = browser, server, database

    def guest(self, *, motion: bool = False) -> BrowserGuest:
        """Return a new guest."""
        is_phone = self.size is PHONE
        return BrowserGuest(self.browser, self.server, self.size, motion=motion, touch=is_phone)

    def guest_at(self, position: Json, *, seat: int = 0, motion: bool = False) -> BrowserGuest:
        """Return a new guest at the board of a game that starts from a position."""
        guest = self.guest(motion=motion)
        start_from_position(guest, self.server, self.database, position, seat=seat)
        guest.wait_for_moves()
        return guest

    def shoot(self, guest: BrowserGuest, name: str, *, whole: bool = False) -> None:
        """Take a screenshot of what is visible, or of the whole page."""
        guest.page.wait_for_timeout(700)
        guest.page.screenshot(
            path=self.folder / f"{name}-{self.size['width']}.png", full_page=whole
        )


def home(album: Album) -> None:
    """Take screenshots of the home page and its dialogs."""
    ann, bob = album.guest(), album.guest()
    bob.go("/").set_name("Bertram").page.get_by_role(
        "button", name="Open a table of Ghostbumpers"
    ).click()
    bob.page.get_by_label("Listed at the door").check()
    bob.page.get_by_role("button", name="Open the table").click()
    bob.sit(1)
    ann.go("/").page.locator(".open-tables a").first.wait_for()
    album.shoot(ann, "home-new")
    ann.page.get_by_role("button", name="Play Ghooost! now, against bots").click()
    ann.wait_for_board().wait_for_moves()
    ann.go("/").page.locator(".yours a").first.wait_for()
    album.shoot(ann, "home", whole=True)
    ann.page.get_by_role("button", name="Open a table of Graveyards").click()
    album.shoot(ann, "open-a-table")
    ann.page.keyboard.press("Escape")
    ann.page.locator(".top .me").click()
    album.shoot(ann, "you")


def lobby(album: Album) -> None:
    """Take screenshots of the lobby, from the owner and from another guest."""
    ann, bob = album.guest(), album.guest()
    ann.open_table("Graveyards, Ghosts & Haunted Houses", players=4)
    ann.set_name("Agnes").sit(1)
    bob.go(f"/t/{ann.table}").set_name("Bertram").sit(2)
    album.shoot(bob, "lobby-guest", whole=True)
    ann.page.get_by_role("button", name="Seat a bot at seat 3").click()
    album.shoot(ann, "choice-of-bots")
    ann.page.locator(".bot-list button").last.click()
    ann.page.get_by_role("button", name="Chat").click()
    ann.page.get_by_label("Say something").fill("Bring your own shovel.")
    ann.page.keyboard.press("Enter")
    album.shoot(ann, "lobby", whole=True)


CONTINUE = """async (table) => {
  const body = JSON.stringify({ step: 1 });
  const answer = await fetch(`/api/tables/${table}/continue`, { method: "POST", body });
  return (await answer.json()).table;
}"""


def continued(album: Album) -> None:
    """Take screenshots of a game that continues another one, from its lobby to its verification."""
    ann = album.guest()
    ann.open_table("Ghooost!", players=2)
    ann.sit(1).fill_with_bots().start()
    ann.play(ann.wait_for_moves()[0])
    give_up(ann)
    table = ann.page.evaluate(CONTINUE, ann.table)
    ann.go(f"/t/{table}").page.locator(".continued-notice").wait_for()
    album.shoot(ann, "continued-lobby")
    ann.sit(1).go("/").page.locator(".continued-label").first.scroll_into_view_if_needed()
    album.shoot(ann, "continued-list")
    ann.go(f"/t/{table}").fill_with_bots().start().wait_for_moves()
    album.shoot(ann, "continued-table")
    give_up(ann)
    ann.go(f"/replay/{table}").page.get_by_role("button", name="Verify this game").click()
    ann.page.locator(".verified h2").wait_for()
    album.shoot(ann, "continued-verified", whole=True)


def give_up(guest: BrowserGuest) -> None:
    """Resign, and wait for the end of the game."""
    page = guest.page
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Give up").click()
    page.locator("dialog").get_by_role("button", name="Give up").click()
    guest.wait_for_result()


def pass_and_play(album: Album) -> None:
    """Take a screenshot of the screen between the turns of guests who share a device."""
    ann = album.guest()
    ann.open_table("Ghooost!", players=3)
    ann.sit(1).sit(2).sit(3).page.get_by_role("button", name="Start the game").click()
    for _ in range(30):
        ann.page.locator(".pass-screen").or_(
            ann.page.locator(".all-moves [data-move]").first
        ).first.wait_for(state="attached")
        if ann.page.locator(".pass-screen").count():
            break
        ann.play(ann.wait_for_moves()[0])
        ann.page.wait_for_timeout(200)
    album.shoot(ann, "pass-and-play")


def game(album: Album, title: str) -> None:
    """Take screenshots of a game from its start to its replay."""
    name = title.split(",")[0].strip("!").lower().replace(" ", "-")
    ann = album.guest().go("/")
    ann.page.get_by_role("button", name=f"Play {title} now, against bots").click()
    ann.wait_for_board().wait_for_moves()
    album.shoot(ann, f"{name}-start")
    for _ in range(4):
        ann.play(ann.wait_for_moves()[-1])
        ann.page.wait_for_timeout(300)
    ann.page.locator(".all-moves summary").click()
    ann.page.wait_for_timeout(1500)
    album.shoot(ann, f"{name}-game")
    album.shoot(ann, f"{name}-game-whole", whole=True)
    if ann.page.get_by_role("button", name="Hint", exact=True).is_enabled():
        ann.page.get_by_role("button", name="Hint", exact=True).click()
        album.shoot(ann, f"{name}-hint")
    ann.page.get_by_label("Find a move, or ask why not").or_(
        ann.page.locator(".all-moves summary")
    ).first.wait_for()
    ann.start_autopilot(3).wait_for_result()
    album.shoot(ann, f"{name}-result", whole=True)
    replay(album, ann, name)


def replay(album: Album, ann: BrowserGuest, name: str) -> None:
    """Take screenshots of the replay: open cards, one seat, the dialog to play on, verified."""
    page = ann.page
    page.get_by_role("link", name="Watch the replay").click()
    page.locator(".replay-controls").wait_for()
    moves = page.locator(".replay-log button")
    moves.nth(moves.count() // 2).click()
    album.shoot(ann, f"{name}-replay")
    album.shoot(ann, f"{name}-replay-whole", whole=True)
    page.locator(".replay .actions select").select_option("1")
    album.shoot(ann, f"{name}-replay-seat")
    page.get_by_role("button", name="Play on from here").click()
    album.shoot(ann, f"{name}-replay-onward")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Verify this game").click()
    page.locator(".verified h2").wait_for()
    album.shoot(ann, f"{name}-replay-verified", whole=True)


def boards(album: Album) -> None:
    """Take screenshots of rare positions: a full graveyard, choices, the finale."""
    houses = {"white": [0, 0], "blue": [9, 8]}
    full = graveyards(
        all_tiles(), ["", ""], placed=[kids(3, 3)], stack=0, final=1, phase="swap", houses=houses
    )
    ann = album.guest_at(full)
    ann.page.locator(".gg .chip").nth(1).click()
    album.shoot(ann, "graveyards-full")
    ann = album.guest_at(graveyards("16 0,0; 5 1,0; 3 2,0", ["20 40 41"]))
    ann.page.locator('[data-thing="hand:20"]').click()
    album.shoot(ann, "graveyards-where")
    ann.page.locator('[data-thing="place:1,1"]').click()
    album.shoot(ann, "graveyards-laying")
    ann = album.guest_at(
        rest_in_peace(
            ("g3 p8 g4", "g5 g2 p25=1,4 p17=4"),
            ("1 2 4 6", "3 4"),
            ("10 28", "11"),
            tenth=("g5? p13!", "g2?"),
            watch=3,
        )
    )
    album.shoot(ann, "rest-in-peace-bound")
    for name in ("Poltergeist", "House swap"):
        ann.page.locator(".rip-near .rip-waiting").and_(
            ann.page.get_by_role("button", name=name)
        ).click()
        album.shoot(ann, f"rest-in-peace-{name.split()[0].lower()}")
        ann.page.get_by_role("button", name="Back").click()
    last_round = rest_in_peace(
        ("g6", ""),
        ("1", "1"),
        tenth=("g3? g5? p8?", "g4? p10? g2?"),
        round=9,
        turn=1,
        won=((1, 1), (2, 1)),
        here="M",
        last="M",
    )
    ann = album.guest_at(last_round, seat=1, motion=True)
    ann.play("end")
    ann.page.get_by_role("button", name="Lay nothing", exact=True).click()
    ann.page.locator(".rip-finale .turn").nth(3).wait_for()
    album.shoot(ann, "rest-in-peace-finale")


def texts(album: Album) -> None:
    """Take screenshots of rulebooks, settings and the page of an unknown table."""
    ann = album.guest()
    pages = {
        "rules": "/rules/ghooost#GH-3.2.1",
        "rules-rest-in-peace": "/rules/rest-in-peace",
        "settings": "/settings",
        "not-found": "/t/abcdefghjk",
    }
    for name, path in pages.items():
        ann.go(path).page.locator("h1").first.wait_for()
        album.shoot(ann, name)


def states(album: Album) -> None:
    """Take screenshots of a refusal, the menu and the chat."""
    ann = album.guest().go("/")
    ann.page.get_by_role("button", name="Play Ghooost! now, against bots").click()
    ann.wait_for_board().wait_for_moves()
    field = ann.page.get_by_label("Find a move, or ask why not")
    if not field.is_visible():
        ann.page.locator(".all-moves summary").click()
    field.fill("mansion")
    ann.page.keyboard.press("Enter")
    ann.page.locator(".toast").wait_for()
    album.shoot(ann, "why-not")
    ann.page.get_by_role("button", name="More", exact=True).click()
    album.shoot(ann, "more")
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="Chat").click()
    ann.page.get_by_role("button", name="Boo!").click()
    album.shoot(ann, "chat", whole=True)


def connection_lost(album: Album) -> None:
    """Stop the server and take a screenshot of the notice."""
    ann = album.guest().go("/")
    ann.page.locator(".game-card").first.wait_for()
    album.server.stop()
    ann.page.locator(".connection-state").wait_for()
    album.shoot(ann, "connection-lost")


SCENES: dict[str, Callable[[Album], None]] = {
    "home": home,
    "lobby": lobby,
    "continued": continued,
    "pass-and-play": pass_and_play,
    "texts": texts,
    "states": states,
    "boards": boards,
    **{title: partial(game, title=title) for title in TITLES},
}


def main(folder: Path, wanted: list[str]) -> None:
    """Take the screenshots of some scenes, or of all."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as temporary,
        served(f"sqlite:///{temporary}/spookhouse.db", bot_pause=0.05) as server,
        launched_browser() as browser,
    ):
        database = Path(temporary) / "spookhouse.db"
        albums = [Album(folder, browser, server, database, size) for size in (PHONE, WIDE)]
        for album in albums:
            for name in wanted or SCENES:
                SCENES[name](album)
        if not wanted:
            connection_lost(albums[0])


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
