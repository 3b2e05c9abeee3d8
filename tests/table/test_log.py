"""The typed log: one way to write entries, and entries of earlier versions stay valid.

Whoever checks a chain without our software must get the same bytes.
"""

import json
from hashlib import sha256
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from spookhouse.kernel.contract import Json
from spookhouse.table.hash_chain import GENESIS, chain, find_breaks, hash_after
from spookhouse.table.log import (
    KINDS,
    ClockLimits,
    Draft,
    Entry,
    EntryData,
    Invalid,
    Moved,
    Opened,
    Origin,
    Said,
    decode_data,
    decode_untrusted,
    fields_of,
    write_canonical,
)
from support.tables import as_stored, old_tables, read_items, rechain

# === ONE WAY TO WRITE ===

NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(), inside, max_size=3),
    max_leaves=5,
)
OBJECTS = st.dictionaries(st.text(), VALUES, max_size=3)
SECONDS = st.floats(0, 1e9)
CLOCKS = st.builds(ClockLimits, move=SECONDS, reserve=SECONDS)
TABLES = st.from_regex(r"\A[A-Za-z0-9_-]{1,32}\Z")
ORIGINS = st.builds(Origin, table=TABLES, step=st.integers(0, 1000))
# By the declared type of a field: the values that it can have.
FIELDS: dict[Any, st.SearchStrategy[Any]] = {
    str: st.text(),
    int: st.integers(-(2**63), 2**63 - 1),
    bool: st.booleans(),
    list[int]: st.lists(st.integers(0, 10), max_size=6),
    list[str]: st.lists(st.text(), max_size=6),
    Json: OBJECTS,
    ClockLimits | None: st.none() | CLOCKS,
    Json | msgspec.UnsetType: st.just(UNSET) | OBJECTS,
    int | msgspec.UnsetType: st.just(UNSET) | st.integers(1, 5),
    Origin | msgspec.UnsetType: st.just(UNSET) | ORIGINS,
    Literal["shown"] | msgspec.UnsetType: st.sampled_from((UNSET, "shown")),
}
DATA = st.one_of(
    [
        st.builds(kind, **{each.name: FIELDS[each.type] for each in msgspec.structs.fields(kind)})
        for kind in KINDS.values()
    ]
)


def written_out(previous: str, entry: Entry, data: object) -> str:
    """Return the hash as documented for those who check a chain with a program of their own."""
    values = [previous, entry.version, entry.at, entry.kind, entry.by, entry.key, data]
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


@given(DATA)
def test_data_of_every_kind_are_written_as_documented_and_read_again(data: EntryData) -> None:
    written = write_canonical(data)
    assert written == json.dumps(fields_of(data), sort_keys=True, separators=(",", ":"))
    (entry,) = chain(GENESIS, 0, 1.0, [Draft("ann", data)])
    assert decode_data(entry.kind, written) == data
    assert decode_untrusted(entry.kind, json.loads(written)) == data


@given(st.integers(0, 10**6), st.floats(0, 1e11), st.text(), st.text(), DATA)
def test_entries_are_chained_as_they_are_checked(
    version: int, at: float, by: str, key: str, data: EntryData
) -> None:
    entry, after = chain(GENESIS, version, at, [Draft(by, data, key), Draft(by, data)])
    assert (entry.version, after.version) == (version + 1, version + 2)
    assert entry.hash == hash_after(GENESIS, entry)
    assert entry.hash == written_out(GENESIS, entry, fields_of(data))
    assert after.hash == hash_after(entry.hash, after)
    assert as_stored(entry) == entry


def test_every_kind_has_data_of_its_own() -> None:
    assert {*EntryData.__subclasses__()} == {*KINDS.values(), Invalid}


def test_optional_fields_that_are_missing_are_not_written() -> None:
    """Earlier versions did not know them: the bytes of their openings stay the same."""
    opened = Opened(
        game="ghooost",
        options={},
        players=2,
        clock=None,
        commitment="",
        public=False,
        spectators=True,
        hints=True,
    )
    assert {"start", "edition", "undo"}.isdisjoint(json.loads(write_canonical(opened)))


# === DATA THAT DO NOT FIT ===

WRONG: list[tuple[str, Json]] = [
    ("moved", {"seat": 0, "move": "K", "more": 1}),
    # The kind is not part of the data.
    ("moved", {"seat": 0, "move": "K", "kind": "moved"}),
    ("moved", {"seat": 0, "move": "K", "kind": "said"}),
    ("moved", {"seat": 0}),
    ("moved", {"seat": "0", "move": "K"}),
    ("moved", {"seat": True, "move": "K"}),
    ("moved", {"seat": 0.5, "move": "K"}),
    ("moved", {"seat": None, "move": "K"}),
    ("started", {"text": "boo"}),
    ("started", {"kind": "started"}),
    ("said", {"text": "\ud800"}),
    ("options", {"options": {"dawn": float("inf")}}),
    ("options", {"options": {"dawn": float("nan")}}),
    ("arranged", {"order": [0, "1"], "pledges": []}),
    ("answered", {"agree": 1}),
    ("haunted", {}),
    ("invalid", {"found": {}, "error": ""}),
]


@pytest.mark.parametrize(("kind", "fields"), WRONG)
def test_data_that_do_not_fit_their_kind_are_invalid(kind: str, fields: Json) -> None:
    found = decode_untrusted(kind, fields)
    assert isinstance(found, Invalid)
    assert found.found is fields_of(found) is fields
    assert found.error


@pytest.mark.parametrize(("kind", "fields"), WRONG)
def test_stored_data_that_do_not_fit_their_kind_are_refused(kind: str, fields: Json) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_data(kind, json.dumps(fields))


def test_a_log_with_invalid_data_keeps_its_hashes() -> None:
    """Verification shows every defect of a record; a defect of data must not hide behind others."""
    items = rechain(
        [
            {"at": 1.0, "kind": "haunted", "by": "ann", "key": "", "data": {"z": 1.50, "a": "ü"}},
            {"at": 2.0, "kind": "said", "by": "ann", "key": "", "data": {"text": "x", "more": 1}},
        ]
    )
    entries = read_items(items)
    assert all(isinstance(entry.data, Invalid) for entry in entries)
    assert find_breaks(entries) == []
    assert [entry.to_json() for entry in entries] == items


# === ENTRIES OF EARLIER VERSIONS ===


def test_logs_of_earlier_versions_are_decoded_and_keep_their_hashes() -> None:
    kinds: set[str] = set()
    for table in old_tables():
        entries = read_items(table["entries"])
        assert not [entry for entry in entries if isinstance(entry.data, Invalid)]
        assert find_breaks(entries) == []
        assert [entry.to_json() for entry in entries] == table["entries"]
        # As the database holds them.
        stored = [as_stored(entry) for entry in entries]
        assert stored == entries
        assert find_breaks(stored) == []
        kinds |= {entry.kind for entry in entries}
    assert kinds == {*KINDS}


def test_the_hash_covers_the_bytes_that_were_written_and_not_what_we_would_write() -> None:
    """Whole seconds were once written without a fraction; today they have one."""
    opening = next(
        item
        for table in old_tables()
        for item in table["entries"]
        if item["kind"] == "opened" and item["data"]["clock"] is not None
    )
    clock = {"move": 30, "reserve": 60}
    (item,) = rechain([opening | {"data": opening["data"] | {"clock": clock}}])
    (entry,) = read_items([item])
    assert isinstance(entry.data, Opened)
    assert entry.data.clock == ClockLimits(move=30.0, reserve=60.0)
    assert '"clock":{"move":30,"reserve":60}' in entry.written
    assert write_canonical(entry.data) != entry.written
    assert find_breaks([entry]) == []
    assert find_breaks([as_stored(entry)]) == []


def test_a_change_of_the_written_data_breaks_the_chain() -> None:
    entries = chain(GENESIS, 0, 1.0, [Draft("ann", Said(text="boo")), Draft("ann", Said(text="x"))])
    assert find_breaks(entries) == []
    for place in range(2):
        forged = chain(
            GENESIS, 0, 1.0, [Draft("ann", Said(text="boo")), Draft("ann", Said(text="x"))]
        )
        forged[place].written = forged[place].written.replace("o", "e").replace("x", "y")
        assert len(find_breaks(forged)) == 1


def test_the_same_move_is_written_once() -> None:
    """A draft may bring its canonical JSON along: the entry is the same as without it."""
    data = Moved(seat=1, move="K")
    drafts = [Draft("ann", data), Draft("ann", data, written=write_canonical(data))]
    one, other = (chain(GENESIS, 0, 1.0, [draft])[0] for draft in drafts)
    assert one == other
