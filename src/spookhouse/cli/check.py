"""`spookhouse check`: the conformance suite."""

import time
from typing import Annotated

import msgspec
import typer

from spookhouse.cli.console import console, prepare, print_json, progress_bar
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.conformance import CHECKS, Check, ContractViolation
from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.game import Game


class CheckResult(msgspec.Struct):
    """One check of one game. `found` says how a game broke the promise; it is empty otherwise."""

    game: str
    check: str
    promise: str
    games: int
    holds: bool
    found: str
    seconds: float


def check(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="The game to check; default: all games."),
    ] = None,
    effort: Annotated[
        float,
        typer.Option(min=0.01, help="Multiplies the usual number of random games."),
    ] = 1.0,
    only: Annotated[str | None, typer.Option(help="Run only this check, such as secrets.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Play random games and check every promise of the contract.

    The exit code is 1 if a promise is broken.
    """
    checks = [check for check in CHECKS if only in (None, check.name)]
    if not checks:
        known = ", ".join(check.name for check in CHECKS)
        raise BadOption("only", f"invalid check: got {only!r}, expected one of {known}")
    titles = [prepare(game(each)) for each in ([name] if name else FOLDERS)]
    results = run_all(titles, checks, effort, quiet=as_json)
    if as_json:
        print_json(results)
    raise typer.Exit(0 if all(result.holds for result in results) else 1)


def run_all(
    titles: list[Game], checks: list[Check], effort: float, *, quiet: bool
) -> list[CheckResult]:
    """Run all checks on all games."""
    results = []
    with progress_bar() as progress:
        task = progress.add_task("checking", total=len(titles) * len(checks))
        for title in titles:
            for each in checks:
                progress.update(task, description=f"{title.name}: {each.name}")
                results.append(run_one(title, each, max(1, round(each.games * effort))))
                progress.advance(task)
                if not quiet:
                    show(results[-1])
    return results


def run_one(title: Game, each: Check, games: int) -> CheckResult:
    """Run one check on so many random games."""
    start, found = time.perf_counter(), ""
    try:
        each.run(title, games)
    except ContractViolation as violation:
        found = str(violation)
    seconds = round(time.perf_counter() - start, 2)
    return CheckResult(title.name, each.name, each.promise, games, not found, found, seconds)


def show(result: CheckResult) -> None:
    """Print one result, and how the promise was broken."""
    mark = "[green]holds[/]" if result.holds else "[bold red]BROKEN[/]"
    console.print(
        f"{mark}  {result.game}  [bold]{result.check}[/]  {result.promise} "
        f"[dim]({result.games} games, {result.seconds} s)[/]"
    )
    if not result.holds:
        console.print(result.found, markup=False, soft_wrap=True)
