"""Views in parts: what they show, what is written again after a move, and what is not."""

from typing import Any

import numpy as np
import pytest
from msgspec.json import decode

from spookhouse.games import game
from spookhouse.kernel.parts import Part, Parts, Told, counted, listed, number
from spookhouse.kernel.rule import layout
from spookhouse.kernel.scribe import write_parts
from spookhouse.kernel.seats import LOOKERS, SPECTATOR

loops = game("ghooost").loops
RECORD = layout(
    [
        *(
            ("score", "i4"),
            ("scores", "i4", (3,)),
            ("turn", "i1"),
            ("secret", "i1"),
            ("players", "i1"),
            ("height", "i1"),
        ),
        *(("hands", "i1", (2, 3)), ("known", "i1", (3, 3)), ("pile", "i1", (4,))),
    ]
)
CARDS = {2: "ghost", 0: "cat", 1: 'the "Bat"'}  # as they are sorted
PARTS = Parts(
    RECORD,
    {
        "turn": number("turn"),
        "mover": number("turn", [None, "Ann", "Bob"], lowest=-1),
        "score": number("score"),
        "scores": listed("scores", "players"),
        "pile": listed("pile", "height", [("cat", 1), ("bat", 2)]),
        "hand": counted("hands", CARDS, 9),
        "known": counted("known", CARDS, 9, upto="players"),
    },
    own=["hands"],
)
HANDS = [[1, 2, 0], [0, 0, 1]]
START: dict[str, Any] = {
    "score": 5,
    "scores": [-120, 0, 9],
    "turn": 1,
    "players": 2,
    "hands": HANDS,
    "known": [[0, 1, 0], [0, 0, 0], [3, 3, 3]],
}
SHOWN = {
    "turn": 1,
    "mover": "Bob",
    "score": 5,
    "scores": [-120, 0],
    "pile": [],
    "known": [['the "Bat"'], []],
}


def record(**values: Any) -> bytes:
    state = np.zeros(1, RECORD)
    for name, value in (START | values).items():
        state[name] = value
    return state.tobytes()


def changed_parts(parts: Parts, before: bytes, after: bytes, seat: int | None) -> dict[str, Any]:
    """As a match would find and write them."""
    looker, told = SPECTATOR if seat is None else seat, Told(parts)
    words = [np.frombuffer(record, np.uint64) for record in (before, after)]
    bits = int(loops.differing(*words, parts.spots[looker]))
    letters = np.frombuffer(bytearray(after), np.uint8)
    told.sizes[looker] = write_parts(
        letters, parts.plans[looker], bits, parts.texts, told.room[looker]
    )
    found: dict[str, Any] = decode(told.by([looker])[0])
    return found


def changes(seat: int | None, **values: Any) -> dict[str, Any]:
    return changed_parts(PARTS, record(), record(**values), seat)


HAND_OF = {0: ["cat", 'the "Bat"', 'the "Bat"'], 1: ["ghost"], None: None}


@pytest.mark.parametrize("seat", HAND_OF)
def test_all_parts_are_written_for_a_seat(seat: int | None) -> None:
    assert PARTS.write(record(), seat) == SHOWN | {"hand": HAND_OF[seat]}


@pytest.mark.parametrize(
    ("values", "changed"),
    [
        ({}, {}),
        ({"secret": 7}, {}),
        ({"turn": -1}, {"turn": -1, "mover": None}),
        ({"score": -(2**31)}, {"score": -(2**31)}),
        ({"score": 2**31 - 1}, {"score": 2**31 - 1}),
        ({"score": 0}, {"score": 0}),
        ({"scores": [-120, 10, 9]}, {"scores": [-120, 10]}),
        (
            {"scores": [-120, 0, 1]},
            {"scores": [-120, 0]},
        ),  # what does not count has changed: it is told again
        (
            {"players": 3},
            {
                "scores": [-120, 0, 9],
                "known": [['the "Bat"'], [], ["ghost"] * 3 + ["cat"] * 3 + ['the "Bat"'] * 3],
            },
        ),
        ({"height": 3, "pile": [1, 0, 1, 0]}, {"pile": [["bat", 2], ["cat", 1], ["bat", 2]]}),
        ({"hands": [[1, 2, 0], [0, 0, 0]]}, {}),
        ({"hands": [[0, 0, 0], [0, 0, 1]]}, {"hand": []}),
        ({"hands": [[1, 0, 2], [0, 0, 1]]}, {"hand": ["ghost", "ghost", "cat"]}),
    ],
)
def test_only_what_is_written_from_other_fields_is_written_again(
    values: dict[str, Any], changed: dict[str, Any]
) -> None:
    assert changes(0, **values) == changed
    after = record(**values)
    assert PARTS.write(record(), 0) | changed == PARTS.write(after, 0)


def test_each_is_told_of_its_own_hand() -> None:
    """Spectators are told of none, and a seat for which there is no row neither."""
    hands = [[0, 0, 2], [0, 0, 2]]
    assert [changes(seat, hands=hands) for seat in (0, 1, 2, None)] == [
        {"hand": ["ghost"] * 2},
        {"hand": ["ghost"] * 2},
        {},
        {},
    ]
    assert [changes(seat, hands=[HANDS[0], [1, 0, 0]]) for seat in (0, 1, None)] == [
        {},
        {"hand": ["cat"]},
        {},
    ]


def test_all_at_their_longest_have_room() -> None:
    """And what no rules would write does not go beyond it."""
    worst = b"\xff" * RECORD.itemsize
    huge = np.frombuffer(bytearray(b"\x7f" * RECORD.itemsize), RECORD).copy()
    huge["score"], huge["scores"] = -(2**31), [-(2**31)] * 3
    for after in (worst, huge.tobytes()):
        told = Told(PARTS)
        letters = np.frombuffer(bytearray(after), np.uint8)
        size = write_parts(
            letters, PARTS.plans[0], (1 << len(PARTS.fields)) - 1, PARTS.texts, told.room[0]
        )
        assert 0 < size <= PARTS.longest
        assert decode(told.room[0][:size].tobytes()).keys() == PARTS.parts.keys()


def test_a_shown_list_can_be_changed_by_who_got_it() -> None:
    first = PARTS.write(record(height=1, pile=[1, 0, 0, 0]), 0)
    first["pile"][0].append("x")
    first["hand"].clear()
    assert PARTS.write(record(height=1, pile=[1, 0, 0, 0]), 0)["pile"] == [["bat", 2]]
    assert PARTS.write(record(), 0)["hand"] == HAND_OF[0]


def test_the_room_is_for_all_lookers() -> None:
    assert PARTS.plans.shape == (LOOKERS, len(PARTS.parts))
    assert Told(None).by([]) == []


UNFIT: dict[str, tuple[Part, str]] = {
    "a field that is not there": (number("scroe"), "does not have: scroe"),
    "a list as a number": (
        number("scores"),
        r"'it' cannot be written from 'scores', which is int32 of the shape \(3,\)",
    ),
    "a number as a list": (listed("turn", "players"), "cannot be written from 'turn'"),
    "wide counts": (counted("scores", CARDS, 9), "cannot be written from 'scores'"),
    "a wide limit": (
        listed("pile", "score"),
        "'score' says how many there are of 'pile', and must be a number of one byte",
    ),
    "a long text": (number("turn", ["w" * 300]), "a text of 302 bytes is too long"),
}


@pytest.mark.parametrize("case", UNFIT)
def test_what_cannot_be_written_is_refused(case: str) -> None:
    part, reason = UNFIT[case]
    with pytest.raises(ValueError, match=reason):
        Parts(RECORD, {"it": part})


def test_there_may_be_63_fields() -> None:
    many = layout([(f"field{place}", "i1") for place in range(64)])
    with pytest.raises(ValueError, match="64 fields; there may be 63"):
        Parts(many, {f"field{place}": number(f"field{place}") for place in range(64)})
    parts = Parts(many, {f"field{place}": number(f"field{place}") for place in range(63)})
    last = np.zeros(1, many)
    last["field62"] = 7
    assert changed_parts(parts, np.zeros(1, many).tobytes(), last.tobytes(), None) == {"field62": 7}
