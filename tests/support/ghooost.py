"""Positions of Ghooost! for tests: say what matters, the rest of the 62 ghosts lies in the discard."""

from collections import Counter
from itertools import chain
from typing import Any

import spookhouse
from spookhouse.games.ghooost.pieces import COUNTS, TEXTS
from spookhouse.kernel.match import Match

ORDER = [*map(str, range(1, 15)), "K", "X"]


def cards(text: str) -> list[str]:
    """ "5 5 X" """
    return text.split()


def position(
    hands: list[str],
    mansions: list[str] | None = None,
    crypt: str = "",
    cemetery: str = "",
    **others: Any,
) -> dict[str, Any]:
    """A position from lists in words; an entry of the cemetery is a value or `X9`, Miss Copy played as a 9."""
    players = len(hands)
    mansions = mansions or ["14"] * players
    pile = [["X", text[1:]] if text.startswith("X") else [text, text] for text in cards(cemetery)]
    found: dict[str, Any] = {
        "game": "ghooost",
        "options": {
            "players": players,
            "mode": others.pop("mode", "single"),
            "dawn": others.pop("dawn", 30),
            "first": others.pop("first", None),
        },
        "phase": "turn",
        "turn": 0,
        "direction": 1,
        "hands": [sorted(cards(hand), key=ORDER.index) for hand in hands],
        "mansions": [cards(mansion) for mansion in mansions],
        "crypt": cards(crypt),
        "cemetery": pile,
        "kitties": 0,
        "left": [],
        "known": [[] for _ in hands],
        "quiet": 0,
        "round": 1,
        "scores": [0] * players,
        "boos": [0] * players,
        "last_boo": None,
    } | others
    return found | {"discard": others.get("discard", unused(found))}


def unused(found: dict[str, Any]) -> list[str]:
    """All ghosts that lie nowhere else."""
    laid = [card for card, _ in found["cemetery"]] + ["K"] * found["kitties"]
    used = Counter(chain(*found["hands"], *found["mansions"], found["crypt"], laid))
    whole = Counter({TEXTS[code]: number for code, number in COUNTS.items()})
    assert not used - whole, f"too many of {used - whole}"
    return sorted((whole - used).elements(), key=ORDER.index)


def table(
    hands: list[str],
    mansions: list[str] | None = None,
    crypt: str = "",
    cemetery: str = "",
    **others: Any,
) -> Match:
    """A match that stands in such a position."""
    return spookhouse.game("ghooost").load(
        position(hands, mansions, crypt, cemetery, **others), seed=1
    )


def play_on(match: Match, moves: str) -> Match:
    """Whoever is to move makes the next of these moves, and so on: "5x2 K collect"."""
    for move in moves.split():
        match.play(match.waiting[0], move)
    return match


def in_words(position: dict[str, Any]) -> dict[str, Any]:
    """A position with its piles as the words that `position` takes."""
    piles = {key: " ".join(position[key]) for key in ("crypt", "discard")}
    rows = {key: [" ".join(row) for row in position[key]] for key in ("hands", "mansions", "known")}
    return (
        position
        | piles
        | rows
        | {
            "cemetery": " ".join(
                card if card != "X" else card + value for card, value in position["cemetery"]
            )
        }
    )


def discarded(before: dict[str, Any], after: dict[str, Any]) -> str:
    """What lies in the discard that did not lie there before."""
    gone = Counter(after["discard"]) - Counter(before["discard"])
    return " ".join(sorted(gone.elements(), key=ORDER.index))


def at(
    hands: list[str],
    mansions: list[str] | None = None,
    crypt: str = "",
    cemetery: str = "",
    **others: Any,
) -> dict[str, Any]:
    """A row of a table of positions: what `table` is to be called with."""
    return {"hands": hands, "mansions": mansions, "crypt": crypt, "cemetery": cemetery} | others


def leads_to(start: dict[str, Any], moves: str, expected: dict[str, Any]) -> None:
    """Play the moves and compare what is expected: fields of the position in words, and `discarded`."""
    match = table(**start)
    before = match.position()
    after = play_on(match, moves).position()
    found = in_words(after) | {"discarded": discarded(before, after), "waiting": match.waiting}
    assert {key: found[key] for key in expected} == expected
