"""The command `spookhouse` with its subcommands."""

import sys
from typing import Annotated

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

HELP = """\
Ghost games: play them with friends and bots, replay and verify them, and run their rules at full \
speed.

Without a command, start a server on this machine at http://127.0.0.1:8000 and open a browser. \
To play in the terminal: spookhouse play
"""

app = typer.Typer(
    name="spookhouse",
    help=HELP,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

COMMANDS = (
    ("serve", serve.serve, "Run a server that others can reach."),
    ("play", play.play, "Play a game against bots in the terminal."),
    ("bot", bot.bot, "Let a bot join a table on a server."),
    ("rules", rules.rules, "Read a rulebook, or one rule by its number."),
    ("replay", replay.replay, "Step through a recorded match and verify it."),
    ("verify", verify.verify, "Verify that a game was dealt and played honestly."),
    ("export", stores.export, "Write all tables and guests to a file, secrets included."),
    ("import", stores.import_, "Add the tables and guests of an export to a database."),
    ("backup", stores.backup, "Copy a SQLite database while a server uses it."),
    ("rejudge", stores.rejudge, "Replay all stored games and report those against the rules."),
    ("arena", arena.arena, "Let bots play each other and report how strong they are."),
    ("check", check.check, "Check the contract of the rules on random games."),
    ("bench", bench.bench, "Measure how fast the rules run, compared with OpenSpiel."),
    ("load", load.load, "Measure a server under simulated players."),
)
for name, function, short_help in COMMANDS:
    app.command(name, short_help=short_help)(function)


def show_version(wanted: bool) -> None:
    """Print the version and exit."""
    if wanted:
        print(f"spookhouse {spookhouse.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Without a command: start a server and open a browser."""
    if context.invoked_subcommand is None:
        serve.run_server(from_environment(), open_browser=True)


def main() -> None:
    """Run the command line; print expected errors as one line."""
    try:
        app()
    except SpookhouseError as error:
        errors.print(Text.assemble((error.code, "bold red"), " ", error.message), soft_wrap=True)
        sys.exit(2)
    except KeyboardInterrupt:
        errors.print("\nstopped")
        sys.exit(130)
