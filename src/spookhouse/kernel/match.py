"""`Match`: one play of a game, with moves as text or as integer codes."""

import difflib
import struct
import threading
from array import array
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from spookhouse.kernel.chance import new_chance
from spookhouse.kernel.contract import (
    Chance,
    Json,
    Options,
    Records,
    State,
    Tape,
    seat_or_none,
)
from spookhouse.kernel.errors import BrokenPosition, GameOver, IllegalMove, NotYourTurn, UnknownMove
from spookhouse.kernel.events import (
    AUDIENCE,
    COLUMNS,
    DATA,
    EVERYBODY,
    KIND,
    ROW,
    SEAT,
    iterate_rows,
    read_row,
)
from spookhouse.kernel.validation import shown

if TYPE_CHECKING:
    from spookhouse.kernel.game import Game

SEAT_SETS = tuple(tuple(seat for seat in range(8) if bits >> seat & 1) for bits in range(256))
# Bits of a survey: the seats that owe a decision, whether the step drew from chance, the number of
# its event rows, and the number of legal actions.
SEAT_MASK = 255
DREW = 256
ROWS_SHIFT = 9
ROWS_MASK = 255
COUNT_SHIFT = 17
MOVE_SEAT_BITS = 3  # of a stored move: its seat; the action code above it
MOVE_SEAT_MASK = (1 << MOVE_SEAT_BITS) - 1
ACTION_BYTES = 4
MAX_ACTION = (1 << 31) - 1
MAX_SUGGESTIONS = 5


@dataclass(frozen=True)
class Outcome:
    """How a match ended: reason, ranks (1 is best) and returns (they sum to zero)."""

    reason: str
    ranks: tuple[int, ...]
    returns: tuple[float, ...]

    def to_json(self) -> Json:
        """Return the outcome as JSON-ready data."""
        return {"reason": self.reason, "ranks": list(self.ranks), "returns": list(self.returns)}


@dataclass(frozen=True)
class Refusal:
    """Why a move is refused: the rule's number, the reason here, and the error's stable code."""

    rule: str
    reason: str
    code: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.reason}" if self.rule else self.reason


def unshared(data: Json) -> Json:
    """Return JSON-ready data that shares no list and no object with the given data."""
    return {name: copied(value) for name, value in data.items()}


def copied(value: Any) -> Any:
    """Return a copy of a JSON-ready value."""
    if type(value) is list:
        return [copied(each) for each in value]
    return unshared(value) if type(value) is dict else value


def blank_records(record: "np.dtype[np.record]", size: int = 1) -> tuple[bytearray, Records]:
    """Return zeroed memory and the records in it.

    NumPy makes and copies structured arrays field by field, which is slower than copying bytes.
    """
    memory = bytearray(record.itemsize * size)
    return memory, np.frombuffer(memory, record)


class Scratch:
    """Working memory for the compiled loops of one game."""

    __slots__ = ("actions_at", "known", "listed", "memory", "record", "rows_at")

    def __init__(self, record: "np.dtype[np.record]", state: "np.dtype[np.record]") -> None:
        assert record.fields is not None
        # A concealed record that is written out as a view at once.
        self.known = blank_records(state)[1]
        self.memory, self.record = blank_records(record)
        self.actions_at = int(record.fields["actions"][1])
        self.rows_at = int(record.fields["tape"][1]) + ROW
        # The actions that the memory lists, as the bytes that were read or written last.
        self.listed = bytearray()

    def read_actions(self, number: int) -> bytearray:
        """Return the first listed actions. Nobody may change them."""
        start = self.actions_at
        self.listed = codes = self.memory[start : start + ACTION_BYTES * number]
        return codes

    def list_actions(self, codes: bytearray) -> int:
        """List actions that were read before; return their number."""
        if codes is not self.listed:
            self.memory[self.actions_at : self.actions_at + len(codes)] = codes
            self.listed = codes
        return len(codes) // ACTION_BYTES

    def read(self, survey: int) -> tuple[bytearray, bytearray]:
        """Return the event rows and the actions that a survey found. Nobody may change them."""
        memory, start, tape = self.memory, self.actions_at, self.rows_at
        self.listed = codes = memory[start : start + ACTION_BYTES * (survey >> COUNT_SHIFT)]
        return memory[tape : tape + ROW * (survey >> ROWS_SHIFT & ROWS_MASK)], codes


class ThreadLocal(threading.local):
    """What each thread has of its own."""

    def __init__(self, record: "np.dtype[np.record]", state: "np.dtype[np.record]") -> None:
        self.scratch = Scratch(record, state)


@cache
def integers_reader(size: int) -> Callable[[bytearray], tuple[int, ...]]:
    """Return a function that reads that many action codes."""
    return struct.Struct(f"={size}i").unpack


def event_of(game: "Game", row: bytes) -> Json:
    """Return an event row as an event."""
    numbers = read_row(row)
    kind = game.wording.EVENTS[numbers[KIND]]
    event: Json = {"event": kind.name, "seat": seat_or_none(numbers[SEAT])}
    for (name, meaning), number in zip(kind.fields, numbers[DATA:AUDIENCE], strict=False):
        event[name] = meaning(number)
    if numbers[AUDIENCE] != EVERYBODY:
        event["seen_by"] = list(SEAT_SETS[numbers[AUDIENCE]])
    return event


def is_seen_by(numbers: Sequence[int], seat: int) -> bool:
    """Return whether a seat sees the event of a row."""
    audience = numbers[AUDIENCE]
    return audience == EVERYBODY or bool(audience >> seat & 1)


def seen_by(events: Iterable[Json], seat: int | None) -> list[Json]:
    """Return the events that the seat (None: a spectator) may see."""
    return [event for event in events if "seen_by" not in event or seat in event["seen_by"]]


class Match:
    """One play of a game; made by `game.new` and `game.load`."""

    __slots__ = (
        "_actions",
        "_events",
        "_first",
        "_memory",
        "_moves",
        "_record",
        "_rows",
        "_waiting",
        "drew",
        "edition",
        "game",
        "key",
        "options",
        "players",
        "start",
    )

    def __init__(self, game: "Game", options: Options, key: bytes, edition: int) -> None:
        self.game = game
        self.edition = edition  # of the rules
        self.options = options
        self.players: int = options.get("players", game.min_players)
        self.key = key
        self.start: Json | None = None
        self._moves = array("q")
        self._memory, self._record = blank_records(game.loops.MATCH)
        self._record["chance"] = new_chance(key)
        self._rows = bytearray()
        # Whether the last move drew from chance.
        self.drew = False
        self._events: list[Json] | None = None
        # The legal actions of the first waiting seat, listed by the same call that played the move.
        self._first = -1
        self._actions = bytearray()
        self._waiting: tuple[int, ...] = ()
        game.notation.enter_options(options, self.state, edition)

    @classmethod
    def deal(cls, game: "Game", options: Options, key: bytes, edition: int) -> "Match":
        """Return a freshly dealt match."""
        match = cls(game, options, key, edition)
        scratch = game.local.scratch
        match._absorb(game.loops.deal(match._record, scratch.record), scratch)
        return match

    @classmethod
    def resume(
        cls, game: "Game", options: Options, position: Json, key: bytes, edition: int
    ) -> "Match":
        """Return a match that starts from a position."""
        match = cls(game, options, key, edition)
        defects = game.notation.read_position(position, match.state)
        if defects:
            raise BrokenPosition("broken position", defects)
        match.start = deepcopy(position)
        match.refresh()
        return match

    def copy(self) -> "Match":
        """Return an independent copy."""
        twin = object.__new__(Match)
        twin.game, twin.edition, twin.options = self.game, self.edition, self.options
        twin.players, twin.key, twin.start = self.players, self.key, self.start
        twin._moves = self._moves[:]
        twin._memory = self._memory[:]
        twin._record = np.frombuffer(twin._memory, self._record.dtype)
        twin._rows, twin._events, twin.drew = self._rows, None, self.drew
        twin._first, twin._actions, twin._waiting = self._first, self._actions, self._waiting
        return twin

    def again(self) -> "Match":
        """Return the same match before its first move."""
        if self.start is None:
            return Match.deal(self.game, self.options, self.key, self.edition)
        return Match.resume(self.game, self.options, self.start, self.key, self.edition)

    # === MOVES AS TEXT ===

    @property
    def moves(self) -> list[tuple[int, int]]:
        """All moves made so far, as seats and action codes."""
        return [move_of(code) for code in self._moves]

    @property
    def length(self) -> int:
        """The number of moves made so far."""
        return len(self._moves)

    @property
    def last_move(self) -> tuple[int, int] | None:
        """The seat and action code of the last move."""
        return move_of(self._moves[-1]) if self._moves else None

    def last_move_of(self, seat: int) -> int | None:
        """Return the index of the seat's last move, None if it has not moved."""
        place = len(self._moves) - 1
        while place >= 0 and self._moves[place] & MOVE_SEAT_MASK != seat:
            place -= 1
        return place if place >= 0 else None

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return self._waiting

    def legal(self, seat: int) -> list[str]:
        """Return every legal move of the seat, as text."""
        return [*map(self.game.notation.write_move, self.actions(seat))]

    def play(self, seat: int, move: str) -> None:
        """Make a move; raise `IllegalMove`, which names the rule that forbids it."""
        action = self.game.notation.read_move(move) if isinstance(move, str) else None
        if action is None or not isinstance(seat, int) or not self._try(seat, action):
            raise self._error(seat, move, action)

    @property
    def events(self) -> list[Json]:
        """What the last move caused, in order.

        An event with `seen_by` is a secret of those seats.
        """
        if self._events is None:
            self._events = [event_of(self.game, row) for row in self.rows]
        return self._events

    def events_for(self, seat: int | None) -> list[Json]:
        """Return the events of the last move that the seat (None: a spectator) may see."""
        self._check_seat(seat)
        return seen_by(self.events, seat)

    def reveals(self, seat: int) -> bool:
        """Return whether the last move drew from chance, or showed the seat something hidden."""
        if self.drew:
            return True
        kinds = self.game.wording.EVENTS
        for numbers in iterate_rows(self._rows):
            shows = kinds[numbers[KIND]].reveals
            if shows is not None and is_seen_by(numbers, seat) and shows(numbers[DATA:AUDIENCE]):
                return True
        return False

    def position(self) -> Json:
        """Return the whole state, hidden parts included, as JSON-ready data."""
        return unshared(self.game.notation.write_position(self.state, self.options))

    def view(self, seat: int | None) -> Json:
        """Return what the seat (None: a spectator) may know, from a concealed record."""
        self._check_seat(seat)
        return unshared(self.shared_view(seat))

    def shared_view(self, seat: int | None) -> Json:
        """Return the view without copying it; the caller must not change it.

        A server does this after every move. What did not change is mostly the same object as in
        the view before, so comparing two views is quick.
        """
        known = self.game.local.scratch.known
        self.game.loops.conceal(self._record, known, -1 if seat is None else seat)
        return self.game.notation.write_view(known[0], seat, self.options)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it runs."""
        if self._waiting:
            return None
        returns, ranks = np.zeros(self.players), np.zeros(self.players, np.int32)
        code = self.game.rules.outcome(self.state, returns)
        self.game.rules.ranks(self.state, ranks)
        reason = self.game.notation.REASONS[code - 1]
        return Outcome(reason, tuple(ranks.tolist()), tuple(returns.tolist()))

    # === WORDS ===

    def why(self, seat: int, move: str) -> Refusal | None:
        """Return why the seat may not make the move now, None if it may.

        The answer depends only on what the seat knows.
        """
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
        """Return the last move in words, as the seat (None: a spectator) saw it."""
        names = names or [f"Seat {i}" for i in range(self.players)]
        events = self.events if everything else self.events_for(seat)
        return [line for line in (self.game.wording.tell(event, names) for event in events) if line]

    # === MOVES AS INTEGER CODES ===

    def actions(self, seat: int) -> list[int]:
        """Return the code of every legal move of the seat."""
        if seat == self._first:
            codes = self._actions
        else:
            self._check_seat(seat)
            scratch = self.game.local.scratch
            codes = scratch.read_actions(
                self.game.loops.list_actions(self._record, scratch.record, seat)
            )
        return [*integers_reader(len(codes) // ACTION_BYTES)(codes)]

    def apply(self, seat: int, action: int) -> None:
        """Make a move given as a code; raise `IllegalMove` if it is not legal."""
        seat, action = index(seat), index(action)
        if action > MAX_ACTION or action < 0 or not self._try(seat, action):
            raise self._error(seat, self._text(action), action)

    @property
    def state(self) -> State:
        """The game's record. Call `refresh` after changing it."""
        state: State = self._record["state"][0]
        return state

    @property
    def chance(self) -> Chance:
        """The record that random numbers are drawn from."""
        chance: Chance = self._record["chance"][0]
        return chance

    @property
    def event_rows(self) -> Tape:
        """The rows that the last move wrote, as an array."""
        return np.frombuffer(bytes(self._rows), np.int16).reshape(-1, COLUMNS)

    @property
    def rows(self) -> list[bytes]:
        """The rows that the last move wrote, each as its bytes."""
        rows = bytes(self._rows)
        return [rows[place : place + ROW] for place in range(0, len(rows), ROW)]

    @property
    def record(self) -> Records:
        """State and chance in an array of one record, as the compiled loops take them."""
        return self._record

    def concealed(self, seat: int | None) -> State:
        """Return a copy of the state that holds only what the seat (None: a spectator) may know."""
        _, found = blank_records(self.game.rules.STATE)
        self.game.loops.conceal(self._record, found, -1 if seat is None else seat)
        known: State = found[0]
        return known

    def refresh(self) -> None:
        """List waiting seats and legal actions again, after the record was changed from outside."""
        scratch, last_move = self.game.local.scratch, (self.drew, self._rows, self._events)
        self._absorb(self.game.loops.survey(self._record, scratch.record), scratch)
        self.drew, self._rows, self._events = last_move

    # === INSIDE ===

    def _try(self, seat: int, action: int) -> bool:
        if seat not in self._waiting:
            return False
        loops, scratch = self.game.loops, self.game.local.scratch
        if seat == self._first:
            found = scratch.list_actions(self._actions)
        else:
            found = loops.list_actions(self._record, scratch.record, seat)
            scratch.read_actions(found)
        survey = loops.step(self._record, scratch.record, seat, action, found)
        if survey < 0:
            return False
        self._absorb(survey, scratch)
        self._moves.append(action << MOVE_SEAT_BITS | seat)
        return True

    def _absorb(self, survey: int, scratch: Scratch) -> None:
        """Keep what a survey found, with the events and the legal actions of the first seat."""
        self._waiting = waiting = SEAT_SETS[survey & SEAT_MASK]
        self._first = waiting[0] if waiting else -1
        self.drew = survey & DREW != 0
        self._events = None
        self._rows, self._actions = scratch.read(survey)

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
        """Return the error for a move that was not played."""
        self._check_seat(-1 if seat is None else seat)
        if action is None and seat in self._waiting:
            return UnknownMove("", self._unknown(seat, move))
        code = -1 if action is None else action
        rule, reason = self.game.wording.why(self.concealed(seat), seat, code)
        if not self._waiting:
            return GameOver(rule, reason)
        return IllegalMove(rule, reason) if seat in self._waiting else NotYourTurn(rule, reason)

    def _unknown(self, seat: int, move: object) -> str:
        legal = self.legal(seat)
        text = shown(move).strip("'")
        close = difflib.get_close_matches(text, legal, n=MAX_SUGGESTIONS, cutoff=0.3)
        nearest = ", ".join(close or legal[:MAX_SUGGESTIONS])
        return f"{shown(move)} is no move of {self.game.title}; the nearest legal moves: {nearest}"


def move_of(code: int) -> tuple[int, int]:
    """Return seat and action of a stored move."""
    return code & MOVE_SEAT_MASK, code >> MOVE_SEAT_BITS
