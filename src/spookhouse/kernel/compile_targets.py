"""What a match of a game needs compiled, as a list of jobs."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, cast

from numba import float64, from_dtype, int16, int32, int64, types

from spookhouse.kernel.chance import CHANCE
from spookhouse.kernel.rule_decorator import CompiledRule

if TYPE_CHECKING:
    from spookhouse.kernel.game import Game

Job: TypeAlias = tuple[str, Callable[[], object]]  # a name, and what to do


def compile_jobs(game: "Game", *, verbs: bool) -> list[Job]:
    """Return what a match needs compiled; with `verbs` also each verb that the loops call."""
    rules, loops = game.rules, game.loops
    state, chance = from_dtype(rules.STATE), from_dtype(CHANCE)
    actions, tape, returns = int32[::1], int16[:, ::1], float64[::1]
    match, scratch = from_dtype(loops.MATCH)[::1], from_dtype(loops.SCRATCH)[::1]
    records = state[::1]
    inlined = [
        compile_job("setup", rules.setup, state, chance),
        compile_job("waiting", rules.waiting, state),
        compile_job("legal", rules.legal, state, int64, actions),
        compile_job("play", rules.play, state, int64, int64, chance, tape),
        compile_job("conceal", rules.conceal, state, int64),
        compile_job("imagine", rules.imagine, state, int64, chance),
    ]
    return [
        *(inlined if verbs else []),
        compile_job("outcome", rules.outcome, state, returns),
        compile_job("ranks", rules.ranks, state, actions),
        compile_job("deal", loops.deal, match, scratch),
        compile_job("survey", loops.survey, match, scratch),
        compile_job("list_actions", loops.list_actions, match, scratch, int64),
        compile_job("step", loops.step, match, scratch, int64, int64, int64),
        compile_job("conceal", loops.conceal, match, records, int64),
        ("a first move", lambda: rehearse(game)),
    ]


def compile_job(name: str, function: Callable[..., object], *arguments: types.Type) -> Job:
    """Return a job that compiles a rule for arguments of these types."""
    return name, lambda: cast(CompiledRule, function).compile(arguments)


def rehearse(game: "Game") -> None:
    """Play and view a first move, which compiles what views ask of the rules."""
    match = game.new(seed=0)
    seat = match.waiting[0]
    match.apply(seat, match.actions(seat)[0])
    match.view(seat)
