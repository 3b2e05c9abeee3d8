"""Check a log against the rules: turn each entry back into its command and decide it again."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import msgspec
from msgspec import UNSET

from spookhouse.kernel.errors import SpookhouseError
from spookhouse.kernel.validation import shown
from spookhouse.table import commands as ask
from spookhouse.table.apply import apply
from spookhouse.table.decide import Environment, decide
from spookhouse.table.errors import Refused
from spookhouse.table.ids import is_table_id
from spookhouse.table.log import (
    SERVER,
    Arranged,
    CalledOff,
    Draft,
    Entry,
    Invalid,
    Moved,
    Opened,
    OptionsChanged,
    OwnerChanged,
    RematchOpened,
    Resigned,
    Returned,
    Said,
    Sat,
    Shown,
    StandIn,
    Started,
    Stood,
    UndoAnswered,
    UndoAsked,
    Undone,
    fields_of,
)
from spookhouse.table.table import Table
from spookhouse.table.undo_consent import was_free_by_sampling


def rejudge(name: str, secret: bytes, entries: Sequence[Entry]) -> tuple[Table, str]:
    """Return the table as far as its log follows the rules, and the first defect.

    The defect is empty if the whole log follows the rules.
    """
    table, place = Table(name, secret), 0
    while place < len(entries):
        entry = entries[place]
        try:
            drafts = decide_again(table, entry)
        except (msgspec.ValidationError, UnicodeError) as error:
            # Half a surrogate pair is valid JSON, but not valid text.
            return table, f"entry {entry.version} ({shown(entry.kind)}) is invalid: {error}"
        except SpookhouseError as error:
            return (
                table,
                f"entry {entry.version} ({shown(entry.kind)}) is against the rules: "
                f"{error.message}",
            )
        for draft in drafts:
            if place >= len(entries):
                return (
                    table,
                    f"the log is incomplete: {shown(draft.kind)} must follow entry {entry.version}",
                )
            if difference := compare(draft, entries[place]):
                return table, difference
            judged = replace(
                entries[place], version=table.version + 1, data=draft.data, after=draft.after
            )
            apply(table, judged)
            place += 1
    return table, ""


def compare(draft: Draft, entry: Entry) -> str:
    """Return how an entry differs from the one that the rules require."""
    for what, right, found in (
        ("kind", draft.kind, entry.kind),
        ("by", draft.by, entry.by),
        ("key", draft.key, entry.key),
    ):
        if right != found:
            return (
                f"entry {entry.version}: {what} is {shown(found)}, "
                f"by the rules it must be {shown(right)}"
            )
    if draft.data == entry.data:
        return ""
    required, present = fields_of(draft.data), fields_of(entry.data)
    for name in sorted({*required, *present}):
        if name not in present or name not in required or present[name] != required[name]:
            right = shown(required[name]) if name in required else "absent"
            return (
                f"entry {entry.version} ({entry.kind}): {shown(name)} is "
                f"{shown(present.get(name))}, by the rules it must be {right}"
            )
    return ""


def decide_again(table: Table, entry: Entry) -> list[Draft]:
    """Return the drafts that the rules would write in place of the entry and right after it."""
    if isinstance(entry.data, Invalid):
        raise msgspec.ValidationError(entry.data.error)
    if (entry.kind == "opened") != (table.version == 0):
        raise Refused("table/unknown", "a table is opened once, by its first entry")
    msgspec.convert(entry.key, ask.Key)
    for command in commands_of(table, entry):
        character = entry.data.level if isinstance(entry.data, Sat) else ""
        environment = Environment((character,), lambda: bytes(32), is_rejudging=True)
        drafts = decide(table, command, entry.by, entry.at, environment)
        if drafts:
            if isinstance(command, ask.Undo) and table.sampled_undo:
                drafts = [decide_sampled_undo(table, drafts[0], command, entry)]
            return as_logged(drafts, entry)
        if entry.by == SERVER:
            raise Refused("table/not-playing", "the server has no reason to do that now")
        raise Refused(
            "table/unknown", f"the same command (key {shown(entry.key)}) was carried out before"
        )
    raise Refused("table/unknown", "no player or server may do that now")


def decide_sampled_undo(table: Table, draft: Draft, command: ask.Undo, entry: Entry) -> Draft:
    """Return the draft of an undo, as an earlier server could have decided it.

    Its tables may have continued on this version, so both ways to decide are accepted.
    """
    data, match = draft.data, table.match
    assert match is not None
    assert isinstance(data, Undone | UndoAsked)
    if isinstance(entry.data, type(data)) or table.last_mover != command.seat:
        return draft
    if was_free_by_sampling(match):
        data = Undone(moves=data.moves)
    else:
        data = UndoAsked(seat=command.seat, moves=data.moves)
    return Draft(draft.by, data, draft.key)


def as_logged(drafts: list[Draft], entry: Entry) -> list[Draft]:
    """Return the drafts with those details that the log alone decides."""
    first, logged = drafts[0], entry.data
    if isinstance(first.data, RematchOpened) and isinstance(logged, RematchOpened):
        # The id of the new table is random.
        if not is_table_id(logged.table):
            raise msgspec.ValidationError("a rematch names its table, with letters and digits")
        first.data = logged
    if isinstance(first.data, Opened) and isinstance(logged, Opened):
        first.data = without_later_fields(first.data, logged)
    return drafts


def without_later_fields(opened: Opened, logged: Opened) -> Opened:
    """Return the opening without those fields that the server of the log did not know."""
    if logged.edition is UNSET:
        opened = msgspec.structs.replace(opened, edition=UNSET)
    if logged.undo is UNSET:
        opened = msgspec.structs.replace(opened, undo=UNSET)
    return opened


def commands_of(table: Table, entry: Entry) -> Iterator[ask.AnyTableCommand]:
    """Yield the commands that could have caused this entry."""
    if entry.by == SERVER:
        yield from server_commands_of(table, entry)
    else:
        yield from guest_commands_of(table, entry)


def server_commands_of(table: Table, entry: Entry) -> Iterator[ask.AnyTableCommand]:
    """Yield the commands of the server that could have caused this entry."""
    match entry.data:
        case Moved(seat=seat, move=move):
            version = table.owed.get(seat, 0)
            yield ask.Move(seat=seat, version=version, move=move, key=entry.key)
        case StandIn():
            yield ask.CheckClock(key=entry.key)


def guest_commands_of(table: Table, entry: Entry) -> Iterator[ask.AnyTableCommand]:
    """Yield the commands of a guest that could have caused this entry."""
    key = entry.key
    match entry.data:
        case Opened() as opened:
            yield open_command(opened, key)
        case Sat(seat=seat, level=level, pledge=pledge):
            if level:
                yield ask.AddBot(seat=seat, level=level, key=key)
            else:
                yield ask.Sit(seat=seat, pledge=pledge, key=key)
        case Stood(seat=seat):
            is_own = seat in table.seats_of(entry.by)
            yield ask.Stand(seat=seat, key=key) if is_own else ask.Remove(seat=seat, key=key)
        case OwnerChanged(guest=guest):
            yield ask.HandOver(guest=guest, key=key)
        case Arranged(order=order):
            yield ask.Arrange(order=order, key=key)
        case OptionsChanged(options=options):
            yield ask.SetOptions(options=options, key=key)
        case Started():
            yield ask.Start(key=key)
        case CalledOff():
            yield ask.CallOff(key=key)
        case Shown(seat=seat, bytes=revealed):
            yield ask.Show(seat=seat, bytes=revealed, key=key)
        case Moved(seat=seat, move=move):
            version = table.owed.get(seat, 0)
            yield ask.Move(seat=seat, version=version, move=move, key=key)
        case UndoAsked(seat=seat):
            yield ask.Undo(seat=seat, key=key)
        case UndoAnswered(agree=agree):
            yield ask.Answer(agree=agree, key=key)
        case Undone(moves=moves):
            for own in table.seats_of(entry.by):
                if table.match is not None and table.match.last_move_of(own) == moves:
                    yield ask.Undo(seat=own, key=key)
        case StandIn(seat=seat):
            yield ask.Away(seat=seat, key=key)
        case Returned(seat=seat):
            yield ask.Back(seat=seat, key=key)
        case Resigned(seat=seat):
            yield ask.Resign(seat=seat, key=key)
        case RematchOpened():
            yield ask.Rematch(key=key)
        case Said(text=text):
            yield ask.Say(text=text, key=key)


def open_command(opened: Opened, key: str) -> ask.OpenTable:
    """Return the command that opens such a table."""
    clock = opened.clock
    return ask.OpenTable(
        game=opened.game,
        options=opened.options,
        clock=None if clock is None else {"move": clock.move, "reserve": clock.reserve},
        public=opened.public,
        spectators=opened.spectators,
        hints=opened.hints,
        start=None if opened.start is UNSET else opened.start,
        origin=None if opened.origin is UNSET else opened.origin,
        edition=1 if opened.edition is UNSET else opened.edition,
        key=key,
    )
