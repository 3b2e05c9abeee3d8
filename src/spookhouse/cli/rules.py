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
            metavar="[GAME]", help="The game, such as ghooost; default: list all games."
        ),
    ] = None,
    number: Annotated[
        str | None,
        typer.Argument(metavar="[NUMBER]", help="A rule or a section, such as 5.5."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print sections and rules as JSON.")
    ] = False,
) -> None:
    """Print a rulebook, or one rule of it."""
    if name is None:
        list_games()
        return
    title = game(name)
    book = read_rulebook(title.rulebook)
    if as_json:
        print_json({"game": name, "sections": book.sections, "rules": book.rules})
        return
    text = book.text if number is None else book.find(number)
    if text is None:
        known = ", ".join([*book.sections, *book.rules])
        errors.print(
            f"[bold red]rule/unknown[/] invalid rule of {title.title}: got {number!r}, "
            f"expected one of {known}"
        )
        raise typer.Exit(2)
    console.print(Markdown(text))


def list_games() -> None:
    """Print a table of all games."""
    table = Table("game", "players", "minutes", "what it is", box=None, pad_edge=False)
    for name in FOLDERS:
        title = game(name)
        players = dict.fromkeys((title.min_players, title.max_players))
        table.add_row(name, "-".join(map(str, players)), str(title.minutes), title.about)
    console.print(table)
