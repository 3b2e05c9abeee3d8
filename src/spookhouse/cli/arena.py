"""`spookhouse arena`: bots against bots, and how strong they are."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from spookhouse.bots import BOTS
from spookhouse.cli.arena_progress import watching
from spookhouse.cli.arguments import read_options
from spookhouse.cli.console import errors, prepare, print_json
from spookhouse.games import FOLDERS
from spookhouse.lab.arena import Contest, Folder, Run, plan, to_markdown
from spookhouse.lab.arena.executor import Executor, all_cores
from spookhouse.lab.arena.playing import warm_up


def arena(
    name: Annotated[str, typer.Argument(metavar="GAME", help=f"Which game: {', '.join(FOLDERS)}.")],
    bots: Annotated[
        str,
        typer.Option(
            help=f"Who takes part, with commas between: {', '.join(BOTS)}. Settings after colons: name:key=value"
        ),
    ],
    games: Annotated[
        int, typer.Option("--games", "-n", help="How many games in all; rounded up to whole deals.")
    ] = 100,
    among: Annotated[
        str | None, typer.Option(help="Let each of the bots play alone among copies of this one.")
    ] = None,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", help="How many play; without it the game's usual number."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "-o",
            help="An option of the game, for instance mode=single; may be repeated.",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(help="A number that fixes every deal and every bot's randomness.")
    ] = 0,
    until_clear: Annotated[
        bool,
        typer.Option(
            "--until-clear", help="Stop as soon as it is clear which of two bots is stronger."
        ),
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="How many processes play; without it one for each core."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="A folder for records and reports; the same command again goes on there."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The report as JSON.")] = False,
) -> None:
    """Let bots play each other on the same deals, every bot in every seat, and report ratings, rates and times: see docs/how-to/run-an-arena.md."""
    options = read_options(option or []) | ({} if players is None else {"players": players})
    contest = plan(
        name, bots, games, among=among, options=options, seed=seed, until_clear=until_clear
    )
    run = Run(contest, None if out is None else Folder(out, contest))
    kept = run.resume()
    announce(contest, kept)
    if not run.is_over():
        play_on(run, all_cores() if workers is None else workers)
    found = run.write_report()
    print_json(found.to_json()) if as_json else print(
        to_markdown(found, contest.game.title), end=""
    )


def announce(contest: Contest, kept: int) -> None:
    more = f", rounded up from {contest.requested:,}" if contest.games > contest.requested else ""
    lineups = len(contest.lineups)
    shape = f"{lineups:,} line-up{'s' * (lineups > 1)}, {contest.games_per_deal:,} games on each of {contest.deals:,} deals"
    there = f"; {kept:,} are there already" if kept else ""
    errors.print(
        f"{contest.games:,} games of {contest.game.title}{more}: {shape}{there}", soft_wrap=True
    )


def play_on(run: Run, workers: int) -> None:
    """What is missing, watched; when somebody stops it the folder keeps what is finished."""
    prepare(run.contest.game)
    warm_up(run.contest)  # compiled once here, or every worker would do it
    try:
        with (
            stoppable() as look,
            Executor(run.contest, min(workers, run.contest.games - len(run.games))) as executor,
            watching(run) as show,
        ):
            for _ in run.play(executor):
                look()
                show()
    except KeyboardInterrupt:
        if run.folder is not None:
            run.write_report()
            errors.print(
                f"Stopped after {len(run.games):,} of {run.contest.games:,} games; the same command goes on."
            )
        raise


@contextmanager
def stoppable() -> Iterator[Callable[[], None]]:
    """Ctrl+C raises as ever; if it comes where Python drops exceptions (in a destructor, say) whoever looks next raises it again."""
    pressed: list[int] = []

    def press(number: int, _: FrameType | None) -> None:
        pressed.append(number)
        raise KeyboardInterrupt

    def look() -> None:
        if pressed:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, press)
    try:
        yield look
    finally:
        signal.signal(signal.SIGINT, before)
