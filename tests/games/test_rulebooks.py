"""Every numbered rule has a heading in the code, and a test that cites it and runs that code."""

import re
from pathlib import Path

import pytest

import spookhouse
from spookhouse.games import FOLDERS
from spookhouse.kernel.rulebook import read_rulebook
from support.rule_coverage import functions_by_rule, record_calls


def numbers(name: str) -> list[str]:
    book = read_rulebook(spookhouse.game(name).rulebook)
    return [*book.sections, *book.rules]


@pytest.mark.parametrize("name", FOLDERS)
def test_every_rule_has_a_heading_in_the_code(name: str) -> None:
    headings = functions_by_rule(spookhouse.game(name).rulebook.parent)
    assert [number for number in numbers(name) if number not in headings] == []


@pytest.mark.compiled  # it starts an interpreted run of its own; once is enough
@pytest.mark.parametrize("name", FOLDERS)
def test_every_rule_has_a_test(name: str, tmp_path: Path) -> None:
    """Each rule is cited by a passing test that calls code under the heading of the rule.

    All other code under numbered headings must at least be called by a test that cites some rule.
    """
    game = spookhouse.game(name)
    book = read_rulebook(game.rulebook)
    calls = record_calls(FOLDERS[name], tmp_path / "calls.json")
    cited = {number.removeprefix(f"{game.prefix} "): places for number, places in calls.items()}
    assert cited.keys() <= {*book.rules, *book.sections}
    assert book.rules.keys() - cited.keys() == set()
    code = functions_by_rule(game.rulebook.parent)
    assert [n for n in book.rules if code[n] and not cited[n] & code[n].keys()] == []
    called = set().union(*cited.values())
    listed = {place: function for number in code for place, function in code[number].items()}
    assert [listed[place] for place in listed.keys() - called] == []


@pytest.mark.parametrize("name", FOLDERS)
def test_rules_can_be_looked_up(name: str) -> None:
    book = read_rulebook(spookhouse.game(name).rulebook)
    assert all(book.find(number) for number in numbers(name))
    assert book.find("99.9") is None


@pytest.mark.parametrize("name", FOLDERS)
def test_every_reference_leads_to_a_rule(name: str) -> None:
    book = read_rulebook(spookhouse.game(name).rulebook)
    assert book.references <= {*book.rules, *book.sections}


@pytest.mark.parametrize("name", FOLDERS)
def test_every_rulebook_has_the_same_parts(name: str) -> None:
    """The goal in two sentences comes first, then components and setup with a table.

    The unnumbered sections come last.
    """
    book = read_rulebook(spookhouse.game(name).rulebook)
    assert [block["kind"] for block in book.blocks[:2]] == ["heading", "text"]
    goal = book.blocks[1]["text"]
    assert goal.startswith("**Goal")
    assert len(re.findall(r"[.!?](?= |$)", goal.removeprefix("**Goal.**"))) == 2
    assert (book.sections["1"], book.sections["2"]) == ("Components", "Setup")
    assert any(block["kind"] == "table" for block in book.part("2"))
    unnumbered = [
        block["title"]
        for block in book.blocks
        if block["kind"] == "heading" and block["level"] == 2 and not block["number"]
    ]
    assert unnumbered == [
        "Open and hidden information",
        "Quick reference",
        "Questions and answers",
        "Strategy hints",
    ]
    questions = [block["text"] for block in book.part("Questions")[1:]]
    assert len(questions) >= 10
    assert all(
        re.match(r"\*\*[^*]+\?\*\* ", text) and re.search(r"\[(\d|Card )", text)
        for text in questions
    )


@pytest.mark.parametrize("name", FOLDERS)
def test_every_house_ruling_has_a_reason(name: str) -> None:
    text = " ".join(spookhouse.game(name).rulebook.read_text(encoding="utf-8").split())
    marks = re.findall(r"\*\(house ruling([^)]*)\)\*", text.partition("## 1 ")[2])
    assert len(marks) > 3
    assert all(len(mark.partition(":")[2].split()) >= 3 for mark in marks)
