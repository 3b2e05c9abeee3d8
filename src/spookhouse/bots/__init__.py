"""Bots: automatic players. A bot receives a concealed record and nothing else."""

from spookhouse.bots.bot import Bot
from spookhouse.bots.characters import CHARACTERS, DEFAULT_CHARACTER, Character
from spookhouse.bots.heuristic_bot import HeuristicBot
from spookhouse.bots.registry import BOTS, HINT_SEARCH, Seed, bot, hint_bot
from spookhouse.bots.search_bot import SearchBot
from spookhouse.bots.timed_search import (
    Budget,
    Candidate,
    SearchConfig,
    SearchResult,
    TimeLimit,
    analyse,
)
from spookhouse.bots.uniform_bot import UniformBot

__all__ = [
    "BOTS",
    "CHARACTERS",
    "DEFAULT_CHARACTER",
    "HINT_SEARCH",
    "Bot",
    "Budget",
    "Candidate",
    "Character",
    "HeuristicBot",
    "SearchBot",
    "SearchConfig",
    "SearchResult",
    "Seed",
    "TimeLimit",
    "UniformBot",
    "analyse",
    "bot",
    "hint_bot",
]
