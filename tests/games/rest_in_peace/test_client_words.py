"""Card texts come from the rulebook alone; the page keeps only what it draws on the cards."""

import json
import re
from pathlib import Path

import pytest

import spookhouse
from spookhouse.games.rest_in_peace.pieces import PSYCHIC_CARDS, VALUES
from spookhouse.kernel.rulebook import Block, read_rulebook

HOUSE = Path(spookhouse.__file__).parent
CLIENT = HOUSE / "client/games/rest-in-peace"
BOOK = read_rulebook(HOUSE / "games/rest_in_peace/rulebook.md")
RULES = {block["number"]: block for block in BOOK.blocks if block["kind"] == "rule"}

SIGN = re.compile(r'\{ sign: ("(?:[^"\\]|\\.)*"), worth: (\d) \}')
PSYCHIC = re.compile(r"\*\*(.+?)\*\* (.+)")  # as psychics.js reads them
MOST_WORDS = 30  # in the sentence that everybody reads before playing a card


def rule(number: int) -> Block:
    return RULES[f"Card {number}"]


def drawn() -> list[tuple[str, int]]:
    """Return sign and worth on the card of each psychic."""
    found = SIGN.findall((CLIENT / "words.js").read_text(encoding="utf-8"))[
        1:
    ]  # the first stands for nobody
    return [(json.loads(sign), int(worth)) for sign, worth in found]


@pytest.mark.parametrize("number", PSYCHIC_CARDS)
def test_the_rulebook_begins_with_the_name(number: int) -> None:
    found = PSYCHIC.fullmatch(rule(number)["text"])
    assert found
    assert re.sub(r"(?<!\.)\.$", "", found[1]) == PSYCHIC_CARDS[number].name


@pytest.mark.parametrize("number", PSYCHIC_CARDS)
def test_a_short_text_without_exceptions_comes_first(number: int) -> None:
    """It is read aloud with the card: no references, no marks, no house rulings."""
    found = PSYCHIC.fullmatch(rule(number)["text"])
    assert found
    assert not re.search(r"[*`\[\]]", found[2])
    assert len(found[2].split()) <= MOST_WORDS


@pytest.mark.parametrize("number", PSYCHIC_CARDS)
def test_the_fine_print_says_what_happens_in_the_10th_round(number: int) -> None:
    assert sum("In the 10th round:" in paragraph for paragraph in rule(number)["fine"]) == 1


@pytest.mark.parametrize(
    "number", [number for number, card in PSYCHIC_CARDS.items() if card.worth and number != 23]
)
def test_a_psychic_that_works_as_a_ghost_says_its_worth(number: int) -> None:
    assert f"Ghost worth {PSYCHIC_CARDS[number].worth}" in rule(number)["text"]


def test_the_page_has_no_names_of_its_own() -> None:
    written = "\n".join(path.read_text(encoding="utf-8") for path in CLIENT.glob("*.js"))
    longer = [card.name for card in PSYCHIC_CARDS.values() if len(card.name.split()) > 2]
    assert [name for name in longer if json.dumps(name) in written] == []


def test_psychics_show_the_ghost_that_they_work_as() -> None:
    """Card 23 shows its two 1s in its sign instead."""
    shown = {number: worth for (_, worth), number in zip(drawn(), PSYCHIC_CARDS, strict=True)}
    assert shown == {
        number: 0 if number == 23 else card.worth for number, card in PSYCHIC_CARDS.items()
    }
    assert all(worth < VALUES for worth in shown.values())
