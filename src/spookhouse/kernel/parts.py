"""A view in parts. Each part is written from one field of a concealed record (and from another one that says how much of it counts): while these
stay as they were, so does the part.

After a move most of a view is as before. What has changed is found by comparing two concealed records, and only parts that are written from that
are written, as JSON: both by one compiled call for all who look (`diff_views` of `loops.py`). Whole views are written from the same declarations.
"""

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from operator import attrgetter
from typing import Any

import msgspec
import numpy as np

from spookhouse.kernel.contract import Json
from spookhouse.kernel.rule import reader_of
from spookhouse.kernel.scribe import COUNTS, DIGITS, LETTERS, LIST, ONE, PART
from spookhouse.kernel.seats import LOOKERS, SPECTATOR

Facts = Any  # the fields of a concealed record that some part is written from, by their names

MOST = 63  # fields, each a bit of a number
WORD = 8  # bytes

encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, eq=False)
class Part:
    """What a field shows: made by `number`, `listed` and `counted`. Meanings that are tuples are shown as lists."""

    kind: int
    field: str
    upto: str = (
        ""  # the field that says how many of its rows, or of its numbers if it has none, there are
    )
    meanings: Sequence[
        Any
    ] = ()  # of the numbers from the lowest one on; or of the kinds that are counted, in the order in which they are shown
    lowest: int = 0
    counted: Sequence[int] = ()  # the kinds in that order
    most: int = 0  # things that are counted

    @cached_property
    def fields(self) -> list[str]:
        return [self.field, self.upto] if self.upto else [self.field]

    @cached_property
    def write(self) -> Callable[[Facts], Any]:
        """Gives it as JSON-ready data. Views are made so often that each kind has a short way of its own."""
        field, lowest, meanings = attrgetter(self.field), self.lowest, [*self.meanings]
        if self.kind == ONE:
            return (lambda facts: meanings[field(facts) - lowest]) if meanings else field
        cut = attrgetter(self.field, self.upto) if self.upto else lambda facts: (field(facts), None)
        show = (
            self.count
            if self.kind == COUNTS
            else (lambda numbers: [*map(self.mean, numbers)])
            if meanings
            else list
        )

        def write(facts: Facts) -> list[Any]:
            found, size = cut(facts)
            return show(found[:size])

        return write

    def mean(self, number: int) -> Any:
        meaning = self.meanings[number - self.lowest]
        return [*meaning] if isinstance(meaning, tuple) else meaning

    def count(self, counts: bytes | tuple[bytes, ...]) -> list[Any]:
        """A row of counts as a list of all that are there; rows as such lists."""
        return (
            [*things(self, counts)]
            if isinstance(counts, bytes)
            else [[*things(self, row)] for row in counts]
        )


@lru_cache(maxsize=4_096)
def things(part: Part, counts: bytes) -> tuple[Any, ...]:
    return tuple(
        meaning
        for kind, meaning in zip(part.counted, part.meanings, strict=True)
        for _ in range(counts[kind])
    )


def number(field: str, meanings: Sequence[Any] = (), lowest: int = 0) -> Part:
    """A number, or what it means."""
    return Part(ONE, field, "", meanings, lowest)


def listed(field: str, upto: str, meanings: Sequence[Any] = ()) -> Part:
    """As many numbers as another field says, or what each of them means."""
    return Part(LIST, field, upto, meanings)


def counted(field: str, meanings: Mapping[int, Any], most: int, upto: str = "") -> Part:
    """How many there are of each kind, as a list of so many; if the field has rows, of each, and of as many of these as another field says."""
    return Part(COUNTS, field, upto, [*meanings.values()], 0, [*meanings], most)


def write_nothing(facts: Facts) -> None:
    """What a spectator sees of what is somebody's own."""


class Parts:
    """Every part by its name in the view. Of the fields named as `own` (a row a seat) a seat sees its own row; a spectator, who has none, sees
    null, and is never told of a change."""

    def __init__(
        self, record: "np.dtype[Any]", parts: Mapping[str, Part], own: Collection[str] = ()
    ) -> None:
        self.record, self.parts, self.own = record, parts, own
        fields = dict.fromkeys(field for part in parts.values() for field in part.fields)
        if unknown := {*fields} - {*(record.names or ())}:
            raise ValueError(
                f"parts are written from fields that the record does not have: {', '.join(sorted(unknown))}"
            )
        if len(fields) > MOST:
            raise ValueError(f"parts are written from {len(fields)} fields; there may be {MOST}")
        self.fields = [*fields]
        self.texts, self.rows = self._texts()
        self.reader = cache(self._reader)
        for_seats = [(name, part.write) for name, part in parts.items()]
        for_all = [
            (name, write_nothing if part.field in own else part.write)
            for name, part in parts.items()
        ]
        self.writers = for_seats, for_all  # for spectators
        lookers = (*range(SPECTATOR), None)
        self.spots = np.array([*pad([[*self._spots(seat)] for seat in lookers])], np.uint64)
        self.plans = np.zeros((LOOKERS, len(parts)), PART)
        for looker, seat in enumerate(lookers):
            for place, name in enumerate(parts):
                for what, value in self._plan(name, seat).items():
                    self.plans[what][looker, place] = value
        self.longest = 2 + sum(1 + self._longest(name) for name in parts)  # bytes

    # === WHOLE VIEWS ===

    def _reader(self, seat: int | None) -> Any:
        return reader_of(self.record, only=self.fields, own=dict.fromkeys(self.own, seat or 0))

    def write(self, record: Any, seat: int | None) -> Json:
        """All of them, as the seat (or a spectator) sees them."""
        facts = self.reader(seat)(record)
        return {name: write(facts) for name, write in self.writers[seat is None]}

    # === FOR COMPILED LOOPS ===

    def _texts(self) -> tuple[Any, dict[str, tuple[int, int]]]:
        """All that is written as it is: names and meanings; and of each part where its name and its first meaning are."""
        found: list[tuple[int, bytes]] = []
        rows: dict[str, tuple[int, int]] = {}
        for name, part in self.parts.items():
            rows[name] = len(found), len(found) + 1 if part.meanings else -1
            found.append((0, encode(name) + b":"))
            found += [
                (kind, encode(meaning))
                for kind, meaning in zip(
                    part.counted or [0] * len(part.meanings), part.meanings, strict=True
                )
            ]
        if (longest := max((len(text) for _, text in found), default=0)) > 255:
            raise ValueError(
                f"a text of {longest} bytes is too long to be part of a view; there may be 255"
            )
        texts = np.zeros((len(found), LETTERS + longest), np.uint8)
        for place, (kind, text) in enumerate(found):
            texts[place, : LETTERS + len(text)] = [len(text), kind, *text]
        return texts, rows

    def _plan(self, name: str, seat: int | None) -> dict[str, int]:
        """How and from where a part is written for a seat: see `PART`. For who sees nothing of it, from no field at all."""
        part, kind, is_little = (
            self.parts[name],
            self.record[self.parts[name].field],
            sys.byteorder == "little",
        )
        shape, width = kind.shape[part.field in self.own :], kind.base.itemsize
        if (
            len(shape) > 2
            or kind.base.kind != "i"
            or (part.kind == ONE) != (not shape)
            or (part.kind == COUNTS and width > 1)
        ):
            raise ValueError(
                f"{name!r} cannot be written from {part.field!r}, which is {kind.base} of the shape {shape}"
            )
        if part.upto and self.record[part.upto] != np.int8:
            raise ValueError(
                f"{part.upto!r} says how many there are of {part.field!r}, and must be a number of one byte"
            )
        label, words = self.rows[name]
        numbers = shape[-1] if shape else 1
        return {
            "fields": sum(1 << self.fields.index(field) for field in part.fields)
            if self.shows(part.field, seat)
            else 0,
            "kind": part.kind,
            "start": self.range_of(part.field, seat)[0] + (width - 1 if is_little else 0),
            "step": -1 if is_little else 1,
            "width": width,
            "numbers": numbers,
            "rows": shape[0] if len(shape) == 2 else 0,
            "stride": numbers * width,
            "upto": self.range_of(part.upto, seat)[0] if part.upto else -1,
            "most": part.most,
            "label": label,
            "words": words,
            "lowest": part.lowest,
            "meanings": len(part.meanings),
        }

    def _longest(self, name: str) -> int:
        """The bytes of a part at its longest."""
        part, (label, words), kind = (
            self.parts[name],
            self.rows[name],
            self.record[self.parts[name].field],
        )
        each = 1 + (
            max(self.texts[words : words + len(part.meanings), 0].tolist())
            if part.meanings
            else DIGITS
        )
        rows = int(np.prod(kind.shape[:-1]))
        numbers = part.most if part.kind == COUNTS else kind.shape[-1] if kind.shape else 1
        return int(self.texts[label, 0]) + 2 + rows * (3 + numbers * each)

    def _spots(self, seat: int | None) -> Iterator[tuple[int, int, int]]:
        """Where the fields lie: a word of the record, which bits of it count, and the field that they belong to."""
        for number, field in enumerate(self.fields):
            start, end = self.range_of(field, seat) if self.shows(field, seat) else (0, 0)
            for word in range(start // WORD, -(-end // WORD)):
                counts = bytes(
                    255 if start <= place < end else 0
                    for place in range(word * WORD, (word + 1) * WORD)
                )
                yield word, int.from_bytes(counts, sys.byteorder), number

    def shows(self, field: str, seat: int | None) -> bool:
        """Whether there is something in it for the seat."""
        return field not in self.own or (seat is not None and seat < self.record[field].shape[0])

    def range_of(self, field: str, seat: int | None) -> tuple[int, int]:
        assert self.record.fields is not None
        kind, start = self.record.fields[field][:2]
        if field not in self.own:
            return start, start + kind.itemsize
        row = kind.itemsize // kind.shape[0]
        return start + row * (seat or 0), start + row * ((seat or 0) + 1)


class Told:
    """Room for what all lookers are told of a move."""

    def __init__(self, parts: Parts | None) -> None:
        self.room = np.zeros((LOOKERS, parts.longest if parts else 0), np.uint8)
        self.sizes = np.zeros(LOOKERS, np.int64)
        self.texts = [memoryview(row) for row in self.room]  # type: ignore[arg-type]

    def by(self, lookers: Collection[int]) -> list[bytes]:
        sizes = self.sizes.tolist()
        return [self.texts[looker][: sizes[looker]].tobytes() for looker in lookers]


def pad(rows: list[list[tuple[int, int, int]]]) -> Iterator[list[tuple[int, int, int]]]:
    """As many spots for each, with such as say nothing."""
    longest = max(map(len, rows))
    return (row + [(0, 0, 0)] * (longest - len(row)) for row in rows)
