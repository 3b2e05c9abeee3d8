"""The bots by name: `bot` makes one, `BOTS` lists them."""

import re
from collections.abc import Callable

from spookhouse.bots.bot import Bot
from spookhouse.bots.characters import CHARACTERS, Character
from spookhouse.bots.heuristic_bot import HeuristicBot
from spookhouse.bots.search_bot import SearchBot
from spookhouse.bots.search_settings import config_from
from spookhouse.bots.timed_search import Budget, SearchConfig
from spookhouse.bots.uniform_bot import UniformBot
from spookhouse.kernel.errors import BadOption

Seed = int | bytes | None

HINT_SEARCH = SearchConfig(Budget(seconds=0.4))
# A bare search is named after its budget: search-100ms, search-5000it.
SEARCH_NAME = re.compile(r"search-([1-9]\d{0,6})(ms|it)")


def character_factory(character: Character) -> Callable[[Seed], Bot]:
    """Return a function that makes a bot of this character from a seed."""
    return lambda seed: SearchBot(character.name, character.config, seed)


BOTS: dict[str, Callable[[Seed], Bot]] = {
    character.name: character_factory(character) for character in CHARACTERS
} | {"thumb": HeuristicBot, "uniform": UniformBot}


def bot(name: str, seed: Seed = None, **settings: object) -> Bot:
    """Return a new bot of this name with its own randomness.

    Only a bare search takes settings (see `search_settings`).
    """
    if budget := SEARCH_NAME.fullmatch(name):
        config = config_from(name, read_budget(int(budget[1]), budget[2]), settings)
        return SearchBot(name, config, seed)
    if name not in BOTS:
        known = f"{', '.join(BOTS)}, or a search with any budget like search-100ms or search-5000it"
        raise BadOption("bot", f"invalid bot: got {name!r}, expected one of {known}")
    if settings:
        raise BadOption(
            "bot",
            f"invalid settings of {name}: got {', '.join(settings)}, expected none; "
            "only a bare search takes settings, such as search-300it:exploration=0.5",
        )
    return BOTS[name](seed)


def read_budget(number: int, unit: str) -> Budget:
    """Return the budget of so many milliseconds ("ms") or iterations ("it")."""
    return Budget(seconds=number / 1000) if unit == "ms" else Budget(number)


def hint_bot(seed: Seed = None) -> SearchBot:
    """Return the bot whose analysis is shown to players who ask for a hint."""
    return SearchBot("hint", HINT_SEARCH, seed)
