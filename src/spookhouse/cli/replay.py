"""`spookhouse replay`: a recorded match, move by move."""

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from spookhouse.cli.arguments import read_record
from spookhouse.cli.board import draw, seat_names
from spookhouse.cli.console import console, errors, prepare, print_json
from spookhouse.games import game
from spookhouse.kernel.contract import Json
from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match
from spookhouse.kernel.match_record import Record, initial_match
from spookhouse.kernel.match_record import replay as play_through
from spookhouse.kernel.transcript import write_transcript


class ReplayResult(msgspec.Struct):
    """The result of a verified replay, with the position after some of its moves."""

    verified: bool
    moves: int
    outcome: Json | None
    position: Json


def replay(
    file: Annotated[Path, typer.Argument(help="A record (JSON), a saved game, or a transcript.")],
    seat: Annotated[
        int | None,
        typer.Option(help="Show what this seat saw; default: what a spectator saw."),
    ] = None,
    move: Annotated[
        int | None, typer.Option(min=0, help="Show the position after this many moves.")
    ] = None,
    text: Annotated[
        bool,
        typer.Option("--text", help="Print the whole match as readable text, secrets included."),
    ] = False,
    svg: Annotated[
        Path | None,
        typer.Option(help="Write a picture of the position to this file, if the game has one."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Only verify, and print the result as JSON.")
    ] = False,
) -> None:
    """Verify a record and step through it.

    Enter shows the next move, a number jumps to that move, b goes back, q stops.
    """
    record = read_record(file)
    title = prepare(game(record.game))
    final = play_through(title, record)
    if as_json:
        position = play_through(title, record, move).position()
        print_json(ReplayResult(True, len(record.moves), record.outcome, position))
    elif text:
        print(write_transcript(title, record), end="")
    elif svg is not None:
        write_picture(play_through(title, record, move), seat, svg)
    else:
        moves = len(record.moves)
        errors.print(f"[green]verified[/]: {moves} moves follow the rules, {describe_end(final)}")
        step_through(title, record, seat, move)


def describe_end(match: Match) -> str:
    """Return how the match ends."""
    if not match.outcome:
        return "the game is not over"
    return f"and end with {match.outcome.reason}, ranks {list(match.outcome.ranks)}"


def write_picture(match: Match, seat: int | None, path: Path) -> None:
    """Write the position as SVG, for games that have a module `svg`."""
    module = f"{match.game.folder}.svg"
    if find_spec(module) is None:
        raise BadOption(
            "svg",
            f"invalid --svg: {match.game.title} has no picture; "
            "leave out --svg to see the position in the terminal",
        )
    path.write_text(import_module(module).svg(match.view(seat)), encoding="utf-8")
    errors.print(f"written: {path}")


def step_through(title: Game, record: Record, seat: int | None, move: int | None) -> None:
    """Step through the match on a terminal; otherwise print every move once."""
    names, last = seat_names(play_through(title, record, 0).players), len(record.moves)
    if sys.stdin.isatty():
        ask_for_moves(title, record, seat, names, move or 0)
    elif move is None:
        print_all(title, record, seat, names)
    else:
        show(play_through(title, record, move), seat, names, move, last)


def ask_for_moves(title: Game, record: Record, seat: int | None, names: list[str], at: int) -> None:
    """Show one position after the other, as the user wishes."""
    last = len(record.moves)
    while True:
        show(play_through(title, record, at), seat, names, at, last)
        text = console.input("[dim]Enter next, b back, a number to jump, q to stop:[/] ")
        answer = text.strip().lower()
        if answer == "q" or (answer == "" and at == last):
            return
        at = next_move(answer, at, last)


def next_move(answer: str, at: int, last: int) -> int:
    """Return the number of the move to show."""
    if answer.isdigit():
        return min(int(answer), last)
    return max(at - 1, 0) if answer == "b" else min(at + 1, last)


def print_all(title: Game, record: Record, seat: int | None, names: list[str]) -> None:
    """Print every move and what it caused."""
    match = initial_match(title, record)
    for number, (mover, move) in enumerate(record.moves, 1):
        match.play(mover, move)
        console.print(f"[bold]{number}[/]. {names[mover]}: {move}")
        for line in match.tell(seat, names):
            console.print(f"     {line}", markup=False)


def show(match: Match, seat: int | None, names: list[str], at: int, last: int) -> None:
    """Draw a position and print what the last move caused."""
    console.rule(f"move {at} of {last}")
    console.print(draw(match, seat, names))
    for line in match.tell(seat, names) if at else []:
        console.print(f"  {line}", markup=False)
