"""The decorator `rule`, the layout of records, and the cache of compiled rules."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spookhouse.kernel import rule as module
from spookhouse.kernel.contract import Array
from spookhouse.kernel.rule import INTERPRETED, layout, reader_of, rule


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


def test_a_record_is_read_at_once() -> None:
    record = layout(
        [
            ("long", "i8"),
            ("scores", "i4", (3,)),
            ("one", "i4", (1,)),
            ("pile", "i1", (4,)),
            ("hands", "u1", (2, 3)),
            ("turn", "i1"),
        ]
    )
    state = np.zeros(1, record)[0]
    state.long, state.scores[:], state.one[0], state.pile[:], state.hands[1], state.turn = (
        -7,
        (1, -2, 3),
        9,
        (1, 2, 3, 4),
        (5, 6, 7),
        -1,
    )
    facts = reader_of(record)(state)
    assert facts[:6] == (
        -7,
        (1, -2, 3),
        (9,),
        bytes((1, 2, 3, 4)),
        (bytes(3), bytes((5, 6, 7))),
        -1,
    )
    assert facts.hands is facts[4]


def test_fields_are_attributes_and_fill_the_record() -> None:
    record = layout([("wide", "i4"), ("narrow", "i1")])
    assert record.itemsize == 8
    assert np.zeros(1, record)[0].narrow == 0


def test_a_copy_is_equal_byte_for_byte() -> None:
    records = np.zeros(3, layout([("wide", "i8"), ("narrow", "i1", (3,))]))
    records["narrow"] = 7
    assert records.copy().tobytes() == records.tobytes()


@pytest.mark.parametrize("fields", [[("round", "i4")], [("data", "i1")]])
def test_names_of_numpy_attributes_are_refused(fields: list[tuple[str, str]]) -> None:
    with pytest.raises(ValueError, match="invalid field name"):
        layout(fields)


def test_gaps_between_fields_are_refused() -> None:
    with pytest.raises(ValueError, match="expected wide fields before narrow"):
        layout([("narrow", "i1"), ("wide", "i4")])


def test_the_cache_is_named_after_a_digest_of_the_rules(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text("@rule\ndef f(): pass")
    (tmp_path / "words.py").write_text("words")
    monkeypatch.setattr(module, "PACKAGE", tmp_path)
    before = module.source_digest()
    (tmp_path / "words.py").write_text("other words")
    assert module.source_digest() == before
    (tmp_path / "a.py").write_text("@rule\ndef f(): return 1")
    assert module.source_digest() != before


def test_old_caches_are_deleted(tmp_path: Path) -> None:
    folders = [tmp_path / f"rules-{i}" for i in range(8)]
    for folder in folders:
        folder.mkdir()
    module.delete_old_caches(folders[0])
    assert folders[0].exists()
    assert len(list(tmp_path.iterdir())) == module.KEPT_CACHES


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
