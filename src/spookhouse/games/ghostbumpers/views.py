"""Views of Ghostbumpers: what a seat or a spectator may know, as JSON data."""

from collections.abc import Callable

import numpy as np

from spookhouse.games.ghostbumpers import rules
from spookhouse.games.ghostbumpers.pieces import KINDS
from spookhouse.games.ghostbumpers.positions import (
    Facts,
    read_facts,
    seats_in_trick,
    write_characters,
    write_counts,
    write_dropped,
    write_entry,
    write_public,
)
from spookhouse.kernel.contract import Json, Options, State, seat_or_none
from spookhouse.kernel.rule_decorator import uncompiled

count_result: Callable[[int, int], int] = uncompiled(rules.count_result)


def write_view(record: State, seat: int | None, options: Options) -> Json:
    """Return a concealed record as data; `unseen` lists the cards that lie in hidden places."""
    state = read_facts(record)
    seats = range(state.players)
    return {
        "game": "ghostbumpers",
        "options": options,
        "seat": seat,
        **write_public(state),
        "waiting": [other for other in seats if state.owing >> other & 1],
        "hand": None if seat is None else write_counts(state.hands[seat]),
        "hand_sizes": [*state.hand_sizes[: state.players]],
        "deck_size": state.deck_size,
        "discard": write_counts(state.discard),
        "unseen": write_unseen(record),
        "trick": [
            write_entry(state, other) | {"result": result_of(state, other)}
            for other in seats_in_trick(state)
        ],
        "winning": seat_or_none(int(rules.trick_winner(record))),
        "characters": write_characters(state),
        "chosen": [has_chosen(state, other) for other in seats],
        "owed": state.owed,
        "dropped": None if seat is None else write_dropped(state.dropped[seat]),
        "scores": [*state.scores[: state.players]],
    }


def write_unseen(record: State) -> list[str]:
    """Return the cards that lie in the deck and in places that the seat cannot look into."""
    numbers = np.zeros(KINDS, np.int32)
    rules.count_all_unseen(record, numbers)
    return write_counts(numbers.tolist())


def result_of(state: Facts, seat: int) -> float:
    """Return the result of the cards that a seat has played, like 3.8 for three 8s."""
    return count_result(state.trick_values[seat], state.trick_counts[seat]) / 10


def has_chosen(state: Facts, seat: int) -> bool:
    """Return whether a seat has made the secret choice that is due."""
    choices = {rules.SCARE_LEVELS: state.above, rules.DROPPING: state.dropped}
    return state.phase in choices and choices[state.phase][seat] != rules.NOT_YET
