"""A game being played by people: seats, versions, clocks, commands in, entries out. No network and no database here."""

from spookhouse.table.commands import AnyCommand
from spookhouse.table.entries import HOUSE, Draft, Entry, find_breaks
from spookhouse.table.errors import Refused
from spookhouse.table.judging import judge, judge_bot_move, judge_time, open_table, rematch_drafts
from spookhouse.table.keeper import Announce, Keeper, Log, LostRace, Promise, at_once
from spookhouse.table.naming import table_name
from spookhouse.table.replaying import continue_table, show_moves, show_steps
from spookhouse.table.sight import (
    HOUSE_GUESTS,
    Shown,
    changes,
    names_at,
    show_game,
    show_move,
    show_table,
    tell_event,
    tell_game,
    tell_last,
)
from spookhouse.table.table import LOBBY, OVER, PLAYING, SHOWING, Table
from spookhouse.table.undo import put_away

__all__ = [
    "HOUSE",
    "HOUSE_GUESTS",
    "LOBBY",
    "OVER",
    "PLAYING",
    "SHOWING",
    "Announce",
    "AnyCommand",
    "Draft",
    "Entry",
    "Keeper",
    "Log",
    "LostRace",
    "Promise",
    "Refused",
    "Shown",
    "Table",
    "at_once",
    "changes",
    "continue_table",
    "find_breaks",
    "judge",
    "judge_bot_move",
    "judge_time",
    "names_at",
    "open_table",
    "put_away",
    "rematch_drafts",
    "show_game",
    "show_move",
    "show_moves",
    "show_steps",
    "show_table",
    "table_name",
    "tell_event",
    "tell_game",
    "tell_last",
]
