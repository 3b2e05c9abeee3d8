"""`spookhouse replay`: a recorded match, move by move."""

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from spookhouse.cli.arguments import read_record
from spookhouse.cli.board import draw, seat_names
from spookhouse.cli.console import console, errors, prepare, print_json
from spookhouse.games import game
from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match
from spookhouse.kernel.record import Record, initial_match
from spookhouse.kernel.record import replay as verify
from spookhouse.kernel.transcript import write_transcript


def replay(
    file: Annotated[Path, typer.Argument(help="A record (JSON), a saved game, or a transcript.")],
    seat: Annotated[
        int | None,
        typer.Option(help="See the match as this seat saw it; without it, as a spectator."),
    ] = None,
    move: Annotated[
        int | None, typer.Option(min=0, help="Go straight to the position after this many moves.")
    ] = None,
    text: Annotated[
        bool,
        typer.Option("--text", help="Print the whole match as readable text, secrets included."),
    ] = False,
    svg: Annotated[
        Path | None,
        typer.Option(help="Write a picture of the position to this file (games that draw one)."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Verify only, and print the result as JSON.")
    ] = False,
) -> None:
    """Verify a record and step through it: Enter for the next move, a number to jump there, b to go back, q to stop."""
    record = read_record(file)
    title = prepare(game(record.game))
    final = verify(title, record)
    if as_json:
        print_json(
            {
                "verified": True,
                "moves": len(record.moves),
                "outcome": record.outcome,
                "position": verify(title, record, move).position(),
            }
        )
    elif text:
        print(write_transcript(title, record), end="")
    elif svg is not None:
        write_picture(verify(title, record, move), seat, svg)
    else:
        errors.print(
            f"[green]verified[/]: {len(record.moves)} moves follow the rules, {ending(final)}"
        )
        step_through(title, record, seat, move)


def ending(match: Match) -> str:
    return (
        f"and end with {match.outcome.reason}, ranks {list(match.outcome.ranks)}"
        if match.outcome
        else "the game is still on"
    )


def write_picture(match: Match, seat: int | None, path: Path) -> None:
    """The position as SVG, for games that bring a module `picture`."""
    module = f"{match.game.folder}.picture"
    if find_spec(module) is None:
        raise BadOption(
            "svg",
            f"{match.game.title} has no picture of its table; leave out --svg to see it in the terminal",
        )
    path.write_text(import_module(module).svg(match.view(seat)), encoding="utf-8")
    errors.print(f"written: {path}")


def step_through(title: Game, record: Record, seat: int | None, move: int | None) -> None:
    """Interactive on a terminal; otherwise every move is printed once."""
    names = seat_names(verify(title, record, 0).players)
    if not sys.stdin.isatty():
        print_all(title, record, seat, names) if move is None else show(
            verify(title, record, move), seat, names, move, len(record.moves)
        )
        return
    at = move or 0
    while True:
        show(verify(title, record, at), seat, names, at, len(record.moves))
        answer = (
            console.input("[dim]Enter next, b back, a number to jump, q to stop:[/] ")
            .strip()
            .lower()
        )
        if answer == "q" or (answer == "" and at == len(record.moves)):
            return
        at = next_move(answer, at, len(record.moves))


def next_move(answer: str, at: int, last: int) -> int:
    if answer.isdigit():
        return min(int(answer), last)
    return max(at - 1, 0) if answer == "b" else min(at + 1, last)


def print_all(title: Game, record: Record, seat: int | None, names: list[str]) -> None:
    match = initial_match(title, record)
    for number, (mover, move) in enumerate(record.moves, 1):
        match.play(mover, move)
        console.print(f"[bold]{number}[/]. {names[mover]}: {move}")
        for line in match.tell(seat, names):
            console.print(f"     {line}", markup=False)


def show(match: Match, seat: int | None, names: list[str], at: int, last: int) -> None:
    console.rule(f"move {at} of {last}")
    console.print(draw(match, seat, names))
    lines: list[Any] = match.tell(seat, names) if at else []
    for line in lines:
        console.print(f"  {line}", markup=False)
