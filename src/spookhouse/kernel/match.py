"""`Match`: one game being played. Text in and text out by the front door, integers by the thin door beside it."""

import difflib
import struct
import threading
from array import array
from collections.abc import Callable, Collection, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from spookhouse.kernel.chance import CHANCE, new_chance, use_fast_rng
from spookhouse.kernel.contract import Json, Options, seat_or_none
from spookhouse.kernel.errors import BrokenPosition, GameOver, IllegalMove, NotYourTurn, UnknownMove
from spookhouse.kernel.events import AUDIENCE, DATA, EVERYBODY, KIND, ROW, SEAT, SILENT, read_row
from spookhouse.kernel.parts import Parts, Told
from spookhouse.kernel.seats import LOOKERS, SPECTATOR
from spookhouse.kernel.validation import shown

if TYPE_CHECKING:
    from spookhouse.kernel.game import Game

SEAT_SETS = tuple(tuple(seat for seat in range(8) if bits >> seat & 1) for bits in range(256))
SEAT_BITS = 3
LAST_SEAT = (1 << SEAT_BITS) - 1
SUGGESTIONS = 5


@dataclass(frozen=True)
class Outcome:
    """How a match ended: the reason in the rulebook's words, ranks (1 is best) and returns (they sum to zero)."""

    reason: str
    ranks: tuple[int, ...]
    returns: tuple[float, ...]

    def to_json(self) -> Json:
        return {"reason": self.reason, "ranks": list(self.ranks), "returns": list(self.returns)}


@dataclass(frozen=True)
class Refusal:
    """Why a move is refused: the number of the rule, the reason in this position, and the stable code of the error."""

    rule: str
    reason: str
    code: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.reason}" if self.rule else self.reason


# NumPy makes and copies structured arrays field by field, which takes longer than a move: bytes do not.


def blank(record: "np.dtype[Any]", size: int = 1) -> Any:
    """Records of zeros."""
    return np.frombuffer(bytearray(record.itemsize * size), record)


class Workbench:
    """Records to imagine worlds in: making them anew would take longer than a world."""

    def __init__(self, state: "np.dtype[Any]", parts: Parts | None) -> None:
        self.glimpses, self.chance = (
            blank(state, LOOKERS + 4),
            blank(CHANCE),
        )  # of each looker; what it knew before; and three to imagine worlds in
        self.seen, self.letters = (
            self.glimpses.view(kind).reshape(len(self.glimpses), -1)
            for kind in (np.uint64, np.uint8)
        )
        self.imagined = self.glimpses[LOOKERS + 1 :], self.seen[LOOKERS + 1 :]
        self.told = Told(parts)
        self.first_dice = bytearray(CHANCE.itemsize)
        self.dice = np.frombuffer(self.first_dice, CHANCE)


class Workshop(threading.local):
    """A workbench for each thread."""

    def __init__(self, state: "np.dtype[Any]", parts: Parts | None) -> None:
        self.bench = Workbench(state, parts)


def first_dice(key: bytes) -> bytes:
    """A fast chance from which nothing was drawn yet: what is imagined with it need not be kept from anybody's guess."""
    chances = new_chance(key)
    use_fast_rng(chances[0])
    return chances.tobytes()


read_number = struct.Struct("=h").unpack_from


@cache
def numbers_in(size: int) -> Callable[[bytearray, int], tuple[int, ...]]:
    """Reads so many wide numbers, from a place on."""
    return struct.Struct(f"={size}i").unpack_from


def move_of(code: int) -> tuple[int, int]:
    """Seat and action of a move as it is kept: numbers take less room than pairs, of which some games have millions."""
    return code & LAST_SEAT, code >> SEAT_BITS


@lru_cache(maxsize=8_192)
def event_of(game: "Game", row: bytes) -> Json:
    """A row of a tape as an event. The same row is the same object: who wants to change one makes a copy."""
    numbers = read_row(row)
    kind = game.wording.EVENTS[numbers[KIND]]
    event: Json = {"event": kind.name, "seat": seat_or_none(numbers[SEAT])}
    for (name, meaning), number in zip(kind.fields, numbers[DATA:AUDIENCE], strict=False):
        event[name] = meaning(number)
    if numbers[AUDIENCE] != EVERYBODY:
        event["seen_by"] = list(SEAT_SETS[numbers[AUDIENCE]])
    return event


def seen_by(events: list[Json], seat: int | None) -> list[Json]:
    """Those of the events that the seat (or a spectator, None) may see."""
    return [event for event in events if "seen_by" not in event or seat in event["seen_by"]]


class Match:
    """One game being played; made by `game.new` and `game.load`."""

    __slots__ = (
        *(
            "_bytes",
            "_desk",
            "_dice",
            "_events",
            "_first",
            "_folded",
            "_found",
            "_log",
            "_made",
            "_step",
            "_waiting",
        ),
        *("edition", "game", "key", "options", "players", "start"),
    )

    def __init__(self, game: "Game", options: Options, key: bytes, edition: int) -> None:
        self.game = game
        self.edition = edition  # of the rules
        self.options = options
        self.players: int = options.get("players", game.min_players)
        self.key = key
        self.start: Json | None = None
        self._log = array(
            "q"
        )  # the moves, each an action and a seat: of this match so many, those that follow are of copies of it
        self._made = 0
        self._folded: tuple[bytes, bytes] | None = (
            None  # what lies before and behind the legal actions on the desk, while there is no desk
        )
        self._bytes = bytearray(game.loops.DESK.itemsize)
        self._desk: Any = np.frombuffer(self._bytes, game.loops.DESK)
        self._desk["chance"] = new_chance(key)
        self._step = game.loops.step
        self._events: list[Json] | None = None
        self._dice = b""
        game.notation.enter_options(options, self.state, edition)
        self._waiting: tuple[int, ...] = ()
        self._first, self._found = (
            -1,
            0,
        )  # the seat whose legal actions lie ready, and how many they are

    @classmethod
    def deal(cls, game: "Game", options: Options, key: bytes, edition: int) -> "Match":
        match = cls(game, options, key, edition)
        match._look(game.loops.deal(match._desk))
        return match

    @classmethod
    def resume(
        cls, game: "Game", options: Options, position: Json, key: bytes, edition: int
    ) -> "Match":
        match = cls(game, options, key, edition)
        defects = game.notation.read_position(position, match.state)
        if defects:
            raise BrokenPosition("broken position", defects)
        match.start = deepcopy(position)
        match.look_again()
        return match

    def copy(self) -> "Match":
        """A match that goes its own way from here."""
        twin = object.__new__(Match)
        twin.game, twin.options, twin.players, twin.key, twin.start = (
            self.game,
            self.options,
            self.players,
            self.key,
            self.start,
        )
        twin.edition = self.edition
        twin._bytes = self._bytes[:]
        twin._desk = np.frombuffer(twin._bytes, self._desk.dtype)
        twin._folded = None
        twin._dice, twin._step, twin._events, twin._waiting = (
            self._dice,
            self._step,
            self._events,
            self._waiting,
        )
        twin._first, twin._found, twin._log, twin._made = (
            self._first,
            self._found,
            self._log,
            self._made,
        )
        return twin

    def again(self) -> "Match":
        """The same match before its first move."""
        if self.start is None:
            return Match.deal(self.game, self.options, self.key, self.edition)
        return Match.resume(self.game, self.options, self.start, self.key, self.edition)

    def fold(self) -> None:
        """Nobody looks for now: take as little room as can be, until somebody does. Room for legal actions is most of the desk in some games."""
        if self._folded is None:
            self._desk["listed"] = self._first = -1
            self._folded = (
                bytes(self._bytes[: self.game.actions_start]),
                bytes(self._bytes[self.game.actions_end :]),
            )
            del self._desk, self._bytes

    if not TYPE_CHECKING:  # for whom only what is declared is there

        def __getattr__(self, name: str) -> Any:
            """Of a folded match the desk is missing: it is laid out again. Where it is there nobody asks here, so that a move costs nothing more."""
            if name not in ("_bytes", "_desk"):
                raise AttributeError(f"a match has no {name!r}", name=name, obj=self)
            front, back = self._folded
            self._bytes = bytearray(front).ljust(self.game.actions_end, b"\0") + back
            self._desk = np.frombuffer(self._bytes, self.game.loops.DESK)
            self._folded = None
            return getattr(self, name)

    # === THE FRONT DOOR ===

    @property
    def moves(self) -> list[tuple[int, int]]:
        """All that were made, as seats and codes."""
        return [move_of(code) for code in self._log[: self._made]]

    @property
    def last_move(self) -> tuple[int, int] | None:
        return move_of(self._log[self._made - 1]) if self._made else None

    def last_move_of(self, seat: int) -> int | None:
        """The place of the seat's last move among all of them."""
        place = self._made - 1
        while place >= 0 and self._log[place] & LAST_SEAT != seat:
            place -= 1
        return place if place >= 0 else None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return self._waiting

    def legal(self, seat: int) -> list[str]:
        """Every legal move of that seat, as text."""
        write = self.game.notation.write_move
        return [write(action) for action in self.actions(seat)]

    def legal_as_json(self, seat: int) -> bytes:
        """The same, as a JSON list."""
        return b"[%b]" % b",".join(map(self.game.move_as_json, self.actions(seat)))

    def play(self, seat: int, move: str) -> None:
        """Make a move; raises `IllegalMove`, whose message says which rule forbids it."""
        action = self.game.notation.read_move(move) if isinstance(move, str) else None
        if action is None or not isinstance(seat, int) or not self._try(seat, action):
            raise self._error(seat, move, action)

    @property
    def events(self) -> list[Json]:
        """What the last move caused, in order. An event with a key `seen_by` is a secret of those seats."""
        if self._events is None:
            self._events = [event_of(self.game, row) for row in self.rows]
        return self._events

    def events_for(self, seat: int | None) -> list[Json]:
        """The events of the last move that the seat (or a spectator, None) may see."""
        self._check_seat(seat)
        return seen_by(self.events, seat)

    def position(self) -> Json:
        """Everything, hidden things included, as JSON-ready data."""
        return self.game.notation.write_position(self.state, self.options)

    def view(self, seat: int | None) -> Json:
        """What the seat (or a spectator, None) may know, built from a concealed record."""
        self._check_seat(seat)
        return self.game.notation.write_view(self.concealed(seat), seat, self.options)

    @property
    def outcome(self) -> Outcome | None:
        """None while the game is on."""
        if self._waiting:
            return None
        returns, ranks = np.zeros(self.players), np.zeros(self.players, np.int32)
        code = self.game.rules.outcome(self.state, returns)
        self.game.rules.ranks(self.state, ranks)
        return Outcome(
            self.game.notation.REASONS[code - 1], tuple(ranks.tolist()), tuple(returns.tolist())
        )

    # === WORDS ===

    def why(self, seat: int, move: str) -> Refusal | None:
        """Why the seat may not make the move now, or None if it may. Only what the seat knows is used."""
        action = self.game.notation.read_move(move) if isinstance(move, str) else None
        if action is not None and action in self.actions(seat):
            return None
        error = self._error(seat, move, action)
        return Refusal(error.rule, error.reason, error.code)

    def tell(
        self,
        seat: int | None = None,
        names: Sequence[str] | None = None,
        *,
        everything: bool = False,
    ) -> list[str]:
        """The last move in words, as the seat (or a spectator) witnessed it."""
        names = names or [f"Seat {i}" for i in range(self.players)]
        told = self.events if everything else self.events_for(seat)
        return [line for line in (self.game.wording.tell(event, names) for event in told) if line]

    # === THE INTEGER DOOR ===

    def actions(self, seat: int) -> list[int]:
        """Every legal move of that seat, as codes."""
        if seat != self._first:
            self._check_seat(seat)
            self._first, self._found = seat, self.game.loops.list_actions(self._desk, seat)
        return [*numbers_in(self._found)(self._bytes, self.game.actions_start)]

    def apply(self, seat: int, action: int) -> None:
        """Make a move given as a code."""
        seat, action = index(seat), index(action)
        if not self._try(seat, action):
            raise self._error(seat, self._text(action), action)

    @property
    def state(self) -> Any:
        """The record itself; changing it is cheating."""
        return self._desk["state"][0]

    @property
    def chance(self) -> Any:
        """The record that the deals are drawn from."""
        return self._desk["chance"][0]

    @property
    def tape(self) -> Any:
        """The rows that the last move wrote."""
        tape = self._desk["tape"][0]
        return tape[1 : 1 + tape[0, 0]]

    @property
    def rows(self) -> list[bytes]:
        """The same, each as its bytes."""
        start = self.game.tape_start
        (number,) = read_number(self._bytes, start)
        rows = bytes(self._bytes[start + ROW : start + ROW + number * ROW])
        return [rows[place : place + ROW] for place in range(0, number * ROW, ROW)]

    def concealed(self, seat: int | None) -> Any:
        """A copy of the record in which only what the seat (or a spectator) may know is left: all that a bot is given."""
        glimpse = blank(self.game.rules.STATE)
        self.game.loops.conceal(self._desk, glimpse, -1 if seat is None else seat)
        return glimpse[0]

    def learns(self, after: "Match", worlds: int) -> bool:
        """Whether the last mover of `after`, one move from here, learned something by that move: something was left to chance, or in so many worlds
        that the mover could not tell from the real one there is one in which the same move shows something else."""
        assert after.last_move is not None
        mover, action = after.last_move
        bench = self.game.workshop.bench
        self._dice = after._dice = self._dice or first_dice(self.key)
        bench.first_dice[:] = self._dice
        return bool(
            self.game.loops.learns(
                self._desk,
                after._desk,
                mover,
                action,
                worlds,
                *bench.imagined,
                bench.chance,
                bench.dice,
                SILENT,
            )
        )

    def diff_views(
        self, before: "Match", lookers: Collection[int | None], worlds: int
    ) -> tuple[bool | None, list[bytes]]:
        """After a move, of a game whose views are written in parts: whether its mover learned something, if it is among those who look (seats, or
        None for spectators); and for each of them the parts of its view that changed, as a JSON object."""
        parts, bench, last = self.game.parts, self.game.workshop.bench, self.last_move
        assert parts is not None
        assert last is not None
        mover, action = last
        rows = [SPECTATOR if seat is None else seat for seat in lookers]
        bits = 0
        for looker in rows:
            bits |= 1 << looker
        self._dice = self._dice or first_dice(self.key)
        bench.first_dice[:] = self._dice
        told = bench.told
        learned = self.game.loops.diff_views(
            *(
                before._desk,
                self._desk,
                bits,
                mover,
                action,
                worlds,
                parts.spots,
                parts.plans,
                parts.texts,
            ),
            *(
                bench.glimpses,
                bench.seen,
                bench.letters,
                told.room,
                told.sizes,
                bench.chance,
                bench.dice,
                SILENT,
            ),
        )
        return bool(learned) if bits >> mover & 1 else None, told.by(rows)

    # === INSIDE ===

    def _try(self, seat: int, action: int) -> bool:
        if seat not in self._waiting:
            return False
        seen = self._step(self._desk, seat, action)
        if seen < 0:
            self._first = -1  # the desk now lists this seat's actions
            return False
        self._look(seen)
        self._events = None
        self._note(action << SEAT_BITS | seat)
        return True

    def _note(self, code: int) -> None:
        """The next move. The log is shared with copies as long as they go the same way: the first one to go on writes into it, and who finds
        something else there (also if that came just now, from another thread) writes its own."""
        if len(self._log) == self._made:
            self._log.append(code)
        if self._log[self._made] != code:
            self._log = self._log[: self._made]
            self._log.append(code)
        self._made += 1

    def look_again(self) -> None:
        """After somebody has changed the record."""
        self._look(self.game.loops.survey(self._desk))

    def _look(self, seen: int) -> None:
        """Take in what a survey of the desk found."""
        self._waiting = waiting = SEAT_SETS[seen & 255]
        self._first = waiting[0] if waiting else -1
        self._found = seen >> 8

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not (isinstance(seat, int) and 0 <= seat < self.players):
            raise NotYourTurn(
                "", f"there is no seat {shown(seat)}; the seats are 0 to {self.players - 1}"
            )

    def _text(self, action: int) -> str:
        try:
            return self.game.notation.write_move(action)
        except (LookupError, ValueError):
            return str(action)

    def _error(self, seat: int, move: str, action: int | None) -> IllegalMove:
        """The right refusal for a move that was not played."""
        self._check_seat(-1 if seat is None else seat)
        if action is None and seat in self._waiting:
            return UnknownMove("", self._unknown(seat, move))
        rule, reason = self.game.wording.why(
            self.concealed(seat), seat, -1 if action is None else action
        )
        if not self._waiting:
            return GameOver(rule, reason)
        return IllegalMove(rule, reason) if seat in self._waiting else NotYourTurn(rule, reason)

    def _unknown(self, seat: int, move: Any) -> str:
        legal = self.legal(seat)
        near = (
            difflib.get_close_matches(shown(move).strip("'"), legal, n=SUGGESTIONS, cutoff=0.3)
            or legal[:SUGGESTIONS]
        )
        return f"{shown(move)} is no move of {self.game.title}; the nearest that you may make: {', '.join(near)}"
