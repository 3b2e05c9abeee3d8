"""Golden games: whole matches as readable text.

A change of the rules shows here as a difference that a player can read. `python
tests/games/golden.py` plays them anew.
"""

from pathlib import Path

import pytest

from spookhouse.games import FOLDERS, game
from spookhouse.kernel.transcript import read_transcript, write_transcript

FILES = sorted(Path(__file__).parent.glob("*/golden/*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_golden(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read_transcript(text)
    assert write_transcript(game(record.game), record) == text


@pytest.mark.parametrize("name", FOLDERS)
def test_there_are_enough(name: str) -> None:
    assert len([path for path in FILES if path.parts[-3] == FOLDERS[name]]) >= 10
