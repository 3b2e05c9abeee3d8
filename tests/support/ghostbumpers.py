"""Positions of Ghostbumpers for tests: say what matters, the rest of the Monster cards lies in the discard, or where `rest` says."""

from collections import Counter
from itertools import chain
from typing import Any

import spookhouse
from spookhouse.games.ghostbumpers.pieces import ROUNDS, TEXTS, counts
from spookhouse.kernel.match import Match

ORDER = [*map(str, range(1, 10)), "0/10"]


def cards(text: str) -> list[str]:
    """ "5 5 0/10" """
    return text.split()


def entry(seat: int, play: str) -> dict[str, Any]:
    """ "10x2": two 0/10 declared as 10"""
    value, count = map(int, play.split("x"))
    return {
        "seat": seat,
        "card": "0/10" if value in (0, 10) else str(value),
        "count": count,
        "as": value,
    }


def character(text: str) -> dict[str, Any]:
    """ "6/2": six cards, two Unfazed cards above the Scared card; "7/-": not yet chosen"""
    size, above = text.split("/")
    return {"cards": int(size), "above": None if above == "-" else int(above)}


def position(
    hands: list[str], trick: str = "", rest: str | int = "discard", **others: Any
) -> dict[str, Any]:
    """A position from lists in words; the plays of the trick go from the leader (seat 0, unless said otherwise) to the left."""
    players = len(hands)
    leader = others.get("leader", 0)
    plays = [entry((leader + i) % players, play) for i, play in enumerate(trick.split())]
    phase = others.get("phase", "play")
    levels = others.pop("characters", " ".join(["7/-" if phase == "scare" else "7/3"] * players))
    found: dict[str, Any] = {
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
    } | others
    lie_about(found, unused(found), rest)
    return found


def unused(found: dict[str, Any]) -> list[str]:
    """All Monster cards in use that lie nowhere else."""
    laid = [play["card"] for play in found["trick"] for _ in range(play["count"])]
    used = Counter(
        chain(
            *found["hands"], found["deck"], found["discard"], laid, filter(None, found["dropped"])
        )
    )
    whole = Counter(
        {TEXTS[code]: number for code, number in counts(found["options"]["players"]).items()}
    )
    assert not used - whole, f"too many of {used - whole}"
    return list((whole - used).elements())


def lie_about(found: dict[str, Any], left: list[str], rest: str | int) -> None:
    """Put the cards that are left in a pile, or in the hand of a seat; hands and discard are sorted."""
    pile = found["hands"][rest] if isinstance(rest, int) else found[rest]
    pile += left
    for sorted_pile in (*found["hands"], found["discard"]):
        sorted_pile.sort(key=ORDER.index)


def load(found: dict[str, Any], seed: int = 1) -> Match:
    return spookhouse.game("ghostbumpers").load(found, seed=seed)


def table(hands: list[str], trick: str = "", rest: str | int = "discard", **others: Any) -> Match:
    """A match that stands in such a position."""
    return load(position(hands, trick, rest, **others))


def play(match: Match, *moves: str) -> Match:
    """Moves in the order of the seats that owe one, the lowest seat first."""
    for move in moves:
        match.play(match.waiting[0], move)
    return match


def sizes(match: Match) -> list[int]:
    return [len(hand) for hand in match.position()["hands"]]


def decks(match: Match) -> list[str]:
    """The character decks: ["6/2", "7/-", ...]"""
    return [
        f"{deck['cards']}/{'-' if deck['above'] is None else deck['above']}"
        for deck in match.position()["characters"]
    ]
