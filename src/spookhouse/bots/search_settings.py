"""Settings of the bare search: `search-300it:exploration=0.5:horizon=60` in the arena. What is not named is as the game advises."""

from dataclasses import dataclass
from typing import Any

from spookhouse.bots.search import UNLIMITED, Budget, SearchConfig
from spookhouse.kernel.errors import BadOption


@dataclass(frozen=True)
class Setting:
    """A number that may be set, and what it may be."""

    is_whole: bool
    least: float
    most: float

    def admits(self, value: Any) -> bool:
        kinds = (int,) if self.is_whole else (int, float)
        return (
            isinstance(value, kinds)
            and not isinstance(value, bool)
            and self.least <= value <= self.most
        )

    def __str__(self) -> str:
        return f"{'a whole' if self.is_whole else 'a'} number from {self.least:,g} to {self.most:,}"


TUNING = {
    "exploration": Setting(False, 0, 100),
    "randomness": Setting(True, 0, 100),
    "width": Setting(False, 1, 10_000),
    "growth": Setting(False, 0, 1),
    "is_relative": Setting(True, 0, 1),
}
HABITS = {
    "horizon": Setting(True, 0, UNLIMITED),
    "patience": Setting(True, 1, UNLIMITED),
    "overlooks": Setting(True, 0, 100),
}


def config_from(name: str, budget: Budget, settings: dict[str, Any]) -> SearchConfig:
    """Of a search with these settings; what cannot be is refused."""
    for key, value in settings.items():
        check(name, key, value)
    tuning = {key: value for key, value in settings.items() if key in TUNING}
    return SearchConfig(
        budget, tuning=tuning, **{key: value for key, value in settings.items() if key in HABITS}
    )


def check(name: str, key: str, value: Any) -> None:
    known = TUNING | HABITS
    if key not in known:
        raise BadOption("bot", f"{name} has no setting {key!r}; there are: {', '.join(known)}")
    if not known[key].admits(value):
        raise BadOption("bot", f"{name} cannot have {key}={value}: {key} is {known[key]}")
