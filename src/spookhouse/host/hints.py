"""Hints: what a strong player would consider, searched once for each decision."""

import asyncio
from typing import TYPE_CHECKING

import msgspec

from spookhouse.bots import HINT_SEARCH, SearchResult, hint_bot
from spookhouse.host.background import failure_of
from spookhouse.host.live_table import LiveTable
from spookhouse.host.thinking_job import Effort, ThinkingJob, Urgency
from spookhouse.kernel.contract import State
from spookhouse.kernel.game import Game

if TYPE_CHECKING:
    from spookhouse.host.host import Host


class HintMove(msgspec.Struct):
    """A move that the search considered."""

    move: str
    visits: int
    expected: float


class Hint(msgspec.Struct):
    """What the search found in a position: the best move, and all that it considered."""

    move: str
    candidates: list[HintMove]
    iterations: int


class Hints:
    """The hints of all tables."""

    def __init__(self, host: "Host") -> None:
        self.host = host

    async def hint(self, live: LiveTable, seat: int, guest: str) -> Hint:
        """Return the hint for a decision of a guest; it is computed once for all requests."""
        table, background = live.table, self.host.background
        assert table.match is not None
        version = table.owed[seat]
        known = live.hints.get(seat)
        if known is None or known[0] != version or has_failed(known[1]):
            search = self.search(table.match.game, live.known_state(seat), seat, guest)
            live.hints[seat] = known = (version, background.spawn(search))
        found = known[1]
        return await background.unless_closed(lambda: asyncio.shield(found))

    async def search(self, game: Game, known: State, seat: int, guest: str) -> Hint:
        """Search a position from what the seat may know. It takes a turn of the guest."""
        await self.host.wait_for_search(game.name)
        network, seconds = self.host.networks.find(guest), HINT_SEARCH.budget.seconds
        job = ThinkingJob(guest, network, Urgency.PLAYER, Effort.SECONDS, seconds)
        found = await self.host.thinkers.run(
            job, lambda: hint_bot().analyse(game, known, seat, job.limit)
        )
        return hint_of(found, game)


def has_failed(task: "asyncio.Task[Hint]") -> bool:
    """Return whether a search ended without a hint."""
    return task.done() and failure_of(task) is not None


def hint_of(result: SearchResult, game: Game) -> Hint:
    """Return a search result as players see it."""
    moves = [
        HintMove(
            game.notation.write_move(candidate.action),
            candidate.visits,
            round(candidate.expected, 4),
        )
        for candidate in result.candidates
    ]
    return Hint(moves[0].move, moves, result.iterations)
