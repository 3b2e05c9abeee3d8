"""Views in parts: what is written again, and what is not."""

from typing import Any

import numpy as np
import pytest

from spookhouse.kernel.parts import Parts
from spookhouse.kernel.rule import layout

RECORD = layout([("score", "i4"), ("turn", "i1"), ("secret", "i1"), ("hands", "i1", (2, 3))])
PARTS = Parts(
    RECORD,
    {
        "turn": ("turn", lambda facts, _: facts.turn),
        "score": ("score turn", lambda facts, _: facts.score * facts.turn),
        "won": ("score", lambda facts, _: facts.score > 9),
        "hand": ("hands", lambda facts, seat: None if seat is None else [*facts.hands]),
    },
    own=["hands"],
)


def facts(seat: int | None, **values: Any) -> Any:
    state = np.zeros(1, RECORD)
    for name, value in values.items():
        state[name] = value
    return PARTS.reader(seat)(state[0])


HANDS = [[1, 2, 3], [4, 5, 6]]


@pytest.mark.parametrize(("seat", "hand"), [(0, [1, 2, 3]), (1, [4, 5, 6]), (None, None)])
def test_all_parts_are_written_for_a_seat(seat: int | None, hand: list[int] | None) -> None:
    assert PARTS.write(facts(seat, score=5, turn=2, hands=HANDS), seat) == {"turn": 2, "score": 10, "won": False, "hand": hand}


@pytest.mark.parametrize(
    ("values", "changed"),
    [
        ({}, {}),
        ({"secret": 7}, {}),
        ({"turn": 3}, {"turn": 3, "score": 15}),
        ({"score": 10}, {"score": 20, "won": True}),
        ({"hands": [[1, 2, 3], [0, 0, 0]]}, {}),
        ({"hands": [[1, 2, 0], [4, 5, 6]]}, {"hand": [1, 2, 0]}),
    ],
)
def test_only_what_is_written_from_other_fields_is_written_again(values: dict[str, Any], changed: dict[str, Any]) -> None:
    start: dict[str, Any] = {"score": 5, "turn": 2, "hands": HANDS}
    assert PARTS.changes(facts(0, **start), facts(0, **(start | values)), 0) == changed


def test_fields_that_are_not_there_are_refused() -> None:
    with pytest.raises(ValueError, match="does not have: scroe"):
        Parts(RECORD, {"score": ("scroe", lambda facts, _: facts.scroe)})
