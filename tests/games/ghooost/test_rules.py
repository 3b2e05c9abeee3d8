"""Ghooost! rule by rule: positions that show a rule and its edge.

Hands are listed by seat; seat 0 is to move. Every seat has a 14 in its mansion unless the position
says otherwise. The crypt is empty (it is after midnight) unless it is listed.
"""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import spookhouse
from spookhouse.games.ghooost.pieces import GHOSTS
from support.ghooost import ORDER, at, leads_to, play_on, position, table

GAME = spookhouse.game("ghooost")
PLAYERS = range(2, 7)
EMPTY = [""] * 6  # mansions


def three(hand: str, **others: Any) -> dict[str, Any]:
    """Return a position with the last cards of seat 0 in its hand, and two other seats."""
    return at([hand, "6 13", "7 13"], ["", "14", "14"], **others)


def refused(start: dict[str, Any], move: str) -> str:
    """Return the number of the rule that forbids seat 0 a move."""
    match = table(**start)
    with pytest.raises(spookhouse.IllegalMove) as error:
        match.play(0, move)
    return error.value.rule


# === 1 Pieces ===


def everything(position: dict[str, Any]) -> Counter[str]:
    rows = [*position["hands"], *position["mansions"], position["crypt"], position["discard"]]
    return (
        Counter(card for row in rows for card in row)
        + Counter(card for card, _ in position["cemetery"])
        + Counter(K=position["kitties"])
    )


@pytest.mark.rule("GH 1.1")
@pytest.mark.parametrize("players", PLAYERS)
def test_there_are_62_ghosts(players: int) -> None:
    expected = {str(value): 4 for value in range(1, 15)} | {"K": 2, "X": 4}
    assert everything(GAME.new(players=players, seed=players).position()) == expected
    assert sum(expected.values()) == 62


@pytest.mark.rule("GH 1.1")
def test_hands_are_sorted_1_to_14_then_kitty_then_miss_copy() -> None:
    """They stay sorted when cards come into them."""
    match = table(["K 9", "6"], cemetery="10 X10 1 14 2", kitties=1)
    assert play_on(match, "collect").position()["hands"][0] == [
        "1",
        "2",
        "9",
        "10",
        "14",
        "K",
        "K",
        "X",
    ]


@pytest.mark.rule("GH 1.2")
@pytest.mark.parametrize(
    ("family", "ghosts"),
    [
        ("Fearless", "1 K"),
        ("Scary", "3 12"),
        ("Special", "8 11 X"),
        ("Common", "2 4 5 6 7 9 10 13 14"),
    ],
)
def test_families(family: str, ghosts: str) -> None:
    assert (
        sorted((ghost.text for ghost in GHOSTS.values() if ghost.family == family), key=ORDER.index)
        == ghosts.split()
    )


@pytest.mark.rule("GH 1.2")
def test_the_ghosts_that_the_book_names() -> None:
    names = {ghost.text: ghost.name for ghost in GHOSTS.values()}
    named = {
        "1": "Scooty",
        "2": "Franky Jr",
        "3": "Cerberus",
        "8": "Twist",
        "11": "Skeletum",
        "12": "Igor",
        "K": "Kitty",
        "X": "Miss Copy",
    }
    assert names | named == names
    assert len(set(names.values())) == 16


@pytest.mark.rule("GH 1.3")
@pytest.mark.parametrize(("mode", "boos"), [("single", [0, 0, 0]), ("match", [0, 0, 1])])
def test_boo_tokens_are_for_match_play(mode: str, boos: list[int]) -> None:
    leads_to(at(["2", "4", "5"], EMPTY[:3], mode=mode), "2x1 4x1", {"boos": boos})


# === 2 Setup ===


@pytest.mark.rule("GH 2.1")
@pytest.mark.parametrize(
    ("players", "mansion", "crypt"), [(2, 12, 30), (3, 10, 20), (4, 8, 14), (5, 6, 12), (6, 4, 14)]
)
def test_the_deal(players: int, mansion: int, crypt: int) -> None:
    dealt = GAME.new(players=players, seed=5).position()
    assert [len(hand) for hand in dealt["hands"]] == [4] * players
    assert [len(cards) for cards in dealt["mansions"]] == [mansion] * players
    assert len(dealt["crypt"]) == crypt
    assert (dealt["cemetery"], dealt["kitties"], dealt["discard"], dealt["left"]) == ([], 0, [], [])


@pytest.mark.rule("GH 2.1")
def test_every_seed_is_another_shuffle() -> None:
    crypts = [tuple(GAME.new(players=4, seed=seed).position()["crypt"]) for seed in range(20)]
    assert len(set(crypts)) == 20
    assert GAME.new(players=4, seed=3).position() == GAME.new(players=4, seed=3).position()


@pytest.mark.rule("GH 2.2")
@pytest.mark.parametrize("players", PLAYERS)
def test_anybody_may_be_first(players: int) -> None:
    first = Counter(GAME.new(players=players, seed=seed).waiting for seed in range(40 * players))
    assert set(first) == {(seat,) for seat in range(players)}
    assert min(first.values()) > 20


@pytest.mark.rule("GH 2.2")
@pytest.mark.parametrize("mode", ["single", "match"])
@pytest.mark.parametrize("first", [0, 2])
def test_the_option_names_the_first_player(first: int, mode: str) -> None:
    """The seat starts the first round, and nothing more depends on the option."""
    for seed in range(5):
        match, random_start = (
            GAME.new(players=3, seed=seed, mode=mode, first=seat) for seat in (first, None)
        )
        assert match.waiting == (first,)
        found, dealt = match.position(), random_start.position()
        assert found["options"]["first"] == first
        same = ("hands", "mansions", "crypt", "direction", "scores")
        assert [found[key] for key in same] == [dealt[key] for key in same]


@pytest.mark.rule("GH 2.2")
@pytest.mark.parametrize("first", [3, -1, 6, True, "0", 1.0])
def test_only_a_player_may_be_first(first: Any) -> None:
    """The option is a seat number, 0 to players - 1."""
    with pytest.raises(spookhouse.BadOption, match="first"):
        GAME.new(players=3, first=first)


@pytest.mark.rule("GH 2.2", "GH 7.1")
def test_the_loser_of_a_round_starts_the_next() -> None:
    match = GAME.new(players=3, mode="match", first=1, seed=5)
    while match.position()["round"] == 1:
        seat = match.waiting[0]
        match.play(seat, match.legal(seat)[-1])
    assert match.waiting == (match.position()["last_boo"],)


@pytest.mark.rule("GH 2.2")
def test_the_loser_starts_the_rematch() -> None:
    options = GAME.settled({"players": 4, "dawn": 7})
    assert GAME.rematch(options, [2, 4, 1, 3]) == options | {"first": 1}


@pytest.mark.rule("GH 2.2")
def test_positions_from_before_the_option_was_there() -> None:
    """Positions without the option are read as null."""
    position = GAME.new(players=3, seed=1).position()
    del position["options"]["first"]
    assert GAME.load(position).position()["options"]["first"] is None


@pytest.mark.rule("GH 2.2")
@pytest.mark.parametrize(("direction", "turn"), [(1, 1), (-1, 3)])
def test_play_goes_round(direction: int, turn: int) -> None:
    """Play goes clockwise at first."""
    assert GAME.new(players=4, seed=1).position()["direction"] == 1
    leads_to(
        at(["5 6", "7", "8", "9"], direction=direction), "5x1", {"turn": turn, "waiting": (turn,)}
    )


PLACES = [
    # rule, position, moves, where the cards lie
    (
        "GH 2.3",
        at(["5 6", "7"], cemetery="4"),
        "5x1",
        {"cemetery": "4 5", "kitties": 0, "discarded": ""},
    ),
    (
        "GH 2.3",
        at(["K 6", "7"], cemetery="4"),
        "K",
        {"cemetery": "4", "kitties": 1, "discarded": ""},
    ),
    (
        "GH 2.3",
        at(["11 6", "7"], cemetery="4"),
        "11x1",
        {"cemetery": "", "kitties": 0, "discarded": "4 11"},
    ),
]


@pytest.mark.parametrize(("rule", "start", "moves", "expected"), PLACES)
def test_where_cards_lie(
    rule: str, start: dict[str, Any], moves: str, expected: dict[str, Any]
) -> None:
    leads_to(start, moves, expected)


# === 3 The turn ===


@pytest.mark.rule("GH 3")
def test_only_the_player_to_move_has_moves() -> None:
    match = table(["5 6", "7", "9"], turn=1)
    assert match.waiting == (1,)
    assert [match.legal(seat) for seat in range(3)] == [[], ["7x1"], []]


MOVES = [
    # rule, position, all legal moves
    ("GH 3.1.1", at(["5 5 X 9", "6"]), "5x1 5x1+X 5x2 5x2+X 9x1 9x1+X"),
    ("GH 3.1.1", at(["5 5 5 5 X X", "6"]), "5x1 5x1+X 5x2 5x2+X 5x3 5x3+X 5x4 5x4+X"),
    ("GH 3.1.2", at(["5 7 9", "6"], cemetery="7"), "collect 7x1 9x1"),
    ("GH 3.1.2", at(["5 4 7", "6"], cemetery="14 5"), "collect 5x1 7x1"),
    ("GH 3.1.2", at(["2 14", "6"]), "2x1 14x1"),
    ("GH 3.1.2", at(["2 14", "6"], kitties=1), "collect 2x1 14x1"),
    ("GH 3.1.2", at(["13 14", "6"], cemetery="14"), "collect 14x1"),
    ("GH 3.1.3", at(["1 2 3 4 5 11 12 13 K", "6"], cemetery="3"), "collect 1x1 3x1 12x1 K"),
    ("GH 3.1.3", at(["1 3 11 12 13 14 K", "6"], cemetery="12"), "collect 1x1 12x1 K"),
    ("GH 3.1.3", at(["3 12 13 X", "6"], cemetery="12 X12"), "collect 12x1 12x1+X"),
    ("GH 3.1.3", at(["3 12 13", "6"], cemetery="3 X3"), "collect 3x1 12x1"),
    ("GH 3.1.3", at(["4 14", "6"], cemetery="3 1"), "collect 4x1 14x1"),
    ("GH 3.1.3", at(["5 5 5 5", "6"], cemetery="12"), "collect 5x4"),
    ("GH 3.1.3", at(["5 5 5 X", "6"], cemetery="3"), "collect 5x3+X"),
    ("GH 3.1.3", at(["3 3 3 3", "6"], cemetery="12"), "collect 3x4"),
    ("GH 3.1.4", at(["1 2 K", "6"], cemetery="14"), "collect 1x1 K"),
    ("GH 3.1.4", at(["1 1 X 2", "6"], cemetery="14"), "collect 1x1 1x1+X 1x2 1x2+X"),
    ("GH 3.1.4", at(["2 2 2 X", "6"], cemetery="14"), "collect 2x3+X"),
    ("GH 3.1.4", at(["2 2 2 2 X", "6"], cemetery="14"), "collect 2x3+X 2x4 2x4+X"),
    ("GH 3.1.4", at(["2 2 2 4", "6"], cemetery="14"), "collect"),
    ("GH 3.2.1", at(["5", "6"], crypt="9 9 9"), "luck 5x1"),
    ("GH 3.2.1", at(["5", "6"]), "5x1"),
    ("GH 3.3.1", at(["5", "6"], cemetery="9"), "collect"),
    ("GH 3.3.1", at(["5", "6"], kitties=1), "collect 5x1"),
    ("GH 3.3.1", at(["5", "6"]), "5x1"),
    ("GH 3.3.2", at(["5 9 K", "6"], cemetery="5"), "collect 5x1 9x1 K"),
    ("GH 3.4.1", at(["", "6"]), "mansion"),
    ("GH 3.4.1", at(["5", "6"]), "5x1"),
    ("GH 3.4.1", at(["", "6"], crypt="9 9 9"), "luck"),
    ("GH 3.4.1", at(["5", "6"], ["", "14"]), "5x1"),
    ("GH 3.4.2", at(["", "6"], cemetery="9"), "collect mansion"),
    ("GH 3.4.2", at(["", "6"], kitties=1), "collect mansion"),
    ("GH 3.5.1", at(["X", "6"]), "pass"),
    ("GH 3.5.1", at(["X X X", "6"]), "pass"),
    ("GH 3.5.1", at(["X X", "6"], crypt="9 9 9"), "luck pass"),
    ("GH 3.5.1", at(["X", "6"], cemetery="2"), "collect"),
    ("GH 3.5.1", at(["X", "6"], kitties=1), "collect pass"),
    ("GH 3.5.1", at(["X X", "6"], kitties=2, crypt="9 9 9"), "collect luck pass"),
    ("GH 3.5.1", at(["X", "6"], cemetery="2", kitties=1), "collect"),
    ("GH 3.5.1", at(["X K", "6"]), "K"),
    ("GH 3.5.1", at(["X 2", "6"]), "2x1 2x1+X"),
    ("GH 3.5.1", at(["", "6"]), "mansion"),
    ("GH 3.6.2", at(["5", "6"], crypt="9"), "luck 5x1"),
    ("GH 5.2", at(["K K", "6"]), "K"),
    ("GH 5.2", at(["K X", "6"], cemetery="12"), "collect K"),
    ("GH 5.5", at(["X X 9", "6"]), "9x1 9x1+X"),
    ("GH 5.5", at(["X X 9", "6"], cemetery="10"), "collect"),
]


@pytest.mark.parametrize(("rule", "start", "moves"), MOVES)
def test_legal_moves(rule: str, start: dict[str, Any], moves: str) -> None:
    assert sorted(table(**start).legal(0)) == sorted(moves.split())


@pytest.mark.rule("GH 3")
@pytest.mark.parametrize(
    ("rule", "start", "moves"), [row for row in MOVES if len(row[2].split()) > 2]
)
def test_a_random_move_is_any_of_them(rule: str, start: dict[str, Any], moves: str) -> None:
    """Each legal move is drawn equally often, and no other move ever."""
    match, chance = table(**start), GAME.chances(1, seed=3)[0]
    actions = np.zeros(GAME.rules.MAX_ACTIONS, np.int32)
    drawn = Counter(
        GAME.notation.write_move(GAME.loops.draw_move(match.state, 0, actions, chance))
        for _ in range(60 * len(moves.split()))
    )
    assert set(drawn) == set(moves.split())
    assert min(drawn.values()) > 30
    assert max(drawn.values()) < 100


def is_valid(top: int, value: int) -> bool:
    """Return whether a value is valid, by the rulebook's summary of the ghosts."""
    on_scary = {3: (1, 3, 12), 12: (1, 12)}
    return value in on_scary[top] if top in on_scary else value == 1 or value >= top


@pytest.mark.rule("GH 1.2", "GH 3.1.2", "GH 3.1.3", "GH 3.1.4", "GH 3.2.1")
@pytest.mark.parametrize("top", range(15))
def test_every_ghost_on_every_other(top: int) -> None:
    """A ghost is as valid from the hand as from the crypt."""
    valid = [value for value in range(1, 15) if is_valid(top, value)]
    starts = {
        value: at([f"{value}", "6"], ["X", "X"], crypt=f"{value}", cemetery=f"{top}" if top else "")
        for value in range(1, 15)
    }
    assert [
        value for value, start in starts.items() if f"{value}x1" in table(**start).legal(0)
    ] == valid
    assert [
        value
        for value, start in starts.items()
        if play_on(table(**start), "luck").events[0]["valid"]
    ] == valid


@pytest.mark.rule("GH 3.1.3")
def test_a_miss_copy_played_as_a_scary_ghost_is_scary() -> None:
    match = table(["13 12", "6"], cemetery="12 X12")
    assert match.legal(0) == ["collect", "12x1"]
    with pytest.raises(
        spookhouse.IllegalMove,
        match=r"GH 3\.1\.3: a 13 cannot be played on Igor \(12\), a Scary ghost; "
        r"playable here: 12, 1, Kitty, a Quartet",
    ):
        match.play(0, "13x1")


# In the following tables: rule, position, moves in turn, expected position.

PLAYS = [
    # 3.1 Play ghosts from your hand
    (
        "GH 3.1.1",
        at(["5 6", "7"], cemetery="4"),
        "5x1",
        {"cemetery": "4 5", "hands": ["6", "7"], "turn": 1},
    ),
    (
        "GH 3.1.1",
        at(["5 5 X 6", "7"], cemetery="4"),
        "5x2+X",
        {"cemetery": "4 5 5 X5", "hands": ["6", "7"]},
    ),
    (
        "GH 3.1.1",
        at(["5 X X 6", "7"], cemetery="4"),
        "5x1+X",
        {"cemetery": "4 5 X5", "hands": ["6 X", "7"]},
    ),
    # 3.2 Try your luck
    (
        "GH 3.2.1",
        at(["2 2 2 2", "7"], crypt="9 10", cemetery="4"),
        "luck",
        {"cemetery": "4 9", "hands": ["2 2 2 2", "7"], "crypt": "10", "turn": 1},
    ),
    (
        "GH 3.2.1",
        at(["5 5 2 2", "7"], crypt="5 10", cemetery="5"),
        "luck",
        {"cemetery": "5 5", "hands": ["2 2 5 5", "7"], "turn": 1},
    ),
    (
        "GH 3.2.1",
        at(["2 2 2 2", "7"], crypt="11 10", cemetery="4"),
        "luck",
        {"cemetery": "", "discarded": "4 11", "turn": 0},
    ),
    (
        "GH 3.2.1",
        at(["2 2 2 2", "6", "7"], crypt="8 10", cemetery="4"),
        "luck",
        {"cemetery": "4 8", "direction": -1, "turn": 2},
    ),
    (
        "GH 3.2.1",
        at(["2 2", "7"], crypt="9 10 12 13", cemetery="4"),
        "luck",
        {"cemetery": "4 9", "hands": ["2 2 10 12", "7"], "crypt": "13"},
    ),
    (
        "GH 3.2.2",
        at(["2 2 2 2", "7"], crypt="8 10", cemetery="9 X9", kitties=1),
        "luck",
        {
            "hands": ["2 2 2 2 8 9 K X", "7"],
            "cemetery": "",
            "kitties": 0,
            "crypt": "10",
            "direction": 1,
            "discarded": "",
            "turn": 1,
        },
    ),
    (
        "GH 3.2.2",
        at(["14 14 13 13", "7"], ["1", "1"], crypt="11 10", cemetery="12"),
        "luck",
        {"hands": ["11 12 13 13 14 14", "7"], "turn": 1},
    ),
    (
        "GH 3.2.2",
        at(["2", "7"], crypt="8 10 10 10", cemetery="9"),
        "luck",
        {"hands": ["2 8 9 10", "7"], "crypt": "10 10"},
    ),
    (
        "GH 3.2.3",
        at(["2 2 2 2", "7"], crypt="X 10", cemetery="9"),
        "luck",
        {"hands": ["2 2 2 2 9 X", "7"], "cemetery": "", "turn": 1},
    ),
    (
        "GH 3.2.3",
        at(["2 2 2 2", "7"], crypt="X 10"),
        "luck",
        {"hands": ["2 2 2 2 X", "7"], "turn": 1},
    ),
    (
        "GH 3.2.3",
        at(["2 2 2 2", "6", "7"], crypt="K 10", cemetery="12"),
        "luck",
        {"cemetery": "12", "kitties": 1, "turn": 2},
    ),
    (
        "GH 3.2.3",
        at(["2 2 2 2", "6", "7"], crypt="K 10"),
        "luck",
        {"cemetery": "", "kitties": 1, "turn": 2},
    ),
    # 3.3 Collect
    (
        "GH 3.3.1",
        at(["2", "7"], cemetery="9 X9 9", kitties=2),
        "collect",
        {"hands": ["2 9 9 K K X", "7"], "cemetery": "", "kitties": 0, "turn": 1},
    ),
    (
        "GH 3.3.1",
        at(["2", "7"], kitties=1),
        "collect",
        {"hands": ["2 K", "7"], "kitties": 0, "turn": 1},
    ),
    (
        "GH 3.3.1",
        at(["2", "7"], crypt="10 10 10 10", cemetery="9"),
        "collect",
        {"hands": ["2 9 10 10", "7"], "crypt": "10 10"},
    ),
    ("GH 3.3.2", at(["14", "7"], cemetery="9"), "collect", {"hands": ["9 14", "7"], "turn": 1}),
    # 3.4 Empty your mansion
    (
        "GH 3.4.1",
        at(["", "7"], ["9 13", "14"], cemetery="4"),
        "mansion",
        {"cemetery": "4 9", "hands": ["", "7"], "mansions": ["13", "14"], "turn": 1},
    ),
    (
        "GH 3.4.1",
        at(["", "7"], ["2 13", "14"], cemetery="4"),
        "mansion",
        {"cemetery": "", "hands": ["2 4", "7"], "mansions": ["13", "14"], "turn": 1},
    ),
    (
        "GH 3.4.1",
        at(["", "7"], ["11 13", "14"], cemetery="4"),
        "mansion",
        {"discarded": "4 11", "turn": 0},
    ),
    ("GH 3.4.1", at(["", "7"], ["X 13", "14"]), "mansion", {"hands": ["X", "7"], "turn": 1}),
    (
        "GH 3.4.1",
        at(["", "6", "7"], ["K 13", "14", "14"], cemetery="12"),
        "mansion",
        {"kitties": 1, "cemetery": "12", "turn": 2},
    ),
    (
        "GH 3.4.2",
        at(["", "7"], ["9 13", "14"], cemetery="4"),
        "collect",
        {"hands": ["4", "7"], "mansions": ["9 13", "14"], "turn": 1},
    ),
    # 3.5 Pass
    ("GH 3.5.1", at(["X X", "7"]), "pass", {"hands": ["X X", "7"], "cemetery": "", "turn": 1}),
    (
        "GH 3.5.1",
        at(["X X X X", "7"], crypt="9 10"),
        "pass",
        {"hands": ["X X X X", "7"], "crypt": "9 10", "turn": 1},
    ),
    (
        "GH 3.5.1",
        at(["X X", "7"], crypt="9 10 12"),
        "pass",
        {"hands": ["9 10 X X", "7"], "crypt": "12", "turn": 1},
    ),
    # 3.6 After every move
    (
        "GH 3.6.1",
        at(["5 6 6 6", "7"], crypt="9 10"),
        "5x1",
        {"hands": ["6 6 6 9", "7"], "crypt": "10"},
    ),
    (
        "GH 3.6.1",
        at(["5 6 6 6 7", "7"], crypt="9 10"),
        "5x1",
        {"hands": ["6 6 6 7", "7"], "crypt": "9 10"},
    ),
    (
        "GH 3.6.1",
        at(["5 6 6 6", "7"], crypt="9 10"),
        "6x3",
        {"hands": ["5 9 10", "7"], "crypt": "", "turn": 0},
    ),
    (
        "GH 3.6.1",
        at(["K 6 6 6", "7", "8"], crypt="9 10"),
        "K",
        {"hands": ["6 6 6 9", "7", "8"], "turn": 2},
    ),
    ("GH 3.6.1", at(["5 5", "7"]), "5x1", {"hands": ["5", "7"]}),
]


@pytest.mark.parametrize(("rule", "start", "moves", "expected"), PLAYS)
def test_moves(rule: str, start: dict[str, Any], moves: str, expected: dict[str, Any]) -> None:
    leads_to(start, moves, expected)


# === 3.6.2 Midnight, in the middle of a chain of turns ===

MIDNIGHT = [
    (
        "GH 3.6.2",
        at(["5 5 6 6", "9"], crypt="7"),
        "5x2",
        {"hands": ["6 6 7", "9"], "crypt": "", "turn": 0},
    ),
    (
        "GH 3.6.2",
        at(["5 5 6 6", "9"], crypt="7"),
        "5x2 6x2",
        {"hands": ["7", "9"], "crypt": "", "turn": 0},
    ),
    ("GH 3.6.2", at(["5 5 6 6", "9"], crypt="7"), "5x2 6x2 7x1", {"hands": ["", "9"], "turn": 1}),
    (
        "GH 3.6.2",
        at(["5 5 6 6", "9"], crypt="7"),
        "5x2 6x2 7x1 9x1 mansion",
        {"cemetery": "5 5 6 6 7 9 14", "mansions": ["", "14"], "left": [0]},
    ),
    (
        "GH 3.6.2",
        at(["2 2", "9"], crypt="11", cemetery="7"),
        "luck",
        {"hands": ["2 2", "9"], "crypt": "", "turn": 0},
    ),
    (
        "GH 3.6.2",
        at(["2 2", "9"], crypt="6", cemetery="7"),
        "luck",
        {"hands": ["2 2 6 7", "9"], "crypt": "", "turn": 1},
    ),
    (
        "GH 3.6.2",
        at(["2 2", "9"], crypt="9", cemetery="7"),
        "luck",
        {"hands": ["2 2", "9"], "crypt": "", "turn": 1},
    ),
    (
        "GH 3.6.1",
        at(["5", "9"], crypt="7 7 7 7"),
        "5x1",
        {"hands": ["7 7 7 7", "9"], "crypt": "", "turn": 1},
    ),
    (
        "GH 3.6.1",
        at(["5", "9"], ["", "14"], crypt="7"),
        "5x1",
        {"hands": ["7", "9"], "left": [], "turn": 1},
    ),
]


@pytest.mark.parametrize(("rule", "start", "moves", "expected"), MIDNIGHT)
def test_the_crypt_runs_out(
    rule: str, start: dict[str, Any], moves: str, expected: dict[str, Any]
) -> None:
    leads_to(start, moves, expected)


@pytest.mark.rule("GH 3.6.2")
def test_nobody_tries_their_luck_after_midnight() -> None:
    match = play_on(table(["5 5 6 6", "9"], crypt="7"), "5x2")
    assert match.legal(0) == ["collect", "6x1", "6x2", "7x1"]
    assert match.view(None)["midnight"]


@pytest.mark.rule("GH 3.6.2")
def test_mansions_are_closed_before_midnight() -> None:
    assert refused(at(["", "9"], crypt="7"), "mansion") == "GH 3.6.2"
    assert not table(["", "9"], crypt="7").view(None)["midnight"]


# === 4 Combinations ===

COMBINATIONS = [
    # 4.1 Double and Triple
    ("GH 4.1", at(["5 5 6", "7"], cemetery="4"), "5x1", {"turn": 1}),
    ("GH 4.1", at(["5 5 6", "7"], cemetery="4"), "5x2", {"cemetery": "4 5 5", "turn": 0}),
    ("GH 4.1", at(["5 5 5 6", "7"], cemetery="4"), "5x3", {"cemetery": "4 5 5 5", "turn": 0}),
    ("GH 4.1", at(["5 X 6", "7"], cemetery="4"), "5x1+X", {"cemetery": "4 5 X5", "turn": 0}),
    ("GH 4.1", at(["5 5 X 6", "7"], cemetery="4"), "5x2+X", {"cemetery": "4 5 5 X5", "turn": 0}),
    (
        "GH 4.1",
        at(["5 6", "7"], cemetery="5"),
        "5x1",
        {"cemetery": "5 5", "turn": 1},
    ),  # the ghost in the cemetery was not played with it
    (
        "GH 4.1",
        at(["2 2 2 2", "7"], crypt="5 9", cemetery="5"),
        "luck",
        {"cemetery": "5 5", "turn": 1},
    ),
    # 4.2 Extra turns never add up
    ("GH 4.2", at(["11 11 5 6", "7"]), "11x2 5x1", {"turn": 1}),  # a Double and Skeletum
    (
        "GH 4.2",
        at(["9 9 5 6", "7"], cemetery="9 9"),
        "9x2 5x1",
        {"turn": 1},
    ),  # a Double and a Quartet
    (
        "GH 4.2",
        at(["11 11 5 6", "7"], cemetery="11 11"),
        "11x2 5x1",
        {"turn": 1},
    ),  # a Double, Skeletum and a Quartet
    (
        "GH 4.2",
        at(["5 5 6 6 9 10", "7"]),
        "5x2 6x2 9x1",
        {"turn": 1},
    ),  # one after the other each gives its own
    # 4.3 Quartet
    (
        "GH 4.3",
        at(["10 10 10 6", "7"], cemetery="10"),
        "10x3",
        {"cemetery": "", "discarded": "10 10 10 10", "turn": 0},
    ),  # the book's Gabriel
    (
        "GH 4.3",
        at(["5 5 5 5 6", "7"], cemetery="13"),
        "5x4",
        {"cemetery": "", "discarded": "5 5 5 5 13", "turn": 0},
    ),  # the book's Koni
    (
        "GH 4.3",
        at(["10 10 6", "7"], cemetery="10"),
        "10x2",
        {"cemetery": "10 10 10", "discarded": ""},
    ),
    (
        "GH 4.3",
        at(["9 6", "7"], cemetery="9 9 9"),
        "9x1",
        {"cemetery": "", "discarded": "9 9 9 9", "turn": 0},
    ),
    (
        "GH 4.3",
        at(["9 6", "7"], cemetery="9 9 10 9"),
        "9x1",
        {"cemetery": "9 9 10 9 9", "turn": 1},
    ),  # the run is broken
    (
        "GH 4.3",
        at(["9 6", "7"], cemetery="2 9 9 X9"),
        "9x1",
        {"cemetery": "", "discarded": "2 9 9 9 X", "turn": 0},
    ),
    (
        "GH 4.3",
        at(["9 6", "7"], cemetery="9 9 8 X8"),
        "9x1",
        {"cemetery": "9 9 8 X8 9", "turn": 1},
    ),  # she is an 8 there
    (
        "GH 4.3",
        at(["9 X 6", "7"], cemetery="9 9"),
        "9x1+X",
        {"cemetery": "", "discarded": "9 9 9 X", "turn": 0},
    ),
    (
        "GH 4.3",
        at(["9 6", "7"], cemetery="9 X9 X9"),
        "9x1",
        {"cemetery": "", "discarded": "9 9 X X", "turn": 0},
    ),
    (
        "GH 4.3",
        at(["9 6", "7"], cemetery="9 9 9", kitties=2),
        "9x1",
        {"cemetery": "", "kitties": 0, "discarded": "9 9 9 9 K K", "turn": 0},
    ),
    (
        "GH 4.3",
        at(["9 6", "9 13"], cemetery="9 9"),
        "9x1 9x1",
        {"cemetery": "", "discarded": "9 9 9 9", "turn": 1},
    ),  # no matter who played them
    (
        "GH 4.3",
        at(["9 K 6", "13 13"], cemetery="9 9 9"),
        "K 9x1",
        {"cemetery": "", "kitties": 0, "discarded": "9 9 9 9 K", "turn": 0},
    ),
    (
        "GH 4.3",
        at(["5 5 5 5 X 6", "7"], cemetery="13"),
        "5x4+X",
        {"discarded": "5 5 5 5 13 X", "turn": 0},
    ),
    (
        "GH 4.3",
        at(["5 5 5 X 6", "7"], cemetery="14 5"),
        "5x3+X",
        {"discarded": "5 5 5 5 14 X", "turn": 0},
    ),
    (
        "GH 4.3",
        at(["2 2 2 2", "7"], crypt="9 10", cemetery="9 9 9"),
        "luck",
        {"cemetery": "", "discarded": "9 9 9 9", "turn": 0},
    ),
    (
        "GH 4.3",
        at(["2 2 2 2", "7"], crypt="9 10", cemetery="9 9"),
        "luck",
        {"cemetery": "9 9 9", "turn": 1},
    ),
    (
        "GH 4.3",
        at(["", "7"], ["9 13", "14"], cemetery="9 9 X9"),
        "mansion",
        {"cemetery": "", "discarded": "9 9 9 X", "turn": 0},
    ),
    # 4.4 A Quartet clears the cemetery
    (
        "GH 4.4",
        at(["3 6", "7"], cemetery="2 14 3 3 3", kitties=1),
        "3x1",
        {"cemetery": "", "kitties": 0, "discarded": "2 3 3 3 3 14 K", "turn": 0},
    ),
    (
        "GH 4.4",
        at(["1 1 1 1 6", "7"], cemetery="12"),
        "1x4 6x1",
        {"cemetery": "6", "discarded": "1 1 1 1 12", "turn": 1},
    ),
    (
        "GH 4.4",
        at(["9 9 9 6", "7"], crypt="4 5", cemetery="9"),
        "9x3",
        {"hands": ["4 5 6", "7"], "turn": 0},
    ),
]


@pytest.mark.parametrize(("rule", "start", "moves", "expected"), COMBINATIONS)
def test_combinations(
    rule: str, start: dict[str, Any], moves: str, expected: dict[str, Any]
) -> None:
    leads_to(start, moves, expected)


# === 5 Effects ===

EFFECTS = [
    # 5.1 Scooty
    ("GH 5.1", at(["1 6", "2"], cemetery="14"), "1x1", {"cemetery": "14 1", "turn": 1}),
    ("GH 5.1", at(["1 6", "2 3"], cemetery="12"), "1x1 2x1", {"cemetery": "12 1 2"}),
    ("GH 5.1", at(["1 1 6", "2"], cemetery="3"), "1x2", {"cemetery": "3 1 1", "turn": 0}),
    # 5.2 Kitty
    (
        "GH 5.2",
        at(["K 6", "7", "9"], cemetery="12"),
        "K",
        {"cemetery": "12", "kitties": 1, "turn": 2},
    ),
    ("GH 5.2", at(["K 6", "7", "9"], cemetery="12", direction=-1), "K", {"kitties": 1, "turn": 1}),
    ("GH 5.2", at(["K 6", "7", "9", "10"], cemetery="12"), "K", {"turn": 2}),
    (
        "GH 5.2",
        at(["K 6", "", "9", "10"], ["14", "", "14", "14"], left=[1]),
        "K",
        {"turn": 3},
    ),  # seat 1 is not there to be skipped
    ("GH 5.2", at(["K 6", "", "9"], ["14", "", "14"], left=[1]), "K", {"turn": 0}),
    ("GH 5.2", at(["K 6", "7"]), "K", {"kitties": 1, "turn": 0}),
    (
        "GH 5.2",
        at(["K K 6", "7"], cemetery="12"),
        "K K",
        {"kitties": 2, "cemetery": "12", "turn": 0},
    ),
    (
        "GH 5.2",
        at(["2 2 2 2", "7"], crypt="K 9", cemetery="12"),
        "luck",
        {"kitties": 1, "cemetery": "12", "turn": 0},
    ),
    (
        "GH 5.2",
        at(["K 6", "7", "13 10"], cemetery="12"),
        "K collect",
        {"hands": ["6", "7", "10 12 13 K"], "kitties": 0, "turn": 0},
    ),
    # 5.3 Twist
    ("GH 5.3", at(["8 6", "7", "9"]), "8x1", {"direction": -1, "turn": 2}),
    ("GH 5.3", at(["8 6", "7", "9"], direction=-1), "8x1", {"direction": 1, "turn": 1}),
    ("GH 5.3", at(["8 8 6", "7", "9"]), "8x2", {"direction": 1, "turn": 0}),
    ("GH 5.3", at(["8 8 8 6", "7", "9"]), "8x3", {"direction": -1, "turn": 0}),
    ("GH 5.3", at(["8 X 6", "7", "9"]), "8x1+X", {"direction": 1, "turn": 0}),
    ("GH 5.3", at(["8 8 X 6", "7", "9"]), "8x2+X", {"direction": -1, "turn": 0}),
    (
        "GH 5.3",
        at(["8 8 8 8 6", "7", "9"]),
        "8x4",
        {"direction": 1, "discarded": "8 8 8 8", "turn": 0},
    ),
    ("GH 5.3", at(["8 8 8 8 X 6", "7", "9"]), "8x4+X", {"direction": -1, "turn": 0}),
    (
        "GH 5.3",
        at(["8 6", "7", "9"], cemetery="8 8 8"),
        "8x1",
        {"direction": -1, "discarded": "8 8 8 8", "turn": 0},
    ),  # one in the play
    ("GH 5.3", at(["8 6", "7"]), "8x1", {"direction": -1, "turn": 1}),
    # 5.4 Skeletum
    (
        "GH 5.4",
        at(["11 6", "7"], cemetery="2 10", kitties=2),
        "11x1",
        {"cemetery": "", "kitties": 0, "discarded": "2 10 11 K K", "turn": 0},
    ),
    (
        "GH 5.4",
        at(["11 6", "7"], cemetery="11"),
        "11x1",
        {"cemetery": "", "discarded": "11 11", "turn": 0},
    ),
    ("GH 5.4", at(["11 6", "7"]), "11x1", {"discarded": "11", "turn": 0}),
    (
        "GH 5.4",
        at(["11 X 6", "7"], cemetery="9"),
        "11x1+X",
        {"cemetery": "", "discarded": "9 11 X", "turn": 0},
    ),
    (
        "GH 5.4",
        at(["11 11 11 6", "7"], cemetery="9"),
        "11x3",
        {"cemetery": "", "discarded": "9 11 11 11", "turn": 0},
    ),
    (
        "GH 5.4",
        at(["11 11 11 11 6", "7"], cemetery="12"),
        "11x4",
        {"cemetery": "", "discarded": "11 11 11 11 12", "turn": 0},
    ),
    # 5.5 Miss Copy
    ("GH 5.5", at(["12 X 6", "7"]), "12x1+X", {"cemetery": "12 X12", "turn": 0}),
    ("GH 5.5", at(["9 X 10", "7"]), "9x1+X 10x1", {"cemetery": "9 X9 10"}),
    ("GH 5.5", at(["9 X X 6", "7"]), "9x1+X", {"hands": ["6 X", "7"]}),
    ("GH 5.5", at(["1 X 6", "7"], cemetery="12"), "1x1+X", {"cemetery": "12 1 X1", "turn": 0}),
]


@pytest.mark.parametrize(("rule", "start", "moves", "expected"), EFFECTS)
def test_effects(rule: str, start: dict[str, Any], moves: str, expected: dict[str, Any]) -> None:
    leads_to(start, moves, expected)


@pytest.mark.rule("GH 5.1")
def test_the_play_after_a_scooty_must_beat_a_1() -> None:
    """Scooty covers a Scary ghost."""
    match = play_on(table(["1 6", "1 2 13"], cemetery="12"), "1x1")
    assert match.legal(1) == ["collect", "1x1", "2x1", "13x1"]


@pytest.mark.rule("GH 5.2")
def test_the_next_player_plays_on_the_same_ghost_as_before_kitty() -> None:
    match = play_on(table(["K 6", "7", "9 11 12"], cemetery="10"), "K")
    assert match.legal(2) == ["collect", "11x1", "12x1"]


@pytest.mark.rule("GH 5.4")
@pytest.mark.parametrize("top", [12, 13, 14, 3])
def test_skeletum_needs_a_valid_play(top: int) -> None:
    assert refused(at(["11 11 6", "7"], cemetery=str(top)), "11x2") in ("GH 3.1.2", "GH 3.1.3")
    leads_to(
        at(["2 2 2 2", "7"], crypt="11", cemetery=str(top)),
        "luck",
        {"hands": [f"2 2 2 2 {' '.join(sorted(['11', str(top)], key=int))}", "7"]},
    )


# === 6 The end ===

LEAVING = [
    ("GH 6.1", three("5"), "5x1", {"left": [0], "cemetery": "5", "turn": 1}),
    ("GH 6.1", three("5", cemetery="6"), "collect", {"left": []}),
    (
        "GH 6.1",
        at(["5", "6", "7"]),
        "5x1",
        {"left": [], "turn": 1},
    ),  # a ghost is left in the mansion
    (
        "GH 6.1",
        three("5", crypt="9"),
        "5x1",
        {"left": [], "hands": ["9", "6 13", "7 13"]},
    ),  # the crypt has one for you
    ("GH 6.1", at(["", "6", "7"], ["5", "14", "14"]), "mansion", {"left": [0], "turn": 1}),
    (
        "GH 6.1",
        at(["", "6", "7"], ["5", "14", "14"], cemetery="9"),
        "mansion",
        {"left": [], "hands": ["5 9", "6", "7"], "turn": 1},
    ),
    (
        "GH 6.1",
        at(["", "6", "7"], ["X", "14", "14"]),
        "mansion",
        {"left": [], "hands": ["X", "6", "7"], "turn": 1},
    ),
    ("GH 6.1", three("K", cemetery="5"), "K", {"left": [0], "kitties": 1, "turn": 2}),
    ("GH 6.1", three("K", cemetery="5", direction=-1), "K", {"left": [0], "turn": 1}),
    (
        "GH 6.1",
        at(["", "6", "7"], ["K", "14", "14"]),
        "mansion",
        {"left": [0], "kitties": 1, "turn": 2},
    ),
    ("GH 6.1", at(["K", "6", "7", "9"], ["", "14", "14", "14"]), "K", {"left": [0], "turn": 2}),
    ("GH 6.1", three("8"), "8x1", {"left": [0], "direction": -1, "turn": 2}),
    ("GH 6.1", three("8 8"), "8x2", {"left": [0], "direction": 1, "turn": 1}),
    ("GH 6.1", three("8 8 X"), "8x2+X", {"left": [0], "direction": -1, "turn": 2}),
    (
        "GH 6.1",
        three("11", cemetery="4", kitties=1),
        "11x1",
        {"left": [0], "cemetery": "", "discarded": "4 11 K", "turn": 1},
    ),
    ("GH 6.1", three("11", cemetery="4", direction=-1), "11x1", {"left": [0], "turn": 2}),
    (
        "GH 6.1",
        at(["", "6", "7"], ["11", "14", "14"], cemetery="4"),
        "mansion",
        {"left": [0], "discarded": "4 11", "turn": 1},
    ),
    ("GH 6.1", three("5 5"), "5x2", {"left": [0], "cemetery": "5 5", "turn": 1}),
    ("GH 6.1", three("5 X"), "5x1+X", {"left": [0], "cemetery": "5 X5", "turn": 1}),
    ("GH 6.1", three("5 5 5"), "5x3", {"left": [0], "cemetery": "5 5 5", "turn": 1}),
    (
        "GH 6.1",
        three("5 5 5 5", cemetery="14"),
        "5x4",
        {"left": [0], "cemetery": "", "discarded": "5 5 5 5 14", "turn": 1},
    ),
    ("GH 6.1", three("9", cemetery="9 9 9"), "9x1", {"left": [0], "cemetery": "", "turn": 1}),
    ("GH 6.1", three("X"), "pass", {"left": [], "turn": 1}),
    # 6.2 The last one loses
    (
        "GH 6.2",
        at(["5", "6"], ["", "14"]),
        "5x1",
        {
            "left": [0],
            "phase": "over",
            "waiting": (),
            "turn": 0,
            "hands": ["", "6"],
            "mansions": ["", "14"],
        },
    ),
    (
        "GH 6.2",
        at(["5", "6", "7"], EMPTY[:3]),
        "5x1",
        {"left": [0], "phase": "turn", "waiting": (1,)},
    ),
    (
        "GH 6.2",
        at(["5", "6", "7"], EMPTY[:3]),
        "5x1 6x1",
        {"left": [0, 1], "phase": "over", "waiting": (), "turn": 1, "hands": ["", "", "7"]},
    ),
    (
        "GH 6.2",
        at(["K", "6"], ["", "14"]),
        "K",
        {"left": [0], "phase": "over", "kitties": 1, "turn": 0},
    ),
    ("GH 6.2", at(["8", "6"], ["", "14"]), "8x1", {"phase": "over", "direction": -1, "turn": 0}),
    (
        "GH 6.2",
        at(["11", "6"], ["", "14"], cemetery="4"),
        "11x1",
        {"phase": "over", "cemetery": "", "discarded": "4 11", "turn": 0},
    ),
]


@pytest.mark.parametrize(("rule", "start", "moves", "expected"), LEAVING)
def test_leaving(rule: str, start: dict[str, Any], moves: str, expected: dict[str, Any]) -> None:
    leads_to(start, moves, expected)


OUTCOMES = [
    # rule, position, moves, reason, ranks, the loser
    ("GH 6.2", at(["5", "6"], ["", "14"]), "5x1", "last-haunted", (1, 2), 1),
    ("GH 6.2", at(["5", "6", "7"], EMPTY[:3]), "5x1 6x1", "last-haunted", (1, 2, 3), 2),
    (
        "GH 6.2",
        at(["5", "6", "7"], EMPTY[:3], direction=-1),
        "5x1 7x1",
        "last-haunted",
        (1, 3, 2),
        1,
    ),
    (
        "GH 6.2",
        at(["5", "6", "7", "9"], EMPTY[:4], turn=3),
        "9x1 collect 6x1 7x1",
        "last-haunted",
        (4, 2, 3, 1),
        0,
    ),
    ("GH 6.2", at(["K", "6", "7"], EMPTY[:3]), "K 7x1", "last-haunted", (1, 3, 2), 1),
    (
        "GH 6.2",
        at(["2", "3", "12", "", "13", "1"], EMPTY, left=[3]),
        "2x1 3x1 12x1 collect 1x1",
        "last-haunted",
        (2, 3, 4, 1, 6, 5),
        4,
    ),
    ("GH 6.3", at(["5 6", "7"], dawn=1, quiet=1), "5x1", "dawn", (2, 1), 0),
    ("GH 6.3", at(["5 6 6", "7", "9 9"], dawn=1, quiet=2), "5x1", "dawn", (3, 1, 2), 0),
]


@pytest.mark.parametrize(("rule", "start", "moves", "reason", "ranks", "loser"), OUTCOMES)
def test_outcomes(
    rule: str, start: dict[str, Any], moves: str, reason: str, ranks: tuple[int, ...], loser: int
) -> None:
    match = table(**start)
    assert match.outcome is None
    outcome = play_on(match, moves).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.ranks) == (reason, ranks)
    n = len(ranks)
    assert outcome.returns == pytest.approx([1 / n - (seat == loser) for seat in range(n)])


@pytest.mark.rule("GH 6.2")
def test_there_is_no_outcome_while_the_game_is_on() -> None:
    """Neither the match nor the verb has an outcome; the verb leaves the returns alone."""
    match = table(["5 6", "7"])
    returns = np.full(2, 9.0)
    assert (match.outcome, GAME.rules.outcome(match.state, returns), returns.tolist()) == (
        None,
        0,
        [9.0, 9.0],
    )


# === 6.3 Dawn ===

QUIET = [
    # case, position, move, the count from 3 on
    ("collect", at(["5", "6"], cemetery="9"), "collect", 4),
    ("a play after midnight", at(["5 9", "6"]), "5x1", 4),
    ("a Double after midnight", at(["5 5 9", "6"]), "5x2", 4),
    ("Kitty after midnight", at(["K 9", "6"]), "K", 4),
    ("pass", at(["X", "6"]), "pass", 4),
    ("pass before midnight with four in hand", at(["X X X X", "6"], crypt="9"), "pass", 4),
    ("a play before midnight that draws nothing", at(["5 9 9 9 9", "6"], crypt="10"), "5x1", 4),
    (
        "collecting four before midnight",
        at(["", "6"], cemetery="9 10 9 10", crypt="12"),
        "collect",
        4,
    ),
    ("a play that draws", at(["5 9 9 9", "6"], crypt="10"), "5x1", 0),
    ("collecting and drawing", at(["5", "6"], crypt="10", cemetery="9"), "collect", 0),
    ("luck", at(["5 5 5 5", "6"], crypt="10"), "luck", 0),
    ("bad luck", at(["5 5 5 5", "6"], crypt="9", cemetery="10"), "luck", 0),
    ("the mansion", at(["", "6"], ["9 13", "14"]), "mansion", 0),
    ("the mansion, not valid", at(["", "6"], ["9 13", "14"], cemetery="10"), "mansion", 0),
    ("Skeletum", at(["11 9", "6"]), "11x1", 0),
    ("a Quartet", at(["5 5 5 5 9", "6"]), "5x4", 0),
    ("leaving", three("5"), "5x1", 0),
    ("leaving with Kitty", three("K"), "K", 0),
]


@pytest.mark.rule("GH 6.3")
@pytest.mark.parametrize(("case", "start", "move", "quiet"), QUIET)
def test_the_quiet_count(case: str, start: dict[str, Any], move: str, quiet: int) -> None:
    leads_to(start | {"quiet": 3}, move, {"quiet": quiet, "phase": "turn"})


@pytest.mark.rule("GH 6.3")
@pytest.mark.parametrize(
    ("dawn", "quiet", "phase"),
    [
        (30, 88, "turn"),
        (30, 89, "over"),
        (5, 13, "turn"),
        (5, 14, "over"),
        (1, 1, "turn"),
        (1, 2, "over"),
        (1000, 2998, "turn"),
        (0, 999_998, "turn"),
    ],
)
def test_when_dawn_breaks(dawn: int, quiet: int, phase: str) -> None:
    """Dawn breaks at `dawn` times the players still in, here three; with 0 it never does."""
    leads_to(
        at(["5 6", "7", "9"], dawn=dawn, quiet=quiet), "5x1", {"phase": phase, "quiet": quiet + 1}
    )


@pytest.mark.rule("GH 6.3")
@pytest.mark.parametrize(("quiet", "phase"), [(8, "turn"), (9, "over")])
def test_dawn_counts_the_players_still_in(quiet: int, phase: str) -> None:
    leads_to(
        at(["5 6", "", "9"], ["14", "", "14"], left=[1], dawn=5, quiet=quiet),
        "5x1",
        {"phase": phase, "quiet": quiet + 1},
    )


@pytest.mark.rule("GH 6.3")
def test_dawn_does_not_break_on_a_move_that_resets_the_count() -> None:
    leads_to(three("5", dawn=1, quiet=2), "5x1", {"phase": "turn", "quiet": 0, "left": [0]})


def four(hand: str, *others: str, **rest: Any) -> dict[str, Any]:
    """Return a position in which dawn breaks with the next quiet move of seat 0."""
    return at([hand, *(others or ("13 13", "13 10", "10 10"))], ["14"] * 4, dawn=1, quiet=3, **rest)


DAWN = [
    # case, position, move, seats in the order in which they leave, the loser
    ("fewest first", four("5 6 6 6", "7 7 7 7", "9", "10 10"), "5x1", [2, 3, 0], 1),
    (
        "mansions count",
        at(["5 6 6", "7", "9"], ["14", "13 13 13", ""], dawn=1, quiet=2),
        "5x1",
        [2, 0],
        1,
    ),
    ("equals in turn order from the next", four("5 6 6"), "5x1", [1, 2, 3], 0),
    ("against the clock", four("5 6 6", direction=-1), "5x1", [3, 2, 1], 0),
    ("after Kitty's skip", four("K 6 6"), "K", [2, 3, 0], 1),
    ("after Kitty's skip against the clock", four("K 6 6", direction=-1), "K", [2, 1, 0], 3),
    ("after an extra turn", four("5 5 6 6"), "5x2", [0, 1, 2], 3),
    ("after an extra turn against the clock", four("5 5 6 6", direction=-1), "5x2", [0, 3, 2], 1),
    ("after a Twist", four("8 6 6"), "8x1", [3, 2, 1], 0),
    ("fewest before turn order", four("5 6 6", "7 7", "9 9", "10"), "5x1", [3, 1, 2], 0),
    ("cards just collected count", four("5", cemetery="6 7 9"), "collect", [1, 2, 3], 0),
    (
        "seats not next to each other",
        four("5 6 6", "7 7 7", "9 9", "10 10 10"),
        "5x1",
        [2, 0, 1],
        3,
    ),
]


@pytest.mark.rule("GH 6.3")
@pytest.mark.parametrize(("case", "start", "move", "left", "loser"), DAWN)
def test_the_order_of_leaving_at_dawn(
    case: str, start: dict[str, Any], move: str, left: list[int], loser: int
) -> None:
    """The turn stays with the seat that moved last; hands, mansions and the count stay too."""
    match = table(**start)
    before = match.position()
    play_on(match, move)
    after = match.position()
    assert (after["left"], after["phase"], after["turn"], after["quiet"]) == (
        left,
        "over",
        0,
        len(before["hands"]),
    )
    assert (after["hands"][1:], after["mansions"]) == (before["hands"][1:], before["mansions"])
    assert match.outcome is not None
    assert match.outcome.reason == "dawn"
    assert match.outcome.ranks == tuple(
        [*left, loser].index(seat) + 1 for seat in range(len(before["hands"]))
    )


@pytest.mark.rule("GH 6.3")
def test_leaving_before_dawn_keeps_the_place() -> None:
    start = at(["5 6 6", "", "9", "10"], ["14", "", "14", "14"], left=[1], dawn=1, quiet=2)
    leads_to(start, "5x1", {"left": [1, 2, 3], "phase": "over"})


# === 7 Match play ===

LAST_CARDS = ["2", "4", "5", "6", "7", "9"]
FINISH = ["2x1", "4x1", "5x1", "6x1", "7x1"]


def last_lap(players: int, turn: int = 0, **others: Any) -> dict[str, Any]:
    """Return a position in which every seat has one card and may play it.

    The seat to move leaves first, and the seat before it gets the Boo!.
    """
    cards = [LAST_CARDS[(seat - turn) % players] for seat in range(players)]
    return at(cards, EMPTY[:players], mode="match", turn=turn, **others)


def finish(players: int) -> str:
    return " ".join(FINISH[: players - 1])


SCORING = [
    # players, seat to move, points, seat that gets the Boo!
    (3, 0, [2, 3, 0], 2),
    (3, 1, [0, 2, 3], 0),
    (4, 0, [2, 1, 3, 0], 3),
    (4, 2, [3, 0, 2, 1], 1),
    (5, 0, [2, 1, 1, 3, 0], 4),
    (6, 0, [2, 1, 1, 1, 3, 0], 5),
]


@pytest.mark.rule("GH 7.1", "GH 2.2")
@pytest.mark.parametrize(("players", "turn", "points", "loser"), SCORING)
def test_scoring(players: int, turn: int, points: list[int], loser: int) -> None:
    """The loser starts the next round, which is dealt at once (GH 2.2)."""
    boos = [int(seat == loser) for seat in range(players)]
    expected = {
        "scores": points,
        "boos": boos,
        "last_boo": loser,
        "round": 2,
        "turn": loser,
        "waiting": (loser,),
        "phase": "turn",
    }
    leads_to(last_lap(players, turn), finish(players), expected)


@pytest.mark.rule("GH 7.1")
def test_points_add_up() -> None:
    start = last_lap(4, turn=1, scores=[2, 1, 3, 0], boos=[0, 0, 0, 1], last_boo=3, round=2)
    leads_to(
        start,
        finish(4),
        {"scores": [2, 3, 4, 3], "boos": [1, 0, 0, 1], "last_boo": 0, "round": 3, "turn": 0},
    )


@pytest.mark.rule("GH 7.4", "GH 2.1")
def test_the_next_round_is_dealt_at_once() -> None:
    """It begins clockwise with nothing known, no quiet moves and all 62 ghosts (GH 2.1)."""
    start = at(
        ["8", "6", "7"], EMPTY[:3], mode="match", direction=-1, quiet=5, known=[["8"], ["6"], ["7"]]
    )
    match = table(**start)
    dealt = play_on(match, "8x1 collect 7x1").position()
    assert (dealt["round"], dealt["turn"], dealt["direction"], dealt["quiet"]) == (2, 1, 1, 0)
    assert (
        dealt["known"],
        dealt["left"],
        dealt["cemetery"],
        dealt["kitties"],
        dealt["discard"],
    ) == ([[], [], []], [], [], 0, [])
    assert [len(hand) for hand in dealt["hands"]] == [4, 4, 4]
    assert [len(mansion) for mansion in dealt["mansions"]] == [10, 10, 10]
    assert everything(dealt).total() == 62
    assert match.outcome is None


@pytest.mark.rule("GH 7.1")
def test_every_round_is_another_deal() -> None:
    """Deals come from the chance of the match."""
    deals = [
        GAME.load(position(["2", "4", "5"], EMPTY[:3], mode="match"), seed=seed)
        for seed in (1, 1, 2)
    ]
    one, same, other = (play_on(match, "2x1 4x1").position() for match in deals)
    assert one == same
    assert one != other


SECOND_BOO = [
    # rule, players, seat to move, scores, boos and last Boo! before, scores and ranks afterwards
    # (None: the match goes on)
    ("GH 7.2", 3, 0, [2, 3, 0], [0, 0, 1], 2, [4, 6, 0], (2, 1, 3)),
    ("GH 7.2", 3, 2, [0, 2, 3], [1, 0, 0], 0, [3, 2, 5], None),  # two players have one Boo! each
    ("GH 7.2", 3, 1, [0, 2, 3], [1, 0, 0], 0, [0, 4, 6], (3, 2, 1)),
    ("GH 7.2", 4, 0, [1, 2, 3, 0], [0, 0, 0, 1], 3, [3, 3, 6, 0], (2, 2, 1, 4)),
    (
        "GH 7.2",
        4,
        0,
        [5, 4, 3, 6],
        [1, 1, 0, 1],
        1,
        [7, 5, 6, 6],
        (1, 3, 2, 4),
    ),  # the Boo! is last with more points than seat 1
    ("GH 7.2", 5, 0, [2, 1, 1, 3, 0], [0, 0, 0, 0, 1], 4, [4, 2, 2, 6, 0], (2, 3, 3, 1, 5)),
    (
        "GH 7.2",
        6,
        0,
        [2, 1, 1, 1, 3, 0],
        [0, 0, 0, 0, 0, 1],
        5,
        [4, 2, 2, 2, 6, 0],
        (2, 3, 3, 3, 1, 6),
    ),
    ("GH 7.3", 3, 0, [3, 2, 0], [0, 0, 1], 2, [5, 5, 0], None),
    ("GH 7.3", 4, 0, [3, 1, 2, 0], [0, 0, 0, 1], 3, [5, 2, 5, 0], None),
    ("GH 7.3", 4, 0, [5, 2, 5, 0], [0, 0, 0, 2], 3, [7, 3, 8, 0], (2, 3, 1, 4)),
    (
        "GH 7.3",
        4,
        1,
        [5, 2, 5, 0],
        [0, 0, 0, 2],
        3,
        [5, 4, 6, 3],
        (4, 2, 1, 3),
    ),  # seat 0 was in the tie and gets the Boo!
    ("GH 7.3", 4, 3, [5, 2, 5, 0], [0, 0, 0, 2], 3, [6, 5, 5, 2], (1, 2, 4, 3)),
    ("GH 7.3", 3, 0, [8, 6, 6], [2, 1, 1], 0, [10, 9, 6], (1, 2, 3)),  # with two Boo!s
    (
        "GH 7.3",
        3,
        2,
        [3, 9, 3],
        [1, 2, 0],
        1,
        [6, 9, 5],
        (1, 3, 2),
    ),  # the highest score of all does not win with this round's Boo!
    ("GH 7.3", 3, 0, [4, 3, 3], [2, 0, 0], 0, [6, 6, 3], None),  # a tie again, with another
]


@pytest.mark.parametrize(
    ("rule", "players", "turn", "scores", "boos", "last_boo", "after", "ranks"), SECOND_BOO
)
def test_the_second_boo(
    rule: str,
    players: int,
    turn: int,
    scores: list[int],
    boos: list[int],
    last_boo: int,
    after: list[int],
    ranks: tuple[int, ...] | None,
) -> None:
    loser = (turn - 1) % players
    match = table(
        **last_lap(players, turn, scores=scores, boos=boos, last_boo=last_boo, round=sum(boos) + 1)
    )
    found = play_on(match, finish(players)).position()
    assert (found["scores"], found["last_boo"], found["boos"][loser]) == (
        after,
        loser,
        boos[loser] + 1,
    )
    if ranks is None:
        assert (match.outcome, found["round"], match.waiting) == (None, sum(boos) + 2, (loser,))
        return
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.ranks, match.waiting) == ("second-boo", ranks, ())
    assert match.outcome.returns == pytest.approx([(rank == 1) - 1 / players for rank in ranks])


@pytest.mark.rule("GH 7.2")
def test_a_match_that_is_over_stays_as_it_was() -> None:
    """Round, turn and the hand of the player with the last Boo! do not change."""
    start = last_lap(3, scores=[2, 3, 0], boos=[0, 0, 1], last_boo=2, round=2)
    leads_to(
        start,
        finish(3),
        {
            "phase": "over",
            "round": 2,
            "turn": 1,
            "left": [0, 1],
            "hands": ["", "", "5"],
            "boos": [0, 0, 2],
            "cemetery": "2 4",
        },
    )


@pytest.mark.rule("GH 7.3")
def test_a_tie_is_played_out() -> None:
    """A whole match goes on after a tie and ends with a winner."""
    match = table(**last_lap(4, scores=[3, 1, 2, 0], boos=[0, 0, 0, 1], last_boo=3, round=2))
    play_on(match, finish(4))
    assert match.position()["round"] == 3
    while match.waiting:
        match.play(match.waiting[0], match.legal(match.waiting[0])[-1])
    assert match.outcome is not None
    assert match.position()["round"] >= 3
    assert match.outcome.ranks.count(1) == 1


@pytest.mark.rule("GH 6.3", "GH 7.1")
def test_dawn_ends_a_round_of_a_match() -> None:
    """Points and a Boo! are given as usual."""
    start = at(["5 6 6", "7", "9 9", "10 10 10"], mode="match", dawn=1, quiet=3)
    expected = {
        "scores": [3, 2, 1, 0],
        "boos": [0, 0, 0, 1],
        "last_boo": 3,
        "round": 2,
        "turn": 3,
        "quiet": 0,
        "left": [],
        "phase": "turn",
    }
    leads_to(start, "5x1", expected)


@pytest.mark.rule("GH 6.3", "GH 7.2")
def test_dawn_can_end_a_match() -> None:
    """The reason is the second Boo!."""
    start = at(
        ["5 6 6", "7", "9 9"],
        mode="match",
        dawn=1,
        quiet=2,
        scores=[0, 2, 3],
        boos=[1, 0, 0],
        last_boo=0,
        round=2,
    )
    match = play_on(table(**start), "5x1")
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.ranks) == ("second-boo", (3, 2, 1))
    assert (match.position()["quiet"], match.position()["left"], match.position()["turn"]) == (
        3,
        [1, 2],
        0,
    )


@pytest.mark.rule("GH 7.4")
def test_two_players_have_no_match() -> None:
    with pytest.raises(spookhouse.BadOption, match=r"GH 7\.4"):
        GAME.new(players=2, mode="match")
    assert GAME.new(players=3, mode="match", seed=1).options["mode"] == "match"


@pytest.mark.rule("GH 7.4")
def test_single_mode_keeps_no_score() -> None:
    expected = {
        "round": 1,
        "scores": [0, 0, 0],
        "boos": [0, 0, 0],
        "last_boo": None,
        "phase": "over",
    }
    leads_to(at(["2", "4", "5"], EMPTY[:3]), "2x1 4x1", expected)
