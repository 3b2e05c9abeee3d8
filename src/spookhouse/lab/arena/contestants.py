"""The bots of a contest, as they are written: `thumb`, or with settings `name:key=value`."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field

from spookhouse import bots
from spookhouse.bots import Bot
from spookhouse.kernel.errors import BadOption

make_bot: Callable[..., Bot] = bots.bot


@dataclass(frozen=True)
class Contestant:
    """The text that names a bot, and the bot's name and settings."""

    text: str
    name: str
    settings: dict[str, object] = field(default_factory=dict, hash=False)

    def bot(self, seed: int | bytes) -> Bot:
        """Return a new bot with its own randomness."""
        return make_bot(self.name, seed, **self.settings)


def read_contestant(text: str) -> Contestant:
    """Read `name` or `name:key=value:key=value`; raise `BadOption` if there is no such bot."""
    name, *parts = text.strip().split(":")
    contestant = Contestant(text.strip(), name, dict(read_setting(text, part) for part in parts))
    contestant.bot(0)
    return contestant


def read_setting(text: str, part: str) -> tuple[str, object]:
    """Return the key and the value of a setting; a value that is not JSON is a string."""
    key, equals, value = part.partition("=")
    if not (key.isidentifier() and equals and value):
        raise BadOption(
            "bots", f"invalid bot: got {text!r}, expected name or name:key=value:key=value"
        )
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value


def read_contestants(text: str) -> tuple[Contestant, ...]:
    """Read a comma-separated list of bots that are all different."""
    found = tuple(read_contestant(word) for word in text.split(","))
    texts = [contestant.text for contestant in found]
    for each in texts:
        if texts.count(each) > 1:
            raise BadOption(
                "bots",
                f"invalid bots: got {each!r} twice, expected each bot once; "
                "the arena itself seats every bot equally often",
            )
    return found
