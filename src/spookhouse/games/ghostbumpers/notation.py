"""Moves, positions and views of Ghostbumpers as text and JSON data: one name for each verb."""

from spookhouse.games.ghostbumpers.move_notation import VOCABULARY as VOCABULARY
from spookhouse.games.ghostbumpers.move_notation import read_move as read_move
from spookhouse.games.ghostbumpers.move_notation import write_move as write_move
from spookhouse.games.ghostbumpers.position_reader import read_position as read_position
from spookhouse.games.ghostbumpers.positions import REASONS as REASONS
from spookhouse.games.ghostbumpers.positions import count_pieces as count_pieces
from spookhouse.games.ghostbumpers.positions import enter_options as enter_options
from spookhouse.games.ghostbumpers.positions import write_position as write_position
from spookhouse.games.ghostbumpers.views import write_view as write_view
