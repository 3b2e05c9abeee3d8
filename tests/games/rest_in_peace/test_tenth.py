"""The 10th round, and how the game ends. Seat 0 would start the round and is to resolve cards."""

from typing import Any

import pytest

import spookhouse
from spookhouse.kernel.match import Match
from support.rest_in_peace import Pair, plays, row, table, totals

SPREAD = ((2, 1), (2, 1))  # tokens that the last Manor makes no set of


def tenth(rows: Pair, **others: Any) -> Match:
    """Return a match in the 10th round, with cards still to resolve."""
    return table(rows, round=10, **({"won": SPREAD, "here": "M", "hands": ("1", "1")} | others))


def last_round(cards: Pair, **others: Any) -> Match:
    """Return a match whose 10th round has just begun: seat 1 has lost round 9."""
    match = table(
        ("g6", ""),
        turn=1,
        round=9,
        tenth=cards,
        **({"won": ((1, 1), (2, 1)), "here": "M", "last": "M", "hands": ("1", "1")} | others),
    )
    match.play(1, "end")
    match.play(1, "skip")
    return match


# === 6.1 Turn the cards up ===


@pytest.mark.rule("RIP 6.1")
def test_all_cards_are_turned_up() -> None:
    match = last_round(("g3? p10?", "g4? p8? p13!"))
    assert (row(match, 0), row(match, 1)) == ("g3 p10", "g4 p8 p13!")
    assert (match.position()["phase"], match.position()["round"], match.waiting) == (
        "tenth",
        10,
        (0,),
    )
    assert match.view(None)["rows"][9][0]["cards"][0]["card"] == "g3"
    revealed = [event for event in match.events if event["event"] == "revealed"]
    assert [(event["seat"], event["card"]) for event in revealed] == [
        (0, "g3"),
        (0, "p10"),
        (1, "g4"),
        (1, "p8"),
    ]


@pytest.mark.rule("RIP 6.1", "RIP Card 29")
def test_29_ends_the_tenth_round_at_once() -> None:
    """Nothing is resolved, and every other card counts 1, also the -2."""
    match = last_round(("p10? p22?", "p29? p13! g1?"))
    assert (match.position()["phase"], totals(match)) == ("over", (2, 2))
    assert row(match, 0) == "p10 p22"


@pytest.mark.rule("RIP 6.4")
def test_a_game_that_ends_when_the_tenth_round_begins() -> None:
    """The turn is then with the starter of the 10th round."""
    match = last_round(("g3?", "g4?"))
    assert (
        match.position()["phase"],
        match.position()["turn"],
        match.position()["starter"],
        match.position()["round"],
    ) == ("over", 0, 0, 10)
    assert match.outcome is not None
    assert match.outcome.reason == "tenth-round"
    assert match.outcome.ranks == (2, 1)


# === 6.2 Resolve them ===


@pytest.mark.rule("RIP 6.2")
def test_the_starter_resolves_all_cards_first() -> None:
    """The order is free, and each card is one move."""
    match = tenth(("p10 p2 g3", "p17 p26"))
    assert {move.partition("=")[0] for move in match.legal(0)} == {"p2", "p10"}
    assert match.legal(1) == []
    match.play(0, "p2=3")
    assert {move.partition("=")[0] for move in match.legal(0)} == {"p10"}
    match.play(0, "p10=3")
    assert (row(match, 0), match.waiting) == ("p10=3+ p2+ g3 g3", (1,))
    match.play(1, "p26=1")
    match.play(1, "p17=3")
    assert totals(match) == (6, 0)
    assert match.position()["turn"] == 1
    assert match.outcome is not None
    assert match.outcome.ranks == (1, 2)


@pytest.mark.rule("RIP 6.2")
def test_either_seat_may_be_the_starter() -> None:
    match = tenth(("p10", "p17"), starter=1, turn=1)
    match.play(1, "p17=1")
    assert match.waiting == (0,)


@pytest.mark.rule("RIP 6.2", "RIP Card 1")
@pytest.mark.parametrize("number", [1, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15, 18, 23, 24, 25, 28])
def test_all_other_cards_act_by_themselves(number: int) -> None:
    """Cards 1, 6, 14, 15, 18, 24, 25 and 28 do nothing; the others count or act."""
    match = last_round((f"p{number}? g4? g1?", "g1? g2?"))
    worth = {
        3: (6, 3),
        4: (7, 3),
        5: (8, 3),
        7: (8, 3),
        8: (6, 3),
        9: (6, 3),
        12: (5, 0),
        13: (9, 3),
        23: (7, 3),
    }.get(number, (5, 3))
    assert (match.position()["phase"], totals(match)) == ("over", worth)


@pytest.mark.rule("RIP 6.2")
@pytest.mark.parametrize("number", [2, 10, 11, 16, 17, 19, 20, 21, 22, 26, 27])
def test_until_it_is_resolved_a_card_counts_nothing(number: int) -> None:
    match = tenth((f"p{number} g4", "g4"))
    assert totals(match) == (4, 4)
    assert match.position()["phase"] == "tenth"


EFFECTS = [
    # rule, rows, move, rows and totals afterwards
    ("RIP Card 2", ("p2 g1", "g1"), "p2=6", "p2+ g1 g6", "g1", (7, 1)),
    ("RIP Card 10", ("p10 g2", "g2"), "p10=2", "p10=2+ g2", "g2", (4, 2)),
    ("RIP Card 11", ("p11 g2", "g2 p9"), "p11=p9", "p11+ g2", "g2", (2, 2)),
    ("RIP Card 11", ("p11 g2", "g2 p13!"), "p11=p13", "p11+ g2", "g2", (2, 2)),
    ("RIP Card 11", ("p11 g2", "g2* g3"), "p11=g2", "p11+ g2", "g3", (2, 3)),
    ("RIP Card 11", ("p11 g2", ""), "p11", "p11+ g2", "", (2, 0)),
    ("RIP Card 16", ("p16 p7 g1 p13!", ""), "p16=3", "p16:3+ p7 g1 p13!", "", (5, 0)),
    ("RIP Card 16", ("p16 g5*", ""), "p16=5", "p16:5+ g5*", "", (10, 0)),
    ("RIP Card 16", ("p16 p13! p8", "g1"), "p16", "p16+ p13! p8", "g1", (-2, 1)),
    ("RIP Card 17", ("p17 g2", "g2 g3"), "p17=3", "p17=3+ g2", "g2 g3", (2, 3)),
    ("RIP Card 26", ("p26 g2", "g2 g3"), "p26=2", "p26=2+ g2", "g2 g3", (5, 8)),
    ("RIP Card 21", ("p21 g2", ""), "p21=1,5", "p21:6+ g2", "", (8, 0)),
]


@pytest.mark.parametrize(("rule", "rows", "move", "mine", "theirs", "expected"), EFFECTS)
def test_resolving(
    rule: str, rows: Pair, move: str, mine: str, theirs: str, expected: tuple[int, int]
) -> None:
    match = tenth(
        (rows[0] + " p27", rows[1]), hands=("1 5", "4")
    )  # the lull waits, so that the round goes on
    match.play(0, move)
    assert (row(match, 0), row(match, 1)) == (
        f"{mine.replace('g6', 'p27 g6') if 'p2+' in mine else mine + ' p27'}",
        theirs,
    ), rule
    assert totals(match) == expected, rule


@pytest.mark.rule("RIP Card 19")
def test_christmas_in_the_tenth() -> None:
    match = tenth(("p19 g1 p27", "g1"), decks=("5", "2"))
    assert plays(match, "p19") == ["p19=own", "p19=opp"]
    match.play(0, "p19=opp")
    assert (row(match, 0), totals(match), match.position()["shown"]) == (
        "p19:2+ g1 p27",
        (3, 1),
        [False, True],
    )
    match = tenth(("p19 g1", "g1 g1"), decks=("", ""))
    match.play(0, "p19")
    assert (row(match, 0), totals(match)) == ("p19+ g1", (1, 2))


@pytest.mark.rule("RIP Card 20")
@pytest.mark.parametrize(
    ("move", "rows"), [("p20=own", ("p20+ p27 g5", "g1")), ("p20=opp", ("p20+ p27", "g1 g3"))]
)
def test_lets_meet_at_the_end_in_the_tenth(move: str, rows: Pair) -> None:
    """The card joins open."""
    match = tenth(("p20 p27", "g1"), hands=("5", "3"), known=[["5"], ["3"]])
    match.play(0, move)
    assert (row(match, 0), row(match, 1)) == rows
    assert match.position()["hands"] == ([[], ["3"]] if move == "p20=own" else [["5"], []])
    assert match.position()["known"] == match.position()["hands"]


@pytest.mark.rule("RIP Card 21")
def test_bloody_mary_in_the_tenth() -> None:
    """Two cards must be discarded if the hand holds two; else she is worth 0 and no Ghost."""
    match = tenth(("p21 p27 p16", "g1"), hands=("5 5", "3"))
    assert plays(match, "p21") == ["p21=5,5"]
    match.play(0, "p21=5,5")
    assert match.position()["discards"][0][-2:] == ["g5", "g5"]
    assert plays(match, "p16") == ["p16=6", "p16"]
    match = tenth(("p21 p27 p16", "g1"), hands=("5", "3"))
    assert plays(match, "p21") == ["p21"]
    match.play(0, "p21")
    assert (row(match, 0), totals(match), plays(match, "p16")) == ("p21+ p27 p16", (0, 1), ["p16"])


@pytest.mark.rule("RIP Card 16")
def test_double_vision_may_be_declined_in_the_tenth() -> None:
    match = tenth(("p16 g5 p27", "g1"))
    match.play(0, "p16")
    assert (row(match, 0), totals(match)) == ("p16+ g5 p27", (5, 1))


@pytest.mark.rule("RIP 6.2", "RIP Card 15")
def test_a_carried_card_is_not_resolved_again() -> None:
    """It keeps its value: 21 is worth 6, and 10 and 16 keep their values."""
    match = table(
        ("g6 p15 p21", "g1"),
        ("2", "1"),
        tenth=("", "g5? p10?"),
        round=9,
        turn=1,
        won=((1, 1), (2, 1)),
        here="M",
        starter=0,
    )
    match.play(1, "end")
    match.play(0, "carry p21")
    match.play(1, "skip")
    assert (row(match, 0), totals(match), match.waiting) == ("p21*", (6, 5), (1,))


@pytest.mark.rule("RIP Card 24", "RIP Card 25")
def test_bans_and_the_lounge_do_nothing_here() -> None:
    """Carried ones do nothing either."""
    match = tenth(("p2 p16 g1", "p25=1,2* p24*"), decks=("1 2 3", ""))
    assert plays(match, "p2") == ["p2=1", "p2=2", "p2=3"]
    assert plays(match, "p16") == ["p16=1", "p16"]


@pytest.mark.rule("RIP Card 12")
@pytest.mark.parametrize("rows", [("p12* g5", "g1 g2"), ("p12 g5", "g1 g2")])
def test_you_dont_scare_me_here(rows: Pair) -> None:
    assert totals(tenth((rows[0] + " p10", rows[1]))) == (5, 0)


@pytest.mark.rule("RIP Card 13")
def test_now_or_never_here() -> None:
    """Nothing changes the -2; placed or carried the card is worth 4."""
    assert totals(tenth(("p13! p8 p10 g4", "p17"))) == (3, 0)
    assert totals(tenth(("p13 p8 p10", "p17"))) == (5, 0)
    assert totals(tenth(("p13* p10", "p17"))) == (4, 0)
    match = tenth(("p13! p10 p26", ""))
    match.play(0, "p10=4")
    assert totals(match) == (-2, 0)


# === 6.3 to 6.5 How it ends ===


@pytest.mark.rule("RIP 6.3", "RIP Card 22")
def test_playing_dead_loses_the_last_mansion() -> None:
    """The round is lost at once, and nothing comes back."""
    match = tenth(("p22 g6 p10", "g1"))
    assert plays(match, "p22") == ["p22"]
    match.play(0, "p22")
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.ranks, row(match, 0)) == (
        "tenth-round",
        (2, 1),
        "p22+ g6 p10",
    )
    assert match.position()["tokens"][1] == {"manor": 3, "castle": 1}


@pytest.mark.rule("RIP 6.3", "RIP Card 27", "RIP 6.5")
def test_a_lull_in_the_last_mansion() -> None:
    """It is a tie with any totals; the tokens stay in the line."""
    match = tenth(("p27 g6 p10", "g1"), won=((2, 1), (2, 0)))
    match.play(0, "p27")
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.ranks) == ("tokens", (1, 2))
    assert match.position()["line"][9]["tokens"] == ["manor"]


ENDINGS = [
    # rule, rows, tokens of both, tokens of the 10th, reason, ranks, returns
    ("RIP 6.4", ("g4?", "g3?"), SPREAD, "M", "tenth-round", (1, 2), (0.5, -0.5)),
    ("RIP 6.4", ("g2?", "g3?"), SPREAD, "MC", "tenth-round", (2, 1), (-0.5, 0.5)),
    ("RIP 6.4", ("g4?", "g3?"), ((3, 1), (1, 2)), "M", "manors", (1, 2), (0.5, -0.5)),
    ("RIP 6.4", ("g2?", "g3?"), ((3, 1), (1, 2)), "C", "castles", (2, 1), (-0.5, 0.5)),
    ("RIP 6.4", ("g2?", "g3?"), ((1, 1), (3, 2)), "MC", "manors", (2, 1), (-0.5, 0.5)),
    ("RIP 6.4", ("p13!", ""), SPREAD, "M", "tenth-round", (2, 1), (-0.5, 0.5)),
    ("RIP 6.5", ("g3?", "g3?"), ((2, 1), (2, 2)), "M", "tokens", (2, 1), (-0.5, 0.5)),
    ("RIP 6.5", ("", ""), ((3, 1), (2, 1)), "M", "tokens", (1, 2), (0.5, -0.5)),
    ("RIP 6.5", ("", ""), SPREAD, "M", "draw", (1, 1), (0.0, 0.0)),
]


@pytest.mark.parametrize(("rule", "cards", "won", "here", "reason", "ranks", "returns"), ENDINGS)
def test_endings(
    rule: str,
    cards: Pair,
    won: tuple[tuple[int, int], ...],
    here: str,
    reason: str,
    ranks: tuple[int, int],
    returns: tuple[float, float],
) -> None:
    """Seat 1 loses an empty ninth mansion, nobody places, and the last one decides."""
    match = table(
        ("g6", ""), turn=1, round=9, tenth=cards, won=won, here="", hands=("1", "1"), last=here
    )
    match.play(1, "end")
    match.play(1, "skip")
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.ranks, match.outcome.returns) == (
        reason,
        ranks,
        returns,
    ), rule
    assert match.position()["line"][9]["tokens"] == (
        [] if 0.5 in returns and reason != "tokens" else ["manor"]
    )
    with pytest.raises(
        spookhouse.GameOver,
        match={"manors": r"RIP 3\.3", "castles": r"RIP 3\.3", "tenth-round": r"RIP 6\.4"}.get(
            reason, r"RIP 6\.5"
        ),
    ):
        match.play(0, "end")
