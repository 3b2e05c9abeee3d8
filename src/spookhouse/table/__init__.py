"""A game being played by people: seats, versions, clocks, commands in, entries out. No network and no database here."""

from spookhouse.table.commands import AnyCommand
from spookhouse.table.entries import HOUSE, Draft, Entry, find_breaks
from spookhouse.table.errors import Refused
from spookhouse.table.judging import judge, judge_bot_move, judge_time, open_table
from spookhouse.table.keeper import Announce, Keeper, LostRace, Promise, at_once
from spookhouse.table.sight import HOUSE_GUESTS, changes, show_game, show_table, tell_events, tell_game
from spookhouse.table.table import LOBBY, OVER, PLAYING, SHOWING, Table

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
    "LostRace",
    "Promise",
    "Refused",
    "Table",
    "at_once",
    "changes",
    "find_breaks",
    "judge",
    "judge_bot_move",
    "judge_time",
    "open_table",
    "show_game",
    "show_table",
    "tell_events",
    "tell_game",
]
