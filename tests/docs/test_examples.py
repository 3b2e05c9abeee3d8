"""Every Python example of the documentation runs."""

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from support.markdown import DOCS, PAGES, examples_of, name_of

# The first line of an example that is a file of a package, not a program.
FILE = re.compile(r"# (\w+/\w+\.py)\n")
EXAMPLES = [
    pytest.param(code, id=f"{name_of(page)}-{number}")
    for page in PAGES
    for number, code in enumerate(examples_of(page), 1)
]
TUTORIAL = DOCS / "start" / "add-a-game.md"


@pytest.mark.parametrize(
    "code", [each for each in EXAMPLES if name_of(TUTORIAL) not in str(each.id)]
)
def test_example(code: str, tmp_path: Path) -> None:
    """Run the example as a file, because Numba caches functions beside their file."""
    path = tmp_path / "example.py"
    path.write_text(code, encoding="utf-8")
    runpy.run_path(str(path))


def test_the_game_of_the_tutorial_keeps_the_contract(tmp_path: Path) -> None:
    """Write the files of the tutorial and run its last example, which checks them."""
    *files, program = examples_of(TUTORIAL)
    for code in files:
        name = FILE.match(code)
        assert name is not None, code
        path = tmp_path / name[1]
        path.parent.mkdir(exist_ok=True)
        path.write_text(code, encoding="utf-8")
    environment = os.environ | {"SPOOKHOUSE_INTERPRET": "1"}
    environment["PYTHONPATH"] = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "secrets: passed" in done.stdout


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 10
