"""`spookhouse check`: the conformance suite."""

import time
from typing import Annotated, Any

import typer

from spookhouse.cli.console import console, prepare, print_json, progress_bar
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.conformance import CHECKS, Check, ContractViolation
from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.game import Game


def check(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="The game to check; without it, all of them."),
    ] = None,
    effort: Annotated[
        float,
        typer.Option(min=0.01, help="How many games to play, as a multiple of the usual number."),
    ] = 1.0,
    only: Annotated[str | None, typer.Option(help="Only this check, for instance secrets.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Results as JSON.")] = False,
) -> None:
    """Play random games and demand that every promise of the contract holds."""
    checks = [check for check in CHECKS if only in (None, check.name)]
    if not checks:
        raise BadOption(
            "only",
            f"there is no check {only!r}; there are: {', '.join(check.name for check in CHECKS)}",
        )
    titles = [prepare(game(each)) for each in ([name] if name else FOLDERS)]
    results = run_all(titles, checks, effort, quiet=as_json)
    if as_json:
        print_json(results)
    raise typer.Exit(0 if all(result["holds"] for result in results) else 1)


def run_all(
    titles: list[Game], checks: list[Check], effort: float, *, quiet: bool
) -> list[dict[str, Any]]:
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


def run_one(title: Game, each: Check, games: int) -> dict[str, Any]:
    start = time.perf_counter()
    found = ""
    try:
        each.run(title, games)
    except ContractViolation as violation:
        found = str(violation)
    seconds = round(time.perf_counter() - start, 2)
    return {
        "game": title.name,
        "check": each.name,
        "promise": each.promise,
        "games": games,
        "holds": not found,
        "found": found,
        "seconds": seconds,
    }


def show(result: dict[str, Any]) -> None:
    mark = "[green]holds[/]" if result["holds"] else "[bold red]BROKEN[/]"
    console.print(
        f"{mark}  {result['game']}  [bold]{result['check']}[/]  {result['promise']} [dim]({result['games']} games, {result['seconds']} s)[/]"
    )
    if not result["holds"]:
        console.print(result["found"], markup=False, soft_wrap=True)
