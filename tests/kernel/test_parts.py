"""Views in parts: what is written again, and what is not."""

from itertools import permutations
from typing import Any

import numpy as np
import pytest
from msgspec.json import decode

from spookhouse.games import game
from spookhouse.kernel.parts import Parts
from spookhouse.kernel.rule import layout
from spookhouse.kernel.seats import ALIKE, LOOKERS, SPECTATOR

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


START: dict[str, Any] = {"score": 5, "turn": 2, "hands": HANDS}


def changes(seat: int | None, **values: Any) -> dict[str, Any]:
    return changed_parts(PARTS, record(**START), record(**(START | values)), seat)


def changed_parts(parts: Parts, before: bytes, after: bytes, seat: int | None) -> dict[str, Any]:
    """As a match would find them, by a record's words."""
    looker = SPECTATOR if seat is None else seat
    words = [np.frombuffer(record, np.uint64) for record in (before, after)]
    bits = int(loops.differing(*words, parts.spots[looker]))
    found: dict[str, Any] = decode(parts.changes([seat], [bits] * LOOKERS, [memoryview(after)] * LOOKERS)[0])
    return found


def told(differs: dict[int, int], seats: list[int | None], views: dict[int, bytes]) -> list[Any]:
    """What lookers are told of whom it is known what differs, and what they see now."""
    rows = [memoryview(views.get(looker, b"")) for looker in range(LOOKERS)]
    return [decode(found) for found in PARTS.changes(seats, [differs.get(looker, 0) for looker in range(LOOKERS)], rows)]


def test_who_sees_the_same_is_told_the_same_in_any_order() -> None:
    """Of what is nobody's own; one between them who sees something else is told that."""
    turn, hands = (1 << PARTS.fields.index(field) for field in ("turn", "hands"))
    same, other = record(score=5, turn=3, hands=HANDS), record(score=1, turn=4, hands=HANDS)
    differs = {0: turn | hands | ALIKE, 1: turn | hands, SPECTATOR: turn | ALIKE}
    views = {0: same, 1: other, SPECTATOR: same}
    expected: dict[int | None, Any] = {0: {"turn": 3, "score": 15, "hand": [1, 2, 3]}, 1: {"turn": 4, "score": 4, "hand": [4, 5, 6]}}
    expected[None] = {"turn": 3, "score": 15}
    for seats in permutations(expected):
        assert told(differs, [*seats], views) == [expected[seat] for seat in seats]


@pytest.mark.parametrize(
    ("one", "other", "bits", "alike"),
    [
        ({}, {}, 0, True),
        ({}, {"hands": [[0, 0, 0], [9, 9, 9]]}, 0, True),
        ({}, {"secret": 1}, 0, True),
        ({}, {"turn": 5}, 0, False),
        ({}, {}, "turn", False),
        ({}, {}, "hands", True),
    ],
)
def test_lookers_are_alike_if_they_see_the_same_of_what_is_nobodys_own(one: dict[str, Any], other: dict[str, Any], bits: Any, alike: bool) -> None:
    words = [np.frombuffer(record(**(START | values)), np.uint64) for values in (one, other)]
    differ = 1 << PARTS.fields.index(bits) if bits else 0
    assert loops.are_alike(*words, PARTS.spots[0][: PARTS.common], differ) == alike


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
        assert changed_parts(parts, record(), record(turn=turn), None) == {"turn": turn}
    assert written == [1, 2, 3, 4, 1]


def test_fields_that_are_not_there_are_refused() -> None:
    with pytest.raises(ValueError, match="does not have: scroe"):
        Parts(RECORD, {"score": ("scroe", lambda facts, _: facts.scroe)})
    many = layout([(f"field{number}", "i1") for number in range(64)])
    with pytest.raises(ValueError, match="64 fields; there may be 62"):
        Parts(many, {"all": (" ".join(f"field{number}" for number in range(64)), lambda facts, _: 0)})
