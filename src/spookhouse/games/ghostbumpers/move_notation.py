"""Moves of Ghostbumpers as text: `scare 3`, `8x2`, `10x1`, `drop 0/10`."""

from collections.abc import Callable, Iterator

from spookhouse.games.ghostbumpers import rules
from spookhouse.games.ghostbumpers.pieces import (
    CHARACTER,
    EACH_VALUE,
    HIGHEST,
    SORTED,
    TEXTS,
    ZERO_TENS,
)
from spookhouse.kernel.rule_decorator import uncompiled

play_of: Callable[[int, int], int] = uncompiled(rules.play_of)
value_in: Callable[[int], int] = uncompiled(rules.value_in)
number_in: Callable[[int], int] = uncompiled(rules.number_in)


def list_moves() -> Iterator[tuple[int, str]]:
    """Yield every action of the game with its text."""
    yield from ((rules.SCARE + level, f"scare {level}") for level in range(CHARACTER))
    for value in range(1, HIGHEST + 1):
        yield from list_plays(value, EACH_VALUE)
    for value in (0, rules.TEN):
        yield from list_plays(value, ZERO_TENS)
    yield from ((rules.DROP + card, f"drop {TEXTS[card]}") for card in SORTED)


def list_plays(value: int, most: int) -> Iterator[tuple[int, str]]:
    """Yield the plays of one card and more as a value."""
    for number in range(1, most + 1):
        yield play_of(value, number), f"{value}x{number}"


TEXT_OF = dict(list_moves())
ACTION_OF = {text: action for action, text in TEXT_OF.items()}
VOCABULARY = tuple(TEXT_OF)


def write_move(action: int) -> str:
    """Return the text of an action."""
    if action not in TEXT_OF:
        raise ValueError(f"invalid action: got {action}, expected one of Ghostbumpers")
    return TEXT_OF[action]


def read_move(text: str) -> int | None:
    """Return the action of a text, None if there is none."""
    return ACTION_OF.get(text)
