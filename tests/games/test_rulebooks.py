"""Every numbered rule has its heading in rules.py and a test that names it."""

import re
from pathlib import Path

import pytest

import spookhouse
from spookhouse.games import FOLDERS
from spookhouse.kernel.rulebook import read_rulebook

TESTS = Path(__file__).parent


def numbers(name: str) -> list[str]:
    book = read_rulebook(spookhouse.game(name).rulebook)
    return [*book.sections, *book.rules]


@pytest.mark.parametrize("name", FOLDERS)
def test_every_rule_has_a_heading(name: str) -> None:
    source = spookhouse.game(name).rulebook.with_name("rules.py").read_text(encoding="utf-8")
    headings = re.findall(r"^# === (Card \d+|\d+(?:\.\d+)*) .+ ===$", source, re.MULTILINE)
    assert [number for number in numbers(name) if number not in headings] == []


@pytest.mark.parametrize("name", FOLDERS)
def test_every_rule_has_a_test(name: str) -> None:
    game = spookhouse.game(name)
    cited = "\n".join(path.read_text(encoding="utf-8") for path in (TESTS / FOLDERS[name]).glob("test_*.py"))
    missing = [n for n in read_rulebook(game.rulebook).rules if not re.search(rf"\b{game.prefix} {re.escape(n)}(?![.\d])", cited)]
    assert missing == []


@pytest.mark.parametrize("name", FOLDERS)
def test_rules_can_be_looked_up(name: str) -> None:
    book = read_rulebook(spookhouse.game(name).rulebook)
    assert all(book.find(number) for number in numbers(name))
    assert book.find("99.9") is None
