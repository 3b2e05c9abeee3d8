"""Parse a rulebook, written in a small Markdown that the page, the terminal and the tests share.

Blocks are separated by blank lines; a line break inside a block counts as a space.

- A heading may begin with its number: `### 3.2 Try your luck`.
- A rule begins with its number in bold: `**3.2.1** Before midnight ...`, or `**Card 17** ...`.
  Lines of the same block that begin with `> ` are its fine print.
- A worked example is a quoted block: `> **Example: Title.** Text ...`.
- Lists, tables and paragraphs are plain Markdown. `[3.2.1]` refers to a rule.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import takewhile
from pathlib import Path

from spookhouse.kernel.contract import Json

HEADING = re.compile(r"(#{1,4}) (?:(\d+(?:\.\d+)*) )?(.+)")
RULE = re.compile(r"\*\*(\d+(?:\.\d+)+|Card \d+)\*\* (.+)", re.DOTALL)
EXAMPLE = re.compile(r"\*\*Example: (.+?)\.\*\* (.+)", re.DOTALL)
REFERENCE = re.compile(r"\[(\d+(?:\.\d+)*|Card \d+)\]")
RULER = re.compile(r"\|[\s:|-]+\|")  # the line below the header of a table

Block = Json  # has a `kind`, which decides the other keys


@dataclass(frozen=True)
class Rulebook:
    """The text of a rulebook and its parts."""

    text: str

    @cached_property
    def blocks(self) -> list[Block]:
        """All blocks in order, as JSON-ready data with a `kind`."""
        return [
            read_block(block.strip()) for block in re.split(r"\n{2,}", self.text) if block.strip()
        ]

    @cached_property
    def sections(self) -> dict[str, str]:
        """The titles of the numbered sections by number."""
        headings = (block for block in self._of("heading") if block["number"])
        return {block["number"]: block["title"] for block in headings}

    @cached_property
    def rules(self) -> dict[str, str]:
        """The texts of the rules with their fine print, by number."""
        return {
            block["number"]: " ".join([block["text"], *block["fine"]]) for block in self._of("rule")
        }

    @cached_property
    def examples(self) -> dict[str, str]:
        """The texts of the worked examples by title."""
        return {block["title"]: block["text"] for block in self._of("example")}

    @cached_property
    def references(self) -> set[str]:
        """All numbers to which the text refers."""
        return set(REFERENCE.findall(self.text))

    def find(self, wanted: str) -> str | None:
        """Return the Markdown of a rule or section.

        Rules and numbered sections are found by number, other sections by the start of their title.
        """
        return "\n\n".join(map(write_block, self.part(wanted))) or None

    def part(self, wanted: str) -> list[Block]:
        """Return the blocks of a rule or section, as `find` finds it; none if there is none."""
        wanted = normalised(wanted)
        rules = {number.lower(): number for number in self.rules}
        if wanted in rules:
            return self._rule(rules[wanted])
        for heading in self._of("heading"):
            if heading["number"] == wanted or is_titled(heading, wanted):
                return self._section(heading)
        return []

    def _of(self, kind: str) -> Iterator[Block]:
        return (block for block in self.blocks if block["kind"] == kind)

    def _rule(self, number: str) -> list[Block]:
        """Return a rule with the examples and tables that follow it."""
        start = next(
            i
            for i, block in enumerate(self.blocks)
            if block["kind"] == "rule" and block["number"] == number
        )
        following = takewhile(
            lambda block: block["kind"] not in ("rule", "heading"), self.blocks[start + 1 :]
        )
        return [self.blocks[start], *following]

    def _section(self, heading: Block) -> list[Block]:
        """Return a section up to the next heading of its level."""
        start = self.blocks.index(heading)
        within = takewhile(
            lambda block: block.get("level", heading["level"] + 1) > heading["level"],
            self.blocks[start + 1 :],
        )
        return [heading, *within]


def normalised(wanted: str) -> str:
    """Return the number or title that a reader typed in lower case, without the game's prefix."""
    bare = re.sub(r"^[A-Za-z]{2,3}[ -](?=\d|card )", "", wanted.strip(), flags=re.IGNORECASE)
    return bare.rstrip(".").lower().replace("card-", "card ")


def is_titled(heading: Block, wanted: str) -> bool:
    """Return whether an unnumbered section has a title that starts like this."""
    if heading["number"] or heading["level"] == 1 or not slug(wanted):
        return False
    return slug(heading["title"]).startswith(slug(wanted))


def read_rulebook(path: Path) -> Rulebook:
    """Return the rulebook in a file, parsed again only if the file has changed."""
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=16)
def _read(path: Path, _changed: int) -> Rulebook:
    return Rulebook(path.read_text(encoding="utf-8"))


def anchored(blocks: list[Block], prefix: str) -> list[Block]:
    """Return the blocks with the `id` that headings, rules and examples have on the page."""
    return [
        block | {"id": anchor} if (anchor := anchor_of(block, prefix)) else block
        for block in blocks
    ]


def slug(title: str) -> str:
    """Return a title as part of an anchor: in lower case, words joined by hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def anchor_of(block: Block, prefix: str) -> str | None:
    """Return the anchor of a block on the page, if it has one."""
    if block["kind"] == "rule":
        return f"{prefix}-{block['number'].replace(' ', '-').lower()}"
    if block["kind"] == "example":
        return f"{prefix}-example-{slug(block['title'])}"
    if block["kind"] == "heading" and block["level"] > 1:
        return f"{prefix}-{block['number'] or slug(block['title'])}"
    return None


# === READING AND WRITING BLOCKS ===


def read_block(block: str) -> Block:
    """Return a block of Markdown as JSON-ready data."""
    lines = block.split("\n")
    if heading := HEADING.fullmatch(block):
        level, number, title = len(heading[1]), heading[2], heading[3]
        return {"kind": "heading", "level": level, "number": number, "title": title}
    if all(line.startswith(">") for line in lines):
        return read_quote(joined(line[1:] for line in lines))
    if block.startswith("|"):
        rows = [read_row(line) for line in lines if not RULER.fullmatch(line)]
        return {"kind": "table", "rows": rows}
    if block.startswith("- "):
        items = [joined(item.split("\n")) for item in re.split(r"\n- ", block[2:])]
        return {"kind": "list", "items": items}
    if RULE.match(block):
        return read_rule(lines)
    return {"kind": "text", "text": joined(lines)}


def read_quote(text: str) -> Block:
    """Return a quoted block as an example or as text."""
    if example := EXAMPLE.fullmatch(text):
        return {"kind": "example", "title": example[1], "text": example[2]}
    return {"kind": "text", "text": text}


def read_rule(lines: list[str]) -> Block:
    """Return a rule and its fine print, whose paragraphs are separated by an empty line (`>`)."""
    found = RULE.fullmatch(joined(line for line in lines if not line.startswith(">")))
    assert found is not None
    quoted = "\n".join(line[1:].strip() for line in lines if line.startswith(">"))
    fine = [joined(part.split("\n")) for part in quoted.split("\n\n") if part.strip()]
    return {"kind": "rule", "number": found[1], "text": found[2], "fine": fine}


def read_row(line: str) -> list[str]:
    """Return the cells of a table row."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def joined(lines: Iterable[str]) -> str:
    """Return lines as one, without surrounding white space."""
    return " ".join(line.strip() for line in lines if line.strip())


def write_block(block: Block) -> str:
    """Return a block as Markdown without line breaks inside paragraphs."""
    match block["kind"]:
        case "heading":
            title = " ".join(filter(None, (block["number"], block["title"])))
            return f"{'#' * block['level']} {title}"
        case "rule":
            fine = "\n>\n".join(f"> {text}" for text in block["fine"])
            return "\n".join(filter(None, (f"**{block['number']}** {block['text']}", fine)))
        case "example":
            return f"> **Example: {block['title']}.** {block['text']}"
        case "list":
            return "\n".join(f"- {item}" for item in block["items"])
        case "table":
            head, *rows = [f"| {' | '.join(row)} |" for row in block["rows"]]
            return "\n".join([head, f"|{'---|' * len(block['rows'][0])}", *rows])
    return str(block["text"])
