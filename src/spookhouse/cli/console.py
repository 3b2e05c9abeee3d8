"""Console output: results on standard output, everything else on standard error."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from spookhouse.kernel.game import Game

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


def print_json(data: object) -> None:
    """Print one JSON document on standard output."""
    print(json.dumps(msgspec.to_builtins(data), indent=2))


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Show a progress bar on standard error; remove it when the work is done."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(
        *columns, console=errors, transient=True, disable=not errors.is_terminal
    ) as progress:
        yield progress


def prepare(game: Game) -> Game:
    """Compile the rules of a game with a progress bar. With a warm cache this takes a moment."""
    with progress_bar() as progress:
        task = progress.add_task(f"compiling the rules of {game.title}", total=None)

        def show(name: str, done: int, total: int) -> None:
            description = f"compiling the rules of {game.title} ({name})"
            progress.update(task, description=description, completed=done, total=total)

        game.prepare(show)
    return game
