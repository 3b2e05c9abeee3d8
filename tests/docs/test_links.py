"""Every page can be reached, every link leads somewhere, and every line fits."""

import re
from pathlib import Path

import pytest

from support.markdown import DOCS, PAGES, ROOT, anchor_of, anchors_of, links_of, name_of, read

WIDTH = 100


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_and_anchors_resolve(page: Path) -> None:
    for file, anchor in links_of(page):
        assert file.exists(), file
        assert not anchor or anchor in anchors_of(file), f"{file}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_lines_fit(page: Path) -> None:
    long = [line for line in read(page).splitlines() if len(line) > WIDTH and line[0] != "|"]
    assert long == []


def test_every_page_is_reachable_from_the_index() -> None:
    reached: set[Path] = set()
    waiting = [DOCS / "README.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached:
            reached.add(page)
            waiting += [file for file, _ in links_of(page) if file.suffix == ".md"]
    assert set(DOCS.rglob("*.md")) <= reached


def test_every_picture_is_shown() -> None:
    shown = {file for page in PAGES for file, _ in links_of(page)}
    assert set((DOCS / "pictures").iterdir()) <= shown


def test_no_page_names_a_download_address() -> None:
    """Only addresses of this machine may appear."""
    for page in [
        *PAGES,
        *(ROOT / name for name in ("Makefile", "constraints.txt", "pyproject.toml")),
    ]:
        assert not re.search(r"https?:(?!//127\.0\.0\.1)", read(page)), page


def test_anchors_are_those_of_headings() -> None:
    assert anchor_of("Why chance has a `key`, 1 + 2") == "why-chance-has-a-key-1--2"
