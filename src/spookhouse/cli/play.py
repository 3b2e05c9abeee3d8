"""`spookhouse play`: a game against bots in the terminal."""

import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from spookhouse.bots import BOTS
from spookhouse.cli.arguments import GameOptions, read_file, read_json, read_options
from spookhouse.cli.console import console, prepare
from spookhouse.cli.terminal_game import TerminalGame
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.contract import Json
from spookhouse.kernel.errors import BrokenRecord


def play(
    name: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=f"One of {', '.join(FOLDERS)}.")
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="The number of players, bots included.")
    ] = None,
    option: GameOptions = None,
    bots: Annotated[
        str,
        typer.Option(
            help=f"Your opponents: {', '.join(BOTS)}; or a list with commas, one for each seat."
        ),
    ] = "thumb",
    seat: Annotated[int, typer.Option(help="Your seat.")] = 0,
    seed: Annotated[
        int | None, typer.Option(help="Fixes every deal, to play the same game again.")
    ] = None,
    me: Annotated[str, typer.Option("--name", help="Your name at the table.")] = "Mortal",
    resume: Annotated[Path | None, typer.Option(help="Resume a saved game.")] = None,
) -> None:
    """Play against bots. During the game, ? lists what you can type."""
    if resume is not None:
        TerminalGame.restore(read_save(resume), prepare).play()
        return
    title = game(name or choose_game())
    options = title.settled(
        read_options(option or []) | ({} if players is None else {"players": players})
    )
    match = prepare(title).new(seed=secrets.token_bytes(32) if seed is None else seed, **options)
    TerminalGame.start(match, seat, me, [word.strip() for word in bots.split(",")]).play()


def choose_game() -> str:
    """Ask which game to play. Where nobody can answer, take the first."""
    names = list(FOLDERS)
    if len(names) == 1 or not sys.stdin.isatty():
        return names[0]
    for number, name in enumerate(names, 1):
        title = game(name)
        console.print(f" [bold]{number}[/]  {title.title}: {title.about}")
    while True:
        text = console.input("Which game? [dim](a number, Enter for the first)[/] ").strip()
        answer = text or "1"
        if answer in names:
            return answer
        if answer.isdigit() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]


def read_save(path: Path) -> Json:
    """Read a file that was saved during a game."""
    data = read_json(path, read_file(path))
    if not isinstance(data, dict) or "record" not in data:
        defect = (
            "it is not a saved game, which `save` writes during a game; "
            "for a record use spookhouse replay"
        )
        raise BrokenRecord(f"cannot resume {path}", [defect])
    return data
