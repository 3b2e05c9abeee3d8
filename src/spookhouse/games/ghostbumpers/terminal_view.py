"""Draw a view of Ghostbumpers in a terminal."""

from collections import Counter
from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from spookhouse.games.ghostbumpers.pieces import SORTED, TEXTS
from spookhouse.kernel.contract import Json

COLOURS = {
    "1": "cyan",
    "2": "blue",
    "3": "green",
    "4": "bright_green",
    "5": "bold red",
    "6": "magenta",
    "7": "yellow",
    "8": "bright_blue",
} | {
    "9": "bright_magenta",
    "0/10": "bold bright_yellow",
}
NAME = 12  # letters of a name that are shown
UNFAZED, SCARED, HIDDEN = ("U", "green"), ("S", "bold white on red"), ("?", "dim")


def draw(view: Json, names: Sequence[str]) -> RenderableType:
    """Return the table as the seat of the view sees it."""
    parts: list[RenderableType] = [draw_seats(view, names), draw_piles(view)]
    if view["hand"] is not None:
        parts.append(draw_hand(view))
    parts.append(Text(say_what_is_due(view, names), "italic"))
    return Panel(Group(*parts), title=title(view), box=box.ROUNDED, padding=(0, 1), width=80)


def title(view: Json) -> str:
    """Return the round and how long the game lasts."""
    options = view["options"]
    until = (
        f"until somebody has {options['target']} points"
        if options["target"]
        else f"of {options['rounds']}"
    )
    return f"[bold]Ghostbumpers[/bold] · round {view['round']} {until}"


# === SEATS ===


def draw_seats(view: Json, names: Sequence[str]) -> Table:
    """Return one row for each seat."""
    table = Table(box=box.SIMPLE_HEAD, expand=True, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("Driver", width=NAME + 10, no_wrap=True)
    table.add_column("Hand", width=4, justify="right")
    table.add_column("Character deck", width=14, no_wrap=True)
    table.add_column("Trick", ratio=1, min_width=10)
    table.add_column("Points", width=6, justify="right")
    for seat, points in enumerate(view["scores"]):
        row = (
            draw_name(view, names, seat),
            str(view["hand_sizes"][seat]),
            draw_character(view, seat),
            draw_played(view, seat),
        )
        table.add_row(*row, str(points))
    return table


def draw_name(view: Json, names: Sequence[str], seat: int) -> Text:
    """Return a name; ▶ marks seats that owe a decision, ★ the seat with the starting card."""
    name = names[seat] if len(names[seat]) <= NAME else names[seat][: NAME - 1] + "…"
    text = Text().append("▶ " if seat in view["waiting"] else "  ", "bold yellow")
    text.append(name, "bold" if seat == view["seat"] else "").append(
        " (you)" if seat == view["seat"] else ""
    )
    return text.append(" ★" if seat == view["starter"] else "")


def draw_character(view: Json, seat: int) -> Text:
    """Return a character deck, the top card first: U Unfazed, S Scared, ? unknown."""
    cards, above = view["characters"][seat]["cards"], view["characters"][seat]["above"]
    marks = [
        HIDDEN if above is None else SCARED if place == above else UNFAZED for place in range(cards)
    ]
    return Text(" ").join(Text(letter, style) for letter, style in marks)


def draw_played(view: Json, seat: int) -> Text:
    """Return the cards before a seat and their result, or whether its secret choice is made."""
    if view["phase"] == "scare":
        return Text(
            "card hidden" if view["chosen"][seat] else "hiding it ...",
            "green" if view["chosen"][seat] else "dim",
        )
    text = Text()
    for entry in view["trick"]:
        if entry["seat"] == seat:
            text.append_text(draw_entry(entry))
            text.append(" ◀ wins" if view["winning"] == seat else "", "bold")
    if view["phase"] == "drop" and (view["chosen"][seat] or seat in view["waiting"]):
        text.append(" · " if text else "")
        text.append(
            "gave a card" if view["chosen"][seat] else "gives ...",
            "green" if view["chosen"][seat] else "dim",
        )
    return text


def draw_entry(entry: Json) -> Text:
    """Return the cards that a seat has played, with the result of a set."""
    several = entry["count"] > 1
    text = (
        Text()
        .append(entry["card"], COLOURS[entry["card"]])
        .append(f"×{entry['count']}" if several else "")
    )
    text.append(f" as {entry['as']}" if entry["card"] == "0/10" else "")
    return text.append(f" = {entry['result']:.1f}" if several else "")


# === CARDS ===


def draw_piles(view: Json) -> RenderableType:
    """Return the size of the deck, the discard, and the cards that lie hidden."""
    text = Text(f"Deck     {view['deck_size']}\n")
    text.append("Discard  ")
    text.append_text(draw_counted(view["discard"]))
    text.append("\nUnseen   ")
    return Padding(text.append_text(draw_counted(view["unseen"])), (0, 0, 1, 0))


def draw_counted(cards: Sequence[str]) -> Text:
    """Return cards with their numbers, like `1  4×2  0/10`."""
    counted = Counter(cards)
    text = Text("" if cards else "none", "" if cards else "dim")
    for card in (TEXTS[code] for code in SORTED):
        if counted[card]:
            text.append(card, COLOURS[card])
            text.append(f"×{counted[card]}  " if counted[card] > 1 else "  ", "dim")
    return text


def draw_hand(view: Json) -> RenderableType:
    """Return the hand of the view's seat."""
    text = Text("Hand     ")
    for card in view["hand"]:
        text.append(f" {card} ", f"{COLOURS[card]} reverse")
        text.append(" ")
    text.append("" if view["hand"] else "empty", "dim")
    if view["dropped"] is not None:
        text.append(f"  (given up: {view['dropped']})", "dim")
    return Padding(text, (0, 0, 1, 0))


# === WHAT IS DUE ===


def say_what_is_due(view: Json, names: Sequence[str]) -> str:
    """Return which seats owe a decision, or the winners."""
    waiting = listed([names[seat] for seat in view["waiting"]])
    if view["phase"] == "over":
        best = [
            names[seat]
            for seat, points in enumerate(view["scores"])
            if points == max(view["scores"])
        ]
        return f"The game is over: {listed(best)} {'wins' if len(best) == 1 else 'share the win'}."
    if view["phase"] == "scare":
        return f"Scare levels: {waiting} must still hide the Scared card."
    if view["phase"] == "drop":
        return f"Deck and discard are empty: {waiting} must still give up a card."
    return f"{waiting} is to play." if view["trick"] else f"{waiting} leads."


def listed(words: Sequence[str]) -> str:
    """Return words in a list, like `Anna, Ben and Dora`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
