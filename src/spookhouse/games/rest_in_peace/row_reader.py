"""Read the rows of a position of Rest in Peace: cards and their marks."""

from spookhouse.games.rest_in_peace import codes, rules
from spookhouse.games.rest_in_peace.pieces import (
    BLOODY_MARY,
    CARD_CODES,
    CHRISTMAS,
    DOUBLE_VISION,
    HIGHEST,
    INSTANT,
    NEVER_SEEN,
    NOW_OR_NEVER,
    PITY,
    POLTERGEIST,
    PSYCHIC,
    ROUNDS,
    SEATS,
    TABLE,
    VALUES,
    WRAITH,
    card_text,
)
from spookhouse.games.rest_in_peace.position_checks import Rows
from spookhouse.games.rest_in_peace.positions import MARKS
from spookhouse.kernel.contract import Json, State
from spookhouse.kernel.validation import Reader, is_whole

ROW_KEYS = ("named", "as", "carried", "open", "debt", "resolved")
NAMING = {POLTERGEIST: 1, WRAITH: 1, PITY: 1, NEVER_SEEN: 2}  # how many values a card names


def allowed_cards(state: State) -> dict[str, int]:
    """Return the cards of the level of the game, as text and code."""
    highest = PSYCHIC + int(rules.highest_psychic(state))
    return {text: code for text, code in CARD_CODES.items() if code <= highest}


def read_rows(reader: Reader, state: State) -> Rows:
    """Read the rows of all rounds."""
    rows: Rows = [[[] for _ in range(SEATS)] for _ in range(ROUNDS)]
    for i, sides in enumerate(reader.items("rows", ROUNDS)):
        if is_pair_of_lists(sides):
            for seat, side in enumerate(sides):
                rows[i][seat] = read_row(reader, state, side, f"rows[{i}][{seat}]", i + 1)
        else:
            reader.wrong(f"rows[{i}]", sides, "two lists of cards, one a seat")
    return rows


def is_pair_of_lists(sides: object) -> bool:
    """Return whether the data is a list of two lists."""
    return (
        isinstance(sides, list)
        and len(sides) == SEATS
        and all(isinstance(side, list) for side in sides)
    )


def read_row(
    reader: Reader, state: State, side: list[object], where: str, round_number: int
) -> list[int]:
    """Read one row; cards beyond the largest possible number are a defect."""
    if len(side) > TABLE:
        reader.defect(f"{where} has {len(side)} entries, expected at most {TABLE}")
    return [
        read_entry(reader, state, item, f"{where}[{place}]", round_number)
        for place, item in enumerate(side[:TABLE])
    ]


def read_entry(reader: Reader, state: State, item: object, where: str, round_number: int) -> int:
    """Read a card of a row with its marks."""
    cards = allowed_cards(state)
    if (
        not isinstance(item, dict)
        or not isinstance(item.get("card"), str)
        or item["card"] not in cards
    ):
        reader.wrong(where, item, 'an object with a card of this game, like {"card": "g5"}')
        return 0
    entry = cards[item["card"]]
    for key in item:
        if key != "card" and key not in ROW_KEYS:
            reader.defect(f"{where}.{key} is not a key of this format")
    entry |= read_named(reader, item, where, entry)
    entry |= read_as(reader, item, where, entry, round_number)
    return entry | read_marks(reader, item, where, entry, round_number)


def read_named(reader: Reader, item: Json, where: str, card: int) -> int:
    """Return the bits of the values that a card names."""
    if "named" not in item:
        return 0
    named, number = item["named"], NAMING.get(card - PSYCHIC, 0)
    if not number or not are_values(named, number):
        expected = (
            f"a list of {number} values from 1 to {HIGHEST}, ascending"
            if number
            else f"no such key: {card_text(card)} names nothing"
        )
        reader.wrong(f"{where}.named", named, expected)
        return 0
    return sum(1 << (codes.NAMED + value - 1) for value in named)


def are_values(named: object, number: int) -> bool:
    """Return whether the data is a list of so many different values, ascending."""
    return (
        isinstance(named, list)
        and len(named) == number
        and all(is_whole(value) and 1 <= value <= HIGHEST for value in named)
        and sorted(set(named)) == named
    )


def read_as(reader: Reader, item: Json, where: str, entry: int, round_number: int) -> int:
    """Return the bits of the value that a card has become."""
    if "as" not in item:
        return 0
    value, allowed = item["as"], values_to_become(codes.card_of(entry) - PSYCHIC, round_number)
    if not is_whole(value) or value not in allowed:
        expected = (
            f"a whole number from {allowed[0]} to {allowed[-1]}"
            if allowed
            else f"no such key on {item['card']} in this row"
        )
        reader.wrong(f"{where}.as", value, expected)
        return 0
    return int(value) << codes.AS


def values_to_become(psychic: int, round_number: int) -> range:
    """Return the values that a Psychic card can become."""
    if psychic in (DOUBLE_VISION, CHRISTMAS):
        return range(1, VALUES)
    if psychic == BLOODY_MARY and round_number == ROUNDS:
        return range(HIGHEST, VALUES)
    return range(0)


def read_marks(reader: Reader, item: Json, where: str, entry: int, round_number: int) -> int:
    """Return the bits of a card's marks; `open` is marked if it is false."""
    marks = 0
    allowed = allowed_marks(item, codes.card_of(entry) - PSYCHIC, round_number)
    for mark, key in MARKS.items():
        wanted = key != "open"
        if key not in item:
            continue
        if item[key] is wanted and allowed[key]:
            marks |= mark
        else:
            expected = f"no such key, or {str(wanted).lower()} where the rules put it"
            reader.wrong(f"{where}.{key}", item[key], expected)
    return marks


def allowed_marks(item: Json, psychic: int, round_number: int) -> dict[str, bool]:
    """Return which marks a card may bear in the row of a round."""
    is_tenth = round_number == ROUNDS
    is_instant = psychic > 0 and bool(INSTANT >> psychic & 1)
    return {
        "carried": round_number > 1,
        "open": is_tenth and len(item) == 2,
        "debt": is_tenth and psychic == NOW_OR_NEVER,
        "resolved": is_tenth and is_instant and "carried" not in item,
    }
