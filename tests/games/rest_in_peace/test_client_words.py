"""What the page says of the psychics is what the house's rulebook and pieces say."""

import json
import re
from pathlib import Path

import spookhouse
from spookhouse.games.rest_in_peace.pieces import PSYCHIC_CARDS, VALUES

HOUSE = Path(spookhouse.__file__).parent
WORDS = (HOUSE / "client/games/rest-in-peace/words.js").read_text()
BOOK = (HOUSE / "games/rest_in_peace/rulebook.md").read_text()

STRING = r'("(?:[^"\\]|\\.)*")'
PSYCHIC = re.compile(rf"\{{ name: {STRING}, sign: {STRING}, worth: (\d), about: {STRING},\s+text: {STRING} \}}")


def told() -> list[tuple[str, str, int, str, str]]:
    """Name, sign, worth, short and long text of each psychic on the page."""
    found = PSYCHIC.findall(WORDS)[1:]  # the first stands for nobody
    return [(json.loads(name), json.loads(sign), int(worth), json.loads(about), json.loads(text)) for name, sign, worth, about, text in found]


def in_the_book(number: int, name: str) -> str:
    """The text of a card in the rulebook, without its name and without the marks of house rulings."""
    found = re.search(rf"^\*\*Card {number}\*\* (.*)$", BOOK, re.M)
    assert found
    return re.sub(r"\s*\*\(.*?\)\*", "", found[1]).removeprefix(name).lstrip(". ")


def test_the_page_says_what_the_rulebook_says() -> None:
    assert [(name, about) for name, _, _, about, _ in told()] == [(card.name, card.about) for card in PSYCHIC_CARDS.values()]
    for (name, _, _, _, text), number in zip(told(), PSYCHIC_CARDS, strict=True):
        assert text == in_the_book(number, name)


def test_psychics_show_the_ghost_that_they_work_as() -> None:
    """Card 23 shows its two 1s in its sign instead."""
    shown = {number: worth for (_, _, worth, _, _), number in zip(told(), PSYCHIC_CARDS, strict=True)}
    assert shown == {number: 0 if number == 23 else card.worth for number, card in PSYCHIC_CARDS.items()}
    assert all(worth < VALUES for worth in shown.values())
