"""Positions of Ghostbumpers for tests: name what matters; all other Monster cards lie in a pile.

A play is written `10x2` (two 0/10 cards declared as 10). A character deck is written `6/2` (six
cards, two Unfazed cards above the Scared card) or `7/-` (not yet chosen).
"""

from collections import Counter
from itertools import chain
from typing import TypedDict, Unpack

import spookhouse
from spookhouse.games.ghostbumpers.pieces import ROUNDS, TEXTS, counts
from spookhouse.kernel.contract import Json
from spookhouse.kernel.match import Match

ORDER = [*map(str, range(1, 10)), "0/10"]


class Fields(TypedDict, total=False):
    """Fields of a position, and options, that have a default."""

    characters: str
    rounds: int
    target: int | None
    deck: str
    discard: str
    phase: str
    round: int
    starter: int
    leader: int
    turn: int | None
    owed: int
    dropped: list[str | None]
    scores: list[int]


def cards(text: str) -> list[str]:
    """Return the cards of a pile that is written as text, such as "5 5 0/10"."""
    return text.split()


def entry(seat: int, play: str) -> Json:
    """Return a play of the trick."""
    value, count = map(int, play.split("x"))
    return {
        "seat": seat,
        "card": "0/10" if value in (0, 10) else str(value),
        "count": count,
        "as": value,
    }


def character(text: str) -> Json:
    """Return a character deck."""
    size, above = text.split("/")
    return {"cards": int(size), "above": None if above == "-" else int(above)}


def position(
    hands: list[str], trick: str = "", rest: str | int = "discard", **others: Unpack[Fields]
) -> Json:
    """Return a position.

    The plays of the trick go from the leader (seat 0 by default) to the left. `rest` names the pile
    of the cards that are not named, or the seat that holds them.
    """
    players = len(hands)
    leader = others.get("leader", 0)
    plays = [entry((leader + i) % players, play) for i, play in enumerate(trick.split())]
    phase = others.get("phase", "play")
    levels = others.pop("characters", " ".join(["7/-" if phase == "scare" else "7/3"] * players))
    found: Json = {
        "game": "ghostbumpers",
        "options": {
            "players": players,
            "rounds": others.pop("rounds", ROUNDS[players]),
            "target": others.pop("target", None),
        },
        "phase": phase,
        "round": 1,
        "starter": leader,
        "leader": leader,
        "turn": (leader + len(plays)) % players if phase in ("play", "over") else None,
        "hands": [cards(hand) for hand in hands],
        "deck": cards(others.pop("deck", "")),
        "discard": cards(others.pop("discard", "")),
        "trick": plays,
        "characters": [character(text) for text in levels.split()],
        "owed": 0,
        "dropped": [None] * players,
        "scores": [0] * players,
        **others,
    }
    lay_rest(found, unused(found), rest)
    return found


def unused(found: Json) -> list[str]:
    """Return all Monster cards in use that lie nowhere else."""
    laid = [play["card"] for play in found["trick"] for _ in range(play["count"])]
    dropped = filter(None, found["dropped"])
    used = Counter(chain(*found["hands"], found["deck"], found["discard"], laid, dropped))
    numbers = counts(found["options"]["players"])
    whole = Counter({TEXTS[code]: number for code, number in numbers.items()})
    assert not used - whole, f"too many of {used - whole}"
    return list((whole - used).elements())


def lay_rest(found: Json, cards: list[str], rest: str | int) -> None:
    """Put cards into a pile or into the hand of a seat, then sort the hands and the discard."""
    pile = found["hands"][rest] if isinstance(rest, int) else found[rest]
    pile += cards
    for sorted_pile in (*found["hands"], found["discard"]):
        sorted_pile.sort(key=ORDER.index)


def load(found: Json, seed: int = 1) -> Match:
    """Return a match in a position."""
    return spookhouse.game("ghostbumpers").load(found, seed=seed)


def table(
    hands: list[str], trick: str = "", rest: str | int = "discard", **others: Unpack[Fields]
) -> Match:
    """Return a match in such a position."""
    return load(position(hands, trick, rest, **others))


def play(match: Match, *moves: str) -> Match:
    """Make moves, each by the lowest seat that owes one."""
    for move in moves:
        match.play(match.waiting[0], move)
    return match


def sizes(match: Match) -> list[int]:
    """Return the number of cards in each hand."""
    return [len(hand) for hand in match.position()["hands"]]


def decks(match: Match) -> list[str]:
    """Return the character decks as text."""
    return [
        f"{deck['cards']}/{'-' if deck['above'] is None else deck['above']}"
        for deck in match.position()["characters"]
    ]
