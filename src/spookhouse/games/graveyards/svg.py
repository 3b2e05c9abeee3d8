"""Draw a view of the graveyard as SVG; letters and dashes make it readable without colours."""

from html import escape

from spookhouse.games.graveyards.coordinates import Point
from spookhouse.games.graveyards.view_spaces import Board, Space, board_of, standing
from spookhouse.kernel.contract import Json

SIZE = 44  # of a space
MARGIN = 44
LINE = 22  # of the score table
INSET = 3  # of the outline of a section: adjacent sections have two lines

FILLS = {"white": "#f4f1e6", "orange": "#f08a24", "blue": "#4a7fd6", "green": "#4fa35a"}
INKS = {"white": "#3a3a44", "orange": "#4a2204", "blue": "#0b1f45", "green": "#0c3314"}
LETTERS = {"white": "W", "orange": "O", "blue": "B", "green": "G"}
# The outline of a best section.
DASHES = {"white": "", "orange": "7 3", "blue": "2 3", "green": "9 3 2 3"}
NIGHT, EARTH, GRASS, BONE = "#1d1b26", "#2e2a3a", "#4b4660", "#d8d2c0"

GHOST = "M-13 15 V-3 A13 13 0 0 1 13 -3 V15 L8.5 10 L4 15 L0 10 L-4 15 L-8.5 10 Z"
STONE = "M-11 15 V-5 A11 11 0 0 1 11 -5 V15 Z"


def svg(view: Json) -> str:
    """Return the graveyard with its coordinates, and the scores below."""
    shown = board_of(view)
    columns, rows = shown.columns or range(1), shown.rows or range(1)
    width = max(2 * MARGIN + 2 * SIZE * len(columns), 420)
    below = 2 * MARGIN + 2 * SIZE * len(rows)
    height = below + LINE * (len(view["scores"]) + 1)
    origin = MARGIN - 2 * SIZE * columns[0], MARGIN - 2 * SIZE * rows[0]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="Georgia, serif" role="img">',
        f"<title>{escape(title(view))}</title>",
        f'<rect width="{width}" height="{height}" fill="{NIGHT}"/>',
        *axes(shown, origin),
        *(tile(point, origin) for point in shown.tiles),
        *(space(point, found, origin) for point, found in shown.spaces.items()),
        *(icon(view, point, number, origin) for point, number in shown.tiles.items()),
        *(outline(name, view["sections"][name], origin) for name in view["sections"]),
        *(house(name, point, origin) for name, point in standing(view).items()),
        *scores(view, below),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def title(view: Json) -> str:
    """Return the number of tiles and the scores."""
    listed = ", ".join(f"{name} {score}" for name, score in view["scores"].items())
    return f"A graveyard of {len(view['board'])} tiles; scores: {listed}"


def corner(point: Point, origin: Point) -> Point:
    """Return the north-west corner of a space."""
    return origin[0] + SIZE * point[0], origin[1] + SIZE * point[1]


def words(x: float, y: float, text: str, size: int, fill: str, more: str = "") -> str:
    """Return a text at a point."""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}"{more}>{escape(text)}</text>'


# === THE GROUND ===


def axes(shown: Board, origin: Point) -> list[str]:
    """Return the coordinates of tiles, above and at the left."""
    middle = ' text-anchor="middle"'
    across = [
        words(corner((2 * x + 1, 0), origin)[0], MARGIN - 20, str(x), 14, BONE, middle)
        for x in shown.columns
    ]
    down = [
        words(MARGIN / 2, corner((0, 2 * y + 1), origin)[1] + 5, str(y), 14, BONE, middle)
        for y in shown.rows
    ]
    return across + down


def tile(point: Point, origin: Point) -> str:
    """Return the ground of a tile."""
    x, y = corner((2 * point[0], 2 * point[1]), origin)
    size = 2 * SIZE - 2
    return (
        f'<rect x="{x + 1}" y="{y + 1}" width="{size}" height="{size}" rx="7" '
        f'fill="{EARTH}" stroke="{GRASS}" stroke-width="2"/>'
    )


def icon(view: Json, point: Point, number: int, origin: Point) -> str:
    """Return the first letters of an action, in the middle of its tile."""
    name = view["tiles"][str(number)]["icon"]
    if not name:
        return ""
    x, y = corner((2 * point[0] + 1, 2 * point[1] + 1), origin)
    label = words(x, y + 4, name[:2].capitalize(), 11, BONE, ' text-anchor="middle"')
    return f'<circle cx="{x}" cy="{y}" r="9" fill="{NIGHT}" stroke="{GRASS}"/>{label}'


# === WHAT LIES ON A SPACE ===


def space(point: Point, found: Space, origin: Point) -> str:
    """Return the ghost or the token on a space."""
    x, y = corner(point, origin)
    drawn = TOKENS[found.token] if found.token else ghost(found.ghost)
    return f'<g transform="translate({x + SIZE / 2:g} {y + SIZE / 2:g})">{drawn}</g>'


def ghost(colour: str) -> str:
    """Return a ghost with two eyes and a letter."""
    ink = INKS[colour]
    eyes = "".join(f'<circle cx="{x}" cy="-6" r="2.2" fill="{ink}"/>' for x in (-5, 5))
    letter = words(0, 8, LETTERS[colour], 12, ink, ' text-anchor="middle" font-weight="bold"')
    return f'<path d="{GHOST}" fill="{FILLS[colour]}"/>{eyes}{letter}'


def kids() -> str:
    """Return a token of Kids."""
    heads = "".join(
        f'<circle cx="{x}" cy="{y}" r="6" fill="{BONE}" stroke="{NIGHT}"/>'
        for x, y in ((-8, -3), (8, -3), (0, -8))
    )
    return f'<rect x="-17" y="-17" width="34" height="34" rx="5" fill="#8c3b6b"/>{heads}' + words(
        0, 13, "+3", 12, BONE, ' text-anchor="middle"'
    )


def investigator() -> str:
    """Return a token of an Investigator."""
    square = '<rect x="-17" y="-17" width="34" height="34" rx="5" fill="#5a4a1f"/>'
    glass = f'<circle cx="-3" cy="-5" r="8" fill="none" stroke="{BONE}" stroke-width="3"/>'
    handle = f'<path d="M3 1 L11 9" stroke="{BONE}" stroke-width="4"/>'
    worth = words(-5, 14, "-3", 11, BONE, ' text-anchor="middle"')
    return square + glass + handle + worth


def gravestone() -> str:
    """Return a Gravestone."""
    cross = '<path d="M0 -11 V5 M-5 -6 H5" stroke="#2b2b33" stroke-width="3"/>'
    return f'<path d="{STONE}" fill="#8f8f99" stroke="{BONE}"/>{cross}'


TOKENS = {"kids": kids(), "investigator": investigator(), "gravestone": gravestone()}

# === HOUSES AND SECTIONS ===


def house(colour: str, point: Point, origin: Point) -> str:
    """Return a roof, and walls that leave four windows open."""
    x, y = corner(point, origin)
    fill, end = FILLS[colour], 2 * SIZE
    frame = (
        f'<rect x="{x + 3}" y="{y + 3}" width="{end - 6}" height="{end - 6}" fill="none" '
        f'stroke="{fill}" stroke-width="5"/>'
    )
    bars = (
        f'<path d="M{x + SIZE} {y + 3} V{y + end - 3} M{x + 3} {y + SIZE} H{x + end - 3}" '
        f'stroke="{fill}" stroke-width="3"/>'
    )
    peak = f"L{x + SIZE} {y - 13} L{x + end + 2} {y + 6}"
    roof = f'<path d="M{x - 2} {y + 6} {peak} Z" fill="{fill}"/>'
    letter = words(x + SIZE, y + 4, LETTERS[colour], 12, INKS[colour], ANCHOR)
    return f"<g>{frame}{bars}{roof}{letter}</g>"


ANCHOR = ' text-anchor="middle" font-weight="bold"'


def outline(colour: str, section: list[list[int]], origin: Point) -> str:
    """Return a line around the best section of a colour, with the dashes of the colour."""
    inside = {(x, y) for x, y in section}
    lines = []
    for x, y in section:
        left, top = (begin + INSET for begin in corner((x, y), origin))
        right, bottom = left + SIZE - 2 * INSET, top + SIZE - 2 * INSET
        sides = {(x, y - 1): f"M{left} {top} H{right}", (x + 1, y): f"M{right} {top} V{bottom}"}
        sides |= {(x, y + 1): f"M{left} {bottom} H{right}", (x - 1, y): f"M{left} {top} V{bottom}"}
        lines += [line for beside, line in sides.items() if beside not in inside]
    if not lines:
        return ""
    return f'<path d="{" ".join(lines)}" fill="none" {stroke(colour)}/>'


def stroke(colour: str) -> str:
    """Return the attributes of a line in a colour with its dashes."""
    dashes = f' stroke-dasharray="{DASHES[colour]}"' if DASHES[colour] else ""
    return f'stroke="{FILLS[colour]}" stroke-width="3"{dashes}'


def scores(view: Json, top: int) -> list[str]:
    """Return one line for each colour: its letter, its seat, its score."""
    owners = {name: seat for seat, own in enumerate(view["options"]["colours"]) for name in own}
    lines = []
    for i, (name, score) in enumerate(view["scores"].items()):
        y = top + LINE * i
        points = f"{score} {'point' if score == 1 else 'points'}"
        text = f"{LETTERS[name]}  {name}, seat {owners[name]}: {points}"
        lines.append(f'<path d="M{MARGIN} {y - 5} h40" {stroke(name)}/>')
        lines.append(words(MARGIN + 52, y, text, 15, FILLS[name]))
    return lines
