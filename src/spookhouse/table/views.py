"""Views of a table as JSON-ready data, and the difference between two views.

A seat's view is made from the concealed record of that seat. Another seat of the same guest has a
view of its own. No function here changes anything.
"""

from base64 import b64encode
from collections.abc import Sequence
from typing import Literal

from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match, event_of
from spookhouse.table.chat import shown_messages
from spookhouse.table.errors import Refused
from spookhouse.table.log import Json
from spookhouse.table.phases import PLAYING
from spookhouse.table.table import Seat, Table
from spookhouse.table.undo_consent import undo_method

ABSENT = object()
# The names of bots, by seat.
BOT_NAMES = ("Agatha", "Bram", "Cordelia", "Dorian", "Edgar", "Florence")
# The name of a guest who has not chosen one.
UNNAMED_GUEST = "Guest"

Names = dict[str, str]  # of guests
SeatKind = Literal["open", "person", "bot"]

# === THE TABLE: the same for all who watch ===


def table_view(table: Table, names: Names) -> Json:
    """Return the public facts of a table."""
    limits = table.clock_limits
    return {
        "table": table.id,
        "version": table.version,
        "phase": table.phase,
        "game": table.game,
        "edition": table.edition,
        "options": table.options,
        "continued": origin_view(table),
        "public": table.public,
        "spectators": table.spectators,
        "hints": table.hints,
        "clock": None if limits is None else {"move": limits.move, "reserve": limits.reserve},
        "commitment": table.commitment,
        "secret": table.secret.hex() if table.opened else None,
        "owner": table.owner,
        "seats": seats_view(table, names),
        "waiting": sorted(table.owed),
        "outcome": table.outcome,
        "asks_undo": table.undo_asker,
        "rematch": table.rematch or None,
        **chat_view(table, names),
    }


def chat_view(table: Table, names: Names) -> Json:
    """Return the last messages of a table, and the names of their authors."""
    messages = shown_messages(table)
    return {
        "chat": [{"guest": each.guest, "text": each.text, "at": each.at} for each in messages],
        "speakers": {each.guest: names.get(each.guest, UNNAMED_GUEST) for each in messages},
    }


def origin_view(table: Table) -> Json | None:
    """Return the table and the step that the game continues; None if the game is dealt.

    Both are None if the game starts from a position of unknown origin.
    """
    if table.start is None:
        return None
    if table.origin is None:
        return {"table": None, "step": None}
    return {"table": table.origin.table, "step": table.origin.step}


def fields_after_move(before: Json, table: Table, names: Names) -> Json:
    """Return the public facts that a move has changed since the view `before`.

    A move changes nothing else, so most facts need not be compared.
    """
    changed: Json = {"version": table.version}
    waiting = sorted(table.owed)
    if before["waiting"] != waiting:
        changed["waiting"] = waiting
    if before["asks_undo"] != table.undo_asker:
        changed["asks_undo"] = table.undo_asker
    if table.clock is not None:
        changed["seats"] = seats_view(table, names)
    return changed


def seats_view(table: Table, names: Names) -> list[Json]:
    """Return the public facts of all seats."""
    return [seat_view(table, number, seat, names) for number, seat in enumerate(table.seats)]


def seat_view(table: Table, number: int, seat: Seat, names: Names) -> Json:
    """Return the public facts of a seat."""
    clock = table.clock
    return {
        "seat": number,
        "guest": seat.guest or None,
        "kind": kind_of(seat),
        "name": name_of(number, seat, names),
        "level": seat.level or None,
        "pledge": seat.pledge or None,
        "shown": seat.shown.hex() or None,
        "played_by_bot": seat.stand_in or None,
        "reserve": None if clock is None else round(clock.reserves[number], 3),
        "deadline": None if clock is None else clock.deadline(number),
    }


def kind_of(seat: Seat) -> SeatKind:
    """Return the kind of a seat's player."""
    return "open" if seat.is_open else "bot" if seat.level else "person"


def name_of(number: int, seat: Seat, names: Names) -> str | None:
    """Return the name of a seat's player."""
    if seat.is_open:
        return None
    if seat.level:
        return BOT_NAMES[number % len(BOT_NAMES)]
    return names.get(seat.guest, UNNAMED_GUEST)


def seat_names(table: Table, names: Names) -> tuple[str, ...]:
    """Return the names of all seats, as sentences use them."""
    return tuple(
        name_of(number, seat, names) or f"Seat {number}" for number, seat in enumerate(table.seats)
    )


# === THE GAME: what one seat may know ===


def game_view(table: Table, seat: int | None) -> Json | None:
    """Return the game as a seat, or a spectator (None), may know it; None before the deal."""
    if table.match is None:
        return None
    return {
        "seat": seat,
        "view": table.match.shared_view(seat),
        "owed": owed_view(table, seat),
        "undo": undo_view(table, seat),
    }


def owed_view(table: Table, seat: int | None) -> Json | None:
    """Return the decision that a seat owes: its version and the legal moves."""
    if seat is None or table.match is None:
        return None
    version = table.owed.get(seat)
    return None if version is None else {"version": version, "moves": table.match.legal(seat)}


def undo_view(table: Table, seat: int | None) -> str | None:
    """Return how the seat can undo its last move."""
    return None if seat is None else undo_method(table, seat)


def concealed_state(table: Table, seat: int) -> Json:
    """Return the concealed record of a seat, for bots that play over the network."""
    if table.phase != PLAYING or table.match is None:
        raise Refused("table/not-playing", "there is no state: the game is not running")
    match = table.match
    return {
        "version": table.version,
        "layout": match.game.layout_digest,
        "edition": match.edition,
        "state": b64encode(match.concealed(seat).tobytes()).decode(),
    }


# === EVENTS ===


def event_view(game: Game, names: Sequence[str], row: bytes) -> Json:
    """Return one event row with its sentence. An event with `seen_by` is secret to others."""
    event = event_of(game, row)
    return event | {"text": game.wording.tell(event, names)}


def match_events(
    match: Match, seat: int | None, names: Sequence[str], *, open_cards: bool = False
) -> list[Json]:
    """Return the events of a match's last move that a seat may see, each with its sentence."""
    events = match.events if open_cards else match.events_for(seat)
    return [event | {"text": match.game.wording.tell(event, names)} for event in events]


def last_events(table: Table, seat: int | None, names: Sequence[str]) -> list[Json]:
    """Return the events of the table's last move that a seat may see."""
    if table.match is None or table.match.last_move is None:
        return []
    return match_events(table.match, seat, names)


# === DIFFERENCES ===


def changed_values(before: Json, after: Json) -> Json:
    """Return the values that are new or differ."""
    known = before.get
    return {
        name: value
        for name, value in after.items()
        if (old := known(name, ABSENT)) is not value and old != value
    }


def diff_views(before: Json | None, after: Json | None) -> Json:
    """Return what a client that has `before` needs to make `after` from it."""
    if before is None or after is None:
        return {"all": after}
    difference: Json = {"set": changed_values(before, after)}
    if removed := before.keys() - after.keys():
        difference["gone"] = sorted(removed)
    return difference


def diff_tables(before: Json, after: Json) -> Json:
    """Return what changed of a table; of its chat only the new messages."""
    difference = diff_views(before, after)
    if difference["set"].pop("chat", None) is not None:
        difference["chat"] = diff_chat(before["chat"], after["chat"])
    return difference


def diff_chat(before: list[Json], after: list[Json]) -> Json:
    """Return the messages to add at the end, and the number of old ones to drop."""
    dropped = next(
        number for number in range(len(before) + 1) if starts_with(after, before[number:])
    )
    return {"add": after[len(before) - dropped :], "drop": dropped}


def starts_with(messages: list[Json], first: list[Json]) -> bool:
    """Return whether messages begin with some others."""
    return messages[: len(first)] == first
