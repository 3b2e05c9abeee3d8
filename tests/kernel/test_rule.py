"""The decorator `rule`."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from spookhouse.kernel.contract import Array
from spookhouse.kernel.rule_decorator import INTERPRETED, rule


@rule
def add(a: int, b: int) -> int:
    return a + b


@rule
def sum_up(pile: Array) -> int:
    total = add(0, 1)
    for i in range(len(pile)):
        total = add(total, pile[i])
    return add(total, True)


def test_a_rule_runs() -> None:
    assert sum_up(np.array([1, 2, 3], np.int8)) == 8


@pytest.mark.compiled
def test_a_rule_is_compiled_once_for_all_integers() -> None:
    sum_up(np.array([1, 2, 3], np.int8))
    compiled_add: Any = add
    compiled_sum: Any = sum_up
    compiled_sum.recompile()  # if it came from the cache, `add` was not needed so far
    assert len(compiled_add.signatures) == 1


def test_importing_the_package_is_cheap() -> None:
    """`import spookhouse` loads neither the compiler nor NumPy."""
    code = (
        "import sys, spookhouse; "
        "print([name for name in ('numba', 'numpy', 'rich') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_rules_are_compiled_unless_interpreted() -> None:
    assert hasattr(add, "py_func") != INTERPRETED
