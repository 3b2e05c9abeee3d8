"""Moves of Ghooost! as text: `5x2`, `9x1+X`, `K`, `collect`, `luck`, `mansion`, `pass`."""

from collections.abc import Callable

from spookhouse.games.ghooost import rules
from spookhouse.games.ghooost.pieces import KITTY, TEXTS
from spookhouse.kernel.rule_decorator import uncompiled

value_in: Callable[[int], int] = uncompiled(rules.value_in)
number_in: Callable[[int], int] = uncompiled(rules.number_in)
copy_in: Callable[[int], int] = uncompiled(rules.copy_in)

WORDS = {
    rules.PASS: "pass",
    rules.COLLECT: "collect",
    rules.LUCK: "luck",
    rules.MANSION: "mansion",
    rules.PLAY_KITTY: TEXTS[KITTY],
}


def ghosts_text(action: int) -> str:
    """Return the text of an action that plays ghosts, like `9x1+X` for a 9 with Miss Copy."""
    return f"{value_in(action)}x{number_in(action)}" + ("+X" if copy_in(action) else "")


VOCABULARY = range(rules.ACTIONS)
TEXT_OF = tuple(WORDS.get(action) or ghosts_text(action) for action in VOCABULARY)
ACTION_OF = {text: action for action, text in enumerate(TEXT_OF)}


def write_move(action: int) -> str:
    """Return the text of an action."""
    if not 0 <= action < len(TEXT_OF):
        raise ValueError(
            f"invalid action: got {action}, expected 0 to {len(TEXT_OF) - 1} in Ghooost!"
        )
    return TEXT_OF[action]


def read_move(text: str) -> int | None:
    """Return the action of a text, None if there is none."""
    return ACTION_OF.get(text)
