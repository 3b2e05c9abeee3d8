"""The contract of a game: what a folder under `games` supplies.

A game is a handful of modules and a few facts. `rules` holds the compiled verbs, `notation` turns
moves and positions into text and back, and `wording` puts events and refusals into words.
`heuristic` and `evaluation` serve bots. The kernel knows no game; callers hand it one.

docs/reference/game-contract.md describes the contract in prose.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

State = np.record  # one record of the game's STATE dtype
Chance = np.record  # one record of the dtype CHANCE in `kernel.chance`
Records = NDArray[np.record]  # many states, or many chances
Actions = NDArray[np.int32]  # action codes, or a seat for each of many states
Returns = NDArray[np.float64]  # a return for each seat
Tape = NDArray[np.int16]  # event rows, see `kernel.events`
Features = NDArray[np.float32]
Array = np.ndarray[Any, Any]  # a field of a record, whatever its type and shape

OptionValue = int | str | None  # includes bool
Options = dict[str, Any]  # values by name; the options of a game decide their types
Json = dict[str, Any]


class Rules(Protocol):
    """The verbs, all compiled. They have the same names and order in every game.

    Callers must keep the preconditions ("Requires"): compiled code does not check them.
    """

    __name__: str
    STATE: np.dtype[np.record]
    MAX_ACTIONS: int  # the most actions that `legal` may write
    TAPE_ROWS: int  # the most events that one move may cause
    FEATURES: int  # length of the array that `observe` fills

    def setup(self, state: State, chance: Chance, /) -> None:
        """Deal.

        Requires a record that holds its options. Its other fields may be left over from another
        match.
        """

    def waiting(self, state: State, /) -> int:
        """Return the seats that owe a decision, as bits; 0 when the game is over.

        Requires a true, imagined or concealed record.
        """

    def legal(self, state: State, seat: int, actions: Actions, /) -> int:
        """Write the legal actions of a seat, each once, and return their number.

        A seat that owes no decision has none. Requires a true or imagined record, or one concealed
        for this seat, and room for MAX_ACTIONS.
        """

    def play(self, state: State, seat: int, action: int, chance: Chance, tape: Tape, /) -> None:
        """Apply an action and append its events to the tape.

        Requires a true or imagined record, a seat that owes a decision, and one of its legal
        actions. The tape is silent, or has room for TAPE_ROWS events and its count of rows is 0.
        """

    def outcome(self, state: State, returns: Returns, /) -> int:
        """Return 0 while the game runs, else a reason code from 1; then fill the returns.

        The returns sum to zero. Requires a true, imagined or concealed record, and room for a
        return of each seat.
        """

    def ranks(self, state: State, places: Actions, /) -> None:
        """Write the rank of each seat; 1 is best.

        Requires a record of which `outcome` is not 0.
        """

    def conceal(self, state: State, seat: int, /) -> None:
        """Keep only what the seat (-1: a spectator) may know.

        Requires a true or imagined record.
        """

    def imagine(self, state: State, seat: int, chance: Chance, /) -> None:
        """Complete a concealed record to a world that the seat cannot tell from the true one.

        Requires a record concealed for this seat (-1: a spectator).
        """

    def observe(self, state: State, seat: int, features: Features, /) -> None:
        """Write the FEATURES numbers that a learning bot sees.

        Requires a record concealed for this seat.
        """


class Notation(Protocol):
    """Moves, positions and views as text and JSON-ready data."""

    @property
    def VOCABULARY(self) -> Sequence[int]:
        """Every action code of the game."""

    @property
    def REASONS(self) -> Sequence[str]:
        """The word for each outcome code; the first is for code 1."""

    def enter_options(self, options: Options, state: State, edition: int, /) -> None:
        """Write options into a record; `edition` is that of the rules.

        Requires options that `Game.settled` returned.
        """

    def write_move(self, action: int, /) -> str:
        """Return an action as text.

        Requires an action code of the game; others may raise LookupError or ValueError.
        """

    def read_move(self, text: str, /) -> int | None:
        """Return the action that a text names, or None."""

    def write_position(self, state: State, options: Options, /) -> Json:
        """Return a true or imagined record as JSON-ready data."""

    def read_position(self, position: Json, state: State, /) -> list[str]:
        """Fill a record from data of any origin; return every defect.

        Requires a record that holds the options of the position. With defects its other fields mean
        nothing.
        """

    def write_view(self, state: State, seat: int | None, options: Options, /) -> Json:
        """Return what the seat (None: a spectator) may know, as JSON-ready data.

        Requires a record concealed for this seat.
        """

    def count_pieces(self, state: State, /) -> object:
        """Return a value that never changes during a match.

        Requires a true or imagined record.
        """


class Wording(Protocol):
    """Words for events and refusals."""

    @property
    def EVENTS(self) -> Mapping[int, "Event"]:
        """The events of the game by kind."""

    def tell(self, happened: Json, names: Sequence[str], /) -> str:
        """Return an event as a sentence; an empty one if the event only animates.

        Requires a name for each seat.
        """

    def why(self, state: State, seat: int, action: int, /) -> tuple[str, str]:
        """Return the number of the rule that forbids an action, and the reason.

        Requires a record concealed for this seat, and an action that is not legal.
        """


class Choose(Protocol):
    """Choose an action; compiled."""

    def __call__(
        self, state: State, seat: int, actions: Actions, count: int, chance: Chance, /
    ) -> int:
        """Return one of the first `count` actions.

        Requires some legal actions of this seat, at least one, and a true or imagined record, or
        one concealed for this seat.
        """


class Heuristic(Protocol):
    """A sensible policy without look-ahead."""

    @property
    def choose(self) -> Choose:
        """The policy."""


@dataclass(frozen=True)
class Tuning:
    """Numbers of the search for one game, measured in docs/records/2026-11-search.md."""

    exploration: float  # weight of moves that were seldom tried
    randomness: int  # percentage of moves of a playout that are random, not the heuristic's
    # A node with n visits considers `width * n ** growth` moves, in the order of the heuristic.
    width: float = 1000.0
    growth: float = 0.0
    is_relative: bool = False  # exploration is multiplied by the deviation of the returns


class Evaluation(Protocol):
    """When a playout stops, and what it expects there; compiled."""

    @property
    def TUNING(self) -> Tuning:
        """The numbers of the search."""

    def believe(self, state: State, seat: int, chance: Chance, /) -> None:
        """Make a world more plausible; the seat still cannot tell it from the true one.

        Requires a record that `imagine` has just completed for this seat.
        """

    def is_far(self, known: State, state: State, moves: int, /) -> bool:
        """Return whether a playout of so many moves may stop.

        Requires the concealed record where it began, and a world in which the game runs.
        """

    def expect(self, state: State, returns: Returns, /) -> None:
        """Fill the expected return of each seat; they sum to zero.

        Requires a true or imagined record of a running game.
        """


class DrawMove(Protocol):
    """Draw a legal action; compiled."""

    def __call__(self, state: State, seat: int, actions: Actions, chance: Chance, /) -> int:
        """Return one of the legal actions, each equally likely.

        Requires a true or imagined record, or one concealed for this seat, a seat that owes a
        decision, and room for MAX_ACTIONS.
        """


# === EVENTS ===


@dataclass(frozen=True)
class Event:
    """A kind of event: its name, and the name and meaning of each of its numbers in order."""

    name: str
    fields: tuple[tuple[str, Callable[[int], object]], ...] = ()
    sweeps: bool = False
    # Whether it shows something that was hidden, given its numbers; None: never.
    reveals: Callable[[Sequence[int]], bool] | None = None


def event(name: str, **fields: Callable[[int], object]) -> Event:
    """Return a kind of event: `event("played", value=card_name, count=int)`."""
    return Event(name, tuple(fields.items()))


def sweep(name: str, **fields: Callable[[int], object]) -> Event:
    """Return a kind of event that clears the table, such as the deal of a new round.

    What was visible before it is no longer part of any record.
    """
    return Event(name, tuple(fields.items()), sweeps=True, reveals=always)


def revealing(
    name: str,
    when: Callable[[Sequence[int]], bool] | None = None,
    **fields: Callable[[int], object],
) -> Event:
    """Return a kind of event that shows something hidden: a card that is drawn or turned up.

    `when` decides by the event's numbers; by default it always does. A move without such events
    that draws nothing from chance must teach the player who made it nothing.
    """
    return Event(name, tuple(fields.items()), reveals=when or always)


def always(numbers: Sequence[int]) -> bool:
    """Return True, whatever the numbers of an event."""
    return True


def seat_or_none(number: int) -> int | None:
    """Return the seat in an event; -1 means that there is none."""
    return None if number < 0 else number
