"""`spookhouse arena`: let bots play each other and report how strong they are."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from spookhouse.bots import BOTS
from spookhouse.cli.arena_progress import show_progress
from spookhouse.cli.arguments import GameOptions, read_options
from spookhouse.cli.console import errors, prepare, print_json
from spookhouse.games import FOLDERS
from spookhouse.lab.arena import Contest, Folder, Run, plan, to_markdown
from spookhouse.lab.arena.executor import Executor, all_cores
from spookhouse.lab.arena.playing import warm_up


def arena(
    name: Annotated[str, typer.Argument(metavar="GAME", help=f"One of {', '.join(FOLDERS)}.")],
    bots: Annotated[
        str,
        typer.Option(
            help=f"The bots, separated by commas: {', '.join(BOTS)}. "
            "Settings follow after colons: name:key=value"
        ),
    ],
    games: Annotated[
        int,
        typer.Option("--games", "-n", help="The number of games, rounded up to whole deals."),
    ] = 100,
    among: Annotated[
        str | None, typer.Option(help="Let each bot play alone among copies of this one.")
    ] = None,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", help="Players in a game; default: the game's usual."),
    ] = None,
    option: GameOptions = None,
    seed: Annotated[
        int, typer.Option(help="Fixes every deal and the randomness of every bot.")
    ] = 0,
    until_clear: Annotated[
        bool,
        typer.Option(
            "--until-clear", help="Stop as soon as it is clear which of two bots is stronger."
        ),
    ] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Worker processes; default: one for each core.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="A folder for records and reports; the same command resumes there."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Let bots play each other on the same deals, every bot in every seat.

    The report has ratings, win rates and times: see docs/how-to/run-an-arena.md.
    """
    options = read_options(option or []) | ({} if players is None else {"players": players})
    contest = plan(
        name, bots, games, among=among, options=options, seed=seed, until_clear=until_clear
    )
    run = Run(contest, None if out is None else Folder(out, contest))
    announce(contest, run.resume())
    if not run.is_over():
        play_missing(run, all_cores() if workers is None else workers)
    report = run.write_report()
    if as_json:
        print_json(report.to_json())
    else:
        print(to_markdown(report, contest.game.title), end="")


def announce(contest: Contest, finished: int) -> None:
    """Print the number of games and how they are grouped."""
    rounded = (
        f", rounded up from {contest.requested:,}" if contest.games > contest.requested else ""
    )
    lineups = len(contest.lineups)
    groups = (
        f"{lineups:,} line-up{'s' * (lineups > 1)}, "
        f"{contest.games_per_deal:,} games on each of {contest.deals:,} deals"
    )
    resumed = f"; {finished:,} are finished already" if finished else ""
    errors.print(
        f"{contest.games:,} games of {contest.game.title}{rounded}: {groups}{resumed}",
        soft_wrap=True,
    )


def play_missing(run: Run, workers: int) -> None:
    """Play the missing games with a progress display. Finished games survive an interruption."""
    prepare(run.contest.game)
    # Compile once here, so that the workers only load the cache.
    warm_up(run.contest)
    try:
        with (
            interruptible() as check_interrupt,
            Executor(run.contest, min(workers, run.contest.games - len(run.games))) as executor,
            show_progress(run) as update,
        ):
            for _ in run.play(executor):
                check_interrupt()
                update()
    except KeyboardInterrupt:
        if run.folder is not None:
            run.write_report()
            errors.print(
                f"Stopped after {len(run.games):,} of {run.contest.games:,} games; "
                "the same command resumes."
            )
        raise


@contextmanager
def interruptible() -> Iterator[Callable[[], None]]:
    """Yield a function that raises `KeyboardInterrupt` if Ctrl+C was pressed.

    The signal handler raises it too. But Python drops exceptions in some places, destructors for
    example, and then only the function raises it.
    """
    pressed: list[int] = []

    def handle(number: int, _: FrameType | None) -> None:
        pressed.append(number)
        raise KeyboardInterrupt

    def check() -> None:
        if pressed:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)
