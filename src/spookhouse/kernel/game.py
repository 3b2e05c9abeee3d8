"""`Game`: the facts and modules of one game, and the doors to it."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from spookhouse.kernel.chance import CHANCE, key_from_seed, new_chance, use_fast_rng_many
from spookhouse.kernel.contract import (
    Array,
    Evaluation,
    Heuristic,
    Json,
    Notation,
    Option,
    Options,
    Rules,
    Wording,
    same_again,
    settle_nothing,
)
from spookhouse.kernel.errors import BadOption, BrokenPosition
from spookhouse.kernel.events import SILENT
from spookhouse.kernel.match import Match, Scratch
from spookhouse.kernel.rule import INTERPRETED
from spookhouse.kernel.specialize import specialize
from spookhouse.kernel.validation import is_whole, shown

LOOPS = Path(__file__).with_name("loops.py")

Progress = Callable[
    [str, int, int], None
]  # what is being compiled, how many are done, how many there are


@dataclass(frozen=True, eq=False)
class Game:
    """One game of the house."""

    name: str
    title: str
    prefix: str  # of its rule numbers: GH 3.1
    about: str
    min_players: int
    max_players: int
    minutes: int
    options: tuple[Option, ...]
    rules: Rules
    notation: Notation
    wording: Wording
    heuristic: Heuristic
    evaluation: Evaluation
    rulebook: Path
    settle: Callable[[Options], Options] = settle_nothing
    rematch: Callable[[Options, Sequence[int]], Options] = (
        same_again  # the options of a rematch, from those before and the ranks
    )
    # The edition of the rules; it grows when a rule is read differently (see the contract).
    edition: int = 1
    # A compiled `(state, seat, actions, chance) -> action` that draws a random legal move without
    # listing all of them; None if the game has none.
    draw_move: Callable[..., int] | None = None

    # === THE FRONT DOOR ===

    def new(
        self, *, seed: int | bytes | None = None, edition: int | None = None, **options: Any
    ) -> Match:
        """A new match: `game.new(players=4, seed=7, mode="match")`; by an earlier edition of the rules, if one is given."""
        return Match.deal(
            self, self.settled(options), key_from_seed(seed), self.checked_edition(edition)
        )

    def load(
        self, position: Json, seed: int | bytes | None = None, *, edition: int | None = None
    ) -> Match:
        """A match that continues from a position; what is drawn from here on comes from the seed."""
        if not isinstance(position, dict):
            raise BrokenPosition(
                "not a position",
                [f"expected an object with a key 'game', got {type(position).__name__}"],
            )
        if position.get("game") != self.name:
            raise BrokenPosition(
                "not a position of this game",
                [f"'game' is {shown(position.get('game'))}, expected {self.name!r}"],
            )
        options = position.get("options")
        if not isinstance(options, dict):
            raise BrokenPosition(
                "broken position", [f"'options' is {shown(options)}, expected an object"]
            )
        try:
            settled = self.settled(options)
        except BadOption as error:
            raise BrokenPosition("broken position", [error.message]) from error
        return Match.resume(
            self, settled, position, key_from_seed(seed), self.checked_edition(edition)
        )

    def checked_edition(self, edition: Any) -> int:
        """Return the edition, or the current one for None."""
        if edition is None:
            return self.edition
        if not is_whole(edition) or not 1 <= edition <= self.edition:
            expected = f"a whole number from 1 to {self.edition} (a newer version of the rules may know more)"
            raise BadOption(
                "edition", f"invalid edition {shown(edition)} of {self.title}, expected {expected}"
            )
        return int(edition)

    def completed(self, options: Options) -> Options:
        """Options as a log has them, with defaults for those that it leaves out."""
        return {option.name: option.default for option in self.options} | options

    def logged(self, options: Options) -> Options:
        """Options as a log has them: those that were added later are left out where they have their default."""
        return {
            option.name: options[option.name]
            for option in self.options
            if not option.added or options[option.name] != option.default
        }

    def settled(self, given: Mapping[str, Any]) -> Options:
        """All options of a match: what was given, checked, and defaults for the rest."""
        given = dict(given)
        if "players" not in self.option_names:
            self.check_fixed_players(given.pop("players", self.min_players))
        for name in given:
            if name not in self.option_names:
                raise BadOption(
                    name,
                    f"{self.title} has no option {shown(name)}; it has: {', '.join(self.option_names) or 'none'}",
                )
        return self.settle(
            {
                option.name: option.checked(given.get(option.name, option.default))
                for option in self.options
            }
        )

    def check_fixed_players(self, players: Any) -> None:
        if players != self.min_players or isinstance(players, bool):
            raise BadOption(
                "players",
                f"players={shown(players)} cannot be: {self.title} is for {self.min_players} players",
            )

    @cached_property
    def folder(self) -> str:
        """The package that holds the game's modules."""
        return self.rules.__name__.rpartition(".")[0]

    @cached_property
    def option_names(self) -> tuple[str, ...]:
        return tuple(option.name for option in self.options)

    @cached_property
    def layout_digest(self) -> str:
        """The first 16 hex digits of a SHA-256 over the names, types and order of the fields of a state."""
        fields = json.dumps(self.rules.STATE.descr, separators=(",", ":"))
        return sha256(fields.encode()).hexdigest()[:16]

    @cached_property
    def loops(self) -> ModuleType:
        """The compiled loops over this game."""
        return specialize(LOOPS, self.rules, own_draw_move=self.draw_move)

    @cached_property
    def scratch(self) -> Scratch:
        """Working memory for the loops, one per thread."""
        return Scratch(self.loops.SCRATCH)

    # === THE INTEGER DOOR FOR MANY MATCHES AT ONCE ===

    def blank(self, size: int, **options: Any) -> Array:
        """An array of states that hold their options and wait for `setup_many`."""
        states = np.zeros(size, self.rules.STATE)
        if size:
            self.notation.enter_options(self.settled(options), states[0], self.edition)
            states[1:] = states[0]
        return states

    def chances(self, size: int, seed: int | bytes | None = None, *, fast: bool = False) -> Array:
        """A chance for each of so many states; `fast` ones are for playouts, where nobody must be kept from guessing."""
        chances = new_chance(key_from_seed(seed), size=size)
        if fast:
            use_fast_rng_many(chances)
        return chances

    def setup_many(self, states: Array, chances: Array) -> None:
        """Deal every state."""
        same_length(states=states, chances=chances)
        self.loops.setup_many(states, chances)

    def waiting_many(self, states: Array) -> Array:
        """For every state the seats that owe a decision, as bits."""
        bits = np.zeros(len(states), np.int32)
        self.loops.waiting_many(states, bits)
        return bits

    def legal_many(self, states: Array, seats: Array) -> tuple[Array, Array]:
        """For every state the legal actions of one seat (a row each) and their number."""
        same_length(states=states, seats=seats)
        actions = np.zeros((len(states), self.rules.MAX_ACTIONS), np.int32)
        found = np.zeros(len(states), np.int32)
        self.loops.legal_many(states, np.asarray(seats, np.int32), actions, found)
        return actions, found

    def play_many(self, states: Array, seats: Array, actions: Array, chances: Array) -> None:
        """Play one legal action in every state. What is passed is not judged: it must come from `legal_many`."""
        same_length(states=states, seats=seats, actions=actions, chances=chances)
        self.loops.play_many(
            states, np.asarray(seats, np.int32), np.asarray(actions, np.int32), chances, SILENT
        )

    def random_playouts(self, states: Array, chances: Array) -> tuple[int, Array]:
        """Play every state to its end with random legal moves: how many moves, and the returns of each seat."""
        same_length(states=states, chances=chances)
        returns = np.zeros((len(states), self.max_players))
        actions = np.zeros(self.rules.MAX_ACTIONS, np.int32)
        return int(self.loops.random_playouts(states, chances, returns, actions, SILENT)), returns

    # === COMPILING ===

    def prepare(self, progress: Progress | None = None) -> None:
        """Compile (or load from the cache) everything that a match needs, telling what is at work.

        If nobody wants to be told, the loops are enough: they bring what they need of the verbs, which would else lie in memory twice.
        """
        if INTERPRETED:
            return
        jobs = compile_jobs(self, verbs=progress is not None)
        for done, (name, job) in enumerate(jobs):
            if progress is not None:
                progress(name, done, len(jobs))
            job()
        if progress is not None:
            progress("ready", len(jobs), len(jobs))


def same_length(**arrays: Array) -> None:
    lengths = {name: len(array) for name, array in arrays.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"arrays must be of one length, got {lengths}")


def compile_jobs(game: Game, *, verbs: bool) -> list[tuple[str, Callable[[], Any]]]:
    """Return what a match needs compiled; with `verbs` also each verb that the loops call."""
    from numba import float64, from_dtype, int16, int32, int64, uint64

    state, chance = from_dtype(game.rules.STATE), from_dtype(CHANCE)
    actions, tape = int32[::1], int16[:, ::1]
    match, scratch = from_dtype(game.loops.MATCH)[::1], from_dtype(game.loops.SCRATCH)[::1]
    records, chances = state[::1], chance[::1]
    called = {
        "setup": (state, chance),
        "waiting": (state,),
        "legal": (state, int64, actions),
        "play": (state, int64, int64, chance, tape),
        "conceal": (state, int64),
        "imagine": (state, int64, chance),
    }
    endings = {"outcome": (state, float64[::1]), "ranks": (state, actions)}
    loops = {
        "deal": (match, scratch),
        "survey": (match, scratch),
        "list_actions": (match, scratch, int64),
        "step": (match, scratch, int64, int64),
        "conceal": (match, records, int64),
        "reveals_information": (
            *(match, match, int64, int64, int64),
            *(records, uint64[:, ::1], chances, chances, tape),
        ),
    }
    wanted = (called if verbs else {}) | endings
    jobs = [(name, verb_compiler(game.rules, name, types)) for name, types in wanted.items()]
    jobs += [(name, verb_compiler(game.loops, name, types)) for name, types in loops.items()]
    return [*jobs, ("a first move", lambda: rehearse(game))]


def rehearse(game: Game) -> None:
    """Play and view a first move, which compiles what views ask of the rules."""
    match = game.new(seed=0)
    seat = match.waiting[0]
    match.apply(seat, match.actions(seat)[0])
    match.view(seat)


def verb_compiler(module: Any, name: str, types: tuple[Any, ...]) -> Callable[[], Any]:
    """Return a job that compiles one function for these types."""
    return lambda: getattr(module, name).compile(types)
