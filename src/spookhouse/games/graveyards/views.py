"""Views of Graveyards: what a seat or a spectator may know, as JSON data."""

from functools import lru_cache
from itertools import chain

import numpy as np

from spookhouse.games.graveyards import rules
from spookhouse.games.graveyards.coordinates import Point, reading_order, space_point
from spookhouse.games.graveyards.pieces import COLOUR_NAMES, COLOURS, SPACES, TILE_SET
from spookhouse.games.graveyards.positions import (
    PHASES,
    Facts,
    colours_in_play,
    hand_of,
    read_facts,
    tile_xy,
    write_options,
    write_public,
)
from spookhouse.kernel.contract import Json, Options, State

Row = tuple[int, ...]


def write_view(record: State, seat: int | None, options: Options) -> Json:
    """Return a concealed record as data, with visible tiles and current scores."""
    state = read_facts(record)
    public = write_public(state)
    hand = None if seat is None else hand_of(state, seat)
    must_play = state.phase == rules.MAIN and rules.must_play_from_hand(record)
    return {
        "game": "graveyards",
        "options": write_options(options),
        "seat": seat,
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "hand": hand,
        "hand_sizes": [*state.hand_sizes[: state.players]],
        "stack_size": state.stack_size,
        **public,
        "must_play_from_hand": bool(must_play),
        "tiles": {str(tile): write_tile(tile) for tile in visible_tiles(public, hand or [])},
        "locked": list_locked(state),
        **write_scores(state),
    }


def visible_tiles(public: Json, hand: list[int]) -> list[int]:
    """Return the tiles of the hand, of the board, and those that all know in other hands."""
    board = (laid["tile"] for laid in public["board"])
    return sorted({*hand, *chain(*public["known"]), *board})


def list_locked(state: Facts) -> list[list[int]]:
    """Return the places of locked tiles in reading order."""
    places = (tile_xy(state, tile) for tile, locks in enumerate(state.locks) if locks)
    return sorted(places, key=reading_order)


TILE_FACTS = [
    ([COLOUR_NAMES[colour] for colour in tile.ghosts], tile.icon, tile.orientations)
    for tile in TILE_SET
]


def write_tile(tile: int) -> Json:
    """Return ghosts at rotation 0, icon, and the number of rotations that look different."""
    ghosts, icon, orientations = TILE_FACTS[tile]
    return {"ghosts": [*ghosts], "icon": icon, "pictures": orientations}


# === SCORES ===


def write_scores(state: Facts) -> Json:
    """GG 5.4 Return scores and best sections by colour, and the sum for each seat."""
    scores = score_board(state.places, state.spots, state.rotations, state.lying, state.graveyard)
    colours = colours_in_play(state)
    totals = [0] * state.players
    for colour in colours:
        totals[state.owners[colour]] += scores[colour][0]
    return {
        "scores": {COLOUR_NAMES[colour]: scores[colour][0] for colour in colours},
        "sections": {
            COLOUR_NAMES[colour]: [list(point) for point in scores[colour][1]] for colour in colours
        },
        "totals": totals,
    }


@lru_cache(maxsize=16)
def score_board(
    places: Row, spots: Row, rotations: Row, lying: bytes, graveyard: bytes
) -> list[tuple[int, list[Point]]]:
    """Return score and best section of each colour; cached because all seats see one board."""
    state = np.zeros(1, rules.STATE)[0]
    state.places, state.spots, state.rotations = places, spots, rotations
    state.lying, state.graveyard = np.frombuffer(lying, np.int8), np.frombuffer(graveyard, np.int8)
    return [score_now(state, colour) for colour in range(COLOURS)]


def score_now(state: State, colour: int) -> tuple[int, list[Point]]:
    """Return the score of a colour and the spaces of its best section."""
    sections = rules.label_sections(state, colour)
    best = int(rules.best_section(state, colour, sections))
    labels, places = state.labels[colour].tolist(), state.places.tolist()
    section = [
        space_point(places[space >> 2] << 2 | space & 3)
        for space in range(SPACES)
        if best and labels[space] == best
    ]
    return int(state.worths[colour, best]), sorted(section, key=reading_order)
