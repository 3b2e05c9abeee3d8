"""Replay a finished game: move by move, as a seat saw it, as a spectator did, or with open cards.

A replay keeps checkpoints, so a page of steps is not replayed from the first move.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from spookhouse.kernel.match import Match
from spookhouse.table.commands import OpenTable
from spookhouse.table.errors import Refused
from spookhouse.table.log import Json, Origin
from spookhouse.table.phases import OVER
from spookhouse.table.table import Table
from spookhouse.table.views import diff_views, match_events

# Steps that can be requested at once.
MAX_STEPS = 60
# Moves between two checkpoints.
CHECKPOINT_INTERVAL = 30


def finished(table: Table) -> Match:
    """Return the match of a table; refuse a game that is not over."""
    if table.phase != OVER:
        raise Refused("table/not-over", "a game can be replayed when it is over")
    assert table.match is not None
    return table.match


class Replay:
    """The replay of one finished game. It is used by one thread at a time."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.moves = finished(table).moves
        # By step, a multiple of the interval: the match after so many moves.
        self.checkpoints: dict[int, Match] = {}

    def at(self, step: int) -> Match:
        """Return a copy of the match after so many moves."""
        self._require_step(step)
        place = step - step % CHECKPOINT_INTERVAL
        while place and place not in self.checkpoints:
            place -= CHECKPOINT_INTERVAL
        known = self.checkpoints.get(place)
        match = finished(self.table).again() if known is None else known.copy()
        for number in range(place, step):
            self._keep(number, match)
            match.apply(*self.moves[number])
        self._keep(step, match)
        return match

    def follow(self, first: int, last: int) -> Iterator[Match]:
        """Yield the match after `first` to `last` moves; it is the same object that continues."""
        self._require_step(last)
        match = self.at(first)
        yield match
        for number in range(first, last):
            match.apply(*self.moves[number])
            self._keep(number + 1, match)
            yield match

    def _keep(self, step: int, match: Match) -> None:
        if step % CHECKPOINT_INTERVAL == 0 and step not in self.checkpoints:
            self.checkpoints[step] = match.copy()

    def _require_step(self, step: int) -> None:
        if not 0 <= step <= len(self.moves):
            raise Refused(
                "replay/no-step",
                f"this game has {len(self.moves)} moves: a step is a whole number "
                f"from 0 to {len(self.moves)}",
            )

    # === WHAT IS SHOWN ===

    def list_moves(self, seat: int | None, open_cards: bool, names: Sequence[str]) -> list[Json]:
        """Return every move in the words that the seat read.

        The move itself may be secret: it is named only with open cards.
        """
        found: list[Json] = []
        for step, match in enumerate(self.follow(0, len(self.moves))):
            if step:
                mover, action = self.moves[step - 1]
                named = match.game.notation.write_move(action) if open_cards else None
                told = match.tell(seat, names, everything=open_cards)
                found.append({"step": step, "seat": mover, "move": named, "told": told})
        return found

    def show_steps(
        self, seat: int | None, open_cards: bool, first: int, last: int, names: Sequence[str]
    ) -> list[Json]:
        """Return the views after `first` to `last` moves: the first one whole, then differences."""
        if not 0 <= first <= last < first + MAX_STEPS:
            raise Refused(
                "replay/no-step",
                f"request 1 to {MAX_STEPS} steps at once, the first step first",
            )
        hands = range(self.table.players) if open_cards else range(0)
        found: list[Json] = []
        before: list[Any] = [None] * (1 + len(hands))
        for step, match in enumerate(self.follow(first, last), first):
            views = [match.view(seat), *(match.view(each) for each in hands)]
            view, *shown = [diff_views(old, new) for old, new in zip(before, views, strict=True)]
            found.append(
                {
                    "step": step,
                    "waiting": list(match.waiting),
                    "view": view,
                    "open": shown,
                    "events": match_events(match, seat, names, open_cards=open_cards)
                    if step
                    else [],
                }
            )
            before = views
        return found

    def continue_from(self, step: int) -> OpenTable:
        """Return the command that opens a table whose game starts after so many moves.

        The position is the same, with hidden cards and shuffled piles. Later chance is drawn anew.
        """
        match = self.at(step)
        if not match.waiting:
            raise Refused("replay/no-step", "the game was over here: continue from an earlier step")
        return OpenTable(
            game=self.table.game,
            options=match.options,
            start=match.position(),
            origin=Origin(self.table.id, step),
        )
