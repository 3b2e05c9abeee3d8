"""Entries are written in one way only: whoever checks a chain without our software must get the same bytes."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as some

from spookhouse.table.log import GENESIS, Draft, chained, link, write_data

VALUES = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats(allow_nan=False) | some.text(),
    lambda inside: (
        some.lists(inside, max_size=3) | some.dictionaries(some.text(), inside, max_size=3)
    ),
    max_leaves=5,
)


@given(
    some.dictionaries(some.text(), VALUES, max_size=4)
    | some.dictionaries(some.text(), some.text() | some.integers(), max_size=4)
)
def test_the_short_way_writes_what_the_long_way_writes(data: dict[str, Any]) -> None:
    assert write_data(data) == json.dumps(data, sort_keys=True, separators=(",", ":"))


@given(
    some.integers(1, 10**6),
    some.floats(0, 1e11),
    some.text(),
    some.text(),
    some.dictionaries(some.text(), VALUES, max_size=3),
)
def test_an_entry_is_chained_as_whoever_checks_it_links_it(
    version: int, at: float, by: str, key: str, data: dict[str, Any]
) -> None:
    entry = chained(GENESIS, version, at, Draft("moved", by, data, key))
    assert entry.hash == link(GENESIS, version, at, "moved", by, key, write_data(data))
