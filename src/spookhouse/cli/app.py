"""The commands, and what they share: one console, progress while rules compile, and errors as one clear line."""

import sys
from typing import Annotated, Any

import typer
from rich.text import Text

import spookhouse
from spookhouse.cli import (
    arena,
    bench,
    bot,
    check,
    load,
    play,
    replay,
    rules,
    serve,
    stores,
    verify,
)
from spookhouse.cli.console import errors
from spookhouse.kernel.errors import SpookhouseError
from spookhouse.web.settings import from_environment

app = typer.Typer(
    name="spookhouse",
    help="A house for ghost games: play them with friends and bots, replay and check them, and run their rules at full speed.\n\n"
    "Without a command the house opens on this machine, at http://127.0.0.1:8000. In the terminal: spookhouse play",
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command("serve", help="Open the house to others.")(serve.serve)
app.command("play", help="Play a game against bots, here in the terminal.")(play.play)
app.command(
    "bot", short_help="Let a bot from outside take a seat at a table, over the open protocol."
)(bot.bot)
app.command("rules", help="Read the rules of a game, or one rule by its number.")(rules.rules)
app.command("replay", help="Step through a recorded match, and verify it.")(replay.replay)
app.command(
    "verify", short_help="Prove that a game was dealt and played honestly, from its record."
)(verify.verify)
app.command(
    "export", short_help="Write all tables and guests of a house to a file, secrets included."
)(stores.export)
app.command("import", short_help="Bring the tables and guests of an export into a database.")(
    stores.import_
)
app.command("backup", short_help="Copy a SQLite database while the house uses it.")(stores.backup)
app.command("rejudge", short_help="Replay every stored game by the rules that it began with.")(
    stores.rejudge
)
app.command("arena", short_help="Let bots play each other, and report how strong they are.")(
    arena.arena
)
app.command("check", help="Prove on random games that the rules keep their promises.")(check.check)
app.command("bench", help="Measure how fast the rules run, side by side with OpenSpiel.")(
    bench.bench
)
app.command("load", short_help="Drive a house as its clients would, and say how it bears it.")(
    load.load
)


def show_version(wanted: bool) -> None:
    if wanted:
        print(f"spookhouse {spookhouse.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def house(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Without a command: open the house."""
    if context.invoked_subcommand is None:
        serve.open_house(from_environment(), browse=True)


def main() -> Any:
    """The command `spookhouse`."""
    try:
        return app()
    except SpookhouseError as error:
        errors.print(Text.assemble((error.code, "bold red"), " ", error.message), soft_wrap=True)
        sys.exit(2)
    except KeyboardInterrupt:
        errors.print("\nThe lights go out. Good night.")
        sys.exit(130)
