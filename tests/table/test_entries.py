"""Entries are written in one way only: whoever checks a chain without our software must get the same bytes."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as some

from spookhouse.table.entries import write_data

VALUES = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats(allow_nan=False) | some.text(),
    lambda inside: some.lists(inside, max_size=3) | some.dictionaries(some.text(), inside, max_size=3),
    max_leaves=5,
)


@given(some.dictionaries(some.text(), VALUES, max_size=4) | some.dictionaries(some.text(), some.text() | some.integers(), max_size=4))
def test_the_short_way_writes_what_the_long_way_writes(data: dict[str, Any]) -> None:
    assert write_data(data) == json.dumps(data, sort_keys=True, separators=(",", ":"))
