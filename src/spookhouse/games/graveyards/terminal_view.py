"""Draw a view of the graveyard in a terminal, readable without colours."""

from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from spookhouse.games.graveyards.coordinates import Point
from spookhouse.games.graveyards.view_spaces import Board, Space, board_of
from spookhouse.kernel.contract import Json

STYLES = {
    "white": "bright_white",
    "orange": "dark_orange",
    "blue": "dodger_blue1",
    "green": "green3",
}
LETTERS = {"white": "W", "orange": "O", "blue": "B", "green": "G"}
SIGNS = {"kids": "K", "investigator": "I", "gravestone": "†"}
SECTION = "·"
MARGIN = 9  # left of the board: y of tiles and of spaces
WIDTH = 80

CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the lines that meet: 1 up, 2 right, 4 down, 8 left


def draw(view: Json, names: Sequence[str]) -> RenderableType:
    """Return the table as the seat of the view sees it."""
    parts: list[RenderableType] = [
        draw_heading(view, names),
        draw_board(board_of(view)),
        draw_seats(view, names),
    ]
    if view["hand"]:
        parts.append(draw_hand(view))
    return Group(*parts, draw_legend())


# === THE BOARD ===


def draw_heading(view: Json, names: Sequence[str]) -> Text:
    """Return the player on turn, and how far the game is."""
    stack = view["stack_size"]
    rest = f"{stack} tiles on the stack" if stack != 1 else "1 tile on the stack"
    if view["phase"] == "over":
        return Text("Dawn: the game is over.", style="bold")
    if view["final"] is not None:
        rest = f"final turns, {view['final']} to go"
    return Text.assemble(
        (names[view["turn"]], "bold"),
        f" is on turn ({ACTIONS[view['phase']]}), {rest}.{lifted_text(view)}",
    )


ACTIONS = {
    "main": "a tile or a House",
    "rotate": "Rotate",
    "drop": "Rotate: drop the token",
    "swap": "Swap",
    "spin": "Swap: turn the tiles",
    "replace": "Replace",
    "token": "Token",
}


def lifted_text(view: Json) -> str:
    """Return the rest of the turn: a token to drop, a tile to turn, or a House that must stay."""
    if view["lifted"]:
        lifted = view["lifted"]
        return f"\n{SIGNS[lifted['kind']]} from {lifted['x']},{lifted['y']} is in the air."
    if view["spinning"]:
        return f"\nNext to turn: {view['spinning'][0][0]},{view['spinning'][0][1]}."
    return "\nA House in play must stay this turn." if view["must_play_from_hand"] else ""


def draw_board(shown: Board) -> Text:
    """Return the board with its coordinates."""
    if not shown.tiles:
        return Text("\n  The graveyard is empty: the first tile is laid at 0,0.\n")
    size = space_width(len(shown.columns))
    lines = [axis(shown, size), *(axis_of_spaces(shown, size) if size == 3 else ())]
    for y in shown.rows:
        lines += [edge(shown, y, size), tile_line(shown, y, 0, size), tile_line(shown, y, 1, size)]
    lines.append(edge(shown, shown.rows[-1] + 1, size))
    return Text("\n").join([*lines, Text("")])


def space_width(columns: int) -> int:
    """Return the characters for a space: House, ghost or token, best section if there is room."""
    return next((size for size in (3, 2) if MARGIN + columns * (2 * size + 1) + 1 <= WIDTH), 1)


def axis(shown: Board, size: int) -> Text:
    """Return the x of every column of tiles."""
    return Text(" " * MARGIN + "".join(f"{x:^{2 * size + 1}}" for x in shown.columns), style="bold")


def axis_of_spaces(shown: Board, size: int) -> list[Text]:
    """Return the x of every column of spaces."""
    return [
        Text(
            " " * MARGIN
            + "".join(
                f" {2 * x:>2} {2 * x + 1:>3}"[: 2 * size + 1].ljust(2 * size + 1)
                for x in shown.columns
            ),
            style="dim",
        )
    ]


def tile_line(shown: Board, y: int, half: int, size: int) -> Text:
    """Return one row of spaces."""
    label = f"{y:>4}" if half == 0 else " " * 4
    line = Text.assemble((label, "bold"), (f"{2 * y + half:>4}", "dim"))
    line.pad_right(MARGIN - len(line))
    for x in range(shown.columns[0], shown.columns[-1] + 2):
        line.append("│" if is_beside_tile(shown, (x - 1, y), (x, y)) else " ", style="dim")
        if x in shown.columns:
            for dx in (0, 1):
                line.append_text(space_text(shown.spaces.get((2 * x + dx, 2 * y + half)), size))
    return line


def space_text(space: Space | None, size: int) -> Text:
    """Return a space like "oW·".

    That is a white ghost of the best white section in a window of the orange House.
    """
    if space is None:
        return Text(" " * size)
    house, middle, section = Text(" "), Text(LETTERS[space.ghost], STYLES[space.ghost]), Text(" ")
    if space.house:
        house = Text(LETTERS[space.house].lower(), STYLES[space.house])
    if space.token:
        middle = Text(SIGNS[space.token], "bold magenta")
    if space.sections:
        middle.stylize("bold")
        section = Text(SECTION, STYLES[space.sections[0]])
    return Text.assemble(*{3: (house, middle, section), 2: (house, middle), 1: (middle,)}[size])


def edge(shown: Board, y: int, size: int) -> Text:
    """Return the line above a row of tiles."""
    line = Text(" " * MARGIN, style="dim")
    for x in range(shown.columns[0], shown.columns[-1] + 2):
        up = is_beside_tile(shown, (x - 1, y - 1), (x, y - 1))
        right = is_beside_tile(shown, (x, y - 1), (x, y))
        down = is_beside_tile(shown, (x - 1, y), (x, y))
        left = is_beside_tile(shown, (x - 1, y - 1), (x - 1, y))
        line.append(CORNERS[up | right << 1 | down << 2 | left << 3])
        line.append(("─" if right else " ") * (2 * size if x in shown.columns else 0))
    return line


def is_beside_tile(shown: Board, *places: Point) -> bool:
    """Return whether a tile lies at one of these places."""
    return any(place in shown.tiles for place in places)


# === THE PLAYERS ===


def draw_seats(view: Json, names: Sequence[str]) -> Table:
    """Return one row for each seat."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("", "score", "ghosts and Houses", "tokens", "tiles"):
        table.add_column(
            heading, justify="right" if heading == "score" else "left", header_style="dim"
        )
    for seat, colours in enumerate(view["options"]["colours"]):
        turn = "▶ " if seat == view["turn"] and view["phase"] != "over" else "  "
        name = Text(turn + names[seat], style="bold" if seat == view["seat"] else "")
        tokens = " ".join(f"{number}{SIGNS[kind]}" for kind, number in view["tokens"][seat].items())
        known = (
            f" (known: {', '.join(map(str, view['known'][seat]))})" if view["known"][seat] else ""
        )
        table.add_row(
            name,
            str(view["totals"][seat]),
            colours_text(view, colours),
            tokens,
            f"{view['hand_sizes'][seat]}{known}",
        )
    return table


def colours_text(view: Json, colours: Sequence[str]) -> Text:
    """Return the colours of a seat, like "W white 7, House at 4,-1"."""
    parts = []
    for name in colours:
        point = view["houses"][name]
        house = "House in hand" if point is None else f"House at {point[0]},{point[1]}"
        parts.append(
            Text.assemble(
                (f"{LETTERS[name]} {name}", STYLES[name]), f" {view['scores'][name]}, {house}"
            )
        )
    return Text("\n").join(parts)


def draw_hand(view: Json) -> RenderableType:
    """Return the tiles of the hand, at rotation 0."""
    return Group(
        Text("Your hand, at r0:", style="dim"),
        Columns([draw_tile(view, tile) for tile in view["hand"]], padding=(0, 3)),
    )


def draw_tile(view: Json, tile: int) -> Text:
    """Return a tile of the hand, at rotation 0."""
    shown = view["tiles"][str(tile)]
    nw, ne, se, sw = (Text(LETTERS[ghost], style=STYLES[ghost]) for ghost in shown["ghosts"])
    icon = f" {shown['icon'].capitalize()}" if shown["icon"] else ""
    return Text.assemble(
        (f"{tile}", "bold"), icon, "\n┌───┐\n│", nw, " ", ne, "│\n│", sw, " ", se, "│\n└───┘"
    )


def draw_legend() -> Text:
    """Return the meaning of the signs."""
    return Text(
        f"K Kids, I Investigator, † Gravestone, {SECTION} best section, "
        "oW white in the orange House",
        style="dim",
    )
