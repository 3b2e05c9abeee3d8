"""Ghooost!, a shedding game for 2 to 6 players.

Get rid of your ghosts; the last one haunted loses.
"""

from collections.abc import Sequence
from pathlib import Path

from spookhouse.games.ghooost import evaluation, heuristic, notation, rules, wording
from spookhouse.kernel.contract import Options
from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.game import Game
from spookhouse.kernel.options import choice, whole


def settle(options: Options) -> Options:
    """GH 7.4 Refuse match play for two. GH 2.2 Refuse a first player who has no seat."""
    if options["mode"] == "match" and options["players"] < 3:
        raise BadOption(
            "mode",
            "invalid option mode: got 'match' with 2 players, "
            "expected 3 to 6 players or mode='single' (GH 7.4)",
        )
    if options["first"] is not None and options["first"] >= options["players"]:
        last = options["players"] - 1
        found = f"invalid option first={options['first']} (GH 2.2)"
        raise BadOption(
            "first",
            f"{found}: expected a seat number from 0 to {last}, or null for a random player",
        )
    return options


def rematch(options: Options, ranks: Sequence[int]) -> Options:
    """GH 2.2 Let the loser of the game before start."""
    return options | {"first": ranks.index(max(ranks))}


GAME = Game(
    name="ghooost",
    title="Ghooost!",
    prefix="GH",
    about="Chase the ghosts out of your hand and your mansion. The last one haunted loses.",
    min_players=2,
    max_players=6,
    minutes=15,
    options=(
        whole("players", 2, 6, 4, "How many play."),
        choice(
            "mode",
            ("single", "match"),
            "single",
            "One round, or rounds for points until somebody has two Boo! tokens.",
        ),
        whole(
            "dawn",
            0,
            1000,
            30,
            "Quiet moves for each player still in, after which dawn ends the round; 0 for never.",
        ),
        whole(
            "first",
            0,
            5,
            None,
            "The seat that starts the first round; by default a random one.",
            optional=True,
            names_seat=True,
            added=True,
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
    rematch=rematch,
)
