"""The decorator `rule`: one source, run interpreted, compiled, or called from a CUDA kernel.

Set `SPOOKHOUSE_INTERPRET=1` before the first import to run every rule as plain Python, for
debugging or to measure coverage.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar, cast

from numba import njit, types

from spookhouse.kernel.compile_cache import cache_folder, use_cache

INTERPRETED = os.environ.get("SPOOKHOUSE_INTERPRET", "") not in ("", "0")

Result = TypeVar("Result")


class CompiledRule(Protocol):
    """What Numba makes of a rule, apart from calling it."""

    py_func: Callable[..., int]
    # Private to Numba: tests/kernel/test_private_apis.py names it.
    get_call_template: Callable[[Sequence[types.Type], Mapping[str, types.Type]], object]

    def compile(self, signature: tuple[types.Type, ...], /) -> object:
        """Compile for these types, or load the result from the cache."""


def rule(function: Callable[..., Result]) -> Callable[..., Result]:
    """Compile a function for the CPU on its first call with new types.

    A CUDA kernel that calls the rule compiles the same source again. Rules carry no annotations:
    Numba infers their types from each call.
    """
    if INTERPRETED:
        return function
    callee = njit(cache=True, nogil=True)(function)
    compiled = cast(CompiledRule, callee)
    resolve = compiled.get_call_template
    compiled.get_call_template = lambda args, kws: resolve(
        tuple(map(widen, args)), {name: widen(kind) for name, kind in dict(kws).items()}
    )
    return cast(Callable[..., Result], callee)


def uncompiled(function: Callable[..., int]) -> Callable[..., int]:
    """Return the plain Python function of a rule; for a few shifts it is faster to call."""
    return function if INTERPRETED else cast(CompiledRule, function).py_func


def widen(kind: types.Type) -> types.Type:
    """Return int64 for every integer type, and other types as they are.

    Otherwise Numba would compile a rule anew for every constant and every width of an integer.
    """
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer | types.Boolean) else kind


if not INTERPRETED:
    use_cache(cache_folder())
