"""The contract of a game: what a folder under `games` supplies, and what the kernel makes of it.

A game is four modules and a few facts. `rules` holds the compiled verbs, `notation` turns moves and positions into text and back,
`wording` puts events and refusals into words, `heuristic` holds rules of thumb for bots and playouts. The kernel knows no game; it is handed one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.validation import shown

State = np.record  # one record of the game's STATE dtype
Chance = np.record  # one record of the dtype CHANCE in `kernel.chance`
Array = np.ndarray[Any, Any]
Options = dict[str, Any]
Json = dict[str, Any]


class Rules(Protocol):
    """The verbs, all compiled; same names and order in every game (docs/reference/game-contract.md says what each must keep)."""

    __name__: str
    STATE: np.dtype[Any]
    MAX_ACTIONS: int  # the most that `legal` may fill in
    TAPE_ROWS: int  # the most events that one move may cause
    FEATURES: int  # length of the array that `observe` fills

    setup: Callable[[State, Chance], None]
    waiting: Callable[[State], int]
    legal: Callable[[State, int, Array], int]
    play: Callable[[State, int, int, Chance, Array], None]
    outcome: Callable[[State, Array], int]
    ranks: Callable[[State, Array], None]
    conceal: Callable[[State, int], None]
    imagine: Callable[[State, int, Chance], None]
    observe: Callable[[State, int, Array], None]


class Notation(Protocol):
    """Moves, positions and views as text and JSON-ready data."""

    @property
    def VOCABULARY(self) -> Sequence[int]: ...  # every action code of the game
    @property
    def REASONS(
        self,
    ) -> Sequence[str]: ...  # the word for each outcome code; the first is for code 1

    def enter_options(
        self, options: Options, state: State, edition: int, /
    ) -> None: ...  # edition of the rules
    def write_move(self, action: int, /) -> str: ...
    def read_move(self, text: str, /) -> int | None: ...
    def write_position(self, state: State, options: Options, /) -> Json: ...
    def read_position(
        self, position: Json, state: State, /
    ) -> list[str]: ...  # fills the record, gives every defect
    def write_view(
        self, state: State, seat: int | None, options: Options, /
    ) -> Json: ...  # of a concealed record
    def count_pieces(
        self, state: State, /
    ) -> Any: ...  # what must never change while a match lasts


class Wording(Protocol):
    """Words around the rules."""

    @property
    def EVENTS(self) -> Mapping[int, "Event"]: ...

    def tell(
        self, happened: Json, names: Sequence[str], /
    ) -> str: ...  # an event and the seats' names
    def why(
        self, state: State, seat: int, action: int, /
    ) -> tuple[str, str]: ...  # concealed record, action not legal: rule, reason


class Heuristic(Protocol):
    """Rules of thumb, compiled."""

    @property
    def choose(
        self,
    ) -> Callable[
        [State, int, Array, int, Chance], int
    ]: ...  # state, seat, legal actions, their number, chance: one of them


@dataclass(frozen=True)
class Tuning:
    """How a search goes about a game; the numbers were found by measurement (docs/records/2026-11-search.md)."""

    exploration: float  # how much a move that was seldom tried is favoured
    randomness: int  # how many moves of a playout are drawn instead of chosen by thumb, per cent
    width: float = 1000.0  # a node that was visited n times looks at `width * n ** growth` moves, those first that thumb likes best
    growth: float = 0.0
    is_relative: bool = (
        False  # exploration is counted in standard deviations of the returns that the search meets
    )


class Evaluation(Protocol):
    """How far a search looks, and what it expects where it stops; compiled."""

    @property
    def TUNING(self) -> Tuning: ...
    @property
    def believe(
        self,
    ) -> Callable[
        [State, int, Chance], None
    ]: ...  # a world just imagined by the seat: make it more like what people do
    @property
    def is_far(
        self,
    ) -> Callable[
        [State, State, int], bool
    ]: ...  # the concealed record, the world, moves of the playout: stop here?
    @property
    def expect(
        self,
    ) -> Callable[
        [State, Array], None
    ]: ...  # a game that is on: fills what each seat may expect as return


@dataclass(frozen=True)
class Event:
    """How a row of the tape reads: its name, and the name and meaning of each of its numbers in order."""

    name: str
    fields: tuple[tuple[str, Callable[[int], object]], ...] = ()
    sweeps: bool = False


def event(name: str, **fields: Callable[[int], object]) -> Event:
    """`event("played", value=card_name, count=int)`"""
    return Event(name, tuple(fields.items()))


def sweep(name: str, **fields: Callable[[int], object]) -> Event:
    """An event that clears the table, like the deal of a new round: what was shown before it is in no record any more."""
    return Event(name, tuple(fields.items()), sweeps=True)


def seat_or_none(number: int) -> int | None:
    """A seat in an event; -1 stands for nobody."""
    return None if number < 0 else number


# === OPTIONS ===


@dataclass(frozen=True)
class Option:
    """A choice that is made before the game: what it is called, what it may be, what it is if nothing is said."""

    name: str
    default: Any
    allowed: str
    about: str
    accepts: Callable[[object], bool]
    choices: tuple[Any, ...] | None = None
    names_seat: bool = False  # the value is a seat: it changes when people change places
    added: bool = False  # after there were stored games: logs leave it out where it has its default

    def checked(self, value: Any) -> Any:
        if not self.accepts(value):
            raise BadOption(
                self.name, f"option {self.name}={shown(value)} cannot be: it must be {self.allowed}"
            )
        return value


def whole(
    name: str,
    least: int,
    most: int,
    default: int | None,
    about: str,
    *,
    optional: bool = False,
    names_seat: bool = False,
    added: bool = False,
) -> Option:
    """A whole number; `optional` allows None too."""

    def accepts(value: object) -> bool:
        if value is None:
            return optional
        return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most

    allowed = f"a whole number from {least} to {most}" + (" or null" if optional else "")
    return Option(name, default, allowed, about, accepts, names_seat=names_seat, added=added)


def choice(name: str, values: Sequence[Any], default: Any, about: str) -> Option:
    """One of a few values."""
    words = " or ".join(repr(value) for value in values)
    return Option(
        name,
        default,
        words,
        about,
        lambda value: any(value is v or (type(value) is type(v) and value == v) for v in values),
        tuple(values),
    )


def settle_nothing(options: Options) -> Options:
    """For games whose options do not depend on each other."""
    return options


def same_again(options: Options, ranks: Sequence[int]) -> Options:
    """For games in which a rematch does not depend on the ranks of the game before."""
    return options
