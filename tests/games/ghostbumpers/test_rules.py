"""Ghostbumpers rule by rule: positions that show a rule and its edge.

Hands are listed by seat; seat 0 leads. A character deck reads "6/2": six cards, two Unfazed cards
above the Scared card.
"""

from collections import Counter
from itertools import chain
from typing import Any

import numpy as np
import pytest

import spookhouse
from support.ghostbumpers import decks, load, play, position, sizes, table

GAME = spookhouse.game("ghostbumpers")
LEVELS = [f"scare {level}" for level in range(7)]


def monsters(match: Any) -> Counter[str]:
    """Return every Monster card of a position."""
    found = match.position()
    laid = [entry["card"] for entry in found["trick"] for _ in range(entry["count"])]
    return Counter(
        [
            *chain(*found["hands"]),
            *found["deck"],
            *found["discard"],
            *laid,
            *filter(None, found["dropped"]),
        ]
    )


# === 1 Pieces ===


@pytest.mark.rule("GB 1.1", "GB 1.2")
@pytest.mark.parametrize(
    ("players", "copies", "total"), [(3, 4, 40), (4, 5, 49), (5, 6, 58), (6, 7, 67)]
)
def test_the_cards_in_use(players: int, copies: int, total: int) -> None:
    found = monsters(GAME.new(players=players, seed=1))
    assert found == Counter({str(value): copies for value in range(1, 10)} | {"0/10": 4})
    assert found.total() == total


@pytest.mark.rule("GB 1.3")
def test_a_character_deck_has_seven_cards() -> None:
    assert decks(GAME.new(players=3, seed=1)) == ["7/-"] * 3


# === 2 A round ===


@pytest.mark.rule("GB 2.1")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_nine_cards_each_and_thirteen_left(players: int) -> None:
    match = GAME.new(players=players, seed=4)
    assert sizes(match) == [9] * players
    assert len(match.position()["deck"]) == 13


@pytest.mark.rule("GB 2.2")
def test_everybody_sets_a_scare_level_at_once() -> None:
    match = GAME.new(players=3, seed=1)
    assert [*match.waiting] == [0, 1, 2]
    assert [match.legal(seat) for seat in range(3)] == [LEVELS] * 3
    match.play(2, "scare 6")
    assert [*match.waiting] == [0, 1]
    assert (match.legal(2), match.position()["phase"], match.position()["turn"]) == (
        [],
        "scare",
        None,
    )
    match.play(0, "scare 0")
    match.play(1, "scare 3")
    assert decks(match) == ["7/0", "7/3", "7/6"]


@pytest.mark.rule("GB 2.2")
def test_a_scare_level_is_set_once() -> None:
    match = GAME.new(players=3, seed=1)
    match.play(1, "scare 6")
    with pytest.raises(
        spookhouse.NotYourTurn,
        match=r"GB 2\.2: your Scared card is in its place, and stays there; "
        r"seat 0 and seat 2 must still choose",
    ):
        match.play(1, "scare 5")


@pytest.mark.rule("GB 2.2")
def test_no_view_or_event_reveals_a_scare_level() -> None:
    low, high = GAME.new(players=3, seed=1), GAME.new(players=3, seed=1)
    low.play(1, "scare 0")
    high.play(1, "scare 6")
    for observer in (0, 2, None):
        assert low.view(observer) == high.view(observer)
        assert (
            low.events_for(observer)
            == high.events_for(observer)
            == [{"event": "scare-level-set", "seat": 1}]
        )
        assert low.view(observer)["chosen"] == [False, True, False]
    assert [match.view(1)["characters"][1]["above"] for match in (low, high)] == [0, 6]


@pytest.mark.rule("GB 2.2")
def test_anni_expects_to_win_one_or_two_tricks() -> None:
    """The rulebook's example has two Unfazed cards above the Scared card and four below it."""
    match = GAME.new(players=4, seed=1)
    match.play(0, "scare 2")
    assert decks(match)[0] == "7/2"


@pytest.mark.rule("GB 2.3")
def test_the_starting_card_leads_and_then_the_winner() -> None:
    match = table(["1 6", "9 6", "2 6"], phase="scare", characters="7/- 7/6 7/6", leader=2)
    play(match, "scare 6")
    assert (match.position()["phase"], match.waiting, match.position()["leader"]) == (
        "play",
        (2,),
        2,
    )
    play(match, "2x1", "1x1", "9x1")
    assert (match.waiting, match.position()["leader"], match.position()["starter"]) == ((1,), 1, 2)


@pytest.mark.rule("GB 2.3")
def test_the_starting_card_passes_to_the_left() -> None:
    match = table(["1", "2", "9"], characters="7/6 7/6 7/0", leader=2, turn=2)
    play(match, "9x1", "1x1", "2x1")
    found = match.position()
    assert (found["round"], found["phase"], found["starter"], found["leader"], found["turn"]) == (
        2,
        "scare",
        0,
        0,
        None,
    )
    assert (sizes(match), decks(match), found["trick"], found["discard"]) == (
        [9, 9, 9],
        ["7/-"] * 3,
        [],
        [],
    )


@pytest.mark.rule("GB 2.3")
def test_the_first_starter_is_random() -> None:
    assert {GAME.new(players=3, seed=seed).position()["starter"] for seed in range(30)} == {0, 1, 2}


@pytest.mark.rule("GB 2.3")
@pytest.mark.parametrize("players", [3, 6])
def test_the_starting_card_goes_round_the_table(players: int) -> None:
    match = GAME.new(players=players, seed=2)
    starters = [match.position()["starter"]]
    while match.waiting:
        before = match.position()["round"]
        play(match, match.legal(match.waiting[0])[0])
        if match.position()["round"] > before:
            starters.append(match.position()["starter"])
    assert starters == [(starters[0] + i) % players for i in range(6)]
    assert match.position()["starter"] == starters[-1]


# === 3 A trick ===

HANDS = [
    # rule, hand, legal plays
    ("GB 3.1", "5 5 7", ["5x1", "5x2", "7x1"]),
    ("GB 3.1", "9", ["9x1"]),
    ("GB 3.1", "2 2 2 2", ["2x1", "2x2", "2x3", "2x4"]),
    ("GB 3.2", "1 0/10", ["1x1", "0x1", "10x1"]),
    ("GB 3.2", "0/10 0/10 0/10", ["0x1", "0x2", "0x3", "10x1", "10x2", "10x3"]),
]


@pytest.mark.parametrize(("rule", "hand", "plays"), HANDS)
@pytest.mark.parametrize("trick", ["", "8x1", "5x2"])
def test_legal_plays(rule: str, hand: str, plays: list[str], trick: str) -> None:
    leader = 2 if trick else 0
    match = table([hand, "6", "6"], trick, leader=leader)
    assert match.waiting == (0,)
    assert match.legal(0) == plays


@pytest.mark.rule("GB 3.1")
def test_play_goes_from_the_leader_to_the_left() -> None:
    match = table(["1 6", "2 6", "3 6", "4 6"], leader=2)
    order = []
    for move in ("3x1", "4x1", "1x1", "2x1"):
        order.append(match.waiting)
        play(match, move)
    assert order == [(2,), (3,), (0,), (1,)]


@pytest.mark.rule("GB 3.2")
def test_a_declared_zero_ten_lies_in_the_trick() -> None:
    match = play(table(["0/10 0/10 6", "0/10 6", "6 6"]), "10x2", "0x1")
    assert match.position()["trick"] == [
        {"seat": 0, "card": "0/10", "count": 2, "as": 10},
        {"seat": 1, "card": "0/10", "count": 1, "as": 0},
    ]


@pytest.mark.rule("GB 3.3")
def test_all_cards_but_one_are_drawn_back_at_once() -> None:
    match = play(table(["8 8 8", "4 6 6", "1 6 6"], deck="9 2 7"), "8x3")
    assert match.position()["hands"][0] == ["2", "9"]
    assert (match.position()["deck"], match.waiting) == (["7"], (1,))
    play(match, "6x2", "1x1")
    assert (sizes(match), match.position()["deck"]) == ([2, 2, 2], [])


@pytest.mark.rule("GB 3.3")
def test_a_single_card_draws_nothing() -> None:
    match = play(table(["8 8 8", "4", "1"], deck="9"), "8x1")
    assert (match.position()["hands"][0], match.position()["deck"]) == (["8", "8"], ["9"])


@pytest.mark.rule("GB 3.4")
def test_the_discard_becomes_the_deck_when_a_card_must_be_drawn() -> None:
    """The last card of the deck comes first, then the shuffled discard without the trick."""
    match = table(["8 8 8 8", "4", "1"], deck="9", discard="2 2", rest=2)
    play(match, "8x4")
    assert match.position()["hands"][0] == ["2", "2", "9"]
    assert (match.position()["deck"], match.position()["discard"]) == ([], [])
    assert match.position()["trick"] == [{"seat": 0, "card": "8", "count": 4, "as": 8}]
    assert [event["event"] for event in match.events_for(None)] == [
        "played",
        "deck-renewed",
        "drawn",
    ]


@pytest.mark.rule("GB 3.4")
def test_an_empty_deck_is_not_renewed_before_a_card_is_needed() -> None:
    match = play(table(["8 8 6", "4 4 6", "1 6"], deck="9"), "8x2")
    assert match.position()["deck"] == []
    before = match.position()["discard"]
    play(match, "4x1")
    assert (match.position()["deck"], match.position()["discard"]) == ([], before)


@pytest.mark.rule("GB 3.4")
def test_the_renewed_deck_holds_the_discard_and_nothing_else() -> None:
    match = table(["8 8 6", "4", "1"], discard="1 2 3 4 5", rest=1)
    play(match, "8x2")
    drawn = Counter(match.position()["hands"][0]) - Counter(["6"])
    assert Counter(match.position()["deck"]) + drawn == Counter("12345")
    assert match.position()["discard"] == []


@pytest.mark.rule("GB 3.4")
def test_the_renewed_deck_is_shuffled() -> None:
    found = position(["8 8 6", "4", "1"])
    assert len({tuple(play(load(found, seed), "8x2").position()["deck"]) for seed in range(5)}) == 5


# === 3.5 The discard is empty too ===


@pytest.mark.rule("GB 3.5")
def test_everybody_with_a_card_drops_one() -> None:
    """The drawing player has cards in hand, and all choose at once in the middle of a trick."""
    match = table(["3 4", "7 7 9", "1 2"], "6x1", leader=0, rest=2)
    before = sizes(match)
    play(match, "7x2")
    found = match.position()
    assert (found["phase"], found["turn"], found["owed"], match.waiting) == (
        "drop",
        None,
        1,
        (0, 1, 2),
    )
    assert (match.legal(0), match.legal(1)) == (["drop 3", "drop 4"], ["drop 9"])
    match.play(2, "drop 0/10")
    match.play(0, "drop 4")
    assert (match.waiting, match.position()["dropped"]) == ((1,), ["4", None, "0/10"])
    assert sizes(match) == [before[0] - 1, 1, before[2] - 1]
    match.play(1, "drop 9")
    found = match.position()
    assert (found["phase"], found["turn"], found["owed"], found["dropped"]) == (
        "play",
        2,
        0,
        [None] * 3,
    )
    assert Counter([*found["deck"], *found["hands"][1]]) == Counter(["4", "9", "0/10"])
    assert sizes(match) == [before[0] - 1, 1, before[2] - 1]


@pytest.mark.rule("GB 3.5")
def test_the_drawing_player_without_cards_draws_one_fewer() -> None:
    """Two cards owed become one when the dropping begins; the others still drop."""
    match = play(table(["7 7 7", "1 2", "3"], rest=2), "7x3")
    assert (match.position()["owed"], match.waiting, match.legal(0)) == (1, (1, 2), [])
    with pytest.raises(
        spookhouse.NotYourTurn, match=r"GB 3\.5: you had no card in hand to give up"
    ):
        match.play(0, "drop 7")
    play(match, "drop 2", "drop 3")
    found = match.position()
    assert sorted([*found["deck"], *found["hands"][0]]) == ["2", "3"]
    assert (len(found["deck"]), found["phase"], match.waiting) == (1, "play", (1,))


@pytest.mark.rule("GB 3.5")
def test_the_others_drop_even_if_nothing_is_owed_any_more() -> None:
    """With one card owed and no hand nothing is drawn, but all hands get smaller by one."""
    match = play(table(["7 7", "1 2", "3"], rest=2), "7x2")
    assert (match.position()["phase"], match.position()["owed"], match.waiting) == (
        "drop",
        0,
        (1, 2),
    )
    play(match, "drop 1", "drop 3")
    found = match.position()
    assert (found["phase"], found["hands"][0], sorted(found["deck"]), match.waiting) == (
        "play",
        [],
        ["1", "3"],
        (1,),
    )


@pytest.mark.rule("GB 3.5")
def test_dropping_twice_in_a_row() -> None:
    """Two dropped cards do not suffice for three owed."""
    match = play(table(["8 8 8 8 1 2", "9", ""], rest=1), "8x4")
    assert (match.position()["owed"], match.waiting) == (3, (0, 1))
    play(match, "drop 1", "drop 3")
    found = match.position()
    assert (found["phase"], found["owed"], match.waiting, found["deck"]) == ("drop", 1, (0, 1), [])
    assert found["hands"][0] == ["1", "2", "3"]
    assert [event["event"] for event in match.events_for(None)][-3:] == [
        "deck-restocked",
        "drawn",
        "dropping-begins",
    ]
    play(match, "drop 2", "drop 9")
    found = match.position()
    assert (
        found["phase"],
        found["owed"],
        match.waiting,
        len(found["deck"]),
        len(found["hands"][0]),
    ) == ("play", 0, (1,), 1, 3)


@pytest.mark.rule("GB 3.5")
def test_the_deck_and_the_discard_come_first() -> None:
    """Of three cards owed one comes from the deck, one from the discard, one was dropped."""
    match = play(table(["8 8 8 8", "1 2", "3"], deck="5", discard="6", rest=2), "8x4")
    assert (match.position()["phase"], match.position()["owed"], match.position()["hands"][0]) == (
        "drop",
        1,
        ["5", "6"],
    )
    assert match.waiting == (0, 1, 2)


@pytest.mark.rule("GB 3.5")
def test_dropping_by_the_last_player_of_a_trick() -> None:
    """The trick is over when the cards are drawn, and not before."""
    match = table(["9 1", "6", "7 7"], "4x1 3x1", rest=0)
    play(match, "7x2")
    assert (match.position()["phase"], len(match.position()["trick"])) == ("drop", 3)
    play(match, "drop 9", "drop 6")
    found = match.position()
    assert (found["phase"], found["trick"], found["leader"], decks(match)) == (
        "play",
        [],
        0,
        ["6/2", "7/3", "7/3"],
    )


@pytest.mark.rule("GB 3.5")
def test_a_scare_after_the_last_dropping() -> None:
    """The record keeps the seat that played last through the dropping."""
    match = table(["9 1", "6", "7 7"], "4x1 3x1", rest=0, characters="7/0 7/3 7/3", round=6)
    play(match, "7x2", "drop 9", "drop 6")
    found = match.position()
    assert (found["phase"], found["turn"], found["leader"], found["scores"]) == (
        "over",
        2,
        0,
        [0, 3, 3],
    )


@pytest.mark.rule("GB 3.5")
def test_dropped_cards_are_secret() -> None:
    found = position(["3 4", "7 7 9", "1 2"], "6x1", rest=2)
    three, four = play(load(found), "7x2", "drop 3"), play(load(found), "7x2", "drop 4")
    for observer in (1, 2, None):
        assert three.view(observer) == four.view(observer)
        assert (
            three.events_for(observer)
            == four.events_for(observer)
            == [{"event": "dropped", "seat": 0}]
        )
        assert three.view(observer)["chosen"] == [True, False, False]
    assert (three.view(0)["dropped"], four.view(0)["dropped"]) == ("3", "4")
    play(three, "drop 9", "drop 1")
    assert three.view(0)["dropped"] is None
    events = [event for event in three.events_for(2) if "card" in event]
    assert events == [{"event": "dropped-card", "seat": 2, "card": "1", "seen_by": [2]}]


@pytest.mark.rule("GB 3.5")
def test_dropped_cards_are_drawn_in_any_order() -> None:
    found = position(["3 4", "7 7 9", "1 2"], "6x1", rest=2)
    drawn = {
        play(load(found, seed), "7x2", "drop 3", "drop 9", "drop 1").position()["hands"][1][0]
        for seed in range(20)
    }
    assert drawn == {"1", "3", "9"}


# === 3.6 and 3.7 The result ===

RESULTS = [
    # rule, the plays of seats 0, 1 and 2, the winner
    ("GB 3.6", "8x3 4x1 1x1", 1),  # an example of the book: 3.8 is less than 4
    ("GB 3.6", "8x3 3x1 1x1", 0),
    ("GB 3.6", "9x2 1x3 2x1", 1),  # 2.9, 3.1, 2
    ("GB 3.6", "1x4 4x1 2x1", 0),  # 4.1, 4, 2
    ("GB 3.6", "10x1 9x1 9x1", 0),
    ("GB 3.6", "0x1 1x1 3x2", 2),
    ("GB 3.6", "0x2 1x1 1x1", 0),  # 2.0
    ("GB 3.6", "10x2 2x1 1x1", 0),  # 2.1
    ("GB 3.6", "10x3 3x1 1x1", 0),  # 3.1
    ("GB 3.6", "10x4 4x1 1x1", 0),  # 4.1
    ("GB 3.6", "10x2 2x2 1x1", 1),  # 2.1, 2.2
    ("GB 3.7", "4x1 4x1 4x1", 2),
    ("GB 3.7", "9x1 9x1 1x1", 1),
    ("GB 3.7", "10x1 10x1 9x1", 1),
    ("GB 3.7", "0x1 0x1 0x1", 2),
    ("GB 3.7", "2x1 0x2 1x1", 1),  # 2 and 2.0
    ("GB 3.7", "0x2 2x1 1x1", 1),
    ("GB 3.7", "1x2 10x2 1x1", 1),  # 2.1 and 2.1
    ("GB 3.7", "10x2 1x2 2x1", 1),
    ("GB 3.7", "6x2 6x2 1x1", 1),
]


def cards_of(plays: str) -> list[str]:
    """Return hands that make such a trick, with a 7 each to go on."""
    hands = []
    for text in plays.split():
        value, count = text.split("x")
        hands.append(" ".join(["0/10" if value in ("0", "10") else value] * int(count) + ["7"]))
    return hands


@pytest.mark.parametrize("leader", [0, 1, 2])
@pytest.mark.parametrize(("rule", "plays", "winner"), RESULTS)
def test_the_winner_of_a_trick(rule: str, plays: str, winner: int, leader: int) -> None:
    hands = cards_of(plays)
    match = table(
        hands[-leader:] + hands[:-leader] if leader else hands,
        leader=leader,
        characters="7/6 7/6 7/6",
    )
    play(match, *plays.split())
    assert match.position()["leader"] == match.position()["turn"] == (winner + leader) % 3


# === 4 The winner of the trick ===

NERVES = [
    # rule, the plays of seats 0, 1 and 2, the winner's character deck before and after
    ("GB 4.1", "1x1 2x1 9x1", "7/3", "6/2"),
    ("GB 4.1", "1x1 2x1 5x1", "7/3", "5/1"),
    ("GB 4.1", "5x1 5x1 9x1", "7/3", "4/0"),
    ("GB 4.1", "5x3 1x1 9x1", "7/6", "3/2"),
    ("GB 4.1", "5x2 5x1 5x1", "7/6", "2/1"),  # 2.5 and two single 5s
    ("GB 4.2", "0x1 2x1 9x1", "7/3", "7/4"),
    ("GB 4.2", "5x2 10x1 1x1", "7/3", "7/4"),  # no matter how many fives
    ("GB 4.2", "0x1 10x1 10x1", "7/3", "7/4"),  # once, however many
    ("GB 4.2", "0x1 10x1 0x2", "7/0", "7/1"),
    ("GB 4.2", "1x1 2x1 10x1", "7/6", "7/0"),  # the Scared card itself goes up
    ("GB 4.2", "1x1 2x1 10x1", "2/1", "2/0"),
    ("GB 4.2", "1x1 2x1 10x1", "2/0", "2/1"),
    ("GB 4.2", "1x1 2x1 10x1", "1/0", "1/0"),  # one card left
]


@pytest.mark.parametrize(("rule", "plays", "before", "after"), NERVES)
def test_the_winner_turns_up_cards(rule: str, plays: str, before: str, after: str) -> None:
    match = table(cards_of(plays), characters=" ".join([before] * 3))
    play(match, *plays.split())
    winner = match.position()["leader"]
    assert decks(match) == [after if seat == winner else before for seat in range(3)]
    assert match.position()["round"] == 1


@pytest.mark.rule("GB 4.1")
def test_lukas_reluctantly_wins_the_trick() -> None:
    """In the rulebook's example 1, 4, two 5s and 4 are played.

    The last 4 wins and turns up three cards.
    """
    match = table(["1 7", "4 7", "5 5", "4 7"], deck="9", characters="7/5 7/5 7/5 7/5")
    play(match, "1x1", "4x1", "5x2", "4x1")
    assert match.position()["leader"] == 3
    assert decks(match) == ["7/5", "7/5", "7/5", "4/2"]


@pytest.mark.rule("GB 4.1")
def test_turning_up_stops_at_the_scared_card() -> None:
    """The Scared card is the second of four to turn up; it stays on top of what is left."""
    match = play(
        table(["9", "5 5", "5"], deck="1", characters="7/1 7/2 7/2", round=6), "9x1", "5x2", "5x1"
    )
    assert decks(match) == ["6/0", "7/2", "7/2"]
    events = [
        (event["event"], event.get("count"))
        for event in match.events
        if event["event"] in ("unfazed", "scared")
    ]
    assert events == [("unfazed", 1), ("scared", None)]


@pytest.mark.rule("GB 4.2")
def test_a_zero_ten_is_moved_unseen() -> None:
    """Nobody else learns which card went up."""
    found = [
        position(["0/10 7", "2 7", "1 7"], characters=f"7/{above} 7/3 7/3") for above in (2, 6)
    ]
    matches = [play(load(f), "10x1", "2x1", "1x1") for f in found]
    assert [decks(match)[0] for match in matches] == ["7/3", "7/0"]
    for observer in (1, 2, None):
        assert matches[0].view(observer) == matches[1].view(observer)
        assert matches[0].events_for(observer) == matches[1].events_for(observer)


@pytest.mark.rule("GB 4.3")
def test_the_trick_goes_to_the_discard() -> None:
    match = play(
        table(["9 7", "0/10 7", "4 4"], deck="1", discard="2", rest=0), "9x1", "0x1", "4x2"
    )
    assert (match.position()["discard"], match.position()["trick"]) == (
        ["2", "4", "4", "9", "0/10"],
        [],
    )
    assert match.view(None)["discard"] == ["2", "4", "4", "9", "0/10"]


# === 5 The end of a round ===

ENDINGS = [
    # rule, the plays of seats 0, 1 and 2 (their last cards), character decks, points
    ("GB 5.1", "9x1 1x1 1x1", "7/0 7/2 7/5", [0, 4, 1]),
    ("GB 5.1", "9x1 1x1 1x1", "7/0 7/0 4/0", [0, 12, 6]),  # double on top
    ("GB 5.1", "9x1 1x1 1x1", "7/0 7/6 1/0", [0, 0, 0]),  # nothing below
    ("GB 5.2", "9x1 1x1 1x1", "7/6 7/2 7/5", [0, 4, 1]),
    ("GB 5.2", "9x1 1x1 1x1", "6/1 7/0 5/4", [8, 12, 0]),  # on top after the last trick
    ("GB 5.2", "10x1 1x1 1x1", "7/6 7/1 7/1", [12, 5, 5]),  # moved to the top by a 0/10
    ("GB 5.3", "9x1 1x1 1x1", "1/0 7/0 7/3", [10, 0, 0]),
    ("GB 5.3", "9x1 5x1 5x1", "3/2 7/0 7/3", [10, 0, 0]),
    ("GB 5.3", "9x1 5x1 5x1", "3/1 7/0 7/3", [0, 12, 3]),  # not the last card: scared
    ("GB 5.3", "10x1 1x1 1x1", "1/0 7/0 7/3", [0, 12, 3]),  # missed by a 0/10
    ("GB 5.4", "1x1 9x1 1x1", "7/3 7/0 7/0", [3, 0, 12]),
    ("GB 5.4", "1x1 9x1 1x1", "7/3 1/0 7/0", [0, 10, 0]),
]


@pytest.mark.parametrize(("rule", "plays", "characters", "points"), ENDINGS)
def test_points_of_a_round(rule: str, plays: str, characters: str, points: list[int]) -> None:
    hands = [hand.removesuffix(" 7") for hand in cards_of(plays)]
    match = play(table(hands, characters=characters, scores=[3, 2, 1]), *plays.split())
    assert match.position()["round"] == 2
    assert match.position()["scores"] == [3 + points[0], 2 + points[1], 1 + points[2]]


@pytest.mark.rule("GB 5.1", "GB 2.3")
def test_a_scare_ends_the_round_with_cards_in_hand() -> None:
    match = play(table(["9 7", "1 7", "1 7"], characters="7/0 7/2 7/5"), "9x1", "1x1", "1x1")
    assert (match.position()["round"], match.position()["scores"]) == (2, [0, 4, 1])


@pytest.mark.rule("GB 5.2", "GB 2.3")
def test_no_scare_and_cards_in_hand_go_on() -> None:
    match = play(table(["9 7", "1 7", "1 7"], characters="7/1 7/2 7/5"), "9x1", "1x1", "1x1")
    assert (match.position()["round"], match.position()["phase"], decks(match)) == (
        1,
        "play",
        ["6/0", "7/2", "7/5"],
    )


@pytest.mark.rule("GB 5.1")
def test_emely_hedda_and_anni_turn_up_their_decks() -> None:
    """In the rulebook's example Lukas is scared.

    Three Unfazed cards before the Scared card and two after it are 2 points. Three below a Scared
    card on top are 6 points. A Scared card at the bottom is no points.
    """
    match = table(["1", "2", "3", "9"], characters="6/3 4/0 7/6 7/0", leader=0)
    play(match, "1x1", "2x1", "3x1", "9x1")
    assert match.position()["scores"] == [2, 6, 0, 0]


@pytest.mark.rule("GB 5.3")
def test_paranoia_reached_from_the_bottom() -> None:
    """Seven cards are turned up, one or more a trick."""
    match = table(["9 9 9", "5 5 1", "5 5 2"], characters="7/6 7/2 7/2", deck="1 1 3 3")
    play(match, "9x1", "5x2", "5x1")
    assert (decks(match)[0], match.position()["leader"]) == ("3/2", 0)
    play(match, "9x1", "1x1", "5x1")
    assert decks(match)[0] == "1/0"
    play(match, "9x1", "1x1", "2x1")
    assert match.position()["scores"] == [10, 0, 0]


@pytest.mark.rule("GB 5.3")
def test_paranoia_thwarted_by_a_zero_ten() -> None:
    """The Scared card moves from the bottom to the top, and the next trick turns it up."""
    match = table(["9 9", "0/10 1", "1 2"], characters="7/6 7/2 7/2")
    play(match, "9x1", "0x1", "1x1", "9x1", "1x1", "2x1")
    assert match.position()["scores"] == [0, 4, 4]


@pytest.mark.rule("GB 5.3")
def test_paranoia_thanks_to_a_zero_ten() -> None:
    """The last card but one moves to the bottom by a 0/10 and is turned up last."""
    match = table(["9 9 9 9", "0/10 5 5 1", "1 2 5 5"], characters="7/5 7/2 7/2", deck="1 1")
    play(match, "9x1", "0x1", "1x1")
    assert decks(match)[0] == "7/6"
    play(match, "9x1", "5x2", "5x1", "9x1", "1x1", "5x1")
    assert decks(match)[0] == "1/0"
    play(match, "9x1", "1x1", "2x1")
    assert match.position()["scores"] == [10, 0, 0]


# === 6 The end of the game ===


@pytest.mark.rule("GB 6.1")
@pytest.mark.parametrize(("players", "rounds"), [(3, 6), (4, 8), (5, 5), (6, 6)])
def test_the_number_of_rounds(players: int, rounds: int) -> None:
    assert GAME.new(players=players, seed=1).position()["options"]["rounds"] == rounds
    assert GAME.new(players=players, seed=1, target=25).position()["options"]["rounds"] == rounds
    assert GAME.new(players=players, seed=1, rounds=2).position()["options"]["rounds"] == 2


FINALS = [
    # rule, options, round, scores before, reason, ranks, returns
    # Seat 0 is scared, seats 1 and 2 score 4 and 1.
    ("GB 6.1", {}, 6, [9, 0, 0], "rounds", (1, 2, 3), (2 / 3, -1 / 3, -1 / 3)),
    ("GB 6.1", {}, 6, [4, 0, 0], "rounds", (1, 1, 3), (1 / 6, 1 / 6, -1 / 3)),
    ("GB 6.1", {}, 6, [4, 0, 3], "rounds", (1, 1, 1), (0, 0, 0)),
    ("GB 6.1", {}, 5, [9, 0, 0], None, None, None),
    ("GB 6.1", {"rounds": 2}, 2, [0, 0, 0], "rounds", (3, 1, 2), (-1 / 3, 2 / 3, -1 / 3)),
    ("GB 6.1", {"rounds": 9}, 6, [0, 0, 0], None, None, None),
    ("GB 6.2", {"target": 25}, 1, [0, 21, 0], "target", (3, 1, 2), (-1 / 3, 2 / 3, -1 / 3)),
    ("GB 6.2", {"target": 25}, 1, [0, 22, 0], "target", (3, 1, 2), (-1 / 3, 2 / 3, -1 / 3)),
    ("GB 6.2", {"target": 25}, 6, [0, 20, 0], None, None, None),
    ("GB 6.2", {"target": 25, "rounds": 2}, 7, [0, 20, 0], None, None, None),
]


@pytest.mark.parametrize(
    ("rule", "options", "number", "scores", "reason", "ranks", "returns"), FINALS
)
def test_the_end_of_the_game(
    rule: str, options: Any, number: int, scores: list[int], reason: Any, ranks: Any, returns: Any
) -> None:
    match = table(
        ["9 7", "1 7", "2 7"], characters="7/0 7/2 7/5", round=number, scores=scores, **options
    )
    play(match, "9x1", "1x1", "2x1")
    if reason is None:
        assert (match.outcome, match.position()["round"]) == (None, number + 1)
    else:
        assert match.outcome is not None
        assert (match.outcome.reason, match.outcome.ranks) == (reason, ranks)
        assert match.outcome.returns == pytest.approx(returns)


@pytest.mark.rule("GB 6.1")
def test_the_position_of_a_finished_game() -> None:
    """No rule changes the rest of the position."""
    match = table(
        ["9 7", "1 7", "2 7"], characters="7/1 7/2 7/5", round=6, leader=1, deck="3", starter=2
    )
    play(match, "1x1", "2x1", "9x1")
    assert match.position()["phase"] == "play"
    play(match, "7x1", "7x1", "7x1")
    found = match.position()
    assert (found["phase"], found["turn"], found["leader"], found["starter"], found["round"]) == (
        "over",
        2,
        0,
        2,
        6,
    )
    assert (found["trick"], found["deck"], found["hands"], found["owed"]) == (
        [],
        ["3"],
        [[], [], []],
        0,
    )
    assert decks(match) == ["6/0", "7/2", "6/4"]
    assert found["scores"] == [10, 4, 1]
    assert (match.waiting, match.legal(2)) == ((), [])


@pytest.mark.rule("GB 6.1")
def test_the_character_decks_are_open_when_the_game_is_over() -> None:
    """Everybody sees them then (GB 6.1, Information)."""
    match = table(["9 7", "1 7", "2 7"], characters="7/0 7/2 7/5", round=6)
    assert [deck["above"] for deck in match.view(None)["characters"]] == [None] * 3
    play(match, "9x1", "1x1", "2x1")
    assert [deck["above"] for deck in match.view(None)["characters"]] == [0, 2, 5]


# === Information ===


@pytest.mark.rule("GB 3.4")
def test_the_discard_is_public_and_becomes_unseen_when_it_is_shuffled() -> None:
    """Its cards join the deck (GB 3.4, Information)."""
    match = table(["8 8 6", "4", "1"], discard="1 2 3 4 5", rest=1)
    others = Counter([*match.position()["hands"][1], "1"])
    assert Counter(match.view(0)["unseen"]) == others
    play(match, "8x2")
    seen = match.view(0)
    assert seen["discard"] == []
    assert Counter(seen["unseen"]) + Counter(seen["hand"]) == others + Counter("123456")


@pytest.mark.rule("GB 3.1")
def test_a_position_of_unequal_hands_goes_on_to_the_end() -> None:
    """A seat without cards is skipped, also as a leader."""
    match = play(table(["9", "1 7", "2 7"], characters="7/6 7/2 7/5", round=6), "9x1", "1x1", "2x1")
    found = match.position()
    assert (found["leader"], found["turn"], match.waiting) == (0, 1, (1,))
    play(match, "7x1", "7x1")
    assert match.position()["phase"] == "over"


# === Random moves ===


@pytest.mark.rule("GB 2", "GB 3.1")
def test_random_moves_are_legal_and_equally_likely() -> None:
    """`draw_move` lists nothing; it must do the same as a pick from the list."""
    chance = GAME.chances(1, 1, fast=True)[0]
    actions = np.zeros(GAME.rules.MAX_ACTIONS, np.int32)
    for match in (
        table(["5 5 7 0/10 0/10", "6", "6"]),
        table(["1", "2", "3"], phase="scare"),
        table(["3 4", "7", "1"], "6x1 7x2", phase="drop", rest=2),
    ):
        drawn = [GAME.loops.draw_move(match.state, 0, actions, chance) for _ in range(7000)]
        moves, counts = np.unique(drawn, return_counts=True)
        assert sorted(moves.tolist()) == sorted(match.actions(0))
        assert counts.min() > 0.8 * 7000 / len(moves)
