"""Every game of the house keeps the contract."""

import pytest

import spookhouse
from spookhouse.games import FOLDERS
from spookhouse.kernel.conformance import CHECKS, Check
from spookhouse.kernel.rule import INTERPRETED


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
@pytest.mark.parametrize("name", FOLDERS)
def test_conformance(name: str, check: Check) -> None:
    if INTERPRETED and check.name == "interpreted":
        return
    check.run(spookhouse.game(name), 2 if INTERPRETED else check.games)
