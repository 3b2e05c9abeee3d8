"""Reading arguments that several commands take."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from spookhouse.kernel.errors import BadOption, BrokenRecord
from spookhouse.kernel.record import Record
from spookhouse.kernel.transcript import read_transcript


def read_options(texts: Sequence[str]) -> dict[str, Any]:
    """`["mode=match", "dawn=10"]` as options; values are JSON where they can be, else words."""
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadOption(
                name, f"option {text!r} cannot be read: write name=value, for instance mode=match"
            )
        try:
            options[name] = json.loads(value)
        except json.JSONDecodeError:
            options[name] = value
    return options


def read_file(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BrokenRecord(f"cannot read {path}", [error.strerror or str(error)]) from error
    except UnicodeDecodeError as error:
        raise BrokenRecord(
            f"cannot read {path}", ["it is not text: expected a record as JSON or a transcript"]
        ) from error


def read_record(path: Path) -> Record:
    """A record from a file: JSON, a saved terminal game, or a transcript."""
    text = read_file(path)
    if not text.lstrip().startswith("{"):
        return read_transcript(text)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        raise BrokenRecord(f"cannot read {path}", [f"it is not JSON: {error}"]) from error
    return Record.from_json(data.get("record", data))
