"""Who plays without hands. A bot is handed a concealed record and nothing else."""

from collections.abc import Callable

from spookhouse.bots.bot import Bot
from spookhouse.bots.thumb import Thumb
from spookhouse.bots.uniform import Uniform
from spookhouse.kernel.errors import BadOption

BOTS: dict[str, Callable[[int | bytes | None], Bot]] = {"uniform": Uniform, "thumb": Thumb}

__all__ = ["BOTS", "Bot", "Thumb", "Uniform", "bot"]


def bot(name: str, seed: int | bytes | None = None) -> Bot:
    """The bot of that name, with randomness of its own."""
    if name not in BOTS:
        raise BadOption("bot", f"there is no bot {name!r}; there are: {', '.join(BOTS)}")
    return BOTS[name](seed)
