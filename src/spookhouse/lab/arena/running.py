"""A contest being played, from wherever it stopped, to its end or to a clear answer."""

import json
from collections.abc import Iterator

from spookhouse.kernel.contract import Json
from spookhouse.lab.arena.contests import Contest, Fixture
from spookhouse.lab.arena.duels import Duel
from spookhouse.lab.arena.executor import Crew
from spookhouse.lab.arena.folder import Folder, write_whole
from spookhouse.lab.arena.playing import Played
from spookhouse.lab.arena.report import report, to_markdown
from spookhouse.lab.arena.standings import Standings


class Run:
    """The games so far, and those to come."""

    def __init__(self, contest: Contest, folder: Folder | None = None) -> None:
        self.contest, self.folder = contest, folder
        self.games: dict[int, Played] = {}
        self.standings = Standings(contest)  # in the order of finishing, for those who watch
        self.duel = Duel(contest) if contest.is_duel else None

    def resume(self) -> int:
        """Take in what the folder holds; gives the number of games."""
        if self.folder is not None:
            self.folder.open()
            for played in self.folder.kept(self.contest.fixtures()):
                self.take(played)
        return len(self.games)

    def take(self, played: Played) -> None:
        self.games[played.fixture.number] = played
        self.standings.add(played)
        if self.duel is not None:
            self.duel.add(played)

    def is_over(self) -> bool:
        return len(self.games) == self.contest.games or (
            self.duel is not None and self.duel.is_settled
        )

    def missing(self) -> Iterator[Fixture]:
        return (fixture for fixture in self.contest.fixtures() if fixture.number not in self.games)

    def play(self, crew: Crew) -> Iterator[Played]:
        """Play what is missing; a game is kept before it is counted."""
        if self.is_over():
            return
        for played in crew.play(self.missing()):
            if self.folder is not None:
                self.folder.keep(played)
            self.take(played)
            yield played
            if self.is_over():
                return

    def report(self) -> Json:
        """Of all games; of a settled duel only those that settled it, so that the number of workers changes nothing."""
        counted = list(self.games.values())
        if self.duel is not None and self.duel.is_settled:
            counted = [played for played in counted if played.fixture.deal < self.duel.next]
        return report(self.contest, Standings.of(self.contest, counted), self.duel)

    def write_report(self) -> Json:
        """The report, also in the folder if there is one."""
        found = self.report()
        if self.folder is not None:
            write_whole(self.folder.path / "report.json", json.dumps(found, indent=2) + "\n")
            write_whole(
                self.folder.path / "report.md", to_markdown(found, self.contest.title.title)
            )
        return found
