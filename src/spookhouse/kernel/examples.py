"""Worked examples of a rulebook: positions and moves as data, played through the rules.

    {"Title": {"names": ["Anna", "Ben"], "seat": 0, "seed": 1, "position": {...}, "caption": "Anna's turn",
               "steps": [{"seat": 0, "refused": "4x1", "rule": "GH 3.1.2"},
                         {"seat": 0, "move": "10x3", "events": [...], "expect": {...}, "caption": "After the move"}],
               "outcome": null}}

`events` and `expect` are partial: an object matches if it has the given keys with matching values.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spookhouse.kernel.contract import Json
from spookhouse.kernel.errors import IllegalMove
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match

KEYS = {"names", "seat", "seed", "position", "caption", "steps", "outcome"}
STEP_KEYS = {"seat", "refused", "rule", "move", "events", "expect", "caption"}


def read_examples(game: Game) -> dict[str, Json]:
    """The examples in a game's folder, by title."""
    found: dict[str, Json] = json.loads(examples_path(game).read_text(encoding="utf-8"))
    return found


def examples_path(game: Game) -> Path:
    return game.rulebook.with_name("examples.json")


def play_example(game: Game, example: Json) -> Iterator[tuple[str | None, Match]]:
    """Play an example and check everything that it states; yield the match, with a caption where a picture is wanted.

    Raises AssertionError with a sentence that names the step and the difference.
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
    check(set(step) <= STEP_KEYS, f"{where}: unknown keys {sorted(set(step) - STEP_KEYS)}")
    seat = step["seat"]
    if "refused" in step:
        refusal = match.why(seat, step["refused"])
        check(
            refusal is not None,
            f"{where}: {step['refused']} is allowed, expected a refusal by {step['rule']}",
        )
        assert refusal is not None
        check(
            refusal.rule == step["rule"],
            f"{where}: {step['refused']} is refused by {refusal}, expected {step['rule']}",
        )
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


def check_events(found: list[Json], wanted: list[Json], where: str) -> None:
    """Each wanted event occurs, in this order; other events may lie between them."""
    events = iter(found)
    for event in wanted:
        check(
            any(contains(each, event) for each in events),
            f"{where}: no event {event} (in this order) among {found}",
        )


def contains(found: Any, wanted: Any) -> bool:
    """Whether what was found has everything that is wanted: objects by the keys given, lists item by item."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return all(key in found and contains(found[key], value) for key, value in wanted.items())
    if isinstance(wanted, list) and isinstance(found, list):
        return len(found) == len(wanted) and all(map(contains, found, wanted))
    return bool(found == wanted)


def frames(game: Game, example: Json) -> list[Json]:
    """The pictures of an example: the view of its seat at the start and after each step with a caption."""
    shown = play_example(game, example)
    return [
        {"caption": caption, "view": match.view(example["seat"])}
        for caption, match in shown
        if caption
    ]


def written_frames(game: Game) -> str:
    """The pictures of all examples of a game, as the file that the page loads."""
    found = {
        title: {"names": each["names"], "seat": each["seat"], "frames": frames(game, each)}
        for title, each in read_examples(game).items()
    }
    lines = [f"{json.dumps(title)}: {json.dumps(each)}" for title, each in found.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def check(holds: bool, message: str) -> None:
    if not holds:
        raise AssertionError(message)
