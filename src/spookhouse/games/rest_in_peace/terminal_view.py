"""Draw a view of Rest in Peace in a terminal."""

from collections import Counter
from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from spookhouse.games.rest_in_peace.pieces import PSYCHIC_CARDS
from spookhouse.kernel.contract import Json

FAMILIES = ("green", "blue")  # the book's colours; the names and sides say the same
TOKENS = {"manor": Text("M", "yellow"), "castle": Text("C", "magenta")}


def draw(view: Json, names: Sequence[str]) -> RenderableType:
    """Return the line of mansions, both sides and the rows of this round, own side below."""
    below = view["seat"] or 0
    above = 1 - below
    return Group(
        draw_line(view),
        draw_side(view, above, names),
        draw_fight(view, above, below, names),
        draw_side(view, below, names),
        draw_state(view, names),
    )


# === CARDS ===


def draw_card(card: Json) -> Text:
    """Return a card like `5` or `p10=3`, or `?` for an unknown one.

    `»` marks a carried card, `✓` a resolved one, and brackets one that lies face down.
    """
    text = Text("?", "dim") if card["card"] is None else draw_code(card["card"])
    if "named" in card:
        text += Text("=" + ",".join(map(str, card["named"])), "cyan")
    if card.get("carried"):
        text += Text("»", "dim")
    if card.get("resolved"):
        text += Text("✓", "dim")
    return Text("[", "dim") + text + Text("]", "dim") if card.get("open") is False else text


def draw_code(card: str) -> Text:
    """Return the value of a Ghost, or the number of a Psychic card."""
    return Text(card[1:], "bold") if card[0] == "g" else Text(card, "cyan")


def draw_why(card: Json) -> Text:
    """Return how a card comes to count what it counts, like "3 +1 p8 -2 p17".

    A Psychic card that is no Ghost has a name instead.
    """
    if card["overruled"]:
        is_owed = card.get("debt") and card["overruled"] == 13
        return Text("owed from earlier" if is_owed else f"settled by p{card['overruled']}", "red")
    if not card["base"]:
        return Text(psychic_name(card["card"] or ""), "dim")
    text = Text(str(card["base"]))
    for found in card["bonuses"]:
        text += Text(f" +{found['plus']} p{found['psychic']}", "green")
    for found in card["penalties"]:
        text += Text(f" -{found['minus']} p{found['psychic']}", "red")
    return text + Text(" twice" if card["card"] == "p23" else "")


def psychic_name(card: str) -> str:
    """Return the name of a Psychic card; nothing for a Ghost."""
    return PSYCHIC_CARDS[int(card[1:])].name if card.startswith("p") else ""


def draw_counts(values: Sequence[str]) -> Text:
    """Return values as a row, like "1 1 5"."""
    return Text(" ".join(values) or "-", "bold")


# === THE TABLE ===


def draw_line(view: Json) -> RenderableType:
    """Return the ten mansions with their tokens and Psychic cards."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), expand=False, show_edge=False)
    for number in range(1, 11):
        here = number == view["round"]
        table.add_column(
            f">{number}<" if here else str(number),
            justify="center",
            style="reverse" if here else "",
            min_width=4,
        )
    table.add_row(
        *(
            Text(" ").join(TOKENS[token] for token in place["tokens"]) or Text("-", "dim")
            for place in view["line"]
        )
    )
    table.add_row(*(draw_watch(place) for place in view["line"]))
    return Panel(table, title="Mansions: M Manor, C Castle", title_align="left", border_style="dim")


def draw_watch(place: Json) -> Text:
    """Return the Psychic card of a place, `?` if it lies face down."""
    if not place["open"]:
        return Text("?", "dim")
    return draw_code(f"p{place['psychic']}") if place["psychic"] else Text("")


def draw_side(view: Json, seat: int, names: Sequence[str]) -> RenderableType:
    """Return what a player has: tokens, hand, deck, reserve, and cards at the last mansion."""
    hand, deck, won = view["hands"][seat], view["decks"][seat], view["tokens"][seat]
    table = Table.grid(padding=(0, 1))
    table.add_column(style="dim", min_width=8)
    table.add_column()
    table.add_row("hand", draw_hand(hand))
    table.add_row("reserve", draw_reserve(view["reserves"][seat]))
    if view["round"] < 10 and view["rows"][9][seat]["cards"]:
        table.add_row(
            "last", Text("  ").join(draw_card(card) for card in view["rows"][9][seat]["cards"])
        )
    title = Text.assemble(
        (names[seat], f"bold {FAMILIES[seat]}"),
        f"  {won['manor']} M  {won['castle']} C  deck {deck['size']}",
    )
    if deck["top"]:
        title += Text(f" (top {deck['top']})")
    if view["tripped"][seat]:
        title += Text("  tripped!", "red")
    return Panel(table, title=title, title_align="left", border_style=FAMILIES[seat])


def draw_hand(hand: Json) -> Text:
    """Return the known cards of a hand, and a question mark for each of the others."""
    unknown = hand["size"] - len(hand["cards"])
    text = draw_counts(hand["cards"]) if hand["cards"] or not unknown else Text("")
    if unknown:
        text += Text(f"{' ' if hand['cards'] else ''}{'? ' * unknown}".rstrip(), "dim")
    return text + Text(f"  ({hand['size']} cards)" if hand["size"] != 1 else "  (1 card)", "dim")


def draw_reserve(psychics: Sequence[int]) -> Text:
    """Return the Psychic cards of a reserve with their names."""
    names = [
        draw_code(f"p{number}") + Text(f" {PSYCHIC_CARDS[number].name}") for number in psychics
    ]
    return Text(", ").join(names) if names else Text("-", "dim")


def draw_fight(view: Json, above: int, below: int, names: Sequence[str]) -> RenderableType:
    """Return the two rows of the round in play, card by card, and their totals."""
    sides = view["rows"][view["round"] - 1]
    table = Table(
        box=box.SIMPLE_HEAD, expand=True, show_footer=True, show_edge=False, padding=(0, 1)
    )
    for seat in (below, above):
        table.add_column(
            Text(names[seat], f"bold {FAMILIES[seat]}"), footer=Text("total", "dim"), ratio=3
        )
        table.add_column("", ratio=6, no_wrap=True)
        table.add_column(
            "", justify="right", footer=Text(str(sides[seat]["total"]), "bold"), width=3
        )
    for i in range(max(len(side["cards"]) for side in sides)):
        table.add_row(
            *(cell for seat in (below, above) for cell in draw_cells(sides[seat]["cards"], i))
        )
    return Panel(table, title=draw_title(view), title_align="left")


def draw_title(view: Json) -> Text:
    """Return a title like "Round 3: Manor, watched by p8 Acro-bats"."""
    place = view["line"][view["round"] - 1]
    text = Text(f"Round {view['round']}")
    if place["tokens"]:
        text += Text(": " + " and ".join(token.capitalize() for token in place["tokens"]))
    if place["open"] and place["psychic"]:
        text += (
            Text(", watched by ")
            + draw_code(f"p{place['psychic']}")
            + Text(f" {PSYCHIC_CARDS[place['psychic']].name}")
        )
    return text


def draw_cells(cards: Sequence[Json], place: int) -> tuple[Text, Text, Text]:
    """Return a card, how its value comes about, and what it counts."""
    if place >= len(cards):
        return Text(""), Text(""), Text("")
    card = cards[place]
    return (
        draw_card(card),
        draw_why(card),
        Text(str(card["counts"]), "bold" if card["counts"] else "dim"),
    )


# === BELOW ===


def draw_state(view: Json, names: Sequence[str]) -> Text:
    """Return whose turn it is, banned values, and how many cards are out of the game."""
    asked = {
        "turn": "plays",
        "carry": "may carry a card on",
        "place": "may place a card",
        "tenth": "resolves a card",
    }
    if view["phase"] == "over":
        return Text("The game is over.", "bold")
    text = Text.assemble((names[view["turn"]], FAMILIES[view["turn"]]), f" {asked[view['phase']]}.")
    if view["banned"]:
        text += Text(
            f" Nobody plays {' or '.join(f'{value}s' for value in view['banned'])}.", "red"
        )
    out = Counter(card for pile in view["discards"] for card in pile) + Counter(
        f"p{number}" for number in view["removed"]
    )
    return text + Text(f" {out.total()} cards are out of the game." if out else "", "dim")
