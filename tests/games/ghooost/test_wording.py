"""Events of Ghooost! in words, and why a move is refused; seat 0 is to move."""

from typing import Any

import pytest

import spookhouse
from support.ghooost import at, play_on, table

NAMES = ["Ada", "Bo", "Cy"]
EMPTY = [""] * 3  # mansions
LAST_MOVE = at(["5", "", "9"], EMPTY, left=[1], mode="match")
SECOND_BOO = LAST_MOVE | {"scores": [3, 2, 0], "boos": [0, 0, 1], "last_boo": 2, "round": 2}
TIE = LAST_MOVE | {"scores": [2, 3, 0], "boos": [0, 0, 1], "last_boo": 2, "round": 2}

# === What happened ===

SENTENCES = [
    # position, move, one of the sentences for seat 0
    (at(["5 6", "7"]), "5x1", "Ada plays Moth Maud (5)."),
    (at(["5 5 6", "7"]), "5x2", "Ada plays two 5s (Moth Maud)."),
    (at(["5 5 5 X 6", "7"]), "5x3+X", "Ada plays three 5s (Moth Maud) with Miss Copy."),
    (at(["5 5 5 5 6", "7"]), "5x4", "Ada plays four 5s (Moth Maud)."),
    (at(["5 X 6", "7"]), "5x1+X", "Ada plays Moth Maud (5) with Miss Copy."),
    (at(["5 5 6", "7"]), "5x2", "A Double!"),
    (at(["5 5 5 6", "7"]), "5x3", "A Triple!"),
    (at(["5 5 5 5 6", "7"]), "5x4", "A Quartet of Moth Maud (5)! The cemetery empties."),
    (at(["5 5 6", "7"]), "5x2", "Ada goes again."),
    (at(["11 6", "7"]), "11x1", "1 ghost is gone for good."),
    (at(["11 6", "7"], cemetery="9"), "11x1", "2 ghosts are gone for good."),
    (at(["8 6", "7"]), "8x1", "Everything spins: play now goes back round, against the clock."),
    (at(["8 6", "7"], direction=-1), "8x1", "Everything spins: play now goes clockwise."),
    (at(["K 6", "7"]), "K", "Ada lets Kitty stroll past the cemetery."),
    (at(["K 6", "7"]), "K", "Bo stares at Kitty and misses a turn."),
    (at(["X", "7"]), "pass", "Ada has only Miss Copies and nobody to copy, and passes."),
    (at(["2", "7"], cemetery="9 X9"), "collect", "Ada takes the 2 ghosts of the cemetery home."),
    (at(["2", "7"], kitties=1), "collect", "Ada takes the 1 ghost of the cemetery home."),
    (at(["6", "7"], crypt="9"), "luck", "Ada opens the crypt: Lantern Lou (9)."),
    (
        at(["6", "7"], crypt="9", cemetery="12"),
        "luck",
        "Ada opens the crypt: Lantern Lou (9), who has no place here!",
    ),
    (at(["6", "7"], crypt="X"), "luck", "Ada finds an empty cemetery and keeps the ghost."),
    (at(["", "7"], ["K", "14"]), "mansion", "Ada opens the mansion: Kitty."),
    (at(["5 6", "7"], crypt="9 10"), "5x1", "Ada draws 2 from the crypt."),
    (at(["5 6", "7"], crypt="9 10"), "5x1", "  (Ada draws Lantern Lou (9).)"),
    (at(["5 6", "7"], crypt="9 10"), "5x1", "The crypt is empty. The clock strikes midnight!"),
    (
        at(["5", "6", "7"], EMPTY),
        "5x1",
        "Ada is free of ghosts and leaves the house, first out of the door.",
    ),
    (
        at(["5", "", "9"], EMPTY, left=[1]),
        "5x1",
        "Ada is free of ghosts and leaves the house, second out of the door.",
    ),
    (
        at(["5", "7"], ["", "14"]),
        "5x1",
        "Bo is the last one haunted, and owes the table a terrifying ghost sound!",
    ),
    (
        at(["5 6", "7"], dawn=1, quiet=1),
        "5x1",
        "Nothing has stirred for 2 moves. Dawn breaks, and the ghosts are counted.",
    ),
    (
        at(["5 6", "7"], dawn=1, quiet=1),
        "5x1",
        "Ada is the last one haunted, and owes the table a terrifying ghost sound!",
    ),
    (LAST_MOVE, "5x1", "Round 1 is over: Cy stays behind with the ghosts."),
    (LAST_MOVE, "5x1", "Bo scores 2 and has 2."),
    (LAST_MOVE, "5x1", "Ada scores 3 and has 3."),
    (LAST_MOVE, "5x1", "Boo! Cy gets a Boo! token."),
    (LAST_MOVE, "5x1", "Round 2 is dealt. Cy starts."),
    (TIE, "5x1", "Boo! Cy gets a Boo! token, number 2."),
    (TIE, "5x1", "Round 3 is dealt. Cy starts."),
    (SECOND_BOO, "5x1", "Ada wins the match!"),
]


@pytest.mark.parametrize(("start", "move", "sentence"), SENTENCES)
def test_sentences(start: dict[str, Any], move: str, sentence: str) -> None:
    assert sentence in play_on(table(**start), move).tell(0, NAMES)


def test_the_sentences_of_a_move_are_in_order() -> None:
    match = play_on(table(["8 8 X 6", "7", "9"], crypt="4 5", cemetery="2"), "8x2+X")
    assert match.tell(0, NAMES) == [
        "Ada plays two 8s (Twist) with Miss Copy.",
        "Everything spins: play now goes back round, against the clock.",
        "A Triple!",
        "  (Ada draws Dusty (4).)",
        "  (Ada draws Moth Maud (5).)",
        "Ada draws 2 from the crypt.",
        "The crypt is empty. The clock strikes midnight!",
        "Ada goes again.",
    ]


@pytest.mark.parametrize(("seat", "is_shown"), [(0, True), (1, False), (None, False)])
def test_only_the_drawer_reads_the_drawn_card(seat: int | None, is_shown: bool) -> None:
    lines = play_on(table(["5 6", "7"], crypt="9"), "5x1").tell(seat, NAMES)
    assert any("Lantern Lou (9)" in line for line in lines) == is_shown
    assert "Ada draws 1 from the crypt." in lines


def test_a_record_has_all_sentences() -> None:
    match = play_on(table(["5 6", "7"], crypt="9"), "5x1")
    assert match.tell(everything=True) == match.tell(0)
    assert match.tell(None)[0] == "Seat 0 plays Moth Maud (5)."


def test_a_new_hand_and_cards_taken_only_animate() -> None:
    match = play_on(table(**LAST_MOVE), "5x1")
    assert len(match.tell(0)) == len(
        [event for event in match.events_for(0) if event["event"] != "hand-card"]
    )
    match = play_on(table(["5", "7"], cemetery="6 6"), "collect")
    assert len(match.tell(0)) == 1


@pytest.mark.rule("GH 6.2")
@pytest.mark.parametrize(
    ("players", "place"), [(3, "second"), (4, "third"), (5, "fourth"), (6, "fifth")]
)
def test_the_last_out_of_the_door(players: int, place: str) -> None:
    match = table(["5", "9", *[""] * (players - 2)], [""] * players, left=list(range(2, players)))
    assert f"Seat 0 is free of ghosts and leaves the house, {place} out of the door." in play_on(
        match, "5x1"
    ).tell(None)


# === Why a move is refused ===

ON_SCARY = "cannot be played on Igor (12), a Scary ghost; playable here: 12, 1, Kitty, a Quartet"

REFUSALS = [
    # rule, position, move, reason
    ("GH 3.1.1", at(["5 6", "7"]), "9x1", "you hold no Lantern Lou (9)"),
    ("GH 3.1.1", at(["5 6", "7"]), "5x2", "you hold only one 5, not two"),
    ("GH 3.1.1", at(["5 5 5 6", "7"]), "5x4", "you hold only three 5s, not four"),
    ("GH 3.1.1", at(["5 5 X", "7"]), "5x3+X", "you hold only two 5s, not three"),
    ("GH 3.1.1", at(["5 6", "7"], cemetery="12"), "9x1", "you hold no Lantern Lou (9)"),
    (
        "GH 3.1.2",
        at(["5 6", "7"], cemetery="7"),
        "5x1",
        "a 5 cannot be played on Pip Whistle (7); playable here: 7 or higher, 1, Kitty, a Quartet",
    ),
    (
        "GH 3.1.2",
        at(["13 13 X", "7"], cemetery="14"),
        "13x2",
        "a 13 cannot be played on The Bellringer (14); playable here: 14, 1, Kitty, a Quartet",
    ),
    (
        "GH 3.1.2",
        at(["5 5 X", "7"], cemetery="7"),
        "5x2+X",
        "a 5 cannot be played on Pip Whistle (7); playable here: 7 or higher, 1, Kitty, a Quartet",
    ),
    (
        "GH 3.1.2",
        at(["11", "7"], cemetery="13"),
        "11x1",
        "an 11 cannot be played on Madame Mildew (13); "
        "playable here: 13 or higher, 1, Kitty, a Quartet",
    ),
    ("GH 3.1.3", at(["13 6", "7"], cemetery="12"), "13x1", f"a 13 {ON_SCARY}"),
    ("GH 3.1.3", at(["3 6", "7"], cemetery="12"), "3x1", f"a 3 {ON_SCARY}"),
    ("GH 3.1.3", at(["13 6", "7"], cemetery="12 X12"), "13x1", f"a 13 {ON_SCARY}"),
    (
        "GH 3.1.3",
        at(["2", "7"], cemetery="3"),
        "2x1",
        "a 2 cannot be played on Cerberus (3), a Scary ghost; "
        "playable here: 12, 3, 1, Kitty, a Quartet",
    ),
    ("GH 5.5", at(["5 6", "7"]), "5x1+X", "you hold no Miss Copy"),
    ("GH 5.2", at(["5 6", "7"]), "K", "you hold no Kitty"),
    (
        "GH 3.3.1",
        at(["5 6", "7"]),
        "collect",
        "there is nothing to collect: no ghost lies in the cemetery and no Kitty beside it",
    ),
    (
        "GH 3.6.2",
        at(["5 6", "7"]),
        "luck",
        "midnight has struck: the crypt is empty and nobody tries their luck any more",
    ),
    (
        "GH 3.6.2",
        at(["", "7"], crypt="9 9"),
        "mansion",
        "mansions stay closed until midnight; the crypt still holds 2 ghosts",
    ),
    (
        "GH 3.6.2",
        at(["5", "7"], crypt="9"),
        "mansion",
        "mansions stay closed until midnight; the crypt still holds 1 ghost",
    ),
    (
        "GH 3.4.1",
        at(["5 6", "7"]),
        "mansion",
        "the mansion is opened with an empty hand only; you hold 2 ghosts",
    ),
    (
        "GH 3.4.1",
        at(["5", "7"], ["", "14"]),
        "mansion",
        "the mansion is opened with an empty hand only; you hold 1 ghost",
    ),
    (
        "GH 3.5.1",
        at(["5 X", "7"]),
        "pass",
        "nobody may pass whose hand is anything but Miss Copies",
    ),
    ("GH 3.5.1", at(["", "7"]), "pass", "nobody may pass whose hand is anything but Miss Copies"),
    (
        "GH 3.5.1",
        at(["X", "7"], cemetery="9"),
        "pass",
        "nobody may pass while a ghost lies in the cemetery: collect it",
    ),
    (
        "GH 3.5.1",
        at(["X X", "7"], cemetery="9", kitties=1),
        "pass",
        "nobody may pass while a ghost lies in the cemetery: collect it",
    ),
]


@pytest.mark.parametrize(("rule", "start", "move", "reason"), REFUSALS)
def test_why_a_move_is_refused(rule: str, start: dict[str, Any], move: str, reason: str) -> None:
    match = table(**start)
    before = match.position()
    with pytest.raises(spookhouse.IllegalMove) as error:
        match.play(0, move)
    assert (error.value.rule, error.value.reason, error.value.code) == (
        rule,
        reason,
        "move/illegal",
    )
    assert str(error.value) == f"{rule}: {reason}" == str(match.why(0, move))
    assert match.position() == before


def test_a_legal_move_needs_no_reason() -> None:
    assert table(["5 6", "7"]).why(0, "5x1") is None


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("5x", "5x1"),
        ("5X2", "5x2"),
        ("13x1+x", "13x1+X"),
        ("colect", "collect"),
        ("Collect", "collect"),
        ("5x2+X+X", "5x2+X"),
        ("5 x 1", "5x1"),
        ("k", "K"),
    ],
)
def test_an_unknown_text_suggests_near_ones(text: str, nearest: str) -> None:
    match = table(["5 5 X 13 K", "7"], cemetery="4")
    with pytest.raises(spookhouse.UnknownMove, match="is no move of Ghooost!") as error:
        match.play(0, text)
    suggested = str(error.value).rpartition(": ")[2].split(", ")
    assert nearest in suggested
    assert set(suggested) <= set(match.legal(0))
    assert error.value.code == "move/unknown"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "5x0",
        "0x1",
        "15x1",
        "5x5",
        "Kx1",
        "K+X",
        "X",
        "X+5x1",
        "5x1 ",
        "pass now",
        "💀",
        "5x1\n",
        "x" * 100_000,
    ],
)
def test_these_are_no_moves(text: str) -> None:
    with pytest.raises(spookhouse.UnknownMove) as error:
        table(["5 X K", "7"]).play(0, text)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("move", [None, 5, ["5x1"], {"5x1": 1}, b"5x1"])
def test_only_texts_are_moves(move: Any) -> None:
    with pytest.raises(spookhouse.UnknownMove):
        table(["5", "7"]).play(0, move)


@pytest.mark.rule("GH 3")
@pytest.mark.parametrize("action", [-1, 117, 10_000])
def test_a_code_that_is_no_move(action: int) -> None:
    with pytest.raises(spookhouse.IllegalMove, match=f"GH 3: {action} is no move"):
        table(["5", "7"]).apply(0, action)


@pytest.mark.rule("GH 3")
@pytest.mark.parametrize("move", ["7x1", "collect", "nonsense"])
def test_not_your_turn(move: str) -> None:
    with pytest.raises(spookhouse.NotYourTurn) as error:
        table(["5 6", "7"], cemetery="4").play(1, move)
    assert str(error.value) == "GH 3: it is the turn of seat 0, not of seat 1"
    assert error.value.code == "move/not-your-turn"


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_no_such_seat(seat: int) -> None:
    match = table(["5 6", "7"])
    for door in (
        match.legal,
        match.view,
        lambda s: match.play(s, "5x1"),
        lambda s: match.why(s, "5x1"),
        match.events_for,
    ):
        with pytest.raises(
            spookhouse.NotYourTurn, match=rf"there is no seat {seat}; the seats are 0 to 1"
        ):
            door(seat)


OVER = [
    ("GH 6.2", at(["5", "7"], ["", "14"]), "5x1", "the game is over (last-haunted)"),
    ("GH 6.3", at(["5 6", "7"], dawn=1, quiet=1), "5x1", "the game is over (dawn)"),
    ("GH 7.2", SECOND_BOO, "5x1", "the game is over (second-boo)"),
]


@pytest.mark.parametrize(("rule", "start", "moves", "reason"), OVER)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("move", ["6x1", "collect", "nonsense"])
def test_the_game_is_over(
    rule: str, start: dict[str, Any], moves: str, reason: str, seat: int, move: str
) -> None:
    match = play_on(table(**start), moves)
    with pytest.raises(spookhouse.GameOver) as error:
        match.play(seat, move)
    assert (str(error.value), error.value.code) == (f"{rule}: {reason}", "move/game-over")
    assert [match.legal(seat) for seat in range(match.players)] == [[]] * match.players


@pytest.mark.parametrize("seat", ["0", [0], 0.0, None])
def test_only_numbers_are_seats(seat: Any) -> None:
    with pytest.raises(spookhouse.NotYourTurn, match="there is no seat"):
        table(["5 6", "7"]).play(seat, "5x1")
