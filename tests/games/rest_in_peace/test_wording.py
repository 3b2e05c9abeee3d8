"""Events in words, and why a move is refused."""

import pytest

import spookhouse
from spookhouse.games.rest_in_peace import rules, wording
from spookhouse.games.rest_in_peace.pieces import PSYCHIC_CARDS
from support.rest_in_peace import Pair, table

GAME = spookhouse.game("rest-in-peace")
NAMES = ("Ann", "Bob")


def test_a_turn_in_words() -> None:
    match = table(("g3", "g4"), ("1 2", "1"), ("8", ""), watch=3)
    match.play(0, "p8")
    assert match.tell(0, NAMES) == [
        "Ann plays Acro-bats (p8).",
        "Every even ghost of Ann is worth 1 more.",
    ]
    match.play(0, "g2")
    assert match.tell(0, NAMES) == ["Ann plays a 2.", "Ann stands at 6, the other side at 4."]
    assert match.events[-1] == {
        "event": "total-changed",
        "seat": 0,
        "total": 6,
        "other_total": 4,
        "change": 3,
        "other_change": 0,
    }
    match.play(0, "end")
    assert match.tell(0, NAMES) == ["Ann ends the turn, 6 against 4."]
    match.play(1, "end")
    assert match.tell(None, NAMES) == [
        "Bob withdraws, 4 against 6.",
        "Ann wins a Manor and now owns 2 Manors and 1 Castle.",
        "Bob takes Reveal yourself! (p3).",
        "Ann draws two cards.",
        "Bob draws two cards.",
    ]


@pytest.mark.parametrize("number", PSYCHIC_CARDS)
def test_every_effect_has_words_with_and_without_a_target(number: int) -> None:
    sentences = [
        wording.effect_sentence("Ann", {"psychic": number, "first": first, "second": 1})
        for first in (0, 1)
    ]
    assert all(isinstance(text, str) for text in sentences)
    assert (number in (4, 5, 7, 20, 23)) == (not sentences[1])


def test_every_kind_of_event_has_words() -> None:
    assert {kind.name for kind in wording.EVENTS.values()} == set(wording.SENTENCES)


REFUSALS = [
    # rows, hand, reserve, move, rule, words
    (("", "g1"), "2", "", "g3", "RIP 3.1", "you hold no 3"),
    (("", "g1"), "2", "", "p8", "RIP 3.1", "Acro-bats (p8) is not in your reserve"),
    (("", "g1"), "2", "7", "p7", "RIP Card 7", "place it on the 10th round"),
    (("", "g1"), "2", "", "trip", "RIP Card 6", "nobody has tripped you"),
    (("", "g1"), "2", "", "keep", "RIP Card 15", "not during a turn"),
    (("", "g1"), "2", "", "carry g2", "RIP Card 15", "not during a turn"),
    (("", "g1"), "2", "", "skip", "RIP 3.4", "not during a turn"),
    (("", "g1"), "2", "", "place g2", "RIP 3.4", "not during a turn"),
    (("", "p24"), "2", "29", "p29", "RIP 5.3", "We're worthless (p29) included"),
    (("", "p25=1,2"), "2", "", "g2", "RIP Card 25", "bans the 2s this round"),
    (("", "p25=1,2"), "2", "4", "p4", "RIP Card 25", "Lady in White (p4) works as a 2"),
    (("", "p29"), "2", "10", "p10=3", "RIP Card 29", "a plain 1 without a choice: p10"),
    (
        ("", "g1 p14"),
        "2",
        "",
        "g2",
        "RIP 5.1",
        "at least two cards that you could play, and you have 1",
    ),
    (("", "g1 p14"), "2 2", "27", "p27", "RIP 5.1", "must be at least the second card"),
    (
        ("", "g1"),
        "2",
        "11",
        "p11=g2",
        "RIP Card 11",
        "that card does not lie in the other row; what can: p11=g1",
    ),
    (("", ""), "2", "11", "p11=g2", "RIP Card 11", "the other row is empty: p11"),
    (("", "g1"), "2", "10", "p10", "RIP 4.5", "needs a choice: p10=1"),
    (("", "g1"), "2", "21", "p21=2,2", "RIP Card 21", "you hold 1"),
    (
        ("", "g1"),
        "2 3",
        "21",
        "p21=2,2",
        "RIP Card 21",
        "you do not hold these two ghosts; what can: p21=2,3",
    ),
    (("g3", "g1"), "2 3", "22", "p22=g2", "RIP Card 22", "you did not play that card this round"),
    (("g3", "g1"), "2 3", "28", "p28=2,4", "RIP Card 28", "only rounds after this one"),
]


@pytest.mark.parametrize(("rows", "hand", "reserve", "move", "rule", "words"), REFUSALS)
def test_why_not(rows: Pair, hand: str, reserve: str, move: str, rule: str, words: str) -> None:
    refusal = table(rows, (hand, "1"), (reserve, "")).why(0, move)
    assert refusal is not None
    assert refusal.rule == rule
    assert words in refusal.reason


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("g1", "RIP 3.4"),
        ("carry g6", "RIP Card 15"),
        ("carry g2", "RIP Card 15"),
        ("carry p15", "RIP Card 15"),
    ],
)
def test_why_not_carried(move: str, rule: str) -> None:
    match = table(("", "g1 p15 g2*"), ("1", "1"))
    match.play(0, "end")
    refusal = match.why(1, move)
    assert refusal is not None
    assert refusal.rule == rule


@pytest.mark.parametrize("move", ["g1", "place g6", "place p8", "end"])
def test_why_not_placed(move: str) -> None:
    match = table(("", "g1"), ("1", "1"), decks=("", ""))
    match.play(0, "end")
    refusal = match.why(0, move)
    assert refusal is not None
    assert refusal.rule == "RIP 3.4"


@pytest.mark.parametrize(
    ("move", "rule"),
    [("end", "RIP 6.2"), ("p17=1", "RIP 6.2"), ("p10", "RIP 4.5"), ("g1", "RIP 6.2")],
)
def test_why_not_resolved(move: str, rule: str) -> None:
    refusal = table(("p10", "p17"), ("1", "1"), round=10).why(0, move)
    assert refusal is not None
    assert refusal.rule == rule


@pytest.mark.parametrize("move", ["trip", "p4"])
def test_why_a_trip_without_a_card_is_refused(move: str) -> None:
    match = table(("", "g1"), ("", "1"), ("4", ""), tripped=[3, 0])
    assert match.legal(0) == ["end"]
    refusal = match.why(0, move)
    assert refusal is not None
    reason = "you are tripped and hold no ghost that may be played: you can only end the turn"
    assert (refusal.rule, refusal.reason) == ("RIP Card 6", reason)


def test_a_lone_card_and_a_tie_in_words() -> None:
    match = table(("g6", "g1 p14"), ("1", "1"), played=1)
    match.play(0, "g1")
    match.play(0, "end")
    assert match.tell(0, NAMES) == ["Ann ends the turn, 7 against 1."]
    match = table(("g6", "g1 p14"), ("", "1"), played=1)
    match.play(0, "end")
    assert match.tell(0, NAMES)[0] == "Ann finds no second card and has to withdraw."
    match = table(("g6", "g1"), ("1", "1"), ("27", ""), here="MC")
    match.play(0, "p27")
    assert "A tie: a Manor and a Castle stay unclaimed." in match.tell(0, NAMES)


def test_why_an_invalid_action_is_refused() -> None:
    match = table(("g6", "g1"), ("1", "1"))
    assert wording.why(match.concealed(0), 0, -1) == ("RIP 3.1", "-1 is no move")


def test_rules_are_found_under_the_numbers_that_refusals_give() -> None:
    from spookhouse.kernel.rulebook import read_rulebook

    book = read_rulebook(GAME.rulebook)
    for number in ("RIP Card 17", "RIP 5.1", "RIP 3.2", "rip card 9"):
        assert book.find(number) is not None


def test_the_tape_is_long_enough() -> None:
    """The longest move ends round 9 with every card of both players on the 10th place."""
    mine = "g1? g1? g1? g1? g1? g1? g2? g2? g2? g2? g2? g3? g3? g3? g3? g4? g4? g4? g5? g5? g6?"
    match = table(
        ("", "g1"), tenth=(f"{mine} p8? p9? p7?", f"{mine[4:]} p4? p5?"), round=9, decks=("", "")
    )
    match.play(0, "end")
    if match.position()["phase"] == "place":
        match.play(0, "skip")
    assert match.outcome is not None
    assert len(match.event_rows) < rules.TAPE_ROWS
