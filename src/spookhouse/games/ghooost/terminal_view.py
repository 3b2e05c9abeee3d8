"""Draw a view of Ghooost! in a terminal."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from spookhouse.games.ghooost.pieces import CODES, GHOSTS
from spookhouse.kernel.contract import Json

STYLES = {"Fearless": "bold yellow", "Scary": "bold red", "Special": "bold blue", "Common": "white"}
SIGNS = {
    "Fearless": "*",
    "Scary": "!",
    "Special": "~",
    "Common": "",
}  # colour is never the only sign
SHOWN = 10  # cards of the cemetery that are drawn, from the top


def card(text: str, family_of: str | None = None) -> Text:
    """Return a card in the colour of its family, with the sign of its family."""
    family = GHOSTS[CODES[family_of or text]].family
    return Text(f"{text}{SIGNS[family]}", STYLES[family])


def cards(texts: Sequence[str]) -> Text:
    """Return cards side by side, equal ones together, like `5 5  7`."""
    drawn = Text()
    for i, text in enumerate(texts):
        drawn.append("  " if i and texts[i - 1] != text else " " if i else "")
        drawn.append_text(card(text))
    return drawn


def cemetery(view: Json) -> Text:
    """Return the top of the cemetery, and the Kitties beside it."""
    pile = view["cemetery"]
    drawn = Text()
    if not pile:
        drawn.append("empty", "dim")
    elif len(pile) > SHOWN:
        drawn.append(f"({len(pile) - SHOWN} below) ", "dim")
    for text, value in pile[-SHOWN:]:
        shown = card(text) if text == value else card(f"{value}=X", value)
        drawn.append_text(shown).append("  ")
    if pile:
        drawn.append("<- top", "dim")
    if view["kitties"]:
        drawn.append("   beside it: ", "dim").append_text(cards(["K"] * view["kitties"]))
    return drawn


def clock(view: Json) -> Text:
    """Return how far it is to midnight."""
    if view["midnight"]:
        return Text("midnight has struck, mansions are open", "bold magenta")
    return Text(f"{view['crypt_size']} ghosts in the crypt until midnight", "cyan")


def seats(view: Json, names: Sequence[str]) -> Table:
    """Return one row for each seat: turn, sizes, and the cards that all players know."""
    table = Table(box=None, padding=(0, 1), pad_edge=False)
    for title in ("", "player", "hand", "mansion", "all know of this hand"):
        table.add_column(
            title, header_style="dim", justify="right" if title in ("hand", "mansion") else "left"
        )
    if view["options"]["mode"] == "match":
        table.add_column("points", header_style="dim", justify="right")
        table.add_column("Boo!", header_style="dim", justify="right")
    for seat, name in enumerate(names):
        table.add_row(*seat_cells(view, seat, name))
    return table


def seat_cells(view: Json, seat: int, name: str) -> list[RenderableType]:
    """Return the row of one seat."""
    left = seat in view["left"]
    turn = seat == view["turn"] and view["phase"] == "turn"
    style = "dim" if left else "bold" if turn else ""
    knows: RenderableType = (
        Text(f"left the house, number {view['left'].index(seat) + 1}", "dim green")
        if left
        else cards(view["known"][seat])
    )
    you = " (you)" if seat == view["seat"] else ""
    cells: list[RenderableType] = [
        Text(">" if turn else " ", "bold green"),
        Text(name + you, style),
        Text(str(view["hand_sizes"][seat]), style),
        Text(str(view["mansion_sizes"][seat]), style),
        knows,
    ]
    if view["options"]["mode"] == "match":
        cells += [Text(str(view["scores"][seat]), style), Text(str(view["boos"][seat]), style)]
    return cells


def draw(view: Json, names: Sequence[str]) -> RenderableType:
    """Return the table as the seat of the view sees it."""
    way = (
        "clockwise (down the list)" if view["direction"] > 0 else "against the clock (up the list)"
    )
    middle = Table.grid(padding=(0, 2))
    middle.add_row(Text("Cemetery", "dim"), cemetery(view))
    middle.add_row(Text("Crypt", "dim"), clock(view))
    middle.add_row(Text("Play goes", "dim"), Text(way))
    if view["discard"]:
        middle.add_row(Text("Gone", "dim"), cards(view["discard"]))
    parts: list[RenderableType] = [seats(view, names), Text(), middle]
    if view["hand"] is not None:
        hand = cards(view["hand"]) if view["hand"] else Text("empty", "dim")
        parts += [Text(), Text.assemble(("Your hand  ", "bold"), hand)]
    title = f"Ghooost!  round {view['round']}" if view["options"]["mode"] == "match" else "Ghooost!"
    return Panel(
        Group(*parts),
        title=title,
        subtitle="* Fearless  ! Scary  ~ Special",
        border_style="magenta",
        width=80,
    )
