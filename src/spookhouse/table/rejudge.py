"""Following a log by the rules: each entry is turned back into the command that it answers, and the command is judged again."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from spookhouse.games import game as find_game
from spookhouse.kernel.errors import SpookhouseError
from spookhouse.kernel.validation import is_whole, shown
from spookhouse.table import commands as ask
from spookhouse.table.decide import judge, judge_bot_move, judge_time, open_table
from spookhouse.table.errors import Refused
from spookhouse.table.ids import was_table_name
from spookhouse.table.log import HOUSE, Draft, Entry
from spookhouse.table.table import EFFECTS, Table


def follow(name: str, secret: bytes, entries: Sequence[Entry]) -> tuple[Table, str]:
    """The table as far as its log follows the rules, and what is wrong with the first entry that does not (empty if all do)."""
    table, place = Table(name, secret), 0
    while place < len(entries):
        entry = entries[place]
        try:
            drafts = draft_again(table, entry)
        except (
            msgspec.ValidationError,
            UnicodeError,
        ) as error:  # half a character is valid JSON, but no text
            return table, f"entry {entry.version} ({shown(entry.kind)}) is not in order: {error}"
        except SpookhouseError as error:
            return (
                table,
                f"entry {entry.version} ({shown(entry.kind)}) is against the rules: {error.message}",
            )
        for draft in drafts:
            if place >= len(entries):
                return (
                    table,
                    f"the log breaks off: after entry {entry.version} comes {shown(draft.kind)}",
                )
            if misfit := compare(draft, entries[place]):
                return table, misfit
            table.take(replace(entries[place], version=table.version + 1, data=draft.data))
            place += 1
    return table, ""


def compare(draft: Draft, entry: Entry) -> str:
    """What an entry says other than it should."""
    for what, right, found in (
        ("kind", draft.kind, entry.kind),
        ("by", draft.by, entry.by),
        ("key", draft.key, entry.key),
    ):
        if right != found:
            return f"entry {entry.version}: {what} is {shown(found)}, by the rules it must be {shown(right)}"
    right_data = json.loads(json.dumps(draft.data))
    for name in sorted({*right_data, *entry.data}):
        if name not in entry.data or name not in right_data or entry.data[name] != right_data[name]:
            right = shown(right_data[name]) if name in right_data else "absent"
            return f"entry {entry.version} ({entry.kind}): {shown(name)} is {shown(entry.data.get(name))}, by the rules it must be {right}"
    return ""


def draft_again(table: Table, entry: Entry) -> list[Draft]:
    """What the rules would write in place of the entry (and right after it)."""
    if entry.kind not in EFFECTS:
        raise Refused("table/unknown", "no entry of that kind can be")
    if (entry.kind == "opened") != (table.version == 0):
        raise Refused("table/unknown", "a table is opened once, by its first entry")
    if entry.kind == "opened":
        return draft_opened(table, entry)
    if entry.by == HOUSE:
        return draft_of_house(table, entry)
    for command in commands_of(table, entry):
        drafts = judge(table, command, entry.by, [str(entry.data.get("level"))], lambda: bytes(32))
        if not drafts:
            raise Refused(
                "table/unknown", f"the same deed (key {shown(entry.key)}) was done before"
            )
        return [named_again(drafts[0], entry)] if entry.kind == "rematch" else drafts
    raise Refused("table/unknown", "nobody may do that by themselves now")


class Opened(msgspec.Struct, forbid_unknown_fields=True):
    """The data of a table's first entry."""

    game: str
    options: dict[str, Any]
    players: int
    clock: dict[str, float] | None
    commitment: str
    public: bool
    spectators: bool
    hints: bool
    start: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    edition: int | msgspec.UnsetType = msgspec.UNSET


def draft_opened(table: Table, entry: Entry) -> list[Draft]:
    wanted = msgspec.convert(entry.data, Opened)
    if wanted.clock is not None and set(wanted.clock) != {"move", "reserve"}:
        raise msgspec.ValidationError("a clock has a move and a reserve")
    access = {"public": wanted.public, "spectators": wanted.spectators, "hints": wanted.hints}
    draft = open_table(entry.by, wanted.game, wanted.options, table.secret, wanted.clock, **access)
    draft = in_edition(draft, wanted)
    if not isinstance(wanted.start, msgspec.UnsetType):
        game = find_game(wanted.game)
        match = game.load(wanted.start, edition=draft.data.get("edition", 1))
        if match.options != game.completed(draft.data["options"]) or not match.waiting:
            raise msgspec.ValidationError(
                "the position that the game begins from is of other options, or over"
            )
        draft = replace(draft, data=draft.data | {"start": wanted.start})
    return [replace(draft, key=entry.key)]


def in_edition(draft: Draft, wanted: Opened) -> Draft:
    """The opening of a table under the edition of the rules that it names; tables from before there were editions name none."""
    if isinstance(wanted.edition, msgspec.UnsetType):
        return replace(
            draft, data={name: value for name, value in draft.data.items() if name != "edition"}
        )
    return replace(
        draft, data=draft.data | {"edition": find_game(wanted.game).checked_edition(wanted.edition)}
    )


def draft_of_house(table: Table, entry: Entry) -> list[Draft]:
    if entry.kind == "moved":
        made = command_from(ask.Move, entry, "seat", "move", version=0)
        return judge_bot_move(table, made.seat, table.owed.get(made.seat, 0), made.move)
    drafts = judge_time(table, entry.at) if entry.kind == "stand-in" else []
    if not drafts:
        raise Refused("table/not-playing", "the house has no reason to do that now")
    return drafts


def command_from(kind: Any, entry: Entry, *names: str, **more: Any) -> Any:
    """A command with these details of the entry; raises if they are of another shape."""
    return msgspec.convert(
        {name: entry.data.get(name) for name in names} | more | {"key": entry.key}, kind
    )


def commands_of(table: Table, entry: Entry) -> Iterator[Any]:
    """The command that a person must have given for this entry."""
    seat: Any = entry.data.get("seat")
    match entry.kind:
        case "sat":
            yield (
                command_from(ask.AddBot, entry, "seat", "level")
                if entry.data.get("level")
                else command_from(ask.Sit, entry, "seat", "pledge")
            )
        case "stood":
            yield command_from(
                ask.Stand if is_whole(seat) and seat in table.seats_of(entry.by) else ask.Remove,
                entry,
                "seat",
            )
        case "owner":
            yield command_from(ask.HandOver, entry, "guest")
        case "moved":
            yield command_from(
                ask.Move,
                entry,
                "seat",
                "move",
                version=table.owed.get(seat, 0) if is_whole(seat) else 0,
            )
        case "undone":
            match = table.match
            for own in table.seats_of(entry.by):
                if match is not None and match.last_move_of(own) == entry.data.get("moves"):
                    yield ask.Undo(seat=own, key=entry.key)
        case kind if kind in PLAIN:
            command, *names = PLAIN[kind]
            yield command_from(command, entry, *names)


PLAIN: dict[str, tuple[Any, ...]] = {
    "arranged": (ask.Arrange, "order"),
    "options": (ask.SetOptions, "options"),
    "started": (ask.Start,),
    "called-off": (ask.CallOff,),
    "shown": (ask.Show, "seat", "bytes"),
    "asked": (ask.Undo, "seat"),
    "answered": (ask.Answer, "agree"),
    "stand-in": (ask.Away, "seat"),
    "returned": (ask.Back, "seat"),
    "resigned": (ask.Resign, "seat"),
    "rematch": (ask.Rematch,),
    "said": (ask.Say, "text"),
}


def named_again(draft: Draft, entry: Entry) -> Draft:
    """A rematch with the name that the house drew for its table."""
    name = entry.data.get("table")
    if not isinstance(name, str) or not was_table_name(name):
        raise msgspec.ValidationError("a rematch names its table, with letters and digits")
    return replace(draft, data={"table": name})
