"""What the pages for hosts and doubters claim, held against the code."""

import copy
import inspect
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from spookhouse.cli.serve import serve
from spookhouse.table import commands as ask
from spookhouse.table.commitments import pledge
from spookhouse.web.settings import Settings
from support.tables import Played

ROOT = Path(__file__).parents[2]


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def test_every_setting_is_on_the_page_for_hosts() -> None:
    options = inspect.signature(serve).parameters
    expected = []
    for field in fields(Settings):
        option = f"`--{field.name.replace('_', '-')}`" if field.name in options else ""
        expected.append(
            (
                f"`{field.name}`",
                f"`SPOOKHOUSE_{field.name.upper()}`",
                option,
                f"`{field.default!r}`",
            )
        )
    rows = [
        tuple(cell.strip() for cell in line.split("|")[1:5])
        for line in page("reference/settings.md").splitlines()
        if "`SPOOKHOUSE_" in line and line[0] == "|"
    ]
    assert rows == expected


def test_every_test_that_the_threat_page_names_is_there() -> None:
    tests = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")
    )
    named = re.findall(r"`(test_\w+)`", page("explanation/threats.md"))
    assert len(named) > 20
    assert [name for name in named if f"def {name}(" not in tests] == []


def record() -> dict[str, Any]:
    played = Played(players=2).sit("ann", 0).sit("bob", 1)
    played.do("ann", ask.Start())
    played.do("bob", ask.Show(seat=1, bytes=pledge(b"bob 1")))
    played.do("ann", ask.CallOff())
    played.sit("bob", 1).start()
    played.do("ann", ask.Say(text="schöner Abend"))
    played.do("ann", ask.Resign(seat=0))
    assert played.table.match is not None
    return {
        "seed": played.table.match.key.hex(),
        "entries": [entry.to_json() for entry in played.log],
    }


def test_the_thirty_lines_verify_a_record() -> None:
    code = re.search(
        r"^```python\n(.*?)^```", page("how-to/verify-a-game.md"), re.DOTALL | re.MULTILINE
    )
    assert code is not None
    assert len(code[1].splitlines()) <= 36
    names: dict[str, Any] = {}
    exec(compile(code[1], "verify.md", "exec"), names)
    honest = record()
    assert names["check"](honest) == honest["seed"]
    for place in range(len(honest["entries"])):
        forged = copy.deepcopy(honest)
        forged["entries"][place]["by"] += "x"
        with pytest.raises(AssertionError):
            names["check"](forged)
    for missing in range(len(honest["entries"])):
        forged = copy.deepcopy(honest)
        del forged["entries"][missing]
        with pytest.raises(AssertionError):
            names["check"](forged)
