"""Apply entries of the log to a table. Nothing else changes a table."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from msgspec import UNSET

from spookhouse.games import game as find_game
from spookhouse.kernel.match import Match
from spookhouse.table.chat import add_message
from spookhouse.table.clocks import Clock
from spookhouse.table.commitments import read_bytes, seed_of
from spookhouse.table.log import (
    Arranged,
    CalledOff,
    Entry,
    EntryData,
    Moved,
    Opened,
    OptionsChanged,
    OwnerChanged,
    RematchOpened,
    Resigned,
    Returned,
    Said,
    Sat,
    SecretOpened,
    Shown,
    StandIn,
    Started,
    Stood,
    UndoAnswered,
    UndoAsked,
    Undone,
)
from spookhouse.table.phases import OVER, PLAYING, TURNING_POINTS, advance
from spookhouse.table.table import ChatMessage, Seat, Table


def rebuild(id: str, secret: bytes, entries: Iterable[Entry]) -> Table:  # noqa: A002
    """Return the table that a log describes."""
    table = Table(id, secret)
    for entry in entries:
        apply(table, entry)
    return table


def apply(table: Table, entry: Entry) -> None:
    """Change the table by the next entry of its log."""
    assert entry.version == table.version + 1, (entry.version, table.version)
    table.version, table.head, table.changed_at = entry.version, entry.hash, entry.at
    if entry.key:
        table.seen.add(entry.by, entry.key, entry.version, is_move=entry.kind == "moved")
    if entry.kind in TURNING_POINTS:
        table.progress = advance(table.progress, entry.data)
    EFFECTS[type(entry.data)](table, entry, entry.data)


# === BEFORE THE GAME ===


def apply_opened(table: Table, entry: Entry, data: Opened) -> None:
    """Set up the table."""
    game = find_game(data.game)
    table.game, table.owner = data.game, entry.by
    table.edition = game.checked_edition(1 if data.edition is UNSET else data.edition)
    table.options = game.completed(data.options)
    table.public, table.spectators, table.hints = data.public, data.spectators, data.hints
    table.commitment, table.clock_limits = data.commitment, data.clock
    table.start = None if data.start is UNSET else data.start
    table.origin = None if data.origin is UNSET else data.origin
    table.sampled_undo = data.undo is UNSET
    table.seats = [Seat() for _ in range(data.players)]


def apply_sat(table: Table, entry: Entry, data: Sat) -> None:
    """Give a seat to a player."""
    table.seats[data.seat] = Seat(guest=data.guest, level=data.level, pledge=data.pledge)


def apply_stood(table: Table, entry: Entry, data: Stood) -> None:
    """Empty a seat."""
    table.seats[data.seat] = Seat()


def apply_owner(table: Table, entry: Entry, data: OwnerChanged) -> None:
    """Make another guest the owner."""
    table.owner = data.guest


def apply_arranged(table: Table, entry: Entry, data: Arranged) -> None:
    """Move the players to other seats."""
    table.seats = [
        replace(table.seats[old], pledge=pledge)
        for old, pledge in zip(data.order, data.pledges, strict=True)
    ]


def apply_options(table: Table, entry: Entry, data: OptionsChanged) -> None:
    """Change the options of the game."""
    table.options = find_game(table.game).completed(data.options)


def apply_nothing(table: Table, entry: Entry, data: Started) -> None:
    """Change only the phase."""


def apply_called_off(table: Table, entry: Entry, data: CalledOff) -> None:
    """Empty the seats that revealed their bytes: these are worthless for another deal."""
    for number, seat in enumerate(table.seats):
        if seat.shown:
            table.seats[number] = Seat()


def apply_shown(table: Table, entry: Entry, data: Shown) -> None:
    """Keep the bytes of a seat; deal after the last ones."""
    revealed = read_bytes(data.bytes)
    assert revealed is not None
    table.seats[data.seat].shown = revealed
    if table.phase == PLAYING:
        deal(table, entry)


def deal(table: Table, entry: Entry) -> None:
    """Start the match."""
    seed = seed_of(table.secret, [seat.shown for seat in table.seats])
    game = find_game(table.game)
    if table.start is None:
        table.match = game.new(seed=seed, edition=table.edition, **table.options)
    else:
        table.match = game.load(table.start, seed, edition=table.edition)
    if table.clock_limits is not None:
        table.clock = Clock.full(table.clock_limits, table.players)
    count_decisions(table, table.match, entry)


# === DURING THE GAME ===


def count_decisions(table: Table, match: Match, entry: Entry, mover: int | None = None) -> None:
    """Update the seats that owe a decision, and their clocks.

    New decisions carry the version of this entry. Seats that owed one already keep theirs, so that
    simultaneous choices do not invalidate each other.
    """
    waiting, owed, version = match.waiting, table.owed, table.version
    table.owed = {seat: version if seat == mover else owed.get(seat, version) for seat in waiting}
    if table.clock is not None:
        table.clock.update(waiting, mover, entry.at)


def apply_moved(table: Table, entry: Entry, data: Moved) -> None:
    """Make a move."""
    before = table.match
    assert before is not None
    after = entry.after
    if after is None:
        after = before.copy()
        after.play(data.seat, data.move)
    table.match, table.last_mover = after, data.seat
    forget_undo_request(table)
    count_decisions(table, after, entry, data.seat)


def forget_undo_request(table: Table) -> None:
    """End the vote on an undo."""
    if table.undo_asker is not None:
        table.undo_asker, table.undo_agreed = None, set()


def apply_undo_asked(table: Table, entry: Entry, data: UndoAsked) -> None:
    """Start a vote on an undo."""
    table.undo_asker, table.undo_agreed = data.seat, {entry.by}


def apply_undo_answered(table: Table, entry: Entry, data: UndoAnswered) -> None:
    """Count a vote; a single refusal ends the vote."""
    if data.agree:
        table.undo_agreed.add(entry.by)
    else:
        forget_undo_request(table)


def apply_undone(table: Table, entry: Entry, data: Undone) -> None:
    """Replay the match without its last moves."""
    old = table.match
    assert old is not None
    table.match = match = old.again()
    for seat, action in old.moves[: data.moves]:
        match.apply(seat, action)
    table.last_mover = None
    forget_undo_request(table)
    table.owed = {}
    count_decisions(table, match, entry)


def apply_stand_in(table: Table, entry: Entry, data: StandIn) -> None:
    """Let a bot play for a human."""
    table.seats[data.seat].stand_in = data.why


def apply_returned(table: Table, entry: Entry, data: Returned) -> None:
    """Let a human play again, with a full move on the clock."""
    table.seats[data.seat].stand_in = ""
    if table.clock is not None:
        table.clock.restart(data.seat, entry.at)


def apply_resigned(table: Table, entry: Entry, data: Resigned) -> None:
    """End a game of two players; let a bot continue in a larger one."""
    if table.players == 2:
        table.loser, table.owed = data.seat, {}
    else:
        table.seats[data.seat].stand_in = "resigned"


# === AT THE END, AND AT ANY TIME ===


def apply_secret(table: Table, entry: Entry, data: SecretOpened) -> None:
    """Publish the secret of the deal."""
    assert table.phase == OVER
    table.opened = True


def apply_rematch(table: Table, entry: Entry, data: RematchOpened) -> None:
    """Link the table of the rematch."""
    table.rematch = data.table


def apply_said(table: Table, entry: Entry, data: Said) -> None:
    """Add a chat message."""
    add_message(table, ChatMessage(entry.by, data.text, entry.at))


Effect = Callable[[Table, Entry, Any], None]

EFFECTS: dict[type[EntryData], Effect] = {
    Opened: apply_opened,
    Sat: apply_sat,
    Stood: apply_stood,
    OwnerChanged: apply_owner,
    Arranged: apply_arranged,
    OptionsChanged: apply_options,
    Started: apply_nothing,
    CalledOff: apply_called_off,
    Shown: apply_shown,
    Moved: apply_moved,
    UndoAsked: apply_undo_asked,
    UndoAnswered: apply_undo_answered,
    Undone: apply_undone,
    StandIn: apply_stand_in,
    Returned: apply_returned,
    Resigned: apply_resigned,
    SecretOpened: apply_secret,
    RematchOpened: apply_rematch,
    Said: apply_said,
}
