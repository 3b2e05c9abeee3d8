"""What each seat knows in Rest in Peace, and the worlds imagined from that."""

from collections import Counter

import numpy as np
import pytest

import spookhouse
from spookhouse.kernel.chance import key_from_seed, new_chance
from spookhouse.kernel.contract import Json
from spookhouse.kernel.match import Match
from support.rest_in_peace import row, table

GAME = spookhouse.game("rest-in-peace")


def worlds(match: Match, seat: int, number: int) -> list[Json]:
    """Return positions that the seat cannot tell from the real one."""
    chance = new_chance(key_from_seed(5))[0]
    found = []
    for _ in range(number):
        state = match.concealed(seat)
        GAME.rules.imagine(state, seat, chance)
        found.append(GAME.notation.write_position(state, match.options))
    return found


def test_hands_decks_and_ghosts_face_down_are_hidden() -> None:
    match = table(("g1", "g1"), ("2 3", "4 5"), ("8", "9"), tenth=("g6? p7?", "g2? p4?"))
    view = match.view(0)
    assert [hand["size"] for hand in view["hands"]] == [2, 2]
    assert [hand["cards"] for hand in view["hands"]] == [["2", "3"], []]
    assert [deck["size"] for deck in view["decks"]] == [17, 17]
    assert Counter(view["decks"][0]["contents"]) == Counter(match.position()["decks"][0])
    assert view["decks"][1] == {"size": 17, "top": None, "contents": None}
    assert [card["card"] for card in view["rows"][9][0]["cards"]] == ["g6", "p7"]
    assert [card["card"] for card in view["rows"][9][1]["cards"]] == [None, "p4"]
    spectator = match.view(None)
    assert [hand["cards"] for hand in spectator["hands"]] == [[], []]
    assert [[card["card"] for card in side["cards"]] for side in spectator["rows"][9]] == [
        [None, "p7"],
        [None, "p4"],
    ]
    assert spectator["reserves"] == [[8], [9]]


def test_known_cards_of_a_hand() -> None:
    """The opponent's view shows it, a spectator's does not.

    A card that leaves openly is taken to be a known one; after one that leaves face down nothing
    is known.
    """
    match = table(("", "g6"), ("2 2 5", "1"), known=[["2", "5"], []])
    assert match.view(1)["hands"][0]["cards"] == ["2", "5"]
    assert match.view(0)["hands"][0]["known"] == ["2", "5"]
    assert match.view(None)["hands"][0] == {"size": 3, "cards": [], "known": [], "seen": False}
    match.play(0, "g2")
    assert match.position()["known"][0] == ["5"]
    match.play(0, "g2")
    assert match.position()["known"][0] == ["5"]
    match.play(0, "end")
    match.play(0, f"place g{match.position()['hands'][0][0]}")
    assert match.position()["known"][0] == []


def test_placing_a_psychic_card_leaves_knowledge_as_it_is() -> None:
    match = table(("", "g6"), ("2 5", "1"), ("8", ""), known=[["2"], []])
    match.play(0, "end")
    match.play(0, "place p8")
    assert match.position()["known"][0] == ["2"]


def test_worlds_agree_with_seen_cards() -> None:
    match = table(
        ("g1 p3", "g1"),
        ("2 3", "4 5 6"),
        tenth=("g2?", "g2? p7?"),
        decks=("5 1 1 3", "3 1 1 2 2"),
        shown=[True, True],
        known=[[], ["4"]],
    )
    hands, decks, placed = set(), set(), set()
    for world in worlds(match, 0, 40):
        assert world["hands"] == [["2", "3"], ["4", "5", "6"]]  # card 3 looks
        assert (world["decks"][0][0], world["decks"][1][0]) == ("5", "3")
        assert Counter(world["decks"][0]) == Counter(match.position()["decks"][0])
        assert world["rows"][9][0] == match.position()["rows"][9][0]
        decks.add(tuple(world["decks"][0]))
        placed.add(world["rows"][9][1][0]["card"])
    assert placed == {"g1", "g2"}
    assert len(decks) == 3
    for world in worlds(match, 1, 40):
        assert world["hands"][1] == ["4", "5", "6"]
        hands.add(tuple(world["hands"][0]))
    assert len(hands) > 1


def test_worlds_of_a_learning_game() -> None:
    match = GAME.new(seed=1, learning=True, level=1)
    hidden = {
        tuple(place["psychic"] for place in world["line"][3:9]) for world in worlds(match, 0, 30)
    }
    assert len(hidden) > 25
    seen = {place["psychic"] for place in match.position()["line"][:3]}
    assert all(len({*line}) == 6 and not seen & {*line} for line in hidden)


def test_hidden_psychic_cards_lie_nowhere_in_sight() -> None:
    match = table(
        ("p1", "p2"),
        ("1", "1"),
        ("3", "4"),
        level=0,
        learning=True,
        discards=[["p5"], []],
        removed=[6],
        watch=7,
    )
    found = match.position()
    found["line"][3]["open"] = found["line"][4]["open"] = False
    match = GAME.load(found, seed=1)
    for world in worlds(match, 0, 20):
        assert {world["line"][3]["psychic"], world["line"][4]["psychic"]} == {8, 9}


@pytest.mark.parametrize("observer", [0, 1, None])
def test_only_its_owner_sees_a_ghost_placed_face_down(observer: int | None) -> None:
    match = table(("", "g6"), ("2 5", "1"), decks=("", ""))
    match.play(0, "end")
    match.play(0, "place g5")
    events = [event for event in match.events_for(observer) if event["event"].startswith("placed")]
    assert [event.get("card") for event in events] == ([None, "g5"] if observer == 0 else [None])
    assert row(match, 0, 10) == "g5?"


def test_playing_with_codes() -> None:
    """Search plays without a tape and asks for the outcome of running games.

    Features show discarded Psychic cards.
    """
    states, chances = GAME.blank(2, level=4), GAME.chances(2, 1)
    GAME.setup_many(states, chances)
    returns = np.ones(2)
    assert GAME.rules.outcome(states[0], returns) == 0
    moves, found = GAME.random_playouts(states, chances)
    assert moves > 20
    assert np.all(found.sum(axis=1) == 0)
    match = table(("g1 p9", ""), ("1", "1"), discards=[["p8"], []], shown=[True, False])
    bare, features = (
        np.zeros(GAME.rules.FEATURES, np.float32),
        np.zeros(GAME.rules.FEATURES, np.float32),
    )
    GAME.rules.observe(
        table(("g1 p9", ""), ("1", "1"), removed=[8], shown=[True, False]).concealed(0), 0, bare
    )
    GAME.rules.observe(match.concealed(0), 0, features)
    assert np.count_nonzero(bare != features) == 1
