"""`spookhouse bot`: a player over the network, by the protocol of docs/reference/protocol.md."""

import asyncio
from typing import Annotated

import typer
from rich.text import Text

from spookhouse.cli.console import console
from spookhouse.remote.address import TableLink
from spookhouse.remote.player import GIVE_UP, Player
from spookhouse.remote.policies import policy


def bot(
    table: Annotated[str, typer.Option(help="The link of the table, as it is sent to friends.")],
    character: Annotated[
        str,
        typer.Option(
            "--character",
            "--level",
            help="Who plays: pip, drowse, creak, umbra or midnight; thumb or uniform, which do "
            "not look ahead; first or random, for any legal move; hint, for the server's advice.",
        ),
    ] = "random",
    seat: Annotated[
        int | None, typer.Option(min=0, help="The seat to take; without it the first open one.")
    ] = None,
    give_up: Annotated[
        float,
        typer.Option(
            "--give-up",
            "--patience",
            min=0,
            help="Seconds to keep trying when the server cannot be reached.",
        ),
    ] = GIVE_UP,
) -> None:
    """Take an open seat at a table and play until the game is over.

    The bot needs no special rights: any program may play, see docs/reference/protocol.md. The
    characters think on this machine, from what their seat may know. For that the server must
    run the same version of the rules.
    """
    link, chosen = TableLink.parse(table), policy(character)
    outcome = asyncio.run(Player(link, chosen, seat, give_up, print_text).play())
    print_text(f"The game is over: {outcome.reason}, ranks {outcome.ranks}")


def print_text(text: str) -> None:
    """Print a line from the server, without control characters."""
    if text:
        printable = "".join(letter if letter.isprintable() else "?" for letter in text)
        console.print(Text(printable), soft_wrap=True)
