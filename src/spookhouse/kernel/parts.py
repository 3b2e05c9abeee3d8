"""A view in parts. Each part is written from a few fields of a concealed record: while these stay as they were, so does the part.

After a move most of a view is as before. What has changed is found by comparing fields, which are few and plain, and only those parts are written.
"""

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any

import numpy as np

from spookhouse.kernel.contract import Json
from spookhouse.kernel.rule import reader_of

Facts = Any  # the fields of a concealed record that some part is written from, by their names
Write = Callable[[Facts, int | None], Any]  # one part, as the seat (or a spectator) sees it


class Parts:
    """Every part by its name in the view, with the fields that it is written from and how. Of the fields named as `own` (a row a seat) the facts
    hold the row of the seat that looks; of a spectator, who has none, the first one."""

    def __init__(self, record: "np.dtype[Any]", parts: Mapping[str, tuple[str, Write]], own: Collection[str] = ()) -> None:
        self.record, self.own = record, own
        self.fields = {field for names, _ in parts.values() for field in names.split()}
        if unknown := self.fields - set(record.names or ()):
            raise ValueError(f"parts are written from fields that the record does not have: {', '.join(sorted(unknown))}")
        self.writers = {name: write for name, (_, write) in parts.items()}
        self.touched = [
            {name: write for name, (names, write) in parts.items() if field in names.split()} for field in record.names or () if field in self.fields
        ]
        self.reader = cache(self._reader)

    def _reader(self, seat: int | None) -> Callable[[Any], Facts]:
        return reader_of(self.record, only=self.fields, own=dict.fromkeys(self.own, seat or 0))

    def write(self, facts: Facts, seat: int | None) -> Json:
        """All of them."""
        return {name: write(facts, seat) for name, write in self.writers.items()}

    def changes(self, before: Facts, after: Facts, seat: int | None) -> Json:
        """Those that were written from something else before."""
        changed: dict[str, Write] = {}
        for old, new, touched in zip(before, after, self.touched, strict=True):
            if old != new:
                changed |= touched
        return {name: write(after, seat) for name, write in changed.items()}
