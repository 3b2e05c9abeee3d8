"""Save a terminal game to a file, and read it again."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from spookhouse.games import game
from spookhouse.kernel.contract import Json
from spookhouse.kernel.errors import BrokenRecord
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match
from spookhouse.kernel.match_record import Record, replay
from spookhouse.kernel.validation import Reader

KEYS = ("record", "seat", "names", "bots")


@dataclass(frozen=True)
class SavedGame:
    """A match so far, the human's seat, and the name and the bot of each seat."""

    record: Record
    match: Match
    seat: int
    names: list[str]
    bots: list[str]

    @classmethod
    def read(cls, data: Json, prepare: Callable[[Game], Game]) -> "SavedGame":
        """Read a saved game, compile its rules and replay its moves."""
        record = Record.from_json(data.get("record"))
        match = replay(prepare(game(record.game)), record)
        reader = Reader(data, KEYS)
        seat = reader.whole("seat", 0, match.players - 1)
        names, bots = (reader.items(key, match.players) for key in ("names", "bots"))
        if reader.defects or not all(isinstance(word, str) for word in [*names, *bots]):
            defects = reader.defects or ["names and bots are invalid, expected lists of texts"]
            raise BrokenRecord("broken save", defects)
        return cls(record, match, seat, names, bots)


def write_save(path: Path, match: Match, seat: int, names: list[str], bots: list[str]) -> None:
    """Write a game to a file."""
    values = (Record.of(match).to_json(), seat, names, bots)
    path.write_text(json.dumps(dict(zip(KEYS, values, strict=True))), encoding="utf-8")
