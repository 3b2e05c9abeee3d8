"""Settings of the bare search, as in `search-300it:exploration=0.5:horizon=60`.

The game's own tuning applies to every setting that is not given.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict, TypeGuard, cast

from spookhouse.bots.timed_search import UNLIMITED, Budget, SearchConfig
from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.validation import shown


@dataclass(frozen=True)
class Setting:
    """The type and bounds of a numeric setting."""

    is_whole: bool
    least: float
    most: float

    def admits(self, value: object) -> TypeGuard[int | float]:
        """Return whether the value has the right type and lies within the bounds."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        is_right_type = isinstance(value, int) or not self.is_whole
        return is_right_type and self.least <= value <= self.most

    def __str__(self) -> str:
        return f"{'a whole' if self.is_whole else 'a'} number from {self.least:,g} to {self.most:,}"


class Limits(TypedDict, total=False):
    """The fields of a `SearchConfig` that settings may change."""

    horizon: int
    world_lifetime: int
    overlook_percent: int


TUNING = {
    "exploration": Setting(False, 0, 100),
    "randomness": Setting(True, 0, 100),
    "width": Setting(False, 1, 10_000),
    "growth": Setting(False, 0, 1),
    "is_relative": Setting(True, 0, 1),
}
LIMITS = {
    "horizon": Setting(True, 0, UNLIMITED),
    "world_lifetime": Setting(True, 1, UNLIMITED),
    "overlook_percent": Setting(True, 0, 100),
}
SETTINGS = TUNING | LIMITS


def config_from(name: str, budget: Budget, settings: Mapping[str, object]) -> SearchConfig:
    """Return the configuration of a search with these settings; raise `BadOption` if invalid."""
    checked = {key: checked_setting(name, key, value) for key, value in settings.items()}
    tuning = {key: value for key, value in checked.items() if key in TUNING}
    limits = {key: value for key, value in checked.items() if key in LIMITS}
    return SearchConfig(budget, tuning=tuning, **cast(Limits, limits))


def checked_setting(name: str, key: str, value: object) -> int | float:
    """Return the value of a setting; raise `BadOption` if it is invalid or has an unknown key."""
    if key not in SETTINGS:
        known = ", ".join(SETTINGS)
        raise BadOption("bot", f"invalid setting of {name}: got {key!r}, expected one of {known}")
    if SETTINGS[key].admits(value):
        return value
    raise BadOption("bot", f"invalid {key} of {name}: got {shown(value)}, expected {SETTINGS[key]}")
