"""Views of Ghooost!: what a seat or a spectator may know, as JSON data."""

from spookhouse.games.ghooost.positions import PHASES, read_facts, write_cards, write_public
from spookhouse.kernel.contract import Json, Options, State


def write_view(record: State, seat: int | None, options: Options) -> Json:
    """Return a concealed record as data: the own hand, and the sizes of hidden piles."""
    state = read_facts(record)
    players = state.players
    view = {
        "game": "ghooost",
        "options": options,
        "seat": seat,
        "phase": PHASES[state.phase],
        "turn": state.turn,
        "direction": state.direction,
        "hand": None if seat is None else write_cards(state.hands[seat]),
        "hand_sizes": [*state.hand_sizes[:players]],
        "mansion_sizes": [*state.mansion_sizes[:players]],
        "crypt_size": state.crypt_size,
        "midnight": not state.crypt_size,
    }
    view.update(write_public(state))
    return view
