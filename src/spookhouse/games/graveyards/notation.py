"""Moves, positions and views of Graveyards as text and JSON data: one name for each verb."""

from spookhouse.games.graveyards.moves import VOCABULARY, read_move, write_move
from spookhouse.games.graveyards.position_reader import read_position
from spookhouse.games.graveyards.positions import (
    REASONS,
    count_pieces,
    enter_options,
    write_position,
)
from spookhouse.games.graveyards.views import write_view

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
