"""What people see of a table. A seat's view is made for that seat alone; another seat of the same person is not shown until it is asked for."""

from base64 import b64encode
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

import msgspec

from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match, event_of, seen_by
from spookhouse.kernel.seats import MAX_SEATS
from spookhouse.table.decide import has_others
from spookhouse.table.errors import Refused
from spookhouse.table.log import Json
from spookhouse.table.table import LOBBY, OVER, PLAYING, Seat, Table, outcome_of
from spookhouse.table.undo import is_free

ABSENT = object()
encode = msgspec.json.Encoder().encode
Told = TypeVar("Told")
HOUSE_GUESTS = (
    "Agatha",
    "Bram",
    "Cordelia",
    "Dorian",
    "Edgar",
    "Florence",
)  # what bots are called, by seat


def show_table(table: Table, names: dict[str, str]) -> Json:
    """What everybody at the table may know of it: the same for all who look."""
    return {
        "table": table.id,
        "version": table.version,
        "phase": table.phase,
        "game": table.game,
        "edition": table.edition,
        "options": table.options,
        "continued": table.start is not None,
        "public": table.public,
        "spectators": table.spectators,
        "hints": table.hints,
        "clock": None
        if table.pace is None
        else {"move": table.pace.move, "reserve": table.pace.reserve},
        "commitment": table.commitment,
        "secret": table.secret.hex() if table.opened else None,
        "owner": table.owner,
        "seats": [show_seat(table, number, seat, names) for number, seat in enumerate(table.seats)],
        "waiting": sorted(table.owed),
        "outcome": outcome_of(table),
        "asks_undo": table.asked,
        "rematch": table.rematch or None,
        "chat": [word | {"name": names.get(word["guest"], "Guest")} for word in table.chat],
    }


def show_move(before: Json, table: Table, names: dict[str, str]) -> Json:
    """What a move changed of the table as it was shown before: who sits there, and on what terms, is not changed by moves."""
    changed: Json = {"version": table.version}
    if before["phase"] != table.phase:
        changed["phase"] = table.phase
    if before["waiting"] != (waiting := sorted(table.owed)):
        changed["waiting"] = waiting
    if before["asks_undo"] != table.asked:
        changed["asks_undo"] = table.asked
    if table.phase == OVER:
        changed["outcome"] = outcome_of(table)
    if table.clock is not None:
        changed["seats"] = [
            show_seat(table, number, seat, names) for number, seat in enumerate(table.seats)
        ]
    return changed


def show_seat(table: Table, number: int, seat: Seat, names: dict[str, str]) -> Json:
    return {
        "seat": number,
        "guest": seat.guest or None,
        "kind": "open" if seat.is_open else "bot" if seat.level else "person",
        "name": name_of(number, seat, names),
        "level": seat.level or None,
        "pledge": seat.pledge or None,
        "shown": seat.shown.hex() or None,
        "played_by_bot": seat.stand_in or None,
        "reserve": None if table.clock is None else round(table.clock.reserves[number], 3),
        "deadline": None if table.clock is None else table.clock.deadline(number),
    }


def name_of(number: int, seat: Seat, names: dict[str, str]) -> str | None:
    """People are called as they like, bots are guests of the house."""
    if seat.is_open:
        return None
    return (
        HOUSE_GUESTS[number % len(HOUSE_GUESTS)] if seat.level else names.get(seat.guest, "Guest")
    )


def names_at(table: Table, names: dict[str, str]) -> tuple[str, ...]:
    """What the sitters are called in sentences, by seat."""
    return tuple(
        name_of(number, seat, names) or f"Seat {number}" for number, seat in enumerate(table.seats)
    )


def show_game(table: Table, seat: int | None) -> Json | None:
    """The game as the seat, or a spectator, may know it; with the legal moves and the version that the seat's decision carries."""
    if table.phase == LOBBY or table.match is None:
        return None
    return {
        "seat": seat,
        "view": table.match.view(seat),
        "owed": owed_by(table, seat),
        "undo": undo_for(table, seat),
    }


def show_state(table: Table, seat: int) -> Json:
    """Return the concealed record of a seat, for bots that play over the network."""
    if table.phase != PLAYING or table.match is None:
        raise Refused("table/not-playing", "there is no state: the game is not on")
    match = table.match
    return {
        "version": table.version,
        "layout": match.game.layout_digest,
        "edition": match.edition,
        "state": b64encode(match.concealed(seat).tobytes()).decode(),
    }


class Shown:
    """The views that watchers of a table saw last, so that only changes need to be sent."""

    __slots__ = ("match", "views")

    def __init__(self) -> None:
        self.match: Match | None = None
        self.views: dict[int | None, Json] = {}  # by seat

    def show(self, table: Table, seat: int | None) -> Json | None:
        """Return the whole view of a seat."""
        game = show_game(table, seat)
        self.match = None if game is None else table.match
        if game is not None:
            self.views[seat] = game["view"]
        return game

    def forget(self, seat: int | None) -> None:
        """Drop the view of a seat that nobody watches."""
        self.views.pop(seat, None)

    def forget_all(self) -> None:
        """Drop all views."""
        self.match = None
        self.views.clear()

    def changes(self, table: Table, seats: Collection[int | None]) -> list[bytes]:
        """Return as JSON what changed for each of the seats."""
        before, match = self.match, table.match
        if before is None or match is None or table.phase == LOBBY:
            return [encode({"all": self.show(table, seat)}) for seat in seats]
        self.match = match
        if match is before:
            views: Sequence[bytes] = [b"{}"] * len(seats)
        else:
            views = [self._compare(match, seat) for seat in seats]
        return [change_for(table, seat, view) for seat, view in zip(seats, views, strict=True)]

    def _compare(self, match: Match, seat: int | None) -> bytes:
        before, after = self.views.get(seat, {}), match.view(seat)
        self.views[seat] = after
        return encode(
            {name: part for name, part in after.items() if before.get(name, ABSENT) != part}
        )


CHANGE = b'{"view":{"set":%b},"owed":%b,"undo":%b,"seat":%b}'
SEATS = {None: b"null"} | {seat: b"%d" % seat for seat in range(MAX_SEATS)}  # as JSON
UNDO = {None: b"null", "free": b'"free"', "ask": b'"ask"'}


def change_for(table: Table, seat: int | None, view: bytes) -> bytes:
    """What is told to a seat when its view has changed."""
    owed = b"null"
    if seat is not None and table.match is not None and seat in table.owed:
        owed = b'{"version":%d,"moves":%b}' % (table.owed[seat], encode(table.match.legal(seat)))
    return CHANGE % (view, owed, UNDO[undo_for(table, seat)], SEATS[seat])


def owed_by(table: Table, seat: int | None) -> Json | None:
    if seat is None or seat not in table.owed or table.match is None:
        return None
    return {"version": table.owed[seat], "moves": table.match.legal(seat)}


def undo_for(table: Table, seat: int | None) -> str | None:
    """How the seat may take its last move back: "free", "ask", or not at all."""
    if seat is None or table.phase != PLAYING or table.match is None:
        return None
    if table.match.last_move_of(seat) is None:
        return None
    return (
        "free" if is_free(table, seat) or not has_others(table, table.seats[seat].guest) else "ask"
    )


def tell_event(game: Game, names: Sequence[str], row: bytes) -> Json:
    """One row of a tape as an event with its sentence: a secret, if it is one."""
    event = event_of(game, row)
    return event | {"text": game.wording.tell(event, names)}


def tell_last(table: Table, tell: Callable[..., Told], names: Sequence[str]) -> list[Told]:
    """All events of the last move, secrets included, each in the form that `tell` gives it."""
    match = table.match
    return (
        []
        if match is None or match.last_move is None
        else [tell(match.game, names, row) for row in match.rows]
    )


def tell_game(table: Table, seat: int | None, names: Sequence[str]) -> list[Json]:
    """The events of the last move that the seat may see."""
    return seen_by(tell_last(table, tell_event, names), seat)


def changes(before: Json | None, after: Json | None) -> Any:
    """What changed between two views: the keys whose values differ, and those that are gone. A client that holds `before` makes `after` of it."""
    if before is None or after is None:
        return {"all": after}
    known = before.get
    found: Json = {
        "set": {key: value for key, value in after.items() if known(key, ABSENT) != value}
    }
    if gone := before.keys() - after.keys():
        found["gone"] = sorted(gone)
    return found
