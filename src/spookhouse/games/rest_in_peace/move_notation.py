"""Moves of Rest in Peace as text: `g5`, `p10=3`, `carry p8`, `place g2`, `end`."""

from collections.abc import Callable, Iterator

from spookhouse.games.rest_in_peace import codes
from spookhouse.games.rest_in_peace.pieces import CARD_CODES, PSYCHIC_CARDS, ROUNDS, VALUES
from spookhouse.kernel.rule_decorator import uncompiled

play_code: Callable[[int, int], int] = uncompiled(codes.play_code)
psychic_in: Callable[[int], int] = uncompiled(codes.psychic_in)
choice_in: Callable[[int], int] = uncompiled(codes.choice_in)
pair_code: Callable[[int, int], int] = uncompiled(codes.pair_code)

SIDES = {codes.OWN: "own", codes.OPPONENT: "opp"}
WORDS = {codes.END: "end", codes.TRIP: "trip", codes.KEEP: "keep", codes.SKIP: "skip"}


def pairs(numbers: range, *, equal: bool) -> dict[int, str]:
    """Return the choices of two ascending numbers, as code and text."""
    return {
        pair_code(a, b): f"{a},{b}" for a in numbers for b in numbers if a < b or (equal and a == b)
    }


# What may be chosen with a Psychic card, as code and text.
CHOICES: dict[str, dict[int, str]] = {
    "": {},
    "value": {value: str(value) for value in range(1, VALUES)},
    "card": {code: text for text, code in CARD_CODES.items()},
    "own card": {code: text for text, code in CARD_CODES.items()},
    "side": SIDES,
    "cost": pairs(range(1, VALUES), equal=True),
    "two values": pairs(range(1, VALUES), equal=False),
    "rounds": pairs(range(2, ROUNDS + 1), equal=False),
}


def list_moves() -> Iterator[tuple[int, str]]:
    """Yield every action of the game with its text."""
    yield from WORDS.items()
    yield from ((codes.LAY + value, f"g{value}") for value in range(1, VALUES))
    yield from ((codes.CARRY + code, f"carry {text}") for text, code in CARD_CODES.items())
    yield from ((codes.PLACE + code, f"place {text}") for text, code in CARD_CODES.items())
    for number, card in PSYCHIC_CARDS.items():
        yield play_code(number, 0), f"p{number}"
        for choice, text in CHOICES[card.choice].items():
            yield play_code(number, choice), f"p{number}={text}"


TEXT_OF = dict(list_moves())
ACTION_OF = {text: action for action, text in TEXT_OF.items()}
VOCABULARY = tuple(TEXT_OF)


def write_move(action: int) -> str:
    """Return the text of an action."""
    if action not in TEXT_OF:
        raise ValueError(f"invalid action: got {action}, expected one of Rest in Peace")
    return TEXT_OF[action]


def read_move(text: str) -> int | None:
    """Return the action of a text, None if there is none."""
    return ACTION_OF.get(text)
