"""How a player over the network chooses its moves."""

import asyncio
import random
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from spookhouse.bots import BOTS, Bot
from spookhouse.bots import bot as make_bot
from spookhouse.games import game as find_game
from spookhouse.kernel.contract import State
from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.game import Game
from spookhouse.kernel.validation import shown
from spookhouse.remote.connection import Connection
from spookhouse.remote.errors import RulesDiffer
from spookhouse.remote.messages import AskHint, AskState, ConcealedState, Hint


@dataclass(frozen=True)
class Decision:
    """A decision that a seat owes, and the connection to ask the server more about it."""

    connection: Connection
    table: str
    game: str
    seat: int
    moves: list[str]


class Policy(ABC):
    """Chooses moves."""

    async def prepare(self, game: str) -> None:  # noqa: B027  most policies need no preparation
        """Do slow work, such as compiling, before the first move of a game."""

    @abstractmethod
    async def choose(self, decision: Decision) -> str:
        """Return one of the legal moves."""


class FirstMove(Policy):
    """Make the first legal move."""

    async def choose(self, decision: Decision) -> str:
        """Return the first legal move."""
        return decision.moves[0]


class RandomMove(Policy):
    """Make any legal move, each equally likely."""

    async def choose(self, decision: Decision) -> str:
        """Return a random legal move."""
        return random.choice(decision.moves)


class HintedMove(Policy):
    """Make the move that the server advises; the table must allow hints."""

    async def choose(self, decision: Decision) -> str:
        """Return the server's advice."""
        request = AskHint(table=decision.table, seat=decision.seat)
        return (await decision.connection.ask(request, Hint)).move


class BotMove(Policy):
    """Let a bot of this process choose, from the concealed record that the server sends.

    The bot runs in a thread, so that the connection stays alive meanwhile.
    """

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    async def prepare(self, game: str) -> None:
        """Compile the rules and whatever the bot needs."""
        await asyncio.to_thread(self._compile, find_game(game))

    def _compile(self, game: Game) -> None:
        game.prepare()
        self.bot.prepare(game)

    async def choose(self, decision: Decision) -> str:
        """Return the bot's choice."""
        game = find_game(decision.game)
        request = AskState(table=decision.table, seat=decision.seat)
        answer = await decision.connection.ask(request, ConcealedState)
        state = read_state(game, answer)
        action = await asyncio.to_thread(self.bot.choose, game, state, decision.seat)
        return game.notation.write_move(action)


def read_state(game: Game, answer: ConcealedState) -> State:
    """Return the record that the server sent; raise `RulesDiffer` if it is not of our rules."""
    record = game.rules.STATE
    is_ours = answer.layout == game.layout_digest and answer.edition <= game.edition
    if not is_ours or len(answer.state) != record.itemsize:
        raise RulesDiffer(f"this server runs another version of the rules of {game.title}")
    state: State = np.frombuffer(answer.state, record).copy()[0]
    return state


SIMPLE: dict[str, type[Policy]] = {
    "first": FirstMove,
    "random": RandomMove,
    "hint": HintedMove,
}


def policy(name: str) -> Policy:
    """Return the policy of that name: first, random, hint, or any bot."""
    if name in SIMPLE:
        return SIMPLE[name]()
    try:
        return BotMove(make_bot(name))
    except BadOption as error:
        raise BadOption(
            "character",
            f"invalid character: got {shown(name)}, expected one of {', '.join([*BOTS, *SIMPLE])}",
        ) from error
