"""Positions of Ghooost! for tests: name what matters; all other ghosts lie in the discard.

Piles are written as text, such as "5 5 X". An entry of the cemetery is a value, or `X9` for Miss
Copy played as a 9.
"""

from collections import Counter
from itertools import chain
from typing import TypedDict, Unpack

import spookhouse
from spookhouse.games.ghooost.pieces import COUNTS, TEXTS
from spookhouse.kernel.contract import Json
from spookhouse.kernel.match import Match

ORDER = [*map(str, range(1, 15)), "K", "X"]


class Fields(TypedDict, total=False):
    """Fields of a position, and options, that have a default."""

    mode: str
    dawn: int
    first: int | None
    phase: str
    turn: int
    direction: int
    kitties: int
    left: list[int]
    known: list[list[str]]
    quiet: int
    round: int
    scores: list[int]
    boos: list[int]
    last_boo: int | None
    discard: list[str]


def cards(text: str) -> list[str]:
    """Return the cards of a pile that is written as text."""
    return text.split()


def position(
    hands: list[str],
    mansions: list[str] | None = None,
    crypt: str = "",
    cemetery: str = "",
    **others: Unpack[Fields],
) -> Json:
    """Return a position."""
    players = len(hands)
    mansions = mansions or ["14"] * players
    pile = [["X", text[1:]] if text.startswith("X") else [text, text] for text in cards(cemetery)]
    found: Json = {
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
        **others,
    }
    return found | {"discard": others.get("discard", unused(found))}


def unused(found: Json) -> list[str]:
    """Return all ghosts that lie nowhere else."""
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
    **others: Unpack[Fields],
) -> Match:
    """Return a match in such a position."""
    return spookhouse.game("ghooost").load(
        position(hands, mansions, crypt, cemetery, **others), seed=1
    )


def play_on(match: Match, moves: str) -> Match:
    """Make moves such as "5x2 K collect", each by the player whose turn it is."""
    for move in moves.split():
        match.play(match.waiting[0], move)
    return match


def as_text(position: Json) -> Json:
    """Return a position with its piles as the text that `position` takes."""
    piles = {key: " ".join(position[key]) for key in ("crypt", "discard")}
    rows = {key: [" ".join(row) for row in position[key]] for key in ("hands", "mansions", "known")}
    laid = (card + value if card == "X" else card for card, value in position["cemetery"])
    return position | piles | rows | {"cemetery": " ".join(laid)}


def discarded(before: Json, after: Json) -> str:
    """Return the cards that were added to the discard."""
    added: Counter[str] = Counter(after["discard"]) - Counter(before["discard"])
    return " ".join(sorted(added.elements(), key=ORDER.index))


def at(
    hands: list[str],
    mansions: list[str] | None = None,
    crypt: str = "",
    cemetery: str = "",
    **others: Unpack[Fields],
) -> Json:
    """Return the arguments of `table`, for a row of a parametrized test."""
    return {"hands": hands, "mansions": mansions, "crypt": crypt, "cemetery": cemetery, **others}


def leads_to(start: Json, moves: str, expected: Json) -> None:
    """Play the moves and compare the fields that are expected.

    These are fields of the position as text, `discarded` and `waiting`.
    """
    match = table(**start)
    before = match.position()
    after = play_on(match, moves).position()
    found = as_text(after) | {"discarded": discarded(before, after), "waiting": match.waiting}
    assert {key: found[key] for key in expected} == expected
