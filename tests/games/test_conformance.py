"""Every game keeps the contract."""

import pytest

import spookhouse
from spookhouse.games import FOLDERS
from spookhouse.kernel.conformance import CHECKS, Check
from spookhouse.kernel.rule_decorator import INTERPRETED

# These check every step from every seat; the compiled run does that.
TOO_SLOW_INTERPRETED = {"refusals", "secrets", "events"}
ONCE_INTERPRETED = {"changes"}  # almost as slow: one match suffices
RUN_HERE = [
    check
    for check in CHECKS
    if not INTERPRETED or check.name not in TOO_SLOW_INTERPRETED | {"interpreted"}
]


@pytest.mark.parametrize("check", RUN_HERE, ids=lambda check: check.name)
@pytest.mark.parametrize("name", FOLDERS)
def test_conformance(name: str, check: Check) -> None:
    check.run(
        spookhouse.game(name),
        check.games if not INTERPRETED else 1 if check.name in ONCE_INTERPRETED else 3,
    )
