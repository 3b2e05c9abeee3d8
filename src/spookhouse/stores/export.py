"""Export a database as JSON lines, and import it into another one.

{"house": "spookhouse", "format": 1}
{"value": "cookie-key", "bytes": "<hex>"}
{"guest": "<id>", "name": "Ann", "created": 1700000000.0}
{"table": "<id>", "secret": "<hex>", "entries": [...]}
{"end": {"values": 1, "guests": 2, "tables": 1}}

Values include the key that signs cookies, so guests stay signed in. A table is its log;
everything else is rebuilt from it. The last line proves that the file is complete.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

import msgspec

from spookhouse.kernel.errors import BrokenRecord
from spookhouse.kernel.validation import shown
from spookhouse.stores import statements as sql
from spookhouse.stores.statements import GuestRow
from spookhouse.stores.store import SqlStore
from spookhouse.table.commitments import pledge
from spookhouse.table.hash_chain import find_breaks
from spookhouse.table.log import Entry, Invalid, Opened, Sat
from spookhouse.table.phases import START, advance_all
from spookhouse.table.record_file import read_table_record
from spookhouse.table.rejudge import rejudge
from spookhouse.table.store_protocol import NewTable, VersionConflict

FORMAT = 1
HEADER = {"house": "spookhouse", "format": FORMAT}
# Tables that wait for the same commit.
IMPORT_BATCH = 100

# Takes the number of tables done and the number of all tables.
Progress = Callable[[int, int], None]


def ignore_progress(done: int, total: int) -> None:
    """Do nothing."""


# === EXPORT ===


def export_lines(store: SqlStore, progress: Progress = ignore_progress) -> Iterator[str]:
    """Yield the whole database, line by line.

    Each table is read at one moment, so people may play meanwhile.
    """
    counts: Counter[str] = Counter(values=0, guests=0, tables=0)
    yield to_line(HEADER)
    for row in store.rows(sql.LIST_VALUES):
        counts["values"] += 1
        yield to_line({"value": row["name"], "bytes": row["value"].hex()})
    for row in store.rows(sql.LIST_GUESTS):
        counts["guests"] += 1
        yield to_line({"guest": row["id"], "name": row["name"], "created": row["created"]})
    ids = store.table_ids()
    for table in ids:
        counts["tables"] += 1
        yield export_table(store, table)
        progress(counts["tables"], len(ids))
    yield to_line({"end": dict(counts)})


def export_table(store: SqlStore, table: str) -> str:
    """Return the line of one table."""
    row = store.find(table)
    assert row is not None
    try:
        entries = [entry.to_json() for entry in store.read(table)]
    except msgspec.DecodeError as error:
        raise BrokenRecord(f"cannot export table {table}", [str(error)]) from error
    return to_line({"table": table, "secret": row["secret"].hex(), "entries": entries})


def to_line(data: dict[str, Any]) -> str:
    """Return data as one line of JSON."""
    return json.dumps(data, separators=(",", ":")) + "\n"


# === READING AN EXPORT ===


@dataclass(frozen=True)
class ExportedTable:
    """A table on its way from one database to another."""

    name: str
    secret: bytes
    entries: list[Entry]

    def row(self) -> NewTable:
        """Return the row of this table, as its log tells it."""
        first, last = self.entries[0], self.entries[-1]
        assert isinstance(first.data, Opened)
        return {
            "secret": self.secret,
            "game": first.data.game,
            "public": first.data.public,
            "created": first.at,
            "changed": last.at,
        }


Value = tuple[str, bytes]
Item = Value | GuestRow | ExportedTable


def read_export(lines: Iterable[str]) -> Iterator[Item]:
    """Yield the items of an export.

    Raise `BrokenRecord` at the first invalid line, and at the end if lines are missing.
    """
    counts: Counter[str] = Counter(values=0, guests=0, tables=0)
    data: dict[str, Any] | None = None
    for number, text in enumerate(lines, 1):
        data = read_line(number, text, data)
        if number == 1 or "end" in data:
            continue
        kind, item = read_item(number, data)
        counts[kind] += 1
        yield item
    if data is None or data.get("end") != dict(counts):
        raise broken(None, "it is cut off: the last line must count the items of the file")


def read_line(number: int, text: str, before: dict[str, Any] | None) -> dict[str, Any]:
    """Parse a line that follows `before`."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise broken(number, f"it is not JSON: {error}") from error
    if number == 1 and data != HEADER:
        expected = json.dumps(HEADER)
        raise broken(number, f"it is not an export: the first line must be {expected}")
    if not isinstance(data, dict):
        raise broken(number, f"expected an object, got {shown(data)}")
    if before is not None and "end" in before:
        raise broken(number, "expected nothing after the end")
    return data


def read_item(number: int, data: dict[str, Any]) -> tuple[str, Item]:
    """Return what a line contains, and under which name it is counted."""
    match data:
        case {"value": str(name), "bytes": str(text), **more} if not more and is_name(name, 40):
            return "values", (name, read_hex(number, text))
        case {"guest": str(guest), "name": str(name), "created": int() | float() as at, **more} if (
            not more and is_name(guest, 32)
        ):
            return "guests", read_guest(number, guest, name, float(at))
        case {"table": str(name), "secret": str(text), "entries": list() as entries, **more} if (
            not more and is_name(name, 32)
        ):
            return "tables", read_table(number, name, read_hex(number, text), entries)
    raise broken(number, f"expected a value, a guest or a table, got {shown(data)}")


def read_guest(number: int, guest: str, name: str, created: float) -> GuestRow:
    """Check the name of a guest."""
    if len(name) > 40 or not name.isprintable():
        raise broken(number, f"invalid name of a guest: got {shown(name)}")
    return {"id": guest, "name": name, "created": created}


def read_table(number: int, name: str, secret: bytes, entries: list[Any]) -> ExportedTable:
    """Check that the chain of hashes is whole and that the secret fits its commitment."""
    try:
        _, log = read_table_record({"format": 1, "table": name, "entries": entries})
    except BrokenRecord as error:
        raise broken(number, f"table {name}: {'; '.join(error.defects)}") from error
    defects = [*find_breaks(log), *opening_defects(secret, log[0]), *entry_defects(log)]
    if defects:
        raise broken(number, f"table {name}: {'; '.join(defects)}")
    return ExportedTable(name, secret, log)


def opening_defects(secret: bytes, first: Entry) -> Iterator[str]:
    """Yield why the deal of this table cannot be trusted."""
    opened = first.data
    if isinstance(opened, Invalid):
        yield f"its first entry does not open a table: {opened.error}"
        return
    if not (
        isinstance(opened, Opened)
        and is_name(opened.game, 40)
        and opened.commitment == pledge(secret)
    ):
        yield "its first entry does not open a table with a commitment to this secret"


def entry_defects(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield why a database could not store an entry."""
    for entry in entries:
        fits = (
            is_name(entry.kind, 16)
            and is_name(entry.by, 32)
            and is_plain(entry.key, 64)
            and is_name(entry.hash, 64)
            and (not isinstance(entry.data, Sat) or is_plain(entry.data.guest, 32))
        )
        if not fits:
            yield f"entry {entry.version} has a field that is too long or not printable"


def is_plain(text: Any, longest: int) -> bool:
    """Return whether every database stores this text unchanged."""
    return isinstance(text, str) and len(text) <= longest and text.isascii() and text.isprintable()


def is_name(text: Any, longest: int) -> bool:
    """Return whether this is a plain text that is not empty."""
    return bool(text) and is_plain(text, longest)


def read_hex(number: int, text: str) -> bytes:
    """Parse hexadecimal digits."""
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise broken(number, f"expected hex digits, got {shown(text)}") from error


def broken(number: int | None, defect: str) -> BrokenRecord:
    """Return the error for a line, or for the whole file."""
    return BrokenRecord("broken export", [defect if number is None else f"line {number}: {defect}"])


# === IMPORT ===


@dataclass
class ImportResult:
    """What an import has done."""

    tables: int = 0
    # Tables that existed already.
    skipped: int = 0
    guests: int = 0
    # Whether cookies of the exported database are valid here.
    same_key: bool = True
    # Tables whose chain is whole but whose log breaks the rules: nobody could play on.
    refused: list[str] = field(default_factory=list)


def import_items(store: SqlStore, items: Iterable[Item]) -> ImportResult:
    """Write all items of an export; what exists already stays as it is."""
    result, pending = ImportResult(), list[Future[None]]()
    for item in items:
        if isinstance(item, ExportedTable):
            import_table(store, item, result, pending)
            if len(pending) >= IMPORT_BATCH:
                wait_for_commits(pending, result)
        elif isinstance(item, tuple):
            result.same_key &= store.get_or_add_value(*item) == item[1]
        else:
            result.guests += store.import_guest(item)
    wait_for_commits(pending, result)
    return result


def import_table(
    store: SqlStore, item: ExportedTable, result: ImportResult, pending: "list[Future[None]]"
) -> None:
    """Check a table against the rules and start to write it."""
    if store.find(item.name) is not None:
        result.skipped += 1
    elif defect := rejudge(item.name, item.secret, item.entries)[1]:
        result.refused.append(f"table {item.name}: {defect}")
    else:
        phase = advance_all(START, item.entries).phase
        pending.append(store.append(item.name, item.entries, phase, item.row()))


def wait_for_commits(pending: "list[Future[None]]", result: ImportResult) -> None:
    """Wait until all pending tables are written."""
    for future in pending:
        try:
            future.result()
            result.tables += 1
        except VersionConflict:
            # Another process imported the table meanwhile.
            result.skipped += 1
    pending.clear()
