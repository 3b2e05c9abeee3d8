"""`spookhouse verify`: was this game dealt and played honestly?"""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from spookhouse.cli.arguments import read_file, read_record
from spookhouse.cli.console import console, prepare, print_json
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.errors import BrokenRecord
from spookhouse.kernel.record import Record, replay
from spookhouse.table.verify import Step, is_table_record, read_table_record, verify_log


def verify(
    file: Annotated[
        Path,
        typer.Argument(help="The record of a table (from /api/tables/…/record), or of a match."),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="The steps as JSON.")] = False,
) -> None:
    """Check a record step by step: the chain of hashes, the deal and who took part in it, every move. Exit code 1 if anything does not hold."""
    data = read_json(file)
    if is_table_record(data):
        about, steps = verify_table(data)
    else:
        about, steps = verify_match(read_record(file))
    holds = all(step.holds for step in steps)
    if as_json:
        print_json({"verified": holds, "of": about, "steps": [step.to_json() for step in steps]})
    else:
        show(about, steps, holds)
    raise typer.Exit(0 if holds else 1)


def read_json(file: Path) -> Any:
    """The file as JSON, or None where it is something else (a transcript, say)."""
    text = read_file(file)
    try:
        return json.loads(text) if text.lstrip().startswith(("{", "[")) else None
    except (ValueError, RecursionError) as error:
        raise BrokenRecord(f"cannot read {file}", [f"it is not JSON: {error}"]) from error


def verify_table(data: Any) -> tuple[str, list[Step]]:
    name, entries = read_table_record(data)
    title = entries[0].data.get("game")
    if isinstance(title, str) and title in FOLDERS:
        prepare(game(title))
    try:
        return f"table {name}", verify_log(name, entries)
    except RecursionError as error:
        raise BrokenRecord("broken record of a table", ["its data is nested too deeply"]) from error


def verify_match(record: Record) -> tuple[str, list[Step]]:
    """A plain record has no table: its seed fits its commitment (else it could not be read), and its moves are replayed."""
    title = prepare(game(record.game))
    seed = Step(
        "commitment",
        "the seed fits its commitment",
        () if record.seed else ("the seed is not shown yet: a sealed record",),
    )
    try:
        replay(title, record)
    except BrokenRecord as error:
        return f"a match of {title.name}", [seed, Step("rules", "", error.defects)]
    ending = (
        f"and lead to the outcome {record.outcome}"
        if record.outcome
        else "and the game is still on"
    )
    return f"a match of {title.name}", [
        seed,
        Step("rules", f"{len(record.moves)} moves follow the rules {ending}"),
    ]


def show(about: str, steps: list[Step], holds: bool) -> None:
    for step in steps:
        if step.holds:
            console.print(
                Text.assemble(("✓ ", "bold green"), (f"{step.name}: ", "bold"), plain(step.found)),
                soft_wrap=True,
            )
        for defect in step.defects:
            console.print(
                Text.assemble(("✗ ", "bold red"), (f"{step.name}: ", "bold"), plain(defect)),
                soft_wrap=True,
            )
    end = ("verified", "bold green") if holds else ("NOT VERIFIED", "bold red")
    console.print(Text.assemble(end, f": {plain(about)}"), soft_wrap=True)


def plain(text: str) -> str:
    """Nothing from a file may steer the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
