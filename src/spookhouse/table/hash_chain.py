"""The hash chain of a log: each entry's hash covers the entry and the hash before it."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from json.encoder import encode_basestring_ascii as quoted
from math import isfinite

from spookhouse.table.log import NAMES, Draft, Entry, encode_json, write_canonical

# The hash that the first entry follows.
GENESIS = "0" * 64


def chain(previous: str, version: int, at: float, drafts: Sequence[Draft]) -> list[Entry]:
    """Return the drafts as entries that follow the given hash and version."""
    entries = []
    for draft in drafts:
        version += 1
        kind, written = NAMES[type(draft.data)], draft.written or write_canonical(draft.data)
        head = f'"{previous}",{version},{at!r},"{kind}",{quoted(draft.by)},{quoted(draft.key)}'
        previous = sha256(f"[{head},{written}]".encode()).hexdigest()
        entries.append(
            Entry(
                version, at, kind, draft.by, draft.key, draft.data, previous, written, draft.after
            )
        )
    return entries


def hash_after(previous: str, entry: Entry) -> str:
    """Return the hash that an entry must have after another one; its fields may be anything."""
    values = (previous, entry.version, entry.at, entry.kind, entry.by, entry.key)
    head = ",".join(map(write_value, values))
    return sha256(f"[{head},{entry.written}]".encode()).hexdigest()


def write_value(value: object) -> str:
    """Return a value as the encoder writes it; nearly all of them need no encoder."""
    if type(value) is str:
        return quoted(value)
    is_plain = type(value) is int or (type(value) is float and isfinite(value))
    return repr(value) if is_plain else encode_json(value)


def find_breaks(entries: Iterable[Entry]) -> list[str]:
    """Return every defect of a chain."""
    defects, previous, expected = [], GENESIS, 1
    for entry in entries:
        if entry.version != expected:
            defects.append(f"entry {expected} is missing: {entry.version} comes next")
        if hash_after(previous, entry) != entry.hash:
            defects.append(
                f"entry {entry.version} ({entry.kind}) does not fit its hash: it, or one before "
                "it, was changed"
            )
        previous, expected = entry.hash, entry.version + 1
    return defects
