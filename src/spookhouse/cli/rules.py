"""`spookhouse rules`: the rulebook in the terminal."""

from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.table import Table

from spookhouse.cli.console import console, errors, print_json
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.rulebook import read_rulebook


def rules(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="The game, for instance ghooost; without it the games are listed.",
        ),
    ] = None,
    number: Annotated[
        str | None,
        typer.Argument(metavar="[NUMBER]", help="One rule or section, for instance 5.5."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Sections and rules as JSON.")] = False,
) -> None:
    """Show a rulebook, or one rule of it."""
    if name is None:
        list_games()
        return
    book = read_rulebook(game(name).rulebook)
    if as_json:
        print_json({"game": name, "sections": book.sections, "rules": book.rules})
        return
    text = book.text if number is None else book.find(number)
    if text is None:
        errors.print(
            f"[bold red]rule/unknown[/] {game(name).title} has no rule {number!r}; it has: {', '.join([*book.sections, *book.rules])}"
        )
        raise typer.Exit(2)
    console.print(Markdown(text))


def list_games() -> None:
    table = Table("game", "players", "minutes", "what it is", box=None, pad_edge=False)
    for name in FOLDERS:
        found = game(name)
        players = (
            f"{found.min_players}-{found.max_players}"
            if found.min_players < found.max_players
            else str(found.min_players)
        )
        table.add_row(name, players, str(found.minutes), found.about)
    console.print(table)
