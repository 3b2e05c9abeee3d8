"""Where a contest is kept: what was asked for, and a file for every finished game. Running the contest again goes on where it stopped."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spookhouse.kernel.contract import Json
from spookhouse.kernel.errors import BadOption, SpookhouseError, WrongArenaFolder
from spookhouse.kernel.validation import shown
from spookhouse.lab.arena.contests import Contest, Fixture
from spookhouse.lab.arena.playing import Played


class Folder:
    """The folder of one contest, and of no other."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path, self.contest = path, contest
        self.settings = path / "arena.json"
        self.games = path / "games"

    def open(self) -> None:
        """Make the folder, or see that it is this contest's."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if self.settings.exists():
                self.compare(read_object(self.settings))
            else:
                self.claim()
            self.games.mkdir(exist_ok=True)
        except OSError as error:
            raise BadOption(
                "out", f"cannot use the folder {self.path}: {error.strerror}"
            ) from error

    def claim(self) -> None:
        if any(not each.name.startswith(".") for each in self.path.iterdir()):
            raise WrongArenaFolder(
                f"{self.path} is not empty and no arena's: name a folder that is new or empty, or one that an arena wrote"
            )
        write_whole(self.settings, json.dumps(self.contest.to_json(), indent=2) + "\n")

    def compare(self, found: Json) -> None:
        wanted = json.loads(json.dumps(self.contest.to_json()))
        other = [
            f"{key} {shown(found.get(key))} there, {shown(wanted[key])} here"
            for key in wanted
            if found.get(key) != wanted[key]
        ]
        if other:
            hint = "run the same command as before, or name another folder"
            raise WrongArenaFolder(
                f"{self.path} holds another contest ({'; '.join(other)}): {hint}"
            )

    def file(self, number: int) -> Path:
        return self.games / f"{number:06}.json"

    def keep(self, played: Played) -> None:
        """Write a finished game: it is there as a whole, or not at all."""
        write_whole(
            self.file(played.fixture.number), json.dumps(played.to_json(self.contest.names)) + "\n"
        )

    def kept(self, fixtures: Iterator[Fixture]) -> Iterator[Played]:
        """The games that are there already; one that cannot be read is played again."""
        there = {path.name for path in self.games.glob("*.json")}
        for fixture in fixtures:
            if self.file(fixture.number).name in there:
                played = self.read(fixture)
                if played is not None:
                    yield played

    def read(self, fixture: Fixture) -> Played | None:
        try:
            return Played.from_json(
                read_object(self.file(fixture.number)), fixture, self.contest.names
            )
        except (OSError, SpookhouseError, KeyError, TypeError, ValueError):
            return None


def read_object(path: Path) -> Any:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        data = None
    return data if isinstance(data, dict) else {}


def write_whole(path: Path, text: str) -> None:
    """A file appears with all of its text, whatever happens meanwhile."""
    half = path.with_name(f".{path.name}.{os.getpid()}")
    half.write_text(text, encoding="utf-8")
    half.replace(path)
