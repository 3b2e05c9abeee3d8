"""A game being played by people: seats, versions, clocks, commands in, entries out. No network and no database here."""

from spookhouse.table.commands import AnyCommand
from spookhouse.table.decide import judge, judge_bot_move, judge_time, open_table, rematch_drafts
from spookhouse.table.errors import Refused
from spookhouse.table.ids import table_name
from spookhouse.table.log import HOUSE, Draft, Entry, find_breaks
from spookhouse.table.replay import continue_table, show_moves, show_steps
from spookhouse.table.store_protocol import (
    CallSoon,
    Log,
    NewTable,
    Promise,
    Store,
    TableRow,
    VersionConflict,
    call_now,
)
from spookhouse.table.table import LOBBY, OVER, PLAYING, SHOWING, Table
from spookhouse.table.undo import release
from spookhouse.table.views import (
    HOUSE_GUESTS,
    Shown,
    changes,
    names_at,
    show_game,
    show_move,
    show_state,
    show_table,
    tell_event,
    tell_game,
    tell_last,
)

__all__ = [
    "HOUSE",
    "HOUSE_GUESTS",
    "LOBBY",
    "OVER",
    "PLAYING",
    "SHOWING",
    "AnyCommand",
    "CallSoon",
    "Draft",
    "Entry",
    "Log",
    "NewTable",
    "Promise",
    "Refused",
    "Shown",
    "Store",
    "Table",
    "TableRow",
    "VersionConflict",
    "call_now",
    "changes",
    "continue_table",
    "find_breaks",
    "judge",
    "judge_bot_move",
    "judge_time",
    "names_at",
    "open_table",
    "release",
    "rematch_drafts",
    "show_game",
    "show_move",
    "show_moves",
    "show_state",
    "show_steps",
    "show_table",
    "table_name",
    "tell_event",
    "tell_game",
    "tell_last",
]
