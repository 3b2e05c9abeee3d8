"""Reading data from outside: every defect is noted, nothing is trusted, nothing is raised on the way."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from reprlib import Repr
from typing import Any

LONGEST = 40  # characters of a value in a message


def shown(value: Any) -> str:
    """A value in a message: short enough to read, whatever it is."""
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


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


class Reader:
    """Reads the fields of one JSON object; `defects` grows with each thing that is not as it should be, `unsound` holds the keys at fault."""

    def __init__(
        self,
        data: Mapping[str, Any],
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
        """Whether all of these were read without a defect."""
        return not self.unsound.intersection(keys)

    @contextmanager
    def reading(self, key: str) -> Iterator[None]:
        """What is found meanwhile is the fault of that key."""
        before = len(self.defects)
        yield
        if len(self.defects) > before:
            self.unsound.add(key)

    def defect(self, text: str) -> None:
        self.defects.append(text)

    def wrong(self, where: str, value: Any, expected: str) -> None:
        self.defect(f"{where} is {shown(value)}, expected {expected}")

    def whole(self, key: str, least: int, most: int) -> int:
        """A whole number within bounds."""
        if key not in self.data:
            return least
        with self.reading(key):
            return self._whole(self.path + key, self.data[key], least, most)

    def whole_or_null(self, key: str, least: int, most: int) -> int | None:
        """A whole number within bounds, or null."""
        return None if self.data.get(key) is None else self.whole(key, least, most)

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        with self.reading(key):
            if not isinstance(value, bool):
                self.wrong(self.path + key, value, "true or false")
        return value is True

    def word(self, key: str, words: Sequence[str]) -> str:
        """One of a few words."""
        value = self.data.get(key, words[0])
        with self.reading(key):
            if not isinstance(value, str) or value not in words:
                self.wrong(self.path + key, value, "one of " + ", ".join(words))
        return value if self.sound(key) else words[0]

    def items(self, key: str, length: int | None = None, most: int | None = None) -> list[Any]:
        """A list, of a given length or at most so long."""
        if key not in self.data:
            return []
        with self.reading(key):
            return self._items(self.path + key, self.data[key], length, most)

    def wholes(
        self, key: str, length: int | None, least: int, most: int, longest: int | None = None
    ) -> list[int]:
        """A list of whole numbers, of a given length or at most so long."""
        items = self.items(key, length, longest)
        with self.reading(key):
            return [
                self._whole(f"{self.path}{key}[{i}]", item, least, most)
                for i, item in enumerate(items)
            ]

    def pile(self, key: str, codes: Mapping[Any, int], most: int) -> list[int]:
        """A list of cards, as codes."""
        if key not in self.data:
            return []
        with self.reading(key):
            return self._pile(self.path + key, self.data[key], codes, most)

    def piles(self, key: str, length: int, codes: Mapping[Any, int], most: int) -> list[list[int]]:
        """A list of lists of cards, as codes; always `length` of them."""
        items = self.items(key, length)
        with self.reading(key):
            read = [
                self._pile(f"{self.path}{key}[{i}]", item, codes, most)
                for i, item in enumerate(items)
            ]
        return (read + [[] for _ in range(length)])[:length]

    def _whole(self, where: str, value: Any, least: int, most: int) -> int:
        if not is_whole(value) or not least <= value <= most:
            self.wrong(where, value, f"a whole number from {least} to {most}")
            return least
        return int(value)

    def _items(self, where: str, value: Any, length: int | None, most: int | None) -> list[Any]:
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

    def _pile(self, where: str, value: Any, codes: Mapping[Any, int], most: int) -> list[int]:
        cards = []
        for i, item in enumerate(self._items(where, value, None, most)):
            if isinstance(item, bool) or not isinstance(item, str | int) or item not in codes:
                self.wrong(
                    f"{where}[{i}]", item, "one of " + ", ".join(str(code) for code in codes)
                )
            else:
                cards.append(codes[item])
        return cards


def count_defects(
    what: str, expected: Mapping[int, int], found: Iterable[int], names: Mapping[int, str]
) -> list[str]:
    """One defect for each kind of piece of which there are too few or too many."""
    counted = dict.fromkeys(expected, 0)
    for piece in found:
        counted[piece] += 1
    return [
        f"{what} {names[piece]}: {counted[piece]} in all, expected {number} ({'duplicate' if counted[piece] > number else 'missing'})"
        for piece, number in expected.items()
        if counted[piece] != number
    ]
