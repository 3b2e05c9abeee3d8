"""The check that interpreted and compiled rules agree."""

import hashlib
import os
import random
import subprocess
import sys

from spookhouse.kernel.conformance.random_games import (
    ContractViolation,
    play_through,
    random_games,
)
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match

PROGRAM = "spookhouse.kernel.conformance"


def check_interpreted(game: Game, games: int) -> None:
    """Check that interpreted and compiled rules agree byte for byte at every move."""
    command = [sys.executable, "-m", PROGRAM, game.folder, str(games)]
    environment = os.environ | {"SPOOKHOUSE_INTERPRET": "1"}
    run = subprocess.run(  # noqa: S603  the command is this package itself
        command, env=environment, capture_output=True, text=True, check=False
    )
    if run.returncode:
        raise ContractViolation(f"{game.name}: the interpreted run failed\n{run.stderr}")
    if run.stdout.split() != digests(game, games):
        raise ContractViolation(
            f"{game.name}: interpreted and compiled rules disagree; "
            f"compare `{' '.join(command[1:])}` in both modes"
        )


def digests(game: Game, games: int) -> list[str]:
    """Return a digest of each random game."""
    return [digest(match, rng) for match, rng in random_games(game, games, 11)]


def digest(match: Match, rng: random.Random) -> str:
    """Play a random game and return a digest of all its records, legal moves and events."""
    found = hashlib.sha256()
    for seat, _ in play_through(match, rng):
        found.update(match.state.tobytes() + match.event_rows.tobytes())
        found.update(str(match.actions(seat)).encode())
        found.update(match.concealed(seat).tobytes() + match.chance.tobytes())
    found.update(match.state.tobytes() + str(match.outcome).encode())
    return found.hexdigest()
