"""Play every worked example of a rulebook; the page shows the results of the rules."""

from typing import Any

import pytest

from spookhouse.games import FOLDERS, game
from spookhouse.kernel.examples import (
    check_events,
    contains,
    play_example,
    play_step,
    read_examples,
    written_frames,
)
from spookhouse.kernel.rulebook import read_rulebook
from spookhouse.web.static_files import CLIENT

EXAMPLES = [(name, title) for name in FOLDERS for title in read_examples(game(name))]


@pytest.mark.parametrize(
    ("name", "title"), EXAMPLES, ids=[f"{name}: {title}" for name, title in EXAMPLES]
)
def test_an_example_holds(name: str, title: str) -> None:
    example = read_examples(game(name))[title]
    assert any("move" in step or "refused" in step for step in example["steps"])
    for _ in play_example(game(name), example):
        pass


@pytest.mark.parametrize("name", FOLDERS)
def test_the_rulebook_has_every_example(name: str) -> None:
    titles = read_rulebook(game(name).rulebook).examples
    assert sorted(titles) == sorted(read_examples(game(name)))
    assert len(titles) >= 4


@pytest.mark.parametrize("name", FOLDERS)
def test_the_pictures_are_those_of_the_rules(name: str) -> None:
    """`python tools/examples.py` writes them."""
    assert (CLIENT / "games" / name / "examples.json").read_text(
        encoding="utf-8"
    ) == written_frames(game(name))


def test_an_example_that_does_not_hold_is_found() -> None:
    match = game("ghooost").new(players=2, seed=1)
    seat = match.waiting[0]
    wrong: list[dict[str, Any]] = [
        {"seat": seat, "refused": "luck", "rule": "GH 3.2.1"},
        {"seat": seat, "refused": "mansion", "rule": "GH 9.9"},
        {"seat": seat, "move": "mansion"},
        {"seat": seat, "move": "luck", "events": [{"event": "midnight"}]},
        {"seat": seat, "move": "luck", "expect": {"turn": 5}},
        {"seat": seat, "moves": "luck"},
    ]
    for step in wrong:
        with pytest.raises(AssertionError, match="step 1"):
            play_step(match.copy(), step, "step 1")


def test_expectations_may_be_partial() -> None:
    assert contains({"a": [{"b": 1, "c": 2}]}, {"a": [{"b": 1}]})
    assert not contains({"a": [1, 2]}, {"a": [1]})
    assert not contains({"a": 1}, {"b": 1})
    check_events(
        [{"event": "x", "n": 1}, {"event": "y"}, {"event": "z"}],
        [{"event": "x"}, {"event": "z"}],
        "step 1",
    )
    with pytest.raises(AssertionError):
        check_events([{"event": "x"}, {"event": "y"}], [{"event": "y"}, {"event": "x"}], "step 1")
