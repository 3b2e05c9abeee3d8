"""Rest in Peace rule by rule: positions that show a rule and its edge.

Pairs are seats 0 and 1; seat 0 is to move in round 3.
"""

from collections import Counter
from typing import Any

import pytest

import spookhouse
from spookhouse.kernel.contract import Json
from spookhouse.kernel.match import Match
from support.rest_in_peace import Pair, plays, position, row, table, totals

GAME = spookhouse.game("rest-in-peace")

# === 1 Pieces, 2 Setup ===


def deals(**options: Any) -> list[Json]:
    """Return the first positions of forty matches."""
    return [GAME.new(seed=seed, **options).position() for seed in range(40)]


@pytest.mark.rule("RIP 1.1")
def test_ghost_cards() -> None:
    for deal in deals():
        for seat in range(2):
            assert Counter(deal["decks"][seat] + deal["hands"][seat]) == {
                "1": 6,
                "2": 5,
                "3": 4,
                "4": 3,
                "5": 2,
                "6": 1,
            }


@pytest.mark.rule("RIP 1.2")
@pytest.mark.parametrize(
    ("level", "numbers"),
    [
        (0, range(1, 10)),
        (1, range(10, 15)),
        (2, range(15, 20)),
        (3, range(20, 25)),
        (4, range(25, 30)),
    ],
)
def test_levels(level: int, numbers: range) -> None:

    seen = {place["psychic"] for deal in deals(level=level) for place in deal["line"]}
    assert seen == {None, *range(1, numbers[-1] + 1)}


@pytest.mark.rule("RIP 1.3", "RIP 2.2")
def test_tokens() -> None:
    """Six Manors and four Castles lie on one place each, in any order."""
    tokens = [[place["tokens"] for place in deal["line"]] for deal in deals()]
    assert all(Counter(token for (token,) in line) == {"manor": 6, "castle": 4} for line in tokens)
    assert len({str(line) for line in tokens}) > 30


@pytest.mark.rule("RIP 2.1")
def test_the_line() -> None:
    """Nine different Psychic cards lie open before the special card."""
    for deal in deals(level=4):
        psychics = [place["psychic"] for place in deal["line"]]
        assert psychics[9] is None
        assert len({*psychics[:9]}) == 9
        assert all(place["open"] for place in deal["line"])


@pytest.mark.rule("RIP 2.3")
def test_hands_and_starter() -> None:
    found = deals()
    assert all(
        [len(hand) for hand in deal["hands"]] == [5, 5] and deal["turn"] == deal["starter"]
        for deal in found
    )
    assert {deal["starter"] for deal in found} == {0, 1}


@pytest.mark.rule("RIP 2.4")
def test_learning() -> None:
    """Three cards lie open at first, and the next one after each round."""
    match = GAME.new(seed=3, learning=True)
    assert [place["open"] for place in match.position()["line"]] == [True] * 3 + [False] * 6 + [
        True
    ]
    hidden = match.position()["line"][3]["psychic"]
    assert match.view(0)["line"][3] == {
        "psychic": None,
        "open": False,
        "tokens": match.position()["line"][3]["tokens"],
    }
    withdraw(match)
    match.play(match.waiting[0], "skip")
    assert [place["open"] for place in match.position()["line"]] == [True] * 4 + [False] * 5 + [
        True
    ]
    assert match.view(None)["line"][3]["psychic"] == hidden


def withdraw(match: Match) -> None:
    """End the turn of the seat to move at once, so that it loses the round."""
    match.play(match.waiting[0], "end")


# === 3 A round ===


@pytest.mark.rule("RIP 3.1")
def test_any_number_of_cards() -> None:
    match = table(("", "g1"), ("1 1 2", "6"), ("4", ""))
    assert match.legal(0) == ["g1", "g2", "p4", "end"]
    for move in ("g1", "p4", "g2", "g1"):
        match.play(0, move)
    assert row(match, 0) == "g1 p4 g2 g1"
    assert match.legal(0) == ["end"]
    assert match.position()["played"] == 4
    assert match.position()["hands"][0] == match.position()["reserves"][0] == []


@pytest.mark.rule("RIP 3.1")
def test_only_own_cards_and_only_in_turn() -> None:
    match = table(("", "g1"), ("1", "6"), ("4", "5"))
    for move in ("g6", "p5", "p29"):
        with pytest.raises(spookhouse.IllegalMove, match=r"RIP 3\.1"):
            match.play(0, move)
    with pytest.raises(spookhouse.IllegalMove, match=r"RIP 3\.1: it is the turn of seat 0"):
        match.play(1, "g6")


TURN_ENDS = [
    # own row, other row, seat to move after `end`, and whether seat 0 lost the round
    ("g3", "g2", 1, False),
    ("g2", "g2", 0, True),
    ("g1", "g2", 0, True),
    ("", "", 0, True),
]


@pytest.mark.rule("RIP 3.2")
@pytest.mark.parametrize(("mine", "theirs", "turn", "lost"), TURN_ENDS)
def test_the_end_of_a_turn(mine: str, theirs: str, turn: int, lost: bool) -> None:
    """With a higher total the opponent is next; 0 is not higher than 0."""
    match = table((mine, theirs), ("1", "6"), watch=8)
    match.play(0, "end")
    found = match.position()
    assert (found["phase"], found["turn"]) == (("place", 0) if lost else ("turn", turn))
    assert found["reserves"][0] == ([8] if lost else [])
    assert row(match, 0, 3) == mine


SETS = [
    # tokens of seat 1, tokens of the round, reason
    (((0, 0), (3, 0)), "M", "manors"),
    (((0, 0), (0, 2)), "C", "castles"),
    (((0, 0), (3, 2)), "MC", "manors"),
    (((0, 0), (3, 2)), "C", "castles"),
    (((0, 0), (2, 0)), "MM", "manors"),
]


@pytest.mark.rule("RIP 3.3")
@pytest.mark.parametrize(("won", "here", "reason"), SETS)
def test_a_set_wins_at_once(won: tuple[tuple[int, int], ...], here: str, reason: str) -> None:
    """No Psychic card is taken, no cards are drawn, nobody places; the turn stays."""
    match = table(("g1", "g2 p15 p13"), ("1", "6"), won=won, here=here, watch=8)
    before = match.position()
    match.play(0, "end")
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.ranks, match.outcome.returns) == (
        reason,
        (2, 1),
        (-0.5, 0.5),
    )
    after = match.position()
    assert (after["phase"], after["turn"], after["round"], after["played"]) == ("over", 0, 3, 0)
    assert after["line"][2] == {"psychic": 8, "open": True, "tokens": []}
    for key in ("rows", "hands", "decks", "reserves", "starter"):
        assert after[key] == before[key]
    assert match.waiting == ()
    with pytest.raises(spookhouse.GameOver, match=r"RIP 3\.3"):
        match.play(0, "end")


@pytest.mark.rule("RIP 3.3")
@pytest.mark.parametrize(
    ("won", "here"), [(((0, 0), (2, 1)), "M"), (((3, 0), (0, 2)), "M"), (((3, 2), (2, 1)), "C")]
)
def test_less_than_a_set_does_not_win(won: tuple[tuple[int, int], ...], here: str) -> None:
    """Three Manors or two Castles are not enough."""
    match = table(("", ""), ("1", "6"), won=won, here=here)
    match.play(0, "end")
    assert match.outcome is None


@pytest.mark.rule("RIP 3.4")
def test_the_order_after_a_round() -> None:
    """Carry, Now or never, the Psychic card, two cards each, placing."""
    match = table(("g1 p13", "g6 p15"), ("1", "5"), watch=8)
    match.play(0, "g1")
    assert totals(match) == (6, 6)
    match.play(0, "end")
    found = match.position()
    assert (found["phase"], found["turn"], found["round"], found["starter"]) == ("carry", 1, 3, 0)
    assert found["line"][2]["psychic"] == 8
    assert (row(match, 0), [len(deck) for deck in found["decks"]]) == ("g1 p13 g1", [19, 19])
    match.play(1, "carry g6")
    found = match.position()
    assert (found["phase"], found["turn"], found["round"], found["starter"]) == ("place", 0, 3, 0)
    assert (row(match, 0, 10), row(match, 1, 4), row(match, 1, 3)) == ("p13!", "g6*", "p15")
    assert (found["reserves"], found["line"][2]["psychic"]) == ([[8], []], None)
    assert [len(hand) for hand in found["hands"]] == [2, 3]
    match.play(0, "place p8")
    found = match.position()
    assert (found["phase"], found["turn"], found["round"], found["starter"]) == ("turn", 1, 4, 1)
    assert row(match, 0, 10) == "p13! p8?"


@pytest.mark.rule("RIP 3.4")
def test_placing() -> None:
    """The loser places a Ghost card, a Psychic card (also the one just taken), or none."""
    match = table(("", ""), ("", ""), ("6", ""), watch=7, decks=("1 5 5", "2"))
    match.play(0, "end")
    assert match.legal(0) == ["place g1", "place g5", "place p6", "place p7", "skip"]
    match.play(0, "place g5")
    assert row(match, 0, 10) == "g5?"
    assert match.position()["hands"][0] == ["1"]


@pytest.mark.rule("RIP 3.4")
def test_placing_is_left_out() -> None:
    """Without hand and reserve the next round begins at once.

    So it does if the opponent took the Psychic card (Card 1).
    """
    match = table(("", "p1"), ("", ""), decks=("", ""), watch=8)
    match.play(0, "end")
    found = match.position()
    assert (found["phase"], found["round"], found["turn"], found["reserves"]) == (
        "turn",
        4,
        1,
        [[], [8]],
    )


@pytest.mark.rule("RIP 3.5")
def test_the_winner_starts() -> None:
    match = table(("", ""), ("1", "2"))
    match.play(0, "end")
    match.play(0, "skip")
    assert (match.position()["starter"], match.position()["turn"], match.position()["round"]) == (
        1,
        1,
        4,
    )


@pytest.mark.rule("RIP 3.6")
@pytest.mark.parametrize(
    ("deck", "left", "hand"),
    [("4 5 6", ["6"], ["1", "4", "5"]), ("4", [], ["1", "4"]), ("", [], ["1"])],
)
def test_a_deck_that_runs_out(deck: str, left: list[str], hand: list[str]) -> None:
    """What is left is drawn from the top, and nothing is renewed."""
    match = table(("", ""), ("1", "2"), decks=(deck, deck))
    match.play(0, "end")
    assert (match.position()["decks"][0], match.position()["hands"][0]) == (left, hand)


@pytest.mark.rule("RIP 3.4")
def test_a_line_without_its_psychic_card_goes_on() -> None:
    """No game leads to such a position, but it can be loaded."""
    for reserve, moves in (("", ["end"]), ("27", ["p27"])):
        found = position(("", ""), ("1", "2"), (reserve, ""), removed=[7])
        found["removed"] += [place["psychic"] for place in found["line"] if place["psychic"]]
        for place in found["line"]:
            place["psychic"] = None
        match = GAME.load(found, seed=1)
        for move in moves:
            match.play(0, move)
        assert match.position()["reserves"] == [[], []]


@pytest.mark.rule("RIP 3.6")
def test_no_hand_limit() -> None:
    match = table(("", ""), ("1 1 1 1 1 1 2 2 2 2 2 3 3 3 3 4 4 4 5", "2"), decks=("5 6", ""))
    match.play(0, "end")
    assert len(match.position()["hands"][0]) == 21


# === 4 Values ===

VALUES = [
    # rule, rows, totals
    ("RIP 4.1", ("g5 g1", "g6"), (6, 6)),
    ("RIP 4.1", ("p3 p4 p5", "p13 p21 p23"), (6, 12)),
    ("RIP 4.1", ("p1 p2 p6 p8 p11", "p14 p15 p18 p20"), (0, 0)),
    ("RIP 4.1", ("p9 p14 p16 p19", ""), (0, 0)),
    ("RIP 4.2", ("p3 p8 p4", ""), (4, 0)),
    ("RIP 4.2", ("g1 p10=1 p9 g1", ""), (8, 0)),
    ("RIP 4.2", ("g2 p8 g2", "g2"), (6, 2)),
    ("RIP 4.2", ("p8 p16:2 p19:3", ""), (6, 0)),
    ("RIP 4.3", ("g6 g1 p8", "p29 g5"), (3, 1)),
    ("RIP 4.3", ("g1 g2 g3 p9 p10=1", "p12"), (4, 0)),
    ("RIP 4.3", ("g1", "p17=1"), (0, 0)),
    ("RIP 4.3", ("g1 p9", "p17=1"), (0, 0)),
    ("RIP 4.3", ("g1 p10=1", "p17=1"), (1, 0)),
    ("RIP 4.3", ("g3 p26=3 p10=3 p9", "p17=3 g3"), (7, 6)),
    ("RIP 4.3", ("p29", ""), (0, 0)),
]


@pytest.mark.parametrize(("rule", "rows", "expected"), VALUES)
def test_values(rule: str, rows: Pair, expected: tuple[int, int]) -> None:
    match = table(rows, ("1", "1"))
    assert totals(match) == expected, rule


@pytest.mark.rule("RIP 4.2")
def test_effects_reach_only_this_round() -> None:
    """Cards of an earlier round or of the 10th do nothing here, nor cards of this round there."""
    match = table(
        ("g2 p9", ""), ("2", "2"), tenth=("p12? g1?", "g2?"), earlier={1: ("p8 g2", "g1")}
    )
    assert totals(match) == (2, 0)
    assert totals(match, 1) == (3, 1)


@pytest.mark.rule("RIP 4.4")
def test_a_continuous_effect_ends_with_its_card() -> None:
    match = table(("", "p8 g2 g4"), ("1", "1"), ("11", ""))
    assert totals(match) == (0, 8)
    match.play(0, "p11=p8")
    assert totals(match) == (0, 6)


@pytest.mark.rule("RIP 4.4")
def test_a_continuous_effect_ends_with_the_round() -> None:
    match = table(("", "p25=1,2 g5"), ("1", "1 2"), earlier={1: ("", "p24")})
    assert plays(match, "g") == []
    match.play(0, "end")
    match.play(0, "skip")
    assert {"g1", "g2"} <= {*plays(match, "g")}


@pytest.mark.rule("RIP 4.4")
def test_a_finished_effect_is_never_undone() -> None:
    """The Ghost that Auntie brought stays when Auntie is thrown out."""
    match = table(("", "p2 g4"), ("1", "1"), ("11", ""))
    match.play(0, "p11=p2")
    assert row(match, 1) == "g4"


@pytest.mark.rule("RIP 4.5")
def test_a_card_without_anything_to_do_may_be_played() -> None:
    match = table(("", ""), ("", ""), ("2 11 16 18 19 20 22", ""), decks=("", ""))
    assert plays(match, "p") == ["p2", "p11", "p16", "p18", "p19", "p20", "p22"]


@pytest.mark.rule("RIP 4.5")
def test_a_choice_is_not_optional() -> None:
    """A choice must be made if there is one; values that nobody has may be named."""
    match = table(("", "g1"), ("", ""), ("10 11", ""))
    assert plays(match, "p") == ["p10=1", "p10=2", "p10=3", "p10=4", "p10=5", "p10=6", "p11=g1"]
    with pytest.raises(
        spookhouse.IllegalMove, match=r"RIP 4\.5: Be gone! \(p11\) needs a choice: p11=g1"
    ):
        match.play(0, "p11")


@pytest.mark.rule("RIP 4.5")
def test_a_psychic_card_is_used_once_and_stays_in_its_row() -> None:
    match = table(("", "g1"), ("1", "1"), ("8", ""))
    match.play(0, "p8")
    assert match.position()["reserves"][0] == []
    match.play(0, "end")
    match.play(0, "skip")
    assert row(match, 0, 3) == "p8"


@pytest.mark.rule("RIP 4.6")
def test_the_first_of_equal_cards_is_meant() -> None:
    """A carried card comes before one played this round."""
    match = table(("", "g2* g1 g2"), ("1", "1"), ("11", ""))
    match.play(0, "p11=g2")
    assert row(match, 1) == "g1 g2"


@pytest.mark.rule("RIP 4.6")
def test_rows_are_in_order_of_arrival() -> None:
    """Auntie comes before the Ghost that she fetches."""
    match = table(("g6", ""), ("1", "1"), ("2", ""))
    for move in ("g1", "p2=5"):
        match.play(0, move)
    assert row(match, 0) == "g6 g1 p2 g5"


# === The book's example ===


@pytest.mark.rule("RIP 3.1", "RIP 3.5")
def test_the_example_of_the_book() -> None:
    """Play three rounds move by move with their totals. Green is seat 0, Blue is seat 1."""
    match = GAME.load(
        position(
            hands=("1 1 1 2 3", "1 2 3 4 5"),
            decks=("2 5 1 6 2 2 3 3 3 4 4 4 5 1 1 2", "2 2 1 1 1 1 1 2 2 3 3 3 4 4 5 6"),
            round=1,
            level=0,
            watch=9,
        )
        | {
            "line": [
                {"psychic": n, "open": True, "tokens": [t]}
                for n, t in zip(
                    [9, 8, 5, 1, 2, 3, 4, 6, 7], ["manor", "castle"] * 4 + ["manor"], strict=True
                )
            ]
            + [{"psychic": None, "open": True, "tokens": ["manor"]}]
        },
        seed=1,
    )
    script = [
        (0, "g1", (1, 0)), (0, "g2", (3, 0)), (0, "end", (3, 0)),
        (1, "g1", (3, 1)), (1, "g3", (3, 4)), (1, "end", (3, 4)),
        (0, "end", None), (0, "place g3", (0, 0)),
        (1, "end", None), (1, "place g5", (0, 0)),
        (0, "g2", (2, 0)), (0, "end", (2, 0)),
        (1, "g2", (2, 2)), (1, "g2", (2, 4)), (1, "end", (2, 4)),
        (0, "g5", (7, 4)), (0, "end", (7, 4)),
        (1, "g4", (7, 8)), (1, "end", (7, 8)),
        (0, "g1", (8, 8)), (0, "g1", (9, 8)), (0, "end", (9, 8)),
        (1, "p8", (9, 11)), (1, "end", (9, 11)),
        (0, "end", None), (0, "skip", (0, 0)),
    ]  # fmt: skip
    for seat, move, expected in script:
        match.play(seat, move)
        if expected is not None:
            assert totals(match) == expected, move
    found = match.position()
    assert found["tokens"] == [{"manor": 0, "castle": 1}, {"manor": 2, "castle": 0}]
    assert found["reserves"] == [[5, 9], []]
    assert (row(match, 0, 10), row(match, 1, 10)) == ("g3?", "g5?")
    assert (found["round"], found["turn"]) == (4, 1)
