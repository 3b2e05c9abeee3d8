"""A game being played by people: seats, versions, clocks, commands in, entries out. No network and no database here."""

from spookhouse.table.commands import AnyCommand
from spookhouse.table.entries import HOUSE, Draft, Entry, find_breaks
from spookhouse.table.errors import Refused
from spookhouse.table.judging import judge, judge_bot_move, judge_time, open_table, rematch_drafts
from spookhouse.table.keeper import Keeper, LostRace
from spookhouse.table.naming import table_name
from spookhouse.table.sight import HOUSE_GUESTS, changes, show_game, show_table, tell_game
from spookhouse.table.table import LOBBY, OVER, PLAYING, SHOWING, Table

__all__ = [
    "HOUSE",
    "HOUSE_GUESTS",
    "LOBBY",
    "OVER",
    "PLAYING",
    "SHOWING",
    "AnyCommand",
    "Draft",
    "Entry",
    "Keeper",
    "LostRace",
    "Refused",
    "Table",
    "changes",
    "find_breaks",
    "judge",
    "judge_bot_move",
    "judge_time",
    "open_table",
    "rematch_drafts",
    "show_game",
    "show_table",
    "table_name",
    "tell_game",
]
