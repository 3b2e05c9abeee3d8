"""Parse a rulebook: one small Markdown that the page, the terminal and the tests share.

Blocks are separated by blank lines; a line break inside a block counts as a space.

- A heading may begin with its number: `### 3.2 Try your luck`.
- A rule begins with its number in bold: `**3.2.1** Before midnight ...`, or `**Card 17** ...`.
  Lines of the same block that begin with `> ` are its fine print.
- A worked example is a quoted block: `> **Example: Title.** Text ...`.
- Lists, tables and paragraphs are plain Markdown. `[3.2.1]` refers to a rule.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Any

HEADING = re.compile(r"(#{1,4}) (?:(\d+(?:\.\d+)*) )?(.+)")
RULE = re.compile(r"\*\*(\d+(?:\.\d+)+|Card \d+)\*\* (.+)", re.DOTALL)
EXAMPLE = re.compile(r"\*\*Example: (.+?)\.\*\* (.+)", re.DOTALL)
REFERENCE = re.compile(r"\[(\d+(?:\.\d+)*|Card \d+)\]")
RULER = re.compile(r"\|[\s:|-]+\|")  # the line below the header of a table

Block = dict[str, Any]


@dataclass(frozen=True)
class Rulebook:
    """The text of a rulebook, and its parts."""

    text: str

    @cached_property
    def blocks(self) -> list[Block]:
        """Every block in order, as JSON-ready data with a `kind`."""
        return [
            read_block(block.strip()) for block in re.split(r"\n{2,}", self.text) if block.strip()
        ]

    @cached_property
    def sections(self) -> dict[str, str]:
        """Titles of the numbered sections, by number."""
        return {block["number"]: block["title"] for block in self._of("heading") if block["number"]}

    @cached_property
    def rules(self) -> dict[str, str]:
        """Texts of the rules with their fine print, by number."""
        return {
            block["number"]: " ".join([block["text"], *block["fine"]]) for block in self._of("rule")
        }

    @cached_property
    def examples(self) -> dict[str, str]:
        """Texts of the worked examples, by title."""
        return {block["title"]: block["text"] for block in self._of("example")}

    @cached_property
    def references(self) -> set[str]:
        """Every number that the text refers to."""
        return set(REFERENCE.findall(self.text))

    def find(self, wanted: str) -> str | None:
        """The Markdown of a rule or section, found by its number or (for unnumbered sections) its title."""
        return "\n\n".join(map(write_block, self.part(wanted))) or None

    def part(self, wanted: str) -> list[Block]:
        """The blocks of a rule or section, found as by `find`; none if there is no such part."""
        wanted = (
            re.sub(r"^[A-Za-z]{2,3}[ -](?=\d|card )", "", wanted.strip(), flags=re.IGNORECASE)
            .rstrip(".")
            .lower()
            .replace("card-", "card ")
        )
        rules = {number.lower(): number for number in self.rules}
        if wanted in rules:
            return self._rule(rules[wanted])
        for heading in self._of("heading"):
            titled = (
                not heading["number"]
                and heading["level"] > 1
                and slug(wanted)
                and slug(heading["title"]).startswith(slug(wanted))
            )
            if heading["number"] == wanted or titled:
                return self._section(heading)
        return []

    def _of(self, kind: str) -> Iterator[Block]:
        return (block for block in self.blocks if block["kind"] == kind)

    def _rule(self, number: str) -> list[Block]:
        """A rule, with the examples and tables that follow it."""
        start = next(
            at
            for at, block in enumerate(self.blocks)
            if block["kind"] == "rule" and block["number"] == number
        )
        return [
            self.blocks[start],
            *takewhile(
                lambda block: block["kind"] not in ("rule", "heading"), self.blocks[start + 1 :]
            ),
        ]

    def _section(self, heading: Block) -> list[Block]:
        """A section, up to the next heading of its level."""
        start = self.blocks.index(heading)
        within = takewhile(
            lambda block: block.get("level", heading["level"] + 1) > heading["level"],
            self.blocks[start + 1 :],
        )
        return [heading, *within]


def read_rulebook(path: Path) -> Rulebook:
    """The rulebook in a file; it is parsed again only when the file has changed."""
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=16)
def _read(path: Path, _changed: int) -> Rulebook:
    return Rulebook(path.read_text(encoding="utf-8"))


def anchored(blocks: list[Block], prefix: str) -> list[Block]:
    """The blocks with the `id` under which the page shows each heading, rule and example."""
    return [
        block | {"id": anchor} if (anchor := anchor_of(block, prefix)) else block
        for block in blocks
    ]


def slug(title: str) -> str:
    """A title as part of an anchor: lower case, words joined by hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def anchor_of(block: Block, prefix: str) -> str | None:
    if block["kind"] == "rule":
        return f"{prefix}-{block['number'].replace(' ', '-').lower()}"
    if block["kind"] == "example":
        return f"{prefix}-example-{slug(block['title'])}"
    if block["kind"] == "heading" and block["level"] > 1:
        return f"{prefix}-{block['number'] or slug(block['title'])}"
    return None


# === READING AND WRITING BLOCKS ===


def read_block(block: str) -> Block:
    if heading := HEADING.fullmatch(block):
        return {
            "kind": "heading",
            "level": len(heading[1]),
            "number": heading[2],
            "title": heading[3],
        }
    lines = block.split("\n")
    if all(line.startswith(">") for line in lines):
        return read_quote(joined(line[1:] for line in lines))
    if block.startswith("|"):
        return {
            "kind": "table",
            "rows": [read_row(line) for line in lines if not RULER.fullmatch(line)],
        }
    if block.startswith("- "):
        return {
            "kind": "list",
            "items": [joined(item.split("\n")) for item in re.split(r"\n- ", block[2:])],
        }
    if RULE.match(block):
        return read_rule(lines)
    return {"kind": "text", "text": joined(lines)}


def read_quote(text: str) -> Block:
    if example := EXAMPLE.fullmatch(text):
        return {"kind": "example", "title": example[1], "text": example[2]}
    return {"kind": "text", "text": text}


def read_rule(lines: list[str]) -> Block:
    """The rule, then its fine print; an empty quoted line (`>`) separates paragraphs of fine print."""
    found = RULE.fullmatch(joined(line for line in lines if not line.startswith(">")))
    assert found is not None
    quoted = "\n".join(line[1:].strip() for line in lines if line.startswith(">"))
    fine = [joined(part.split("\n")) for part in quoted.split("\n\n") if part.strip()]
    return {"kind": "rule", "number": found[1], "text": found[2], "fine": fine}


def read_row(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def joined(lines: Any) -> str:
    return " ".join(line.strip() for line in lines if line.strip())


def write_block(block: Block) -> str:
    """A block as Markdown again, unwrapped."""
    match block["kind"]:
        case "heading":
            return f"{'#' * block['level']} {' '.join(filter(None, (block['number'], block['title'])))}"
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
