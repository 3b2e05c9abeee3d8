"""Names and numbers of cards in sentences for players."""

from spookhouse.kernel.contract import Json

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def cards(number: int) -> str:
    """Return a number of cards, like "1 card"."""
    return "1 card" if number == 1 else f"{number} cards"


def points(number: int) -> str:
    """Return a score, like "2 points"."""
    return "1 point" if number == 1 else f"{number} points"


def unfazed(number: int) -> str:
    """Return a number of Unfazed cards, like "two Unfazed cards"."""
    return f"{NUMBERS[number]} Unfazed card{'' if number == 1 else 's'}"


def monsters(text: str, number: int) -> str:
    """Return Monster cards of one kind, like "a 5", "an 8" or "two 0/10s"."""
    if number == 1:
        return f"{'an' if text == '8' else 'a'} {text}"
    return numbered_monsters(text, number)


def numbered_monsters(text: str, number: int) -> str:
    """Return Monster cards of one kind and their number, like "no 5" or "two 8s"."""
    return f"{NUMBERS[number]} {text}{'s' if number > 1 else ''}"


def result(e: Json) -> str:
    """Return the result in an event: "4" for one card, "3.8" or "2.0" for a set."""
    return f"{e['result']:.0f}" if e["count"] == 1 else f"{e['result']:.1f}"
