"""`spookhouse play`: a game against bots in the terminal."""

import json
import secrets
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from spookhouse.bots import BOTS
from spookhouse.cli.arguments import read_file, read_options
from spookhouse.cli.console import console, prepare
from spookhouse.cli.terminal_game import Table
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.errors import BrokenRecord
from spookhouse.kernel.game import Game


def play(
    name: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=f"Which game: {', '.join(FOLDERS)}.")
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="How many play, bots included.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "-o",
            help="An option of the game, for instance mode=match; may be repeated.",
        ),
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            help=f"Who plays against you: {', '.join(BOTS)}, or a comma-separated list, one a seat."
        ),
    ] = "thumb",
    seat: Annotated[int, typer.Option(help="Your seat.")] = 0,
    seed: Annotated[
        int | None,
        typer.Option(help="A number that fixes every deal, to play the same game again."),
    ] = None,
    me: Annotated[str, typer.Option("--name", help="What you are called at the table.")] = "Mortal",
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
) -> None:
    """Play against bots. At the table, ? lists what you can type."""
    if resume is not None:
        table = Table.restored(read_save(resume), prepare)
    else:
        title = game(name or choose_game())
        options = title.settled(
            read_options(option or []) | ({} if players is None else {"players": players})
        )
        match = prepare(title).new(
            seed=secrets.token_bytes(32) if seed is None else seed, **options
        )
        table = Table.seated(match, seat, me, [word.strip() for word in bots.split(",")])
    table.play()


def choose_game() -> str:
    """Ask which game; the first one if nobody is there to answer."""
    names = list(FOLDERS)
    if len(names) == 1 or not sys.stdin.isatty():
        return names[0]
    for number, name in enumerate(names, 1):
        title: Game = game(name)
        console.print(f" [bold]{number}[/]  {title.title}: {title.about}")
    while True:
        answer = (
            console.input("Which game? [dim](a number, Enter for the first)[/] ").strip() or "1"
        )
        if answer in names:
            return answer
        if answer.isdigit() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]


def read_save(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(read_file(path))
    except (json.JSONDecodeError, RecursionError) as error:
        raise BrokenRecord(f"cannot read {path}", [f"it is not JSON: {error}"]) from error
    if not isinstance(data, dict) or "record" not in data:
        raise BrokenRecord(
            f"cannot resume {path}",
            [
                "it is not a game saved at the table (type save there); a record can be replayed: spookhouse replay"
            ],
        )
    return data
