"""Graveyards, Ghosts & Haunted Houses, a tile-laying game for 2 to 4 players.

Haunt the best connected area of the graveyard.
"""

from itertools import chain
from pathlib import Path

from spookhouse.games.graveyards import evaluation, heuristic, notation, rules, wording
from spookhouse.games.graveyards.pieces import COLOUR_NAMES
from spookhouse.kernel.contract import Options
from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.game import Game
from spookhouse.kernel.options import Option, whole
from spookhouse.kernel.validation import shown


def are_colours(value: object) -> bool:
    """Return whether the value is a list of lists of colours, or None."""
    if value is None:
        return True
    return isinstance(value, list | tuple) and all(
        isinstance(own, list | tuple) and all(colour in COLOUR_NAMES for colour in own)
        for own in value
    )


def usual_colours(players: int) -> list[list[str]]:
    """GG 2.1 Return two colours each with two players, else one each."""
    if players == 2:
        return [list(COLOUR_NAMES[:2]), list(COLOUR_NAMES[2:])]
    return [[colour] for colour in COLOUR_NAMES[:players]]


def settle(options: Options) -> Options:
    """GG 2.1 Give every seat the right number of colours, all different."""
    players, given = options["players"], options["colours"]
    if given is None:
        return options | {"colours": usual_colours(players)}
    each = 2 if players == 2 else 1
    chosen = list(chain(*given))
    if [len(own) for own in given] != [each] * players or len(set(chosen)) != len(chosen):
        number = "two colours" if each == 2 else "one colour"
        raise BadOption(
            "colours",
            f"invalid option colours: got {shown(given)}, expected {players} lists of {number} "
            f"each, all different, like {usual_colours(players)} (GG 2.1)",
        )
    return options | {"colours": [list(own) for own in given]}


GAME = Game(
    name="graveyards",
    title="Graveyards, Ghosts & Haunted Houses",
    prefix="GG",
    about="Lay out the graveyard tile by tile, and haunt its best connected corner "
    "with ghosts of your colour.",
    min_players=2,
    max_players=4,
    minutes=30,
    options=(
        whole("players", 2, 4, 3, "How many play."),
        Option(
            "colours",
            None,
            f"a list with a list of colours for each seat, out of {', '.join(COLOUR_NAMES)}, "
            "or null for the usual ones",
            "Which ghosts each seat plays: two colours each with 2 players, else one.",
            are_colours,
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
