"""Every Python example of the documentation runs."""

import runpy
from pathlib import Path

import pytest

from support.markdown import PAGES, examples_of, name_of

EXAMPLES = [
    pytest.param(code, id=f"{name_of(page)}-{number}")
    for page in PAGES
    for number, code in enumerate(examples_of(page), 1)
]


@pytest.mark.parametrize("code", EXAMPLES)
def test_example(code: str, tmp_path: Path) -> None:
    """Run the example as a file, because Numba caches functions beside their file."""
    path = tmp_path / "example.py"
    path.write_text(code, encoding="utf-8")
    runpy.run_path(str(path))


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 10
