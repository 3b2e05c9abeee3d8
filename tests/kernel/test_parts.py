"""Views in parts: what is written again, and what is not."""

from typing import Any

import numpy as np
import pytest
from msgspec import Raw
from msgspec.json import decode

from spookhouse.games import game
from spookhouse.kernel.parts import Parts
from spookhouse.kernel.rule import layout
from spookhouse.kernel.seats import SPECTATOR

loops = game("ghooost").loops
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


def record(**values: Any) -> bytes:
    state = np.zeros(1, RECORD)
    for name, value in values.items():
        state[name] = value
    return state.tobytes()


HANDS = [[1, 2, 3], [4, 5, 6]]


@pytest.mark.parametrize(("seat", "hand"), [(0, [1, 2, 3]), (1, [4, 5, 6]), (None, None)])
def test_all_parts_are_written_for_a_seat(seat: int | None, hand: list[int] | None) -> None:
    facts = PARTS.reader(seat)(record(score=5, turn=2, hands=HANDS))
    assert PARTS.write(facts, seat) == {"turn": 2, "score": 10, "won": False, "hand": hand}


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
    assert changes(0, **values) == changed


def changes(seat: int | None, **values: Any) -> dict[str, Any]:
    start: dict[str, Any] = {"score": 5, "turn": 2, "hands": HANDS}
    found = changed_parts(PARTS, record(**start), record(**(start | values)), seat)
    return {name: decode(part) for name, part in found.items()}


def changed_parts(parts: Parts, before: bytes, after: bytes, seat: int | None) -> dict[str, Raw]:
    """As a match would find them, by a record's words."""
    words = [np.frombuffer(record, np.uint64) for record in (before, after)]
    spots = parts.spots[SPECTATOR if seat is None else seat]
    return parts.changes(int(loops.differing(*words, spots)), after, seat)


def test_each_is_told_of_its_own_hand() -> None:
    """Also where the same bytes were written for another seat before; spectators are told of none."""
    hands = [[7, 8, 9], [7, 8, 9]]
    assert [changes(seat, hands=hands) for seat in (0, 1, None)] == [{"hand": [7, 8, 9]}, {"hand": [7, 8, 9]}, {}]
    assert [changes(seat, hands=[HANDS[0], [0, 0, 1]]) for seat in (0, 1, None)] == [{}, {"hand": [0, 0, 1]}, {}]


def test_what_was_written_before_is_not_written_again_and_forgotten_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    written = []

    def write(facts: Any, seat: int | None) -> int:
        written.append(facts.turn)
        return int(facts.turn)

    parts = Parts(RECORD, {"turn": ("turn", write)})
    monkeypatch.setattr("spookhouse.kernel.parts.REMEMBERED", 3)
    for turn in (1, 1, 2, 3, 3, 4, 1):
        assert decode(changed_parts(parts, record(), record(turn=turn), None)["turn"]) == turn
    assert written == [1, 2, 3, 4, 1]


def test_fields_that_are_not_there_are_refused() -> None:
    with pytest.raises(ValueError, match="does not have: scroe"):
        Parts(RECORD, {"score": ("scroe", lambda facts, _: facts.scroe)})
    many = layout([(f"field{number}", "i1") for number in range(64)])
    with pytest.raises(ValueError, match="64 fields; there may be 63"):
        Parts(many, {"all": (" ".join(f"field{number}" for number in range(64)), lambda facts, _: 0)})
