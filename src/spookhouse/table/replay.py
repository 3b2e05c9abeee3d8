"""A finished game again, move by move: as a seat saw it, as a spectator did, or with open cards. And from any moment of it, another game."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from spookhouse.kernel.match import Match
from spookhouse.table.decide import open_table
from spookhouse.table.errors import Refused
from spookhouse.table.log import Draft, Json
from spookhouse.table.table import OVER, Table
from spookhouse.table.views import changes

LONGEST = 60  # steps that are shown at once


def finished(table: Table) -> Match:
    """The match of a table where the game is over."""
    if table.phase != OVER:
        raise Refused("table/not-over", "a game can be replayed when it is over")
    assert table.match is not None
    return table.match


def follow_moves(table: Table, last: int) -> Iterator[Match]:
    """The match before its first move, and after each of the first `last` moves; it is the same object that goes on."""
    played = finished(table)
    if not 0 <= last <= len(played.moves):
        raise Refused(
            "replay/no-step",
            f"this game has {len(played.moves)} moves: a step is a whole number from 0 to {len(played.moves)}",
        )
    match = played.again()
    yield match
    for seat, action in played.moves[:last]:
        match.apply(seat, action)
        yield match


def show_moves(
    table: Table, seat: int | None, open_cards: bool, names: Sequence[str]
) -> list[Json]:
    """Every move that was made, with the words that the seat heard; the move itself is named with open cards only, because it may be a secret."""
    found: list[Json] = []
    for step, match in enumerate(follow_moves(table, len(finished(table).moves))):
        if step:
            mover, action = match.moves[-1]
            named = match.game.notation.write_move(action) if open_cards else None
            found.append(
                {
                    "step": step,
                    "seat": mover,
                    "move": named,
                    "told": match.tell(seat, names, everything=open_cards),
                }
            )
    return found


def show_steps(
    table: Table, seat: int | None, open_cards: bool, first: int, last: int, names: Sequence[str]
) -> list[Json]:
    """What was to be seen after `first` to `last` moves: the first of them whole, each after it as what changed."""
    if not 0 <= first <= last < first + LONGEST:
        raise Refused(
            "replay/no-step", f"ask for 1 to {LONGEST} steps at once, the first of them first"
        )
    found: list[Json] = []
    before: list[Any] = [None] * (1 + open_cards * table.players)
    for step, match in enumerate(follow_moves(table, last)):
        if step >= first:
            views = [
                match.view(seat),
                *(match.view(each) for each in range(open_cards * table.players)),
            ]
            view, *hands = [changes(old, new) for old, new in zip(before, views, strict=True)]
            found.append(
                {
                    "step": step,
                    "waiting": list(match.waiting),
                    "view": view,
                    "open": hands,
                    "events": tell(match, seat, open_cards, names),
                }
            )
            before = views
    return found


def tell(match: Match, seat: int | None, open_cards: bool, names: Sequence[str]) -> list[Json]:
    """The events of the last move, each with its sentence."""
    if not match.moves:
        return []
    events = match.events if open_cards else match.events_for(seat)
    return [event | {"text": match.game.wording.tell(event, names)} for event in events]


def continue_table(guest: str, table: Table, step: int, secret: bytes) -> Draft:
    """The first entry of a table whose game begins where the finished one stood after so many moves; what is drawn from there on is drawn anew."""
    *_, match = follow_moves(table, step)
    if not match.waiting:
        raise Refused("replay/no-step", "the game was over here: continue from an earlier step")
    draft = open_table(
        guest, table.game, match.options, secret, None, public=False, spectators=True, hints=True
    )
    return replace(draft, data=draft.data | {"start": match.position()})
