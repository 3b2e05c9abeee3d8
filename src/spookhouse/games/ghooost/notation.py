"""Moves, positions and views of Ghooost! as text and JSON data: one name for each verb."""

from spookhouse.games.ghooost.moves import VOCABULARY, read_move, write_move
from spookhouse.games.ghooost.position_reader import read_position
from spookhouse.games.ghooost.positions import (
    REASONS,
    count_pieces,
    enter_options,
    write_position,
)
from spookhouse.games.ghooost.views import write_view

__all__ = [
    "REASONS",
    "VOCABULARY",
    "count_pieces",
    "enter_options",
    "read_move",
    "read_position",
    "write_move",
    "write_position",
    "write_view",
]
