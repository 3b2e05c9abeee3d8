"""Ghostbumpers, a trick-taking game for 3 to 6 players.

Every trick that you win brings you nearer to your Scared card.
"""

from pathlib import Path

from spookhouse.games.ghostbumpers import evaluation, heuristic, notation, rules, wording
from spookhouse.games.ghostbumpers.pieces import ROUNDS
from spookhouse.kernel.contract import Options
from spookhouse.kernel.game import Game
from spookhouse.kernel.options import whole


def settle(options: Options) -> Options:
    """GB 6.1 Settle the number of rounds."""
    return options | {"rounds": options["rounds"] or ROUNDS[options["players"]]}


GAME = Game(
    name="ghostbumpers",
    title="Ghostbumpers",
    prefix="GB",
    about="Crash into as few tricks as your nerves will bear. "
    "Every one you win brings you nearer to your Scared card.",
    min_players=3,
    max_players=6,
    minutes=30,
    options=(
        whole("players", 3, 6, 4, "How many play."),
        whole(
            "rounds",
            1,
            1000,
            None,
            "Rounds in a game; 6, 8, 5, 6 with 3, 4, 5, 6 players if nothing is chosen.",
            optional=True,
        ),
        whole(
            "target",
            1,
            10_000,
            None,
            "Play until somebody has this many points, instead of a number of rounds.",
            optional=True,
        ),
    ),
    rules=rules,
    notation=notation,
    wording=wording,
    heuristic=heuristic,
    evaluation=evaluation,
    draw_move=rules.draw_move,
    rulebook=Path(__file__).with_name("rulebook.md"),
    settle=settle,
)
