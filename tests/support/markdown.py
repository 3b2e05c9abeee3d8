"""The Markdown pages of the project: their links, anchors and examples."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")

PAGES = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
PAGES += sorted(DOCS.rglob("*.md"))


def read(page: Path) -> str:
    """Return the text of a page."""
    return page.read_text(encoding="utf-8")


def name_of(page: Path) -> str:
    """Return a page's path from the root of the project."""
    return page.relative_to(ROOT).as_posix()


def links_of(page: Path) -> list[tuple[Path, str]]:
    """Return the file and the anchor of each relative link; both may be the page's own."""
    targets = [target.partition("#") for target in LINK.findall(FENCE.sub("", read(page)))]
    return [(page.parent.joinpath(file).resolve() if file else page, at) for file, _, at in targets]


def anchors_of(page: Path) -> set[str]:
    """Return the anchors of all headings."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", read(page)), re.MULTILINE)
    return {anchor_of(heading) for heading in headings}


def anchor_of(heading: str) -> str:
    """Return a heading's anchor: lower case, hyphens for blanks, no punctuation."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def examples_of(page: Path) -> list[str]:
    """Return the Python examples of a page."""
    return re.findall(r"^```python\n(.*?)^```$", read(page), re.DOTALL | re.MULTILINE)
