"""Who plays without hands. A bot is handed a concealed record and nothing else."""

import re
from collections.abc import Callable
from typing import Any

from spookhouse.bots.bot import Bot
from spookhouse.bots.levels import LEVELS, USUAL, Level
from spookhouse.bots.search import Budget, Candidate, Habits, Thought, think
from spookhouse.bots.settings import habits_from
from spookhouse.bots.thinker import Thinker
from spookhouse.bots.thumb import Thumb
from spookhouse.bots.uniform import Uniform
from spookhouse.kernel.errors import BadOption

Seed = int | bytes | None

__all__ = [
    "BOTS",
    "LEVELS",
    "USUAL",
    "Bot",
    "Budget",
    "Candidate",
    "Habits",
    "Level",
    "Thinker",
    "Thought",
    "Thumb",
    "Uniform",
    "adviser",
    "bot",
    "think",
]

ADVICE = Habits(Budget(seconds=0.4))
SEARCH = re.compile(r"search-([1-9]\d{0,6})(ms|it)")  # a bare search with a budget: search-100ms, search-5000it


def guest(level: Level) -> Callable[[Seed], Bot]:
    return lambda seed: Thinker(level.name, level.habits, seed)


BOTS: dict[str, Callable[[Seed], Bot]] = {level.name: guest(level) for level in LEVELS} | {"thumb": Thumb, "uniform": Uniform}


def bot(name: str, seed: Seed = None, **settings: Any) -> Bot:
    """The bot of that name, with randomness of its own; a bare search takes settings (`bots/settings.py`)."""
    budget = SEARCH.fullmatch(name)
    if budget:
        return Thinker(name, habits_from(name, budget_from(int(budget[1]), budget[2]), settings), seed)
    if name not in BOTS:
        raise BadOption("bot", f"there is no bot {name!r}; there are: {', '.join(BOTS)}, and search-100ms or search-5000it with any budget")
    if settings:
        raise BadOption("bot", f"{name} takes no settings ({', '.join(settings)}); only a bare search does, such as search-300it:exploration=0.5")
    return BOTS[name](seed)


def budget_from(number: int, unit: str) -> Budget:
    return Budget(seconds=number / 1000) if unit == "ms" else Budget(number)


def adviser(seed: Seed = None) -> Thinker:
    """Whom people ask for a hint."""
    return Thinker("adviser", ADVICE, seed)
