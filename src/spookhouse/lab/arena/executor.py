"""Worker processes that play the games of a contest.

Each worker has a pipe of its own, so all workers end when the process that started them ends.
"""

import signal
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from os import cpu_count
from types import TracebackType

from spookhouse.kernel.errors import ArenaStopped
from spookhouse.lab.arena.contests import Contest, Fixture
from spookhouse.lab.arena.playing import FinishedGame, play_game, warm_up

QUEUED = 2  # games sent ahead to each worker, so that it never waits


def all_cores() -> int:
    """Return the number of cores of this machine."""
    return cpu_count() or 1


class Executor:
    """Play the games of a contest in `size` worker processes, or in this process if it is 1."""

    def __init__(self, contest: Contest, size: int) -> None:
        self.contest, self.size = contest, size
        self.workers: dict[Connection, BaseProcess] = {}

    def __enter__(self) -> "Executor":
        for _ in range(self.size if self.size > 1 else 0):
            self.start_worker()
        return self

    def start_worker(self) -> None:
        """Start one more worker process."""
        # A forked process would inherit locks without the threads that hold them.
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        worker = context.Process(target=work, args=(self.contest, theirs), daemon=True)
        worker.start()
        theirs.close()
        self.workers[ours] = worker

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for pipe, worker in self.workers.items():
            pipe.close()
            worker.terminate()
        for worker in self.workers.values():
            worker.join()

    def play(self, fixtures: Iterator[Fixture]) -> Iterator[FinishedGame]:
        """Yield the games as they finish, in any order."""
        if not self.workers:
            yield from (play_game(self.contest, fixture) for fixture in fixtures)
            return
        due = {
            pipe: [send_next(pipe, fixtures) for _ in range(QUEUED)].count(True)
            for pipe in self.workers
        }
        while any(due.values()):
            for pipe in wait([pipe for pipe, games in due.items() if games]):
                assert isinstance(pipe, Connection)
                yield self.receive(pipe)
                due[pipe] += send_next(pipe, fixtures) - 1

    def receive(self, pipe: Connection) -> FinishedGame:
        """Return the next game of a worker; raise `ArenaStopped` if there is none."""
        try:
            answer = pipe.recv()
        except (EOFError, OSError) as error:
            worker = self.workers[pipe]
            worker.join()
            raise ArenaStopped(
                f"a worker process died (exit code {worker.exitcode}); "
                "finished games are kept: run the same command to continue"
            ) from error
        if isinstance(answer, FinishedGame):
            return answer
        raise ArenaStopped(str(answer))


def send_next(pipe: Connection, fixtures: Iterator[Fixture]) -> bool:
    """Send the next game to a worker; return False if there is none."""
    for fixture in fixtures:
        with suppress(OSError):  # if the worker died, `receive` reports it
            pipe.send(fixture)
        return True
    return False


def work(contest: Contest, pipe: Connection) -> None:
    """Play the games that arrive until the pipe is closed."""
    # Ctrl+C on the terminal reaches every process; the one that started the workers handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warm_up(contest)
    try:
        while True:
            pipe.send(play_or_explain(contest, pipe.recv()))
    except (EOFError, OSError):
        return


def play_or_explain(contest: Contest, fixture: Fixture) -> FinishedGame | str:
    """Play a game; return the message of the error if it fails."""
    try:
        return play_game(contest, fixture)
    except ArenaStopped as error:
        return error.message
