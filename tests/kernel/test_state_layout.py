"""The layout of states, and reading a whole one at once."""

import numpy as np
import pytest

from spookhouse.kernel.state_layout import layout, reader_of


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
