"""The bots of the server at their tables. Their commands take the path of all others."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from spookhouse.bots import CHARACTERS, DEFAULT_CHARACTER, Bot, bot
from spookhouse.host.live_table import LiveTable
from spookhouse.host.thinkers import urgency_at
from spookhouse.host.thinking_job import Effort, ThinkingJob
from spookhouse.kernel.errors import SpookhouseError
from spookhouse.table.commands import Move
from spookhouse.table.log import SERVER

if TYPE_CHECKING:
    from spookhouse.host.host import Host

# The bot that plays for humans who are away.
STAND_IN = "thumb"


class BotPlayers:
    """The bots of all tables."""

    # The bots that can be seated, the weakest first.
    characters = CHARACTERS
    default_character = DEFAULT_CHARACTER

    def __init__(self, host: "Host", bot_pause: float) -> None:
        self.host = host
        # Seconds before each move of a bot, so that humans can follow.
        self.bot_pause = bot_pause

    def start(self, live: LiveTable) -> None:
        """Let the bots of a table play, unless they do so already."""
        if live.table.waiting_bots() and (live.bot_task is None or live.bot_task.done()):
            live.bot_task = self.host.background.spawn(self.play_bots(live))

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
        version, known, game = table.owed[seat], live.known_state(seat), table.match.game
        player = self.bot_at(live, seat)
        if player.uses_search:
            await self.host.wait_for_search(game.name)
        background = self.host.background
        live.bot_decision = job = self.decision(live, seat, player)
        try:
            action = await self.host.thinkers.run(
                job, lambda: player.choose_within(game, known, seat, job.limit)
            )
        finally:
            live.bot_decision = None
        command = Move(seat=seat, version=version, move=game.notation.write_move(action))
        try:
            await self.host.perform_at(live, command, SERVER)
        except SpookhouseError:
            background.require_open()
            if live.table.owed.get(seat) == version and seat in live.table.waiting_bots():
                raise
            # The human came back meanwhile, or an undo took the decision away.

    def decision(self, live: LiveTable, seat: int, player: Bot) -> ThinkingJob:
        """Return a decision of a bot. It takes a turn of the guest who owns the table."""
        match, owner = live.table.match, live.table.owner
        assert match is not None
        is_searched = player.uses_search and len(match.actions(seat)) > 1
        seconds = player.search_seconds if is_searched else 0.0
        effort = Effort.SECONDS if seconds else Effort.ITERATIONS
        return ThinkingJob(
            owner,
            self.host.networks.find(owner),
            urgency_at(live),
            effort if is_searched else Effort.NONE,
            seconds,
        )

    def bot_at(self, live: LiveTable, seat: int) -> Bot:
        """Return the bot that plays a seat. It keeps its thoughts from move to move."""
        character = live.table.seats[seat].level or STAND_IN
        known = live.bots.get(seat)
        if known is None or known[0] != character:
            live.bots[seat] = known = (character, bot(character))
        return known[1]
