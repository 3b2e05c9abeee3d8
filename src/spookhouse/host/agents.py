"""The server's own players: bots, clocks and hints. Their commands take the path of all others."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from spookhouse.bots import (
    CHARACTERS,
    DEFAULT_CHARACTER,
    Bot,
    SearchResult,
    bot,
    hint_bot,
)
from spookhouse.host.background import failure_of
from spookhouse.host.live_table import LiveTable
from spookhouse.kernel.contract import State
from spookhouse.kernel.errors import SpookhouseError
from spookhouse.kernel.game import Game
from spookhouse.table.commands import CheckClock, Move
from spookhouse.table.log import SERVER
from spookhouse.table.phases import PLAYING

if TYPE_CHECKING:
    from spookhouse.host.host import Host

# The bot that plays for humans who are away.
STAND_IN = "thumb"
# Seconds after a deadline; timers may fire early.
TIMER_SLACK = 0.01


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


class Agents:
    """Bots, clocks and hints of all tables."""

    # The bots that can be seated, the weakest first.
    characters = CHARACTERS
    default_character = DEFAULT_CHARACTER

    def __init__(self, host: "Host", bot_pause: float) -> None:
        self.host = host
        # Seconds before each move of a bot, so that humans can follow.
        self.bot_pause = bot_pause

    def wake(self, live: LiveTable) -> None:
        """Start what a table needs after a change: its bots, and a timer for its clocks."""
        if live.timer is not None:
            live.stop_timer()
        if live.table.phase != PLAYING or self.host.background.is_closing:
            return
        if not self.host.registry.holds(live):
            # The table was evicted. It is woken when it is loaded again.
            return
        if live.table.waiting_bots() and (live.bot_task is None or live.bot_task.done()):
            live.bot_task = self.host.background.spawn(self.play_bots(live))
        if live.table.clock is not None and (deadline := live.table.deadline()) is not None:
            wait = max(0.0, deadline[0] - self.host.registry.now(live)) + TIMER_SLACK
            live.timer = asyncio.get_running_loop().call_later(wait, self.start_check, live)

    # === CLOCKS ===

    def start_check(self, live: LiveTable) -> None:
        """Check the clock of a table in a task."""
        background = self.host.background
        background.spawn(background.retry(partial(self.check_clock, live)))

    async def check_clock(self, live: LiveTable) -> None:
        """Let a bot play for a human who has run out of time."""
        if self.host.registry.holds(live):
            await self.host.perform_at(live, CheckClock(), SERVER)
            self.wake(live)

    # === BOTS ===

    def known_state(self, live: LiveTable, seat: int) -> State:
        """Return what a seat may know. Bots and hints receive nothing else."""
        assert live.table.match is not None
        return live.table.match.concealed(seat)

    async def play_bots(self, live: LiveTable) -> None:
        """Let bots move as long as one of them owes a decision."""
        while seats := live.table.waiting_bots():
            seat = seats[0]
            if self.bot_pause:
                await asyncio.sleep(self.bot_pause)
            await self.host.background.retry(partial(self.play_bot, live, seat))
            if self.host.background.is_closing:
                return

    async def play_bot(self, live: LiveTable, seat: int) -> None:
        """Let a bot decide in a thread, from what its seat may know, and make its move."""
        table = live.table
        if seat not in table.waiting_bots() or table.match is None:
            return
        version, known, game = table.owed[seat], self.known_state(live, seat), table.match.game
        player = self.bot_at(live, seat)
        if player.uses_search:
            await self.host.wait_for_search(game.name)
        background = self.host.background
        action = await background.run(background.thinkers, lambda: player.choose(game, known, seat))
        command = Move(seat=seat, version=version, move=game.notation.write_move(action))
        try:
            await self.host.perform_at(live, command, SERVER)
        except SpookhouseError:
            background.require_open()
            if live.table.owed.get(seat) == version and seat in live.table.waiting_bots():
                raise
            # The human came back meanwhile, or an undo took the decision away.

    def bot_at(self, live: LiveTable, seat: int) -> Bot:
        """Return the bot that plays a seat. It keeps its thoughts from move to move."""
        character = live.table.seats[seat].level or STAND_IN
        known = live.bots.get(seat)
        if known is None or known[0] != character:
            live.bots[seat] = known = (character, bot(character))
        return known[1]

    # === HINTS ===

    async def hint(self, live: LiveTable, seat: int) -> Hint:
        """Return the hint for a decision; it is computed once, however often it is requested."""
        table, background = live.table, self.host.background
        assert table.match is not None
        version = table.owed[seat]
        known = live.hints.get(seat)
        if known is None or known[0] != version or has_failed(known[1]):
            search = self.search(table.match.game, self.known_state(live, seat), seat)
            live.hints[seat] = known = (version, background.spawn(search))
        found = known[1]
        return await background.unless_closed(lambda: asyncio.shield(found))

    async def search(self, game: Game, known: State, seat: int) -> Hint:
        """Search a position from what the seat may know."""
        await self.host.wait_for_search(game.name)
        background = self.host.background
        found = await background.run(
            background.thinkers, lambda: hint_bot().analyse(game, known, seat)
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
