"""Who takes part: `heuristic`, or with settings `name:key=value:key=value`."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from spookhouse import bots
from spookhouse.bots import Bot
from spookhouse.kernel.errors import BadOption

make: Callable[..., Bot] = bots.bot


@dataclass(frozen=True)
class Contestant:
    """A bot as it was written, and what it is made from."""

    text: str
    name: str
    settings: dict[str, Any] = field(default_factory=dict, hash=False)

    def bot(self, seed: int | bytes) -> Bot:
        return make(self.name, seed, **self.settings)


def read_contestant(text: str) -> Contestant:
    """`name` or `name:key=value:key=value`; what cannot be a bot is refused here, before anything is played."""
    name, *parts = text.strip().split(":")
    contestant = Contestant(text.strip(), name, dict(read_setting(text, part) for part in parts))
    contestant.bot(0)
    return contestant


def read_setting(text: str, part: str) -> tuple[str, Any]:
    key, equals, value = part.partition("=")
    if not (key.isidentifier() and equals and value):
        raise BadOption(
            "bots",
            f"bot {text!r} cannot be read: write name, or name:key=value:key=value for a bot that takes settings",
        )
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value


def read_contestants(text: str) -> tuple[Contestant, ...]:
    """A list with commas between, each bot once."""
    found = tuple(read_contestant(word) for word in text.split(","))
    for i, contestant in enumerate(found):
        if contestant.text in [other.text for other in found[:i]]:
            raise BadOption(
                "bots",
                f"bot {contestant.text!r} is named twice: name each once, the arena sees to it who sits how often",
            )
    return found
