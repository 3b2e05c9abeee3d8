"""Reading a rulebook page: numbered sections and rules, found by their number.

A page is Markdown. A section is a heading that begins with its number (`### 3.2 Try your luck`), a rule is a paragraph that begins with its
number in bold (`**3.2.1** Before midnight ...`). Cards may be rules too: `**Card 17** ...`.
"""

import re
from dataclasses import dataclass
from pathlib import Path

SECTION = re.compile(r"#{2,4} (\d+(?:\.\d+)*) (.+)")
RULE = re.compile(r"\*\*(\d+(?:\.\d+)+|Card \d+)\*\* (.+)")


@dataclass(frozen=True)
class Rulebook:
    """The text of a page, and where each number stands in it."""

    text: str
    sections: dict[str, str]  # number: title
    rules: dict[str, str]  # number: text

    def find(self, number: str) -> str | None:
        """The text of one rule, or of a section with all that belongs to it, as Markdown."""
        wanted = re.sub(r"^[A-Za-z]{2,3} (?=\d|card )", "", number.strip(), flags=re.IGNORECASE).rstrip(".")
        wanted = next((key for key in (*self.rules, *self.sections) if key.lower() == wanted.lower()), wanted)
        if wanted in self.rules:
            return f"**{wanted}** {self.rules[wanted]}"
        if wanted not in self.sections:
            return None
        parts = [f"## {key} {title}" for key, title in self.sections.items() if key == wanted]
        for block in self.text.split("\n\n"):
            heading, rule = SECTION.match(block), RULE.match(block)
            found = heading or rule
            if found and found[1].startswith(wanted + "."):
                parts.append(block)
        return "\n\n".join(parts)


def read_rulebook(path: Path) -> Rulebook:
    text = path.read_text(encoding="utf-8")
    blocks = text.split("\n\n")
    sections = {m[1]: m[2] for m in map(SECTION.match, blocks) if m}
    rules = {m[1]: m[2] for m in map(RULE.match, blocks) if m}
    return Rulebook(text, sections, rules)
