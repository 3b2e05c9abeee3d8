"""The arena: bots against bots on the same deals, with every seat held by everybody, until it is clear who is stronger."""

from spookhouse.lab.arena.contestants import Contestant, read_contestant
from spookhouse.lab.arena.contests import Contest, plan
from spookhouse.lab.arena.folder import Folder
from spookhouse.lab.arena.playing import Played, play_game
from spookhouse.lab.arena.report import report, to_markdown
from spookhouse.lab.arena.running import Run
from spookhouse.lab.arena.standings import Standings

__all__ = [
    "Contest",
    "Contestant",
    "Folder",
    "Played",
    "Run",
    "Standings",
    "plan",
    "play_game",
    "read_contestant",
    "report",
    "to_markdown",
]
