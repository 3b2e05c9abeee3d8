"""Moving a house: everything of one database as JSON lines, and into another one.

{"house": "spookhouse", "format": 1}                                       the first line
{"value": "cookie-key", "bytes": "<hex>"}                                  what the house remembers: with it guests keep their cookies
{"guest": "<id>", "name": "Ann", "created": 1700000000.0}
{"table": "<id>", "secret": "<hex>", "entries": [...]}                     its log; everything else about a table is made from it
{"end": {"values": 1, "guests": 2, "tables": 1}}                           the last line: without it the file was cut off
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

import msgspec

from spookhouse.kernel.errors import BrokenRecord
from spookhouse.kernel.validation import is_whole, shown
from spookhouse.stores import statements as sql
from spookhouse.stores.store import SqlStore
from spookhouse.table import LOBBY, OVER, PLAYING, SHOWING, Entry, VersionConflict, find_breaks
from spookhouse.table.commitments import pledge
from spookhouse.table.rejudge import Opened, follow
from spookhouse.table.verify import read_table_record

FORMAT = 1
FIRST = {"house": "spookhouse", "format": FORMAT}
AT_ONCE = 100  # tables that wait for the same commits

Progress = Callable[[int, int], None]  # tables done, tables in all


def say_nothing(done: int, total: int) -> None:
    """The progress of somebody who does not want to know."""


# === OUT ===


def export_lines(store: SqlStore, progress: Progress = say_nothing) -> Iterator[str]:
    """The whole house, a line at a time. Each table is read at one moment, so this may run while people play."""
    counted: Counter[str] = Counter(values=0, guests=0, tables=0)
    yield line(FIRST)
    for row in store.rows(sql.LIST_VALUES):
        counted["values"] += 1
        yield line({"value": row["name"], "bytes": row["value"].hex()})
    for row in store.rows(sql.LIST_GUESTS):
        counted["guests"] += 1
        yield line({"guest": row["id"], "name": row["name"], "created": row["created"]})
    names = store.table_ids()
    for name in names:
        found = store.find(name)
        assert found is not None
        counted["tables"] += 1
        yield line(
            {
                "table": name,
                "secret": found["secret"].hex(),
                "entries": [entry.to_json() for entry in store.read(name)],
            }
        )
        progress(counted["tables"], len(names))
    yield line({"end": dict(counted)})


def line(data: Any) -> str:
    return json.dumps(data, separators=(",", ":")) + "\n"


# === IN ===


@dataclass(frozen=True)
class Carried:
    """A table on its way from one database to another."""

    name: str
    secret: bytes
    entries: list[Entry]

    def row(self) -> dict[str, Any]:
        first, last = self.entries[0], self.entries[-1]
        return {
            "secret": self.secret,
            "game": first.data["game"],
            "public": first.data["public"],
            "created": first.at,
            "changed": last.at,
        }


Value = tuple[str, bytes]
Guest = dict[str, Any]


def read_export(lines: Iterable[str]) -> Iterator[Value | Guest | Carried]:
    """What an export holds; raises `BrokenRecord` at the first line that is not in order, and at the end if something is missing."""
    counted: Counter[str] = Counter(values=0, guests=0, tables=0)
    data: Any = None
    for number, text in enumerate(lines, 1):
        data = read_line(number, text, data)
        if number == 1 or "end" in data:
            continue
        kind, item = read_item(number, data)
        counted[kind] += 1
        yield item
    if not isinstance(data, dict) or data.get("end") != dict(counted):
        raise broken(None, "it was cut off: the last line must count what is in the file")


def read_line(number: int, text: str, before: Any) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise broken(number, f"it is not JSON: {error}") from error
    if number == 1 and data != FIRST:
        raise broken(
            number, f"not an export of a house: the first line must be {json.dumps(FIRST)}"
        )
    if not isinstance(data, dict):
        raise broken(number, f"expected an object, got {shown(data)}")
    if before is not None and "end" in before:
        raise broken(number, "something follows the end")
    return data


def read_item(number: int, data: dict[str, Any]) -> tuple[str, Value | Guest | Carried]:
    match data:
        case {"value": str(name), "bytes": str(text)} if len(data) == 2 and is_name(name, 40):
            return "values", (name, read_hex(number, text))
        case {"guest": str(guest), "name": str(name), "created": int() | float() as created} if len(
            data
        ) == 3 and is_name(guest, 32):
            if len(name) > 40 or not name.isprintable():
                raise broken(number, f"the name of a guest cannot be {shown(name)}")
            return "guests", {"id": guest, "name": name, "created": float(created)}
        case {"table": str(name), "secret": str(text), "entries": list()} if len(
            data
        ) == 3 and is_name(name, 32):
            return "tables", read_table(number, name, read_hex(number, text), data)
    raise broken(number, f"expected a value, a guest or a table, got {shown(data)}")


def read_table(number: int, name: str, secret: bytes, data: dict[str, Any]) -> Carried:
    """A table whose log is whole: every link of the chain holds, and the secret is the one that was committed to."""
    try:
        _, entries = read_table_record({"format": 1, "table": name, "entries": data["entries"]})
    except BrokenRecord as error:
        raise broken(number, f"table {name}: {'; '.join(error.defects)}") from error
    defects = [*find_breaks(entries), *misfits(secret, entries)]
    if defects:
        raise broken(number, f"table {name}: {'; '.join(defects)}")
    return Carried(name, secret, entries)


def misfits(secret: bytes, entries: list[Entry]) -> Iterator[str]:
    """What would keep a log from being stored, or its deal from being trusted."""
    first = entries[0]
    try:
        opened = msgspec.convert(first.data, Opened)
    except (msgspec.ValidationError, UnicodeError) as error:
        yield f"its first entry does not open a table: {error}"
    else:
        if (
            first.kind != "opened"
            or opened.commitment != pledge(secret)
            or not is_name(opened.game, 40)
        ):
            yield "its first entry does not open a table with a commitment to this secret"
    for entry in entries:
        widths = (
            is_name(entry.kind, 16)
            and is_name(entry.by, 32)
            and is_plain(entry.key, 64)
            and is_name(entry.hash, 64)
        )
        if not widths or (entry.kind == "sat" and not is_plain(entry.data.get("guest"), 32)):
            yield f"entry {entry.version} holds what no entry can hold"


def is_plain(text: Any, longest: int) -> bool:
    """A text that every database keeps as it is."""
    return isinstance(text, str) and len(text) <= longest and text.isascii() and text.isprintable()


def is_name(text: Any, longest: int) -> bool:
    return bool(text) and is_plain(text, longest)


def read_hex(number: int, text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise broken(number, f"expected hex digits, got {shown(text)}") from error


def broken(number: int | None, defect: str) -> BrokenRecord:
    return BrokenRecord("broken export", [defect if number is None else f"line {number}: {defect}"])


@dataclass
class Brought:
    """What an import did."""

    tables: int = 0
    skipped: int = 0  # tables that were there already
    guests: int = 0
    same_key: bool = True  # whether cookies of the old house are good here
    refused: list[str] = field(
        default_factory=list
    )  # tables whose log is whole but against the rules: nobody could go on there


def bring_in(store: SqlStore, items: Iterable[Value | Guest | Carried]) -> Brought:
    """Write what an export holds; what is there already stays as it is."""
    brought, waiting = Brought(), list[Future[None]]()
    for item in items:
        if isinstance(item, Carried):
            bring_table(store, item, brought, waiting)
            if len(waiting) >= AT_ONCE:
                settle(waiting, brought)
        elif isinstance(item, tuple):
            brought.same_key &= store.get_or_add_value(*item) == item[1]
        else:
            brought.guests += store.import_guest(item)
    settle(waiting, brought)
    return brought


def bring_table(
    store: SqlStore, item: Carried, brought: Brought, waiting: "list[Future[None]]"
) -> None:
    if store.find(item.name) is not None:
        brought.skipped += 1
    elif misfit := follow(item.name, item.secret, item.entries)[1]:
        brought.refused.append(f"table {item.name}: {misfit}")
    else:
        waiting.append(store.append(item.name, item.entries, phase_of(item.entries), item.row()))


def settle(waiting: "list[Future[None]]", brought: Brought) -> None:
    for future in waiting:
        try:
            future.result()
            brought.tables += 1
        except VersionConflict:  # somebody else brought it meanwhile
            brought.skipped += 1
    waiting.clear()


def phase_of(entries: Iterable[Entry]) -> str:
    """Where a log has come to, without playing it."""
    phase, seats, shown_by = LOBBY, 0, 0
    for entry in entries:
        if entry.kind == "opened":
            seats = entry.data["players"] if is_whole(entry.data["players"]) else 0
        elif entry.kind == "started":
            phase, shown_by = SHOWING, 0
        elif entry.kind == "called-off":
            phase = LOBBY
        elif entry.kind == "shown":
            shown_by += 1
            phase = PLAYING if shown_by == seats else phase
        elif entry.kind == "secret":
            phase = OVER
    return phase
