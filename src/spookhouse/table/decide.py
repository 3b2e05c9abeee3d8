"""Decide what a command adds to the log of a table, or why it is refused.

A decision changes nothing and remembers nothing. A refusal is raised as `SpookhouseError`.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from spookhouse.table import commands as ask
from spookhouse.table import decide_absence, decide_lobby, decide_move, decide_undo
from spookhouse.table.access import require_player
from spookhouse.table.chat import clean_text, require_acceptable
from spookhouse.table.decide_new_table import decide_open
from spookhouse.table.decide_rematch import decide_rematch
from spookhouse.table.errors import Refused
from spookhouse.table.hash_chain import chain
from spookhouse.table.log import Draft, Entry, Said
from spookhouse.table.table import Table

# Entries after which a table accepts only what brings its game to an end. Undoing, changing seats
# and the like could go on for ever, and every load of the table would take longer.
MAX_ENTRIES = 10_000
ENDING = (ask.Move, ask.Show, ask.Resign, ask.CheckClock, ask.Rematch)


@dataclass(frozen=True, slots=True)
class Environment:
    """What decisions depend on beside the table."""

    # The names of all bots that can be seated.
    characters: Collection[str]
    # Returns 32 random bytes.
    random_bytes: Callable[[], bytes]
    # Whether an entry of a log is decided again. An earlier server may have written it, so what
    # protects a server, such as the limits of chat, does not apply.
    is_rejudging: bool = False


def decide(
    table: Table, command: ask.AnyTableCommand, author: str, at: float, environment: Environment
) -> list[Draft]:
    """Return the drafts that carry out a command of a guest or of `SERVER`.

    The list is empty if the same guest's same command was carried out before, or if the server has
    nothing to do.
    """
    if command.key and table.seen.find(author, command.key) is not None:
        return []
    if table.version >= MAX_ENTRIES and not environment.is_rejudging:
        require_ending(command)
    drafts = DECIDERS[type(command)](table, command, author, at, environment)
    if drafts:
        drafts[0].key = command.key
    return drafts


def require_ending(command: ask.AnyTableCommand) -> None:
    """Refuse a command that does not bring a game to its end."""
    if not isinstance(command, ENDING):
        raise Refused("table/full", f"this table has {MAX_ENTRIES} entries: play on to the end")


def next_entries(table: Table, at: float, drafts: Sequence[Draft]) -> list[Entry]:
    """Return drafts as the next entries of the log; time never goes back in a log."""
    return chain(table.head, table.version, max(at, table.changed_at), drafts)


def decide_say(
    table: Table, command: ask.Say, author: str, at: float, environment: Environment
) -> list[Draft]:
    """Decide on a chat message."""
    require_player(table, author)
    text = command.text if environment.is_rejudging else clean_text(command.text)
    if not text:
        raise Refused("chat/empty", "a message needs at least one letter")
    if not environment.is_rejudging:
        require_acceptable(table, author, text, at)
    return [Draft(author, Said(text=text))]


DECIDERS: dict[type[ask.Command], Callable[..., list[Draft]]] = {
    ask.OpenTable: decide_open,
    ask.Sit: decide_lobby.decide_sit,
    ask.Stand: decide_lobby.decide_stand,
    ask.AddBot: decide_lobby.decide_add_bot,
    ask.Remove: decide_lobby.decide_remove,
    ask.HandOver: decide_lobby.decide_hand_over,
    ask.Arrange: decide_lobby.decide_arrange,
    ask.SetOptions: decide_lobby.decide_set_options,
    ask.Start: decide_lobby.decide_start,
    ask.Show: decide_lobby.decide_show,
    ask.CallOff: decide_lobby.decide_call_off,
    ask.Move: decide_move.decide_move,
    ask.Undo: decide_undo.decide_undo,
    ask.Answer: decide_undo.decide_answer,
    ask.Away: decide_absence.decide_away,
    ask.Back: decide_absence.decide_back,
    ask.Resign: decide_absence.decide_resign,
    ask.CheckClock: decide_absence.decide_check_clock,
    ask.Rematch: decide_rematch,
    ask.Say: decide_say,
}
