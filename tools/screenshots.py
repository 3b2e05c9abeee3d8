"""Every page and state of the house, at the width of a phone and of a desk, as pictures in a folder: `make screenshots`."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import Browser

from support.browser import PHONE, WIDE, Guest, browser
from support.graveyards import kids
from support.graveyards import position as graveyards
from support.rest_in_peace import position as rest_in_peace
from support.scenes import begin, every_tile
from support.servers import Server, served

TITLES = ("Ghooost!", "Ghostbumpers", "Rest in Peace", "Graveyards, Ghosts & Haunted Houses")


class Album:
    """A folder of pictures, one guest at a time."""

    def __init__(
        self, folder: Path, chrome: Browser, house: Server, database: Path, size: dict[str, int]
    ) -> None:
        self.folder, self.chrome, self.house, self.database, self.size = (
            folder,
            chrome,
            house,
            database,
            size,
        )

    def guest(self, *, motion: bool = False) -> Guest:
        return Guest(self.chrome, self.house, self.size, motion=motion, touch=self.size is PHONE)

    def staged(self, position: dict[str, Any], *, seat: int = 0, motion: bool = False) -> Guest:
        """A guest at a board where a game stands like this."""
        found = begin(self.guest(motion=motion), self.house, self.database, position, seat=seat)
        found.until_owing()
        return found

    def shoot(self, guest: Guest, name: str, *, whole: bool = False) -> None:
        guest.page.wait_for_timeout(700)
        guest.page.screenshot(
            path=self.folder / f"{name}-{self.size['width']}.png", full_page=whole
        )


def door(album: Album) -> None:
    ann, bob = album.guest(), album.guest()
    bob.go("/").call("Bertram").page.get_by_role(
        "button", name="Open a table of Ghostbumpers"
    ).click()
    bob.page.get_by_label("Listed at the door").check()
    bob.page.get_by_role("button", name="Open the table").click()
    bob.sit(1)
    ann.go("/").page.locator(".open-tables a").first.wait_for()
    album.shoot(ann, "door-new")
    ann.page.get_by_role("button", name="Play Ghooost! now, against bots").click()
    ann.at_the_board().until_owing()
    ann.go("/").page.locator(".yours a").first.wait_for()
    album.shoot(ann, "door", whole=True)
    ann.page.get_by_role("button", name="Open a table of Graveyards").click()
    album.shoot(ann, "open-a-table")
    ann.page.keyboard.press("Escape")
    ann.page.locator(".top .me").click()
    album.shoot(ann, "you")


def lobby(album: Album) -> None:
    ann, bob = album.guest(), album.guest()
    ann.open_table("Graveyards, Ghosts & Haunted Houses", players=4)
    ann.call("Agnes").sit(1)
    bob.go(f"/t/{ann.table}").call("Bertram").sit(2)
    album.shoot(bob, "lobby-guest", whole=True)
    ann.page.get_by_role("button", name="Seat a bot at seat 3").click()
    album.shoot(ann, "choice-of-bots")
    ann.page.locator(".bot-list button").last.click()
    ann.page.get_by_role("button", name="Chat").click()
    ann.page.get_by_label("Say something").fill("Bring your own shovel.")
    ann.page.keyboard.press("Enter")
    album.shoot(ann, "lobby", whole=True)


def several(album: Album) -> None:
    ann = album.guest()
    ann.open_table("Ghooost!", players=3)
    ann.sit(1).sit(2).sit(3).page.get_by_role("button", name="Start the game").click()
    for _ in range(30):
        ann.page.locator(".curtain").or_(
            ann.page.locator(".all-moves [data-move]").first
        ).first.wait_for(state="attached")
        if ann.page.locator(".curtain").count():
            break
        ann.play(ann.until_owing()[0])
        ann.page.wait_for_timeout(200)
    album.shoot(ann, "curtain")


def game(album: Album, title: str) -> None:
    name = title.split(",")[0].strip("!").lower().replace(" ", "-")
    ann = album.guest().go("/")
    ann.page.get_by_role("button", name=f"Play {title} now, against bots").click()
    ann.at_the_board().until_owing()
    album.shoot(ann, f"{name}-start")
    for _ in range(4):
        ann.play(ann.until_owing()[-1])
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
    ann.pilot(3).until_over()
    album.shoot(ann, f"{name}-result", whole=True)
    replay(album, ann, name)


def replay(album: Album, ann: Guest, name: str) -> None:
    """The finished game watched again: open cards, one seat, the end, verified, played on."""
    page = ann.page
    page.get_by_role("link", name="Watch the replay").click()
    page.locator(".replay-controls").wait_for()
    moves = page.locator(".replay-log button")
    moves.nth(moves.count() // 2).click()
    album.shoot(ann, f"{name}-replay")
    album.shoot(ann, f"{name}-replay-whole", whole=True)
    page.locator(".replay .deeds select").select_option("1")
    album.shoot(ann, f"{name}-replay-seat")
    page.get_by_role("button", name="Play on from here").click()
    album.shoot(ann, f"{name}-replay-onward")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Verify this game").click()
    page.locator(".verified h2").wait_for()
    album.shoot(ann, f"{name}-replay-verified", whole=True)


def boards(album: Album) -> None:
    """What games seldom show by themselves: a full graveyard, a section lit up, a choice being made, the last mansion opening."""
    full: dict[str, Any] = {
        "stack": 0,
        "final": 1,
        "phase": "swap",
        "placed": [kids(3, 3)],
        "houses": {"white": [0, 0], "blue": [9, 8]},
    }
    ann = album.staged(graveyards(every_tile(), ["", ""], **full))
    ann.page.locator(".gg .chip").nth(1).click()
    album.shoot(ann, "graveyards-full")
    ann = album.staged(graveyards("16 0,0; 5 1,0; 3 2,0", ["20 40 41"]))
    ann.page.locator('[data-thing="hand:20"]').click()
    album.shoot(ann, "graveyards-where")
    ann.page.locator('[data-thing="place:1,1"]').click()
    album.shoot(ann, "graveyards-laying")
    ann = album.staged(
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
    last: dict[str, Any] = {
        "round": 9,
        "turn": 1,
        "won": ((1, 1), (2, 1)),
        "here": "M",
        "last": "M",
        "hands": ("1", "1"),
    }
    ann = album.staged(
        rest_in_peace(("g6", ""), tenth=("g3? g5? p8?", "g4? p10? g2?"), **last),
        seat=1,
        motion=True,
    )
    ann.play("end")
    ann.page.get_by_role("button", name="Lay nothing", exact=True).click()
    ann.page.locator(".rip-finale .turn").nth(3).wait_for()
    album.shoot(ann, "rest-in-peace-finale")


def words(album: Album) -> None:
    ann = album.guest()
    pages = {
        "rules": "/rules/ghooost#GH-3.2.1",
        "rules-rest-in-peace": "/rules/rest-in-peace",
        "settings": "/settings",
        "lost": "/t/abcdefghjk",
    }
    for name, path in pages.items():
        ann.go(path).page.locator("h1").first.wait_for()
        album.shoot(ann, name)


def states(album: Album) -> None:
    """Why not, more, chat, a broken line."""
    ann = album.guest().go("/")
    ann.page.get_by_role("button", name="Play Ghooost! now, against bots").click()
    ann.at_the_board().until_owing()
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


def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    scenes: dict[str, Callable[[Album], None]] = {
        "door": door,
        "lobby": lobby,
        "several": several,
        "words": words,
        "states": states,
        "boards": boards,
    }
    scenes |= {title: lambda album, title=title: game(album, title) for title in TITLES}  # type: ignore[misc]
    with (
        tempfile.TemporaryDirectory() as place,
        served(f"sqlite:///{place}/house.db", bot_pause=0.05) as house,
        browser() as chrome,
    ):
        for size in (PHONE, WIDE):
            for name, scene in scenes.items():
                if not wanted or name in wanted:
                    scene(Album(folder, chrome, house, Path(place) / "house.db", size))
        album = Album(folder, chrome, house, Path(place) / "house.db", PHONE)
        ann = album.guest().go("/")
        ann.page.locator(".game-card").first.wait_for()
        house.stop()
        ann.page.locator(".line-state").wait_for()
        album.shoot(ann, "line-lost")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
