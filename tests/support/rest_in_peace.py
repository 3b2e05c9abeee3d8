"""Positions of Rest in Peace for tests: name what matters; other cards and tokens are filled in.

A row is written `g5 p8 p10=3 p16:4 g2*`: `=` is a named value, `:` the value that a card has
become, `*` carried, `?` face down, `!` the debt of Card 13, `+` resolved. Pairs begin with seat 0.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import TypedDict, Unpack

import spookhouse
from spookhouse.games.rest_in_peace.pieces import GHOSTS_EACH, LINE, PSYCHICS, ROUNDS
from spookhouse.kernel.contract import Json
from spookhouse.kernel.match import Match

CARD = re.compile(r"(?P<card>[gp]\d+)(=(?P<named>[\d,]+))?(:(?P<worth>\d))?(?P<marks>[*?!+]*)")
MARKS = {"*": ("carried", True), "?": ("open", False), "!": ("debt", True), "+": ("resolved", True)}
TOKENS = {"M": "manor", "C": "castle"}
LAID = "MCMCMCMCMM"  # the tokens of the ten rounds
WINNERS = (0, 0, 1, 1, 0, 0, 1, 1, 0)  # of rounds that are over: no set among them

Pair = tuple[str, str]


class Fields(TypedDict, total=False):
    """Fields of a position, and options, that have a default."""

    round: int
    level: int
    learning: bool
    phase: str
    starter: int
    turn: int | None
    known: list[list[str]]
    discards: list[list[str]]
    removed: list[int]
    played: int
    tripped: list[int]
    shown: list[bool]


class Arguments(Fields, total=False):
    """Arguments of `position` that are named."""

    earlier: dict[int, Pair] | None
    decks: Pair | None
    watch: int | None
    won: Sequence[Sequence[int]] | None
    here: str | None
    last: str | None


def read_card(text: str) -> Json:
    """Return a card as JSON data."""
    found = CARD.fullmatch(text)
    assert found, text
    card: Json = {"card": found["card"]}
    if found["named"]:
        card["named"] = [int(value) for value in found["named"].split(",")]
    if found["worth"]:
        card["as"] = int(found["worth"])
    return card | dict(MARKS[mark] for mark in found["marks"])


def read_row(text: str) -> list[Json]:
    """Return a row as JSON data."""
    return [read_card(word) for word in text.split()]


def write_card(card: Json) -> str:
    """Return a card as text."""
    named = "=" + ",".join(map(str, card["named"])) if "named" in card else ""
    worth = f":{card['as']}" if "as" in card else ""
    marks = "".join(mark for mark, (key, _) in MARKS.items() if key in card)
    return f"{card['card']}{named}{worth}{marks}"


def position(
    rows: Pair = ("", ""),
    hands: Pair = ("", ""),
    reserves: Pair = ("", ""),
    tenth: Pair = ("", ""),
    earlier: dict[int, Pair] | None = None,
    decks: Pair | None = None,
    watch: int | None = None,
    won: Sequence[Sequence[int]] | None = None,
    here: str | None = None,
    last: str | None = None,
    **others: Unpack[Fields],
) -> Json:
    """Return a position.

    `watch` is the Psychic card of this round and `won` the Manors and Castles of both seats. `here`
    are the tokens of this round, like "MC", and `last` those of the 10th, if others lie on place 1.

    Without `decks` all other Ghosts are in the decks, else in the discards. Psychic cards that are
    not named fill the line.
    """
    number = others.pop("round", 3)
    options = {"level": others.pop("level", 4), "learning": others.pop("learning", False)}
    table = {number: rows, ROUNDS: rows if number == ROUNDS else tenth} | (earlier or {})
    laid = [[read_row(side) for side in table.get(n, ("", ""))] for n in range(1, ROUNDS + 1)]
    found: Json = {
        "game": "rest-in-peace",
        "options": options,
        "phase": "tenth" if number == ROUNDS else "turn",
        "round": number,
        "starter": 0,
        "turn": 0,
        "line": [],
        "decks": [side.split() for side in decks or ("", "")],
        "hands": [sorted(side.split()) for side in hands],
        "known": [[], []],
        "reserves": [sorted(map(int, side.split())) for side in reserves],
        "rows": laid,
        "discards": [[], []],
        "removed": [],
        "tokens": [],
        "played": 0,
        "tripped": [0, 0],
        "shown": [False, False],
    } | others
    fill_ghosts(found, decks is None)
    fill_tokens(found, number, won, here, last)
    fill_psychics(found, number, watch)
    return found


def fill_ghosts(found: Json, into_decks: bool) -> None:
    """Put the Ghosts that are not named into the decks or the discards."""
    for seat in range(2):
        laid = [card["card"] for sides in found["rows"] for card in sides[seat]] + found[
            "discards"
        ][seat]
        used = (
            Counter(card[1:] for card in laid if card[0] == "g")
            + Counter(found["hands"][seat])
            + Counter(found["decks"][seat])
        )
        every = Counter({str(value): GHOSTS_EACH[value] for value in range(1, 7)})
        assert not used - every, f"seat {seat} has too many of {used - every}"
        rest = sorted((every - used).elements())
        if into_decks:
            found["decks"][seat] += rest
        else:
            found["discards"][seat] += [f"g{value}" for value in rest]


def fill_tokens(
    found: Json,
    number: int,
    won: Sequence[Sequence[int]] | None,
    here: str | None,
    last: str | None,
) -> None:
    """Lay the tokens that are not named.

    Every later round gets one while there are any; the 10th gets the rest unless `last` is given.
    """
    if won is None:
        wins = [[LAID[i] for i in range(number - 1) if WINNERS[i] == seat] for seat in range(2)]
        won = [(side.count("M"), side.count("C")) for side in wins]
    here = LAID[number - 1] if here is None else here
    taken = (
        Counter({"M": won[0][0] + won[1][0], "C": won[0][1] + won[1][1]})
        + Counter(here)
        + Counter(last or "")
    )
    rest = list((Counter({"M": 6, "C": 4}) - taken).elements())
    places = [""] * ROUNDS
    places[-1] = last or ""
    places[number - 1] = here
    for n in range(number, ROUNDS if last is None else ROUNDS - 1):
        places[n] = rest.pop(0) if rest else ""
    places[-1 if last is None and number < ROUNDS else 0] += "".join(rest)
    found["line"] = [
        {"psychic": None, "open": True, "tokens": [TOKENS[t] for t in sorted(place, reverse=True)]}
        for place in places
    ]
    found["tokens"] = [{"manor": side[0], "castle": side[1]} for side in won]


def fill_psychics(found: Json, number: int, watch: int | None) -> None:
    """Fill the line with Psychic cards that lie nowhere else; put the others out of the game."""
    cards = (
        [card["card"] for sides in found["rows"] for side in sides for card in side]
        + found["discards"][0]
        + found["discards"][1]
    )
    used = (
        [int(card[1:]) for card in cards if card[0] == "p"]
        + found["reserves"][0]
        + found["reserves"][1]
        + found["removed"]
    )
    highest = 9 + 5 * found["options"]["level"]
    spare = [n for n in range(1, min(PSYCHICS, highest) + 1) if n not in used and n != watch]
    if watch:
        found["line"][number - 1]["psychic"] = watch
        used.append(watch)
    for place in found["line"][number - 1 : LINE]:
        if len(used) < LINE and place["psychic"] is None:
            place["psychic"] = spare.pop(0)
            used.append(place["psychic"])
    while len(used) < LINE:
        found["removed"].append(spare.pop(0))
        used.append(found["removed"][-1])


def table(
    rows: Pair = ("", ""),
    hands: Pair = ("", ""),
    reserves: Pair = ("", ""),
    tenth: Pair = ("", ""),
    *,
    edition: int | None = None,
    **others: Unpack[Arguments],
) -> Match:
    """Return a match in such a position."""
    found = position(rows, hands, reserves, tenth, **others)
    return spookhouse.game("rest-in-peace").load(found, seed=1, edition=edition)


def row(match: Match, seat: int, number: int | None = None) -> str:
    """Return the row of a seat as text."""
    found = match.position()
    return " ".join(
        write_card(card) for card in found["rows"][(number or found["round"]) - 1][seat]
    )


def totals(match: Match, number: int | None = None) -> tuple[int, int]:
    """Return the totals of both seats in a round."""
    view = match.view(None)
    sides = view["rows"][(number or view["round"]) - 1]
    return sides[0]["total"], sides[1]["total"]


def plays(match: Match, card: str = "") -> list[str]:
    """Return the legal moves with a card.

    `p8` finds `p8` and `p8=...`; `p` finds all Psychic cards and nothing finds everything.
    """
    return [
        move
        for move in match.legal(match.waiting[0])
        if move.partition("=")[0] == card or (card in ("", "g", "p") and move.startswith(card))
    ]
