"""Names of cards and tokens in sentences for players."""

from spookhouse.games.rest_in_peace.pieces import PSYCHIC_CARDS, card_text
from spookhouse.kernel.contract import Json


def psychic(number: int) -> str:
    """Return a phrase like "Acro-bats (p8)"."""
    return f"{PSYCHIC_CARDS[number].name} (p{number})"


def card(text: str) -> str:
    """Return a phrase like "a 5" or "Acro-bats (p8)"."""
    return psychic(int(text[1:])) if text[0] == "p" else f"a {text[1:]}"


def card_of_code(code: int) -> str:
    """Return the phrase for a card, given as code."""
    return card(card_text(code))


def several(number: int, word: str) -> str:
    """Return a phrase like "a card" or "two cards"."""
    count = ("no", "a", "two", "three", "four", "five", "six")[number]
    return f"{count} {word}{'' if number == 1 else 's'}"


def numbered(number: int, word: str) -> str:
    """Return a phrase like "1 Manor" or "2 Castles"."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def mansions(e: Json) -> str:
    """Return a phrase like "a Manor and a Castle"."""
    names = (("manors", "Manor"), ("castles", "Castle"))
    return " and ".join(several(e[key], word) for key, word in names if e[key]) or "nothing"


def capital(text: str) -> str:
    """Return a text that begins with a capital."""
    return text[:1].upper() + text[1:]
