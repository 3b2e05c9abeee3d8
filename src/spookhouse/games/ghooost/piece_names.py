"""Names and numbers of ghosts in sentences for players."""

from spookhouse.games.ghooost.pieces import CODES, GHOSTS

NUMBERS = ("no", "one", "two", "three", "four")


def name(text: str) -> str:
    """Return the name of a card, like "Igor" for a 12."""
    return GHOSTS[CODES[text]].name


def ghost(text: str) -> str:
    """Return a card with its name, like "Igor (12)" or "Kitty"."""
    return f"{name(text)} ({text})" if text.isdigit() else name(text)


def several(number: int, text: str) -> str:
    """Return ghosts of one value, like "Igor (12)" or "two 12s (Igor)"."""
    return ghost(text) if number == 1 else f"{NUMBERS[number]} {text}s ({name(text)})"


def ghosts(number: int) -> str:
    """Return a number of cards, like "1 ghost"."""
    return "1 ghost" if number == 1 else f"{number} ghosts"


def value_with_article(value: int) -> str:
    """Return a value with its article, like "a 5" or "an 8"."""
    return f"{'an' if value in (8, 11) else 'a'} {value}"
