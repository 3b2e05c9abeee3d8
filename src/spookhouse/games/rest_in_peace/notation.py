"""Moves, positions and views of Rest in Peace as text and JSON data: one name for each verb."""

from spookhouse.games.rest_in_peace.moves import VOCABULARY, read_move, write_move
from spookhouse.games.rest_in_peace.position_reader import read_position
from spookhouse.games.rest_in_peace.positions import (
    REASONS,
    count_pieces,
    enter_options,
    write_position,
)
from spookhouse.games.rest_in_peace.views import write_view

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
