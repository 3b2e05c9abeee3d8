"""The log of a table: entries, each with the hash of the one before, so that no entry can be changed, added or left out unnoticed."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

Json = dict[str, Any]

GENESIS = "0" * 64  # what the first entry follows
HOUSE = "house"  # who does what no person does

write_body = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode


@dataclass(frozen=True, slots=True)
class Draft:
    """Something that may be written into the log: what, by whom, and the details."""

    kind: str
    by: str
    data: Json
    key: str = ""  # the sender's own mark: the same key from the same person is the same deed


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that was written into the log."""

    version: int
    at: float  # seconds since 1970
    kind: str
    by: str
    key: str
    data: Json
    hash: str

    def to_json(self) -> Json:
        return {name: getattr(self, name) for name in FIELDS}

    @classmethod
    def from_json(cls, data: Json) -> "Entry":
        return cls(**{name: data[name] for name in FIELDS})


FIELDS = ("version", "at", "kind", "by", "key", "data", "hash")


def chained(previous: str, version: int, at: float, draft: Draft) -> Entry:
    """The draft as the entry that follows the one with the given hash."""
    digest = link(previous, version, at, draft.kind, draft.by, draft.key, draft.data)
    return Entry(version, at, draft.kind, draft.by, draft.key, draft.data, digest)


def link(previous: str, version: int, at: float, kind: str, by: str, key: str, data: Json) -> str:
    """SHA-256 of the hash before and of the entry as JSON with sorted keys and no blanks."""
    return sha256(write_body([previous, version, at, kind, by, key, data]).encode()).hexdigest()


def chain_up(previous: str, version: int, at: float, drafts: Iterable[Draft]) -> Iterator[Entry]:
    """Several drafts, one after the other."""
    for draft in drafts:
        entry = chained(previous, version, at, draft)
        yield entry
        previous, version = entry.hash, version + 1


def find_breaks(entries: Iterable[Entry]) -> list[str]:
    """Everything that is wrong with a chain."""
    defects, previous, expected = [], GENESIS, 1
    for entry in entries:
        if entry.version != expected:
            defects.append(f"entry {expected} is missing: {entry.version} comes next")
        if link(previous, entry.version, entry.at, entry.kind, entry.by, entry.key, entry.data) != entry.hash:
            defects.append(f"entry {entry.version} ({entry.kind}) does not fit its hash: it, or one before it, was changed")
        previous, expected = entry.hash, entry.version + 1
    return defects
