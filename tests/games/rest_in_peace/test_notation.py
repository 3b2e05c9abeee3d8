"""Moves, positions and views of Rest in Peace."""

import copy
import json
from typing import Any

import pytest

import spookhouse
from spookhouse.games.rest_in_peace import notation
from spookhouse.kernel.contract import Json
from support.rest_in_peace import position, table

GAME = spookhouse.game("rest-in-peace")

# === Moves ===

TEXTS = """
g5 p4 p2=4 p10=3 p11=g5 p11=p8 p16=2 p17=1 p18=6 p19=own p19=opp p20=own p20=opp p21=1,1 p22=g3
p22=p4 p25=2,5 p26=1 p28=4,7 p11 trip end keep skip
"""


@pytest.mark.parametrize("text", [*TEXTS.split(), "carry g5", "carry p8", "place g3", "place p7"])
def test_texts_read_back(text: str) -> None:
    action = notation.read_move(text)
    assert action is not None
    assert notation.write_move(action) == text


@pytest.mark.parametrize(
    "text",
    [
        "g7",
        "g0",
        "p30",
        "p21=2,1",
        "p25=2,2",
        "p25=5,2",
        "p28=1,4",
        "p28=4,4",
        "p19=me",
        "p4=1",
        "p11=5",
        "carry 5",
        "G5",
        "",
    ],
)
def test_other_texts_are_no_moves(text: str) -> None:
    assert notation.read_move(text) is None


def test_an_invalid_action_has_no_text() -> None:
    with pytest.raises(ValueError, match="invalid action: got -1"):
        notation.write_move(-1)


# === Positions ===

FULL = position(
    ("g5 p10=3 p16:4 p25=2,5", "g1* p8"),
    ("1 3", "6"),
    ("9", "11"),
    ("p7? g3? p13!", "g2?"),
    {1: ("g1 g2", "g3"), 2: ("", "g4")},
    known=[["3"], []],
    tripped=[0, 4],
    played=2,
    discards=[["g2"], []],
    shown=[True, False],
)


def test_a_position_loads_and_is_equal() -> None:
    match = GAME.load(json.loads(json.dumps(FULL)), seed=1)
    assert match.position() == FULL
    assert list(match.position()) == [
        *(
            "game",
            "options",
            "phase",
            "round",
            "starter",
            "turn",
            "line",
            "decks",
            "hands",
            "known",
            "reserves",
            "rows",
        ),
        *("discards", "removed", "tokens", "played", "tripped", "shown"),
    ]


def test_hands_and_reserves_are_sorted() -> None:
    changed = position(("", ""), ("1 3 5", "6"), ("4 5 9", ""), known=[["1", "3"], []])
    expected = copy.deepcopy(changed)
    changed["hands"][0], changed["known"][0], changed["reserves"][0] = (
        ["5", "1", "3"],
        ["3", "1"],
        [9, 4, 5],
    )
    assert GAME.load(changed).position() == expected


def put(path: str, value: Any) -> Any:
    """Return a change of a position: `hands.0.1` is the second card of seat 0."""

    def change(found: dict[str, Any]) -> None:
        *way, last = [int(word) if word.isdigit() else word for word in path.split(".")]
        target: Any = found
        for word in way:
            target = target[word]
        target[last] = value

    return change


DEFECTS = [
    (put("phase", "night"), "phase is 'night', expected one of turn, carry, place, tenth, over"),
    (put("round", 11), "round is 11, expected a whole number from 1 to 10"),
    (put("starter", 2), "starter is 2"),
    (put("turn", None), "turn is None"),
    (put("played", -1), "played is -1"),
    (put("tripped", [0]), "tripped has 1 entries, expected 2"),
    (put("tripped", [9, 0]), "tripped[0] is 9, expected 0, 3 or 4"),
    (
        lambda found: found.update(tripped=[4, 0], played=1, turn=0),
        "tripped[0] is 4, expected 0 once a card was played in the turn (RIP Card 6)",
    ),
    (put("shown", [1, 0]), "shown[0] is 1, expected true or false"),
    (put("line", []), "line has 0 entries, expected 10"),
    (put("line.4", 7), "line[4] is 7, expected an object"),
    (put("line.4.psychic", 31), "line[4].psychic is 31"),
    (put("line.9.psychic", 29), "line[9].psychic is 29, expected null"),
    (put("line.4.open", False), "line[4].open is False, expected true"),
    (put("line.4.tokens", ["castle", "manor"]), "expected manors before castles"),
    (put("line.4.tokens", ["house"]), "line[4].tokens[0] is 'house'"),
    (put("line.4.tokens", []), "tokens: "),
    (put("line.2.psychic", None), "8 Psychic cards in all, expected 9 (missing)"),
    (put("reserves.0", [9, 11]), "Psychic card 11: 2 in all, expected at most 1 (duplicate)"),
    (put("reserves.0", [30]), "reserves[0][0] is 30"),
    (put("hands.0.0", "7"), "hands[0][0] is '7'"),
    (put("hands.0", ["1"]), "seat 0, Ghost cards of value 3: 3 in all, expected 4 (missing)"),
    (
        put("hands.1", ["6", "6"]),
        "seat 1, Ghost cards of value 6: 2 in all, expected 1 (duplicate)",
    ),
    (put("known.0", ["6"]), "known[0] lists cards that are not in hands[0]"),
    (put("removed", [31]), "removed[0] is 31"),
    (put("discards.0", ["x2"]), "discards[0][0] is 'x2'"),
    (put("tokens.0", 3), "tokens[0] is 3"),
    (put("tokens.0.manor", 5), "manor tokens: 10 in all, expected 6 (duplicate)"),
    (put("tokens.0", {"manor": 1}), "tokens[0].castle is missing"),
    (put("rows", [[[], []]]), "rows has 1 entries, expected 10"),
    (put("rows.0", [[]]), "rows[0] is [[]], expected two lists of cards"),
    (put("rows.2.0.0", "g5"), "rows[2][0][0] is 'g5', expected an object"),
    (put("rows.2.0.0", {"card": "p31"}), "rows[2][0][0] is {'card': 'p31'}"),
    (put("rows.2.0.0", {"card": ["g5"]}), "rows[2][0][0] is {'card': ['g5']}"),
    (put("rows.2.0.0.sort", 1), "rows[2][0][0].sort is not a key of this format"),
    (put("rows.2.0.0.named", [3]), "rows[2][0][0].named is [3], expected no such key"),
    (put("rows.2.0.1.named", [3, 4]), "rows[2][0][1].named is [3, 4], expected a list of 1 values"),
    (put("rows.2.0.3.named", [5, 2]), "expected a list of 2 values from 1 to 6, ascending"),
    (put("rows.2.0.2.as", 7), "rows[2][0][2].as is 7, expected a whole number from 1 to 6"),
    (put("rows.2.0.0.as", 5), "rows[2][0][0].as is 5, expected no such key"),
    (put("rows.2.0.0.carried", False), "rows[2][0][0].carried is False"),
    (put("rows.0.0.0.carried", True), "rows[0][0][0].carried is True"),
    (put("rows.2.0.0.open", False), "rows[2][0][0].open is False"),
    (put("rows.2.0.0.debt", True), "rows[2][0][0].debt is True"),
    (put("rows.9.0.1.resolved", True), "rows[9][0][1].resolved is True"),
    (put("rows.5", [[{"card": "g6"}], []]), "rows[5][0] holds cards, but round 6 has not begun"),
    (put("rows.2.0", [{"card": "g1"}] * 31), "rows[2][0] has 31 entries, expected at most 30"),
    (put("phase", "tenth"), "phase is 'tenth' in round 3"),
    (put("phase", "carry"), "phase is 'carry', but seat 0 has nothing to carry (RIP Card 15)"),
    (put("phase", "place"), "played is 2, expected 0 outside phase 'turn'"),
    (put("phase", "over"), "phase is 'over' before the 10th round, but nobody has"),
    (put("extra", 1), "'extra' is not a key of this format"),
]


@pytest.mark.parametrize(
    ("change", "defect"), DEFECTS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_defects(change: Any, defect: str) -> None:
    found = copy.deepcopy(FULL)
    change(found)
    if defect.startswith("rows[5]"):
        found["decks"][0].remove("6")
    with pytest.raises(spookhouse.BrokenPosition) as broken:
        GAME.load(found)
    assert defect in str(broken.value)


@pytest.mark.parametrize("key", [key for key in FULL if key not in ("game", "options")])
def test_missing_keys(key: str) -> None:
    with pytest.raises(spookhouse.BrokenPosition, match=f"{key} is missing"):
        GAME.load({k: v for k, v in FULL.items() if k != key})


CONTRADICTIONS = [
    ({"decks": ("", ""), "shown": [True, False]}, "shown[0] is true, but deck 0 is empty"),
    (
        {"phase": "place", "hands": ("", "1")},
        "phase is 'place', but seat 0 has nothing to place (RIP 3.4)",
    ),
    (
        {"won": ((4, 0), (0, 0))},
        "seat 0 has 4 Manors or 3 Castles: expected phase 'over' (RIP 3.3)",
    ),
    ({"won": ((4, 0), (0, 3)), "phase": "over"}, "both seats have 4 Manors or 3 Castles"),
    ({"round": 10, "phase": "turn"}, "phase is 'turn' in round 10"),
    (
        {"round": 10, "rows": ("g1", "g2")},
        "turn is 0, but nobody has a card to resolve now (RIP 6.2)",
    ),
    (
        {"round": 10, "rows": ("p10", "p17"), "turn": 1},
        "turn is 1, but seat 0 has a card to resolve now (RIP 6.2)",
    ),
    (
        {"round": 10, "rows": ("p10", "p17"), "phase": "over"},
        "phase is 'over', but seat 0 has a card to resolve (RIP 6.2)",
    ),
    (
        {"round": 10, "rows": ("p10 g1?", "p17")},
        "rows[9][0] holds a card face down, but the 10th round has begun (RIP 6.1)",
    ),
    (
        {"tenth": ("p10=3+", "")},
        "rows[9][0] holds a resolved card, but the 10th round has not begun (RIP 6.2)",
    ),
    (
        {"rows": ("p12", "g1"), "level": 0},
        "rows[2][0][0] is {'card': 'p12'}, expected an object with a card of this game",
    ),
]


@pytest.mark.parametrize(
    ("others", "defect"), CONTRADICTIONS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_contradictions(others: dict[str, Any], defect: str) -> None:
    with pytest.raises(spookhouse.BrokenPosition) as broken:
        table(**({"hands": ("1", "1")} | others))
    assert defect in str(broken.value)


def test_too_many_psychic_cards() -> None:
    with pytest.raises(spookhouse.BrokenPosition, match="10 Psychic cards in all, expected 9"):
        table(reserves=("1 2 3 4 5 6 7 8", ""), removed=[9, 10], hands=("1", "1"))


def test_paid_and_resolved_cards_of_the_tenth_round_load() -> None:
    match = table(("p21:6+ p10=3+ p16*", "p19"), round=10, turn=1, hands=("1", "1"))
    assert match.position() == position(
        ("p21:6+ p10=3+ p16*", "p19"), round=10, turn=1, hands=("1", "1")
    )


def test_every_defect_is_listed() -> None:
    found = copy.deepcopy(FULL) | {"phase": "night", "round": 0}
    with pytest.raises(spookhouse.BrokenPosition) as broken:
        GAME.load(found)
    assert "phase" in str(broken.value)
    assert "round" in str(broken.value)


# === Options ===


def test_options() -> None:
    assert GAME.new(seed=1).options == {"level": 0, "learning": False}
    assert GAME.new(seed=1, players=2).players == 2
    for given in ({"level": 5}, {"level": True}, {"learning": 1}, {"players": 3}):
        with pytest.raises(spookhouse.BadOption):
            GAME.new(**given)


# === Views ===


def test_how_a_total_comes_about() -> None:
    """Each card shows its base value, bonuses and penalties."""
    match = table(("g3 p8 g2 p10=3 p23", "p17=2 p26=3 g1"), ("1", "1"))
    side = match.view(0)["rows"][2][0]
    plain: Json = {"bonuses": [], "penalties": [], "overruled": None}
    assert side == {
        "total": 11,
        "cards": [
            {
                "card": "g3",
                **plain,
                "base": 3,
                "bonuses": [{"psychic": 10, "plus": 2}, {"psychic": 26, "plus": 3}],
                "counts": 8,
            },
            {"card": "p8", **plain, "base": None, "counts": 0},
            {
                "card": "g2",
                **plain,
                "base": 2,
                "bonuses": [{"psychic": 8, "plus": 1}],
                "penalties": [{"psychic": 17, "minus": 2}],
                "counts": 1,
            },
            {"card": "p10", "named": [3], **plain, "base": None, "counts": 0},
            {"card": "p23", **plain, "base": 1, "counts": 2},
        ],
    }


@pytest.mark.parametrize(
    ("rows", "overruled", "counts"),
    [
        (("g1 g3", "p12"), [12, None], [0, 3]),
        (("g1 p29 p8", ""), [29, None, 29], [1, 0, 1]),
        (("p8 g2", ""), [None, None], [0, 3]),
    ],
)
def test_cards_that_overrule_a_value(
    rows: tuple[str, str], overruled: list[int | None], counts: list[int]
) -> None:
    cards = table(rows, ("1", "1")).view(1)["rows"][2][0]["cards"]
    assert [card["overruled"] for card in cards] == overruled
    assert [card["counts"] for card in cards] == counts


def test_totals_are_the_sums_of_the_cards() -> None:
    for seed in range(6):
        match = GAME.new(seed=seed, level=4)
        while match.waiting:
            seat = match.waiting[0]
            moves = match.legal(seat)
            match.play(seat, moves[(len(match.moves) * 7 + seed) % len(moves)])
            for sides in match.view(seat)["rows"]:
                assert all(
                    side["total"] == sum(card["counts"] for card in side["cards"]) for side in sides
                )


def test_the_keys_of_a_view() -> None:
    view = table(("p25=1,2", "g3"), ("1 3", "1"), ("8", "")).view(0)
    assert {*view} == {
        *(
            "game",
            "options",
            "seat",
            "phase",
            "round",
            "starter",
            "turn",
            "line",
            "reserves",
            "discards",
            "removed",
            "tokens",
            "played",
        ),
        *("tripped", "shown", "decks", "hands", "rows", "sheet", "banned", "bound", "ending"),
    }
    assert (view["seat"], view["banned"]) == (0, [1, 2])
    json.dumps(view)


@pytest.mark.parametrize(
    ("rows", "turn", "bound"),
    [
        (("g3", "g1"), 0, [[], []]),
        (("g3 p14", "p24"), 0, [[24], [14]]),
        (("p25=1,2", "g3"), 0, [[25], [25]]),
        (("p14 p29", "p24"), 1, [[], []]),
    ],
)
def test_cards_that_restrict_a_seat(
    rows: tuple[str, str], turn: int, bound: list[list[int]]
) -> None:
    """Cards 14, 24 and 25 do, unless Card 29 has ended them."""
    match = table(rows, ("1 3", "1 3"), turn=turn)
    assert [match.view(seat)["bound"] for seat in (0, 1, None)] == [bound] * 3


def test_a_tripped_seat_is_bound() -> None:
    assert table(("g3", "g1"), ("1", "1"), tripped=[3, 0]).view(1)["bound"] == [[6], []]


GOES_ON = {"withdraws": False, "lone_card": False, "wins": None, "psychic": None}
LOST = {**GOES_ON, "withdraws": True, "psychic": 0}


@pytest.mark.parametrize(
    ("rows", "more", "ending"),
    [
        (("g3", "g1"), {}, GOES_ON),
        (("g3", "g3"), {}, LOST),
        (("g3", "g3 p1"), {}, {**LOST, "psychic": 1}),
        (("g5", "g1 p14"), {"played": 1}, {**LOST, "lone_card": True}),
        (("g1", "g3"), {"won": ((0, 0), (3, 0))}, {**LOST, "wins": "manors", "psychic": None}),
    ],
)
def test_the_preview_of_the_end_of_a_turn(rows: tuple[str, str], more: Any, ending: Any) -> None:
    """The position is left alone, and ending the turn has the announced result."""
    match = table(rows, ("", "4"), turn=0, **more)
    assert [match.view(seat)["ending"] for seat in (0, 1, None)] == [ending] * 3
    match.play(0, "end")
    assert any(e["event"] == "withdrew" for e in match.events) == ending["withdraws"]
    assert (match.outcome.reason if match.outcome else None) == ending["wins"]
    assert [e["seat"] for e in match.events if e["event"] == "psychic-taken"] == (
        [] if ending["psychic"] is None else [ending["psychic"]]
    )
