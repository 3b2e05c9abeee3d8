"""Ghooost!, a shedding game for 2 to 6: get rid of your ghosts; the last one haunted loses."""

from pathlib import Path

from spookhouse.games.ghooost import foresight, notation, rules, telling, thumb
from spookhouse.kernel.contract import Options, choice, whole
from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.game import Game


def settle(options: Options) -> Options:
    """GH 7: match play is for three or more."""
    if options["mode"] == "match" and options["players"] < 3:
        raise BadOption("mode", "option mode='match' cannot be with 2 players (GH 7.4): it needs 3 to 6, or mode='single'")
    return options


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
        choice("mode", ("single", "match"), "single", "One round, or rounds for points until somebody has two Boo! tokens."),
        whole("dawn", 0, 1000, 30, "Quiet moves for each player still in, after which dawn ends the round; 0 for never."),
    ),
    rules=rules,
    notation=notation,
    telling=telling,
    thumb=thumb,
    foresight=foresight,
    rulebook=Path(__file__).with_name("rulebook.md"),
    settle=settle,
)
