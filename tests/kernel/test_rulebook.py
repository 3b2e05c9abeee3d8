"""Rulebooks are parsed into blocks, and each part is found by its number or title."""

from pathlib import Path

from spookhouse.kernel.rulebook import Rulebook, anchored, read_rulebook, write_block

TEXT = """# A game

**Goal**: win.

## 1 Pieces

**1.1** There are *two*
pieces [2]. *(house ruling: the book counts three)*
> Only on Sundays.
> Or Mondays.
>
> Never on Tuesdays [1.1].

| Players | Pieces |
|---|---|
| 2 | 4 |

> **Example: Two pieces.** Ann has
> one, Ben has one.

## 2 The turn

### 2.1 Move

**2.1.1** Move one.

- a list
  of things
- and more

### Cards

**Card 7** **The Seven.** Moves twice.

## Quick reference

- **Move** one.
"""
BOOK = Rulebook(TEXT)


def test_a_rulebook_is_parsed_into_blocks() -> None:
    kinds = [block["kind"] for block in BOOK.blocks]
    assert kinds == [
        *(
            "heading",
            "text",
            "heading",
            "rule",
            "table",
            "example",
            "heading",
            "heading",
            "rule",
            "list",
            "heading",
            "rule",
        ),
        *("heading", "list"),
    ]
    assert BOOK.blocks[3] == {
        "kind": "rule",
        "number": "1.1",
        "text": "There are *two* pieces [2]. *(house ruling: the book counts three)*",
        "fine": ["Only on Sundays. Or Mondays.", "Never on Tuesdays [1.1]."],
    }
    assert BOOK.blocks[4]["rows"] == [["Players", "Pieces"], ["2", "4"]]
    assert BOOK.examples == {"Two pieces": "Ann has one, Ben has one."}
    assert BOOK.blocks[9]["items"] == ["a list of things", "and more"]
    assert (BOOK.sections, [*BOOK.rules]) == (
        {"1": "Pieces", "2": "The turn", "2.1": "Move"},
        ["1.1", "2.1.1", "Card 7"],
    )
    assert BOOK.references == {"2", "1.1"}


def test_parts_are_found_by_number_or_title() -> None:
    def kinds(wanted: str) -> list[str]:
        return [block["kind"] for block in BOOK.part(wanted)]

    assert kinds("1.1") == kinds("XX 1.1.") == ["rule", "table", "example"]
    assert kinds("2") == ["heading", "heading", "rule", "list", "heading", "rule"]
    assert kinds("2.1") == ["heading", "rule", "list"]
    assert kinds("card 7") == kinds("XX Card 7") == ["rule"]
    assert kinds("Quick") == kinds("quick-reference") == ["heading", "list"]
    assert [kinds(wanted) for wanted in ("", "9", "2.1.1.1", "A game", " ", "-")] == [[]] * 6
    assert BOOK.find("9") is None
    assert (BOOK.find("2.1") or "").startswith("### 2.1 Move\n\n**2.1.1** Move one.")


def test_headings_rules_and_examples_have_anchors() -> None:
    found = [block.get("id") for block in anchored(BOOK.blocks, "XX")]
    assert [each for each in found if each] == [
        *(
            "XX-1",
            "XX-1.1",
            "XX-example-two-pieces",
            "XX-2",
            "XX-2.1",
            "XX-2.1.1",
            "XX-cards",
            "XX-card-7",
            "XX-quick-reference",
        ),
    ]


def test_blocks_are_written_as_they_were_read() -> None:
    assert Rulebook("\n\n".join(map(write_block, BOOK.blocks))).blocks == BOOK.blocks


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "rulebook.md"
    path.write_text(TEXT, encoding="utf-8")
    assert read_rulebook(path) is read_rulebook(path)
    path.write_text(TEXT + "\n**3.1** More.\n", encoding="utf-8")
    assert "3.1" in read_rulebook(path).rules
