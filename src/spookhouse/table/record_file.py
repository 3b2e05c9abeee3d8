"""Read the record of a table from a file."""

from collections.abc import Callable
from math import isfinite

from spookhouse.kernel.errors import BrokenRecord
from spookhouse.kernel.validation import Reader, is_whole
from spookhouse.table.log import Entry, Json, decode_untrusted, encode_json

FORMAT = 1
FIELDS = ("version", "at", "kind", "by", "key", "data", "hash")


def is_table_record(data: object) -> bool:
    """Return whether JSON from a file looks like the record of a table."""
    return isinstance(data, dict) and "entries" in data


def read_table_record(data: object) -> tuple[str, list[Entry]]:
    """Return the id and the log of a table; raise `BrokenRecord` with every defect."""
    if not isinstance(data, dict):
        raise BrokenRecord("not a record", [f"expected a JSON object, got {type(data).__name__}"])
    reader = Reader(data, ("format", "table", "entries"))
    if data.get("format") != FORMAT:
        reader.wrong("format", data.get("format"), f"{FORMAT}, the only one there is")
    if "table" in data and not isinstance(data["table"], str):
        reader.wrong("table", data["table"], "the id of a table")
    entries = read_entries(reader)
    if not entries and not reader.defects:
        reader.defect("there are no entries: not even the opening of the table")
    if reader.defects:
        raise BrokenRecord("broken record of a table", reader.defects)
    return data["table"], entries


def read_entries(reader: Reader) -> list[Entry]:
    """Return the valid entries; note the defects of all others."""
    entries = []
    for number, item in enumerate(reader.items("entries")):
        if not isinstance(item, dict):
            reader.wrong(f"entries[{number}]", item, "an object")
            continue
        before = len(reader.defects)
        check_entry(Reader(item, FIELDS, reader.defects, f"entries[{number}]."))
        if len(reader.defects) == before:
            entries.append(entry_of(item))
    return entries


def entry_of(item: Json) -> Entry:
    """Return the entry that a valid item describes."""
    return Entry(
        version=item["version"],
        at=item["at"],
        kind=item["kind"],
        by=item["by"],
        key=item["key"],
        data=decode_untrusted(item["kind"], item["data"]),
        hash=item["hash"],
        written=encode_json(item["data"]),
    )


def check_entry(reader: Reader) -> None:
    """Note the fields of an entry that have a wrong type."""
    for key, fits, expected in SHAPES:
        if key in reader.data and not fits(reader.data[key]):
            reader.wrong(reader.path + key, reader.data[key], expected)


def is_time(value: object) -> bool:
    """Return whether this is a time that a log can contain."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return -1e12 < value < 1e12 and isfinite(value)


def is_text(value: object) -> bool:
    """Return whether this is a text."""
    return isinstance(value, str)


SHAPES: tuple[tuple[str, Callable[[object], bool], str], ...] = (
    ("version", lambda value: is_whole(value) and 0 < value < 2**31, "a whole number from 1"),
    ("at", is_time, "seconds since 1970"),
    ("kind", is_text, "a word"),
    ("by", is_text, "the author, as text"),
    ("key", is_text, "a text"),
    ("data", lambda value: isinstance(value, dict), "an object"),
    ("hash", is_text, "64 hex digits"),
)
