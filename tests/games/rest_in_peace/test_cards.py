"""The 29 Psychic cards in rounds 1 to 9, card by card, and how they act on each other.

Seat 0 is to move in round 3 unless a test says otherwise.
"""

from collections import Counter
from typing import Any

import pytest

import spookhouse
from spookhouse.kernel.match import Match
from support.rest_in_peace import Pair, plays, position, row, table, totals

GAME = spookhouse.game("rest-in-peace")
EVERY = range(1, 30)

# === All of them ===


@pytest.mark.rule("RIP Card 29")
@pytest.mark.parametrize("number", [n for n in EVERY if n not in (7, 29)])
def test_under_worthless_every_card_is_a_plain_1(number: int) -> None:
    """It has no choice, no cost and no effect, no matter which player has Card 29."""
    match = table(
        ("g1", "p29 g5"), ("2 3", "4"), (str(number), ""), decks=("2", "3"), earlier={1: ("g4", "")}
    )
    before = match.position()
    assert plays(match, "p") == [f"p{number}"]
    match.play(0, f"p{number}")
    after = match.position()
    assert totals(match) == (2, 1)
    assert (row(match, 0), row(match, 1)) == (f"g1 p{number}", "p29 g5")
    assert after["played"] == (2 if number == 23 else 1)
    for key in ("phase", "turn", "hands", "known", "decks", "discards", "line", "tripped", "shown"):
        assert after[key] == before[key], key
    assert row(match, 0, 10) == row(match, 1, 10) == ""


@pytest.mark.rule("RIP Card 24", "RIP 5.3")
@pytest.mark.parametrize("number", EVERY)
def test_under_private_lounge_no_psychic_is_played(number: int) -> None:
    """Cards that work as Ghosts and Card 29 are shut out too."""
    match = table(("g1", "p24 g5"), ("2 3", "4"), (str(number) if number != 24 else "4", ""))
    assert plays(match, "p") == []
    assert plays(match, "g") == ["g2", "g3"]
    refusal = match.why(0, f"p{number if number != 24 else 4}")
    assert refusal is not None
    assert refusal.rule == ("RIP Card 7" if number == 7 else "RIP 5.3")


@pytest.mark.rule("RIP Card 11")
@pytest.mark.parametrize("number", [n for n in EVERY if n not in (11, 29)])
def test_be_gone_throws_out_any_card(number: int) -> None:
    match = table(("", f"g1 p{number}"), ("2 3", "4"), ("11", ""), decks=("2", "3"))
    if number in (14, 24):
        assert plays(match, "p11") == (["p11=g1", f"p11=p{number}"] if number == 14 else [])
    if number == 24:
        return
    match.play(0, f"p11=p{number}")
    assert row(match, 1) == "g1"
    assert match.position()["discards"][1][-1] == f"p{number}"
    assert totals(match) == (0, 1)


BANNED = [(3, "1,2"), (4, "1,2"), (5, "3,4"), (13, "3,4"), (21, "5,6"), (23, "1,6")]


@pytest.mark.rule("RIP Card 25")
@pytest.mark.parametrize(("number", "named"), BANNED)
@pytest.mark.parametrize("mine", [True, False])
def test_never_seen_again_bans_cards_worth_a_value(number: int, named: str, mine: bool) -> None:
    """Both players are bound; cards worth another value may be played."""
    rows = (f"p25={named}", "") if mine else ("", f"p25={named}")
    match = table(rows, ("2 2", "4"), (str(number), ""))
    assert plays(match, "p") == []
    refusal = match.why(0, f"p{number}")
    assert refusal is not None
    assert refusal.rule == "RIP Card 25"
    others = {"1,2": "3,4", "3,4": "5,6", "5,6": "1,2", "1,6": "2,3"}[named]
    assert plays(table(("", f"p25={others}"), ("4 4", "4"), (str(number), "")), "p") != []


@pytest.mark.rule("RIP Card 25")
@pytest.mark.parametrize(
    "number", [n for n in EVERY if n not in (7, 14, 21, 22, 24, 27, 29, *(n for n, _ in BANNED))]
)
def test_never_seen_again_bans_no_other_card(number: int) -> None:
    """Card 19 may be played, and so may 2 and 16, if only without an effect."""
    match = table(
        ("", "p25=1,2"), ("", "4"), (str(number) if number != 25 else "8", ""), decks=("1 2", "1")
    )
    assert plays(match, f"p{number if number != 25 else 8}") != []


@pytest.mark.rule("RIP 5.1")
@pytest.mark.parametrize("number", [n for n in EVERY if n not in (7, 14)])
def test_how_many_cards_it_counts_under_twos_more_fun(number: int) -> None:
    """Card 23 counts as two cards, and so does 2 with the Ghost that it fetches.

    Every other card counts as one. A round-ending card cannot be the first.
    """
    match = table(("", "p14 g1"), ("1 1 1", "4"), (str(number), ""))
    if number in (22, 27):
        assert plays(match, f"p{number}") == []
        refusal = match.why(0, f"p{number}" if number == 27 else "p22=g1")
        assert refusal is not None
        assert refusal.rule == "RIP 5.1"
        match.play(0, "g1")
        assert plays(match, f"p{number}") != []
        return
    match.play(0, plays(match, f"p{number}")[0])
    assert match.position()["played"] == (2 if number in (2, 23) else 1)


CARRIED = [n for n in EVERY if n not in (7, 15, 22, 27, 29)]


@pytest.mark.rule("RIP Card 15")
@pytest.mark.parametrize("number", CARRIED)
def test_still_me_carries_any_card(number: int) -> None:
    """A carried card keeps its marks and does not act again."""
    marks = {10: "=3", 17: "=3", 26: "=3", 25: "=5,6", 16: ":4", 19: ":4"}.get(number, "")
    match = table(("", f"g1 p15 p{number}{marks}"), ("1 1", "2 2"), decks=("3 3", "4 4"), watch=7)
    match.play(0, "end")
    assert match.legal(1) == ["carry g1", f"carry p{number}", "keep"]
    match.play(1, f"carry p{number}")
    assert row(match, 1, 4) == f"p{number}{marks}*"
    match.play(0, "skip")
    found = match.position()
    assert (found["round"], found["turn"], found["tripped"]) == (4, 1, [0, 0])
    assert row(match, 1, 4) == f"p{number}{marks}*"
    assert row(match, 1, 10) == ""


@pytest.mark.rule("RIP 3.1", "RIP Card 7")
@pytest.mark.parametrize("number", [n for n in EVERY if n != 7])
def test_every_card_but_the_wedding_can_be_played(number: int) -> None:
    assert plays(table(("g1", "g1"), ("1 2", "1 2"), (str(number), "")), f"p{number}") != []


@pytest.mark.rule("RIP 3.4", "RIP Card 7")
@pytest.mark.parametrize("number", EVERY)
def test_every_card_can_be_placed(number: int) -> None:
    match = table(("", ""), ("1", "1"), (str(number), ""))
    match.play(0, "end")
    match.play(0, f"place p{number}")
    assert row(match, 0, 10) == f"p{number}?"
    assert match.view(1)["rows"][9][0]["cards"][0]["card"] == f"p{number}"


# === Card 1 ===


@pytest.mark.rule("RIP Card 1")
@pytest.mark.parametrize(
    ("rows", "taker"),
    [
        (("p1", ""), 0),  # the loser has it: nothing new
        (("", "p1"), 1),  # also as the winner
        (("", "p1 p29"), 0),  # not under 29
        (("p29", "p1"), 0),
        (("p1*", ""), 0),
        (("", "p1*"), 1),  # carried, it acts at the end of the new round
    ],
)
def test_you_wont_have_it(rows: Pair, taker: int) -> None:
    match = table(rows, ("1", "1"), watch=8)
    match.play(0, "end")
    assert match.position()["reserves"][taker] == [8]
    assert match.position()["line"][2] == {"psychic": None, "open": True, "tokens": []}


@pytest.mark.rule("RIP Card 1", "RIP Card 15")
def test_a_carried_card_1_does_not_act_in_its_first_round() -> None:
    """It has left the row before the Psychic card is taken."""
    match = table(("", "p1 p15"), ("1", "1"), watch=8)
    match.play(0, "end")
    match.play(1, "carry p1")
    assert match.position()["reserves"] == [[8], []]
    match = table(("", "p1 p15"), ("1", "1"), watch=8)
    match.play(0, "end")
    match.play(1, "keep")
    assert match.position()["reserves"] == [[], [8]]


# === Card 2 ===


@pytest.mark.rule("RIP Card 2")
def test_auntie_fetches_a_ghost() -> None:
    """Any value of the own deck can be fetched; then the deck is shuffled and unknown."""
    match = table(("", "g1"), ("", "1"), ("2", ""), decks=("5 3 3 1", "6"), shown=[True, True])
    assert plays(match) == ["p2=1", "p2=3", "p2=5", "end"]
    match.play(0, "p2=3")
    found = match.position()
    assert row(match, 0) == "p2 g3"
    assert sorted(found["decks"][0]) == ["1", "3", "5"]
    assert (found["shown"], found["played"]) == ([False, True], 2)
    assert totals(match) == (3, 1)


@pytest.mark.rule("RIP Card 2")
def test_auntie_shuffles() -> None:
    orders = set()
    for seed in range(60):
        match = GAME.load(
            position(("", "g1"), ("", "1"), ("2", ""), decks=("5 4 3 2", "6")), seed=seed
        )
        match.play(0, "p2=5")
        orders.add("".join(match.position()["decks"][0]))
    assert orders == {"432", "423", "342", "324", "243", "234"}


@pytest.mark.rule("RIP Card 2", "RIP Card 25")
@pytest.mark.parametrize(("deck", "row_before"), [("", "g1"), ("4 4 5", "p25=4,5")])
def test_auntie_finds_nobody(deck: str, row_before: str) -> None:
    """The deck is not touched if it is empty or if every value in it is banned."""
    match = table(
        ("", row_before), ("", "1"), ("2", ""), decks=(deck, "6"), shown=[bool(deck), False]
    )
    assert plays(match, "p2") == ["p2"]
    match.play(0, "p2")
    assert (row(match, 0), match.position()["decks"][0], match.position()["shown"][0]) == (
        "p2",
        deck.split(),
        bool(deck),
    )


@pytest.mark.rule("RIP Card 2", "RIP Card 25")
def test_auntie_fetches_no_banned_value() -> None:
    assert plays(table(("p25=1,3", "g1"), ("", "1"), ("2", ""), decks=("1 3 4", "6")), "p2") == [
        "p2=4"
    ]


@pytest.mark.rule("RIP Card 2")
def test_a_fetched_ghost_counts_as_played_this_round() -> None:
    """Cards 14, 15, 16 and 22 see it as played."""
    match = table(("", "g1 p14"), ("1 1", "1"), ("2 16 22", ""), decks=("5", "6"))
    match.play(0, "p2=5")
    assert match.position()["played"] == 2
    assert "end" in match.legal(0)
    assert plays(match, "p16") == ["p16=5", "p16"]
    assert plays(match, "p22") == ["p22=g5", "p22=p2", "p22"]
    match.play(0, "end")
    assert match.waiting == (1,)


@pytest.mark.rule("RIP 5.1")
def test_auntie_alone_is_enough_under_twos_more_fun() -> None:
    """She counts as two cards if she can fetch, else as one, and as one under Card 29."""
    assert table(("g6", "g1 p14"), ("", "1"), ("2", ""), decks=("5", "6")).legal(0) == [
        "p2=5",
        "end",
    ]
    assert table(("g6", "g1 p14"), ("", "1"), ("2", ""), decks=("", "6")).legal(0) == ["end"]
    assert table(("p25=5,6 g4", "g1 p14"), ("", "1"), ("2", ""), decks=("5", "6")).legal(0) == [
        "end"
    ]
    match = table(("g6 p29", "g1"), ("", "1"), ("2", ""), decks=("5", "6"))
    match.play(0, "p2")
    assert match.position()["played"] == 1


@pytest.mark.rule("RIP 5.1")
def test_auntie_counted_as_one_card_in_edition_1() -> None:
    """Matches that began under edition 1 of the rules still count so."""
    match = table(("", "g1 p14"), ("1 1", "1"), ("2 16 22", ""), decks=("5", "6"), edition=1)
    match.play(0, "p2=5")
    assert match.position()["played"] == 1
    assert "end" not in match.legal(0)
    assert table(("g6", "g1 p14"), ("", "1"), ("2", ""), decks=("5", "6"), edition=1).legal(0) == [
        "end"
    ]


# === Card 3 ===


@pytest.mark.rule("RIP Card 3")
def test_reveal_yourself_shows_the_hand() -> None:
    """It is worth 1. Its player sees the hand during the turns of the round and remembers it."""
    match = table(("", "g1"), ("1", "2 5"), ("3", ""))
    assert match.view(0)["hands"][1]["cards"] == []
    match.play(0, "p3")
    assert totals(match) == (1, 1)
    hand = match.view(0)["hands"][1]
    assert (hand["cards"], hand["seen"], hand["size"]) == (["2", "5"], True, 2)
    assert match.view(None)["hands"][1] == {"size": 2, "cards": [], "known": [], "seen": False}
    assert match.position()["known"] == [[], ["2", "5"]]
    match.play(0, "end")
    found = match.view(0)["hands"][1]
    assert (found["cards"], found["size"], found["seen"]) == (["2", "5"], 4, False)


@pytest.mark.rule("RIP Card 3")
def test_the_hand_is_hidden_again_when_the_card_leaves_or_29_comes() -> None:
    for move in ("p11=p3", "p29"):
        match = table(("g1 p3", "g4"), ("2 5", "2 5"), ("", "11 29"), turn=1)
        assert match.view(0)["hands"][1]["cards"] == ["2", "5"]
        match.play(1, move)
        assert match.view(0)["hands"][1]["cards"] == []
        assert not match.view(0)["hands"][1]["seen"]


@pytest.mark.rule("RIP Card 3", "RIP Card 29")
def test_reveal_yourself_sees_nothing_under_29() -> None:
    match = table(("", "p29"), ("1", "2 5"), ("3", ""))
    match.play(0, "p3")
    assert match.view(0)["hands"][1]["cards"] == []
    assert match.position()["known"] == [[], []]


@pytest.mark.rule("RIP Card 3", "RIP Card 15")
def test_a_carried_card_3_looks_again() -> None:
    """Its effect goes on in the new round and shows cards drawn in between."""
    match = table(("", "p3 p15"), ("1", "2"), decks=("4 5", "4 4"))
    match.play(0, "end")
    match.play(1, "carry p3")
    assert match.view(1)["hands"][0]["cards"] == []
    match.play(0, "skip")
    assert match.view(1)["hands"][0]["cards"] == ["1", "4", "5"]
    assert match.position()["known"][0] == ["1", "4", "5"]


# === Cards 4, 5, 7 ===


@pytest.mark.rule("RIP Card 4", "RIP Card 5")
@pytest.mark.parametrize(("number", "worth"), [(4, 2), (5, 3)])
def test_plain_ghosts(number: int, worth: int) -> None:
    """They are Ghosts in every way, and still Psychic cards."""
    match = table((f"p{number}", ""), ("1", "2"), ("8 9 16", ""))
    assert totals(match) == (worth, 0)
    assert totals(table((f"p{number} p8 p9", ""), ("1", "2"))) == (worth + 1, 0)
    assert totals(table((f"p{number}", "p12"), ("1", "2"))) == (worth if worth > 2 else 0, 0)


@pytest.mark.rule("RIP Card 7")
def test_the_wedding_is_not_played() -> None:
    """It is not played in rounds 1 to 9, nor under Card 29."""
    for other in ("g1", "p29"):
        match = table(("", other), ("1", "2"), ("7", ""))
        assert plays(match, "p") == []
        with pytest.raises(spookhouse.IllegalMove, match=r"RIP Card 7"):
            match.play(0, "p7")


# === Card 6 ===


def tripped(**others: Any) -> Match:
    """Return a match in which seat 0 has just tripped seat 1, which is to move."""
    match = table(
        ("g1", others.pop("theirs", "")),
        ("1 2", others.pop("hand", "1 1 5")),
        ("6", others.pop("reserve", "4")),
        **others,
    )
    match.play(0, "p6")
    match.play(0, "end")
    return match


@pytest.mark.rule("RIP Card 6")
def test_tripped_plays_a_random_card_first() -> None:
    """The tripped player can only do that or end the turn; the card ends the trip."""
    match = tripped()
    assert match.position()["tripped"] == [0, 4]
    assert match.legal(1) == ["trip", "end"]
    for move in ("g1", "p4"):
        with pytest.raises(spookhouse.IllegalMove, match=r"RIP Card 6"):
            match.play(1, move)
    match.play(1, "trip")
    assert match.position()["tripped"] == [0, 0]
    assert "p4" in match.legal(1)


@pytest.mark.rule("RIP Card 6")
def test_the_random_card_is_any_card_of_the_hand() -> None:
    """Each card is equally likely, so that two 1s come twice as often as the 5."""
    found = Counter[str]()
    for seed in range(300):
        match = GAME.load(tripped().position(), seed=seed)
        match.play(1, "trip")
        found[row(match, 1)] += 1
    assert set(found) == {"g1", "g5"}
    assert 160 < found["g1"] < 240


@pytest.mark.rule("RIP Card 6", "RIP Card 25")
def test_the_random_card_is_one_that_25_allows() -> None:
    for seed in range(20):
        match = GAME.load(tripped(theirs="p25=1,2").position(), seed=seed)
        match.play(1, "trip")
        assert row(match, 1) == "p25=1,2 g5"


@pytest.mark.rule("RIP Card 6")
@pytest.mark.parametrize(("hand", "theirs"), [("", ""), ("1 1", "p25=1,2")])
def test_a_trip_without_a_card_to_bind_leaves_only_the_end(hand: str, theirs: str) -> None:
    """No Psychic card can be played first, and the trip stays."""
    match = tripped(hand=hand, theirs=theirs)
    assert match.position()["tripped"] == [0, 4]
    assert match.legal(1) == ["end"]
    for move in ("p4", "trip"):
        with pytest.raises(
            spookhouse.IllegalMove, match=r"RIP Card 6: .* you can only end the turn"
        ):
            match.play(1, move)
    match.play(1, "end")
    assert (match.position()["phase"], match.position()["tripped"]) == ("place", [0, 4])


@pytest.mark.rule("RIP Card 6")
@pytest.mark.parametrize(("hand", "theirs"), [("", ""), ("1 1", "p25=1,2")])
def test_a_trip_without_a_card_lapsed_in_edition_1(hand: str, theirs: str) -> None:
    """Matches that began under edition 1 of the rules still play so."""
    match = tripped(hand=hand, theirs=theirs, edition=1, reserve="8")
    assert match.position()["tripped"] == [0, 0]
    assert match.legal(1) == ["p8", "end"]


@pytest.mark.rule("RIP Card 6")
def test_a_trip_lasts_into_the_next_round_and_no_longer() -> None:
    """It does not bind placing. It lapses when the round after its own is over."""
    match = tripped()
    match.play(1, "end")
    assert "place g5" in match.legal(1)
    match.play(1, "skip")
    assert match.position()["tripped"] == [0, 4]
    match.play(0, "g1")
    match.play(0, "end")
    assert match.legal(1) == ["trip", "end"]
    match.play(1, "end")
    assert match.position()["tripped"] == [0, 4]
    match.play(1, "skip")
    assert (match.position()["round"], match.position()["tripped"]) == (5, [0, 0])


@pytest.mark.rule("RIP Card 6")
def test_a_trip_stays_when_its_card_leaves_and_when_a_turn_ends_without_a_card() -> None:
    """A player who is ahead by a carried card may end a turn without a card, still tripped."""
    match = table(("g1", "g6*"), ("1 5", "1 1"), turn=1, tripped=[0, 3])
    match.play(1, "end")
    assert match.position()["tripped"] == [0, 3]
    match.play(0, "g5")
    match.play(0, "g1")
    match.play(0, "end")
    assert match.legal(1) == ["trip", "end"]
    match = table(
        ("g5", "g1"), ("1 5", "1 1"), turn=1, tripped=[0, 4]
    )  # the card is gone, the trip is not
    assert match.legal(1) == ["trip", "end"]


@pytest.mark.rule("RIP Card 6", "RIP Card 29")
def test_29_ends_a_trip_of_its_own_round_only() -> None:
    match = table(("p6 g1", ""), ("1", "1"), ("29", ""), tripped=[0, 4])
    match.play(0, "p29")
    assert match.position()["tripped"] == [0, 0]
    match = table(("g1", ""), ("1", "1"), ("29", ""), tripped=[0, 3])
    match.play(0, "p29")
    assert match.position()["tripped"] == [0, 3]
    match.play(0, "end")
    assert match.legal(1) == ["trip", "end"]


@pytest.mark.rule("RIP Card 6", "RIP 5.1")
def test_a_trip_under_private_lounge_and_under_two() -> None:
    """Under Card 14 the random card needs a second one too."""
    match = table(("p6 g1 p14", ""), ("1", "1 2"), ("", "4"), turn=1, tripped=[0, 4])
    assert match.legal(1) == ["trip", "end"]
    match.play(1, "trip")
    assert "end" not in match.legal(1)
    match = table(("p6 g1 p14", ""), ("1", "1"), ("", ""), turn=1, tripped=[0, 4])
    assert match.legal(1) == ["end"]
    match = table(("p6 g1 p24", ""), ("1", "1"), ("", "4"), turn=1, tripped=[0, 4])
    assert match.legal(1) == ["trip", "end"]
    match.play(1, "trip")
    assert match.legal(1) == ["end"]


# === Cards 8, 9, 10, 12, 17, 26: values of Ghosts ===

WORTH = [
    # card, rows, totals
    ("RIP Card 8", ("p8 g1 g2 g3 g4 g5 g6", "g2"), (24, 2)),
    ("RIP Card 8", ("g2 g4 p8", ""), (8, 0)),
    ("RIP Card 8", ("p8 p4 p13 p21 p16:2 p19:2", ""), (2 + 4 + 6 + 2 + 2 + 5, 0)),
    ("RIP Card 8", ("p8 p3 p5 p23", ""), (6, 0)),
    ("RIP Card 8", ("p8 g2 p29", ""), (2, 0)),
    ("RIP Card 8", ("p8* g2", ""), (3, 0)),
    ("RIP Card 9", ("p9 g1 g2 g3 g4 g5 g6", "g1"), (24, 1)),
    ("RIP Card 9", ("p9 p3 p5 p23", ""), (2 + 4 + 4, 0)),
    ("RIP Card 9", ("p9 p4 p13 p21", ""), (12, 0)),
    ("RIP Card 9", ("p9 g1", "p29"), (2, 0)),
    ("RIP Card 9", ("p9* g5", ""), (6, 0)),
    ("RIP Card 10", ("p10=3 g3 g3 g4", "g3"), (14, 3)),
    ("RIP Card 10", ("p10=1 p23 p3", ""), (9, 0)),
    ("RIP Card 10", ("p10=6 p21", ""), (8, 0)),
    ("RIP Card 10", ("p10=3* g3", ""), (5, 0)),
    ("RIP Card 10", ("p10=5 g4", ""), (4, 0)),
    ("RIP Card 10", ("p10=3 g3 p29", ""), (2, 0)),
    ("RIP Card 12", ("g1 g2 g3", "p12 g1 g2"), (3, 3)),
    ("RIP Card 12", ("p3 p4 p5 p23", "p12"), (3, 0)),
    ("RIP Card 12", ("g1 p9 p10=1 p26=1", "p12"), (0, 0)),
    ("RIP Card 12", ("g2 p16:2 p19:1 g4", "p12*"), (4, 0)),
    ("RIP Card 12", ("g1 g1", "p12 p29"), (2, 1)),
    ("RIP Card 17", ("g3 g3 g4", "p17=3 g3"), (6, 3)),
    ("RIP Card 17", ("g1 p3 p23", "p17=1"), (0, 0)),
    ("RIP Card 17", ("g2 p8", "p17=2"), (1, 0)),
    ("RIP Card 17", ("p13", "p17=4*"), (2, 0)),
    ("RIP Card 17", ("g6", "p17=6 p29"), (1, 1)),
    ("RIP Card 17", ("g6", "p17=5"), (6, 0)),
    ("RIP Card 26", ("p26=2 g2 g3", "g2 g2"), (8, 10)),
    ("RIP Card 26", ("p23", "p26=1"), (8, 0)),
    ("RIP Card 26", ("p21", "p26=6* g6"), (9, 9)),
    ("RIP Card 26", ("g2", "p26=2 p29"), (1, 1)),
    ("RIP Card 26", ("g2", "p26=3"), (2, 0)),
    ("RIP Card 23", ("p23", ""), (2, 0)),
    ("RIP Card 23", ("p23 p9", "p17=1"), (0, 0)),
    ("RIP Card 23", ("p23 p10=1", "p17=1"), (2, 0)),
    ("RIP Card 23", ("p23 p9 g1", ""), (6, 0)),
    ("RIP Card 23", ("p23 g1", "p29"), (2, 0)),
    ("RIP Card 23", ("p23*", "p12"), (0, 0)),
    ("RIP Card 13", ("p13 p8", ""), (5, 0)),
    ("RIP Card 21", ("p21", ""), (6, 0)),
    ("RIP Card 29", ("p29 g6 p21 p23 p8", "g5 p12"), (4, 2)),
    ("RIP Card 29", ("p29", ""), (0, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "rows", "expected"), WORTH)
def test_totals_of_rows(rule: str, rows: Pair, expected: tuple[int, int]) -> None:
    assert totals(table(rows, ("", ""))) == expected, rule


@pytest.mark.rule("RIP Card 8", "RIP Card 9", "RIP Card 10", "RIP Card 12")
@pytest.mark.parametrize(
    ("number", "move", "marked"),
    [(8, "p8", "p8"), (9, "p9", "p9"), (10, "p10=2", "p10=2"), (12, "p12", "p12")],
)
def test_playing_a_modifier(number: int, move: str, marked: str) -> None:
    match = table(("g1 g2", "g2"), ("1", "1"), (str(number), ""))
    match.play(0, move)
    assert row(match, 0) == f"g1 g2 {marked}"
    assert totals(match) == {8: (4, 2), 9: (4, 2), 10: (5, 2), 12: (3, 0)}[number]


@pytest.mark.rule("RIP Card 17", "RIP Card 26")
@pytest.mark.parametrize(("number", "expected"), [(17, (3, 0)), (26, (6, 5))])
def test_naming_a_value_for_both_players(number: int, expected: tuple[int, int]) -> None:
    """Any value from 1 to 6 may be named, even if nobody has it."""
    match = table(("g1 g2", "g2"), ("1", "1"), (str(number), ""))
    assert plays(match, f"p{number}") == [f"p{number}={value}" for value in range(1, 7)]
    match.play(0, f"p{number}=2")
    assert (row(match, 0), totals(match)) == (f"g1 g2 p{number}=2", expected)


# === Card 11 ===


@pytest.mark.rule("RIP Card 11")
def test_be_gone() -> None:
    """Any card of the opposing row of this round leaves the game, on its owner's pile."""
    match = table(("g6", "g2 g5 p8 g2"), ("1", "1"), ("11", ""), earlier={1: ("", "g3")})
    assert plays(match, "p11") == ["p11=g2", "p11=g5", "p11=p8"]
    match.play(0, "p11=g2")
    assert (row(match, 1), match.position()["discards"]) == ("g5 p8 g2", [[], ["g2"]])


@pytest.mark.rule("RIP Card 11")
def test_be_gone_with_an_empty_row() -> None:
    match = table(("g6", ""), ("1", "1"), ("11", ""), earlier={1: ("", "g3")})
    assert plays(match, "p11") == ["p11"]
    match.play(0, "p11")
    assert row(match, 0) == "g6 p11"


@pytest.mark.rule("RIP Card 11")
@pytest.mark.parametrize(
    ("theirs", "gone", "move"),
    [
        ("p25=1,2 g1", "p25", "g1"),
        ("g1 p14", "p14", "end"),
        ("g1 p12", "p12", "g1"),
        ("g1* p10=1", "g1", "g1"),
    ],
)
def test_be_gone_ends_bans_and_demands(theirs: str, gone: str, move: str) -> None:
    """Bans and the demand for two cards end with the card."""
    match = table(("g6", theirs), ("1 3", "1"), ("11", ""))
    match.play(0, f"p11={gone}")
    assert move in match.legal(0)


# === Card 13 ===


@pytest.mark.rule("RIP Card 13")
def test_now_or_never_moves_at_the_end_of_the_round() -> None:
    """It moves open to its player's side of the 10th round, after a win or a loss."""
    for rows, seat in ((("p13", "g5"), 0), (("", "p13"), 1)):
        match = table(rows, ("1", "1"))
        match.play(0, "end")
        assert (row(match, seat, 10), "p13" in row(match, seat, 3)) == ("p13!", False)
        assert match.view(None)["rows"][9][seat] == {
            "total": -2,
            "cards": [
                {
                    "card": "p13",
                    "debt": True,
                    "base": None,
                    "bonuses": [],
                    "penalties": [],
                    "overruled": 13,
                    "counts": -2,
                }
            ],
        }


@pytest.mark.rule("RIP Card 13")
@pytest.mark.parametrize(
    "rows", [("p13 p29", ""), ("p13", "p29 g1"), ("g1", "g2"), ("p13", "p29 g1 g1")]
)
def test_now_or_never_does_not_move(rows: Pair) -> None:
    """It stays if Card 29 lies in a row, and cannot move if it has left its row."""
    match = table(rows, ("1", "1"), turn=1 if rows[0].endswith("p29") else 0)
    match.play(match.waiting[0], "end")
    assert row(match, 0, 10) == ""
    assert row(match, 0, 3) == rows[0]


@pytest.mark.rule("RIP Card 13", "RIP Card 15")
def test_a_carried_now_or_never_moves_a_round_later() -> None:
    """It is worth 4 in the new round and moves when that ends."""
    match = table(("", "p13 p15"), ("1 5", "1"))
    match.play(0, "end")
    match.play(1, "carry p13")
    match.play(0, "skip")
    assert (row(match, 1, 4), row(match, 1, 10), totals(match)) == ("p13*", "", (0, 4))
    match.play(1, "end")
    match.play(0, "end")
    assert (row(match, 1, 4), row(match, 1, 10)) == ("", "p13!")


@pytest.mark.rule("RIP Card 13", "RIP Card 11")
def test_now_or_never_thrown_out_does_not_move() -> None:
    match = table(("g5", "p13"), ("1", "1"), ("11", ""))
    match.play(0, "p11=p13")
    match.play(0, "end")
    match.play(1, "end")
    assert row(match, 1, 10) == ""


# === Card 14 and 5.1 ===

TWO = [
    # hand, reserve, legal moves under 14
    ("", "", ["end"]),
    ("1", "", ["end"]),
    ("1 1", "", ["g1", "end"]),
    ("1", "4", ["g1", "p4", "end"]),
    ("", "23", ["p23", "end"]),
    ("1", "22", ["g1", "end"]),  # it counts, but not as the first
    ("", "22 27", ["end"]),
    ("1", "7", ["end"]),  # the wedding cannot be played
    ("1", "21", ["end"]),  # she cannot be paid for
    ("1 2", "21", ["g1", "g2", "p21=1,2", "end"]),  # costs are not looked ahead
    ("", "27 4", ["p4", "end"]),
    ("1", "29", ["g1", "p29", "end"]),
]


@pytest.mark.rule("RIP Card 14", "RIP 5.1")
@pytest.mark.parametrize(("hand", "reserve", "moves"), TWO)
def test_under_twos_more_fun_two_cards_or_none(hand: str, reserve: str, moves: list[str]) -> None:
    """You may begin only if you could play two cards now."""
    assert table(("g6", "g1 p14"), (hand, "1"), (reserve, "")).legal(0) == moves


@pytest.mark.rule("RIP 5.1")
def test_no_end_after_one_card() -> None:
    match = table(("g6", "g1 p14"), ("1 2", "1"), ("22", ""))
    match.play(0, "g1")
    assert match.legal(0) == ["g2", "p22=g1", "p22=g6", "p22"]
    with pytest.raises(spookhouse.IllegalMove, match=r"RIP 5\.1"):
        match.play(0, "end")
    match.play(0, "g2")
    assert "end" in match.legal(0)
    match.play(0, "end")
    assert match.waiting == (1,)
    assert match.position()["phase"] == "turn"


@pytest.mark.rule("RIP 5.1")
def test_after_one_card_without_another_the_end_is_a_withdrawal() -> None:
    """The totals do not matter."""
    match = table(("g6", "g1 p14"), ("1 2", "1"), ("21", ""))
    match.play(0, "p21=1,2")
    assert totals(match) == (12, 1)
    assert match.legal(0) == ["end"]
    match.play(0, "end")
    assert (match.position()["phase"], match.position()["turn"]) == ("place", 0)
    assert match.events[0] == {
        "event": "withdrew",
        "seat": 0,
        "total": 12,
        "other_total": 1,
        "lone_card": True,
    }


@pytest.mark.rule("RIP 5.1", "RIP Card 25")
def test_a_ban_can_leave_one_card_alone() -> None:
    match = table(("g6", "g1 p14"), ("3", "1"), ("25", ""))
    match.play(0, "p25=3,4")
    assert match.legal(0) == ["end"]
    match.play(0, "end")
    assert match.position()["phase"] == "place"


@pytest.mark.rule("RIP 5.1", "RIP Card 23")
def test_the_goldfish_is_enough_under_twos_more_fun() -> None:
    match = table(("g6", "g1 p14"), ("", "1"), ("23", ""))
    match.play(0, "p23")
    match.play(0, "end")
    assert match.waiting == (1,)


@pytest.mark.rule("RIP Card 14", "RIP Card 29")
@pytest.mark.parametrize("move", ["p11=p14", "p29"])
def test_twos_more_fun_ends_with_its_card_and_with_29(move: str) -> None:
    match = table(("g6", "g1 p14"), ("1", "1"), ("11 29", ""))
    match.play(0, move)
    assert "end" in match.legal(0)
    match.play(0, "end")
    assert (match.position()["phase"], match.waiting) == (
        ("turn", (1,)) if move != "p29" else ("place", (0,))
    )


@pytest.mark.rule("RIP Card 14", "RIP Card 15")
def test_twos_more_fun_binds_only_the_opponent_and_when_carried_too() -> None:
    assert "g1" in table(("g6 p14", "g1"), ("1", "1")).legal(0)
    assert table(("g6", "p14* g1"), ("1", "1")).legal(0) == ["end"]


# === Card 15 ===


@pytest.mark.rule("RIP Card 15")
def test_still_me() -> None:
    """The winner may carry one own card played this round, or none.

    Still me itself and cards carried here cannot be carried.
    """
    match = table(("", "g3* p15 g5 p8 g3"), ("1", "1"))
    match.play(0, "end")
    assert match.legal(1) == ["carry g3", "carry g5", "carry p8", "keep"]
    for move, reason in (("carry p15", "itself"), ("carry g1", "did not play")):
        with pytest.raises(spookhouse.IllegalMove, match=rf"RIP Card 15: .*{reason}"):
            match.play(1, move)
    match.play(1, "carry g3")
    assert (row(match, 1, 3), row(match, 1, 4)) == ("g3* p15 g5 p8", "g3*")


@pytest.mark.rule("RIP Card 15")
@pytest.mark.parametrize(
    "rows",
    [("p15 g1", "g2"), ("", "p15"), ("", "p15 g2*"), ("", "p15 g1 p29"), ("p29", "p15 g1 g1")],
)
def test_nothing_is_carried(rows: Pair) -> None:
    """The loser carries nothing, nor does a winner without a card or under Card 29."""
    match = table(rows, ("1", "1"))
    match.play(0, "end")
    assert match.position()["phase"] == "place"


@pytest.mark.rule("RIP Card 15")
def test_a_carried_card_was_not_played_in_the_new_round() -> None:
    """So 16 cannot copy it and 22 cannot take it back; 11 can throw it out."""
    match = table(("g5*", ""), ("1", "1"), ("16 22", "11"))
    assert (plays(match, "p16"), plays(match, "p22")) == (["p16"], ["p22"])
    match.play(0, "end")
    match.play(1, "p11=g5")
    assert row(match, 0) == ""


@pytest.mark.rule("RIP Card 15")
def test_a_carried_card_counts_in_the_new_round() -> None:
    """So its player may end the first turn without playing."""
    match = table(("", "g5 p15"), ("1", "1"))
    match.play(0, "end")
    match.play(1, "carry g5")
    match.play(0, "skip")
    match.play(1, "end")
    assert (match.position()["phase"], match.waiting, totals(match)) == ("turn", (0,), (0, 5))


@pytest.mark.rule("RIP Card 15", "RIP 6.2")
def test_carried_after_round_9() -> None:
    """The card lies open in the 10th round and is not resolved again."""
    match = table(("", "p10=3 p15 g3"), ("1", "1"), tenth=("g4?", "g3?"), round=9)
    match.play(0, "end")
    match.play(1, "carry p10")
    assert row(match, 1, 10) == "g3? p10=3*"
    match.play(0, "skip")
    assert match.outcome is not None
    assert (match.outcome.reason, match.outcome.ranks) == ("manors", (2, 1))
    assert totals(match, 10) == (4, 5)


# === Card 16 ===


@pytest.mark.rule("RIP Card 16")
def test_double_vision() -> None:
    """It copies the base value of an own Ghost played this round; modifiers count afterwards."""
    match = table(("g2 p5 p23 g6* p8", "g4"), ("1", "1"), ("16", ""))
    assert plays(match, "p16") == ["p16=1", "p16=2", "p16=3", "p16"]
    match.play(0, "p16=2")
    assert row(match, 0) == "g2 p5 p23 g6* p8 p16:2"
    assert totals(match) == (3 + 3 + 2 + 7 + 3, 4)


@pytest.mark.rule("RIP Card 16", "RIP Card 25")
@pytest.mark.parametrize("rows", [("", "g4"), ("g5*", ""), ("p8", ""), ("g1 g2 p25=1,2", "")])
def test_double_vision_without_a_ghost_to_copy(rows: Pair) -> None:
    """It is worth 0 and no Ghost, also if all values are banned."""
    match = table(rows, ("1", "1"), ("16", ""))
    before = totals(match)
    assert plays(match, "p16") == ["p16"]
    match.play(0, "p16")
    assert row(match, 0).endswith("p16")
    assert totals(match) == before


@pytest.mark.rule("RIP Card 16", "RIP 4.5")
def test_double_vision_may_copy_nothing() -> None:
    """If the choice is declined, it is worth 0 and no Ghost."""
    match = table(("g2 p8", "g4"), ("1", "1"), ("16", ""))
    match.play(0, "p16")
    assert (row(match, 0), totals(match)) == ("g2 p8 p16", (3, 4))


@pytest.mark.rule("RIP Card 16")
def test_double_vision_copies_no_banned_value_and_no_more_than_a_value() -> None:
    assert plays(table(("g1 g3 p25=1,2", ""), ("1", "1"), ("16", "")), "p16") == ["p16=3", "p16"]
    match = table(("p13", ""), ("1", "1"), ("16", ""))
    match.play(0, "p16=4")
    match.play(0, "end")
    match.play(1, "end")
    assert (row(match, 0, 3), row(match, 0, 10)) == ("p16:4", "p13!")


# === Card 18 ===


@pytest.mark.rule("RIP Card 18")
def test_ill_be_back() -> None:
    """A Ghost card of the earliest own row goes back, and the deck is shuffled."""
    match = table(
        ("g6", ""),
        ("", "1"),
        ("18", ""),
        earlier={1: ("g2 p4", "g5"), 2: ("g3 g2*", "")},
        tenth=("g4?", ""),
        decks=("1", ""),
        shown=[True, False],
    )
    assert plays(match, "p18") == ["p18=2", "p18=3"]
    match.play(0, "p18=2")
    assert (row(match, 0, 1), row(match, 0, 2), row(match, 0, 3)) == ("p4", "g3 g2*", "g6 p18")
    assert (sorted(match.position()["decks"][0]), match.position()["shown"][0]) == (
        ["1", "2"],
        False,
    )


@pytest.mark.rule("RIP Card 18")
def test_ill_be_back_from_a_later_round() -> None:
    match = table(
        ("g6", ""), ("", "1"), ("18", ""), earlier={1: ("g2", ""), 2: ("g3 g3", "")}, decks=("", "")
    )
    match.play(0, "p18=3")
    assert (row(match, 0, 1), row(match, 0, 2), match.position()["decks"][0]) == ("g2", "g3", ["3"])


@pytest.mark.rule("RIP Card 18")
def test_no_ghost_to_come_back() -> None:
    """Psychic cards, the opponent's cards and those of this round and the 10th stay."""
    match = table(
        ("g6", ""),
        ("", "1"),
        ("18", ""),
        earlier={1: ("p4", "g5")},
        tenth=("g4?", ""),
        decks=("1", ""),
        shown=[True, False],
    )
    assert plays(match, "p18") == ["p18"]
    match.play(0, "p18")
    assert match.position()["shown"][0]


# === Card 19 ===


@pytest.mark.rule("RIP Card 19")
def test_ghost_of_christmas() -> None:
    """The top card of a deck is shown and stays; the card is worth as much, banned or not."""
    for move, worth, shown in (("p19=own", 3, [True, False]), ("p19=opp", 5, [False, True])):
        match = table(("g1", "p25=3,5"), ("", "1"), ("19", ""), decks=("3 1 1", "5 1"))
        match.play(0, move)
        found = match.position()
        assert (row(match, 0), totals(match), found["shown"]) == (
            f"g1 p19:{worth}",
            (1 + worth, 0),
            shown,
        )
        assert found["decks"] == [["3", "1", "1"], ["5", "1"]]
        assert [deck["top"] for deck in match.view(None)["decks"]] == [
            "3" if shown[0] else None,
            "5" if shown[1] else None,
        ]


@pytest.mark.rule("RIP Card 19")
def test_christmas_with_empty_decks() -> None:
    assert plays(table(("", ""), ("", ""), ("19", ""), decks=("", "1")), "p19") == ["p19=opp"]
    assert plays(table(("", ""), ("", ""), ("19", ""), decks=("1", "")), "p19") == ["p19=own"]
    match = table(("", ""), ("", ""), ("19", ""), decks=("", ""))
    assert plays(match, "p19") == ["p19"]
    match.play(0, "p19")
    assert (row(match, 0), totals(match)) == ("p19", (0, 0))


@pytest.mark.rule("RIP Card 19")
def test_a_shown_card_is_known_until_it_is_drawn() -> None:
    match = table(("", ""), ("1", "1"), decks=("3 1 1", "5 1 1"), shown=[True, False])
    match.play(0, "end")
    assert match.position()["shown"] == [False, False]
    match = table(
        ("", ""),
        ("1", "1"),
        ("18", ""),
        decks=("3 1 1", "5 1 1"),
        earlier={1: ("g2", "")},
        shown=[True, True],
    )
    match.play(0, "p18=2")
    assert match.position()["shown"] == [False, True]


# === Card 20 ===


@pytest.mark.rule("RIP Card 20")
@pytest.mark.parametrize(("move", "owner"), [("p20=own", 0), ("p20=opp", 1)])
def test_lets_meet_at_the_end(move: str, owner: int) -> None:
    """A random card of that hand goes face down to the 10th round; only its owner may look."""
    match = table(("g1", "g1"), ("3 3", "4 4"), ("20", ""), known=[["3"], ["4"]])
    match.play(0, move)
    card = ("g3?", "g4?")[owner]
    assert (row(match, owner, 10), row(match, 1 - owner, 10)) == (card, "")
    assert len(match.position()["hands"][owner]) == 1
    assert match.position()["known"][owner] == []
    assert match.view(owner)["rows"][9][owner]["cards"][0]["card"] == card[:2]
    for observer in (1 - owner, None):
        assert match.view(observer)["rows"][9][owner]["cards"][0]["card"] is None


@pytest.mark.rule("RIP Card 20")
def test_naming_an_empty_hand() -> None:
    """That is allowed while either player has a hand, and does nothing."""
    match = table(("g1", "g1"), ("", "4"), ("20", ""))
    assert plays(match, "p20") == ["p20=own", "p20=opp"]
    match.play(0, "p20=own")
    assert (row(match, 0, 10), match.position()["hands"]) == ("", [[], ["4"]])
    match = table(("g1", "g1"), ("", ""), ("20", ""))
    assert plays(match, "p20") == ["p20"]
    match.play(0, "p20")
    assert row(match, 0) == "g1 p20"


# === Card 21 ===


@pytest.mark.rule("RIP Card 21")
def test_bloody_mary() -> None:
    """She is worth 6 for two Ghost cards of the hand, discarded openly, the lower one first."""
    match = table(("", ""), ("2 1 2", "1"), ("21", ""), known=[["2"], []])
    assert plays(match, "p21") == ["p21=1,2", "p21=2,2"]
    match.play(0, "p21=1,2")
    found = match.position()
    assert (row(match, 0), totals(match)) == ("p21", (6, 0))
    assert (found["discards"][0], found["hands"][0], found["known"][0]) == (["g1", "g2"], ["2"], [])


@pytest.mark.rule("RIP Card 21")
@pytest.mark.parametrize("hand", ["", "5"])
def test_bloody_mary_without_her_price(hand: str) -> None:
    """Reserve and deck do not pay for her."""
    match = table(("", ""), (hand, "1"), ("4 5 21", ""))
    with pytest.raises(spookhouse.IllegalMove, match=r"RIP Card 21: .* you hold [01]"):
        match.play(0, "p21=1,2")


@pytest.mark.rule("RIP Card 21", "RIP Card 25")
def test_banned_ghosts_may_be_discarded() -> None:
    """To discard is not to play."""
    assert plays(table(("", "p25=1,2"), ("1 2", "1"), ("21", "")), "p21") == ["p21=1,2"]


# === Card 22 ===


@pytest.mark.rule("RIP Card 22")
def test_playing_dead_takes_a_ghost_back() -> None:
    """It goes to the hand, where the opponent knows it; the round is lost at once."""
    match = table(("g5 p8 g2* g2", "g1"), ("1", "1"), ("22", ""), watch=3)
    assert plays(match, "p22") == ["p22=g2", "p22=g5", "p22=p8", "p22"]
    match.play(0, "p22=g2")
    found = match.position()
    assert (row(match, 0, 3), found["phase"], found["turn"], found["known"][0]) == (
        "g5 p8 g2* p22",
        "place",
        0,
        ["2"],
    )
    assert (found["reserves"][0], Counter(found["hands"][0])["2"] >= 1) == ([3], True)


@pytest.mark.rule("RIP Card 22", "RIP 4.5")
def test_playing_dead_may_take_nothing_back() -> None:
    """The round is lost all the same."""
    match = table(("g5 p8 g2", "g1"), ("1", "1"), ("22", ""), watch=3)
    match.play(0, "p22")
    found = match.position()
    assert (row(match, 0, 3), found["phase"], found["turn"], found["known"][0]) == (
        "g5 p8 g2 p22",
        "place",
        0,
        [],
    )


@pytest.mark.rule("RIP Card 22")
def test_playing_dead_takes_a_psychic_back() -> None:
    """It goes to the reserve and may be used again."""
    match = table(("g5 p10=5", "g1"), ("1", "1"), ("22", ""), watch=3)
    match.play(0, "p22=p10")
    assert (match.position()["reserves"][0], row(match, 0, 3)) == ([3, 10], "g5 p22")


@pytest.mark.rule("RIP Card 22")
def test_playing_dead_with_nothing_to_take_back() -> None:
    """It may be played all the same; the winner may carry a card."""
    match = table(("g5*", "g1 p15"), ("1", "1"), ("22", ""))
    assert plays(match, "p22") == ["p22"]
    match.play(0, "p22")
    assert (match.position()["phase"], match.position()["turn"], row(match, 0)) == (
        "carry",
        1,
        "g5* p22",
    )


@pytest.mark.rule("RIP Card 22")
def test_a_card_taken_back_no_longer_waits() -> None:
    """Cards 1 and 13 do not act from the reserve."""
    match = table(("p1 g1", ""), ("1", "1"), ("22", ""), watch=3)
    match.play(0, "p22=p1")
    assert match.position()["reserves"][0] == [1, 3]
    match = table(("p13 g1", ""), ("1", "1"), ("22", ""), watch=3)
    match.play(0, "p22=p13")
    assert (match.position()["reserves"][0], row(match, 0, 10)) == ([3, 13], "")


# === Card 24, 5.3 ===


@pytest.mark.rule("RIP Card 24")
def test_private_lounge_binds_only_the_opponent() -> None:
    """It binds no longer than it lies there."""
    assert plays(table(("g1 p24", ""), ("1", "1"), ("4", "")), "p") == ["p4"]
    match = table(("g5", "p24* g1"), ("1", "1"), ("4", ""))
    assert plays(match, "p") == []
    match = table(("g5", "p24 g1 p29"), ("1", "1"), ("4", ""))
    assert plays(match, "p") == ["p4"]


# === Card 25 ===


@pytest.mark.rule("RIP Card 25")
def test_never_seen_again() -> None:
    """Nobody plays Ghost cards of the two values; cards in play stay."""
    match = table(("g2 g5", "g2"), ("2 3 5", "2 6"), ("25", ""))
    assert len(plays(match, "p25")) == 15
    match.play(0, "p25=2,5")
    assert (row(match, 0), plays(match, "g"), totals(match)) == ("g2 g5 p25=2,5", ["g3"], (7, 2))
    with pytest.raises(spookhouse.IllegalMove, match=r"RIP Card 25: .* bans the 5s"):
        match.play(0, "g5")
    match.play(0, "end")
    assert plays(match, "g") == ["g6"]


@pytest.mark.rule("RIP Card 25", "RIP Card 15")
def test_never_seen_again_carried() -> None:
    assert plays(table(("", "p25=1,2*"), ("1 3", "1")), "g") == ["g3"]


# === Card 27, 5.2 ===


@pytest.mark.rule("RIP Card 27", "RIP 5.2")
def test_a_tied_round() -> None:
    """The tokens go on, the Psychic card leaves the game, and 13 moves; 1 and 15 do nothing.

    Both draw, nobody places a card, and the same player starts again.
    """
    match = table(("g1 p1 p13", "g6 p15"), ("1", "2"), ("27", ""), watch=8, starter=1, here="MC")
    token = match.position()["line"][3]["tokens"]
    match.play(0, "p27")
    found = match.position()
    assert (found["round"], found["phase"], found["starter"], found["turn"], found["played"]) == (
        4,
        "turn",
        1,
        1,
        0,
    )
    assert found["line"][2] == {"psychic": None, "open": True, "tokens": []}
    assert (
        sorted(found["line"][3]["tokens"], reverse=True)
        == sorted([*token, "manor", "castle"], reverse=True)
        == found["line"][3]["tokens"]
    )
    assert 8 in found["removed"]
    assert found["reserves"] == [[], []]
    assert (row(match, 0, 10), row(match, 1, 4), row(match, 1, 3)) == ("p13!", "", "g6 p15")
    assert [len(hand) for hand in found["hands"]] == [3, 3]


@pytest.mark.rule("RIP 5.2")
@pytest.mark.parametrize("starter", [0, 1])
def test_the_starter_of_a_tied_round_starts_the_next(starter: int) -> None:
    """It does not matter who played the lull."""
    match = table(("g1", ""), ("1", "2"), ("27", ""), starter=starter)
    match.play(0, "p27")
    assert (match.position()["starter"], match.waiting) == (starter, (starter,))


@pytest.mark.rule("RIP 5.2")
def test_a_tied_ninth_round() -> None:
    """The tokens join those of the 10th round."""
    match = table(("g1", "g6"), ("1", "2"), ("27", ""), round=9, starter=1)
    match.play(0, "p27")
    assert match.outcome is not None
    assert (
        match.outcome.reason,
        match.position()["round"],
        match.position()["starter"],
        match.position()["turn"],
    ) == ("draw", 10, 1, 1)
    assert len(match.position()["line"][9]["tokens"]) == 2


# === Card 28 ===


@pytest.mark.rule("RIP Card 28")
def test_house_swap() -> None:
    """It swaps the tokens of two later rounds, equal ones too; the 10th counts as later."""
    match = table(("", "g1"), ("1", "1"), ("28", ""), round=7)
    assert plays(match, "p28") == ["p28=8,9", "p28=8,10", "p28=9,10", "p28"]
    before = [place["tokens"] for place in match.position()["line"]]
    match.play(0, "p28=8,10")
    after = [place["tokens"] for place in match.position()["line"]]
    assert after == [*before[:7], before[9], before[8], before[7]]
    assert before[9] != before[7]
    assert len(plays(table(("", "g1"), ("1", "1"), ("28", ""), round=1), "p28")) == 36 + 1


@pytest.mark.rule("RIP Card 28", "RIP 4.5")
def test_house_swap_may_be_declined() -> None:
    match = table(("", "g1"), ("1", "1"), ("28", ""), round=7)
    before = match.position()["line"]
    match.play(0, "p28")
    assert match.position()["line"] == before


@pytest.mark.rule("RIP 4.5")
@pytest.mark.parametrize(
    "move", ["p2", "p10", "p11", "p17", "p18", "p19", "p20", "p21", "p25", "p26"]
)
def test_no_other_choice_may_be_declined(move: str) -> None:
    number = move[1:]
    match = table(("g1 g2", "g1"), ("1 1 2", "1"), (number, ""), earlier={1: ("g3", "g3")})
    assert move + "=" in plays(match, move)[0]
    with pytest.raises(spookhouse.IllegalMove, match=r"RIP 4\.5: .* needs a choice"):
        match.play(0, move)


@pytest.mark.rule("RIP Card 28")
def test_house_swap_in_round_9() -> None:
    match = table(("", "g1"), ("1", "1"), ("28", ""), round=9)
    assert plays(match, "p28") == ["p28"]
    before = match.position()["line"]
    match.play(0, "p28")
    assert match.position()["line"] == before


# === Card 29 ===


@pytest.mark.rule("RIP Card 29")
def test_playing_were_worthless() -> None:
    """Every other card counts 1, played before or after; marks stay."""
    match = table(("g6 p8 g2", "p12 p10=1 g1"), ("1", "1"), ("29", "4"))
    match.play(0, "p29")
    assert totals(match) == (3, 3)
    match.play(0, "g1")
    assert (totals(match), row(match, 1)) == ((4, 3), "p12 p10=1 g1")
    match.play(0, "end")
    match.play(1, "p4")
    assert totals(match) == (4, 4)


@pytest.mark.rule("RIP Card 29")
def test_bloody_mary_is_free_under_29() -> None:
    """There is no cost, so she can be played with an empty hand."""
    match = table(("", "p29"), ("", "1"), ("21", ""))
    match.play(0, "p21")
    assert totals(match) == (1, 0)


@pytest.mark.rule("RIP Card 29", "RIP Card 25")
def test_bans_end_under_29() -> None:
    assert plays(table(("", "p29 p25=1,2"), ("1 2", "1"), ("3 4", ""))) == [
        "g1",
        "g2",
        "p3",
        "p4",
        "end",
    ]


@pytest.mark.rule("RIP Card 29")
def test_29_ends_with_the_round() -> None:
    """It reaches only the rows of its round."""
    match = table(("g6", ""), ("1", "1"), earlier={1: ("p29 g5", "")})
    assert totals(match) == (6, 0)
    assert totals(match, 1) == (1, 0)
