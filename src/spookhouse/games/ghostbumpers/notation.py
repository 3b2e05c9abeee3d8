"""Moves, positions and views of Ghostbumpers as text and JSON data: one name for each verb."""

from spookhouse.games.ghostbumpers.moves import VOCABULARY, read_move, write_move
from spookhouse.games.ghostbumpers.position_reader import read_position
from spookhouse.games.ghostbumpers.positions import (
    REASONS,
    count_pieces,
    enter_options,
    write_position,
)
from spookhouse.games.ghostbumpers.views import write_view

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
