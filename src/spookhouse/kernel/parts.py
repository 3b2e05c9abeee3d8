"""A view in parts. Each part is written from a few fields of a concealed record: while these stay as they were, so does the part.

After a move most of a view is as before. What has changed is found by comparing two concealed records (`look_back` of `loops.py`), and only parts
that are written from that are written: as JSON, once for the same few bytes, and once for all who see the same of what is nobody's own: what one
seat is told of a move is mostly what the others are told.
"""

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
import numpy as np

from spookhouse.kernel.contract import Json
from spookhouse.kernel.rule import reader_of
from spookhouse.kernel.seats import ALIKE, SPECTATOR

Facts = Any  # the fields of a concealed record that some part is written from, by their names
Write = Callable[[Facts, int | None], Any]  # one part, as the seat (or a spectator) sees it

REMEMBERED = 1_000  # of each part
SHORT = 8  # bytes that a part is written from, if it is to be remembered: more are seldom the same again
MOST = 62  # fields, each a bit of a number that has one more (`ALIKE`)
WORD = 8  # bytes

encode = msgspec.json.Encoder().encode


class Part(NamedTuple):
    """A part as one seat sees it: the bytes that it is written from, and what was written from such before, if that is remembered."""

    name: str
    bytes_of: Callable[[bytes], bytes]
    known: dict[bytes, bytes] | None
    read: Callable[[bytes], Facts]
    write: Write


class Outlook:
    """One seat's parts, and which of them are written from each field."""

    def __init__(self, parts: "Parts", seat: int | None) -> None:
        self.parts = [parts.part(name, seat) for name in parts.seen_by(seat)]
        self.touched = [[part for part in self.parts if field in parts.sources[part.name]] for field in parts.fields]
        self.own = {part.name for part in self.parts if {*parts.sources[part.name]} & {*parts.own}}
        self.plans: dict[int, Plan] = {}

    def plan(self, bits: int) -> "Plan":
        """The parts that are written from any of these fields: those that are written from what is nobody's own, and the others."""
        parts = {part.name: part for number, touched in enumerate(self.touched) if bits >> number & 1 for part in touched}
        own = [part for part in parts.values() if part.name in self.own]
        self.plans[bits] = found = [part for part in parts.values() if part.name not in self.own], own
        return found


Plan = tuple[list[Part], list[Part]]


class Parts:
    """Every part by its name in the view, with the fields that it is written from and how. Of the fields named as `own` (a row a seat) the facts
    hold the row of the seat that looks; of a spectator, who has none, the first one: what is written from such fields never changes for them."""

    def __init__(self, record: "np.dtype[Any]", parts: Mapping[str, tuple[str, Write]], own: Collection[str] = ()) -> None:
        self.record, self.own = record, own
        self.sources = {name: names.split() for name, (names, _) in parts.items()}
        fields = dict.fromkeys(field for names in self.sources.values() for field in names)
        self.fields = sorted(fields, key=lambda field: field in own)  # what is nobody's own first
        if unknown := {*self.fields} - {*(record.names or ())}:
            raise ValueError(f"parts are written from fields that the record does not have: {', '.join(sorted(unknown))}")
        if len(self.fields) > MOST:
            raise ValueError(f"parts are written from {len(self.fields)} fields; there may be {MOST}")
        self.writers = {name: write for name, (_, write) in parts.items()}
        self.known: dict[str, dict[bytes, bytes]] = {name: {} for name in parts}
        self.reader, self.outlook = cache(self._reader), cache(self._outlook)
        self.spots = np.array([*pad([[*self._spots(seat)] for seat in (*range(SPECTATOR), None)])], np.uint64)
        self.common = sum(self.fields[number] not in own for _, _, number in self._spots(0))  # of the spots

    def _reader(self, seat: int | None) -> Callable[[Any], Facts]:
        return reader_of(self.record, only=self.fields, own=dict.fromkeys(self.own, seat or 0))

    def _outlook(self, seat: int | None) -> Outlook:
        return Outlook(self, seat)

    def _spots(self, seat: int | None) -> Iterator[tuple[int, int, int]]:
        """Where the fields lie, for compiled loops: a word of the record, which bits of it count, and the field that they belong to."""
        for number, field in enumerate(self.fields):
            start, end = self.range_of(field, seat) if seat is None or seat < self.rows_of(field) else (0, 0)
            for word in range(start // WORD, -(-end // WORD)):
                counts = bytes(255 if start <= place < end else 0 for place in range(word * WORD, (word + 1) * WORD))
                yield word, int.from_bytes(counts, sys.byteorder), number

    def rows_of(self, field: str) -> int:
        """For how many seats there is something in it."""
        return self.record[field].shape[0] if field in self.own else SPECTATOR

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
        fields = self.sources[name]
        pick: Any = itemgetter(*(slice(*self.range_of(field, seat)) for field in fields))
        kinds = [self.record[field] for field in fields]
        of_own = [(kind.base, kind.shape[field in self.own :]) for field, kind in zip(fields, kinds, strict=True)]
        read = reader_of(np.dtype([(field, *kind) for field, kind in zip(fields, of_own, strict=True)]))
        size = sum(end - start for start, end in (self.range_of(field, seat) for field in fields))
        bytes_of = pick if len(fields) == 1 else lambda record: b"".join(pick(record))
        return Part(name, bytes_of, self.known[name] if size <= SHORT else None, read, self.writers[name])

    def write(self, facts: Facts, seat: int | None) -> Json:
        """All of them."""
        return {name: write(facts, seat) for name, write in self.writers.items()}

    def changes(self, seats: Collection[int | None], differs: Sequence[int], views: Sequence[Any]) -> list[bytes]:
        """For each seat (or a spectator) the parts that are written from fields which were different before, as a JSON object. What differs, and
        what may be known now, come by lookers, as `look_back` found them."""
        told: list[bytes] = []
        common: list[bytes] | None = None
        for seat in seats:
            looker = SPECTATOR if seat is None else seat
            bits, view, outlook = differs[looker], views[looker].tobytes(), self.outlook(seat)
            fields = bits & ~ALIKE
            for_all, own = outlook.plans.get(fields) or outlook.plan(fields)
            if fields == bits:
                written = write_parts(for_all, view, seat)
            else:
                written = common = common or write_parts(for_all, view, seat)
            told.append(b"{%b}" % b",".join(written + write_parts(own, view, seat) if own else written))
        return told


def write_parts(parts: list[Part], view: bytes, seat: int | None) -> list[bytes]:
    """Each with its name, as in a JSON object."""
    written = []
    for name, bytes_of, known, read, write in parts:
        source = bytes_of(view)
        found = None if known is None else known.get(source)
        if found is None:
            found = encode({name: write(read(source), seat)})[1:-1]
            if known is not None:
                if len(known) >= REMEMBERED:
                    known.clear()
                known[source] = found
        written.append(found)
    return written


def pad(rows: list[list[tuple[int, int, int]]]) -> Iterator[list[tuple[int, int, int]]]:
    """As many spots for each, with such as say nothing."""
    longest = max(map(len, rows))
    return (row + [(0, 0, 0)] * (longest - len(row)) for row in rows)
