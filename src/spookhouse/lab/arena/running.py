"""A contest in progress: played from where it stopped to its end or to a clear answer."""

from collections.abc import Iterator

from spookhouse.lab.arena.contests import Contest, Fixture
from spookhouse.lab.arena.duels import Duel
from spookhouse.lab.arena.executor import Executor
from spookhouse.lab.arena.folder import Folder, to_text, write_atomically
from spookhouse.lab.arena.playing import FinishedGame
from spookhouse.lab.arena.report import Report, make_report
from spookhouse.lab.arena.report_page import to_markdown
from spookhouse.lab.arena.standings import Standings


class Run:
    """The finished games of a contest and what is left to play."""

    def __init__(self, contest: Contest, folder: Folder | None = None) -> None:
        self.contest, self.folder = contest, folder
        self.games: dict[int, FinishedGame] = {}
        # In the order of finishing, for the progress display.
        self.standings = Standings(contest)
        self.duel = Duel(contest) if contest.is_duel else None

    def resume(self) -> int:
        """Load the games in the folder and return their number."""
        if self.folder is not None:
            self.folder.open()
            for game in self.folder.saved_games(self.contest.fixtures()):
                self.add(game)
        return len(self.games)

    def add(self, game: FinishedGame) -> None:
        """Count a finished game."""
        self.games[game.fixture.number] = game
        self.standings.add(game)
        if self.duel is not None:
            self.duel.add(game)

    def is_over(self) -> bool:
        """Return whether all games are finished or the answer is clear."""
        is_settled = self.duel is not None and self.duel.is_settled
        return len(self.games) == self.contest.games or is_settled

    def missing(self) -> Iterator[Fixture]:
        """Yield the games that are not finished."""
        return (fixture for fixture in self.contest.fixtures() if fixture.number not in self.games)

    def play(self, executor: Executor) -> Iterator[FinishedGame]:
        """Play the missing games; each is saved before it is counted."""
        if self.is_over():
            return
        for game in executor.play(self.missing()):
            if self.folder is not None:
                self.folder.save(game)
            self.add(game)
            yield game
            if self.is_over():
                return

    def report(self) -> Report:
        """Return the report of all games.

        The report of a settled duel covers the games that settled it, so that it does not depend on
        the number of workers.
        """
        counted = list(self.games.values())
        if self.duel is not None and self.duel.is_settled:
            counted = [game for game in counted if game.fixture.deal < self.duel.next]
        return make_report(self.contest, Standings.of(self.contest, counted), self.duel)

    def write_report(self) -> Report:
        """Return the report and write it into the folder, if there is one."""
        report = self.report()
        if self.folder is not None:
            page = to_markdown(report, self.contest.game.title)
            write_atomically(self.folder.path / "report.json", to_text(report))
            write_atomically(self.folder.path / "report.md", page)
        return report
