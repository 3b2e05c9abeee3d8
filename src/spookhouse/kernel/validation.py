"""Validate data from outside.

A `Reader` collects every defect instead of raising an error at the first one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from reprlib import Repr
from typing import Any, TypeGuard, TypeVar, cast

LONGEST = 40  # characters of a value in a message

Card = TypeVar("Card", bound=str | int)  # as positions name it


def shown(value: object) -> str:
    """Return a value as text for a message, shortened if it is long."""
    if not isinstance(value, str | int | float | bool | None | list | tuple | dict):
        return type(value).__name__
    try:
        text = brief.repr(value)
    except ValueError:  # an int of thousands of digits
        return "a number of thousands of digits"
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


brief = Repr()
brief.maxstring = brief.maxother = brief.maxlong = 2 * LONGEST
brief.maxlevel = 3


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether the value is a whole number; a bool is none."""
    return isinstance(value, int) and not isinstance(value, bool)


class Reader:
    """Read the fields of one JSON object.

    `defects` holds a sentence for each defect, `unsound` the keys whose values are invalid. A
    method that finds its value invalid or missing returns a valid substitute.
    """

    def __init__(
        self,
        data: Mapping[str, object],
        keys: Iterable[str],
        defects: list[str] | None = None,
        path: str = "",
    ) -> None:
        self.data = data
        self.path = path
        self.defects = [] if defects is None else defects
        self.unsound: set[str] = set()
        expected = tuple(keys)
        for key in expected:
            if key not in data:
                self.defect(f"{path}{key} is missing")
                self.unsound.add(key)
        for key in data:
            if key not in expected:
                self.defect(f"{path}{shown(key)} is not a key of this format")

    def sound(self, *keys: str) -> bool:
        """Return whether the values of all these keys are valid so far."""
        return not self.unsound.intersection(keys)

    @contextmanager
    def reading(self, key: str) -> Iterator[None]:
        """Attribute all defects found in this context to the key."""
        before = len(self.defects)
        yield
        if len(self.defects) > before:
            self.unsound.add(key)

    def defect(self, text: str) -> None:
        """Add a defect."""
        self.defects.append(text)

    def wrong(self, where: str, value: object, expected: str) -> None:
        """Add the defect that a value is not as expected."""
        self.defect(f"{where} is {shown(value)}, expected {expected}")

    def whole(self, key: str, least: int, most: int) -> int:
        """Return a whole number within bounds."""
        if key not in self.data:
            return least
        with self.reading(key):
            return self._whole(self.path + key, self.data[key], least, most)

    def whole_or_null(self, key: str, least: int, most: int) -> int | None:
        """Return a whole number within bounds, or None."""
        return None if self.data.get(key) is None else self.whole(key, least, most)

    def flag(self, key: str) -> bool:
        """Return a bool; a missing one is False."""
        value = self.data.get(key, False)
        with self.reading(key):
            if not isinstance(value, bool):
                self.wrong(self.path + key, value, "true or false")
        return value is True

    def word(self, key: str, words: Sequence[str]) -> str:
        """Return one of a few words."""
        value = self.data.get(key, words[0])
        with self.reading(key):
            if not isinstance(value, str) or value not in words:
                self.wrong(self.path + key, value, "one of " + ", ".join(words))
        return value if isinstance(value, str) and self.sound(key) else words[0]

    def items(self, key: str, length: int | None = None, most: int | None = None) -> list[Any]:
        """Return a list of the given or at most the greatest length."""
        if key not in self.data:
            return []
        with self.reading(key):
            return self._items(self.path + key, self.data[key], length, most)

    def wholes(
        self, key: str, length: int | None, least: int, most: int, longest: int | None = None
    ) -> list[int]:
        """Return a list of whole numbers of the given or at most the longest length."""
        items = self.items(key, length, longest)
        with self.reading(key):
            return [
                self._whole(f"{self.path}{key}[{i}]", item, least, most)
                for i, item in enumerate(items)
            ]

    def pile(self, key: str, codes: Mapping[Card, int], most: int) -> list[int]:
        """Return a list of cards as their codes."""
        if key not in self.data:
            return []
        with self.reading(key):
            return self._pile(self.path + key, self.data[key], codes, most)

    def piles(self, key: str, length: int, codes: Mapping[Card, int], most: int) -> list[list[int]]:
        """Return `length` lists of cards as their codes."""
        items = self.items(key, length)
        with self.reading(key):
            read = [
                self._pile(f"{self.path}{key}[{i}]", item, codes, most)
                for i, item in enumerate(items)
            ]
        return (read + [[] for _ in range(length)])[:length]

    def _whole(self, where: str, value: object, least: int, most: int) -> int:
        if not is_whole(value) or not least <= value <= most:
            self.wrong(where, value, f"a whole number from {least} to {most}")
            return least
        return int(value)

    def _items(self, where: str, value: object, length: int | None, most: int | None) -> list[Any]:
        if not isinstance(value, list):
            self.wrong(where, value, "a list")
            return []
        if length is not None and len(value) != length:
            self.defect(f"{where} has {len(value)} entries, expected {length}")
            return value[:length]
        if most is not None and len(value) > most:
            self.defect(f"{where} has {len(value)} entries, expected at most {most}")
            return value[:most]
        return value

    def _pile(self, where: str, value: object, codes: Mapping[Card, int], most: int) -> list[int]:
        cards = []
        for i, item in enumerate(self._items(where, value, None, most)):
            if isinstance(item, bool) or not isinstance(item, str | int) or item not in codes:
                self.wrong(f"{where}[{i}]", item, f"one of {', '.join(map(str, codes))}")
            else:
                cards.append(codes[cast(Card, item)])
        return cards


def count_defects(
    what: str, expected: Mapping[int, int], found: Iterable[int], names: Mapping[int, str]
) -> list[str]:
    """Return a defect for each kind of piece whose number is not as expected."""
    counted = dict.fromkeys(expected, 0)
    for piece in found:
        counted[piece] += 1
    return [
        f"{what} {names[piece]}: {counted[piece]} in all, expected {number} "
        f"({'duplicate' if counted[piece] > number else 'missing'})"
        for piece, number in expected.items()
        if counted[piece] != number
    ]
