"""The events of a move in Ghooost!, in order, and their audience; seat 0 is to move."""

from collections import Counter
from typing import Any

import pytest

from spookhouse import game
from support.ghooost import at, play_on, position, table

Event = dict[str, Any]

EMPTY = [""] * 3  # mansions

ORDER = [
    # position, move, the events that everybody sees
    (at(["5 6", "7"]), "5x1", "played"),
    (at(["5 5 6", "7"]), "5x2", "played double extra-turn"),
    (at(["5 X 6", "7"]), "5x1+X", "played double extra-turn"),
    (at(["5 5 5 6", "7"]), "5x3", "played triple extra-turn"),
    (at(["5 5 5 5 6", "7"]), "5x4", "played quartet discarded extra-turn"),
    (at(["9 6", "7"], cemetery="9 9 9"), "9x1", "played quartet discarded extra-turn"),
    (at(["8 6", "7"]), "8x1", "played direction-turned"),
    (at(["8 8 6", "7"]), "8x2", "played double extra-turn"),
    (at(["8 8 8 6", "7"]), "8x3", "played direction-turned triple extra-turn"),
    (
        at(["8 6", "7"], cemetery="8 8 8"),
        "8x1",
        "played direction-turned quartet discarded extra-turn",
    ),
    (at(["11 6", "7"], cemetery="9"), "11x1", "played discarded extra-turn"),
    (at(["11 11 6", "7"]), "11x2", "played discarded extra-turn"),
    (at(["K 6", "7"]), "K", "kitty skipped"),
    (at(["X", "7"]), "pass", "passed"),
    (at(["2", "7"], cemetery="9 X9", kitties=1), "collect", "collected taken taken taken"),
    (at(["", "7"], ["9 13", "14"]), "mansion", "turned-up"),
    (at(["", "7"], ["8 13", "14"], cemetery="9"), "mansion", "turned-up collected taken taken"),
    (at(["", "7"], ["X 13", "14"]), "mansion", "turned-up collected taken"),
    (at(["", "7"], ["K 13", "14"]), "mansion", "turned-up skipped"),
    (at(["5 6 6 6", "7"], crypt="9 9"), "5x1", "played refilled"),
    (at(["5 6 6 6", "7"], crypt="9"), "5x1", "played refilled midnight"),
    (at(["5 5 6 6", "7"], crypt="9"), "5x2", "played double refilled midnight extra-turn"),
    (at(["K 6 6 6", "7"], crypt="9"), "K", "kitty refilled midnight skipped"),
    (at(["6 6 6 6", "7"], crypt="9"), "luck", "turned-up midnight"),
    (at(["6 6 6 6", "7"], crypt="11 9"), "luck", "turned-up discarded extra-turn"),
    (at(["6 6 6 6", "7"], crypt="8 9", cemetery="9"), "luck", "turned-up collected taken taken"),
    (at(["6", "7"], crypt="10 9", cemetery="9"), "luck", "turned-up refilled midnight"),
    (at(["5", "7", "9"], ["", "14", "14"]), "5x1", "played left"),
    (at(["5 5", "7", "9"], ["", "14", "14"]), "5x2", "played double left"),  # and no extra turn
    (at(["K", "7", "9"], ["", "14", "14"]), "K", "kitty left skipped"),
    (at(["11", "7", "9"], ["", "14", "14"]), "11x1", "played discarded left"),
    (at(["5", "7"], ["", "14"]), "5x1", "played left game-ended"),
    (at(["K", "7"], ["", "14"]), "K", "kitty left game-ended"),
    (at(["5 6", "7", "9"], dawn=1, quiet=2), "5x1", "played dawn left left game-ended"),
    (
        at(["5 6 6 6 6", "7", "9"], crypt="10", dawn=1, quiet=2),
        "5x1",
        "played dawn left left game-ended",
    ),
    (
        at(["5", "", "9"], EMPTY, left=[1], mode="match"),
        "5x1",
        "played left round-ended scored scored boo dealt",
    ),
    (
        at(
            ["5", "", "9"],
            EMPTY,
            left=[1],
            mode="match",
            scores=[2, 3, 0],
            boos=[0, 0, 1],
            last_boo=2,
            round=2,
        ),
        "5x1",
        "played left round-ended scored scored boo dealt",
    ),
    (
        at(
            ["5", "", "9"],
            EMPTY,
            left=[1],
            mode="match",
            scores=[3, 2, 0],
            boos=[0, 0, 1],
            last_boo=2,
            round=2,
        ),
        "5x1",
        "played left round-ended scored scored boo game-ended",
    ),
    (
        at(["5 6", "7", "9"], dawn=1, quiet=2, mode="match"),
        "5x1",
        "played dawn left left round-ended scored scored boo dealt",
    ),
]


@pytest.mark.parametrize(("start", "move", "names"), ORDER)
def test_the_events_of_a_move(start: dict[str, Any], move: str, names: str) -> None:
    match = play_on(table(**start), move)
    assert [event["event"] for event in match.events_for(None)] == names.split()


DATA: list[tuple[dict[str, Any], str, Event]] = [
    # position, move, one of its events in full
    (
        at(["5 X 6", "7"]),
        "5x1+X",
        {"event": "played", "seat": 0, "card": "5", "count": 1, "copy": True},
    ),
    (
        at(["5 5 6", "7"]),
        "5x2",
        {"event": "played", "seat": 0, "card": "5", "count": 2, "copy": False},
    ),
    (at(["5 5 6", "7"]), "5x2", {"event": "double", "seat": 0}),
    (at(["5 5 5 6", "7"]), "5x3", {"event": "triple", "seat": 0}),
    (at(["5 5 6", "7"]), "5x2", {"event": "extra-turn", "seat": 0}),
    (
        at(["9 6", "7"], cemetery="4 9 9 9", kitties=1),
        "9x1",
        {"event": "quartet", "seat": 0, "card": "9"},
    ),
    (
        at(["9 6", "7"], cemetery="4 9 9 9", kitties=1),
        "9x1",
        {"event": "discarded", "seat": 0, "count": 6},
    ),
    (
        at(["8 6", "7"], direction=-1),
        "8x1",
        {"event": "direction-turned", "seat": 0, "direction": 1},
    ),
    (at(["K 6", "7", "9"], direction=-1), "K", {"event": "kitty", "seat": 0}),
    (at(["K 6", "7", "9"], direction=-1), "K", {"event": "skipped", "seat": 2}),
    (at(["X", "7"]), "pass", {"event": "passed", "seat": 0}),
    (
        at(["2", "7"], cemetery="9 X9", kitties=1),
        "collect",
        {"event": "collected", "seat": 0, "count": 3},
    ),
    (
        at(["2", "7"], cemetery="9 X9", kitties=1),
        "collect",
        {"event": "taken", "seat": 0, "card": "X"},
    ),
    (
        at(["2", "7"], cemetery="9 X9", kitties=1),
        "collect",
        {"event": "taken", "seat": 0, "card": "K"},
    ),
    (
        at(["", "7"], ["9 13", "14"]),
        "mansion",
        {"event": "turned-up", "seat": 0, "card": "9", "source": "mansion", "valid": True},
    ),
    (
        at(["2", "7"], crypt="X 9"),
        "luck",
        {"event": "turned-up", "seat": 0, "card": "X", "source": "crypt", "valid": False},
    ),
    (at(["5 6", "7"], crypt="9 10"), "5x1", {"event": "refilled", "seat": 0, "count": 2}),
    (
        at(["5 6", "7"], crypt="9 10"),
        "5x1",
        {"event": "drew", "seat": 0, "card": "9", "seen_by": [0]},
    ),
    (at(["5 6", "7"], crypt="9 10"), "5x1", {"event": "midnight", "seat": None}),
    (at(["5", "", "9"], EMPTY, left=[1]), "5x1", {"event": "left", "seat": 0, "place": 2}),
    (
        at(["5", "", "9"], EMPTY, left=[1]),
        "5x1",
        {"event": "game-ended", "seat": 2, "reason": "last-haunted"},
    ),
    (at(["5 6", "7"], dawn=1, quiet=1), "5x1", {"event": "dawn", "seat": None, "quiet": 2}),
    (
        at(["5 6", "7"], dawn=1, quiet=1),
        "5x1",
        {"event": "game-ended", "seat": 0, "reason": "dawn"},
    ),
    (
        at(["5", "", "9"], EMPTY, left=[1], mode="match"),
        "5x1",
        {"event": "round-ended", "seat": 2, "round": 1},
    ),
    (
        at(["5", "", "9"], EMPTY, left=[1], mode="match"),
        "5x1",
        {"event": "scored", "seat": 1, "points": 2, "total": 2},
    ),
    (
        at(["5", "", "9"], EMPTY, left=[1], mode="match"),
        "5x1",
        {"event": "scored", "seat": 0, "points": 3, "total": 3},
    ),
    (
        at(["5", "", "9"], EMPTY, left=[1], mode="match"),
        "5x1",
        {"event": "boo", "seat": 2, "boos": 1},
    ),
    (
        at(["5", "", "9"], EMPTY, left=[1], mode="match"),
        "5x1",
        {"event": "dealt", "seat": 2, "round": 2},
    ),
    (
        at(
            ["5", "", "9"],
            EMPTY,
            left=[1],
            mode="match",
            scores=[3, 2, 0],
            boos=[0, 0, 1],
            last_boo=2,
            round=2,
        ),
        "5x1",
        {"event": "game-ended", "seat": 0, "reason": "second-boo"},
    ),
]


@pytest.mark.parametrize(("start", "move", "event"), DATA)
def test_an_event_in_full(start: dict[str, Any], move: str, event: Event) -> None:
    assert event in play_on(table(**start), move).events


def test_every_kind_of_event_is_shown_here() -> None:
    shown = {event["event"] for _, _, event in DATA} | {"hand-card"}
    assert shown == {kind.name for kind in game("ghooost").wording.EVENTS.values()}


# === Who sees it ===


@pytest.mark.parametrize(("seat", "drawn"), [(0, ["9", "10", "K"]), (1, []), (2, []), (None, [])])
def test_only_the_drawer_sees_the_drawn_card(seat: int | None, drawn: list[str]) -> None:
    match = play_on(table(["5 5 6", "7", "9"], crypt="9 10 K X"), "5x2")
    seen = match.events_for(seat)
    assert [event["card"] for event in seen if event["event"] == "drew"] == drawn
    assert [event["count"] for event in seen if event["event"] == "refilled"] == [3]


def test_draws_come_in_the_order_of_the_crypt_before_the_count() -> None:
    match = play_on(table(["5 6", "7"], crypt="13 2 9 4"), "5x1")
    assert [event.get("card", event["event"]) for event in match.events_for(0)[1:]] == [
        "13",
        "2",
        "9",
        "refilled",
    ]


@pytest.mark.rule("GH 7.1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_new_hand_is_seen_by_its_owner(seat: int) -> None:
    """The next round is dealt within the move that ends this one."""
    match = play_on(table(["5", "", "9"], EMPTY, left=[1], mode="match"), "5x1")
    cards = [event for event in match.events_for(seat) if event["event"] == "hand-card"]
    assert sorted(card for event in cards for card in [event["card"]] * event["count"]) == sorted(
        match.view(seat)["hand"]
    )
    assert all(event["seat"] == seat and event["seen_by"] == [seat] for event in cards)
    assert not [event for event in match.events_for(None) if event["event"] == "hand-card"]


def test_cards_turned_up_and_collected_are_seen_by_all() -> None:
    match = play_on(table(["6", "7"], ["13", "14"], crypt="8", cemetery="9 X9", kitties=1), "luck")
    assert match.events_for(None) == match.events_for(0) == match.events_for(1) == match.events


@pytest.mark.rule("GH 3.2.2")
def test_a_ghost_turned_up_is_taken_after_the_cemetery() -> None:
    match = play_on(table(["6", "7"], ["13", "14"], crypt="8", cemetery="9 X9", kitties=1), "luck")
    assert [event["card"] for event in match.events if event["event"] == "taken"] == [
        "9",
        "X",
        "K",
        "8",
    ]


def test_a_new_match_has_no_events_and_each_move_only_its_own() -> None:
    match = table(["5 6", "7 9"])
    assert match.events == []
    play_on(match, "5x1 7x1")
    assert [(event["event"], event["seat"]) for event in match.events] == [("played", 1)]


def test_a_refused_move_leaves_the_events_of_the_last_one() -> None:
    match = play_on(table(["5 6", "7 9"]), "5x1")
    before = list(match.events)
    assert match.why(1, "9x3") is not None
    assert match.events == before


def test_the_longest_move_fits_on_the_tape() -> None:
    """A move causes at most 95 events.

    Six players collect 54 ghosts and both Kitties, dawn breaks, and a new round deals hands without
    a pair.
    """
    mansions = ["1", "2", "3", "4", "5", "6"]
    pile = [str(value) for value in range(1, 15) for _ in range(3 if value <= 6 else 4)]
    start = position(
        [""] * 6,
        mansions,
        cemetery=" ".join([*pile, "X1", "X2", "X3", "X4"]),
        kitties=2,
        mode="match",
        dawn=1,
        quiet=5,
    )
    match = play_on(game("ghooost").load(start, seed=0), "collect")
    names = Counter(event["event"] for event in match.events)
    assert names == Counter(
        collected=1, taken=56, dawn=1, left=5, scored=5, boo=1, dealt=1
    ) + Counter({"round-ended": 1, "hand-card": 24})
    assert match.events[-1] == {
        "event": "hand-card",
        "seat": 5,
        "card": match.events[-1]["card"],
        "count": 1,
        "seen_by": [5],
    }
