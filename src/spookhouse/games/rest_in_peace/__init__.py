"""Rest in Peace, a duel for 2 players.

Two families of ghosts fight for ten mansions; whoever loses one gets its Psychic card.
"""

from pathlib import Path

from spookhouse.games.rest_in_peace import evaluation, heuristic, notation, rules, wording
from spookhouse.kernel.game import Game
from spookhouse.kernel.options import choice

GAME = Game(
    name="rest-in-peace",
    title="Rest in Peace",
    prefix="RIP",
    about="Two families of ghosts fight for ten mansions. Win four Manors or three Castles; "
    "lose one, and a psychic consoles you.",
    min_players=2,
    max_players=2,
    minutes=30,
    options=(
        choice(
            "level",
            (0, 1, 2, 3, 4),
            0,
            "Which Psychic cards are in the game: 0 for the nine starters, 4 for all 29.",
        ),
        choice(
            "learning",
            (False, True),
            False,
            "Only the first three Psychic cards lie open; one more is turned up after each round.",
        ),
    ),
    rules=rules,
    notation=notation,
    wording=wording,
    heuristic=heuristic,
    evaluation=evaluation,
    rulebook=Path(__file__).with_name("rulebook.md"),
    # Edition 2: a trip lasts until it has taken a card (Card 6); Card 2 counts as two cards (5.1).
    edition=2,
)
