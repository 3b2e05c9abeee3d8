"""`Game`: the facts and modules of one game, and what can be done with them."""

import json
from collections.abc import Callable, Mapping, Sequence, Sized
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from spookhouse.kernel.chance import key_from_seed, new_chance, use_fast_rng_many
from spookhouse.kernel.compile_targets import compile_jobs
from spookhouse.kernel.contract import (
    Actions,
    DrawMove,
    Evaluation,
    Heuristic,
    Json,
    Notation,
    Options,
    Records,
    Returns,
    Rules,
    Wording,
)
from spookhouse.kernel.errors import BadOption, BrokenPosition
from spookhouse.kernel.events import SILENT
from spookhouse.kernel.loop_protocol import Loops
from spookhouse.kernel.match import Match, ThreadLocal
from spookhouse.kernel.options import (
    Option,
    check_all,
    complete,
    omit_added,
    same_again,
    settle_nothing,
)
from spookhouse.kernel.rule_decorator import INTERPRETED
from spookhouse.kernel.specialize import specialize
from spookhouse.kernel.validation import is_whole, shown

LOOPS = Path(__file__).with_name("loops.py")

# Takes what is being compiled, how many parts are done, and how many there are.
Progress = Callable[[str, int, int], None]
Integers: TypeAlias = NDArray[np.integer]


@dataclass(frozen=True, eq=False)
class Game:
    """A title with its rules: everything that distinguishes it from other games."""

    name: str
    title: str
    prefix: str  # of the numbers of its rules, such as GH in GH 3.1
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
    # Checks options that depend on each other; returns them, or raises `BadOption`.
    settle: Callable[[Options], Options] = settle_nothing
    # Returns the options of a rematch, from those before and the ranks.
    rematch: Callable[[Options, Sequence[int]], Options] = same_again
    # The edition of the rules; it grows when a rule is read differently (see the contract).
    edition: int = 1
    # Draws a random legal move without listing all of them; None if the game has no such verb.
    draw_move: DrawMove | None = None

    # === MATCHES AND OPTIONS ===

    def new(
        self, *, seed: int | bytes | None = None, edition: int | None = None, **options: object
    ) -> Match:
        """Return a new match: `game.new(players=4, seed=7, mode="match")`.

        `edition` chooses an earlier edition of the rules.
        """
        return Match.deal(
            self, self.settled(options), key_from_seed(seed), self.checked_edition(edition)
        )

    def load(
        self, position: Json, seed: int | bytes | None = None, *, edition: int | None = None
    ) -> Match:
        """Return a match that continues from a position, with chance from the seed."""
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

    def checked_edition(self, edition: object) -> int:
        """Return the edition, or the current one for None; raise `BadOption` if invalid."""
        if edition is None:
            return self.edition
        if not is_whole(edition) or not 1 <= edition <= self.edition:
            raise BadOption(
                "edition",
                f"invalid edition of {self.title}: got {shown(edition)}, expected a whole number "
                f"from 1 to {self.edition}; a newer version of the rules may know more",
            )
        return int(edition)

    def completed(self, options: Options) -> Options:
        """Return the options of a log, with defaults for those that it omits."""
        return complete(self.options, options)

    def logged(self, options: Options) -> Options:
        """Return the options as a log stores them: it omits defaults of options added later."""
        return omit_added(self.options, options)

    def settled(self, given: Mapping[str, object]) -> Options:
        """Return all options of a match: the given ones, checked, and defaults for the rest."""
        return self._settle(dict(given)) if given else dict(self._default_options)

    @cached_property
    def _default_options(self) -> Options:
        return self._settle({})

    def _settle(self, given: dict[str, object]) -> Options:
        if "players" not in self.option_names:
            self.check_fixed_players(given.pop("players", self.min_players))
        return self.settle(check_all(self.title, self.options, given))

    def check_fixed_players(self, players: object) -> None:
        """Raise `BadOption` unless this is the only possible number of players."""
        if players != self.min_players or isinstance(players, bool):
            raise BadOption(
                "players",
                f"invalid number of players: got {shown(players)}, "
                f"expected {self.min_players}, which {self.title} is for",
            )

    @cached_property
    def folder(self) -> str:
        """The package that holds the game's modules."""
        return self.rules.__name__.rpartition(".")[0]

    @cached_property
    def option_names(self) -> tuple[str, ...]:
        """The names of the options, in order."""
        return tuple(option.name for option in self.options)

    @cached_property
    def layout_digest(self) -> str:
        """The first 16 hex digits of a SHA-256 over names, types and order of a state's fields."""
        fields = json.dumps(self.rules.STATE.descr, separators=(",", ":"))
        return sha256(fields.encode()).hexdigest()[:16]

    @cached_property
    def loops(self) -> Loops:
        """The compiled loops over this game."""
        return cast(Loops, specialize(LOOPS, self.rules, own_draw_move=self.draw_move))

    @cached_property
    def local(self) -> ThreadLocal:
        """The current thread's working memory for the loops."""
        return ThreadLocal(self.loops.SCRATCH, self.rules.STATE)

    # === MANY STATES AT ONCE ===

    def blank(self, size: int, **options: object) -> Records:
        """Return an array of states that hold their options and wait for `setup_many`."""
        states = np.zeros(size, self.rules.STATE)
        if size:
            self.notation.enter_options(self.settled(options), states[0], self.edition)
            states[1:] = states[0]
        return states

    def chances(self, size: int, seed: int | bytes | None = None, *, fast: bool = False) -> Records:
        """Return an array of chances; fast ones are predictable, and meant for playouts."""
        chances = new_chance(key_from_seed(seed), size=size)
        if fast:
            use_fast_rng_many(chances)
        return chances

    def setup_many(self, states: Records, chances: Records) -> None:
        """Deal every state."""
        same_length(states=states, chances=chances)
        self.loops.setup_many(states, chances)

    def waiting_many(self, states: Records) -> Actions:
        """Return for every state the seats that owe a decision, as bits."""
        bits = np.zeros(len(states), np.int32)
        self.loops.waiting_many(states, bits)
        return bits

    def legal_many(self, states: Records, seats: Integers) -> tuple[Actions, Actions]:
        """Return for every state the legal actions of one seat, a row each, and their number."""
        same_length(states=states, seats=seats)
        actions = np.zeros((len(states), self.rules.MAX_ACTIONS), np.int32)
        found = np.zeros(len(states), np.int32)
        self.loops.legal_many(states, np.asarray(seats, np.int32), actions, found)
        return actions, found

    def play_many(
        self, states: Records, seats: Integers, actions: Integers, chances: Records
    ) -> None:
        """Play one action in every state. Actions are not checked: take them from `legal_many`."""
        same_length(states=states, seats=seats, actions=actions, chances=chances)
        self.loops.play_many(
            states, np.asarray(seats, np.int32), np.asarray(actions, np.int32), chances, SILENT
        )

    def random_playouts(self, states: Records, chances: Records) -> tuple[int, Returns]:
        """Play every state to its end at random; return the number of moves and all returns."""
        same_length(states=states, chances=chances)
        returns = np.zeros((len(states), self.max_players))
        actions = np.zeros(self.rules.MAX_ACTIONS, np.int32)
        return int(self.loops.random_playouts(states, chances, returns, actions, SILENT)), returns

    # === COMPILING ===

    def prepare(self, progress: Progress | None = None) -> None:
        """Compile everything that a match needs, or load it from the cache.

        `progress` also gets the verbs one by one. Without it the loops are enough: they contain the
        verbs, which would otherwise be in memory twice.
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


def same_length(**arrays: Sized) -> None:
    """Raise ValueError unless all arrays have one length."""
    lengths = {name: len(array) for name, array in arrays.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"invalid arrays: got lengths {lengths}, expected arrays of one length")
