"""Processes that play: each with a pipe of its own, so that a crew ends when whoever hired it does, however that happens."""

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
from spookhouse.lab.arena.playing import Played, play_game, warm_up

AHEAD = 2  # games that lie ready at a worker, so that it never waits


def all_cores() -> int:
    return cpu_count() or 1


class Crew:
    """Workers for a contest; a crew of one is this process itself."""

    def __init__(self, contest: Contest, size: int) -> None:
        self.contest, self.size = contest, size
        self.workers: dict[Connection, BaseProcess] = {}

    def __enter__(self) -> "Crew":
        for _ in range(self.size if self.size > 1 else 0):
            self.hire()
        return self

    def hire(self) -> None:
        context = get_context(
            "spawn"
        )  # a fork would share locks with threads that it does not have
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
        for line, worker in self.workers.items():
            line.close()
            worker.terminate()
        for worker in self.workers.values():
            worker.join()

    def play(self, fixtures: Iterator[Fixture]) -> Iterator[Played]:
        """The games as they are finished, in any order."""
        if not self.workers:
            yield from (play_game(self.contest, fixture) for fixture in fixtures)
            return
        due = {
            line: [line_up(line, fixtures) for _ in range(AHEAD)].count(True)
            for line in self.workers
        }
        while any(due.values()):
            for line in wait([line for line, games in due.items() if games]):
                assert isinstance(line, Connection)
                yield self.hear(line)
                due[line] += line_up(line, fixtures) - 1

    def hear(self, line: Connection) -> Played:
        try:
            answer = line.recv()
        except (EOFError, OSError) as error:
            worker = self.workers[line]
            worker.join()
            raise ArenaStopped(
                f"a worker died (exit code {worker.exitcode}); what is finished is kept, the same command goes on"
            ) from error
        if isinstance(answer, Played):
            return answer
        raise ArenaStopped(str(answer))


def line_up(line: Connection, fixtures: Iterator[Fixture]) -> bool:
    """Send the next game to a worker, if there is one."""
    for fixture in fixtures:
        with suppress(OSError):  # it is heard soon that the worker died
            line.send(fixture)
        return True
    return False


def work(contest: Contest, line: Connection) -> None:
    """A worker's life: play what is sent until the line is closed."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # a key on the terminal reaches everybody; the one who hired decides
    warm_up(contest)
    try:
        while True:
            line.send(attempt(contest, line.recv()))
    except (EOFError, OSError):
        return


def attempt(contest: Contest, fixture: Fixture) -> Played | str:
    try:
        return play_game(contest, fixture)
    except ArenaStopped as error:
        return error.message
