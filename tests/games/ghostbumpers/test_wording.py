"""Events of Ghostbumpers in words, why a move is refused, and the table in a terminal."""

from typing import Any

import pytest
from rich.console import Console

import spookhouse
from spookhouse.games.ghostbumpers.terminal_view import draw
from spookhouse.kernel.match import Match
from support.ghostbumpers import load, play, position, table

NAMES = ("Anni", "Hedda", "Emely")

# === Events ===

SENTENCES = [
    # position, moves, the sentences of the last move for a spectator
    (position(["5", "9 7", "2 7"]), ["5x1"], ["Anni plays a 5."]),
    (
        position(["8 8 8", "9 7", "2 7"], deck="1 2"),
        ["8x3"],
        ["Anni plays three 8s, worth 3.8.", "Anni draws 2 cards."],
    ),
    (position(["0/10", "9 7", "2 7"]), ["10x1"], ["Anni plays a 0/10 as 10."]),
    (
        position(["0/10 0/10", "9 7", "2 7"], deck="1"),
        ["0x2"],
        ["Anni plays two 0/10s as 0, worth 2.0.", "Anni draws 1 card."],
    ),
    (
        position(["1 7", "9 7", "2 7"]),
        ["1x1", "9x1", "2x1"],
        [
            "Emely plays a 2.",
            "Hedda wins the trick with 9.",
            "Hedda turns up one Unfazed card and has 6 left.",
        ],
    ),
    (
        position(["1 7", "0/10 7", "2 7"]),
        ["1x1", "10x1", "2x1"],
        [
            "Emely plays a 2.",
            "Hedda wins the trick with 10.",
            "A 0/10 in the trick: Hedda turns up nothing, "
            "and slips the bottom card of the character deck on top, unseen.",
        ],
    ),
    (
        position(["1 7", "0/10 7", "2 7"], characters="7/1 1/0 7/1"),
        ["1x1", "10x1", "2x1"],
        [
            "Emely plays a 2.",
            "Hedda wins the trick with 10.",
            "A 0/10 in the trick: Hedda turns up nothing, "
            "and with a single card left nothing moves.",
        ],
    ),
    (
        position(["1 7", "9 7", "2 7"], characters="7/0 7/0 7/5", round=6),
        ["1x1", "9x1", "2x1"],
        [
            "Emely plays a 2.",
            "Hedda wins the trick with 9.",
            "Eeek! Hedda turns up the Scared card.",
            "Anni had the Scared card right on top, and six Unfazed cards below it.",
            "Anni scores 12 points and has 12.",
            "Hedda scores nothing and has 0.",
            "Emely turns up five Unfazed cards before the Scared card, and has one below it.",
            "Emely scores 1 point and has 1.",
            "Round 6 is over.",
            "The last round is driven.",
            "Anni wins with 12 points!",
        ],
    ),
]


@pytest.mark.parametrize(("found", "moves", "sentences"), SENTENCES)
def test_sentences(found: dict[str, Any], moves: list[str], sentences: list[str]) -> None:
    assert play(load(found), *moves).tell(names=NAMES) == sentences


def test_only_the_drawer_reads_the_drawn_cards() -> None:
    match = play(table(["8 8", "9 7", "2 7"], deck="1"), "8x2")
    assert "  (Anni draws a 1.)" in match.tell(0, NAMES)
    assert (
        match.tell(1, NAMES)
        == match.tell(None, NAMES)
        == ["Anni plays two 8s, worth 2.8.", "Anni draws 1 card."]
    )


def test_a_new_hand_is_sent_to_its_player_alone() -> None:
    match = play(table(["1", "9", "2"], characters="7/0 7/0 7/5"), "1x1", "9x1", "2x1")
    for seat in range(3):
        dealt = [event for event in match.events_for(seat) if event["event"] == "hand-card"]
        assert sorted(
            card for event in dealt for card in [event["card"]] * event["count"]
        ) == sorted(match.view(seat)["hand"])
        assert {event["seat"] for event in dealt} == {seat}
    assert not [event for event in match.events_for(None) if event["event"] == "hand-card"]


def test_the_sentences_of_dropping() -> None:
    match = play(table(["7 7", "1 2", "3"], rest=2), "7x2")
    assert match.tell(names=NAMES)[-1] == (
        "Deck and discard are empty, and Anni must draw: "
        "everybody with cards gives one up, in secret."
    )
    play(match, "drop 1")
    assert match.tell(names=NAMES) == ["Hedda gives up a card."]
    assert match.tell(1, NAMES) == ["Hedda gives up a card.", "  (Hedda gives up a 1.)"]
    play(match, "drop 3")
    assert match.tell(names=NAMES)[-1] == "2 cards shuffled: that is the new deck."


def test_the_sentences_of_shared_wins_and_targets() -> None:
    match = table(["9", "1", "2"], characters="7/0 7/2 7/2", target=4)
    assert play(match, "9x1", "1x1", "2x1").tell(names=NAMES)[-3:] == [
        "The target is reached.",
        "Hedda shares the win with 4 points!",
        "Emely shares the win with 4 points!",
    ]


def test_the_sentences_of_paranoia_and_empty_hands() -> None:
    match = play(table(["9", "1", "2"], characters="1/0 7/2 7/2"), "9x1", "1x1", "2x1")
    assert "Paranoia! It was the very last card: Anni takes all, the others nothing." in match.tell(
        names=NAMES
    )
    match = play(table(["9", "1", "2"], characters="7/5 7/2 7/2"), "9x1", "1x1", "2x1")
    assert "All hands are empty, and nobody has screamed." in match.tell(names=NAMES)


# === Refusals ===

SCARE = position(["5 5", "6", "6"], phase="scare", characters="7/- 7/1 7/-")
TRICK = position(["5 5 1", "6", "6"])
DROPPING = position(
    ["3 4", "7 9", "1 2"], "6x1 7x2", phase="drop", owed=1, dropped=[None, "8", None], rest=2
)
EMPTY_HANDED = position(["3 4", "", "1 2"], "6x1 7x2", phase="drop", rest=2)
OVER = position(["3 4", "", "1 2"], phase="over", round=6)
WON = position(["3 4", "", "1 2"], phase="over", target=5, scores=[5, 1, 1])

REFUSALS = [
    (SCARE, 0, "5x1", "GB 2.2: no trick begins before everybody has set a scare level: set yours"),
    (
        SCARE,
        0,
        "drop 5",
        "GB 3.5: cards are given up only when somebody must draw "
        "while deck and discard are both empty",
    ),
    (
        SCARE,
        1,
        "scare 2",
        "GB 2.2: your Scared card is in its place, and stays there; "
        "seat 0 and seat 2 must still choose",
    ),
    (TRICK, 0, "5x3", "GB 3.1: you hold two 5s, not three"),
    (TRICK, 0, "1x2", "GB 3.1: you hold one 1, not two"),
    (TRICK, 0, "9x1", "GB 3.1: you hold no 9, not one"),
    (TRICK, 0, "0x1", "GB 3.2: you hold no 0/10, not one"),
    (
        TRICK,
        0,
        "scare 1",
        "GB 2.2: scare levels are set before the first trick of a round, and then they stay",
    ),
    (
        TRICK,
        0,
        "drop 5",
        "GB 3.5: cards are given up only when somebody must draw "
        "while deck and discard are both empty",
    ),
    (TRICK, 1, "6x1", "GB 3.1: it is the turn of seat 0, not of seat 1"),
    (TRICK, 1, "hello", "GB 3.1: it is the turn of seat 0, not of seat 1"),
    (
        DROPPING,
        0,
        "3x1",
        "GB 3.5: deck and discard are empty: give up a card before the trick goes on",
    ),
    (DROPPING, 0, "scare 1", "GB 3.5: deck and discard are empty: give up a card"),
    (DROPPING, 0, "drop 5", "GB 3.5: you hold no 5"),
    (
        DROPPING,
        1,
        "drop 7",
        "GB 3.5: you have given up a card already; seat 0 and seat 2 must still choose",
    ),
    (
        EMPTY_HANDED,
        1,
        "drop 7",
        "GB 3.5: you had no card in hand to give up; seat 0 and seat 2 must still choose",
    ),
    (OVER, 0, "3x1", "GB 6.1: the game is over (rounds)"),
    (WON, 0, "3x1", "GB 6.2: the game is over (target)"),
]


@pytest.mark.parametrize(("found", "seat", "move", "reason"), REFUSALS)
def test_why_a_move_is_refused(found: dict[str, Any], seat: int, move: str, reason: str) -> None:
    match = load(found)
    assert str(match.why(seat, move)) == reason
    with pytest.raises(spookhouse.IllegalMove):
        match.play(seat, move)


def test_a_number_that_is_no_move() -> None:
    with pytest.raises(spookhouse.IllegalMove, match="GB 2: 999 is no move"):
        load(TRICK).apply(0, 999)


# === The table in a terminal ===


def drawn(match: Match, seat: int | None) -> str:
    console = Console(width=80, color_system=None)
    with console.capture() as capture:
        console.print(draw(match.view(seat), NAMES))
    return capture.get()


def test_the_table_shows_the_knowledge_of_the_seat() -> None:
    match = table(
        ["1 6", "2 6", "3"],
        "10x2",
        leader=2,
        deck="9 9",
        characters="7/1 6/2 5/3",
        scores=[3, 4, 5],
    )
    shown = drawn(match, 0)
    assert "▶ Anni (you)               2  U S U U U U U " in shown
    assert "? ? ? ? ? ? " in shown
    assert "Emely ★" in shown
    assert "0/10×2 as 10 = 2.1 ◀" in shown
    assert "Anni is to play." in shown
    assert all(len(line) <= 80 for line in shown.splitlines())


def test_the_table_shows_a_spectator_no_hand_and_no_scared_card() -> None:
    shown = drawn(table(["1 6", "2 6", "3 6"], characters="7/1 6/2 5/3"), None)
    assert "Hand   " not in shown.replace("Hand  Character", "")
    assert "U" not in shown.replace("Unseen", "")
    assert "Anni leads." in shown


DRAWN = [
    (SCARE, 2, "Scare levels: Anni and Emely must still hide the Scared card."),
    (DROPPING, 1, "(given up: 8)"),
    (DROPPING, 0, "Deck and discard are empty: Anni and Emely must still give up a card."),
    (EMPTY_HANDED, 1, "empty"),
    (OVER, None, "The game is over: Anni, Hedda and Emely share the win."),
    (WON, 1, "The game is over: Anni wins."),
    (WON, 1, "until somebody has 5 points"),
]


@pytest.mark.parametrize(("found", "seat", "shown"), DRAWN)
def test_the_table_of_every_phase(found: dict[str, Any], seat: int | None, shown: str) -> None:
    assert shown in drawn(load(found), seat)
