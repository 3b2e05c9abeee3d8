"""Is a finished game what it claims to be? Everything is checked again from the log alone: the chain, the deal, and every deed against the rules.

There is no second set of rules here: `follow` judges every deed again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import Any

from spookhouse.games import game as find_game
from spookhouse.kernel.errors import BrokenRecord
from spookhouse.kernel.validation import Reader, is_whole, shown
from spookhouse.table.commitments import pledge, read_bytes, seed_of
from spookhouse.table.log import FIELDS, Entry, Json, find_breaks
from spookhouse.table.rejudge import follow
from spookhouse.table.table import OVER, Table, outcome_of

FORMAT = 1


@dataclass(frozen=True)
class Step:
    """One thing that was checked: what it is about, in words what was found, and every defect."""

    name: str
    found: str
    defects: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        return not self.defects

    def to_json(self) -> Json:
        return {
            "step": self.name,
            "holds": self.holds,
            "found": self.found,
            "defects": list(self.defects),
        }


# === READING ===


def is_table_record(data: Any) -> bool:
    return isinstance(data, dict) and "entries" in data


def read_table_record(data: Any) -> tuple[str, list[Entry]]:
    """The name and the log of a table; raises `BrokenRecord` with every defect."""
    if not isinstance(data, dict):
        raise BrokenRecord("not a record", [f"expected a JSON object, got {type(data).__name__}"])
    reader = Reader(data, ("format", "table", "entries"))
    if data.get("format") != FORMAT:
        reader.wrong("format", data.get("format"), f"{FORMAT}, the only one there is")
    if "table" in data and not isinstance(data["table"], str):
        reader.wrong("table", data["table"], "the name of a table")
    entries = read_entries(reader)
    if not entries and not reader.defects:
        reader.defect("there are no entries: not even the opening of the table")
    if reader.defects:
        raise BrokenRecord("broken record of a table", reader.defects)
    return data["table"], entries


def read_entries(reader: Reader) -> list[Entry]:
    entries = []
    for i, item in enumerate(reader.items("entries")):
        if not isinstance(item, dict):
            reader.wrong(f"entries[{i}]", item, "an object")
            continue
        before = len(reader.defects)
        check_entry(Reader(item, FIELDS, reader.defects, f"entries[{i}]."))
        if len(reader.defects) == before:
            entries.append(Entry.from_json(item))
    return entries


def check_entry(reader: Reader) -> None:
    for key, fits, expected in SHAPES:
        if key in reader.data and not fits(reader.data[key]):
            reader.wrong(reader.path + key, reader.data[key], expected)


def is_time(value: Any) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and -1e12 < value < 1e12
        and isfinite(value)
    )


def is_text(value: Any) -> bool:
    return isinstance(value, str)


SHAPES: tuple[tuple[str, Callable[[Any], bool], str], ...] = (
    ("version", lambda value: is_whole(value) and 0 < value < 2**31, "a whole number from 1"),
    ("at", is_time, "seconds since 1970"),
    ("kind", is_text, "a word"),
    ("by", is_text, "who did it, as text"),
    ("key", is_text, "a text"),
    ("data", lambda value: isinstance(value, dict), "an object"),
    ("hash", is_text, "64 hex digits"),
)

# === THE STEPS ===


def verify_log(name: str, entries: Sequence[Entry]) -> list[Step]:
    """Every step of verifying a finished game, whether it holds or not."""
    deal = gather_deal(entries)
    steps = [
        chain_step(entries),
        commitment_step(entries, deal),
        order_step(deal),
        pledges_step(deal),
    ]
    if deal.secret is None:
        reason = "cannot be checked without the secret"
        return [
            *steps,
            Step("seed", "", (reason,)),
            Step("rules", "", (reason,)),
            Step("outcome", "", (reason,)),
        ]
    return [*steps, *game_steps(name, entries, deal)]


def chain_step(entries: Sequence[Entry]) -> Step:
    defects = find_breaks(entries)
    for before, after in pairwise(entries):
        if after.at < before.at:
            defects.append(f"entry {after.version} is older than the one before it")
    return Step(
        "chain",
        f"{len(entries)} entries, each with the hash of the one before; the last is {entries[-1].hash[:64]}",
        tuple(defects),
    )


@dataclass
class Deal:
    """What the log says about the deal, read without playing the game."""

    seats: int
    secret: bytes | None
    pledges: dict[int, str]  # of the deal that was played
    bytes: dict[int, bytes]
    defects: list[str]  # of the order
    called_off: int = 0


def gather_deal(entries: Sequence[Entry]) -> Deal:
    deal = Deal(players_of(entries), None, {}, {}, [])
    if entries[0].kind != "opened" or not deal.seats:
        deal.defects.append(
            "the first entry does not open a table with a number of seats and a commitment"
        )
    showing = False
    for entry in entries:
        seat: Any = entry.data.get("seat")
        where = f"entry {entry.version}"
        if entry.kind == "sat" and is_whole(seat) and isinstance(entry.data.get("pledge"), str):
            if showing:
                deal.defects.append(
                    f"{where}: seat {seat} pledges after the start, when bytes may have been shown"
                )
            deal.pledges[seat] = entry.data["pledge"]
        elif entry.kind == "stood" and is_whole(seat):
            if showing:
                deal.defects.append(f"{where}: seat {seat} is given up after the start")
            deal.pledges.pop(seat, None)
        elif entry.kind == "arranged":
            take_arranged(deal, entry, where, showing)
        elif entry.kind == "started":
            showing = True
            deal.defects += [
                f"{where}: the game starts although seat {open_} has no pledge"
                for open_ in missing(deal.seats, deal.pledges)
            ]
        elif entry.kind == "called-off":
            showing, deal.called_off = False, deal.called_off + 1
            for spent in deal.bytes:
                deal.pledges.pop(spent, None)
            deal.bytes = {}
        elif entry.kind == "shown" and is_whole(seat):
            take_shown(deal, entry, where, showing)
        elif entry.kind == "secret":
            deal.secret = (
                read_bytes(entry.data["bytes"])
                if isinstance(entry.data.get("bytes"), str)
                else None
            )
    return deal


def take_arranged(deal: Deal, entry: Entry, where: str, showing: bool) -> None:
    """People's pledges come along when seats are changed; that nobody else's took their place is judged by the rules."""
    if showing:
        deal.defects.append(f"{where}: seats are changed after the start")
    found: Any = entry.data.get("pledges")
    if isinstance(found, list):
        deal.pledges = {
            seat: promise
            for seat, promise in enumerate(found)
            if isinstance(promise, str) and promise
        }


def take_shown(deal: Deal, entry: Entry, where: str, showing: bool) -> None:
    seat, text = entry.data["seat"], entry.data.get("bytes")
    found = read_bytes(text) if isinstance(text, str) else None
    if not showing:
        deal.defects.append(
            f"{where}: seat {seat} shows its bytes before the start, when pledges could still be made"
        )
    if found is None:
        deal.defects.append(f"{where}: seat {seat} shows {shown(text)}, expected 64 hex digits")
    elif seat in deal.bytes:
        deal.defects.append(f"{where}: seat {seat} shows its bytes twice")
    else:
        deal.bytes[seat] = found


def players_of(entries: Sequence[Entry]) -> int:
    players: Any = entries[0].data.get("players")
    return int(players) if is_whole(players) and 0 < players < 100 else 0


def missing(seats: int, found: dict[int, Any]) -> list[int]:
    return [seat for seat in range(seats) if seat not in found]


def commitment_step(entries: Sequence[Entry], deal: Deal) -> Step:
    first, promised = entries[0], entries[0].data.get("commitment")
    if first.kind != "opened" or not isinstance(promised, str):
        return Step(
            "commitment",
            "",
            (
                "the first entry does not open the table with a commitment: the secret was not fixed before the pledges",
            ),
        )
    if deal.secret is None:
        return Step(
            "commitment",
            "",
            ("the secret was not opened: this game is not over, or its last entry is missing",),
        )
    defects = (
        []
        if pledge(deal.secret) == promised
        else [
            f"the opened secret hashes to {pledge(deal.secret)}, but {shown(promised)} was published"
        ]
    )
    return Step(
        "commitment",
        f"the house's secret fits the commitment {promised[:16]}… that was published first",
        tuple(defects),
    )


def order_step(deal: Deal) -> Step:
    """The commitment was first, that is checked above; here: pledges before the start, bytes after it."""
    again = f" ({deal.called_off} starts were called off before)" if deal.called_off else ""
    return Step(
        "order",
        f"the commitment came first, then every pledge, and only then were bytes shown{again}",
        tuple(deal.defects),
    )


def pledges_step(deal: Deal) -> Step:
    defects = [f"seat {seat} never showed its bytes" for seat in missing(deal.seats, deal.bytes)]
    if not deal.seats:
        defects.append("nobody knows how many seats there are")
    for seat, found in sorted(deal.bytes.items()):
        promised = deal.pledges.get(seat)
        if promised is None:
            defects.append(f"seat {seat} showed bytes that it had not pledged")
        elif pledge(found) != promised:
            defects.append(
                f"seat {seat} showed bytes that hash to {pledge(found)}, but had pledged {shown(promised)}"
            )
    return Step("pledges", f"the bytes of all {deal.seats} seats fit their pledges", tuple(defects))


def game_steps(name: str, entries: Sequence[Entry], deal: Deal) -> list[Step]:
    assert deal.secret is not None
    table, misfit = follow(name, deal.secret, entries)
    return [seed_step(deal, table), rules_step(table, entries, misfit), outcome_step(table, misfit)]


def seed_step(deal: Deal, table: Table) -> Step:
    if deal.secret is None or missing(deal.seats, deal.bytes) or not deal.seats:
        return Step("seed", "", ("bytes are missing: the seed cannot be computed",))
    seed = seed_of(deal.secret, [deal.bytes[seat] for seat in range(deal.seats)])
    if table.match is None:
        return Step("seed", "", ("the game was never dealt",))
    defects = (
        ()
        if table.match.key == seed
        else (f"the game was dealt from {table.match.key.hex()}, not from {seed.hex()}",)
    )
    return Step(
        "seed",
        f"the hash of the secret and all bytes in order of seats is {seed.hex()}; the game is dealt from it",
        defects,
    )


def rules_step(table: Table, entries: Sequence[Entry], misfit: str) -> Step:
    moves = sum(entry.kind == "moved" for entry in entries)
    undone = sum(entry.kind == "undone" for entry in entries)
    edition = (
        ""
        if not table.game or table.edition == find_game(table.game).edition
        else f" as they were read then (edition {table.edition})"
    )
    words = f"{moves} moves of {table.game} follow the rules{edition}" + (
        f", {undone} undos were allowed" if undone else ""
    )
    return Step(
        "rules", words + ", and everybody did only what they might", (misfit,) if misfit else ()
    )


def outcome_step(table: Table, misfit: str) -> Step:
    if misfit or table.phase != OVER:
        return Step("outcome", "", ("the log does not lead to an end of the game",))
    outcome = outcome_of(table)
    assert outcome is not None
    return Step("outcome", f"the game ends with {outcome['reason']}, ranks {outcome['ranks']}")
