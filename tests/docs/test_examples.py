"""Every Python example of the README and the docs runs."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = [
    pytest.param(code, id=f"{page.stem}-{number}")
    for page in PAGES
    for number, code in enumerate(
        re.findall(
            r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
        ),
        1,
    )
]


@pytest.mark.parametrize("code", EXAMPLES)
def test_example(code: str) -> None:
    exec(compile(code, "example", "exec"), {})


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 6


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_no_page_names_a_download_address() -> None:
    for page in [*PAGES, ROOT / "Makefile", ROOT / "constraints.txt", ROOT / "pyproject.toml"]:
        assert not re.search(r"https?:(?!//127\.0\.0\.1)", page.read_text(encoding="utf-8")), (
            page.name
        )
