"""Worked examples of a rulebook: positions and moves as data, played through the rules.

    {"Title": {"names": ["Anna", "Ben"], "seat": 0, "seed": 1,
               "position": {...}, "caption": "Anna's turn",
               "steps": [{"seat": 0, "refused": "4x1", "rule": "GH 3.1.2"},
                         {"seat": 0, "move": "10x3", "events": [...], "expect": {...},
                          "caption": "After the move"}],
               "outcome": null}}

`events` and `expect` are partial: other events and other keys may be present.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from spookhouse.kernel.contract import Json
from spookhouse.kernel.errors import IllegalMove
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match

KEYS = {"names", "seat", "seed", "position", "caption", "steps", "outcome"}
STEP_KEYS = {"seat", "refused", "rule", "move", "events", "expect", "caption"}


def read_examples(game: Game) -> dict[str, Json]:
    """Return the examples in a game's folder by title."""
    found: dict[str, Json] = json.loads(examples_path(game).read_text(encoding="utf-8"))
    return found


def examples_path(game: Game) -> Path:
    """Return the file that holds the examples of a game."""
    return game.rulebook.with_name("examples.json")


def play_example(game: Game, example: Json) -> Iterator[tuple[str | None, Match]]:
    """Play an example, check all that it states, and yield the match at the start and at each step.

    The caption is None where no picture is wanted. Raise AssertionError if a step differs.
    """
    check(
        set(example) <= KEYS,
        f"unknown keys {sorted(set(example) - KEYS)}, expected some of {sorted(KEYS)}",
    )
    match = game.load(example["position"], seed=example.get("seed", 0))
    check(
        len(example["names"]) == match.players,
        f"{len(example['names'])} names for {match.players} players",
    )
    yield example["caption"], match
    for number, step in enumerate(example["steps"], 1):
        play_step(match, step, f"step {number}")
        yield step.get("caption"), match
    wanted, outcome = example.get("outcome"), match.outcome
    found = outcome.to_json() if outcome else None
    check(contains(found, wanted), f"the outcome is {found}, expected {wanted}")


def play_step(match: Match, step: Json, where: str) -> None:
    """Play one step of an example and check its refusal, or its events and position."""
    check(set(step) <= STEP_KEYS, f"{where}: unknown keys {sorted(set(step) - STEP_KEYS)}")
    seat = step["seat"]
    if "refused" in step:
        check_refusal(match, step, where)
        return
    try:
        match.play(seat, step["move"])
    except IllegalMove as error:
        raise AssertionError(f"{where}: {step['move']} is refused: {error}") from error
    check_events(match.events, step.get("events", []), where)
    position = match.position()
    for key, wanted in step.get("expect", {}).items():
        check(
            contains(position.get(key), wanted),
            f"{where}: {key} is {position.get(key)}, expected {wanted}",
        )


def check_refusal(match: Match, step: Json, where: str) -> None:
    """Check that the rule of a step refuses its move."""
    move, rule = step["refused"], step["rule"]
    refusal = match.why(step["seat"], move)
    check(refusal is not None, f"{where}: {move} is allowed, expected a refusal by {rule}")
    assert refusal is not None
    check(refusal.rule == rule, f"{where}: {move} is refused by {refusal}, expected {rule}")


def check_events(found: list[Json], wanted: list[Json], where: str) -> None:
    """Check that the wanted events occur in this order; others may lie between them."""
    events = iter(found)
    for event in wanted:
        check(
            any(contains(each, event) for each in events),
            f"{where}: no event {event} (in this order) among {found}",
        )


def contains(found: object, wanted: object) -> bool:
    """Return whether a value has everything that is wanted.

    Objects are compared by the wanted keys, lists item by item.
    """
    if isinstance(wanted, dict) and isinstance(found, dict):
        return all(key in found and contains(found[key], value) for key, value in wanted.items())
    if isinstance(wanted, list) and isinstance(found, list):
        return len(found) == len(wanted) and all(map(contains, found, wanted))
    return bool(found == wanted)


def frames(game: Game, example: Json) -> list[Json]:
    """Return the pictures of an example: the view of its seat wherever there is a caption."""
    shown = play_example(game, example)
    return [
        {"caption": caption, "view": match.view(example["seat"])}
        for caption, match in shown
        if caption
    ]


def written_frames(game: Game) -> str:
    """Return the text of the file from which the page loads the pictures of all examples."""
    found = {
        title: {"names": each["names"], "seat": each["seat"], "frames": frames(game, each)}
        for title, each in read_examples(game).items()
    }
    lines = [f"{json.dumps(title)}: {json.dumps(each)}" for title, each in found.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def check(holds: bool, message: str) -> None:
    """Raise AssertionError with this message unless the condition holds."""
    if not holds:
        raise AssertionError(message)
