"""Moves, positions and views of Graveyards as text and JSON data: one name for each verb."""

from spookhouse.games.graveyards.move_notation import VOCABULARY as VOCABULARY
from spookhouse.games.graveyards.move_notation import read_move as read_move
from spookhouse.games.graveyards.move_notation import write_move as write_move
from spookhouse.games.graveyards.position_reader import read_position as read_position
from spookhouse.games.graveyards.positions import REASONS as REASONS
from spookhouse.games.graveyards.positions import count_pieces as count_pieces
from spookhouse.games.graveyards.positions import enter_options as enter_options
from spookhouse.games.graveyards.positions import write_position as write_position
from spookhouse.games.graveyards.views import write_view as write_view
