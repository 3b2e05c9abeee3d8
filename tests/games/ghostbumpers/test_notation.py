"""Ghostbumpers as text: moves, positions and their defects, views."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import spookhouse
from spookhouse.games.ghostbumpers import move_notation, notation, positions
from support.ghostbumpers import load, play, position, table

GAME = spookhouse.game("ghostbumpers")

# === Moves ===


def test_the_vocabulary() -> None:
    texts = [notation.write_move(action) for action in notation.VOCABULARY]
    assert texts[:7] == [f"scare {level}" for level in range(7)]
    assert texts[-10:] == [f"drop {card}" for card in (*range(1, 10), "0/10")]
    assert sorted(texts[7:-10]) == sorted(
        [f"{v}x{n}" for v in range(1, 10) for n in range(1, 8)]
        + [f"{v}x{n}" for v in (0, 10) for n in range(1, 5)]
    )
    assert [notation.read_move(text) for text in texts] == list(notation.VOCABULARY)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "scare 7",
        "scare",
        "0x5",
        "10x5",
        "5x0",
        "5x8",
        "11x1",
        "05x1",
        "5X1",
        " 5x1",
        "drop 10",
        "drop 0",
        "drop",
        "0/10x1",
    ],
)
def test_texts_that_name_no_move(text: str) -> None:
    assert notation.read_move(text) is None


def test_a_number_that_is_no_action() -> None:
    with pytest.raises(ValueError, match="invalid action: got 11, expected one of Ghostbumpers"):
        notation.write_move(move_notation.play_of(0, 5))


# === Positions ===


def test_a_position_has_the_keys_of_the_format_in_its_order() -> None:
    found = GAME.new(players=3, seed=5).position()
    assert tuple(found) == positions.KEYS
    assert found["options"] == {"players": 3, "rounds": 6, "target": None}
    assert found["characters"] == [{"cards": 7, "above": None}] * 3
    assert (found["trick"], found["owed"], found["dropped"]) == ([], 0, [None] * 3)


def test_hands_and_discard_are_sorted_when_they_are_read() -> None:
    found = position(["0/10 9 1", "6", "6"])
    found["hands"][0] = ["0/10", "1", "9"]
    found["discard"].reverse()
    read = load(found).position()
    assert read["hands"][0] == ["1", "9", "0/10"]
    assert read["discard"] == position(["0/10 9 1", "6", "6"])["discard"]


def test_the_first_card_of_the_deck_is_drawn_next() -> None:
    match = play(table(["8 8", "6", "6"], deck="3 1 2"), "8x2")
    assert match.position()["hands"][0] == ["3"]
    assert match.position()["deck"] == ["1", "2"]


def test_rounds_may_be_left_open() -> None:
    found = position(["9 7", "1 7", "2 7"])
    found["options"] = {"players": 3}
    assert load(found).position()["options"] == {"players": 3, "rounds": 6, "target": None}


ROUND_TRIPS = [
    position(["1", "2", "3"], phase="scare", characters="7/- 7/6 7/-"),
    position(
        ["3 4", "7 9", "1 2"], "6x1 7x2", phase="drop", owed=1, dropped=[None, "9", None], rest=2
    ),
    position(["3 4", "", "1 2"], "6x1 7x2", phase="drop", owed=0, rest=2),
    position(["9 7", "1 7", "2"], "2x1", leader=2, starter=1, turn=0, scores=[1, 2, 3], round=3),
    position(["9 7", "1 7", "2"], phase="over", turn=1, round=6),
    position(["9 7", "1 7", "2"], phase="over", turn=1, target=10, scores=[1, 10, 3]),
    position(["9", "1", "2", "3", "4", "5"], "10x2 0x1", target=25, rounds=3, round=9),
]


@pytest.mark.parametrize("found", ROUND_TRIPS, ids=lambda found: found["phase"])
def test_a_position_reads_back(found: dict[str, Any]) -> None:
    assert load(json.loads(json.dumps(found))).position() == found


@pytest.mark.parametrize("found", ROUND_TRIPS, ids=lambda found: found["phase"])
def test_a_loaded_position_can_be_played_to_the_end(found: dict[str, Any]) -> None:
    match = load(found)
    for _ in range(10_000):
        if not match.waiting:
            break
        seat = match.waiting[-1]
        match.play(seat, match.legal(seat)[-1])
    assert match.outcome is not None


def change(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda found: found.update(values)


def swap_card(found: dict[str, Any]) -> None:
    found["hands"][0][0] = "9" if found["hands"][0][0] != "9" else "8"


def scare(**values: Any) -> dict[str, Any]:
    return position(["1", "2", "3"], phase="scare", **values)


def dropping(**values: Any) -> dict[str, Any]:
    fields: dict[str, Any] = {"phase": "drop", "owed": 1, "rest": 2} | values
    return position(["3 4", "7 9", "1 2"], "6x1 7x2", **fields)


def over(**values: Any) -> dict[str, Any]:
    fields: dict[str, Any] = {"phase": "over", "turn": 1, "round": 6} | values
    return position(["9 7", "1 7", "2"], **fields)


def tricks(trick: str = "", **values: Any) -> dict[str, Any]:
    return position(["1 6", "2 6", "3 6"], trick, **values)


DEFECTS: list[tuple[dict[str, Any], Callable[[dict[str, Any]], Any], str]] = [
    (tricks(), lambda f: f.pop("deck"), "deck is missing"),
    (tricks(), change(extra=1), "'extra' is not a key of this format"),
    (tricks(), change(phase="luck"), "phase is 'luck', expected one of scare, play, drop, over"),
    (tricks(), change(turn=3), "turn is 3, expected a whole number from 0 to 2"),
    (tricks(), change(turn=None), "turn is None, expected a seat"),
    (
        tricks(),
        change(turn=1),
        r"turn is 1, expected 0: from the leader \(0\) to the left \(GB 3.1\)",
    ),
    (tricks("4x1"), change(turn=0), "turn is 0, expected 1"),
    (tricks(), change(starter="0"), "starter is '0', expected a whole number from 0 to 2"),
    (tricks(), change(leader=True), "leader is True"),
    (tricks(), change(round=0), "round is 0, expected a whole number from 1"),
    (tricks(), change(round=7), r"round is 7, but the game has 6 \(GB 6.1\)"),
    (tricks(), change(hands=[[], []]), "hands has 2 entries, expected 3"),
    (tricks(), change(deck="none"), "deck is 'none', expected a list"),
    (tricks(), change(deck=["10"]), r"deck\[0\] is '10', expected one of 1, 2"),
    (tricks(), swap_card, r"card 1: 3 in all, expected 4 \(missing\)"),
    (tricks(), swap_card, r"card 9: 5 in all, expected 4 \(duplicate\)"),
    (
        tricks(),
        change(hands=[[], [], []], deck=["1", "2", "3", "6", "6", "6"]),
        r"no seat holds a card: the round is over \(GB 2.3\)",
    ),
    (tricks(), change(owed=2), r"owed and dropped belong to phase 'drop' \(GB 3.5\)"),
    (tricks(), change(owed=7), "owed is 7, expected a whole number from 0 to 6"),
    (tricks(), change(dropped=[None, None]), "dropped has 2 entries, expected 3"),
    (
        tricks(),
        change(dropped=[None, None, "10"]),
        r"dropped\[2\] is '10', expected null or one of 1, 2",
    ),
    (tricks(), change(scores=[0, 0, -1]), r"scores\[2\] is -1"),
    (tricks(), change(trick=["4x1"]), r"trick\[0\] is '4x1', expected an object like"),
    (
        tricks("4x1"),
        lambda f: f["trick"][0].update({"as": 5}),
        r"trick\[0\].as is 5, expected 4, the card's own value",
    ),
    (
        tricks("10x1"),
        lambda f: f["trick"][0].update({"as": 5}),
        r"trick\[0\].as is 5, expected 0 or 10 \(GB 3.2\)",
    ),
    (
        tricks("4x1"),
        lambda f: f["trick"][0].update({"count": 5}),
        r"trick\[0\].count is 5, expected a whole number from 1 to 4",
    ),
    (
        tricks("4x1"),
        lambda f: f["trick"][0].update({"card": "A"}),
        r"trick\[0\].card is 'A', expected one of",
    ),
    (tricks("4x1"), lambda f: f["trick"][0].pop("seat"), r"trick\[0\].seat is missing"),
    (
        tricks("4x1 5x1"),
        lambda f: f["trick"].reverse(),
        r"trick\[1\] is of seat 0: expected entries from the leader \(0\) to the left",
    ),
    (
        tricks("4x1 5x1"),
        lambda f: f["trick"][1].update({"seat": 2}),
        r"trick has no entry of seat 1, whose turn is over \(GB 3.1\)",
    ),
    (tricks("4x1 5x1 7x1"), change(), r"everybody has played: the trick is over \(GB 3.1\)"),
    (tricks(), change(characters=[7, 7, 7]), r"characters\[0\] is 7, expected an object like"),
    (
        tricks(characters="7/3 7/7 7/3"),
        change(),
        r"characters\[1\].above is 7, expected a whole number from 0 to 6",
    ),
    (
        tricks(characters="7/3 2/2 7/3"),
        change(),
        r"characters\[1\].above is 2, expected a whole number from 0 to 1",
    ),
    (
        tricks(characters="0/0 7/3 7/3"),
        change(),
        r"characters\[0\].cards is 0, expected a whole number from 1 to 7",
    ),
    (
        tricks(characters="7/3 7/- 7/3"),
        change(),
        r"characters\[1\].above is null, "
        r"but all scare levels are set before the first trick \(GB 2.2\)",
    ),
    (scare(), change(turn=0), "turn is 0, expected null while several seats choose"),
    (
        scare(),
        change(leader=1),
        r"leader is 1, expected the starter \(0\) in phase 'scare' \(GB 2.3\)",
    ),
    (
        scare(characters="6/- 7/- 7/-"),
        change(),
        r"every character deck has 7 cards in phase 'scare' \(GB 1.3\)",
    ),
    (
        scare(characters="7/1 7/2 7/3"),
        change(),
        r"every scare level is set: expected phase 'play' \(GB 2.3\)",
    ),
    (
        scare(),
        change(hands=[[], [], []], deck=["1", "2", "3"]),
        r"no seat holds a card: expected hands of 9 \(GB 2.1\)",
    ),
    (
        position(["1", "2", "3"], "4x1", phase="scare"),
        change(),
        "trick is not empty, but no trick is played in phase 'scare'",
    ),
    (dropping(), change(turn=1), "turn is 1, expected null while several seats choose"),
    (
        dropping(deck="5"),
        change(),
        r"deck and discard must be empty in phase 'drop' \(GB 3.4, 3.5\)",
    ),
    (
        dropping(rest="discard"),
        change(),
        r"deck and discard must be empty in phase 'drop' \(GB 3.4, 3.5\)",
    ),
    (
        position(["3 4", "7 9", "1 2"], phase="drop", rest=2),
        change(),
        "trick is empty, but in phase 'drop' its last seat is drawing",
    ),
    (
        dropping(dropped=["3", "9", "1"]),
        change(),
        r"nobody has a card to drop: expected phase 'play' \(GB 3.5\)",
    ),
    (over(), change(turn=None), "turn is None, expected a seat"),
    (over(), change(round=5), r"phase is 'over' in round 5 of 6 \(GB 6.1\)"),
    (over(target=9), change(), r"phase is 'over' but nobody has 9 points \(GB 6.2\)"),
    (
        position(["9 7", "1 7", "2"], "4x1", phase="over", round=6),
        change(),
        "trick is not empty, but no trick is played in phase 'over'",
    ),
]


@pytest.mark.parametrize(
    ("found", "damage", "defect"),
    DEFECTS,
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_defects(
    found: dict[str, Any], damage: Callable[[dict[str, Any]], Any], defect: str
) -> None:
    found = json.loads(json.dumps(found))
    damage(found)
    with pytest.raises(spookhouse.BrokenPosition, match=defect):
        load(found)


def test_all_defects_are_listed() -> None:
    with pytest.raises(spookhouse.BrokenPosition) as caught:
        load(
            tricks()
            | {"phase": 3, "round": None, "scores": {}, "hands": [["x"], [], []], "characters": []}
        )
    assert len(caught.value.defects) >= 5


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 7},
        {"players": 3, "rounds": 0},
        {"players": 3, "target": 0},
        {"players": 3, "dawn": 3},
    ],
)
def test_options_that_cannot_be(options: dict[str, Any]) -> None:
    with pytest.raises(spookhouse.BadOption):
        GAME.new(seed=1, **options)
    with pytest.raises(spookhouse.BrokenPosition):
        load(tricks() | {"options": options})


# === Views ===


def test_the_view_of_a_seat() -> None:
    match = table(
        ["1 6", "2 6", "3"],
        "10x2",
        leader=2,
        deck="9 9",
        characters="7/1 6/2 5/3",
        scores=[3, 4, 5],
    )
    seen = match.view(0)
    assert (seen["seat"], seen["hand"], seen["hand_sizes"], seen["deck_size"]) == (
        0,
        ["1", "6"],
        [2, 2, 1],
        2,
    )
    assert seen["characters"] == [
        {"cards": 7, "above": 1},
        {"cards": 6, "above": None},
        {"cards": 5, "above": None},
    ]
    assert seen["trick"] == [{"seat": 2, "card": "0/10", "count": 2, "as": 10, "result": 2.1}]
    assert (seen["winning"], seen["turn"], seen["waiting"], seen["scores"]) == (
        2,
        0,
        [0],
        [3, 4, 5],
    )
    assert sorted(seen["unseen"]) == ["2", "3", "6", "9", "9"]
    assert not {"hands", "deck"} & set(seen)


def test_the_view_of_a_spectator() -> None:
    match = table(["1 6", "2 6", "3"], "10x2", leader=2, deck="9 9", characters="7/1 6/2 5/3")
    seen = match.view(None)
    assert (seen["hand"], seen["dropped"], seen["winning"]) == (None, None, 2)
    assert [deck["above"] for deck in seen["characters"]] == [None] * 3
    assert sorted(seen["unseen"]) == ["1", "2", "3", "6", "6", "9", "9"]


def test_nobody_is_winning_before_a_card_is_played() -> None:
    assert tricks()["trick"] == []
    assert load(tricks()).view(None)["winning"] is None
