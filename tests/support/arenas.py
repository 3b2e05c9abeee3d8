"""Run contests in the test process."""

from pathlib import Path

from spookhouse.kernel.contract import Json
from spookhouse.lab.arena import Contest, Executor, Folder, Run


def finished(contest: Contest, path: Path | None = None, games: int | None = None) -> Run:
    """Run a contest to its end, or until this many new games are finished."""
    run = Run(contest, None if path is None else Folder(path, contest))
    run.resume()
    with Executor(contest, 1) as executor:
        for new, _ in enumerate(run.play(executor), 1):
            if new == games:
                break
    return run


def records(run: Run) -> dict[int, Json]:
    """Return the records of all finished games by their numbers."""
    return {number: game.record.to_json() for number, game in sorted(run.games.items())}
