"""A view in parts. Each part is written from a few fields of a concealed record: while these stay as they were, so does the part.

After a move most of a view is as before. What has changed is found by comparing the bytes of two concealed records, and only parts that are written
from those are written: as JSON, once for the same bytes, since what one seat is told of a move is mostly what the others are told.
"""

from collections.abc import Callable, Collection, Mapping
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
import numpy as np

from spookhouse.kernel.comparing import differing
from spookhouse.kernel.contract import Json
from spookhouse.kernel.rule import reader_of

Facts = Any  # the fields of a concealed record that some part is written from, by their names
Write = Callable[[Facts, int | None], Any]  # one part, as the seat (or a spectator) sees it

REMEMBERED = 1_000  # of each part
MOST = 63  # fields, each a bit of a number

encode = msgspec.json.Encoder().encode


class Pair:
    """Room for the bytes of two records, to compare them."""

    __slots__ = ("array", "bytes", "size")

    def __init__(self, record: "np.dtype[Any]") -> None:
        self.size = record.itemsize
        self.bytes = bytearray(2 * self.size)
        self.array = np.frombuffer(self.bytes, np.uint8).reshape(2, -1)

    def compare(self, before: bytes, after: bytes, ranges: Any) -> int:
        """Which of the ranges are not the same in both, as bits."""
        self.bytes[: self.size] = before
        self.bytes[self.size :] = after
        return int(differing(self.array, ranges))


class Part(NamedTuple):
    """A part as one seat sees it: the bytes that it is written from, and what was written from such before."""

    name: str
    bytes_of: Callable[[bytes], Any]
    known: dict[Any, msgspec.Raw]
    write: Write


class Outlook:
    """Where on a record the fields lie that one seat's parts are written from."""

    def __init__(self, parts: "Parts", seat: int | None) -> None:
        self.read = parts.reader(seat)
        self.parts = [parts.part(name, seat) for name in parts.seen_by(seat)]
        fields = {field: None for name in parts.seen_by(seat) for field in parts.sources[name]}
        self.touched = [[part for part in self.parts if field in parts.sources[part.name]] for field in fields]
        self.ranges = np.array([parts.range_of(field, seat) for field in fields], np.int64).reshape(-1, 2)
        self.plans: dict[int, tuple[Part, ...]] = {}

    def plan(self, bits: int) -> tuple[Part, ...]:
        """The parts that are written from any of these ranges."""
        parts = {part.name: part for number, touched in enumerate(self.touched) if bits >> number & 1 for part in touched}
        self.plans[bits] = found = tuple(parts.values())
        return found


class Parts:
    """Every part by its name in the view, with the fields that it is written from and how. Of the fields named as `own` (a row a seat) the facts
    hold the row of the seat that looks; of a spectator, who has none, the first one: what is written from such fields never changes for them."""

    def __init__(self, record: "np.dtype[Any]", parts: Mapping[str, tuple[str, Write]], own: Collection[str] = ()) -> None:
        self.record, self.own = record, own
        self.sources = {name: names.split() for name, (names, _) in parts.items()}
        self.fields = {field for names in self.sources.values() for field in names}
        if unknown := self.fields - set(record.names or ()):
            raise ValueError(f"parts are written from fields that the record does not have: {', '.join(sorted(unknown))}")
        if len(self.fields) > MOST:
            raise ValueError(f"parts are written from {len(self.fields)} fields; there may be {MOST}")
        self.writers = {name: write for name, (_, write) in parts.items()}
        self.known: dict[str, dict[Any, msgspec.Raw]] = {name: {} for name in parts}
        self.reader, self.outlook = cache(self._reader), cache(self._outlook)

    def _reader(self, seat: int | None) -> Callable[[Any], Facts]:
        return reader_of(self.record, only=self.fields, own=dict.fromkeys(self.own, seat or 0))

    def _outlook(self, seat: int | None) -> Outlook:
        return Outlook(self, seat)

    def seen_by(self, seat: int | None) -> list[str]:
        """The parts that can change for the seat."""
        return [name for name, fields in self.sources.items() if seat is not None or not set(fields) & set(self.own)]

    def range_of(self, field: str, seat: int | None) -> tuple[int, int]:
        assert self.record.fields is not None
        kind, start = self.record.fields[field][:2]
        if field not in self.own:
            return start, start + kind.itemsize
        row = kind.itemsize // kind.shape[0]
        return start + row * (seat or 0), start + row * ((seat or 0) + 1)

    def part(self, name: str, seat: int | None) -> Part:
        places = [slice(*self.range_of(field, seat)) for field in self.sources[name]]
        return Part(name, itemgetter(*places), self.known[name], self.writers[name])

    def write(self, facts: Facts, seat: int | None) -> Json:
        """All of them."""
        return {name: write(facts, seat) for name, write in self.writers.items()}

    def changes(self, before: bytes, after: bytes, seat: int | None, pair: Pair) -> dict[str, msgspec.Raw]:
        """Those that were written from something else before, as JSON."""
        outlook = self.outlook(seat)
        bits = pair.compare(before, after, outlook.ranges)
        facts: Facts = None
        changed = {}
        for name, bytes_of, known, write in outlook.plans.get(bits) or outlook.plan(bits):
            source = bytes_of(after)
            found = known.get(source)
            if found is None:
                if facts is None:
                    facts = outlook.read(after)
                if len(known) >= REMEMBERED:
                    known.clear()
                known[source] = found = msgspec.Raw(encode(write(facts, seat)))
            changed[name] = found
        return changed
