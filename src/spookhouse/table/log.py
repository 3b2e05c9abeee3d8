"""The log of a table: entries, each with the hash of the one before, so that no entry can be changed, added or left out unnoticed."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from json.encoder import encode_basestring_ascii as quoted
from math import isfinite
from typing import Any

Json = dict[str, Any]

GENESIS = "0" * 64  # what the first entry follows
HOUSE = "house"  # who does what no person does

write_any = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode


def write_data(data: Any) -> str:
    """JSON with sorted keys and no blanks. Nearly all entries hold a few words and numbers, which need not go the long way."""
    if type(data) is not dict:
        return write_any(data)
    parts = []
    for name in sorted(data):
        value = data[name]
        if type(value) is str:
            parts.append(f"{quoted(name)}:{quoted(value)}")
        elif type(value) is int:
            parts.append(f"{quoted(name)}:{value}")
        else:
            return write_any(data)
    return "{" + ",".join(parts) + "}"


# Neither is frozen, though nobody changes them once they are written: frozen ones take four times as long to make.


@dataclass(slots=True)
class Draft:
    """Something that may be written into the log: what, by whom, and the details."""

    kind: str
    by: str
    data: Json
    key: str = ""  # the sender's own mark: the same key from the same person is the same deed
    written: str = ""  # the data as JSON, where that was written already


@dataclass(slots=True)
class Entry:
    """Something that was written into the log."""

    version: int
    at: float  # seconds since 1970
    kind: str
    by: str
    key: str
    data: Json
    hash: str
    written: str = field(
        default="", compare=False, repr=False
    )  # the data as JSON, where that was written already

    def to_json(self) -> Json:
        return {name: getattr(self, name) for name in FIELDS}

    @classmethod
    def from_json(cls, data: Json) -> "Entry":
        return cls(**{name: data[name] for name in FIELDS})


FIELDS = ("version", "at", "kind", "by", "key", "data", "hash")


def chained(previous: str, version: int, at: float, draft: Draft) -> Entry:
    """The draft as the entry that follows the one with the given hash."""
    written = draft.written or write_data(draft.data)
    head = f'"{previous}",{version},{at!r},"{draft.kind}",{quoted(draft.by)},{quoted(draft.key)}'  # as `link` would write what the house itself wrote
    digest = sha256(f"[{head},{written}]".encode()).hexdigest()
    return Entry(version, at, draft.kind, draft.by, draft.key, draft.data, digest, written)


def link(previous: str, version: int, at: float, kind: str, by: str, key: str, written: str) -> str:
    """SHA-256 of the hash before and of the entry as JSON with sorted keys and no blanks; its data come written so."""
    head = ",".join(map(write_value, (previous, version, at, kind, by, key)))
    return sha256(f"[{head},{written}]".encode()).hexdigest()


def write_value(value: Any) -> str:
    """As the encoder writes it, without the way there for what nearly all values are; in a file from outside they may be anything."""
    if type(value) is str:
        return quoted(value)
    return (
        repr(value)
        if type(value) is int or (type(value) is float and isfinite(value))
        else write_any(value)
    )


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
        if (
            link(
                previous,
                entry.version,
                entry.at,
                entry.kind,
                entry.by,
                entry.key,
                write_data(entry.data),
            )
            != entry.hash
        ):
            defects.append(
                f"entry {entry.version} ({entry.kind}) does not fit its hash: it, or one before it, was changed"
            )
        previous, expected = entry.hash, entry.version + 1
    return defects
