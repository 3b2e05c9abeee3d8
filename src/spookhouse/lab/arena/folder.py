"""The folder of a contest: its settings and a file for every finished game.

Running the contest again continues where it stopped.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from spookhouse.kernel.contract import Json
from spookhouse.kernel.errors import BadOption, SpookhouseError, WrongArenaFolder
from spookhouse.kernel.validation import shown
from spookhouse.lab.arena.contests import Contest, Fixture
from spookhouse.lab.arena.playing import FinishedGame


class Folder:
    """The folder of one contest."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path, self.contest = path, contest
        self.settings = path / "arena.json"
        self.games = path / "games"

    def open(self) -> None:
        """Create the folder, or check that it belongs to this contest."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if self.settings.exists():
                self.check_settings(read_settings(self.settings))
            else:
                self.write_settings()
            self.games.mkdir(exist_ok=True)
        except OSError as error:
            raise BadOption("out", f"invalid folder {self.path}: {error.strerror}") from error

    def write_settings(self) -> None:
        """Store the settings of the contest in a folder that is empty."""
        if any(not each.name.startswith(".") for each in self.path.iterdir()):
            raise WrongArenaFolder(
                f"invalid folder {self.path}: it is neither empty nor written by an arena; "
                "name a new or empty folder"
            )
        write_atomically(self.settings, to_text(self.contest.settings))

    def check_settings(self, found: Json) -> None:
        """Raise `WrongArenaFolder` unless these are the settings of the contest."""
        wanted = json.loads(msgspec.json.encode(self.contest.settings))
        differences = [
            f"{key} is {shown(found.get(key))}, expected {shown(wanted[key])}"
            for key in wanted
            if found.get(key) != wanted[key]
        ]
        if differences:
            raise WrongArenaFolder(
                f"invalid folder {self.path}: it holds another contest ({'; '.join(differences)}); "
                "run the same command as before, or name another folder"
            )

    def file(self, number: int) -> Path:
        """Return the file of a game."""
        return self.games / f"{number:06}.json"

    def save(self, game: FinishedGame) -> None:
        """Write a finished game, completely or not at all."""
        data = game.to_json(self.contest.names)
        write_atomically(self.file(game.fixture.number), json.dumps(data) + "\n")

    def saved_games(self, fixtures: Iterator[Fixture]) -> Iterator[FinishedGame]:
        """Yield the games that are stored, except those that cannot be read."""
        present = {path.name for path in self.games.glob("*.json")}
        for fixture in fixtures:
            if self.file(fixture.number).name in present:
                game = self.read(fixture)
                if game is not None:
                    yield game

    def read(self, fixture: Fixture) -> FinishedGame | None:
        """Return a stored game, or None if its file is invalid."""
        try:
            data = read_object(self.file(fixture.number))
            return FinishedGame.from_json(data, fixture, self.contest.names)
        except (OSError, SpookhouseError, KeyError, TypeError, ValueError):
            return None


def read_settings(path: Path) -> Json:
    """Return stored settings; the keys of earlier versions contained spaces."""
    return {key.replace(" ", "_"): value for key, value in read_object(path).items()}


def read_object(path: Path) -> Json:
    """Return the JSON object in a file; an empty one if the file holds anything else."""
    try:
        data: object = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        data = None
    return data if isinstance(data, dict) else {}


def to_text(data: msgspec.Struct) -> str:
    """Return a struct as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n"


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that it never exists with a part of its text only."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    partial.write_text(text, encoding="utf-8")
    partial.replace(path)
