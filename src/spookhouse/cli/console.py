"""What commands write on: a console for results, one for everything else, and progress."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from spookhouse.kernel.game import Game

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


def print_json(data: Any) -> None:
    """Print one JSON document on standard output."""
    print(json.dumps(msgspec.to_builtins(data), indent=2))


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A bar on standard error, gone when the work is done."""
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
    """Compile the game's rules, showing how far that is; from a warm cache it takes a moment."""
    with progress_bar() as progress:
        task = progress.add_task(f"Waking the ghosts of {game.title}", total=None)

        def show(name: str, done: int, total: int) -> None:
            progress.update(
                task,
                description=f"Waking the ghosts of {game.title} (compiling {name})",
                completed=done,
                total=total,
            )

        game.prepare(show)
    return game
