"""`spookhouse verify`: check that a game was dealt and played honestly."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from spookhouse.cli.arguments import read_file, read_json, read_record
from spookhouse.cli.console import console, prepare, print_json
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.errors import BrokenRecord
from spookhouse.kernel.match_record import Record, replay
from spookhouse.table.log import Opened
from spookhouse.table.record_file import is_table_record, read_table_record
from spookhouse.table.verify import Step, verify_log


def verify(
    file: Annotated[
        Path,
        typer.Argument(help="The record of a table (from /api/tables/…/record), or of a match."),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print the steps as JSON.")] = False,
) -> None:
    """Verify a record step by step: the chain of hashes, the deal, and every move.

    The exit code is 1 if a step fails. Warnings say what a step does not show.
    """
    text = read_file(file)
    # Anything else is a transcript, which `read_record` reads.
    data = read_json(file, text) if text.lstrip().startswith(("{", "[")) else None
    if is_table_record(data):
        about, steps = verify_table(data)
    else:
        about, steps = verify_match(read_record(file))
    verified = all(step.holds for step in steps)
    if as_json:
        found = [step.to_json() for step in steps]
        print_json({"verified": verified, "of": about, "steps": found})
    else:
        show(about, steps, verified)
    raise typer.Exit(0 if verified else 1)


def verify_table(data: object) -> tuple[str, list[Step]]:
    """Verify the log of a table."""
    name, entries = read_table_record(data)
    opened = entries[0].data
    if isinstance(opened, Opened) and opened.game in FOLDERS:
        prepare(game(opened.game))
    try:
        return f"table {name}", verify_log(name, entries)
    except RecursionError as error:
        raise BrokenRecord("broken record of a table", ["its data is nested too deeply"]) from error


def verify_match(record: Record) -> tuple[str, list[Step]]:
    """Verify the record of a match: its seed, and that its moves follow the rules.

    A record whose seed does not fit its commitment cannot even be read.
    """
    title = prepare(game(record.game))
    is_dealt = record.start is None
    beginning = "the deal of that seed" if is_dealt else "the position in the record"
    warnings = () if is_dealt else ("the match was not dealt: it starts from a position",)
    about = f"a match of {title.name}"
    sealed = () if record.seed else ("the record is sealed: its seed is not revealed yet",)
    seed = Step("commitment", "the seed fits the commitment in the record", sealed, warnings)
    try:
        replay(title, record)
    except BrokenRecord as error:
        return about, [seed, Step("rules", "", error.defects)]
    outcome = record.outcome
    end = f"and lead to the outcome {outcome}" if outcome else "and the game is not over"
    moves = f"from {beginning} on, {len(record.moves)} moves follow the rules"
    return about, [seed, Step("rules", f"{moves} {end}")]


def show(about: str, steps: list[Step], verified: bool) -> None:
    """Print what each step found, its defects and its warnings."""
    for step in steps:
        if step.holds:
            show_line("✓ ", "bold green", step.name, step.found)
        for defect in step.defects:
            show_line("✗ ", "bold red", step.name, defect)
        for warning in step.warnings:
            show_line("! ", "bold yellow", step.name, warning)
    verdict = verdict_on(steps, verified)
    console.print(Text.assemble(verdict, f": {printable(about)}"), soft_wrap=True)


def verdict_on(steps: list[Step], verified: bool) -> tuple[str, str]:
    """Return the verdict and its style."""
    if not verified:
        return "NOT VERIFIED", "bold red"
    if any(step.warnings for step in steps):
        return "verified, but see the warnings (!)", "bold yellow"
    return "verified", "bold green"


def show_line(mark: str, style: str, name: str, text: str) -> None:
    """Print one line of the result."""
    console.print(
        Text.assemble((mark, style), (f"{name}: ", "bold"), printable(text)), soft_wrap=True
    )


def printable(text: str) -> str:
    """Replace control characters, so that no file can control the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
