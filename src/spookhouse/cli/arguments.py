"""Arguments that several commands take, and how to parse them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from spookhouse.kernel.errors import BadOption, BrokenRecord
from spookhouse.kernel.match_record import Record
from spookhouse.kernel.transcript import read_transcript

GameOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", help="An option of the game, such as mode=match; may be repeated."
    ),
]


def read_options(texts: Sequence[str]) -> dict[str, object]:
    """Parse texts such as `mode=match` or `dawn=10`. Values are JSON if possible, else words."""
    options: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(
                name, f"invalid option: got {text!r}, expected name=value such as mode=match"
            )
        try:
            options[name] = json.loads(value)
        except json.JSONDecodeError:
            options[name] = value
    return options


def read_file(path: Path) -> str:
    """Return the text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BrokenRecord(f"cannot read {path}", [error.strerror or str(error)]) from error
    except UnicodeDecodeError as error:
        defect = "it is not text: expected a record as JSON or a transcript"
        raise BrokenRecord(f"cannot read {path}", [defect]) from error


def read_json(path: Path, text: str) -> object:
    """Parse the text of a file as JSON."""
    try:
        data: object = json.loads(text)
    # ValueError includes integers of thousands of digits.
    except (ValueError, RecursionError) as error:
        raise BrokenRecord(f"cannot read {path}", [f"it is not JSON: {error}"]) from error
    return data


def read_record(path: Path) -> Record:
    """Read a record from JSON, from a saved terminal game, or from a transcript."""
    text = read_file(path)
    if not text.lstrip().startswith("{"):
        return read_transcript(text)
    data = read_json(path, text)
    return Record.from_json(data.get("record", data) if isinstance(data, dict) else data)
