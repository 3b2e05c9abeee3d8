"""The arena: bots play each other on the same deals, each bot in every seat."""

from spookhouse.lab.arena.contestants import Contestant, read_contestant
from spookhouse.lab.arena.contests import Contest, plan
from spookhouse.lab.arena.executor import Executor
from spookhouse.lab.arena.folder import Folder
from spookhouse.lab.arena.playing import FinishedGame, play_game
from spookhouse.lab.arena.report import Report, make_report
from spookhouse.lab.arena.report_page import to_markdown
from spookhouse.lab.arena.running import Run
from spookhouse.lab.arena.standings import Standings

__all__ = [
    "Contest",
    "Contestant",
    "Executor",
    "FinishedGame",
    "Folder",
    "Report",
    "Run",
    "Standings",
    "make_report",
    "plan",
    "play_game",
    "read_contestant",
    "to_markdown",
]
