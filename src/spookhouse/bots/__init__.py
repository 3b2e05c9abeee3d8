"""Who plays without hands. A bot is handed a concealed record and nothing else."""

import re
from collections.abc import Callable
from typing import Any

from spookhouse.bots.bot import Bot
from spookhouse.bots.characters import CHARACTERS, USUAL, Character
from spookhouse.bots.heuristic_bot import HeuristicBot
from spookhouse.bots.search import Budget, Candidate, SearchConfig, SearchResult, think
from spookhouse.bots.search_bot import SearchBot
from spookhouse.bots.search_settings import config_from
from spookhouse.bots.uniform_bot import UniformBot
from spookhouse.kernel.errors import BadOption

Seed = int | bytes | None

__all__ = [
    "BOTS",
    "CHARACTERS",
    "USUAL",
    "Bot",
    "Budget",
    "Candidate",
    "Character",
    "HeuristicBot",
    "SearchBot",
    "SearchConfig",
    "SearchResult",
    "UniformBot",
    "adviser",
    "bot",
    "think",
]

HINT_SEARCH = SearchConfig(Budget(seconds=0.4))
SEARCH = re.compile(
    r"search-([1-9]\d{0,6})(ms|it)"
)  # a bare search with a budget: search-100ms, search-5000it


def guest(level: Character) -> Callable[[Seed], Bot]:
    return lambda seed: SearchBot(level.name, level.config, seed)


BOTS: dict[str, Callable[[Seed], Bot]] = {level.name: guest(level) for level in CHARACTERS} | {
    "thumb": HeuristicBot,
    "uniform": UniformBot,
}


def bot(name: str, seed: Seed = None, **settings: Any) -> Bot:
    """The bot of that name, with randomness of its own; a bare search takes settings (`bots/search_settings.py`)."""
    budget = SEARCH.fullmatch(name)
    if budget:
        return SearchBot(
            name, config_from(name, budget_from(int(budget[1]), budget[2]), settings), seed
        )
    if name not in BOTS:
        raise BadOption(
            "bot",
            f"there is no bot {name!r}; there are: {', '.join(BOTS)}, and search-100ms or search-5000it with any budget",
        )
    if settings:
        raise BadOption(
            "bot",
            f"{name} takes no settings ({', '.join(settings)}); only a bare search does, such as search-300it:exploration=0.5",
        )
    return BOTS[name](seed)


def budget_from(number: int, unit: str) -> Budget:
    return Budget(seconds=number / 1000) if unit == "ms" else Budget(number)


def adviser(seed: Seed = None) -> SearchBot:
    """Whom people ask for a hint."""
    return SearchBot("adviser", HINT_SEARCH, seed)
